"""Measure how long it takes to find puzzles that meet a condition, and check them.

    python tests/benchmarks/conditions.py sets
    python tests/benchmarks/conditions.py sizes

``sets`` generates twenty inputs for each coursework, which the slow programs of
tests/sudoku/test_conditions.py judge again. ``sizes`` looks for puzzles that need
preemptive sets of each size.
"""

import argparse
import subprocess
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from sudoku.comp9021.course import PreemptiveSets  # noqa: E402
from sudoku.generating.conditions import SOLVED, STUCK  # noqa: E402
from sudoku.generating.generator import PuzzleSpec, puzzles  # noqa: E402
from sudoku.generating.givens import count_givens  # noqa: E402
from tests.sudoku.generated import solutions  # noqa: E402
from tests.sudoku.test_conditions import (  # noqa: E402
    by_boards,
    by_elimination,
    by_naked_singles,
    by_sets,
)


def sizes(number: int, first: int) -> None:
    """Print how long it takes to find puzzles that need preemptive sets of each size.

    ``number`` puzzles are found for each size from ``first`` to 8.
    """
    print("| needs | ending | puzzles | tries each | s each | longest s | givens |")
    print("|---|---|---|---|---|---|---|")
    for needs in range(first, 9):
        for ending in (SOLVED, STUCK):
            tries: list[int] = []
            spec = PuzzleSpec(condition=PreemptiveSets(needs, ending), tries=10**6)
            endless = puzzles(spec, 1, lambda *_: tries.append(1))  # noqa: B023
            found: list[str] = []
            seconds: list[float] = []
            for _ in range(number):
                start = process_time()
                found += islice(endless, 1)
                seconds.append(process_time() - start)
            print(
                f"| {needs} | {ending} | {number} | {len(tries) / number:,.0f} "
                f"| {mean(seconds):.2f} | {max(seconds):.2f} "
                f"| {mean(map(count_givens, found)):.0f} |",
                flush=True,
            )


def sets() -> None:
    """Print the time for twenty inputs for each coursework, and how many are right."""
    print("| --for | files | s | kept, by the slow programs |\n|---|---|---|---|")
    for words, kept in judges().items():
        with TemporaryDirectory() as folder:
            command = f"-m sudoku generate --count 20 --seed 1 -q --for {words} "
            more = ["--format", "line", "--with-answers", folder]
            start = perf_counter()
            puzzles = subprocess.run(
                [sys.executable, *command.split(), *more],
                cwd=ROOT,
                capture_output=True,
                text=True,
                check=True,
            ).stdout.split()
            seconds = perf_counter() - start
            files = len(list(Path(folder).iterdir()))
        good = sum(solutions(puzzle) == 1 and kept(puzzle) for puzzle in puzzles)
        row = f"{files} | {seconds:.2f} | {good} of {len(puzzles)}"
        print(f"| {words} | {row} |", flush=True)


def judges() -> dict[str, Callable[[str], bool]]:
    """Return, for each way to call ``generate --for``, a slow check of its puzzles.

    The check returns whether a puzzle meets the condition.
    """

    def needs(size: int, solved: bool) -> Callable[[str], bool]:
        return lambda puzzle: by_sets(puzzle) == (size, solved)

    kept: dict[str, Callable[[str], bool]] = {
        "hacettepe": lambda puzzle: "." not in by_naked_singles(puzzle)[0],
        "cit591": lambda puzzle: "." not in by_elimination(puzzle),
        "cit591 --ending stuck": lambda puzzle: (
            puzzle.count(".") > by_elimination(puzzle).count(".") > 0
        ),
        "comp9021": lambda puzzle: by_sets(puzzle)[1],
        "comp9021 --ending stuck": lambda puzzle: not by_sets(puzzle)[1],
        "northwestern": lambda puzzle: by_boards(puzzle, False) <= 1000,
        "northwestern --boards 500-2000": lambda puzzle: (
            500 <= by_boards(puzzle, True) <= by_boards(puzzle, False) <= 2000
        ),
    }
    for size in range(1, 7):
        kept[f"comp9021 --needs {size}"] = needs(size, True)
        kept[f"comp9021 --needs {size} --ending stuck"] = needs(size, False)
    return kept


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["sets", "sizes"])
    parser.add_argument("--number", type=int, default=10, help="puzzles of each size")
    parser.add_argument("--first", type=int, default=0, help="the smallest size")
    arguments = parser.parse_args()
    if arguments.what == "sets":
        sets()
    else:
        sizes(arguments.number, arguments.first)


if __name__ == "__main__":
    main()
