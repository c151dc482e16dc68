"""How fast puzzles are generated, beside QQwing and other packages; and how rare some are.

    python3 -m venv /tmp/peers
    /tmp/peers/bin/pip install sudokutools dokusan sudoku-py py-sudoku sudokum sudokugen
    python tests/benchmarks/generator.py speed --python /tmp/peers/bin/python
    python tests/benchmarks/generator.py sizes
    python tests/benchmarks/generator.py sets

``speed``: all take turns, each in a process of its own, and the processor time of the
whole process is compared turn by turn; of a package, the time without its import. Every
puzzle is counted by `exact`, and each of its clues taken out once. ``sizes``: which
preemptive sets can be wished for. ``sets``: twenty inputs for each coursework, judged
again by the slow programs of tests/test_generator.py.
"""

import argparse
import json
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

HERE = Path(__file__)
ROOT = HERE.parents[2]
sys.path.insert(0, str(ROOT))

TURNS = 5
OURS = 1000  # puzzles a turn, ours and QQwing's
PATIENCE = 6  # seconds of a package in a turn
LETTERS = str.maketrans("abcdefghi0", "123456789.")


def digits_of(board: Iterable[Iterable[object]]) -> str:
    return "".join(str(cell or ".") for row in board for cell in row)


def sudokutools() -> str:
    return str(import_module("sudokutools.generate").generate().encode())


def dokusan() -> str:
    return str(import_module("dokusan.generators").random_sudoku(avg_rank=300))


def sudoku_py() -> str:
    puzzle = import_module("sudoku_py").SudokuGenerator(board_size=9)
    puzzle.generate(50)
    return digits_of(puzzle.board).translate(LETTERS)


def py_sudoku() -> str:
    from random import random

    new = import_module("sudoku").Sudoku
    return digits_of(new(3, seed=random()).difficulty(0.6).board)


def sudokum() -> str:
    return digits_of(import_module("sudokum").generate(0.6))


def sudokugen() -> str:
    module = import_module("sudokugen.generator")
    return "".join(map(str, module.generate(module.Difficulty.MEDIUM, 1000)[0]))


PEERS: dict[str, Callable[[], str]] = {
    "sudokutools": sudokutools,
    "dokusan": dokusan,
    "sudoku-py": sudoku_py,
    "py-sudoku": py_sudoku,
    "sudokum": sudokum,
    "sudokugen": sudokugen,
}


def generate_as(name: str) -> None:
    """Print a package's puzzles, and its seconds for each; in the other Python."""
    sys.path.remove(str(ROOT))
    generate = PEERS[name]
    generate()  # imports
    puzzles: list[str] = []
    start = process_time()
    while not puzzles or process_time() < start + PATIENCE and len(puzzles) < OURS:
        puzzles.append(generate().replace("0", "."))
    print(json.dumps([(process_time() - start) / len(puzzles), puzzles]))


