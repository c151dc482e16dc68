"""Measure how long ``rate`` and ``explain`` take, and how hard puzzles are.

    apt install qqwing
    python tests/benchmarks/rating.py [FILE...]

The first table is the CPU time for one puzzle in a process that has started. The second
shows which techniques the puzzles of each FILE need (default: the lists of
tests/golden/puzzles). For the third, these are repeated, each time with its digits
renamed, up to 1,000 lines, and sent through ``rate`` and QQwing in a pipe: CPU times of
a process, with its start. QQwing guesses where its techniques end.
"""

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryFile
from time import process_time

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from sudoku.explain import explain  # noqa: E402
from sudoku.explain.rate import rate  # noqa: E402
from sudoku.formats import Puzzle, read_file  # noqa: E402

LINES = 1_000
TURNS = 50
OURS = "ours"
CLASSES = {
    "hidden single": "last cell, hidden single",
    "naked single": "naked single",
    "pointing": "pointing",
    "claiming": "claiming",
    "sets, fish": "naked pair, naked triple, naked quad, hidden pair, hidden triple, "
    "hidden quad, x-wing, swordfish, jellyfish",
    "wings": "xy-wing, xyz-wing",
    "chains": "skyscraper, two-string kite, turbot fish, x-chain",
}


def raters() -> Iterator[tuple[str, list[str]]]:
    """Yield the name and the command of each installed program that rates puzzles."""
    yield OURS, [sys.executable, "-m", "sudoku", "rate"]
    if shutil.which("qqwing"):
        options = ["--solve", "--stats", "--nosolution", "--csv"]
        yield "QQwing", ["qqwing", *options]


def lines_of(puzzles: list[str]) -> list[str]:
    """Return LINES puzzles: *puzzles* again and again, with their digits renamed."""
    random = Random(1)
    lines = []
    for number in range(LINES):
        names = "".join(random.sample("123456789", 9))
        puzzle = puzzles[number % len(puzzles)]
        lines.append(puzzle.translate(str.maketrans("123456789", names)))
    return lines


def milliseconds(command: list[str], lines: list[str]) -> float:
    """Return the CPU time of *command* per line, in ms, if *lines* are its input.

    They come through a pipe, and the start of the process counts.
    """
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
    """Return, for each class of techniques, the share of *puzzles* that need it.

    The last item is the share that is not solved. Each is a text such as "12 %".
    """
    class_of = {name: each for each in CLASSES for name in CLASSES[each].split(", ")}
    hardest = Counter(
        class_of[str(rating.hardest).lower()] if rating.solved else "not solved"
        for rating in map(rate, puzzles)
    )
    return [
        f"{100 * hardest[name] / len(puzzles):.0f} %"
        for name in (*CLASSES, "not solved")
    ]


def fastest(work: Callable[[], object]) -> str:
    """Return the shortest CPU time of TURNS calls of *work*, in ms, as text."""
    times = []
    for _ in range(TURNS):
        start = process_time()
        work()
        times.append(process_time() - start)
    return f"{min(times) * 1000:.2f}"


def samples() -> None:
    """Print the time that each command needs for one puzzle, without its start."""
    print("| ms | rate | explain |\n|---|---|---|")
    for number in (3, 4, 5):
        path = ROOT / "tests" / "golden" / "comp9021" / f"sudoku_{number}.txt"
        [puzzle] = [each.cells for each in read_file(str(path)) if type(each) is Puzzle]
        times = [fastest(partial(work, puzzle)) for work in (rate, explain)]
        print(f"| {path.stem} | {' | '.join(times)} |")


def main() -> None:
    files = sys.argv[1:] or [
        str(ROOT / "tests" / "golden" / "puzzles" / f"{name}.txt")
        for name in ("easy", "seventeen", "hard", "hardest")
    ]
    samples()
    lists = {
        Path(path).stem: [
            entry.cells for entry in read_file(path) if type(entry) is Puzzle
        ]
        for path in files
    }
    print(f"\n| puzzles | {' | '.join(CLASSES)} | not solved |")
    print("|---" * (len(CLASSES) + 2) + "|")
    for name, puzzles in lists.items():
        print(f"| {name}, {len(puzzles)} | {' | '.join(share(puzzles))} |")
    found = dict(raters())
    print(f"\n| ms per puzzle | {' | '.join(found)} |")
    print("|---" * (len(found) + 1) + "|")
    for name, puzzles in lists.items():
        lines = lines_of(puzzles)
        times = [f"{milliseconds(found[rater], lines):.2f}" for rater in found]
        print(f"| {name} | {' | '.join(times)} |", flush=True)


if __name__ == "__main__":
    main()
