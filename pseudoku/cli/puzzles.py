"""The arguments and the input of the commands that read puzzles."""

import os
from argparse import Namespace
from collections.abc import Iterator

from _courseware.terminal import messages, options
from _courseware.terminal.messages import clash_text
from _courseware.terminal.puzzles import (
    LocatedPuzzle,
    Problem,
    PuzzleBatch,
    file_argument,
)
from pseudoku.errors import PseudokuError
from pseudoku.grids import CELL_MARKS, FORMATS, GridError, cells_of, read_grids
from pseudoku.solving import Grid, clashes


def puzzle_arguments(parser: options.Parser) -> None:
    sixteen = "a puzzle of sixteen characters: .41...2.3....1.2, also in four words"
    file_argument(parser, f"a file of puzzles, or {sixteen}")
    options.options(parser, "output", "json", "quiet")


def format_argument(parser: options.Parser) -> None:
    """Add ``--format``, in which puzzles are printed, to ``parser``."""
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="grid",
        help="output format (default: grid)",
    )


def puzzle_batch(arguments: Namespace) -> PuzzleBatch:
    """Return the puzzles of the files that ``arguments`` name.

    Four arguments that are rows of cells are one puzzle, as the hand-out prints it.
    """
    sources: list[str] = arguments.files
    if len(sources) == 4 and all(map(_is_row, sources)):
        sources = [" ".join(sources)]
    entries = (entry for source in sources for entry in _entries_in(source))
    return PuzzleBatch(arguments, entries, _clash_texts)


def _entries_in(source: str) -> Iterator[LocatedPuzzle | Problem]:
    """Yield the puzzles of the file ``source``, or ``source`` itself as a puzzle.

    The rest of a file after a mistake is not read.
    """
    name = messages.display_name(source)
    is_file = source == "-" or os.path.exists(source)
    try:
        for line, grid in read_grids(source):
            yield LocatedPuzzle(cells_of(grid), name if is_file else "argument", line)
    except GridError as error:
        place = (error.name, error.line, error.column)
        yield Problem(*place, error.detail, str(error))
    except (PseudokuError, messages.CommandError) as error:
        yield Problem(name, 0, 0, str(error), str(error))


def _is_row(word: str) -> bool:
    is_cells = len(word) == 4 and set(word) <= set(CELL_MARKS)
    return is_cells and not os.path.exists(word)


def parse_cells(cells: str) -> Grid:
    """Return the grid of sixteen ``cells``, in which ``.`` is a blank."""
    numbers = [int(cell.replace(".", "0")) for cell in cells]
    return [numbers[k : k + 4] for k in range(0, 16, 4)]


def _clash_texts(cells: str) -> list[str]:
    return [
        clash_text(f"{kind} {index}", number, places)
        for kind, index, number, places in clashes(parse_cells(cells))
    ]
