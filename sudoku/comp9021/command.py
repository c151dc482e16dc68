"""``comp9021 FILE [ACTION] [--outdir DIR]``: the five methods of `Sudoku`."""

import os
from argparse import Namespace

from _courseware import console
from sudoku.comp9021 import preemptive
from sudoku.comp9021.course import OUTPUTS
from sudoku.comp9021.reading import MOST_BYTES, read_grid
from sudoku.errors import SudokuError
from sudoku.grid import Grid, clashes

NO_NAME = f"standard input has no file name; name one output: {', '.join(OUTPUTS)}"
NO_FOLDER = "--outdir does not work with standard input"


def arguments(parser: console.Parser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a file of nine lines of nine digits, 0 for a blank; with -, the "
        "grid comes from standard input and the LaTeX goes to standard output",
    )
    parser.add_argument(
        "action",
        metavar="OUTPUT",
        nargs="?",
        choices=("preassess", *OUTPUTS, "all"),
        default="all",
        help=f"preassess, {', '.join(OUTPUTS)}, or all (default)",
    )
    parser.add_argument(
        "--outdir",
        metavar="DIR",
        help="where to write the LaTeX files (default: the folder of FILE)",
    )


def run(arguments: Namespace) -> int:
    path: str = arguments.file
    action: str = arguments.action
    if path == "-" and (action == "all" or arguments.outdir):
        raise console.CommandError(NO_NAME if action == "all" else NO_FOLDER)
    grid = read_file(path)
    status = preassess(grid) if action in ("preassess", "all") else console.YES
    for name in OUTPUTS:
        if action in (name, "all"):
            target = output_path(path, name, arguments.outdir)
            console.write_text(target, OUTPUTS[name](grid))
    return status


def read_file(path: str) -> Grid:
    """Return the grid in the file at *path*. Raise CommandError if it is not one."""
    data = console.read_bytes(path, MOST_BYTES + 1)
    try:
        return read_grid(data)
    except SudokuError as error:
        raise console.CommandError(error.located(console.shown(path))) from error


def preassess(grid: Grid) -> int:
    """Print the assessment of ``preassess``. Return NO if there is no solution."""
    print(preemptive.assessment(grid))
    return console.NO if any(clashes(grid)) else console.YES


def output_path(path: str, name: str, directory: str | None) -> str:
    """Return the path of the output *name* for the file at *path*."""
    if path == "-":
        return path
    stem = os.path.splitext(path)[0]
    if directory is not None:
        stem = os.path.join(directory, os.path.basename(stem))
    return f"{stem}_{name}.tex"
