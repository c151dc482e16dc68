"""Compare `sudoku.exact` with Norvig's solver, in speed, and check its solutions.

    python tests/benchmarks/exact.py
    python tests/benchmarks/exact.py --compare 5000

All figures are CPU time. In each turn, both solve the same puzzles, none of them twice;
the ratio is that of a turn, and the median is printed. ``--puzzles DIR`` takes the
files of the same names there instead of the project's small samples. ``--compare N``
solves N puzzles of all kinds once more with the slow solver of the tests, and compares
up to twelve solutions of each; that takes some minutes.
"""

import argparse
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from time import process_time

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from sudoku.exact import count, solve  # noqa: E402
from sudoku.generating import generator  # noqa: E402
from tests.benchmarks import backtracking, norvig  # noqa: E402

TURNS = 5
MADE = 500
TITLES = {
    "easy": "easy",
    "seventeen": "17 givens",
    "hard": "hard",
    "hardest": "the hardest known, shuffled",
    "several": "several solutions",
}
KINDS = {"easy": 500, "seventeen": 500, "hard": 250, "hardest": 80, "several": 250}


def puzzles_of(folder: Path, name: str) -> list[str]:
    lines = (folder / f"{name}.txt").read_text().splitlines()
    return [line.split()[0] for line in lines if line and line[0] != "#"]


def seconds(work: Callable[[str], object], puzzles: Iterable[str]) -> float:
    start = process_time()
    for puzzle in puzzles:
        work(puzzle)
    return process_time() - start


def ratio(
    puzzles: list[str],
    unit: Callable[[str], object],
    ours: Callable[[str], object],
    name: str,
) -> tuple[float, float]:
    """Return how many times as fast *ours* is as *unit*, and our puzzles per second.

    Both are functions of a puzzle. *puzzles* are of the kind *name*, and are shuffled
    for each turn; the results are medians of the turns.
    """
    source = random.Random(4)
    waiting = (shuffled(puzzle, source) for puzzle in cycle(puzzles))
    ratios, speeds = [], []
    for _ in range(TURNS):
        part = list(islice(waiting, KINDS[name]))
        theirs, own = seconds(unit, part), seconds(ours, part)
        ratios.append(theirs / own)
        speeds.append(len(part) / own)
    return median(ratios), median(speeds)


def shuffled(puzzle: str, source: random.Random) -> str:
    """Return a puzzle that is as hard as *puzzle*, but looks different.

    Its digits, rows, columns and sides are interchanged at random.
    """
    rows, columns = order(source), order(source)
    digits = "".join(source.sample("123456789", 9))
    if source.random() < 0.5:
        puzzle = "".join(puzzle[start::9] for start in range(9))
    moved = "".join(puzzle[9 * row + column] for row in rows for column in columns)
    return moved.translate(str.maketrans("123456789", digits))


def order(source: random.Random) -> list[int]:
    bands = [3 * band for band in source.sample(range(3), 3)]
    return [band + line for band in bands for line in source.sample(range(3), 3)]


def slowest(names: Iterable[str], folder: Path) -> None:
    """Print the puzzle that takes longest to be counted to two solutions, and its time.

    The puzzles are those of the files *names* in *folder*, and some that are
    impossible.
    """
    every = [puzzle for name in names for puzzle in puzzles_of(folder, name)]
    every += puzzles_of(SAMPLES, "none") + list(islice(sparse(random.Random(2)), 3000))
    worst, puzzle = max((seconds(count, [puzzle]), puzzle) for puzzle in every)
    print(
        f"\nThe slowest of {len(every):,} puzzles took {worst * 1000:.1f} ms:\n{puzzle}"
    )


def sparse(source: random.Random) -> Iterator[str]:
    """Yield puzzles with eight to sixteen givens without end.

    Many of them are impossible, and few have a clash.
    """
    while True:
        grid = solve(shuffled("123456789" + "." * 72, source))[0]
        digits = ["."] * 81
        for cell in source.sample(range(81), source.randint(8, 16)):
            digits[cell] = grid[cell]
        place = source.randrange(81)
        digits[place] = source.choice(digits[place] + "123456789")
        yield "".join(digits)


def compare(number: int, folder: Path) -> None:
    """Solve ``number`` puzzles with both solvers, and print how many results agree.

    Exit with a message at the first puzzle for which they differ.
    """
    equal = dict.fromkeys(["none", "one", "several"], 0)
    for puzzle in islice(of_all_kinds(folder), number):
        ours = solve(puzzle, 12)
        slow = list(islice(backtracking.solutions(puzzle), 12))
        if len(ours) != len(slow) or len(slow) < 12 and set(ours) != set(slow):
            sys.exit(f"not equal: {puzzle}")
        equal[["none", "one", "several"][min(len(slow), 2)]] += 1
    print(f"\nEqual to the slow solver on {number:,} puzzles, by solutions: {equal}")


def of_all_kinds(folder: Path) -> Iterator[str]:
    source = random.Random(3)
    every = []
    for path in sorted(folder.glob("*.txt")):
        every += puzzles_of(folder, path.stem)
    yield from every
    solved = [grid for puzzle in every for grid in solve(puzzle)]
    while True:  # with fewer givens than are needed, or a wrong one
        grid = source.choice(solved)
        cells = source.sample(range(81), source.randint(24, 50))
        digits = [grid[cell] if cell in cells else "." for cell in range(81)]
        if source.random() < 0.5:
            digits[cells[0]] = source.choice("123456789")
        yield "".join(digits)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--puzzles", type=Path, default=SAMPLES, metavar="DIR")
    parser.add_argument("--compare", type=int, metavar="N")
    arguments = parser.parse_args()
    if arguments.compare:
        compare(arguments.compare, arguments.puzzles)
        return
    tell(arguments.puzzles)


def tell(folder: Path) -> None:
    print(
        "| puzzles | solving | solved per second | counting to two |\n|---|---|---|---|"
    )
    for name in KINDS:
        puzzles = puzzles_of(folder, name)
        solving, speed = ratio(puzzles, norvig.solve, solve, name)
        counting, _ = ratio(puzzles, norvig.count, count, name)
        row = f"{solving:.0f} | {speed:,.0f} | {counting:.0f}"
        print(f"| {TITLES[name]} | {row} |", flush=True)
    minimal = islice(
        generator.puzzles(generator.PuzzleSpec(minimal=True), seed=1), MADE
    )
    taken = seconds(str, minimal)
    print(f"\n{MADE / taken:,.0f} minimal puzzles are made in a second.")
    slowest(KINDS, folder)


SAMPLES = ROOT / "tests" / "golden" / "puzzles"

if __name__ == "__main__":
    main()
