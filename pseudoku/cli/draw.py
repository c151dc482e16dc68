"""``draw``: draw a vector, queue, stack, puzzle, or the structures of Task 7."""

import sys
from argparse import ArgumentParser, Namespace
from typing import Literal

from _courseware.draw.drawing import Drawable, draw_svg, draw_text
from _courseware.draw.grid_state import grid_state
from _courseware.terminal import console, messages, options
from adt.memory import Memory
from adt.show.states import line_state, structure_state
from adt.vector import vector_of
from pseudoku.cli.arguments import integer_rows, parse_integers, parse_value_of_kind
from pseudoku.errors import PseudokuError
from pseudoku.grids import parse_row
from pseudoku.pictures import (
    RecordingMemory,
    mark_reads,
    puzzle_state,
    share_row,
    store_rows,
)
from pseudoku.storage import SIZE, StoredPuzzle, StoredRow

EXAMPLE_PUZZLE = "2413/1324/3241/4132"  # the puzzle vector that the hand-out draws
NUMBER_FORMS = "numbers: 2 4 1 3, 2413 or 2,4,1,3"
PUZZLE_FORMS = "a file, -, sixteen cells, or four rows: 4132/3241/1324/2413"
ROW_FORMS = f"a row to store four times, or four rows: {EXAMPLE_PUZZLE}"
STORAGES = {
    "pointers": "an array of four pointers to four arrays",
    "flat": "one array",
    "nodes": "a list of four lists",
}


def arguments(parser: options.Parser) -> None:
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="KIND")
    for kind, order in (
        ("vector", "/ separates vectors"),
        ("queue", "tail first"),
        ("stack", "top first"),
    ):
        line = kinds.add_parser(kind, help=f"{NUMBER_FORMS}; {order}")
        line.add_argument(
            "values", nargs="*", metavar="N", help=f"{NUMBER_FORMS}; {order}"
        )
        _output_arguments(line)
    puzzle = kinds.add_parser("puzzle", help="a grid, which may have blanks")
    puzzle.add_argument("puzzle", metavar="PUZZLE", help=PUZZLE_FORMS)
    _output_arguments(puzzle)
    storage = kinds.add_parser("storage", help="Task 7: the puzzle vector in memory")
    structures = storage.add_subparsers(
        dest="structure", required=True, metavar="STRUCTURE"
    )
    for structure, help_line in STORAGES.items():
        _storage_arguments(structures.add_parser(structure, help=help_line))


def _storage_arguments(parser: ArgumentParser) -> None:
    """Add the rows and the options of a structure of Task 7 to ``parser``."""
    parser.add_argument("rows", nargs="*", metavar="ROW", help=ROW_FORMS)
    parser.add_argument(
        "--shared", action="store_true", help="make all pointers point to one row"
    )
    parser.add_argument(
        "--select",
        nargs=2,
        type=options.integer_argument,
        metavar=("I", "J"),
        help="mark the cells that puzzle[I][J] reads",
    )
    _output_arguments(parser)


def _output_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--svg", action="store_true", help="draw in SVG (default if FILE ends in .svg)"
    )
    options.picture_options(parser)


def run(arguments: Namespace) -> int:
    endings = [".svg"] if arguments.svg else [".svg", ".txt"]
    as_svg = options.picture_ending(arguments.output, *endings) == ".svg"
    state, remark = _requested_drawing(arguments)
    sys.stdout.write(draw_svg(state, arguments.light) if as_svg else draw_text(state))
    if remark:
        console.note(remark, quiet=arguments.quiet)
    return messages.YES


def _requested_drawing(arguments: Namespace) -> tuple[Drawable, str]:
    """Return the state of the structure to draw, and a remark on it or ""."""
    if arguments.kind == "storage":
        return _storage_drawing(arguments)
    if arguments.kind == "puzzle":
        puzzle = parse_value_of_kind(arguments.puzzle, "puzzle")
        return grid_state(integer_rows(puzzle)), ""
    return _line_structure(arguments.kind, " ".join(arguments.values)), ""


def _line_structure(kind: Literal["vector", "queue", "stack"], text: str) -> Drawable:
    """Parse ``text`` as a structure of the type ``kind``; return its state to draw."""
    if kind != "vector":
        return line_state(kind, parse_integers(text, kind))
    rows = [vector_of(*parse_integers(part, "row")) for part in text.split("/")]
    if len(rows) == 1:
        return structure_state(rows[0])
    return structure_state(vector_of(*rows))


def _storage_drawing(arguments: Namespace) -> tuple[Drawable, str]:
    """Return the state to draw of a structure of Task 7, and a remark on its cost.

    The remark is, for example, ``25 cells``; with ``--select``, also the value of the
    element and the number of reads.
    """
    memory = RecordingMemory()
    puzzle, row = _build_storage(arguments, memory)
    state = puzzle_state(puzzle, row)
    remark = f"{memory.cells} cells"
    if arguments.select:
        i, j = arguments.select
        memory.seen.clear()
        remark += f"; puzzle[{i}][{j}] is {puzzle[i][j]}, reads: {len(memory.seen)}"
        mark_reads(state, memory.seen)
    return state, remark


def _build_storage(
    arguments: Namespace, memory: Memory
) -> tuple[StoredPuzzle, StoredRow | None]:
    """Build the structure of Task 7 that ``arguments`` describe, in ``memory``.

    Return it with None or, if ``--shared``, with the one row to which all its elements
    point. Raise PseudokuError if the rows or the options are invalid.
    """
    kind: str = arguments.structure
    parts = " ".join(arguments.rows or [EXAMPLE_PUZZLE]).split("/")
    if arguments.shared:
        if kind == "flat":
            raise PseudokuError("--shared: a flat array has no pointers to redirect")
        if arguments.rows and len(parts) > 1:
            raise PseudokuError(f"--shared: {len(parts)} rows; expected 1")
        return share_row(kind, parse_row(parts[:1]), memory)
    rows = [parse_row([part]) for part in parts]
    if len(rows) == 1:
        rows *= SIZE
    if len(rows) != SIZE:
        raise PseudokuError(f"{len(rows)} rows; expected 1 or {SIZE}")
    return store_rows(kind, rows, memory), None
