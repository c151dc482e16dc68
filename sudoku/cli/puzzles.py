"""The arguments and the input of the commands that read puzzles."""

from argparse import Namespace
from collections.abc import Iterator

from _courseware.terminal import options
from _courseware.terminal.messages import clash_summary, clash_text
from _courseware.terminal.puzzles import (
    LocatedPuzzle,
    Problem,
    PuzzleBatch,
    file_argument,
)
from sudoku import formats
from sudoku.exact import has_clash
from sudoku.formats import FormatError, Solution
from sudoku.grid import clashes, grid_of

FORMAT_NAMES = f"one of {', '.join(formats.FORMATS)}"
# The type of an option that counts something: more would take years.
positive = options.integer_in_range(1, 10**9)


def puzzle_arguments(parser: options.Parser) -> None:
    """Add FILE..., ``--column``, ``--output`` and ``--quiet`` to ``parser``."""
    formats_page = "in any format of docs/formats.md"
    forms = f"a file of puzzles, {formats_page}, or a puzzle of 81 characters"
    file_argument(parser, forms)
    column_argument(parser)
    options.options(parser, "output", "quiet")


def column_argument(parser: options.Parser) -> None:
    """Add ``--column``, the name or number of a table's column, to ``parser``."""
    parser.add_argument(
        "--column",
        default="",
        metavar="NAME",
        help="the name or number of the column that contains the puzzles of a table",
    )


def puzzle_batch(arguments: Namespace, with_solutions: bool = False) -> PuzzleBatch:
    """Return the puzzles of the files that ``arguments`` name.

    The solution of another puzzle is left out with a remark, or, if ``with_solutions``,
    treated as a puzzle.
    """

    def entries() -> Iterator[LocatedPuzzle | Problem | str]:
        for source in arguments.files:
            for entry in entries_in(source, arguments.column):
                if isinstance(entry, FormatError):
                    place = (entry.name, entry.line, entry.column)
                    yield Problem(*place, entry.detail, str(entry))
                elif isinstance(entry, Solution) and not with_solutions:
                    solution = f"the solution of line {entry.puzzle_line}"
                    yield f"{entry.name}:{entry.line}: {solution}"
                else:
                    yield LocatedPuzzle(*entry[:3])

    return PuzzleBatch(arguments, entries(), _clash_texts)


def entries_in(source: str, column: str) -> Iterator[formats.Entry]:
    """Return the entries of the file ``source``, or ``source`` itself as a puzzle.

    ``column`` is the table column with the puzzles, or "".
    """
    entry = formats.puzzle_in(source)
    return iter([entry]) if entry else formats.read_file(source, column)


def clash_note(cells: str) -> str:
    """Return the clashes of a puzzle of 81 ``cells`` as one line, "" if it has none."""
    return clash_summary(_clash_texts(cells))


def _clash_texts(cells: str) -> list[str]:
    """Return a description of each clash in a puzzle of 81 ``cells``.

    >>> _clash_texts("8" + "." * 26 + "8" + "." * 35 + "8" + "." * 17)
    ['clash: 8 occurs 3 times in column 1: r1c1, r4c1, r8c1']
    """
    if not has_clash(cells):
        return []
    return [clash_text(*clash) for clash in clashes(grid_of(cells))]
