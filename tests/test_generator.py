"""New puzzles, each judged a second time by slow programs that share nothing with it."""

from collections.abc import Callable
from itertools import islice

import pytest

from sudoku import generator
from sudoku.errors import SudokuError
from sudoku.generator import (
    NOTHING,
    OutOfTries,
    Promise,
    Verdict,
    Wish,
    clues,
    find,
    puzzles,
)
from sudoku.promises import (
    SOLVED,
    STUCK,
    Elimination,
    NakedSingles,
    PreemptiveSets,
    SearchSize,
)
from sudoku.symmetry import SYMMETRIES, cross, orbits_of, totals
from tests.benchmarks import backtracking
from tests.benchmarks.backtracking import SEEN
from tests.comp9021_oracle import SetMarks, forced, grid_of, marked, worked


def some(number: int, wish: Wish, seed: int = 1) -> list[str]:
    return list(islice(puzzles(wish, seed), number))


def solutions(puzzle: str) -> int:
    """How many solutions there are by the slow solver, two at most."""
    return backtracking.count(puzzle, limit=2)


def rows(puzzle: str) -> list[str]:
    return [puzzle[start : start + 9] for start in range(0, 81, 9)]


def shape(puzzle: str) -> list[str]:
    """The rows, with an x for every clue."""
    return [
        "".join("." if cell == "." else "x" for cell in row) for row in rows(puzzle)
    ]


def turned(grid: list[str]) -> list[str]:
    """``grid`` a quarter turn to the left."""
    return ["".join(column) for column in zip(*grid)][::-1]


def mirrored(grid: list[str]) -> list[str]:
    return [row[::-1] for row in grid]


def transposed(grid: list[str]) -> list[str]:
    return ["".join(column) for column in zip(*grid)]


SAME_AS: dict[str, list[Callable[[list[str]], list[str]]]] = {
    "none": [lambda grid: grid],
    "rotate180": [lambda grid: turned(turned(grid))],
    "rotate90": [turned],
    "mirror": [mirrored],
    "flip": [lambda grid: grid[::-1]],
    "diagonal": [transposed],
    "antidiagonal": [lambda grid: turned(turned(transposed(grid)))],
    "full": [turned, mirrored],
}


def test_a_puzzle_has_one_solution_and_needs_each_of_its_clues() -> None:
    for puzzle in some(2, Wish()) + some(1, Wish(minimal=True), seed=2):
        assert solutions(puzzle) == 1
        for cell in range(81):
            if puzzle[cell] != ".":
                assert solutions(f"{puzzle[:cell]}.{puzzle[cell + 1 :]}") == 2


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_the_places_of_the_clues_have_the_symmetry(symmetry: str) -> None:
    for puzzle in some(3, Wish(symmetry=symmetry)):
        assert all(same(shape(puzzle)) == shape(puzzle) for same in SAME_AS[symmetry])
        assert solutions(puzzle) == 1


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_an_orbit_is_what_the_symmetry_makes_of_a_cell(symmetry: str) -> None:
    orbits = orbits_of(symmetry)
    assert sorted(cell for orbit in orbits for cell in orbit) == list(range(81))
    for orbit in orbits:
        only_one = rows("".join(".x"[cell == orbit[0]] for cell in range(81)))
        grids = [only_one]
        for grid in grids:
            for same in SAME_AS[symmetry]:
                if same(grid) not in grids:
                    grids.append(same(grid))
        assert {"".join(grid).index("x") for grid in grids} == set(orbit)


def test_no_orbit_can_be_spared_and_with_minimal_no_clue() -> None:
    (puzzle,) = some(1, Wish(symmetry="rotate180"), seed=4)
    spared = [
        [cell for cell in orbit if puzzle[cell] != "."]
        for orbit in orbits_of("rotate180")
    ]
    for cells in filter(None, spared):
        fewer = "".join("." if k in cells else digit for k, digit in enumerate(puzzle))
        assert solutions(fewer) == 2
    (puzzle,) = some(1, Wish(symmetry="diagonal", minimal=True))
    assert shape(puzzle) == transposed(shape(puzzle))
    for cell in range(81):
        if puzzle[cell] != ".":
            assert solutions(f"{puzzle[:cell]}.{puzzle[cell + 1 :]}") == 2


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_a_puzzle_has_as_many_givens_as_were_wished_for(symmetry: str) -> None:
    possible = totals(symmetry)
    for givens in range(37, 82, 7):
        wish = Wish(givens=givens, symmetry=symmetry)
        if givens in possible:
            (puzzle,) = some(1, wish)
            assert clues(puzzle) == givens
            assert solutions(puzzle) == 1
        else:
            with pytest.raises(SudokuError, match=f"{givens} givens, expected"):
                puzzles(wish, 1)


