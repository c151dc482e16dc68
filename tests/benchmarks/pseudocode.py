"""Measure what running pseudocode costs, beside Python.

    python tests/benchmarks/pseudocode.py

MakeSolution of 2 4 1 3, which looks at 31 candidates, runs by the runner and in
`pseudoku.tasks`. They take turns, CPU time is counted, and the ratio is taken turn by
turn.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))

from adt import ArrayVector, vector_of
from pseudocode.running.machine import Log
from pseudocode.running.runner import Runner
from pseudoku.cli.arguments import parse_value
from pseudoku.reference import reference
from pseudoku.tasks import make_solution

TURNS = 21
NO_OPERATIONS = ("CALL", "RETURN", "TURN")


def runner(log: Log | None = None) -> Runner:
    made = Runner(log=log)
    made.load(reference().valid_program(strict=True), reference().source)
    return made


def seconds(action: Callable[[], object], times: int) -> float:
    began = process_time()
    for _ in range(times):
        action()
    return (process_time() - began) / times


def compare(name: str, ours: Callable[[], object], other: Callable[[], object]) -> None:
    """Print a row of a table: the median times of two actions, and of their ratios."""
    ours(), other()
    pairs = [(seconds(ours, 3), seconds(other, 3)) for _ in range(TURNS)]
    ratio = median(one / two for one, two in pairs)
    ms = [1000 * median(column) for column in zip(*pairs)]
    print(f"| {name} | {ms[0]:.2f} ms | {ms[1]:.2f} ms | {ratio:.1f} |")


def main() -> None:
    quick, log = runner(), Log()
    logged = runner(log)
    logged.call("MakeSolution", [parse_value("(2, 4, 1, 3)")])
    events = [one for one in log.events if one.operation not in NO_OPERATIONS]
    print(f"MakeSolution: {len(events)} operations of ADTs\n")
    print("| what is run | pseudocode | Python | ratio |\n|---|---|---|---|")

    def in_python() -> object:
        return make_solution(vector_of(2, 4, 1, 3))

    def by_runner() -> object:
        return quick.call("MakeSolution", [parse_value("(2, 4, 1, 3)")])

    def with_log() -> object:
        log.clear()
        return logged.call("MakeSolution", [parse_value("(2, 4, 1, 3)")])

    result = by_runner()
    assert isinstance(result, ArrayVector) and repr(result) == repr(in_python())
    compare("MakeSolution", by_runner, in_python)
    compare("MakeSolution with the event log", with_log, in_python)


if __name__ == "__main__":
    main()
