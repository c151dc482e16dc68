"""Solving and counting: equal to a slow solver, and never long at one puzzle."""

import random
from collections.abc import Iterator
from itertools import combinations, islice, permutations, product, repeat
from pathlib import Path
from time import process_time

import pytest

from sudoku.errors import SudokuError
from sudoku.exact import (
    BATCH,
    WORTH,
    bulk,
    count,
    is_needed,
    solutions,
    solve,
    solve_all,
)
from sudoku.exact.bulk import settle
from sudoku.exact.fields import (
    CELLS,
    CLASH,
    DIGITS,
    DROP,
    EMPTY,
    KEEP,
    NINE,
    OPEN,
    WIDTH,
    places_of,
    state_of,
)
from sudoku.exact.tree import confine, place_singles, search
from tests.benchmarks import backtracking
from tests.benchmarks.backtracking import COLUMNS, ROWS, SEEN, UNITS
from tests.benchmarks.exact import shuffled
from tests.exact_ways import USED

GOLDEN = Path(__file__).parent / "golden" / "puzzles"
CANDIDATES = list(product(range(81), range(9)))
EMPTY_PUZZLE = "." * 81
in_each_way = pytest.mark.usefixtures("way")
in_bulk = pytest.mark.usefixtures("one_integer")
ENOUGH = WORTH + 100  # puzzles for `solve_all` to take them in bulk


def puzzles_of(name: str) -> list[str]:
    lines = (GOLDEN / f"{name}.txt").read_text().splitlines()
    return [line.split()[0] for line in lines if not line.startswith("#")]


WITH_ONE = [
    puzzle
    for name in ("easy", "seventeen", "hard", "hardest")
    for puzzle in puzzles_of(name)
]
SOLVED = [solve(puzzle)[0] for puzzle in WITH_ONE]


def blanked(grid: str, kept: int, source: random.Random) -> str:
    """``grid`` with ``kept`` of its digits, in half of the cases one of them wrong."""
    cells = source.sample(range(81), kept)
    digits = ["."] * 81
    for cell in cells:
        digits[cell] = grid[cell]
    if source.random() < 0.5:
        digits[cells[0]] = source.choice("123456789")
    return "".join(digits)


def random_puzzles(seed: int, least: int, most: int) -> Iterator[str]:
    source = random.Random(seed)
    while True:
        yield blanked(source.choice(SOLVED), source.randint(least, most), source)


def answers(grid: str, puzzle: str) -> bool:
    """Whether ``grid`` is a solution of ``puzzle``."""
    full = all({grid[cell] for cell in unit} == set("123456789") for unit in UNITS)
    return full and all(a in (b, ".") for a, b in zip(puzzle, grid))


def candidates_in(state: int) -> set[tuple[int, int]]:
    """Each cell and digit, from 0, that the fields of the cells still have."""
    fields = state >> CELLS
    return {
        (cell, digit)
        for cell, digit in CANDIDATES
        if fields >> WIDTH * cell + digit & 1
    }


def known_in(state: int) -> set[tuple[int, int]]:
    """Each cell and digit, from 0, that has been placed."""
    digits = [state >> DIGITS + 4 * (80 - cell) & 15 for cell in range(81)]
    return {(cell, digit - 1) for cell, digit in enumerate(digits) if digit < 15}


# One by one


@in_each_way
@pytest.mark.parametrize("name", ["easy", "seventeen", "hard", "hardest"])
def test_a_puzzle_with_one_solution_has_just_that(name: str) -> None:
    for puzzle in puzzles_of(name):
        found = solve(puzzle, limit=2)
        assert len(found) == 1 and answers(found[0], puzzle)
        assert count(puzzle) == 1


@in_each_way
def test_solutions_are_those_of_a_slow_solver() -> None:
    numbers = set()
    for puzzle in islice(random_puzzles(seed=1, least=30, most=60), 120):
        found = solve(puzzle, limit=12)
        slow = set(islice(backtracking.solutions(puzzle), 12))
        assert len(found) == len(set(found)) == len(slow)
        assert len(slow) == 12 or set(found) == slow
        assert all(answers(grid, puzzle) for grid in found)
        numbers.add(min(len(found), 4))
    assert numbers == {0, 1, 2, 3, 4}


