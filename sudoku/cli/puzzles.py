"""The arguments, answers, progress and errors of the commands that read puzzles."""

import gc
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from typing import TypeVar

from _courseware.terminal import console, messages, options
from _courseware.terminal.messages import clash_text
from _courseware.terminal.progress import ProgressLine
from sudoku.exact import has_clash
from sudoku.formats import (
    FORMATS,
    Entry,
    FormatError,
    Puzzle,
    Solution,
    puzzle_in,
    read_file,
)
from sudoku.grid import clashes, grid_of

Answer = TypeVar("Answer")

FORMAT_NAMES = f"one of {', '.join(FORMATS)}"
# The type of an option that counts something: more would take years.
positive = options.integer_in_range(1, 10**9)


def puzzle_arguments(parser: options.Parser) -> None:
    """Add FILE..., ``--column``, ``--output`` and ``--quiet`` to ``parser``."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="*",
        default=["-"],
        help="a file of puzzles, in any format of docs/formats.md, or a puzzle of 81 "
        "characters; - is standard input (default: -)",
    )
    column_argument(parser)
    options.options(parser, "output", "quiet")


def column_argument(parser: options.Parser) -> None:
    parser.add_argument(
        "--column",
        default="",
        metavar="NAME",
        help="the name or number of the column that contains the puzzles of a table",
    )


class PuzzleBatch:
    """The puzzles of a command's input files, and the command's exit status so far."""

    def __init__(self, arguments: Namespace) -> None:
        self.status = messages.YES
        self._sources: list[str] = arguments.files
        self._column: str = arguments.column
        self._command: str = arguments.command
        self._quiet: bool = arguments.quiet
        self._json: bool = "json" in arguments and arguments.json
        self._done = 0
        self._progress = ProgressLine(not arguments.quiet and not sys.stdout.isatty())

    def answers(
        self, answer: Callable[[str], Answer], with_solutions: bool = False
    ) -> Iterator[tuple[Puzzle, Answer]]:
        """Yield ``(puzzle, answer(cells))`` for each puzzle, before the next is read.

        The solution of another puzzle is left out with a remark, or, if
        ``with_solutions``, treated as a puzzle. Input that is neither is reported as an
        error.
        """
        console.note_terminal(self._sources, self._quiet)
        gc.disable()  # puzzles have no reference cycles, and looking for them is slow
        try:
            for source in self._sources:
                for entry in entries_in(source, self._column):
                    if with_solutions and isinstance(entry, Solution):
                        entry = Puzzle(*entry[:3])
                    if isinstance(entry, Puzzle):
                        yield entry, answer(entry.cells)
                    elif isinstance(entry, Solution):
                        self.note(f"the solution of line {entry.puzzle_line}", entry)
                    else:
                        self.report_error(entry)
                    self._done += 1
                    rate = self._done / max(self._progress.seconds(), 1)
                    done = f"{self._done:,} puzzles, {rate:,.0f} per second"
                    self._progress.show(done)
        finally:
            gc.enable()
            self._progress.clear()

    def record_no(self, no: bool = True) -> None:
        """Raise the exit status to NO if ``no`` is true."""
        self.status = max(self.status, messages.NO if no else messages.YES)

    def note(self, text: str, puzzle: Puzzle | Solution | None = None) -> None:
        """Print the remark ``text``, after the file and line of ``puzzle`` if given."""
        self._progress.clear()
        place = f"{puzzle.name}:{puzzle.line}: " if puzzle else ""
        console.note(place + text, self._quiet)

    def report_error(self, error: FormatError) -> None:
        """Print ``error``, with ``--json`` also as an object among the answers.

        The exit status is raised to that of the error.
        """
        self._progress.clear()
        if self._json:
            place = {"line": error.line, "column": error.column}
            console.print_json({"file": error.name, **place, "error": error.detail})
        sys.stdout.flush()
        self.status = max(self.status, console.print_error(self._command, error))


def print_answer(puzzle: Puzzle, **answer: object) -> None:
    """Print a JSON object with the position and cells of ``puzzle``, and ``answer``."""
    place: dict[str, object] = {"file": puzzle.name, "line": puzzle.line}
    console.print_json({**place, "puzzle": puzzle.cells, **answer})


def clash_note(cells: str) -> str:
    """Return the clashes of a puzzle as one line, or "" if it has none.

    Of five or more clashes, only the first three are described.

    >>> clash_note("5" * 81)[-17:]
    '; 24 more clashes'
    """
    texts = clash_texts(cells)
    if len(texts) > 4:
        texts[3:] = [f"{len(texts) - 3} more clashes"]
    return "; ".join(texts)


def clash_texts(cells: str) -> list[str]:
    """Return a description of each clash in a puzzle of 81 ``cells``.

    >>> clash_texts("8" + "." * 26 + "8" + "." * 35 + "8" + "." * 17)
    ['clash: 8 occurs 3 times in column 1: r1c1, r4c1, r8c1']
    """
    if not has_clash(cells):
        return []
    return [clash_text(*clash) for clash in clashes(grid_of(cells))]


def entries_in(source: str, column: str) -> Iterator[Entry]:
    """Return the entries of the file ``source``, or ``source`` itself as a puzzle.

    ``column`` is the table column with the puzzles, or "".
    """
    entry = puzzle_in(source)
    return iter([entry]) if entry else read_file(source, column)
