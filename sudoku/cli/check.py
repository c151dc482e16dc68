"""``check FILE...``: which cells of a grid break a rule."""

from argparse import Namespace

from adt import console
from sudoku import preemptive
from sudoku.errors import SudokuError
from sudoku.grid import Grid, Location, cell_name, clashes

# Frames are as good as white space, and a dot is an empty cell.
DRAWN = dict.fromkeys((*map(ord, "|+-"), *range(0x2500, 0x2580)), " ")
TYPED = {**DRAWN, ord("."): "0"}


def arguments(parser: console.Parser) -> None:
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="nine lines of nine digits, . or 0 for an empty cell, frames or not; "
        "- is standard input",
    )


def run(arguments: Namespace) -> int:
    return console.each("sudoku check", arguments.files, check, ())


def check(path: str) -> int:
    """Print each clash of the grid at ``path``, or that there is none; exit status."""
    grid = read(path)
    found = list(clashes(grid))
    for unit, digit, cells in found:
        print(f"{console.shown(path)}: {clash(unit, digit, cells)}")
    if found:
        return console.NO
    empty = sum(row.count(0) for row in grid)
    left = f"no clash, {empty} empty" if empty else "solved: no clash, no cell empty"
    print(f"{console.shown(path)}: {left}")
    return console.YES


def clash(unit: str, digit: int, cells: list[Location]) -> str:
    """The words for a clash.

    >>> clash("column 3", 8, [(0, 2), (4, 2)])
    'clash: 8 stands 2 times in column 3: r1c3 and r5c3'
    """
    *others, last = map(cell_name, cells)
    places = f"{', '.join(others)} and {last}"
    return f"clash: {digit} stands {len(cells)} times in {unit}: {places}"


def read(path: str) -> Grid:
    """The grid in the file at ``path``; CommandError that names the place otherwise."""
    text = console.read_text(path, preemptive.MOST_BYTES)
    try:
        return preemptive.parse(text.translate(TYPED))
    except SudokuError as error:
        raise console.CommandError(error.told_of(console.shown(path))) from error
