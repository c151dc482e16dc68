"""The kernel in C: the same solutions as `tree`, in the same order, if it is there."""

import random
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from time import process_time
from types import FrameType

import pytest

from sudoku import exact
from sudoku.errors import SudokuError
from sudoku.exact import (
    count,
    count_all,
    is_needed,
    plain_solve,
    solutions,
    solve,
    solve_all,
)
from sudoku.exact import kernel as command
from sudoku.exact import library as library_module
from sudoku.exact.kernel import compile_library, main
from sudoku.exact.library import Kernel, hash_of, library_in, load_kernel
from sudoku.generating.generator import PuzzleSpec, puzzles
from tests.benchmarks.exact import shuffled
from tests.places import ROOT
from tests.sudoku.exact_puzzles import (
    EMPTY_PUZZLE,
    WITH_ONE,
    puzzles_of,
    random_puzzles,
)

SEVERAL = puzzles_of("several")
LISTS = WITH_ONE + SEVERAL + [EMPTY_PUZZLE]
UNSOLVABLE = puzzles_of("none")
needs_kernel = pytest.mark.slow  # a C compiler takes a second to make it


# The same search


@needs_kernel
@pytest.mark.parametrize("limit", [0, 1, 2, 12])
def test_the_kernel_finds_the_same_solutions_in_the_same_order(
    kernel: Kernel, limit: int
) -> None:
    plain = [plain_solve(puzzle, limit) for puzzle in LISTS]
    assert list(kernel.solve(LISTS, limit)) == plain
    assert kernel.count(LISTS, limit) == [len(found) for found in plain]


@needs_kernel
def test_the_kernel_equals_plain_python_on_random_grids(kernel: Kernel) -> None:
    # With few givens there are many solutions, and the order shows each guess.
    for least, most in ((1, 16), (17, 25), (26, 60)):
        samples = list(islice(random_puzzles(least, least, most), 500))
        assert list(kernel.solve(samples, 5)) == [plain_solve(p, 5) for p in samples]


@needs_kernel
def test_the_kernel_remembers_dead_ends_as_plain_python_does(kernel: Kernel) -> None:
    # These take up to 2,000 guesses. Another order of guesses takes another number.
    source = random.Random(1)
    samples = [shuffled(puzzle, source) for puzzle in puzzles_of("hardest")[::5]]
    assert list(kernel.solve(samples, 3)) == [plain_solve(p, 3) for p in samples]
    assert kernel.count([shuffled(p, source) for p in UNSOLVABLE], 1) == [0] * 5


