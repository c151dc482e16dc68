"""Compare the speed of `sudoku.exact` with that of Norvig's solver.

    python tests/benchmarks/exact.py

All figures are CPU time. In each turn, both solve the same puzzles, none of them twice;
the ratio is that of a turn, and the median is printed.
"""

import random
import sys
from collections.abc import Callable, Iterable
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))

from sudoku.exact import count, solve
from tests.benchmarks import norvig
from tests.sudoku.puzzles import puzzles_of, rearranged

TURNS = 5
# Titles, and the number of puzzles in a turn.
KINDS = {
    "easy": ("easy", 500),
    "seventeen": ("17 givens", 500),
    "hard": ("hard", 250),
    "hardest": ("the hardest known, shuffled", 80),
    "several": ("several solutions", 250),
}


def seconds(work: Callable[[str], object], puzzles: Iterable[str]) -> float:
    start = process_time()
    for puzzle in puzzles:
        work(puzzle)
    return process_time() - start


def ratio(
    name: str, unit: Callable[[str], object], ours: Callable[[str], object]
) -> tuple[float, float]:
    """Return how many times as fast *ours* is as *unit*, and our puzzles per second.

    Both are functions of a puzzle. The puzzles are those of the file *name*, rearranged
    for each turn; the results are medians of the turns.
    """
    source = random.Random(4)
    waiting = (rearranged(puzzle, source) for puzzle in cycle(puzzles_of(name)))
    ratios, speeds = [], []
    for _ in range(TURNS):
        part = list(islice(waiting, KINDS[name][1]))
        theirs, own = seconds(unit, part), seconds(ours, part)
        ratios.append(theirs / own)
        speeds.append(len(part) / own)
    return median(ratios), median(speeds)


def main() -> None:
    print("| puzzles | solving | solved per second | counting to two |")
    print("|---|---|---|---|")
    for name, (title, _) in KINDS.items():
        solving, speed = ratio(name, norvig.solve, solve)
        counting, _ = ratio(name, norvig.count, count)
        row = f"{solving:.0f} | {speed:,.0f} | {counting:.0f}"
        print(f"| {title} | {row} |", flush=True)


if __name__ == "__main__":
    main()
