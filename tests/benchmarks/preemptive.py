"""What COMP9021's techniques cost, beside plain ways to the same result.

    python tests/benchmarks/preemptive.py

The first table: forced digits, marks and the whole closure of preemptive sets of one
grid, by the package and by the tests' slow oracle, which works in sets. The oracle
enumerates every subset of the nine cells of every unit, a filled cell being a set of
one digit; and, to be fair to it, once more the subsets of the empty cells alone. The
second: the process that writes all four files of sudoku_4, beside an empty one. Each
turn runs all of them, ratios are taken turn by turn, and medians are shown. The first
table counts processor time, so that other work on the machine does not matter.
"""

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from subprocess import DEVNULL
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from sudoku import preemptive  # noqa: E402
from sudoku.grid import CELLS, Grid, Marks, grid_of, members  # noqa: E402
from tests.sudoku.comp9021_oracle import (  # noqa: E402
    SetMarks,
    forced,
    marked,
    worked,
)

TURNS = 9
PAIRS = 20
GOLDEN = ROOT / "tests" / "golden" / "comp9021"


def ours(grid: Grid) -> Marks:
    marks = preemptive.possible_digits(preemptive.with_forced_digits(grid))
    preemptive.apply_preemptive_sets(marks)
    return marks


def subsets_of_empty_cells(grid: Grid) -> SetMarks:
    return worked(marked(forced(grid)))


def subsets_of_units(grid: Grid) -> SetMarks:
    grid = forced(grid)
    marks = marked(grid)
    filled = {(r, c): {grid[r][c]} for r, c in CELLS if grid[r][c]}
    left = worked({**filled, **marks})
    return {at: left[at] for at in marks}


def grids() -> dict[str, Grid]:
    """The official grids, and three that need sets of six, seven and eight."""
    found = {
        f"sudoku_{number}": preemptive.parse(
            (GOLDEN / f"sudoku_{number}.txt").read_text()
        )
        for number in (3, 4, 5)
    }
    lines = (GOLDEN / "mistakes.txt").read_text().splitlines()
    for name, digits in map(str.split, lines):
        if name in ("sizes_to_5", "sizes_to_6", "sizes_to_7"):
            found[f"needs sets of {int(name[-1]) + 1}"] = grid_of(digits)
    return found


def milliseconds(clock: Callable[[], float], work: Callable[[], object]) -> float:
    start = clock()
    work()
    return 1000 * (clock() - start)


def technique_table() -> None:
    print("| grid | package, ms | subsets of units, ms | ratio |", end="")
    print(" subsets of empty cells, ms | ratio |")
    print("|---|---|---|---|---|---|")
    for name, grid in grids().items():
        ways = ours, subsets_of_units, subsets_of_empty_cells
        left = {at: set(members(digits)) for at, digits in ours(grid).items()}
        assert left == subsets_of_units(grid) == subsets_of_empty_cells(grid)
        turns = [
            [milliseconds(process_time, partial(way, grid)) for way in ways]
            for _ in range(TURNS)
        ]
        package, units, empty = map(median, zip(*turns))
        per_unit = median(turn[1] / turn[0] for turn in turns)
        per_empty = median(turn[2] / turn[0] for turn in turns)
        print(f"| {name} | {package:.2f} | {units:.0f} | {per_unit:.0f} |", end="")
        print(f" {empty:.1f} | {per_empty:.1f} |")


def process(*arguments: str) -> float:
    """The milliseconds that a Python process takes."""
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
    technique_table()
    print()
    process_table()
