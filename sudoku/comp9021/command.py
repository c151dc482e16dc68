"""``comp9021 FILE [ACTION] [--outdir DIR]``: the five methods of `Sudoku`."""

import os
from argparse import Namespace

from _courseware.terminal import console, messages, options
from _courseware.text.decoding import refuse_utf_16
from sudoku.comp9021 import preemptive
from sudoku.comp9021.course import TEX_WRITERS
from sudoku.comp9021.reading import MOST_BYTES, read_grid
from sudoku.errors import LocatedError
from sudoku.formats import grid_in
from sudoku.grid import Grid, clashes

NO_NAME = f"{{}} has no file name; name one output: {', '.join(TEX_WRITERS)}"
NO_FOLDER = "--outdir does not work with {}"


def arguments(parser: options.Parser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a file of nine lines of nine digits, 0 for a blank; with -, standard "
        "input, or with a puzzle of 81 characters, the LaTeX goes to standard output",
    )
    parser.add_argument(
        "action",
        metavar="OUTPUT",
        nargs="?",
        choices=("preassess", *TEX_WRITERS, "all"),
        default="all",
        help=f"preassess, {', '.join(TEX_WRITERS)}, or all (default)",
    )
    parser.add_argument(
        "--outdir",
        metavar="DIR",
        help="a folder for the LaTeX files, made if it is missing (default: the folder "
        "of FILE)",
    )


def run(arguments: Namespace) -> int:
    path: str = arguments.file
    action: str = arguments.action
    grid = grid_in(path)
    if grid:
        _check_without_name("a puzzle", arguments)
        stem = "-"
    else:
        if path == "-":
            _check_without_name("standard input", arguments)
        stem = _output_stem(path, arguments.outdir)
        grid = _read_grid_file(path)
    if arguments.outdir and action != "preassess":
        console.make_folder(arguments.outdir)
    status = messages.YES
    if action in ("preassess", "all"):
        status = _preassess(grid)
    for name in TEX_WRITERS:
        if action in (name, "all"):
            target = "-" if stem == "-" else f"{stem}_{name}.tex"
            console.write_text(target, TEX_WRITERS[name](grid))
    return status


def _check_without_name(source: str, arguments: Namespace) -> None:
    """Raise CommandError if an option needs a file name, which ``source`` lacks."""
    if arguments.action == "all":
        raise messages.CommandError(NO_NAME.format(source))
    if arguments.outdir:
        raise messages.CommandError(NO_FOLDER.format(source))


def _read_grid_file(path: str) -> Grid:
    """Return the grid in the file at ``path``. Raise CommandError if it has none."""
    name = messages.display_name(path)
    data = console.read_bytes(path, MOST_BYTES + 1)
    refuse_utf_16(data, name)
    try:
        return read_grid(data)
    except LocatedError as error:
        raise messages.CommandError(error.located(name)) from error


def _preassess(grid: Grid) -> int:
    print(preemptive.assessment(grid))
    return messages.NO if any(clashes(grid)) else messages.YES


def _output_stem(path: str, directory: str | None) -> str:
    """Return the path of the LaTeX files without the endings of their names."""
    stem = os.path.splitext(path)[0]
    if directory is None:
        return stem
    return os.path.join(directory, os.path.basename(stem))
