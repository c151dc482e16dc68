"""Compare how long whole commands take with ``python -c pass``, and check their bounds.

Run it with the Python of a clean virtual environment, in which nothing is installed:

    python3 -m venv /tmp/clean && /tmp/clean/bin/python tests/benchmarks/startup.py

The commands take turns, 20 times. The figures are processor times of whole processes,
and the ratio is the median of the ratios of single turns. The exit status is 1 if a
ratio is larger than its bound.
"""

import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
TURNS = 20
BOUND = 5
READING_BOUND = 6  # where pseudocode is read
MARKING_BOUND = 9
READERS = {f"pseudoku {name}" for name in ("run", "trace", "translate", "judge")}
IMPORTS = "python3 -c 'import argparse, random, typing'"
# Most inputs are small, so that little but the start is measured.
LINES = """
marking rubric comp9021
pseudoku generate 2 4 1 3 --blanks 6
pseudoku check .41...2.3....1.2
pseudoku solve .41...2.3....1.2
pseudoku count .41...2.3....1.2
pseudoku call PermuteVector 2413 1
pseudoku code PermuteVector
pseudoku draw vector 1 2
pseudoku draw --help
pseudoku run program.txt --call F(2)
pseudoku trace PermuteVector 2413 1
pseudoku translate program.txt
pseudoku judge --help
pseudoku export --help
sudoku comp9021 rows.txt
sudoku hacettepe singles.txt steps.txt
sudoku cit591 lists.txt
sudoku northwestern dfs rows.txt
sudoku check rows.txt
sudoku solve rows.txt
sudoku count rows.txt
sudoku convert --format line rows.txt
sudoku compare rows.txt rows.txt
sudoku explain rows.txt --method preemptive
sudoku hint rows.txt
sudoku rate rows.txt
sudoku generate --seed 1
sudoku generate --for hacettepe --seed 1
sudoku generate --help
""".strip().splitlines()
FILES = {
    "rows.txt": "comp9021/sudoku_5.txt",
    "singles.txt": "hacettepe/i1.txt",
    "lists.txt": "cit591/puzzle1.txt",
}
PROGRAM = "function F(n)\n  s ← 0\n  while n > 0 do\n    s ← s + n\n    n ← n − 1\n"
PROGRAM += "  end while\n  return s\nend function\n"


def seconds(words: list[str], folder: str) -> float:
    """Return the processor time of Python with the arguments *words*, run in *folder*.

    Compiled files may be kept. Raise AssertionError if the command fails.
    """
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=kept | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    failed = done.returncode not in (0, 1) or b"Traceback" in done.stderr
    assert not failed, (words, done.stderr)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def bound(line: str) -> int:
    """Return the highest ratio allowed for the command *line*.

    The ratio is its time divided by that of ``python -c pass``.
    """
    program, name, *_ = line.split()
    if program == "marking":
        return MARKING_BOUND
    return READING_BOUND if f"{program} {name}" in READERS else BOUND


def main() -> int:
    """Print the table. Return exit status 1 if a command is too slow, otherwise 0."""
    commands = {
        "python3 -c pass": ["-c", "pass"],
        IMPORTS: ["-c", "import argparse, random, typing"],
        **{f"python3 -m {line}": ["-m", *line.split()] for line in LINES},
    }
    with TemporaryDirectory() as folder:
        for name, source in FILES.items():
            shutil.copy(ROOT / "tests" / "golden" / source, Path(folder, name))
        Path(folder, "program.txt").write_text(PROGRAM, encoding="utf-8")
        for words in commands.values():
            seconds(words, folder)  # a first run, which compiles
        turns = [
            [seconds(words, folder) for words in commands.values()]
            for _ in range(TURNS)
        ]
    slow = False
    print("| command | median, ms | ratio | bound |\n|---|---|---|---|")
    for name, times in zip(commands, zip(*turns, strict=True), strict=True):
        ratio = median(t / turn[0] for t, turn in zip(times, turns, strict=True))
        line = name.removeprefix("python3 -m ")
        most = bound(line) if line in LINES else None
        slow |= most is not None and ratio > most
        print(f"| `{name}` | {median(times) * 1e3:.1f} | {ratio:.2f} | {most or ''} |")
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
