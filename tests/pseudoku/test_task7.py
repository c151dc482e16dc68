"""Task 7: the three structures are vectors, and cost what docs/task7.md says.

The table of the page is counted, and its pictures are what the project draws.
"""

from collections.abc import Callable, Sequence
from itertools import permutations, product
from pathlib import Path

import pytest

from adt import PositionError, Vector, vector_of
from adt.memory import Memory
from pseudoku.cli import main
from pseudoku.pictures import share_row, store_rows
from pseudoku.solving import solutions
from pseudoku.storage import (
    FlatArray,
    ListOfLists,
    PointerArrays,
    PointingPuzzle,
    StoredPuzzle,
)
from pseudoku.tasks import (
    Puzzle,
    Row,
    check_column,
    check_grids,
    col_checks,
    make_vector,
    permute_rows,
)
from tests.places import DOCS

NewPuzzle = Callable[[Memory], StoredPuzzle]
NewSharing = Callable[[Memory, bool], PointingPuzzle]

ALL = [PointerArrays, FlatArray, ListOfLists]
SHARING = [PointerArrays, ListOfLists]
ROWS = list(permutations((1, 2, 3, 4)))
COORDINATES = list(product(range(1, 5), repeat=2))
TRIPLES = list(product(range(4), repeat=3))
HAND_OUT = [[2, 4, 1, 3], [1, 3, 2, 4], [3, 2, 4, 1], [4, 1, 3, 2]]
ALL_GRIDS = list(solutions([[0] * 4 for _ in range(4)]))


def fill(puzzle: StoredPuzzle, rows: Sequence[Sequence[int]]) -> StoredPuzzle:
    for i, row in enumerate(rows, start=1):
        puzzle[i] = vector_of(*row)
    return puzzle


def lists(puzzle: Puzzle) -> list[list[int]]:
    return [list(row) for row in puzzle]


READS: list[tuple[NewPuzzle, Callable[[int, int], int]]] = [
    (PointerArrays, lambda i, j: 2),
    (FlatArray, lambda i, j: 1),
    (ListOfLists, lambda i, j: i + j),
]


@pytest.mark.parametrize("new_puzzle", ALL)
def test_a_puzzle_takes_no_more_cells_when_it_is_used(new_puzzle: NewPuzzle) -> None:
    memory = Memory()
    puzzle = fill(new_puzzle(memory), HAND_OUT)
    cells = memory.cells
    permute_rows(puzzle, 1, 2, 3)
    puzzle[4] = puzzle[1]
    assert memory.cells == cells


@pytest.mark.parametrize("new_puzzle, reads", READS)
def test_selecting_any_number_of_any_of_the_288_grids_takes_its_reads(
    new_puzzle: NewPuzzle, reads: Callable[[int, int], int]
) -> None:
    assert len(ALL_GRIDS) == 288
    memory = Memory()
    puzzle = new_puzzle(memory)
    for grid in ALL_GRIDS:
        fill(puzzle, grid)
        for i, j in COORDINATES:
            before = memory.reads
            assert puzzle[i][j] == grid[i - 1][j - 1]
            assert memory.reads - before == reads(i, j)


@pytest.mark.parametrize("new_puzzle, cells", [(PointerArrays, 10), (ListOfLists, 16)])
def test_right_after_make_vector_four_pointers_can_share_one_row(
    new_puzzle: NewSharing, cells: int
) -> None:
    for row in ROWS:
        memory = Memory()
        puzzle = new_puzzle(memory, True)
        stored = puzzle.new_row(vector_of(*row))
        for i in range(1, 5):
            puzzle[i] = stored
        assert lists(puzzle) == [list(row)] * 4
        assert memory.cells == cells


@pytest.mark.parametrize("new_puzzle", SHARING)
def test_in_a_shared_row_what_is_stored_in_one_element_is_in_all(
    new_puzzle: NewSharing,
) -> None:
    for i, j in COORDINATES:
        puzzle = new_puzzle(Memory(), True)
        row = puzzle.new_row(vector_of(2, 4, 1, 3))
        for k in range(1, 5):
            puzzle[k] = row
        puzzle[i][j] = 9
        assert {puzzle[k][j] for k in range(1, 5)} == {row[j]} == {9}


@pytest.mark.parametrize("new_puzzle", SHARING)
def test_a_pointer_can_only_be_redirected_inside_its_own_memory(
    new_puzzle: NewSharing,
) -> None:
    puzzle = new_puzzle(Memory(), True)
    for elsewhere in (
        vector_of(1, 2, 3, 4),
        fill(FlatArray(puzzle.memory), [[1, 2, 3, 4]])[1],
        new_puzzle(Memory(), True).new_row(vector_of(1, 2, 3, 4)),
    ):
        puzzle[1] = elsewhere
        puzzle[1][1] = 9
        assert (elsewhere[1], list(puzzle[1])) == (1, [9, 2, 3, 4])


