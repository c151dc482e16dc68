"""New puzzles and their conditions, judged by slow programs that share nothing with them."""

import tomllib
from collections import Counter
from collections.abc import Callable
from itertools import combinations, islice
from pathlib import Path
from random import Random

import pytest

from sudoku.cit591.course import SolvedByElimination
from sudoku.comp9021.course import PreemptiveSets
from sudoku.errors import SudokuError
from sudoku.explain.rate import RatingInRange
from sudoku.generating import generator
from sudoku.generating.conditions import ANY_PUZZLE, SOLVED, STUCK, Condition
from sudoku.generating.generator import (
    AttemptsExhaustedError,
    PuzzleSpec,
    check_spec,
    find_puzzle,
    puzzles,
)
from sudoku.generating.givens import count_givens, is_minimal
from sudoku.generating.relatives import permute_puzzle, random_walk
from sudoku.generating.symmetry import (
    SYMMETRIES,
    orbits_of,
    possible_givens,
)
from sudoku.hacettepe.course import NakedSingles
from sudoku.northwestern.course import SearchSize
from tests.seeds import SEED
from tests.sudoku.oracle import hardest, worked
from tests.sudoku.puzzles import solutions, some

TABLE = tomllib.loads(Path(__file__).with_name("conditions.toml").read_text("utf-8"))
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


def test_a_seed_and_a_number_are_a_puzzle() -> None:
    for spec in (PuzzleSpec(), PuzzleSpec(condition=PreemptiveSets(3))):
        first = some(2, spec)
        assert first == some(2, spec)
        assert len({*first, *some(2, spec, seed=2)}) == 4
        assert find_puzzle(spec, 1, 2, lambda *_: None) == first[1]


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


@pytest.mark.parametrize(("values", "condition", "message"), TABLE["refused"])
def test_an_impossible_spec_is_refused_at_once(
    values: dict[str, int | str], condition: list[str | float], message: str
) -> None:
    name, *arguments = condition
    with pytest.raises(SudokuError, match=message):
        asked = globals()[str(name)](*arguments)
        puzzles(PuzzleSpec(**values, condition=asked), 1)  # type: ignore[arg-type]


def test_the_fewest_and_the_most_givens_can_be_requested() -> None:
    for givens, minimal in ((17, False), (81, False), (17, True), (40, True)):
        check_spec(PuzzleSpec(givens=givens, minimal=minimal))


def test_a_puzzle_with_several_solutions_is_never_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def too_many(puzzle: str, orbits: object, fewest: int) -> str:
        return puzzle[:40] + "." * 41

    monkeypatch.setattr(generator, "remove_givens", too_many)
    with pytest.raises(AttemptsExhaustedError):
        some(1, PuzzleSpec(tries=10))


# The conditions


def by_sets(puzzle: str) -> tuple[int, bool]:
    """The size of the largest set that is needed, and whether sets solve the puzzle."""
    sheet, steps = worked(puzzle, "preemptive")
    useful = [step for step in steps if step.kind in ("last", "set") and step.removed]
    return max((len(step.digits) for step in useful), default=0), sheet.is_full()


def by_boards(puzzle: str) -> dict[str, int]:
    """How many boards each search examines."""
    return {method: len(worked(puzzle, method)[1]) for method in ("dfs", "bfs")}


def facts_of(condition: Condition, puzzle: str) -> dict[str, object]:
    """Return the facts of a condition, as the oracle finds them."""
    match condition:
        case NakedSingles():
            sheet, steps = worked(puzzle, "singles")
            return {"steps": len(steps)} if sheet.is_full() else {}
        case SolvedByElimination():
            unsolved = len(worked(puzzle, "elimination")[0].empty())
            ending = STUCK if unsolved else SOLVED
            return {"ending": ending, "unsolved": unsolved}
        case PreemptiveSets():
            size, solved = by_sets(puzzle)
            return {"needs": size, "ending": SOLVED if solved else STUCK}
        case RatingInRange():
            return {"figure": hardest(puzzle)}
    return {**by_boards(puzzle)}


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", TABLE["promised"])
def test_generated_puzzles_have_the_facts_that_are_promised(
    name: str, every: bool
) -> None:
    """Two figures are the least and the most."""
    rows = TABLE["promised"][name]
    few = Random(SEED).sample(rows, min(2, len(rows)))
    for values, facts in rows if every else few:
        condition: Condition = globals()[name](**values)
        for puzzle in some(5 if every else 1, PuzzleSpec(condition=condition)):
            found = facts_of(condition, puzzle)
            assert found and condition.facts(puzzle).items() >= found.items()
            assert puzzle.count(".") > int(str(found.get("unsolved", 0)))
            for key, promised in facts.items():
                is_range = isinstance(promised, list)
                least, most = promised if is_range else (promised, promised)
                assert least <= found[key] <= most
            assert solutions(puzzle) == 1


RARE = {(size, end): puzzle for size, end, puzzle in TABLE["rare"]}