@needs_kernel
def test_a_search_resumes_where_the_last_call_stopped(
    kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = list(kernel.solve(LISTS[::3], 4)), kernel.count(LISTS[::3], 4)
    monkeypatch.setattr(library_module, "MAX_GUESSES_PER_CALL", 1)
    monkeypatch.setattr(library_module, "MAX_SOLUTIONS_PER_CALL", 1)
    assert (list(kernel.solve(LISTS[::3], 4)), kernel.count(LISTS[::3], 4)) == whole


@needs_kernel
def test_a_barred_candidate_is_in_no_solution(kernel: Kernel) -> None:
    for puzzle in SEVERAL[::10]:
        found = plain_solve(puzzle, 10_000)
        assert len(found) < 10_000
        for cell in range(0, 81, 7):
            for digit in range(9):
                others = sum(solution[cell] != str(digit + 1) for solution in found)
                barred = 9 * cell + digit
                assert kernel.count([puzzle], 10_000, barred) == [others]


@pytest.mark.usefixtures("way")
def test_both_searches_find_the_same_solutions_first() -> None:
    for puzzle in [*SEVERAL, EMPTY_PUZZLE]:
        first = list(islice(solutions(puzzle), 3))
        assert [solve(puzzle, limit) for limit in range(4)] == [
            first[:limit] for limit in range(4)
        ]
    first = [solve(puzzle)[0] for puzzle in SEVERAL]
    assert [grid for [grid] in solve_all(SEVERAL)] == first


@pytest.mark.usefixtures("way")
def test_a_seed_gives_the_same_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = PuzzleSpec(minimal=True)
    made = list(islice(puzzles(spec, seed=5), 3))
    monkeypatch.setattr(exact, "loaded_kernel", lambda: None)
    assert made == list(islice(puzzles(spec, seed=5), 3))


@pytest.mark.usefixtures("way")
def test_a_negative_limit_is_refused() -> None:
    for refuse in (solve, count):
        with pytest.raises(ValueError, match="limit is -1; expected 0 or more"):
            refuse(EMPTY_PUZZLE, -1)
    for refuse_all in (solve_all, count_all):
        with pytest.raises(ValueError, match="limit is -1"):
            refuse_all([EMPTY_PUZZLE], -1)
    assert count(EMPTY_PUZZLE, 0) == 0


@pytest.mark.usefixtures("way")
def test_a_limit_may_be_any_large_number() -> None:
    puzzle = WITH_ONE[0]
    assert (count(puzzle, 10**30), len(solve(puzzle, 10**30))) == (1, 1)
    assert next(solve_all([puzzle] * 3, 10**30)) == solve(puzzle)


# Used if it is there


@needs_kernel
@pytest.mark.usefixtures("in_c")
def test_every_answer_comes_from_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    def unasked(puzzle: str | list[str]) -> int:
        raise AssertionError

    monkeypatch.setattr(exact, "state_of", unasked)
    puzzle = WITH_ONE[0]
    assert len(solve(puzzle)) == count(puzzle) == 1
    assert next(solutions(puzzle)) == solve(puzzle)[0]
    assert len(next(solve_all([puzzle] * 3))) == next(count_all([puzzle])) == 1
    given = [cell for cell in range(81) if puzzle[cell] != "."]
    assert not all(is_needed(puzzle, cell) for cell in given)


@needs_kernel
@pytest.mark.usefixtures("in_c")
@pytest.mark.parametrize("text", ["", "." * 80, "." * 82, "." * 80 + "x", "é" * 81])
def test_only_81_digits_and_dots_reach_the_kernel(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Kernel, "_search_in_c", lambda *_: pytest.fail("it was called"))
    for refuse in (solve, count, solutions, lambda puzzle: next(solve_all([puzzle]))):
        with pytest.raises(SudokuError, match="expected"):
            refuse(text)


@needs_kernel
def test_threads_can_use_the_kernel_at_the_same_time(kernel: Kernel) -> None:
    alone = list(kernel.solve(LISTS, 2))
    with ThreadPoolExecutor(4) as pool:
        results = pool.map(lambda _: list(kernel.solve(LISTS, 2)), range(16))
        assert all(result == alone for result in results)


@needs_kernel
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs setitimer")
@pytest.mark.usefixtures("in_c")
def test_a_long_count_can_be_interrupted() -> None:
    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    start = process_time()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(KeyboardInterrupt):
            count(EMPTY_PUZZLE, 10**9)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert process_time() - start < 1


@needs_kernel
def test_the_command_compiles_and_says_where(
    no_cache: Path, capsys: pytest.CaptureFixture[str], kernel: Kernel
) -> None:
    assert exact.loaded_kernel.__wrapped__() is None
    assert main([]) == 0
    path, remark = capsys.readouterr().out.splitlines()
    assert {*no_cache.iterdir()} == {Path(path), hash_of(Path(path))}
    assert Path(path).parent == no_cache
    assert "times as fast" in remark
    assert exact.loaded_kernel.__wrapped__() is not None


@pytest.mark.parametrize(
    ("compiler", "problem"),
    [("no-such-compiler", "cannot run the C compiler"), ("false", "false failed")],
)
def test_a_compiler_that_fails_gets_one_line_and_leaves_nothing(
    compiler: str,
    problem: str,
    no_cache: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CC", compiler)
    assert main([]) == 2
    output = capsys.readouterr()
    assert output.out == "" and len(output.err.splitlines()) == 1
    assert f"python3 -m sudoku.exact.kernel: error: {problem}" in output.err
    assert [*no_cache.iterdir()] == []


def test_a_library_that_cannot_be_loaded_is_not_used(no_cache: Path) -> None:
    no_cache.mkdir()
    assert load_kernel(no_cache) is None
    library_in(no_cache).write_text("of another machine")
    assert load_kernel(no_cache) is None and exact.loaded_kernel.__wrapped__() is None


@needs_kernel
def test_a_kernel_of_another_version_is_not_used(
    no_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kernel: Kernel
) -> None:
    compile_library()
    assert load_kernel(no_cache) is not None
    newer = tmp_path / "kernel.c"
    newer.write_bytes(library_module.SOURCE.read_bytes() + b"\n")
    monkeypatch.setattr(library_module, "SOURCE", newer)
    assert load_kernel(no_cache) is None


@needs_kernel
def test_a_kernel_with_other_answers_is_deleted(
    no_cache: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = library_module.SOURCE.read_text()
    wrong = no_cache.parent / "kernel.c"
    wrong.write_text(source.replace("'1' + d;", "'1' + (d + 1) % 9;"))
    monkeypatch.setattr(command, "SOURCE", wrong)
    assert main([]) == 2
    assert ".so: a wrong solution\n" in capsys.readouterr().err
    assert [*no_cache.iterdir()] == []


def test_ctypes_is_not_loaded_without_a_kernel(no_cache: Path) -> None:
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r});"
        "from sudoku.exact import count; assert count('.' * 81) == 2;"
        "print({'ctypes', 'sudoku.exact.library'} & {*sys.modules})"
    )
    run = [sys.executable, "-S", "-c", program]
    printed = subprocess.run(run, capture_output=True)
    assert (printed.stdout, printed.stderr) == (b"set()\n", b"")
