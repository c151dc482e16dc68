"""``draw``: a vector, a queue, a stack, a puzzle or Task 7's structures."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from adt import _console as console
from adt.memory import Memory
from adt.queue import LinkedQueue, Queue
from adt.show import svg, text
from adt.show.states import (
    State,
    grid_state,
    queue_state,
    stack_state,
    vector_state,
)
from adt.stack import ArrayStack, Stack
from adt.vector import vector_of
from pseudoku.errors import PseudokuError
from pseudoku.grids import numbers, one_grid, parse_row
from pseudoku.pictures import WatchedMemory, mark_reads, puzzle_state, shared, stored
from pseudoku.storage import SIZE, StoredPuzzle, StoredRow

HAND_OUT = "2413/1324/3241/4132"  # the puzzle vector that the hand-out draws
NUMBERS = "numbers: 2 4 1 3, 2413 or 2,4,1,3"
PUZZLES = "a file, -, sixteen cells, or four rows: 4132/3241/1324/2413"
ROWS = f"a row to store four times, or four rows: {HAND_OUT}"
STRUCTURES = {
    "pointers": "an array of four pointers to four arrays",
    "flat": "one array",
    "nodes": "a list of four lists",
}


def arguments(parser: console.Parser) -> None:
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="KIND")
    for kind, order in (
        ("vector", "or vectors with / between them"),
        ("queue", "enqueued in this order"),
        ("stack", "pushed in this order"),
    ):
        one = kinds.add_parser(kind, help=f"{NUMBERS}; {order}")
        one.add_argument("values", nargs="*", metavar="N", help=f"{NUMBERS}; {order}")
        output_arguments(one)
    puzzle = kinds.add_parser("puzzle", help="a grid, blanks and all")
    puzzle.add_argument("puzzle", metavar="PUZZLE", help=PUZZLES)
    output_arguments(puzzle)
    storage = kinds.add_parser("storage", help="Task 7: the puzzle vector in memory")
    structures = storage.add_subparsers(
        dest="structure", required=True, metavar="STRUCTURE"
    )
    for structure, help_line in STRUCTURES.items():
        storage_arguments(structures.add_parser(structure, help=help_line))


def storage_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("rows", nargs="*", metavar="ROW", help=ROWS)
    parser.add_argument(
        "--shared", action="store_true", help="redirect pointers to one row; no copies"
    )
    parser.add_argument(
        "--select",
        nargs=2,
        type=console.whole,
        metavar=("I", "J"),
        help="mark the cells that puzzle[I][J] reads",
    )
    output_arguments(parser)


def output_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--svg", action="store_true", help="as SVG, not as text; also for FILE.svg"
    )
    console.output_argument(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="the picture alone")


def run(arguments: Namespace) -> int:
    state, told = drawn(arguments)
    as_svg = arguments.svg or arguments.output.lower().endswith(".svg")
    picture = svg.draw(state) if as_svg else text.draw(state)
    console.write_text(arguments.output, picture)
    if told:
        console.note(told, quiet=arguments.quiet)
    return console.YES


def drawn(arguments: Namespace) -> tuple[State, str]:
    """What is to be drawn, and what is to be told beside it."""
    if arguments.kind == "storage":
        return storage(arguments)
    if arguments.kind == "puzzle":
        return grid_state(one_grid(arguments.puzzle)), ""
    rows = [numbers(part, NUMBERS) for part in " ".join(arguments.values).split("/")]
    if arguments.kind == "vector" and len(rows) > 1:
        return vector_state(vector_of(*[vector_of(*row) for row in rows])), ""
    if len(rows) > 1:
        raise PseudokuError(f"'/' in a {arguments.kind}, expected {NUMBERS}")
    return line(arguments.kind, rows[0]), ""


def line(kind: str, row: Sequence[int]) -> State:
    """A vector, queue or stack that was given the numbers of ``row`` in their order."""
    if kind == "vector":
        return vector_state(vector_of(*row))
    if kind == "queue":
        queue: Queue[int] = LinkedQueue()
        for number in row:
            queue.enqueue(number)
        return queue_state(queue)
    stack: Stack[int] = ArrayStack()
    for number in row:
        stack.push(number)
    return stack_state(stack)


def storage(arguments: Namespace) -> tuple[State, str]:
    """Task 7's structure with its rows, and what it costs."""
    memory = WatchedMemory()
    puzzle, row = in_memory(arguments, memory)
    state = puzzle_state(puzzle, row)
    told = f"{memory.cells} cells"
    if arguments.select:
        i, j = arguments.select
        memory.seen.clear()
        told += f"; puzzle[{i}][{j}] is {puzzle[i][j]}, reads: {len(memory.seen)}"
        mark_reads(state, memory.seen)
    return state, told


def in_memory(
    arguments: Namespace, memory: Memory
) -> tuple[StoredPuzzle, StoredRow | None]:
    """The structure that is asked for, and MakeVector's row where it is shared."""
    kind: str = arguments.structure
    parts = " ".join(arguments.rows or [HAND_OUT]).split("/")
    if arguments.shared:
        if kind == "flat":
            raise PseudokuError("--shared: a flat array has no pointers to redirect")
        if arguments.rows and len(parts) > 1:
            raise PseudokuError(f"--shared: {len(parts)} rows, expected the one shared")
        return shared(kind, parse_row(parts[:1]), memory)
    rows = [parse_row([part]) for part in parts]
    if len(rows) == 1:
        rows *= SIZE
    if len(rows) != SIZE:
        raise PseudokuError(f"{len(rows)} rows, expected 1 or {SIZE}")
    return stored(kind, rows, memory), None