def from_package(python: str, name: str) -> tuple[float, list[str]]:
    done = subprocess.run(
        [python, str(HERE), "peer", "--name", name],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        return 0.0, []
    seconds, puzzles = json.loads(done.stdout.splitlines()[-1])
    return float(seconds), list(map(str, puzzles))


def from_process(words: list[str]) -> tuple[float, list[str]]:
    """The processor seconds for a puzzle, start-up included, and the puzzles."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    puzzles = done.stdout.split()
    return seconds / len(puzzles), puzzles


def speed(python: str) -> None:
    """Ours, QQwing and the packages in turns."""
    ours = [sys.executable, "-m", "sudoku", "generate", "--format", "line", "-q"]
    ours += ["--count", str(OURS)]
    ways: dict[str, Callable[[], tuple[float, list[str]]]] = {
        "ours": lambda: from_process(ours),
        "ours, 30 givens": lambda: from_process([*ours, "--givens", "30"]),
    }
    if shutil.which("qqwing"):
        qqwing = ["qqwing", "--one-line", "--generate", str(OURS)]
        ways["QQwing"] = lambda: from_process(qqwing)
    for name in PEERS if python else ():
        ways[name] = lambda name=name: from_package(python, name)  # type: ignore[misc]
    turns = [{name: way() for name, way in ways.items()} for _ in range(TURNS)]

    print("| | ms a puzzle | ours is faster | 30 givens | givens | several | minimal |")
    print("|---|---|---|---|---|---|---|")
    for name in ways:
        compare(name, turns)


def compare(name: str, turns: list[dict[str, tuple[float, list[str]]]]) -> None:
    from sudoku.exact import count
    from sudoku.generator import clues, is_minimal

    puzzles = [puzzle for turn in turns for puzzle in turn[name][1]]
    if not puzzles:
        print(f"| {name} | is not there |")
        return
    seconds = median(turn[name][0] for turn in turns)
    ratios = [
        median(turn[name][0] / turn[ours][0] for turn in turns)
        for ours in ("ours", "ours, 30 givens")
    ]
    several = [count(puzzle) != 1 for puzzle in puzzles]
    minimal = [is_minimal(puzzle) for puzzle, no in zip(puzzles, several) if not no]
    print(
        f"| {name} | {1000 * seconds:.2f} | {ratios[0]:.2f} | {ratios[1]:.2f} "
        f"| {mean(map(clues, puzzles)):.1f} | {sum(several)} of {len(several)} "
        f"| {sum(minimal)} of {len(minimal)} |",
        flush=True,
    )


def sizes(number: int, first: int) -> None:
    """What it takes to find a puzzle that needs sets of a size."""
    from itertools import islice

    from sudoku.generator import Wish, clues, puzzles
    from sudoku.promises import SOLVED, STUCK, PreemptiveSets

    print("| needs | ending | puzzles | tries each | s each | longest s | givens |")
    print("|---|---|---|---|---|---|---|")
    for needs in range(first, 9):
        for ending in (SOLVED, STUCK):
            tries: list[int] = []
            wish = Wish(promise=PreemptiveSets(needs, ending), tries=10**6)
            endless = puzzles(wish, 1, lambda *_: tries.append(1))  # noqa: B023
            found: list[str] = []
            seconds: list[float] = []
            for _ in range(number):
                start = process_time()
                found += islice(endless, 1)
                seconds.append(process_time() - start)
            print(
                f"| {needs} | {ending} | {number} | {len(tries) / number:,.0f} "
                f"| {mean(seconds):.2f} | {max(seconds):.2f} "
                f"| {mean(map(clues, found)):.0f} |",
                flush=True,
            )


def sets() -> None:
    """Twenty inputs for each coursework, and for some of its options."""
    from tests.test_generator import by_boards, by_elimination, by_naked_singles
    from tests.test_generator import by_sets, solutions

    judges: dict[str, Callable[[str], bool]] = {
        "hacettepe": lambda puzzle: "." not in by_naked_singles(puzzle)[0],
        "cit591": lambda puzzle: "." not in by_elimination(puzzle),
        "cit591 --ending stuck": lambda puzzle: (
            puzzle.count(".") > by_elimination(puzzle).count(".") > 0
        ),
        "comp9021": lambda puzzle: by_sets(puzzle)[1],
        "comp9021 --ending stuck": lambda puzzle: not by_sets(puzzle)[1],
        "northwestern": lambda puzzle: by_boards(puzzle, False) <= 1000,
        "northwestern --boards 500-2000": lambda puzzle: (
            500 <= by_boards(puzzle, True) <= by_boards(puzzle, False) <= 2000
        ),
    }
    for needs in range(1, 7):
        for solved in (True, False):
            end = "" if solved else " --ending stuck"
            judges[f"comp9021 --needs {needs}{end}"] = (
                lambda puzzle, k=needs, s=solved: (  # type: ignore[misc]
                    by_sets(puzzle) == (k, s)
                )
            )
    print("| --for | files | s | kept, by the slow programs |\n|---|---|---|---|")
    for words, kept in judges.items():
        with TemporaryDirectory() as folder:
            command = f"-m sudoku generate --count 20 --seed 1 -q --for {words} "
            more = ["--format", "line", "--with-answers", folder]
            start = perf_counter()
            done = subprocess.run(
                [sys.executable, *command.split(), *more],
                cwd=ROOT,
                capture_output=True,
                text=True,
                check=True,
            )
            seconds = perf_counter() - start
            files = len(list(Path(folder).iterdir()))
        puzzles = done.stdout.split()
        good = sum(solutions(puzzle) == 1 and kept(puzzle) for puzzle in puzzles)
        print(
            f"| {words} | {files} | {seconds:.2f} | {good} of {len(puzzles)} |",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["speed", "sizes", "sets", "peer"])
    parser.add_argument("--python", default="", help="one that has the packages")
    parser.add_argument("--name", default="", choices=["", *PEERS])
    parser.add_argument("--number", type=int, default=10, help="puzzles of each size")
    parser.add_argument("--first", type=int, default=0, help="the smallest size")
    arguments = parser.parse_args()
    if arguments.what == "peer":
        generate_as(arguments.name)
    elif arguments.what == "speed":
        speed(arguments.python)
    elif arguments.what == "sizes":
        sizes(arguments.number, arguments.first)
    else:
        sets()


if __name__ == "__main__":
    main()
