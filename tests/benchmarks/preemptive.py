"""Measure what the preemptive sets of COMP9021 cost.

    python tests/benchmarks/preemptive.py

The first table: all preemptive sets of one grid, found by the coursework, which looks
at subset after subset, and by the fast method of the generator. The second: the
coursework on 500 minimal puzzles. The third: the process that writes all four files of
sudoku_4, beside an empty one. Medians of turns are shown; ratios are taken turn by
turn. The first two tables count processor time, so that other work on the machine does
not count.
"""

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from subprocess import DEVNULL
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from sudoku.comp9021 import preemptive  # noqa: E402
from sudoku.comp9021.closure import apply_sets, masks_of  # noqa: E402
from sudoku.comp9021.reading import read_grid  # noqa: E402
from sudoku.generating.generator import PuzzleSpec, puzzles  # noqa: E402
from sudoku.grid import Grid, Marks, grid_of, possible_digits  # noqa: E402

TURNS = 9
PAIRS = 20
MINIMAL = 500
GOLDEN = ROOT / "tests" / "golden" / "comp9021"


def marks_of(grid: Grid) -> Marks:
    return possible_digits(preemptive.with_forced_digits(grid))


def grids() -> dict[str, Grid]:
    """Return, by name, the official grids and three that need sets of six to eight."""
    named = {
        f"sudoku_{number}": read_grid((GOLDEN / f"sudoku_{number}.txt").read_bytes())
        for number in (3, 4, 5)
    }
    lines = (GOLDEN / "mistakes.txt").read_text().splitlines()
    for name, digits in map(str.split, lines):
        if name in ("sizes_to_5", "sizes_to_6", "sizes_to_7"):
            named[f"needs sets of {int(name[-1]) + 1}"] = grid_of(digits)
    return named


def milliseconds(clock: Callable[[], float], work: Callable[[], object]) -> float:
    start = clock()
    work()
    return 1000 * (clock() - start)


def closures(grid: Grid) -> tuple[float, float]:
    """Return the milliseconds that two methods take for the preemptive sets of *grid*.

    The first is the coursework's method, the second that of the generator. Raise
    AssertionError if they leave different marks.
    """
    left = marks_of(grid)
    masks = masks_of(left)
    slow = milliseconds(process_time, partial(preemptive.apply_preemptive_sets, left))
    fast = milliseconds(process_time, partial(apply_sets, masks))
    assert masks == masks_of(left)
    return slow, fast


def closure_table() -> None:
    print("| grid | coursework, ms | fast, ms | ratio |")
    print("|---|---|---|---|")
    for name, grid in grids().items():
        turns = [closures(grid) for _ in range(TURNS)]
        slow, fast = map(median, zip(*turns))
        ratio = median(slow / fast for slow, fast in turns)
        print(f"| {name} | {slow:.1f} | {fast:.1f} | {ratio:.1f} |")


def minimal_table() -> None:
    endless = puzzles(PuzzleSpec(minimal=True), seed=1)
    times = [closures(grid_of(puzzle)) for puzzle in islice(endless, MINIMAL)]
    print(f"| {MINIMAL} minimal puzzles | coursework, ms | fast, ms |")
    print("|---|---|---|")
    for name, of in (("median", median), ("worst", max)):
        slow, fast = (of(column) for column in zip(*times))
        print(f"| {name} | {slow:.1f} | {fast:.1f} |")


def process(*arguments: str) -> float:
    """Return the milliseconds that a Python process with these *arguments* takes."""
    command = [sys.executable, *arguments]
    run = partial(subprocess.run, command, cwd=ROOT, check=True, stdout=DEVNULL)
    return milliseconds(perf_counter, run)


def process_table() -> None:
    command = (
        "-m",
        "sudoku",
        "comp9021",
        str(GOLDEN / "sudoku_4.txt"),
        "all",
        "--outdir",
    )
    with TemporaryDirectory() as folder:
        process(*command, folder), process("-c", "pass")
        pairs = [
            (process(*command, folder), process("-c", "pass")) for _ in range(PAIRS)
        ]
    command_ms, empty_ms = map(median, zip(*pairs))
    print("| all four files, ms | python -c pass, ms | ratio |")
    print("|---|---|---|")
    ratio = median(one / other for one, other in pairs)
    print(f"| {command_ms:.1f} | {empty_ms:.1f} | {ratio:.2f} |")


if __name__ == "__main__":
    closure_table()
    print()
    minimal_table()
    print()
    process_table()
