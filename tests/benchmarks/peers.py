r"""Measure how fast other packages solve puzzles, and count their wrong answers.

    python3 -m venv /tmp/peers
    /tmp/peers/bin/pip install py-sudoku dokusan sudokum sudokutools sudoku-py \
        sudokuapi sudokugen sudsoln numpy python-sat
    python tests/benchmarks/peers.py --python /tmp/peers/bin/python

Each package, also ours, runs in a process of the other Python, in turns with Norvig's
solver; only the ratios are printed, and then how many times as fast ours is. Packages
that are not installed are left out. A puzzle that takes more than ``--patience``
seconds is stopped, and counts as that many seconds.
"""

import argparse
import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from importlib import import_module
from itertools import combinations
from pathlib import Path
from time import process_time
from typing import NoReturn

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
KINDS = {"easy": 20, "seventeen": 20, "hard": 10, "hardest": 10, "clash": 10}
Solver = Callable[[str], str | None]
Outcome = dict[str, dict[str, float]]  # by kind, and by what is counted


def rows_of(puzzle: str) -> list[list[int]]:
    digits = [0 if cell == "." else int(cell) for cell in puzzle]
    return [digits[start : start + 9] for start in range(0, 81, 9)]


def text_of(rows: object) -> str:
    return "".join(character for character in str(rows) if character.isdigit())


def ours() -> Solver:
    sys.path.insert(0, str(ROOT))
    exact = import_module("sudoku.exact")
    return lambda puzzle: "".join(exact.solve(puzzle))


def py_sudoku() -> Solver:
    new = import_module("sudoku").Sudoku
    return lambda puzzle: text_of(new(3, 3, board=rows_of(puzzle)).solve().board)


def dokusan() -> Solver:
    boards, solvers = import_module("dokusan.boards"), import_module("dokusan.solvers")
    size = boards.BoxSize(3, 3)

    def solve(puzzle: str) -> str:
        grid = boards.Sudoku.from_string(puzzle.replace(".", "0"), box_size=size)
        return "".join(str(cell.value) for cell in solvers.backtrack(grid).cells())

    return solve


def sudokum() -> Solver:
    package = import_module("sudokum")
    return lambda puzzle: text_of(package.solve(rows_of(puzzle))[1])


def sudokutools_dlx() -> Solver:
    return sudokutools("dlx")


def sudokutools_bruteforce() -> Solver:
    return sudokutools("bruteforce")


def sudokutools(way: str) -> Solver:
    decode = import_module("sudokutools.sudoku").Sudoku.decode
    solve = getattr(import_module("sudokutools.solve"), way)
    return lambda puzzle: text_of(
        next(solve(decode(puzzle.replace(".", "0")))).encode()
    )


def sudoku_py() -> Solver:
    new = import_module("sudoku_py").Sudoku

    def solve(puzzle: str) -> str:
        grid = new(rows_of(puzzle))
        grid.solve()
        return text_of(grid.solutions[0])

    return solve


def sudokuapi() -> Solver:
    new = import_module("sudokuapi.sudokuapi").Sudoku

    def solve(puzzle: str) -> str:
        grid = new(rows_of(puzzle))
        grid.solve()
        return text_of(grid.grid)

    return solve


def sudokugen() -> Solver:
    solve = import_module("sudokugen.solver").solve
    return lambda puzzle: text_of(solve(rows_of(puzzle)))


def sudsoln() -> Solver:
    package = import_module("sudsoln")

    def solve(puzzle: str) -> str:
        grid = package.to_sudoku(puzzle)
        grid.solve(quietly=True, seed=1)
        return text_of(grid.show.flatten())

    return solve


def python_sat() -> Solver:
    """Return a solver that calls a SAT solver, in the way that is fastest for it.

    It is given the rules once, and each puzzle as assumptions.
    """
    new = import_module("pysat.solvers").Solver
    solver = new(name="cadical153", bootstrap_with=list(rules()))

    def solve(puzzle: str) -> str:
        given = [
            9 * cell + int(digit) for cell, digit in enumerate(puzzle) if digit != "."
        ]
        solver.solve(assumptions=given)
        model = solver.get_model() or []
        return "".join(str((literal - 1) % 9 + 1) for literal in model if literal > 0)

    return solve


def rules() -> Iterator[list[int]]:
    """Yield the rules of Sudoku as clauses, lists of literals, for a SAT solver.

    A literal is 9 * cell + digit, negative for "not"; cells count from 0. Each cell has
    one digit and no two, and each unit has each digit once.
    """
    fields: dict[tuple[object, ...], list[int]] = {}
    for cell in range(81):
        row, column = divmod(cell, 9)
        box = row // 3 * 3 + column // 3
        for digit in range(1, 10):
            units = ("row", row), ("column", column), ("box", box)
            for field in [(cell,), *((*unit, digit) for unit in units)]:
                fields.setdefault(field, []).append(9 * cell + digit)
    for literals in fields.values():
        yield literals
        yield from ([-a, -b] for a, b in combinations(literals, 2))