@pytest.mark.parametrize("new_puzzle", ALL)
def test_storing_copies_so_that_elements_and_row_are_independent(
    new_puzzle: NewPuzzle,
) -> None:
    for i, j in COORDINATES:
        row: Vector[int] = vector_of(2, 4, 1, 3)
        puzzle = new_puzzle(Memory())
        for k in range(1, 5):
            puzzle[k] = row
        puzzle[i][j] = 9
        expected = [[2, 4, 1, 3] for _ in range(4)]
        expected[i - 1][j - 1] = 9
        assert (lists(puzzle), list(row)) == (expected, [2, 4, 1, 3])


@pytest.mark.parametrize("step", [12, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("new_puzzle", ALL)
def test_the_tasks_give_the_same_results_on_every_structure(
    new_puzzle: NewPuzzle, step: int
) -> None:
    for row, triple in product(ROWS[::step], TRIPLES):
        expected = permute_rows(make_vector(vector_of(*row)), *triple)
        puzzle = permute_rows(fill(new_puzzle(Memory()), [row] * 4), *triple)
        assert lists(puzzle) == lists(expected)
        assert check_grids(puzzle) == check_grids(expected)
        assert col_checks(puzzle) == col_checks(expected)
        assert check_column(puzzle, 1) == check_column(expected, 1)


@pytest.mark.parametrize("new_puzzle", ALL)
@pytest.mark.parametrize("position", [-1, 0, 1.5, 5, 6])
def test_the_only_positions_are_1_to_4(new_puzzle: NewPuzzle, position: int) -> None:
    puzzle = fill(new_puzzle(Memory()), HAND_OUT)
    bounds = f"{position} of a vector of length 4: positions are 1 to 4$"
    with pytest.raises(PositionError, match=f"^SELECT {bounds}"):
        puzzle[position]
    with pytest.raises(PositionError, match=f"^STORE {bounds}"):
        puzzle[position] = vector_of(1, 2, 3, 4)
    with pytest.raises(PositionError, match=f"^SELECT {bounds}"):
        puzzle[2][position]
    with pytest.raises(PositionError, match=f"^STORE {bounds}"):
        puzzle[2][position] = 1
    assert lists(puzzle) == HAND_OUT


@pytest.mark.parametrize("new_puzzle", ALL)
@pytest.mark.parametrize("stored", range(5))
def test_what_was_never_stored_cannot_be_selected(
    new_puzzle: NewPuzzle, stored: int
) -> None:
    memory = Memory()
    puzzle = fill(new_puzzle(memory), HAND_OUT[:stored])
    assert len(puzzle) == 4
    cells = memory.cells
    for i, j in COORDINATES:
        if i > stored:
            with pytest.raises(PositionError, match="nothing is stored there$"):
                puzzle[i][j]
    assert memory.cells == cells


@pytest.mark.parametrize("new_puzzle", ALL)
@pytest.mark.parametrize("length", [0, 3, 5])
def test_an_element_is_a_vector_of_four(new_puzzle: NewPuzzle, length: int) -> None:
    puzzle = fill(new_puzzle(Memory()), HAND_OUT)
    told = f"STORE 3: a vector of length {length}; expected 4"
    with pytest.raises(PositionError, match=told):
        puzzle[3] = vector_of(*range(length))
    assert lists(puzzle) == HAND_OUT


# The page


PICTURES = {
    "task7-vector.svg": "vector 2413/1324/3241/4132",
    "task7-shared.svg": "storage pointers --shared",
    "task7-flat.svg": "storage flat",
    "task7-nodes.svg": "storage nodes",
}

Cost = tuple[int, int]  # cells read, cells written
Costs = dict[tuple[int, int], Cost]  # by i and j
Operation = Callable[[StoredPuzzle, int, int], object]

STRUCTURES = "pointers", "flat", "nodes"
ROW = vector_of(2, 4, 1, 3)
OPERATIONS: dict[str, Operation] = {
    "`LENGTH[puzzle]`": lambda puzzle, i, j: len(puzzle),
    "select `puzzle[i]`": lambda puzzle, i, j: puzzle[i],
    "`LENGTH[puzzle[i]]`": lambda puzzle, i, j: len(puzzle[i]),
    "select `puzzle[i][j]`": lambda puzzle, i, j: puzzle[i][j],
    "store `puzzle[i][j] ← o`": lambda puzzle, i, j: store_number(puzzle[i], j),
}
EMPTY = {"pointers": PointerArrays, "flat": FlatArray, "nodes": ListOfLists}


def store_number(row: Row, j: int) -> None:
    row[j] = 1


def store_row(puzzle: StoredPuzzle, i: int, row: Row) -> None:
    puzzle[i] = row


def costs(puzzle: StoredPuzzle, operation: Operation) -> Costs:
    """What ``operation`` costs at each of the 16 places."""
    memory = puzzle.memory
    counted: Costs = {}
    for i, j in product(range(1, 5), repeat=2):
        memory.reads = memory.writes = 0
        operation(puzzle, i, j)
        counted[i, j] = memory.reads, memory.writes
    return counted


def formula(counted: Costs) -> str:
    """``counted`` in words, as a sum of i, j and a number that holds everywhere."""
    parts = []
    for index, unit in enumerate(("read", "write")):
        at = {place: cost[index] for place, cost in counted.items()}
        by_i, by_j = at[2, 1] - at[1, 1], at[1, 2] - at[1, 1]
        rest = at[1, 1] - by_i - by_j
        assert all(at[i, j] == by_i * i + by_j * j + rest for i, j in at)
        if any(at.values()):
            parts.append(amount(by_i, by_j, rest, unit))
    return ", ".join(parts) or "none"


def amount(by_i: int, by_j: int, rest: int, unit: str) -> str:
    assert by_i in (0, 1) and by_j in (0, 1)
    letters = " + ".join(["i"] * by_i + ["j"] * by_j)
    if not letters:
        return f"{rest} {unit}{'s' * (rest != 1)}"
    sign = "" if rest == 0 else f" + {rest}" if rest > 0 else f" − {-rest}"
    return f"{letters}{sign} {unit}s"


def writes_of_new(kind: str) -> str:
    memory = Memory()
    EMPTY[kind](memory)
    assert memory.reads == 0
    return amount(0, 0, memory.writes, "write")


def first_costs(puzzle: StoredPuzzle) -> Costs:
    """What the first row that is stored in each element costs."""
    counted: Costs = {}
    memory = puzzle.memory
    for i in range(1, 5):
        memory.reads = memory.writes = 0
        store_row(puzzle, i, ROW)
        for j in range(1, 5):
            counted[i, j] = memory.reads, memory.writes
    return counted


def table() -> list[str]:
    """The lines of the table, each figure counted."""
    puzzles = [store_rows(kind, [[*ROW]] * 4, Memory()) for kind in STRUCTURES]
    rows = [["cells", *[str(puzzle.memory.cells) for puzzle in puzzles]]]
    sharing = {
        kind: share_row(kind, [*ROW], Memory()) for kind in ("pointers", "nodes")
    }
    cells = {kind: str(puzzle.memory.cells) for kind, (puzzle, _) in sharing.items()}
    rows.append(["cells with one shared row", cells["pointers"], "–", cells["nodes"]])
    for name, operation in OPERATIONS.items():
        rows.append([name, *[formula(costs(one, operation)) for one in puzzles]])
    new = [writes_of_new(kind) for kind in STRUCTURES]
    rows.append(["`new Vector puzzle(4)`", *new])
    empty = [EMPTY[kind](Memory()) for kind in STRUCTURES]
    first = [formula(first_costs(one)) for one in empty]
    rows.append(["store `puzzle[i] ← row` for the first time, copying", *first])
    again = [
        formula(costs(one, lambda puzzle, i, j: store_row(puzzle, i, ROW)))
        for one in empty
    ]
    rows.append(["store it again, copying", *again])
    redirecting = {
        kind: formula(costs(puzzle, lambda puzzle, i, j: store_row(puzzle, i, row)))
        for kind, (puzzle, row) in sharing.items()
    }
    rows.append(["store `puzzle[i] ← row`, redirecting", redirecting["pointers"], "–"])
    rows[-1].append(redirecting["nodes"])
    return [f"| {' | '.join(row)} |" for row in rows]


def test_the_table_of_the_document_is_what_is_counted() -> None:
    text = (DOCS / "task7.md").read_text("utf-8")
    assert "\n".join(table()) in text, "\n".join(table())


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_the_project_draws(name: str, tmp_path: Path) -> None:
    command = f"draw {PICTURES[name]} --svg -o"
    assert main([*command.split(), str(tmp_path / name)]) == 0
    drawn, kept = (tmp_path / name).read_bytes(), (DOCS / "pictures" / name)
    told = f"stale: python3 -m pseudoku {command} docs/pictures/{name}"
    assert kept.exists() and kept.read_bytes() == drawn, told


def test_every_picture_on_disk_is_tested() -> None:
    assert {path.name for path in (DOCS / "pictures").iterdir()} == set(PICTURES)


def test_the_document_shows_every_picture() -> None:
    text = (DOCS / "task7.md").read_text("utf-8")
    assert all(f"](pictures/{name})" in text for name in PICTURES)