def test_a_minimal_puzzle_can_have_the_givens_wished_for() -> None:
    (puzzle,) = some(1, Wish(givens=26, minimal=True))
    assert clues(puzzle) == 26
    for cell in range(81):
        if puzzle[cell] != ".":
            assert solutions(f"{puzzle[:cell]}.{puzzle[cell + 1 :]}") == 2


def test_the_cross_has_every_symmetry_and_is_two_rows_and_two_columns() -> None:
    for line in range(3):
        cells = cross(line)
        assert len(cells) == 4 * 9 - 4
        for symmetry in SYMMETRIES:
            inside = [cells.issuperset(orbit) for orbit in orbits_of(symmetry)]
            outside = [cells.isdisjoint(orbit) for orbit in orbits_of(symmetry)]
            assert all(a != b for a, b in zip(inside, outside))


def test_a_seed_and_a_number_are_a_puzzle() -> None:
    for wish in (Wish(), Wish(promise=PreemptiveSets(3))):
        first = some(3, wish)
        assert first == some(3, wish)
        assert len(set(first + some(3, wish, seed=2))) == 6
        assert find(wish, 1, 3, lambda *_: None) == first[2]


def test_each_try_is_told_and_an_end_of_tries_too() -> None:
    told: list[tuple[int, int]] = []
    endless = puzzles(Wish(givens=17, tries=3), 1, lambda *try_: told.append(try_))
    with pytest.raises(OutOfTries, match="puzzle 1: none like this in 3 tries"):
        next(endless)
    assert told == [(1, 1), (1, 2), (1, 3)]


@pytest.mark.parametrize(
    ("wish", "expected"),
    [
        (Wish(givens=16), "16 givens, expected 17 to 81"),
        (Wish(givens=82), "82 givens, expected 17 to 81"),
        (Wish(givens=41, minimal=True), "expected 40 at most"),
        (Wish(givens=30, symmetry="rotate90"), "expected 29 or 32"),
        (Wish(givens=31, symmetry="rotate90"), "expected 29 or 32"),
        (Wish(givens=34, symmetry="full"), "expected 33 or 36"),
        (Wish(givens=73, promise=PreemptiveSets(8)), "expected 17 to 72"),
        (Wish(givens=31, promise=SearchSize(1, 50)), "expected 32 to 81"),
    ],
)
def test_a_wish_that_nothing_can_fulfil_is_refused_at_once(
    wish: Wish, expected: str
) -> None:
    with pytest.raises(SudokuError, match=expected):
        puzzles(wish, 1)


def test_a_promise_outside_its_range_is_refused() -> None:
    for needs in (-1, 9):
        with pytest.raises(SudokuError, match=f"a set of {needs}, expected 0 to 8"):
            PreemptiveSets(needs)
    for fewest, most in ((0, 5), (6, 5), (1, 10_001)):
        with pytest.raises(SudokuError, match=f"{fewest} to {most} boards, expected"):
            SearchSize(fewest, most)


class Asks(Promise):
    """Kept with 36 clues or more, but lost with one in the middle."""

    def __init__(self) -> None:
        self.verdicts: list[Verdict] = []  # of one try

    def judge(self, puzzle: str) -> Verdict:
        enough = clues(puzzle) >= 36
        verdict: Verdict = "kept" if enough else "more clues"
        self.verdicts.append("lost" if puzzle[40] != "." else verdict)
        return self.verdicts[-1]


def test_clues_are_given_back_while_a_promise_asks_and_none_that_lose_it() -> None:
    promise = Asks()
    tries: list[list[Verdict]] = []

    def next_try(number: int, trial: int) -> None:
        tries.append(promise.verdicts)
        promise.verdicts = []

    endless = puzzles(Wish(promise=promise), 1, next_try)
    for puzzle in islice(endless, 10):
        assert clues(puzzle) == 36
        assert puzzle[40] == "."
    next_try(0, 0)
    went_on = [verdicts for verdicts in tries[1:] if verdicts != ["lost"]]
    assert len(went_on) == 10 < len(tries) - 1
    assert all(verdicts[-1] == "kept" for verdicts in went_on)
    assert any("lost" in verdicts for verdicts in went_on)
    for puzzle in some(3, Wish(promise=Asks(), givens=39)):
        assert clues(puzzle) == 39


