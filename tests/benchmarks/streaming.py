"""How fast and in how much memory ``solve`` takes many lines, beside the bare solver.

    python tests/benchmarks/streaming.py PUZZLES

PUZZLES is a file in any format. Its puzzles are repeated, each time with its digits
renamed, up to 100,000 lines. The two ways take turns; times are CPU times, those of
the command with its start.
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
TURNS = 5


def lines_from(path: str) -> list[str]:
    """LINES puzzles like those in the file at ``path``."""
    puzzles = [found.cells for found in read_file(path) if isinstance(found, Puzzle)]
    random = Random(1)
    lines = []
    for number in range(LINES):
        names = "".join(random.sample("123456789", 9))
        puzzle = puzzles[number % len(puzzles)]
        lines.append(puzzle.translate(str.maketrans("123456789", names)))
    return lines


def bare(lines: list[str]) -> float:
    """The time of the solver alone, which looks for a second solution as well."""
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
    """The time of ``cat FILE | python -m sudoku solve``, and its memory in MB."""
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
    lines = lines_from(sys.argv[1])
    whole, part = file_of(lines), file_of(lines[: LINES // 3])
    turns = [
        (*command(whole), command(part)[1], bare(lines), 10 * one_by_one(lines[::10]))
        for _ in range(TURNS)
    ]
    piped, memory, less_memory, *_ = map(median, zip(*turns, strict=True))
    print(f"solve in a pipe: {LINES / piped:,.0f} a second")
    for number, name in ((3, "solve_all(lines, limit=2)"), (4, "solve(line), a loop")):
        alone = median(turn[number] for turn in turns)
        share = median(turn[number] / turn[0] for turn in turns)
        print(f"{name}: {LINES / alone:,.0f} a second, the pipe {share:.0%} of that")
    print(f"memory: {memory:.0f} MB, with a third of the lines {less_memory:.0f} MB")


if __name__ == "__main__":
    main()
