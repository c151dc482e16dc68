"""``hacettepe INPUT OUTPUT``: write the steps of a solution to a file."""

import sys
from argparse import Namespace
from codecs import BOM_UTF8

from _courseware.terminal import console, messages, options
from _courseware.text.decoding import refuse_utf_16
from sudoku.errors import LocatedError
from sudoku.formats import grid_in
from sudoku.grid import Grid, cell_name
from sudoku.hacettepe import singles
from sudoku.hacettepe.reading import BOM_REMARK, MOST_BYTES, read_grid
from sudoku.hacettepe.singles import PossibleValues


def arguments(parser: options.Parser) -> None:
    parser.add_argument(
        "file",
        metavar="INPUT",
        help="a file of nine lines of nine digits, or a puzzle of 81 characters",
    )
    parser.add_argument("output", metavar="OUTPUT", help="the file for the steps")
    options.options(parser, "quiet")


def run(arguments: Namespace) -> int:
    grid, remark = _read_puzzle(arguments.file)
    steps = singles.all_steps(grid)
    sys.stdout.write(steps)
    stuck = _stuck_reason(singles.possible_values(grid), steps.count("Step ") + 1)
    if remark:
        console.note(f"{arguments.command}: {remark}", arguments.quiet)
    if stuck:
        console.note(f"{arguments.command}: {stuck}", arguments.quiet)
    return messages.NO if stuck else messages.YES


def _stuck_reason(possible: PossibleValues, step: int) -> str:
    """Return why ``step`` does not exist, or "" if the puzzle is solved."""
    dead = [location for location, values in possible.items() if not values]
    if dead:
        names = ", ".join(map(cell_name, dead))
        return f"stuck at step {step}: no possible value is left for {names}"
    if possible:
        return f"stuck at step {step}: every blank has two or more possible values"
    return ""


def _read_puzzle(source: str) -> tuple[Grid, str]:
    """Return the grid in the file ``source``, and a remark on the file or "".

    ``source`` can also be a grid of 81 characters. Raise CommandError if there is no
    grid.
    """
    grid = grid_in(source)
    if grid:
        return grid, ""
    name = messages.display_name(source)
    data = console.read_bytes(source, MOST_BYTES + 1)
    refuse_utf_16(data, name)
    try:
        grid = read_grid(data)
    except LocatedError as error:
        raise messages.CommandError(error.located(name)) from error
    return grid, f"{name}: {BOM_REMARK}" if data.startswith(BOM_UTF8) else ""