@pytest.mark.parametrize(
    "wish",
    [
        Wish(givens=30),
        Wish(givens=50),
        *[Wish(symmetry=symmetry) for symmetry in SYMMETRIES],
        *[Wish(promise=one) for one in (NakedSingles(), Elimination(), SearchSize())],
    ],
)
def test_what_is_easy_is_found_in_the_first_try(wish: Wish) -> None:
    some(10, wish._replace(tries=1))


def test_givens_and_a_promise_are_found_together_in_some_tries() -> None:
    some(5, Wish(givens=30, promise=PreemptiveSets(3), tries=10))


def test_a_puzzle_with_several_solutions_is_never_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def too_many(puzzle: str, orbits: object, fewest: int) -> str:
        return puzzle[:40] + "." * 41

    monkeypatch.setattr(generator, "taken_out", too_many)
    with pytest.raises(OutOfTries):
        some(1, Wish(tries=10))


# The promises, by programs of the test's own.


def by_naked_singles(puzzle: str) -> tuple[str, int]:
    """What naked singles make of ``puzzle``, and in how many steps."""
    steps = 0
    while True:
        for cell, digit in enumerate(puzzle):
            left = set("123456789") - {puzzle[other] for other in SEEN[cell]}
            if digit == "." and len(left) == 1:
                puzzle = puzzle[:cell] + left.pop() + puzzle[cell + 1 :]
                steps += 1
                break
        else:
            return puzzle, steps


def by_elimination(puzzle: str) -> str:
    """Whole rounds: each cell's digits without those of the sure cells it sees."""
    sets = [{digit} if digit != "." else set("123456789") for digit in puzzle]
    before: list[set[str]] = []
    while sets != before:
        before = sets
        sure = [one if len(one) == 1 else set() for one in before]
        sets = [
            one.difference(*[sure[other] for other in SEEN[cell]])
            for cell, one in enumerate(before)
        ]
    return "".join(one.pop() if len(one) == 1 else "." for one in sets)


def by_sets(puzzle: str) -> tuple[int, bool]:
    """The least size with which preemptive sets do all they can; if that solves it."""
    grid = forced(grid_of(puzzle.replace(".", "0")))
    marks = marked(grid)
    end = worked(marks)
    solved = all(len(digits) == 1 for digits in end.values())
    left: SetMarks = marks
    needs = 0
    while left != end:
        needs += 1
        left = worked(marks, range(1, needs + 1))
    return needs, solved


def by_boards(puzzle: str, depth_first: bool) -> int:
    """How many boards a search examines until the first that is full."""
    waiting = [puzzle]
    examined = 0
    while waiting:
        board = waiting.pop(-1 if depth_first else 0)
        examined += 1
        if "." not in board:
            return examined
        options = {
            cell: set("123456789") - {board[other] for other in SEEN[cell]}
            for cell in range(81)
            if board[cell] == "."
        }
        cell = min(options, key=lambda cell: len(options[cell]))
        for digit in sorted(options[cell]):
            waiting.append(board[:cell] + digit + board[cell + 1 :])
    raise AssertionError("no solution")


@pytest.mark.parametrize(
    "wish",
    [
        Wish(promise=NakedSingles()),
        Wish(promise=NakedSingles(), givens=30),
        Wish(promise=NakedSingles(), symmetry="rotate90"),
    ],
)
def test_hacettepe_puzzles_are_solved_by_naked_singles(wish: Wish) -> None:
    for puzzle in some(10, wish):
        end, steps = by_naked_singles(puzzle)
        assert "." not in end
        assert wish.promise.facts(puzzle) == {"steps": steps}
        assert wish.givens in (None, clues(puzzle))
        assert solutions(puzzle) == 1


def test_cit591_puzzles_are_solved_by_elimination() -> None:
    promise = Elimination()
    for puzzle in some(10, Wish(promise=promise)):
        assert "." not in by_elimination(puzzle)
        assert promise.facts(puzzle) == {"ending": "solved", "unsolved": 0}


def test_cit591_puzzles_that_are_stuck_are_solved_in_part_and_not_wholly() -> None:
    promise = Elimination(STUCK)
    for puzzle in some(10, Wish(promise=promise)):
        end = by_elimination(puzzle)
        assert puzzle.count(".") > end.count(".") > 0
        assert promise.facts(puzzle) == {"ending": "stuck", "unsolved": end.count(".")}
        assert solutions(puzzle) == 1


