"""The arguments of commands that read puzzles, and the loop over these puzzles."""

import os
from argparse import Namespace
from collections.abc import Callable, Iterator
from itertools import chain
from typing import NamedTuple

from _courseware.terminal import console, messages, options
from _courseware.terminal.messages import clash_text
from pseudoku.errors import PseudokuError
from pseudoku.grids import CELL_MARKS, FORMATS, GridError, cells_of, read_grids
from pseudoku.solving import Grid, clashes


def puzzle_arguments(parser: options.Parser) -> None:
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        default=["-"],
        help="a file of puzzles, or a puzzle of sixteen characters: .41...2.3....1.2, "
        "also in four words; - is standard input (default: -)",
    )
    options.options(parser, "output", "json", "quiet")


def format_argument(parser: options.Parser) -> None:
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="grid",
        help="output format (default: grid)",
    )


class PuzzleSource(NamedTuple):
    """The position of a puzzle: its file name, and its first line, counted from 1.

    ``prefix``, such as ``FILE:3: ``, begins each line printed about the puzzle; it is
    "" if there is only one puzzle.
    """

    file: str
    line: int
    prefix: str

    def print_answer(self, grid: Grid, **answer: object) -> None:
        """Print the puzzle's file, line and cells, and ``answer``, as a JSON object."""
        place = {"file": self.file, "line": self.line, "puzzle": cells_of(grid)}
        console.print_json({**place, **answer})


def clash_texts(grid: Grid) -> list[str]:
    return [
        clash_text(f"{kind} {index}", number, cells)
        for kind, index, number, cells in clashes(grid)
    ]


def for_each_puzzle(
    arguments: Namespace, act: Callable[[Grid, PuzzleSource], int]
) -> int:
    """Call ``act`` with each puzzle of each source and with its position.

    ``act`` returns an exit status; return the highest. The sources are the files of
    ``arguments``; four arguments that are rows of cells are one puzzle.
    """
    sources: list[str] = arguments.files
    if len(sources) == 4 and all(map(is_row, sources)):
        sources = [" ".join(sources)]  # one puzzle, as the hand-out prints it
    console.note_terminal(sources, arguments.quiet)
    several = len(sources) > 1

    def act_on_all(source: str) -> int:
        name, worst = messages.display_name(source), messages.YES
        is_file = source == "-" or os.path.exists(source)
        file = name if is_file else "argument"  # of a puzzle
        try:
            for line, grid, is_alone in with_lines(read_grids(source)):
                prefix = f"{name}: " * several if is_alone else f"{name}:{line}: "
                worst = max(worst, act(grid, PuzzleSource(file, line, prefix)))
        except (PseudokuError, messages.CommandError) as error:
            if arguments.json:
                console.print_json(error_json(error, name))
            raise
        return worst

    return console.for_each_source(
        arguments.command, sources, act_on_all, (PseudokuError,)
    )


def is_row(word: str) -> bool:
    """Return whether ``word`` is four cells, as in ``2.1.``, and not a path."""
    is_cells = len(word) == 4 and set(word) <= set(CELL_MARKS)
    return is_cells and not os.path.exists(word)


def error_json(error: Exception, name: str) -> dict[str, object]:
    """Return a dictionary for JSON about input that is not a puzzle.

    If the position is unknown, ``name`` is the file, and line and column are 0.
    """
    if isinstance(error, GridError):
        place = {"line": error.line, "column": error.column}
        return {"file": error.name, **place, "error": error.detail}
    return {"file": name, "line": 0, "column": 0, "error": str(error)}


def with_lines(grids: Iterator[tuple[int, Grid]]) -> Iterator[tuple[int, Grid, bool]]:
    """Yield ``(line, grid, is_alone)`` for each ``(line, grid)`` in ``grids``.

    ``is_alone`` is whether there is only this grid.
    """
    line, grid = next(grids)
    try:
        second = next(grids, None)
    except PseudokuError:
        yield line, grid, False
        raise
    yield line, grid, second is None
    for line, grid in chain([second] if second else [], grids):
        yield line, grid, False
