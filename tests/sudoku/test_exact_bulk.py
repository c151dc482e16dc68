"""Thousands of puzzles at once have the answers they have one by one."""

import random
from collections.abc import Iterator
from itertools import islice, repeat
from unittest.mock import Mock, call

import pytest

from sudoku import exact
from sudoku.errors import SudokuError
from sudoku.exact import (
    BATCH,
    FEWEST_IN_BULK,
    bulk,
    count,
    count_all,
    solve,
    solve_all,
)
from sudoku.exact.bulk import settle
from sudoku.exact.fields import (
    DROP,
    places_of,
    state_of,
)
from sudoku.exact.lanes import lanes_of
from sudoku.exact.tree import search
from tests.sudoku.exact_puzzles import (
    EMPTY_PUZZLE,
    ENOUGH,
    SOLVED,
    WITH_ONE,
    puzzles_of,
    random_puzzles,
)

in_bulk = pytest.mark.usefixtures("one_integer")


def mixed() -> list[str]:
    """Puzzles with no, one and several solutions, hard ones, clashes and full grids."""
    many = WITH_ONE + SOLVED + puzzles_of("several") + puzzles_of("none")
    many += [EMPTY_PUZZLE, "55" + "." * 79, WITH_ONE[0].replace(".", "0")]
    many += islice(random_puzzles(3, 20, 60), ENOUGH)
    random.Random(4).shuffle(many)
    return many


@pytest.mark.sampled(1)
@in_bulk
@pytest.mark.parametrize("limit", [0, 3])
def test_many_puzzles_have_the_answers_they_have_one_by_one(limit: int) -> None:
    many = mixed()
    found = [solve(puzzle, limit) for puzzle in many]
    assert list(solve_all(many, limit)) == found
    assert list(count_all(many, limit)) == list(map(len, found))


@in_bulk
@pytest.mark.parametrize("limit", [0, pytest.param(10, marks=pytest.mark.slow)])
def test_many_puzzles_have_the_counts_they_have_one_by_one(limit: int) -> None:
    many = mixed()
    assert list(count_all(many, limit)) == [count(puzzle, limit) for puzzle in many]


@in_bulk
def test_only_puzzles_left_over_by_the_bulk_search_are_counted_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alone = Mock(wraps=count)
    monkeypatch.setattr(exact, "count", alone)
    many = [EMPTY_PUZZLE, *SOLVED * (ENOUGH // len(SOLVED) + 1)]
    assert list(count_all(many, 7)) == [7, *[1] * (len(many) - 1)]
    assert alone.call_args_list == [call(EMPTY_PUZZLE, 7)]


def test_the_bulk_search_answers_easy_puzzles_and_is_always_right() -> None:
    easy = settle(puzzles_of("easy") * 12)
    assert sum(found is not None for found in easy) > 0.6 * len(easy)
    many = mixed()
    for puzzle, found in zip(many, settle(many), strict=True):
        assert found is None or found == solve(puzzle, 2)


@in_bulk
@pytest.mark.parametrize(
    ("number", "batches"), [(FEWEST_IN_BULK - 1, 0), (FEWEST_IN_BULK, 1)]
)
def test_thousands_of_puzzles_are_solved_together(
    number: int, batches: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    together = Mock(wraps=settle)
    monkeypatch.setattr(bulk, "settle", together)
    many = (SOLVED * (number // len(SOLVED) + 1))[:number]
    assert list(solve_all(many)) == [[grid] for grid in many]
    assert together.call_count == batches


def test_puzzles_that_are_equal_come_to_rest_together() -> None:
    for puzzle in puzzles_of("hardest")[:5] + puzzles_of("none")[:2]:
        may, every = lanes_of([puzzle] * 8)
        dead, open_, restless, _ = bulk.rest(may, every)
        assert {dead, open_} <= {0, every}
        assert restless == 0


def test_the_bulk_search_gives_up_when_its_lanes_multiply(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    came: list[int] = []
    advance = bulk.advance

    def counting(texts: list[str]) -> tuple[str, list[str], str, str, str, str]:
        came.append(len(texts))
        return advance(texts)

    monkeypatch.setattr(bulk, "advance", counting)
    settle(puzzles_of("hardest") * 6)
    assert came == [300]


@in_bulk
def test_a_grid_that_is_full_but_wrong_has_no_solution_in_bulk() -> None:
    source = random.Random(5)
    wrong = []
    for _ in range(ENOUGH):
        grid = list(source.choice(SOLVED))
        one, other = source.sample(range(81), 2)
        grid[one], grid[other] = grid[other], grid[one]
        wrong.append("".join(grid))
    assert list(solve_all(wrong)) == [solve(grid) for grid in wrong]


@in_bulk
def test_no_more_puzzles_are_taken_than_a_batch() -> None:
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        for puzzle in repeat(WITH_ONE[0]):
            taken += 1
            yield puzzle

    assert next(solve_all(endless())) == solve(WITH_ONE[0])
    assert taken == BATCH


@pytest.mark.sampled(3)
@in_bulk
@pytest.mark.parametrize("before", [3, ENOUGH])
@pytest.mark.parametrize("text", ["what?", "." * 80, "x" * 81, "\udc80" + "." * 80])
def test_input_that_is_not_a_puzzle_is_refused_when_its_turn_comes(
    text: str, before: int
) -> None:
    results = solve_all([WITH_ONE[0]] * before + [text])
    assert [next(results) for _ in range(before)] == [solve(WITH_ONE[0])] * before
    with pytest.raises(SudokuError):
        next(results)


def test_a_search_can_start_from_any_state() -> None:
    """As a generator does: another solution with another digit in a cell."""
    puzzle = puzzles_of("several")[0]
    first, second, *_ = solve(puzzle, 5)
    cell = next(cell for cell in range(81) if first[cell] != second[cell])
    other = state_of(puzzle) & DROP[places_of(cell, int(first[cell]) - 1)[3] + 1]
    assert next(search(other), 0)
