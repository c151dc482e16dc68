"""`masks`: it finds what `tree` finds, is used when compiled, and changes no answer."""

import os
import signal
import subprocess
import sys
from collections import Counter
from importlib.machinery import EXTENSION_SUFFIXES
from itertools import islice, product
from pathlib import Path
from time import process_time
from types import FrameType, ModuleType
from unittest.mock import Mock

import pytest

from sudoku import exact
from sudoku.exact import bulk, count, is_needed, solutions, solve, solve_all
from sudoku.exact.fields import DEAD, state_of
from sudoku.exact.tree import confine, place_singles
from sudoku.generating.generator import Wish, puzzles
from tests.benchmarks.backtracking import UNITS
from tests.places import ROOT
from tests.sudoku.exact_puzzles import (
    EMPTY_PUZZLE,
    ENOUGH,
    WITH_ONE,
    candidates_in,
    known_in,
    puzzles_of,
    random_puzzles,
)
from tests.sudoku.exact_ways import copied

SEVERAL = puzzles_of("several")


# What follows


def closure(puzzle: str) -> set[tuple[int, int]] | None:
    """Each cell and digit that is left after what `tree` does, None if it is dead."""
    state = place_singles(state_of(puzzle))
    while (confined := confine(state)) != state:
        state = place_singles(confined)
    return None if state == DEAD else candidates_in(state) | known_in(state)