@in_each_way
def test_counts_go_up_to_the_limit() -> None:
    for puzzle in puzzles_of("several")[::5]:
        many = backtracking.count(puzzle, 9)
        assert [count(puzzle, limit) for limit in range(9)] == [
            min(limit, many) for limit in range(9)
        ]
        assert len(set(solve(puzzle, 9))) == many
    assert count(EMPTY_PUZZLE, limit=500) == 500
    assert len(set(solve(EMPTY_PUZZLE, limit=500))) == 500
    assert solve(EMPTY_PUZZLE, limit=0) == []


@in_each_way
def test_a_full_grid_has_itself_and_without_two_digits_what_is_slowly_found() -> None:
    for grid in SOLVED[:8]:
        assert count(grid) == 1 and solve(grid) == [grid]
        for digits in ("12", "123"):
            puzzle = grid.translate(dict.fromkeys(map(ord, digits), "."))
            assert count(puzzle, 50) == backtracking.count(puzzle, 50)


@in_each_way
def test_blanks_are_dots_or_noughts() -> None:
    for puzzle in WITH_ONE[::20]:
        assert solve(puzzle.replace(".", "0")) == solve(puzzle)
        assert solve(puzzle.replace(".", "0", 30)) == solve(puzzle)


@in_each_way
@pytest.mark.parametrize(
    ("puzzle", "complaint"),
    [
        ("", "0 characters, expected 81"),
        ("." * 80, "80 characters, expected 81"),
        ("." * 82, "82 characters, expected 81"),
        ("1" * 81 + "\n", "82 characters, expected 81"),
        ("." * 40 + "x" + "." * 40, "'x' in place 41, expected a digit or '.'"),
        ("." * 80 + " ", "' ' in place 81, expected a digit or '.'"),
        ("-" + "." * 80, "'-' in place 1, expected a digit or '.'"),
        ("." * 80 + "\0", "'\\x00' in place 81, expected a digit or '.'"),
        ("\N{ARABIC-INDIC DIGIT THREE}" + "." * 80, "'٣' in place 1, expected a digit"),
        ("\udc80" + "." * 80, "'\\udc80' in place 1, expected a digit or '.'"),
        ("." * 80 + "\N{MATHEMATICAL BOLD DIGIT ONE}", "'𝟏' in place 81, expected"),
    ],
)
def test_what_is_no_puzzle_is_refused(puzzle: str, complaint: str) -> None:
    for refuse in (solve, count, solutions, lambda text: list(solve_all([text]))):
        with pytest.raises(SudokuError) as raised:
            refuse(puzzle)
        assert str(raised.value).startswith(complaint)


@in_each_way
def test_givens_that_clash_are_refused_before_any_search() -> None:
    for one, other in combinations(range(81), 2):
        for a, b in [("7", "7"), ("3", "8")]:
            digits = ["."] * 81
            digits[one], digits[other] = a, b
            clash = a == b and other in SEEN[one]
            assert (state_of("".join(digits)) == CLASH) is clash
    assert place_singles(CLASH) == 0
    assert solve("55" + "." * 79) == [] and count("55" + "." * 79) == 0


@in_each_way
def test_a_clue_is_needed_if_more_solutions_come_without_it() -> None:
    for puzzle in WITH_ONE[::50]:
        needed = [is_needed(puzzle, cell) for cell in range(81)]
        for cell in range(81):
            without = puzzle[:cell] + "." + puzzle[cell + 1 :]
            assert needed[cell] is (count(without) > 1)
    with pytest.raises(SudokuError):
        is_needed("x" + "." * 80, 0)


@pytest.mark.parametrize("way", USED, indirect=True)
@in_each_way
def test_no_puzzle_takes_a_tenth_of_a_second() -> None:
    hard = puzzles_of("hardest") + puzzles_of("several")
    hard += islice(random_puzzles(seed=2, least=6, most=24), 200)
    none = puzzles_of("none")
    none += [shuffled(puzzle, random.Random(k)) for puzzle in none for k in range(20)]
    assert all(count(puzzle) == 0 for puzzle in none)
    for puzzle in hard + none:
        start = process_time()
        count(puzzle)
        assert process_time() - start < 0.1, puzzle


# The integer