@pytest.mark.parametrize("ending", [SOLVED, STUCK])
@pytest.mark.parametrize("needs", [None, 0, 1, 2, 3, 4, 5])
def test_comp9021_puzzles_need_a_set_of_that_size_and_none_larger(
    needs: int | None, ending: str
) -> None:
    promise = PreemptiveSets(needs, ending)
    for puzzle in some(2, Wish(promise=promise)):
        size, solved = by_sets(puzzle)
        assert (needs in (None, size), solved) == (True, ending == SOLVED)
        assert promise.facts(puzzle) == {"needs": size, "ending": ending}
        assert solutions(puzzle) == 1


# What needs the larger sets is rare; these took up to a minute to be found.
RARE = {
    (6, SOLVED): (
        "8..1524.6..2......5.68.7.29..75..2.12.1.6478.3.87.1..47...1.348...........4.895.."
    ),
    (6, STUCK): (
        "..7..3..9.........9.5861...7..2.65.3..1...2..5....81.46....4..1.........1.4.3.7.5"
    ),
    (7, SOLVED): (
        "..7.8...5...1.462..5....4...........3.16.......6.9...2.6....1..7.95.....2.54...3."
    ),
    (7, STUCK): (
        "....6.2.....97..3.21..3.5...7.8....642...9.....1......8.425...775....9.......7..."
    ),
    (8, SOLVED): (
        "5.61......48........1.65..9....8.62..............793..95.7....62.........6...8254"
    ),
    (8, STUCK): (
        ".......8..98..26.17....1....67..54...........3429..5.7.3.....76...3..2.....2.9..4"
    ),
}


@pytest.mark.parametrize(("size", "end"), RARE)
def test_sets_of_six_to_eight_are_told_apart(size: int, end: str) -> None:
    puzzle = RARE[size, end]
    assert by_sets(puzzle) == (size, end == SOLVED)
    for needs in range(9):
        for ending in (SOLVED, STUCK):
            verdict = PreemptiveSets(needs, ending).judge(puzzle)
            if needs > size or (ending, end) == (STUCK, SOLVED):
                assert verdict == "lost"
            elif (needs, ending) == (size, end):
                assert verdict == "kept"
            else:
                assert verdict == "more clues"


def test_only_sets_above_five_are_looked_for_in_sparse_grids() -> None:
    sparse = [needs for needs in range(9) if PreemptiveSets(needs).sparse]
    assert sparse == [6, 7, 8]
    avoided = [cross(line) for line in range(3)]
    wish = Wish(promise=PreemptiveSets(6, STUCK))
    puzzle = some(1, wish, seed=3)[0]
    given = {cell for cell in range(81) if puzzle[cell] != "."}
    assert min(len(given & cells) for cells in avoided) < 3


@pytest.mark.parametrize(
    ("fewest", "most"), [(1, 1000), (60, 80), (150, 250), (400, 900)]
)
def test_northwestern_puzzles_take_so_many_boards(fewest: int, most: int) -> None:
    promise = SearchSize(fewest, most)
    for puzzle in some(2, Wish(promise=promise)):
        dfs, bfs = by_boards(puzzle, True), by_boards(puzzle, False)
        assert fewest <= dfs <= most
        assert fewest <= bfs <= most
        assert promise.facts(puzzle) == {"dfs": dfs, "bfs": bfs}
        assert solutions(puzzle) == 1


def test_more_boards_ask_for_more_clues_and_fewer_are_lost() -> None:
    puzzle = RARE[7, SOLVED]
    dfs, bfs = by_boards(puzzle, True), by_boards(puzzle, False)
    assert 100 < dfs < bfs
    for fewest, most, verdict in (
        (dfs, bfs, "kept"),
        (dfs + 1, bfs, "lost"),
        (dfs, bfs - 1, "more clues"),
        (1, dfs - 1, "more clues"),
    ):
        assert SearchSize(fewest, most).judge(puzzle) == verdict


def test_more_clues_are_asked_for_only_where_they_can_help() -> None:
    hard = RARE[8, STUCK]
    (easy,) = some(1, Wish(promise=NakedSingles()))
    assert NakedSingles().judge(hard) == Elimination().judge(hard) == "more clues"
    assert NakedSingles().judge(easy) == Elimination().judge(easy) == "kept"
    assert Elimination(STUCK).judge(easy) == "lost"
    assert by_elimination(hard) == hard
    assert Elimination(STUCK).judge(hard) == "more clues"


def test_nothing_promised_is_always_kept() -> None:
    assert NOTHING.judge("." * 81) == "kept"
    assert (NOTHING.facts("." * 81), str(NOTHING)) == ({}, "")