def followed(masks: ModuleType, puzzle: str) -> set[tuple[int, int]] | None:
    words = masks.read(puzzle)
    if not masks.follow(words, 0b111111111):
        return None
    return {
        (cell, digit)
        for cell, digit in product(range(81), range(9))
        if words[9 * (cell // 27) + digit] >> 10 * (cell // 9 % 3) + cell % 9 & 1
    }


def test_what_follows_is_what_follows_in_the_integer(interpreted: ModuleType) -> None:
    for puzzle in WITH_ONE[::4] + SEVERAL[::4] + puzzles_of("none"):
        assert followed(interpreted, puzzle) == closure(puzzle)
    dead = 0
    for puzzle in islice(random_puzzles(6, 20, 60), 200):
        assert followed(interpreted, puzzle) == closure(puzzle)
        dead += closure(puzzle) is None
    assert 50 < dead < 150


@pytest.mark.parametrize("step", [20, pytest.param(1, marks=pytest.mark.slow)])
def test_two_givens_that_clash_are_found_without_a_guess(
    interpreted: ModuleType, step: int
) -> None:
    for one, other in product(range(0, 81, step), range(81)):
        if one != other:
            digits = ["."] * 81
            digits[one] = digits[other] = "7"
            puzzle = "".join(digits)
            assert followed(interpreted, puzzle) == closure(puzzle)


def test_a_cell_sees_the_cells_with_two_digits_in_its_units(
    interpreted: ModuleType,
) -> None:
    for puzzle in puzzles_of("hard")[::10]:
        words = interpreted.read(puzzle)
        assert interpreted.follow(words, 0b111111111)
        left = followed(interpreted, puzzle) or set()
        digits = Counter(cell for cell, _ in left)
        pairs = {cell for cell in range(81) if digits[cell] == 2}
        for cell in range(81):
            seen = pairs & {other for unit in UNITS if cell in unit for other in unit}
            assert interpreted.in_sight(words, cell) == len(seen)


# How often `follow` is called in one of ten puzzles.
WORK = {"seventeen": 18, "hard": 280, "hardest": 1_400, "several": 56, "none": 31}


@pytest.mark.parametrize("name", WORK)
def test_to_count_the_solutions_in_words_takes_few_guesses(
    name: str, interpreted: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    follow = Mock(wraps=interpreted.follow)
    monkeypatch.setattr(interpreted, "follow", follow)
    for puzzle in puzzles_of(name)[::10]:
        interpreted.Search(puzzle).count(2)
    assert follow.call_count < WORK[name]


def test_python_is_listened_to_every_4096_solutions(
    interpreted: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[int] = []
    search = interpreted.Search(EMPTY_PUZZLE)
    search.counted = 2 * 4096 - 10
    monkeypatch.setattr(interpreted, "listen", lambda: heard.append(search.counted))
    assert search.count(2 * 4096 + 10) == 2 * 4096 + 10
    assert heard == [2 * 4096]


# The answers are the same


@pytest.mark.usefixtures("way")
def test_of_several_solutions_the_same_come_first(step: int) -> None:
    for puzzle in SEVERAL[::step] + [EMPTY_PUZZLE]:
        first = list(islice(solutions(puzzle), 3))
        assert [solve(puzzle, limit) for limit in range(4)] == [
            first[:limit] for limit in range(4)
        ]
    many = SEVERAL * (ENOUGH // len(SEVERAL) + 1)
    first = [solve(puzzle)[0] for puzzle in SEVERAL]
    assert [grid for [grid] in islice(solve_all(many), len(first))] == first


@pytest.mark.usefixtures("way")
def test_a_seed_gives_the_same_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    wish = Wish(minimal=True)
    made = list(islice(puzzles(wish, seed=5), 3))
    monkeypatch.setattr(exact, "compiled", lambda: None)
    assert made == list(islice(puzzles(wish, seed=5), 3))


@pytest.mark.usefixtures("way")
def test_a_limit_that_is_negative_is_refused() -> None:
    for refuse in (solve, count):
        with pytest.raises(ValueError, match="a limit of -1; expected 0 or more"):
            refuse(EMPTY_PUZZLE, -1)
    for number in (1, ENOUGH):
        with pytest.raises(ValueError, match="a limit of -1"):
            next(solve_all([EMPTY_PUZZLE] * number, -1))
    assert count(EMPTY_PUZZLE, 0) == 0


@pytest.mark.usefixtures("way")
def test_a_limit_may_be_any_large_number() -> None:
    puzzle = WITH_ONE[0]
    assert (count(puzzle, 10**30), len(solve(puzzle, 10**30))) == (1, 1)
    assert next(solve_all([puzzle] * ENOUGH, 10**30)) == solve(puzzle)


# Used when compiled


@pytest.mark.slow
@pytest.mark.usefixtures("only_compiled")
def test_the_compiled_one_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def unasked(puzzle: str | list[str]) -> int:
        raise AssertionError

    monkeypatch.setattr(exact, "state_of", unasked)
    monkeypatch.setattr(bulk, "settle", unasked)
    puzzle = WITH_ONE[0]
    assert len(solve(puzzle)) == count(puzzle) == 1
    assert len(next(solve_all([puzzle] * ENOUGH))) == 1
    given = [cell for cell in range(81) if puzzle[cell] != "."]
    assert not all(is_needed(puzzle, cell) for cell in given)


def test_as_python_it_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = copied(tmp_path) / "sudoku" / "exact"
    monkeypatch.setattr(exact, "__path__", [str(folder)])
    assert (folder / "masks.py").exists()
    assert exact.compiled.__wrapped__() is None


def test_one_that_cannot_be_loaded_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"masks{EXTENSION_SUFFIXES[0]}").write_text("of another machine")
    monkeypatch.setattr(exact, "__path__", [str(tmp_path)])
    monkeypatch.delitem(sys.modules, "sudoku.exact.masks", raising=False)
    assert exact.compiled.__wrapped__() is None


def test_one_that_is_older_than_its_source_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = copied(tmp_path) / "sudoku" / "exact"
    (folder / f"masks{EXTENSION_SUFFIXES[0]}").touch()
    loaded = ModuleType("masks")
    setattr(loaded, "Search", str)
    monkeypatch.setitem(sys.modules, "sudoku.exact.masks", loaded)
    monkeypatch.setattr(exact, "__path__", [str(folder)])
    assert exact.compiled.__wrapped__()
    after = (folder / "masks.py").stat().st_mtime + 1e6
    os.utime(folder / "masks.py", (after, after))
    assert exact.compiled.__wrapped__() is None


def test_without_it_nothing_but_the_standard_library_is_loaded(tmp_path: Path) -> None:
    program = (
        "import sys; from sudoku.exact import count; assert count('.' * 81) == 2;"
        "print({'librt', 'mypy_extensions', 'sudoku.exact.masks'} & {*sys.modules})"
    )
    run = [sys.executable, "-c", program]
    told = subprocess.run(run, cwd=copied(tmp_path), capture_output=True)
    assert (told.stdout, told.stderr) == (b"set()\n", b"")


def test_nobody_looks_for_it_before_the_first_puzzle() -> None:
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r});"
        "import sudoku.cli, sudoku.exact, sudoku.generating.generator;"
        "print({'librt', 'importlib.machinery', 'sudoku.exact.masks'} & {*sys.modules})"
    )
    run = [sys.executable, "-I", "-S", "-c", program]
    told = subprocess.run(run, capture_output=True)
    assert (told.stdout, told.stderr) == (b"set()\n", b"")


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs setitimer")
@pytest.mark.slow
@pytest.mark.usefixtures("only_compiled")
def test_a_long_count_can_be_interrupted() -> None:
    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    start = process_time()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(KeyboardInterrupt):
            count(EMPTY_PUZZLE, 20_000_000)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert process_time() - start < 1
