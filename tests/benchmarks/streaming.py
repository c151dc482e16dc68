"""Measure the speed and the memory of ``solve`` for many lines, beside the bare solver.

    python tests/benchmarks/streaming.py [FILE...]

The puzzles of each FILE (default: two lists of tests/golden/puzzles) are repeated, each
time with its digits renamed, up to 100,000 lines. The command, `solve_all` and a loop
take turns; times are CPU times, those of the command with its start. All are plain
Python. Memory is that of the command.
"""

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryFile
from time import process_time
from typing import IO

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from sudoku.exact import solve, solve_all  # noqa: E402
from sudoku.formats import Puzzle, read_file  # noqa: E402

LINES = 100_000
LISTS = [
    str(ROOT / f"tests/golden/puzzles/{name}.txt") for name in ("seventeen", "easy")
]
TURNS = 5


def lines_from(path: str) -> list[str]:
    """Return LINES puzzles: those of the file *path*, repeated with renamed digits."""
    puzzles = [found.cells for found in read_file(path) if isinstance(found, Puzzle)]
    random = Random(1)
    lines = []
    for number in range(LINES):
        names = "".join(random.sample("123456789", 9))
        puzzle = puzzles[number % len(puzzles)]
        lines.append(puzzle.translate(str.maketrans("123456789", names)))
    return lines


def bare(lines: list[str]) -> float:
    """Return the CPU seconds of `solve_all` for *lines*, up to two solutions each."""
    start = process_time()
    for _ in solve_all(lines, limit=2):
        pass
    return process_time() - start


def one_by_one(lines: list[str]) -> float:
    start = process_time()
    for line in lines:
        solve(line)
    return process_time() - start


def command(file: IO[bytes]) -> tuple[float, float]:
    """Return the CPU seconds and the MB of memory of ``sudoku solve`` for *file*.

    The puzzles come through a pipe, and the start of the process counts.
    """
    file.seek(0)
    cat = subprocess.Popen(["cat"], stdin=file, stdout=subprocess.PIPE)
    solver = subprocess.Popen(
        [sys.executable, "-m", "sudoku", "solve"],
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "", "PYTHONDONTWRITEBYTECODE": ""},
        stdin=cat.stdout,
        stdout=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(solver.pid, 0)
    cat.wait()
    assert status == 0
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def file_of(lines: list[str]) -> IO[bytes]:
    file = TemporaryFile()
    file.write("".join(line + "\n" for line in lines).encode())
    return file


def main() -> None:
    print("| puzzles | per second | of `solve_all` | of a loop over `solve` | MB |")
    print("|---|---|---|---|---|")
    for path in sys.argv[1:] or LISTS:
        lines = lines_from(path)
        file = file_of(lines)
        turns = [
            (*command(file), bare(lines), 10 * one_by_one(lines[::10]))
            for _ in range(TURNS)
        ]
        piped, memory, *_ = map(median, zip(*turns, strict=True))
        shares = [median(turn[k] / turn[0] for turn in turns) for k in (2, 3)]
        print(
            f"| {Path(path).stem} | {LINES / piped:,.0f} | {shares[0]:.0%} "
            f"| {shares[1]:.0%} | {memory:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
