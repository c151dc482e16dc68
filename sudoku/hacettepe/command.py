"""``hacettepe INPUT OUTPUT``: write the steps of a solution to a file."""

import sys
from argparse import Namespace
from codecs import BOM_UTF8

from _courseware import console
from sudoku.errors import SudokuError
from sudoku.hacettepe import singles
from sudoku.hacettepe.reading import BOM_REMARK, MOST_BYTES, read_grid


def arguments(parser: console.Parser) -> None:
    parser.add_argument(
        "file", metavar="INPUT", help="a file of nine lines of nine digits"
    )
    parser.add_argument("output", metavar="OUTPUT", help="the file for the steps")
    console.options(parser, "quiet")


def run(arguments: Namespace) -> int:
    name = console.shown(arguments.file)
    data = console.read_bytes(arguments.file, MOST_BYTES + 1)
    try:
        grid = read_grid(data)
    except SudokuError as error:
        raise console.CommandError(error.located(name)) from error
    steps, stuck = singles.steps_and_end(grid)
    sys.stdout.write(steps)
    if data.startswith(BOM_UTF8):
        console.note(f"{arguments.command}: {name}: {BOM_REMARK}", arguments.quiet)
    if stuck:
        console.note(f"{arguments.command}: {stuck}", arguments.quiet)
    return console.NO if stuck else console.YES