@pytest.mark.parametrize(
    ("size", "end"),
    [pytest.param(*key, marks=pytest.mark.slow if key[0] > 6 else ()) for key in RARE],
)
def test_sets_of_six_to_eight_are_told_apart(size: int, end: str) -> None:
    puzzle = RARE[size, end]
    assert by_sets(puzzle) == (size, end == SOLVED)
    for needs in range(9):
        for ending in (SOLVED, STUCK):
            verdict = PreemptiveSets(needs, ending).check(puzzle)
            if needs > size or (ending, end) == (STUCK, SOLVED):
                assert verdict == "lost"
            elif (needs, ending) == (size, end):
                assert verdict == "kept"
            else:
                assert verdict == "more givens"


@pytest.mark.nightly
@pytest.mark.parametrize(("size", "end"), [(7, STUCK), (8, SOLVED)])
def test_puzzles_made_from_an_example_meet_its_condition(size: int, end: str) -> None:
    spec = PuzzleSpec(condition=PreemptiveSets(size, end))
    made = some(8, spec, seed=1)
    assert all(fingerprint(a) != fingerprint(b) for a, b in combinations(made, 2))
    for puzzle in made:
        assert by_sets(puzzle) == (size, end == SOLVED)
        assert solutions(puzzle) == 1
        assert is_minimal(puzzle)
    assert made[0] == some(1, spec, seed=1)[0]
    assert made[0] != some(1, spec, seed=2)[0]


def fingerprint(puzzle: str) -> list[tuple[int, int, int]]:
    """The same for equivalent puzzles: permuted lines and digits, or transposed.

    For each given, how many there are in its two lines, in its box and of its digit.
    """
    given = [
        (cell // 9, cell % 9, cell // 27 * 3 + cell % 9 // 3, digit)
        for cell, digit in enumerate(puzzle)
        if digit != "."
    ]
    rows, columns, boxes, digits = map(Counter, zip(*given))
    return sorted((rows[r] * columns[c], boxes[b], digits[d]) for r, c, b, d in given)


def test_a_walk_finds_different_minimal_puzzles_with_the_property() -> None:
    start = RARE[8, STUCK]
    moved = permute_puzzle(start, Random(1))
    assert moved != start and fingerprint(moved) == fingerprint(start)
    most = count_givens(start) + 1
    walk = random_walk(start, lambda puzzle: count_givens(puzzle) <= most, Random(1))
    found = list(islice(filter(None, walk), 5))
    every = [start, *found]
    assert all(fingerprint(a) != fingerprint(b) for a, b in combinations(every, 2))
    for puzzle in found:
        assert solutions(puzzle) == 1 and is_minimal(puzzle)
        assert count_givens(puzzle) <= most


def test_examples_serve_only_sets_of_seven_and_eight_without_symmetry() -> None:
    for needs in range(9):
        for ending in (SOLVED, STUCK):
            condition = PreemptiveSets(needs, ending)
            assert bool(condition.example) == (needs > 6)
            assert not condition.example or condition.check(condition.example) == "kept"
    spec = PuzzleSpec(condition=PreemptiveSets(8), symmetry="rotate180", tries=1)
    with pytest.raises(AttemptsExhaustedError):
        some(1, spec)


def test_more_boards_ask_for_more_givens_and_fewer_are_lost() -> None:
    puzzle = ".43.8.25.6.............1.949....4.7....6."
    puzzle += "8....1.2....382.5.............5.34.9.71."
    dfs, bfs = by_boards(puzzle).values()
    assert 90 < dfs < bfs
    assert SearchSize(1, bfs - 1).facts(puzzle) == {"dfs": dfs, "bfs": 0}
    assert SearchSize(1, dfs - 1).facts(puzzle) == {"dfs": 0, "bfs": 0}
    for fewest, most, verdict in (
        (dfs, bfs, "kept"),
        (dfs + 1, bfs, "lost"),
        (dfs, bfs - 1, "more givens"),
        (1, dfs - 1, "more givens"),
    ):
        assert SearchSize(fewest, most).check(puzzle) == verdict


def test_more_givens_are_asked_for_only_where_they_can_help() -> None:
    hard = RARE[8, STUCK]
    (easy,) = some(1, PuzzleSpec(condition=NakedSingles()))
    for condition in (NakedSingles(), SolvedByElimination()):
        assert condition.check(hard) == "more givens"
        assert condition.check(easy) == "kept"
    assert SolvedByElimination(STUCK).check(easy) == "lost"
    assert worked(hard, "elimination")[0].state()[0] == hard
    assert SolvedByElimination(STUCK).check(hard) == "more givens"
    assert ANY_PUZZLE.check("." * 81) == "kept"
    assert (ANY_PUZZLE.facts("." * 81), str(ANY_PUZZLE)) == ({}, "")


def test_a_rating_is_lowered_by_more_givens_and_a_low_one_is_lost() -> None:
    [puzzle] = some(1, PuzzleSpec(condition=RatingInRange(3, 3), minimal=True))
    assert RatingInRange(1, 2.8).check(puzzle) == "more givens"
    assert RatingInRange(3, 3.2).check(puzzle) == "kept"
    assert RatingInRange(3.2, 6.7).check(puzzle) == "lost"
    assert RatingInRange(1, 6.7).check("." * 81) == "more givens"


@pytest.mark.parametrize(("name", "values", "least", "most", "words"), TABLE["words"])
def test_a_condition_has_its_givens_and_its_words(
    name: str, values: list[str | int], least: int, most: int, words: str
) -> None:
    condition = globals()[name](*values)
    assert (condition.least, condition.most, str(condition)) == (least, most, words)
