"""Task 7: the three structures are vectors, and cost what docs/task7.md says.

The table of the page is counted, and its pictures are what the project draws.
"""

import re
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


@pytest.mark.parametrize("new_puzzle", SHARING)
def test_in_a_shared_row_what_is_stored_in_one_element_is_in_all(
    new_puzzle: NewSharing,
) -> None:
    for i, j in COORDINATES:
        puzzle = new_puzzle(Memory(), True)
        row = puzzle.new_row(vector_of(2, 4, 1, 3))
        for k in range(1, 5):
            puzzle[k] = row
        assert lists(puzzle) == [[2, 4, 1, 3]] * 4
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

STRUCTURES = {"pointers": PointerArrays, "flat": FlatArray, "nodes": ListOfLists}
ROW = vector_of(2, 4, 1, 3)
NEW = "`new Vector puzzle(4)`"
Operation = Callable[[StoredPuzzle, int, int, Row], object]


def store_number(puzzle: StoredPuzzle, i: int, j: int, row: Row) -> None:
    puzzle[i][j] = 1


def store_row(puzzle: StoredPuzzle, i: int, j: int, row: Row) -> None:
    puzzle[i] = row


OPERATIONS: dict[str, Operation] = {
    "`LENGTH[puzzle]`": lambda puzzle, i, j, row: len(puzzle),
    "select `puzzle[i]`": lambda puzzle, i, j, row: puzzle[i],
    "`LENGTH[puzzle[i]]`": lambda puzzle, i, j, row: len(puzzle[i]),
    "select `puzzle[i][j]`": lambda puzzle, i, j, row: puzzle[i][j],
    "store `puzzle[i][j] ← o`": store_number,
    "store `puzzle[i] ← row` for the first time, copying": store_row,
    "store it again, copying": store_row,
    "store `puzzle[i] ← row`, redirecting": store_row,
}


def counted(kind: str, name: str, i: int, j: int) -> tuple[int, int]:
    """Return how many cells an operation reads and writes at a place."""
    memory, row = Memory(), ROW
    puzzle = store_rows(kind, [[*ROW]] * 4, memory)
    if "redirecting" in name:
        puzzle, row = share_row(kind, [*ROW], memory)
    elif "first time" in name:
        puzzle = fill(STRUCTURES[kind](memory), [[*ROW]] * (i - 1))
    memory.reads = memory.writes = 0
    if name == NEW:
        STRUCTURES[kind](memory)
    else:
        OPERATIONS[name](puzzle, i, j, row)
    return memory.reads, memory.writes


def said(figure: str, i: int, j: int) -> tuple[int, int]:
    """Return the reads and writes in a figure such as "i + j − 1 reads, 1 write"."""
    found = dict.fromkeys(("read", "write"), 0)
    for formula, unit in re.findall(r"([^,]+?) (read|write)s?\b", figure):
        found[unit] = eval(formula.replace("−", "-"), {"i": i, "j": j})
    return found["read"], found["write"]


def test_the_table_of_the_document_is_what_is_counted() -> None:
    text = (DOCS / "task7.md").read_text("utf-8").partition("| cost |")[2]
    _, _, *lines = text.partition("\n\n")[0].splitlines()
    figures = {
        name: dict(zip(STRUCTURES, values))
        for name, *values in (line.strip("| ").split(" | ") for line in lines)
    }
    assert figures.pop("cells") == {
        kind: str(store_rows(kind, [[*ROW]] * 4, Memory()).memory.cells)
        for kind in STRUCTURES
    }
    shared = figures.pop("cells with one shared row")
    assert figures.keys() == {NEW, *OPERATIONS}
    for kind in ("pointers", "nodes"):
        assert shared[kind] == str(share_row(kind, [*ROW], Memory())[0].memory.cells)
    for (name, row), (i, j) in product(figures.items(), COORDINATES):
        for kind, figure in row.items():
            if (kind, "redirecting" in name) == ("flat", True):
                assert figure == shared["flat"] == "–"
            else:
                assert said(figure, i, j) == counted(kind, name, i, j), (name, kind)


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_the_project_draws(name: str, tmp_path: Path) -> None:
    command = f"draw {PICTURES[name]} --svg -o"
    assert main([*command.split(), str(tmp_path / name)]) == 0
    drawn, kept = (tmp_path / name).read_bytes(), (DOCS / "pictures" / name)
    told = f"stale: python3 -m pseudoku {command} docs/pictures/{name}"
    assert kept.exists() and kept.read_bytes() == drawn, told


def test_the_document_shows_every_picture() -> None:
    text = (DOCS / "task7.md").read_text("utf-8")
    assert {path.name for path in (DOCS / "pictures").iterdir()} == set(PICTURES)
    assert all(f"](pictures/{name})" in text for name in PICTURES)
