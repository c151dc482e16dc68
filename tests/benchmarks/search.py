"""Measure how long DFS takes for a board, and how much memory DFS and BFS need.

    python tests/benchmarks/search.py

The first table: DFS solves hard boards, each of them once with the boards of the
command and once with the Board of the hand-in, which leaves its copies to
``copy.deepcopy``, in turns; the ratio is taken turn by turn. The second: the first
board of the starter with fewer and fewer of its solution's numbers, each search in a
process of its own, so that its highest use of memory can be read; BFS ends after 15,000
boards. The script needs less than 700 MB and 60 s.
"""

import gc
import random
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from sudoku.northwestern.limits import MonitoredBoard, SearchLimitError, SearchMonitor  # noqa: E402
from sudoku.northwestern.search import BFS, DFS, Board  # noqa: E402

TURNS = 9
HARD = (ROOT / "tests" / "golden" / "northwestern" / "hard.txt").read_text().split()
SOLUTION = (
    "472683519319754268568912347143567892295148673786329154624895731857431926931276485"
)
GIVEN = (50, 40, 30, 28, 26, 24, 22, 20, 17, 10, 0)
MOST_BOARDS = 15_000


def board_of(digits: str, board: Board) -> Board:
    for place, digit in enumerate(digits):
        if digit != ".":
            board.update(place // 9, place % 9, int(digit))
    return board


def examined(digits: str) -> int:
    watch = SearchMonitor()
    DFS(board_of(digits, MonitoredBoard(watch)))
    return watch.examined


def watched() -> MonitoredBoard:
    return MonitoredBoard(SearchMonitor())


def microseconds(new_board: Callable[[], Board]) -> float:
    """Return the microseconds that DFS takes per examined board, over all hard boards.

    *new_board* returns an empty board.
    """
    boards = [board_of(digits, new_board()) for digits in HARD]
    start = perf_counter()
    for board in boards:
        DFS(board)
    return (perf_counter() - start) / TOTAL * 1e6


def copies() -> None:
    turns = [(microseconds(watched), microseconds(Board)) for _ in range(TURNS)]
    own, generic = (median(times) for times in zip(*turns, strict=True))
    ratio = median(theirs / ours for ours, theirs in turns)
    print(f"DFS on {len(HARD)} hard boards, {TOTAL:,} boards examined:\n")
    print("| copies by | µs per examined board | ratio |\n|---|---|---|")
    print(f"| `MonitoredBoard.__deepcopy__` | {own:.1f} | 1 |")
    print(f"| `copy.deepcopy` alone | {generic:.1f} | {ratio:.1f} |")


def grow(given: int, name: str) -> None:
    """Print a row of a table: the boards, memory and time that one search needs.

    ``given`` is the number of cells that are filled, and ``name`` is "DFS" or "BFS". It
    runs in a process of its own.
    """
    gc.disable()  # as the command does
    places = random.Random(1).sample(range(81), given)
    digits = "".join(n if k in places else "." for k, n in enumerate(SOLUTION))
    watch = SearchMonitor(MOST_BOARDS)
    board = board_of(digits, MonitoredBoard(watch))
    start, before = perf_counter(), most_memory()
    try:
        (DFS if name == "DFS" else BFS)(board)
        end = "solved"
    except SearchLimitError:
        end = f"not solved, {watch.placed} placed"
    memory, time = most_memory() - before, perf_counter() - start
    print(
        f"| {given} | {name} | {watch.examined:,} | {watch.max_waiting:,} "
        f"| {memory:.0f} | {time:.2f} | {end} |"
    )


def most_memory() -> float:
    """Return the highest use of memory of this process so far, in MB."""
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def growth() -> None:
    print("| numbers given | search | boards examined | most waiting ", end="")
    print("| MB | s | end |\n|---|---|---|---|---|---|---|", flush=True)
    for given in GIVEN:
        for name in ("DFS", "BFS"):
            subprocess.run([sys.executable, __file__, str(given), name], check=True)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        grow(int(sys.argv[1]), sys.argv[2])
    else:
        TOTAL = sum(map(examined, HARD))
        copies()
        print()
        growth()
