"""``hacettepe INPUT OUTPUT``: the steps of a solution, as a file."""

from argparse import Namespace

from adt import _console as console
from sudoku import singles


def arguments(parser: console.Parser) -> None:
    parser.add_argument("input", metavar="INPUT", help="nine lines of nine digits")
    parser.add_argument("output", metavar="OUTPUT", help="the file for the steps")


def run(arguments: Namespace) -> int:
    return singles.write_steps(arguments.input, arguments.output)
