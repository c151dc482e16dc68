"""New puzzles, judged once more by slow programs that share nothing with them."""

from collections.abc import Callable
from random import Random

import pytest

from sudoku.comp9021.course import PreemptiveSets
from sudoku.errors import SudokuError
from sudoku.generating import generator
from sudoku.generating.generator import (
    AttemptsExhaustedError,
    PuzzleSpec,
    add_needed_givens,
    check_spec,
    find_puzzle,
    full_grid,
    puzzles,
)
from sudoku.generating.givens import copy_cells, count_givens, remove_givens
from sudoku.generating.symmetry import (
    SYMMETRIES,
    cross_cells,
    orbits_of,
    possible_givens,
)
from sudoku.northwestern.course import SearchSize
from tests.sudoku.puzzles import solutions, some

# Where each symmetry moves the cell in a row and a column, counted from the middle.
MOVES: dict[str, list[Callable[[int, int], tuple[int, int]]]] = {
    "none": [],
    "rotate180": [lambda r, c: (-r, -c)],
    "rotate90": [lambda r, c: (-c, r)],
    "mirror": [lambda r, c: (r, -c)],
    "flip": [lambda r, c: (-r, c)],
    "diagonal": [lambda r, c: (c, r)],
    "antidiagonal": [lambda r, c: (-c, -r)],
    "full": [lambda r, c: (-c, r), lambda r, c: (r, -c)],
}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("many", [1, pytest.param(5, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "spec", [PuzzleSpec(), PuzzleSpec(symmetry="diagonal", minimal=True)]
)
def test_a_puzzle_has_one_solution_and_needs_each_of_its_givens(
    spec: PuzzleSpec, many: int
) -> None:
    for puzzle in some(many, spec, seed=2):
        assert solutions(puzzle) == 1
        for cell in range(81):
            if puzzle[cell] != ".":
                assert solutions(f"{puzzle[:cell]}.{puzzle[cell + 1 :]}") == 2


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_an_orbit_contains_the_images_of_a_cell_under_the_symmetry(
    symmetry: str,
) -> None:
    orbits = orbits_of(symmetry)
    assert sorted(cell for orbit in orbits for cell in orbit) == list(range(81))
    for orbit in orbits:
        images = [(orbit[0] // 9 - 4, orbit[0] % 9 - 4)]
        for row, column in images:  # which grow meanwhile
            moved = [move(row, column) for move in MOVES[symmetry]]
            images += [image for image in moved if image not in images]
        assert {9 * (row + 4) + column + 4 for row, column in images} == {*orbit}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_a_puzzle_has_the_symmetry_and_the_requested_number_of_givens(
    symmetry: str,
) -> None:
    possible = possible_givens(symmetry)
    for givens in (None, *range(37, 82, 7), 81):
        spec = PuzzleSpec(givens=givens, symmetry=symmetry)
        if givens and givens not in possible:
            with pytest.raises(SudokuError, match=f"{givens} givens; expected"):
                puzzles(spec, 1)
            continue
        (puzzle,) = some(1, spec)
        for orbit in orbits_of(symmetry):
            assert len({puzzle[cell] == "." for cell in orbit}) == 1
        assert givens in (None, count_givens(puzzle)) and solutions(puzzle) == 1


def test_three_boxes_of_a_full_grid_are_drawn_and_the_rest_is_solved() -> None:
    for seed in range(20):
        grid = full_grid(Random(seed))
        drawn = Random(seed)
        for corner in (0, 30, 60):
            box = [grid[corner + 9 * row + k] for row in range(3) for k in range(3)]
            assert box == drawn.sample("123456789", 9)
        assert solutions(grid) == 1 and "." not in grid


def test_givens_are_taken_out_while_enough_are_left() -> None:
    grid = full_grid(Random(1))
    for fewest in (45, 60, 80):
        assert count_givens(remove_givens(grid, orbits_of("none"), fewest)) == fewest
        left = count_givens(remove_givens(grid, orbits_of("rotate90"), fewest))
        assert fewest <= left < fewest + 4


def test_cells_with_too_many_givens_are_left_out_when_givens_are_put_back() -> None:
    grid = full_grid(Random(1))
    (puzzle,) = some(1, PuzzleSpec(minimal=True))
    blanks = [cell for cell in range(81) if puzzle[cell] == "."]
    orbits = [tuple(blanks[:3]), tuple(blanks[3:4]), tuple(blanks[4:7])]
    for more, cells in ((1, blanks[3:4]), (3, blanks[:3]), (4, blanks[:4])):
        spec = PuzzleSpec(givens=count_givens(puzzle) + more)
        expected = copy_cells(puzzle, grid, tuple(cells))
        assert add_needed_givens(puzzle, grid, orbits, spec) == expected
    spec = PuzzleSpec(givens=count_givens(puzzle) + 2)
    assert add_needed_givens(puzzle, grid, orbits, spec) is None


def test_the_cross_has_every_symmetry_and_is_two_rows_and_two_columns() -> None:
    for line in range(3):
        cells = cross_cells(line)
        assert len(cells) == 4 * 9 - 4
        for symmetry in SYMMETRIES:
            inside = [cells.issuperset(orbit) for orbit in orbits_of(symmetry)]
            outside = [cells.isdisjoint(orbit) for orbit in orbits_of(symmetry)]
            assert all(a != b for a, b in zip(inside, outside))


def test_a_seed_and_a_number_are_a_puzzle() -> None:
    for spec in (PuzzleSpec(), PuzzleSpec(condition=PreemptiveSets(3))):
        first = some(3, spec)
        assert first == some(3, spec)
        assert len(set(first + some(3, spec, seed=2))) == 6
        assert find_puzzle(spec, 1, 3, lambda *_: None) == first[2]


def test_each_attempt_and_the_end_of_all_attempts_are_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[tuple[int, int]] = []
    endless = puzzles(
        PuzzleSpec(givens=17, tries=3), 1, lambda *try_: told.append(try_)
    )
    with pytest.raises(AttemptsExhaustedError, match="puzzle 1: no match in 3 att"):
        next(endless)
    assert told == [(1, 1), (1, 2), (1, 3)]
    monkeypatch.setattr(generator, "make_attempt", lambda *_: None)
    with pytest.raises(AttemptsExhaustedError, match=r"\b50,000\b"):
        some(1, PuzzleSpec())


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        (PuzzleSpec(givens=16), "16 givens; expected 17 to 81: with fewer"),
        (PuzzleSpec(givens=82), "82 givens; expected 17 to 81$"),
        (PuzzleSpec(givens=41, minimal=True), "expected at most 40"),
        (PuzzleSpec(givens=30, symmetry="rotate90"), "expected 29 or 32"),
        (PuzzleSpec(givens=31, symmetry="rotate90"), "expected 29 or 32"),
        (PuzzleSpec(givens=34, symmetry="full"), "expected 33 or 36"),
        (PuzzleSpec(givens=73, condition=PreemptiveSets(8)), "expected 17 to 72"),
        (PuzzleSpec(givens=31, condition=SearchSize(1, 50)), "expected 32 to 81"),
    ],
)
def test_an_impossible_spec_is_refused_at_once(spec: PuzzleSpec, expected: str) -> None:
    with pytest.raises(SudokuError, match=expected):
        puzzles(spec, 1)
    for givens, minimal in ((17, False), (81, False), (17, True), (40, True)):
        check_spec(PuzzleSpec(givens=givens, minimal=minimal))


def test_a_condition_outside_its_range_is_refused() -> None:
    for needs in (-1, 9):
        with pytest.raises(SudokuError, match=f"a set of {needs}; expected 0 to 8"):
            PreemptiveSets(needs)
    for fewest, most in ((0, 5), (6, 5), (1, 10_001)):
        with pytest.raises(SudokuError, match=f"{fewest} to {most} boards; expected"):
            SearchSize(fewest, most)


def test_a_puzzle_with_several_solutions_is_never_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def too_many(puzzle: str, orbits: object, fewest: int) -> str:
        return puzzle[:40] + "." * 41

    monkeypatch.setattr(generator, "remove_givens", too_many)
    with pytest.raises(AttemptsExhaustedError):
        some(1, PuzzleSpec(tries=10))
