"""``walkthrough FILE -o PAGE.html``: a page that shows a solution step by step."""

import os
import sys
from argparse import Namespace
from collections.abc import Sequence

from _courseware.terminal import console, messages, options
from sudoku.cli.explain import (
    LIMIT_MEANING,
    STATUS_OF_ENDING,
    limit_argument,
    method_argument,
)
from sudoku.cli.puzzles import clash_note, column_argument, entries_in
from sudoku.explain import explain
from sudoku.explain.page import walkthrough
from sudoku.explain.steps import Explanation
from sudoku.formats import FormatError, Solution

BOTH_SEARCHES = "dfs,bfs"


def arguments(parser: options.Parser) -> None:
    parser.limit_meaning = LIMIT_MEANING
    one_puzzle_arguments(parser, BOTH_SEARCHES)
    options.options(parser, "output", "quiet")
    parser.set_defaults(endings=(".html",))


def one_puzzle_arguments(parser: options.Parser, *more_methods: str) -> None:
    """Add FILE, and the options to explain its first puzzle, to ``parser``.

    ``more_methods`` are further values of ``--method``.
    """
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a file whose first puzzle is used, in any format of docs/formats.md, or "
        "a puzzle of 81 characters; - is standard input",
    )
    column_argument(parser)
    method_argument(parser, *more_methods)
    limit_argument(parser)


def run(arguments: Namespace) -> int:
    methods: list[str] = arguments.method.split(",")
    name, explanations = explain_first_puzzle(arguments, methods)
    sys.stdout.write(walkthrough(explanations, name))
    return max(STATUS_OF_ENDING[explanation.ending] for explanation in explanations)


def explain_first_puzzle(
    arguments: Namespace, methods: Sequence[str]
) -> tuple[str, list[Explanation]]:
    """Return the display name of the first puzzle, and its explanation by each method.

    Print notes on clashes and on further puzzles, which are ignored. Raise FormatError
    if the file does not begin with a puzzle.
    """
    entries = entries_in(arguments.file, arguments.column)
    puzzles = (entry for entry in entries if not isinstance(entry, Solution))
    puzzle = next(puzzles)
    if isinstance(puzzle, FormatError):
        raise puzzle
    place = f"{puzzle.name}:{puzzle.line}: "
    if next(puzzles, None):
        remark = "using only this puzzle; the file contains more"
        console.note(place + remark, arguments.quiet)
    clash = clash_note(puzzle.cells)
    if clash:
        console.note(place + clash, arguments.quiet)
    limit: int = arguments.limit_boards
    explanations = [explain(puzzle.cells, method, limit) for method in methods]
    name = "a puzzle"
    if os.path.exists(arguments.file):
        name = messages.printable(os.path.basename(arguments.file)) or name
    return name, explanations
