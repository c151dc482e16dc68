"""Measure how long it takes to read a puzzle in each format, in microseconds.

    python tests/benchmarks/formats.py [PUZZLES] [--before FOLDER]

``--before`` compares with another checkout: both read the same text in turn, each in a
process of its own, and the ratio is the median over the turns.
"""

import argparse
import subprocess
import sys
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median

ROOT = Path(__file__).parents[2]
TURNS = 9
READER = """
import sys
from time import process_time
from sudoku.formats import parse
for line in sys.stdin:
    path = line.rstrip()
    text = open(path).read()
    start = process_time()
    number = len(parse(text))
    print(process_time() - start, number, flush=True)
"""


def reader(root: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", READER],
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def seconds(process: "subprocess.Popen[str]", path: Path, number: int) -> float:
    assert process.stdin and process.stdout
    process.stdin.write(f"{path}\n")
    process.stdin.flush()
    taken, found = process.stdout.readline().split()
    assert int(found) == number, f"{found} puzzles; expected {number}"
    return float(taken)


def main() -> None:
    sys.path.insert(0, str(ROOT))
    from tempfile import TemporaryDirectory

    from sudoku.formats import FORMATS, write
    from sudoku.generating.generator import PuzzleSpec, puzzles
    from sudoku.generating.relatives import permuted

    parser = argparse.ArgumentParser()
    parser.add_argument("puzzles", type=int, nargs="?", default=2000)
    parser.add_argument("--before", type=Path)
    arguments = parser.parse_args()
    random = Random(1)
    some = list(islice(puzzles(PuzzleSpec(), seed=1), 50))
    many = [permuted(random.choice(some), random) for _ in range(arguments.puzzles)]
    roots = [ROOT, *filter(None, [arguments.before])]
    readers = [reader(root) for root in roots]
    print(f"| format | µs per puzzle |{' before | ratio |' * (len(roots) > 1)}")
    print(f"|---|---|{'---|---|' * (len(roots) > 1)}")
    with TemporaryDirectory() as folder:
        for name in sorted(FORMATS.keys() - {"candidates"}):  # they are not read
            path = Path(folder, name)
            path.write_text("".join(write(many, name)), encoding="utf-8")
            turns = [
                [seconds(process, path, len(many)) / len(many) for process in readers]
                for _ in range(TURNS)
            ]
            now, *before = (1e6 * median(times) for times in zip(*turns))
            row = f"| {name} | {now:.1f} |"
            if before:
                ratio = median(other / own for own, other in turns)
                row += f" {before[0]:.1f} | {ratio:.2f} |"
            print(row, flush=True)
    for process in readers:
        assert process.stdin
        process.stdin.close()
        process.wait()


if __name__ == "__main__":
    main()