PEERS = [ours, py_sudoku, dokusan, sudokum, sudokutools_dlx, sudokutools_bruteforce]
PEERS += [sudoku_py, sudokuapi, sudokugen, sudsoln, python_sat]


class TooLong(BaseException):
    pass


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    def stop(*_: object) -> NoReturn:
        raise TooLong

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def puzzles_of(kind: str) -> list[str]:
    if kind == "clash":  # an easy puzzle with a given twice in a row, in two ways
        easy = puzzles_of("easy")
        return [clashing(puzzle) for puzzle in easy[:10]]
    path = ROOT / "tests" / "golden" / "puzzles" / f"{kind}.txt"
    return [line for line in path.read_text().splitlines() if line[0] != "#"]


def clashing(puzzle: str) -> str:
    row = next(start for start in range(0, 81, 9) if "." in puzzle[start : start + 9])
    blank = puzzle.index(".", row)
    given = puzzle[row : row + 9].strip(".")[0]
    return puzzle[:blank] + given + puzzle[blank + 1 :]


def worker(name: str, seconds: float) -> None:
    """Print, as one line of JSON, how the package *name* solved each kind of puzzle.

    Print null if it is not installed. A puzzle may take *seconds*.
    """
    peer = next(peer for peer in PEERS if peer.__name__ == name)
    try:
        with redirect_stdout(sys.stderr):
            solve = peer()
            solve(puzzles_of("easy")[0])  # its tables and imports
    except ImportError:
        print("null")
        return
    sys.path.insert(0, str(HERE))
    unit: Solver = import_module("norvig").solve
    times = 20 if name == "ours" else 1
    kinds = {kind: did(solve, unit, kind, seconds, times) for kind in KINDS}
    print(json.dumps(kinds))


def did(
    solve: Solver, unit: Solver, kind: str, seconds: float, times: int
) -> dict[str, float]:
    """Return the time of *solve* divided by that of *unit*, and counts of its failures.

    The keys are "ratio", "wrong", "no answer" and "too late". *kind* is the kind of
    puzzles, each of which may take *seconds*; *solve* solves each puzzle *times* times.
    """
    outcome = {"wrong": 0.0, "no answer": 0.0, "too late": 0.0}
    theirs = own = 0.0
    for puzzle in puzzles_of(kind)[: KINDS[kind]]:
        start = process_time()
        right = unit(puzzle)
        theirs += process_time() - start
        start = process_time()
        found = None
        try:
            with patience(seconds), redirect_stdout(sys.stderr):
                for _ in range(times):
                    found = solve(puzzle)
        except TooLong:
            outcome["too late"] += 1
            found = right
        except Exception:  # whatever a package does
            found = None
        own += (process_time() - start) / times
        full = found and len(found) == 81 and "0" not in found
        if (found if full else None) != right:
            outcome["wrong" if full else "no answer"] += 1
    return {"ratio": theirs / own, **outcome}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", help="these packages and no others")
    parser.add_argument("--python", default=sys.executable, metavar="PYTHON")
    parser.add_argument("--patience", type=float, default=5.0, metavar="SECONDS")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker:
        worker(arguments.worker, arguments.patience)
        return
    print(f"| | {' | '.join(KINDS)} | ours / it, 17 givens | remarks |")
    print("|---" * (len(KINDS) + 3) + "|")
    best = 0.0
    chosen = [peer for peer in PEERS if peer.__name__ in arguments.names] or PEERS
    for peer in chosen:
        kinds = asked(arguments.python, peer.__name__, arguments.patience)
        if kinds is None:
            print(f"| {peer.__name__} | not there |", flush=True)
            continue
        ratio = kinds["seventeen"]["ratio"]
        best = best or ratio
        ratios = " | ".join(f"{kinds[kind]['ratio']:.3g}" for kind in KINDS)
        print(
            f"| {peer.__name__} | {ratios} | {best / ratio:.3g} | {remarks(kinds)} |",
            flush=True,
        )


def asked(python: str, name: str, seconds: float) -> Outcome | None:
    """Return what `worker` prints for the package *name* in another Python, or None.

    A puzzle may take *seconds*. Exit with its message if the process fails.
    """
    command = [python, __file__, "--worker", name, "--patience", str(seconds)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    kinds: Outcome | None = json.loads(done.stdout)
    return kinds


def remarks(kinds: Outcome) -> str:
    return "; ".join(
        f"{kind}: {number:.0f} of {KINDS[kind]} {what}"
        for kind, outcome in kinds.items()
        for what, number in outcome.items()
        if what != "ratio" and number
    )


if __name__ == "__main__":
    main()
