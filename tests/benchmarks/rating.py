"""How long ``rate`` takes per puzzle in a pipe, beside other raters, and what it says.

    python -m venv /tmp/peers && /tmp/peers/bin/pip install hodoku-py
    apt install qqwing
    /tmp/peers/bin/python tests/benchmarks/rating.py [FILE...]

The puzzles of each FILE (default: the lists of tests/golden/puzzles) are repeated, each
time with its digits renamed, up to 1,000 lines. Times are CPU times of a process, with
its start. The raters differ in what they try: HoDoKu also has chains, wings and
uniqueness rules, and QQwing guesses where its techniques end.
"""

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random
from tempfile import TemporaryFile

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from sudoku.explain.rate import rate  # noqa: E402
from sudoku.formats import Puzzle, read_file  # noqa: E402

LINES = 1_000
HODOKU = """
import sys
from hodoku.api import Solver
for line in sys.stdin:
    print(Solver().rate(line.strip()))
"""
OURS = "ours"
CLASSES = ("last cell", "hidden single", "naked single", "pointing", "claiming", "sets")


def raters() -> Iterator[tuple[str, list[str]]]:
    """Each rater that is installed, with its command."""
    yield OURS, [sys.executable, "-m", "sudoku", "rate"]
    if shutil.which("qqwing"):
        options = ["--solve", "--stats", "--nosolution", "--csv"]
        yield "QQwing", ["qqwing", *options]
    if find_spec("hodoku"):
        yield "hodoku-py", [sys.executable, "-c", HODOKU]


def lines_of(puzzles: list[str]) -> list[str]:
    """LINES puzzles like these."""
    random = Random(1)
    lines = []
    for number in range(LINES):
        names = "".join(random.sample("123456789", 9))
        puzzle = puzzles[number % len(puzzles)]
        lines.append(puzzle.translate(str.maketrans("123456789", names)))
    return lines


def milliseconds(command: list[str], lines: list[str]) -> float:
    """The CPU time of ``cat LINES | command``, per line."""
    with TemporaryFile() as file:
        file.write("".join(f"{line}\n" for line in lines).encode())
        file.seek(0)
        cat = subprocess.Popen(["cat"], stdin=file, stdout=subprocess.PIPE)
        rater = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": "", "PYTHONDONTWRITEBYTECODE": ""},
            stdin=cat.stdout,
            stdout=subprocess.DEVNULL,
        )
        used = os.wait4(rater.pid, 0)[2]
        cat.wait()
    return (used.ru_utime + used.ru_stime) / len(lines) * 1000


def share(puzzles: list[str]) -> list[str]:
    """The share of the puzzles that need each class of techniques, and the unsolved."""
    ratings = [rate(puzzle) for puzzle in puzzles]
    classes = Counter(class_of(rating.hardest) for rating in ratings if rating.solved)
    numbers = [*(classes[name] for name in CLASSES)]
    numbers.append(sum(not rating.solved for rating in ratings))
    return [f"{100 * number / len(puzzles):.0f} %" for number in numbers]


def class_of(hardest: str | None) -> str:
    name = str(hardest).lower()
    return name if name in CLASSES else "sets"


def main() -> None:
    files = sys.argv[1:] or [
        str(ROOT / "tests" / "golden" / "puzzles" / f"{name}.txt")
        for name in ("easy", "seventeen", "hard", "hardest")
    ]
    found = list(raters())
    print(f"| puzzles | {' | '.join(CLASSES)} | not solved |")
    print("|---" * (len(CLASSES) + 2) + "|")
    lists = {
        Path(path).stem: [
            entry.cells for entry in read_file(path) if type(entry) is Puzzle
        ]
        for path in files
    }
    for name, puzzles in lists.items():
        print(f"| {name}, {len(puzzles)} | {' | '.join(share(puzzles))} |")
    print(f"\n| ms per puzzle | {' | '.join(name for name, _ in found)} |")
    print("|---" * (len(found) + 1) + "|")
    for name, puzzles in lists.items():
        lines = lines_of(puzzles)
        times = []
        for rater, command in found:
            if rater == "hodoku-py" and name.startswith("hard"):
                times.append("")  # it takes seconds for each
                continue
            times.append(f"{milliseconds(command, lines):.2f}")
        print(f"| {name} | {' | '.join(times)} |")


if __name__ == "__main__":
    main()
