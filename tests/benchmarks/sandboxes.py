"""Measure how long a sandbox takes compared with ``python -c pass``.

Run it from the top of a checkout, as root and as an ordinary user:

    python3 -m tests.benchmarks.sandboxes

Both run in the same Python and take turns, 20 times. The figures are times of the
clock; the ratio is the median of the ratios of single turns.
"""

import subprocess
import time
from collections.abc import Callable
from statistics import median

from marking.sandbox.interpreters import own_interpreter
from marking.sandbox.job import Job
from marking.sandbox.launcher import Sandbox

TURNS = 20
JOB = Job(("-c", "pass"), "3", {}, (), 10, 2**28, 2**20, 16)


def seconds(act: Callable[[], object]) -> float:
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


def main() -> None:
    sandbox = Sandbox("sandbox", own_interpreter())
    bare = [own_interpreter().program, "-c", "pass"]
    turns = [
        (seconds(lambda: subprocess.run(bare)), seconds(lambda: sandbox.run(JOB)))
        for _ in range(TURNS)
    ]
    alone, inside = (median(times) * 1000 for times in zip(*turns))
    ratio = median(second / first for first, second in turns)
    print(
        f"python -c pass {alone:.0f} ms, a sandbox {inside:.0f} ms: {ratio:.1f} times"
    )


if __name__ == "__main__":
    main()