def test_to_place_a_candidate_takes_its_rivals_and_nothing_else() -> None:
    state_of(EMPTY_PUZZLE)  # fills the tables
    everything = set(CANDIDATES)
    for cell, digit in CANDIDATES:
        rivals = {(other, digit) for other in SEEN[cell]}
        rivals |= {(cell, other) for other in range(9)}
        places = places_of(cell, digit)
        [kept] = {KEEP[place + 1] for place in places}
        [without] = {DROP[place + 1] for place in places}
        assert candidates_in(kept) == everything - rivals
        assert known_in(kept) == {(cell, digit)}
        assert (kept & OPEN).bit_count() == 320
        assert (kept & NINE).bit_count() == 4 * (729 - len(rivals))
        assert EMPTY ^ without == sum(1 << place for place in places)


def test_singles_are_placed_until_there_are_none() -> None:
    for puzzle, grid in zip(WITH_ONE[::3], SOLVED[::3]):
        state = place_singles(state_of(puzzle))
        left, known = candidates_in(state), known_in(state)
        placed = {cell for cell, _ in known}
        assert all(int(grid[cell]) == digit + 1 for cell, digit in known)
        for cell in set(range(81)) - placed:
            assert len([digit for digit in range(9) if (cell, digit) in left]) > 1
        for unit, digit in product(UNITS, range(9)):
            homes = [cell for cell in unit if (cell, digit) in left]
            assert len(homes) > 1 or any((cell, digit) in known for cell in unit)


def test_a_digit_leaves_where_lines_and_boxes_have_no_room() -> None:
    """By definition: each of three lines has the digit in another of three boxes."""
    lost = 0
    for puzzle in WITH_ONE[::3]:
        state = place_singles(state_of(puzzle))
        before, known = candidates_in(state), known_in(state)
        there = before | known
        stay = {
            (cell, digit)
            for cell, digit in before
            if has_room(ROWS, cell, digit, there)
            and has_room(COLUMNS, cell, digit, there)
        }
        assert candidates_in(confine(state)) == stay
        lost += len(before) - len(stay)
    assert lost > 100


def has_room(
    lines: list[list[int]], cell: int, digit: int, there: set[tuple[int, int]]
) -> bool:
    """Whether three boxes can share out the digit if it is in the box of ``cell``."""
    own = next(number for number, line in enumerate(lines) if cell in line)
    three = lines[own // 3 * 3 : own // 3 * 3 + 3]
    group = lines[own].index(cell) // 3
    return any(
        boxes[own % 3] == group
        and all(
            any((place, digit) in there for place in line[3 * box : 3 * box + 3])
            for line, box in zip(three, boxes)
        )
        for boxes in permutations(range(3))
    )


# In bulk


def mixed() -> list[str]:
    """Puzzles with no, one and several solutions, hard ones, clashes and full grids."""
    many = WITH_ONE + SOLVED + puzzles_of("several") + puzzles_of("none")
    many += [EMPTY_PUZZLE, "55" + "." * 79, WITH_ONE[0].replace(".", "0")]
    many += islice(random_puzzles(3, 20, 60), ENOUGH)
    random.Random(4).shuffle(many)
    return many


@in_bulk
@pytest.mark.parametrize("limit", [0, 3])
def test_many_puzzles_have_the_answers_they_have_one_by_one(limit: int) -> None:
    many = mixed()
    assert list(solve_all(many, limit)) == [solve(puzzle, limit) for puzzle in many]


def test_bulk_answers_what_is_easy_and_is_right_whenever_it_answers() -> None:
    easy = settle(puzzles_of("easy") * 12)
    assert sum(found is not None for found in easy) > 0.6 * len(easy)
    many = mixed()
    for puzzle, found in zip(many, settle(many), strict=True):
        assert found is None or found == solve(puzzle, 2)


def test_bulk_gives_up_when_lanes_grow_more(monkeypatch: pytest.MonkeyPatch) -> None:
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


@in_bulk
@pytest.mark.parametrize("before", [3, ENOUGH])
@pytest.mark.parametrize("text", ["what?", "." * 80, "x" * 81, "\udc80" + "." * 80])
def test_what_is_no_puzzle_is_refused_in_its_turn(text: str, before: int) -> None:
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
