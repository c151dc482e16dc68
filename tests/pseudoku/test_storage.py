"""Task 7: the three structures are vectors, and cost what docs/task7.md says."""

from collections.abc import Callable, Sequence
from itertools import permutations, product

import pytest

from adt import PositionError, Vector, vector_of
from adt.memory import Memory
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
    check_column,
    check_grids,
    col_checks,
    make_vector,
    permute_rows,
)

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


CELLS = [(PointerArrays, 25), (FlatArray, 17), (ListOfLists, 40)]
READS: list[tuple[NewPuzzle, Callable[[int, int], int]]] = [
    (PointerArrays, lambda i, j: 2),
    (FlatArray, lambda i, j: 1),
    (ListOfLists, lambda i, j: i + j),
]


@pytest.mark.parametrize("new_puzzle, cells", CELLS)
def test_a_puzzle_takes_its_cells_and_no_more_when_it_is_used(
    new_puzzle: NewPuzzle, cells: int
) -> None:
    memory = Memory()
    puzzle = fill(new_puzzle(memory), HAND_OUT)
    assert memory.cells == cells
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
def test_nothing_is_stored_in_a_new_puzzle(new_puzzle: NewPuzzle) -> None:
    puzzle = new_puzzle(Memory())
    assert len(puzzle) == 4
    for i, j in COORDINATES:
        with pytest.raises(PositionError, match="nothing is stored there"):
            puzzle[i][j]


@pytest.mark.parametrize("new_puzzle", SHARING)
@pytest.mark.parametrize("stored", range(5))
def test_a_row_that_was_never_stored_cannot_be_selected(
    new_puzzle: NewPuzzle, stored: int
) -> None:
    memory = Memory()
    puzzle = fill(new_puzzle(memory), HAND_OUT[:stored])
    cells = memory.cells
    for i in range(stored + 1, 5):
        told = f"^SELECT {i} of a vector of length 4: nothing is stored there$"
        with pytest.raises(PositionError, match=told):
            puzzle[i]
    assert memory.cells == cells


@pytest.mark.parametrize("new_puzzle", ALL)
@pytest.mark.parametrize("length", [0, 3, 5])
def test_an_element_is_a_vector_of_four(new_puzzle: NewPuzzle, length: int) -> None:
    puzzle = fill(new_puzzle(Memory()), HAND_OUT)
    told = f"STORE 3: a vector of length {length}; expected 4"
    with pytest.raises(PositionError, match=told):
        puzzle[3] = vector_of(*range(length))
    assert lists(puzzle) == HAND_OUT
