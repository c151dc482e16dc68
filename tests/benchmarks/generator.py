"""Measure how fast puzzles are generated, beside QQwing and other packages.

    python3 -m venv /tmp/peers
    /tmp/peers/bin/pip install sudokutools dokusan sudoku-py py-sudoku sudokum sudokugen
    python tests/benchmarks/generator.py --python /tmp/peers/bin/python

All take turns, each in a process of its own, and the processor time of the whole
process is compared turn by turn; of a package, the time without its import. The
solutions of every puzzle are counted, and each given of the unique ones is removed once.
"""

import argparse
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from statistics import mean, median
from threading import Timer
from time import process_time

HERE = Path(__file__)
ROOT = HERE.parents[2]
sys.path.insert(0, str(ROOT))

MINIMAL = "ours, `--minimal`"
TURNS = 5
OURS = 1000  # puzzles a turn, ours and QQwing's
PATIENCE = 2  # seconds of a package in a turn
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
    """Print puzzles that the package *name* generates, each with the seconds so far.

    This runs in the Python in which the package is installed.
    """
    sys.path.remove(str(ROOT))
    generate = PEERS[name]
    generate()  # imports
    start = process_time()
    for _ in range(OURS):
        print(generate().replace("0", "."), process_time() - start, flush=True)
        if process_time() > start + PATIENCE:
            break


def from_package(python: str, name: str) -> tuple[float, list[str]]:
    """Return the processor seconds per puzzle of the package *name*, and its puzzles.

    *python* is the interpreter in which it is installed; its start does not count. A
    package that hangs is killed, and what it printed so far counts. If it printed no
    puzzle, the result is 0 and [].
    """
    words = [python, str(HERE), "--peer", name]
    child = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    stop = Timer(5 * PATIENCE, child.kill)
    stop.start()
    text, _ = child.communicate()
    stop.cancel()
    printed = re.findall(r"^(\S{81}) (\S+)$", text, re.MULTILINE)
    puzzles = [puzzle for puzzle, _ in printed]
    return (float(printed[-1][1]) / len(puzzles), puzzles) if puzzles else (0.0, [])


def from_process(words: list[str]) -> tuple[float, list[str]]:
    """Return the processor seconds per puzzle of the command *words*, and its puzzles.

    The start of the process counts.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    puzzles = done.stdout.split()
    return seconds / len(puzzles), puzzles


def speed(python: str) -> None:
    """Print a table that compares our generator with QQwing and other packages.

    *python* is an interpreter that has the packages, or "" to leave them out.
    """
    ours = [sys.executable, "-m", "sudoku", "generate", "--format", "line", "-q"]
    ours += ["--count", str(OURS)]
    thirty = [*ours, "--givens", "30"]
    ways: dict[str, Callable[[], tuple[float, list[str]]]] = {
        MINIMAL: lambda: from_process([*ours, "--minimal"]),
        "ours, `--givens 30`": lambda: from_process(thirty),
    }
    if shutil.which("qqwing"):
        qqwing = ["qqwing", "--one-line", "--generate", str(OURS)]
        ways["QQwing"] = lambda: from_process(qqwing)
    for name in PEERS if python else ():
        ways[name] = lambda name=name: from_package(python, name)  # type: ignore[misc]
    turns = [{name: way() for name, way in ways.items()} for _ in range(TURNS)]

    print("| generator | ms per puzzle | ours is faster by ", end="")
    print("| givens | several solutions | minimal |\n|---|---|---|---|---|---|")
    for name in ways:
        compare(name, turns)


def compare(name: str, turns: list[dict[str, tuple[float, list[str]]]]) -> None:
    # Not at the top: a package that is compared is called sudoku too.
    from sudoku.exact import count
    from sudoku.generating.givens import count_givens, is_minimal

    puzzles = [puzzle for turn in turns for puzzle in turn[name][1]]
    if not puzzles:
        print(f"| {name} | is not there |")
        return
    seconds = median(turn[name][0] for turn in turns)
    ratio = median(turn[name][0] / turn[MINIMAL][0] for turn in turns)
    faster = "" if name.startswith("ours") else f"{ratio:.3g}"
    several = [count(puzzle) != 1 for puzzle in puzzles]
    minimal = [is_minimal(puzzle) for puzzle, no in zip(puzzles, several) if not no]
    print(
        f"| {name} | {1000 * seconds:.3g} | {faster} "
        f"| {mean(map(count_givens, puzzles)):.1f} "
        f"| {sum(several):,} of {len(several):,} "
        f"| {sum(minimal):,} of {len(minimal):,} |",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--python", default="", help="one that has the packages")
    parser.add_argument("--peer", default="", choices=["", *PEERS])
    arguments = parser.parse_args()
    if arguments.peer:
        generate_as(arguments.peer)
    else:
        speed(arguments.python)


if __name__ == "__main__":
    main()
