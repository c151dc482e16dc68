"""How long a whole command takes beside ``python -c pass``, and from what.

Run it with the Python of a clean virtual environment, in which nothing is installed:

    python3 -m venv /tmp/clean && /tmp/clean/bin/python tests/benchmarks/startup.py

The commands take turns, 20 times, so that a machine that gets slower is slow for all
of them alike; the ratio is taken turn by turn, and its median printed.
"""

import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).parents[2]
TURNS = 20
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "python -c 'import argparse, random, typing'": [
        "-c",
        "import argparse, random, typing",
    ],
    "python -m pseudoku generate 2 4 1 3 --blanks 6": (
        "-m pseudoku generate 2 4 1 3 --blanks 6".split()
    ),
}


def seconds(words: list[str]) -> float:
    """The time from start to end of one process; compiled files may be kept."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    start = perf_counter()
    subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=kept, capture_output=True, check=True
    )
    return perf_counter() - start


def main() -> None:
    for words in COMMANDS.values():
        seconds(words)  # a first run, which compiles
    turns = [[seconds(words) for words in COMMANDS.values()] for _ in range(TURNS)]
    print("| command | median, ms | ratio |\n|---|---|---|")
    for name, times in zip(COMMANDS, zip(*turns, strict=True), strict=True):
        ratio = median(t / turn[0] for t, turn in zip(times, turns, strict=True))
        print(f"| `{name}` | {median(times) * 1e3:.1f} | {ratio:.2f} |")


if __name__ == "__main__":
    main()
