"""Measure all tables of the pages on performance again, and write them into the pages.

    python3 -m venv /tmp/clean
    python3 -m venv /tmp/peers
    /tmp/peers/bin/pip install pyrsistent==0.20.0 pydatastructs==1.2.3 sudokutools==0.4.0 \\
        dokusan==0.1.0 sudoku-py==1.0.0 py-sudoku==2.0.0 sudokum==0.0.1 sudokugen==0.2.1
    apt install qqwing
    python3 tests/benchmarks/page.py --clean /tmp/clean/bin/python --peers /tmp/peers/bin/python

A table of a page is replaced by the table with the same first line that one of the
scripts prints. The exit status is 1 if a script fails or a table has no successor. It
takes about ten minutes, in which the machine should have nothing else to do.
"""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path
from time import monotonic

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TABLE = re.compile(r"^(\|.*)\n\|[-|]+\n(?:\|.*\n)+", re.MULTILINE)
PAGES = ("performance", "exact", "explain", "northwestern")
# The first words of the tables that these scripts do not print.
KEPT = (
    *("| package |", "| method |", "| technique |", "| question |", "| mistake |"),
    *("| key |", "| sign |"),
)


def commands(clean: str, peers: str) -> list[list[str]]:
    """Return the commands of all benchmarks: interpreter, script and arguments.

    *clean* is an interpreter without other packages, *peers* one that has them.
    """
    return [
        [clean, "startup.py"],
        [peers, "structures.py"],
        [clean, "pseudocode.py"],
        [clean, "preemptive.py"],
        [clean, "search.py"],
        [clean, "rating.py"],
        [clean, "exact.py"],
        [clean, "generator.py", "--python", peers],
    ]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--clean", required=True, metavar="PYTHON")
    parser.add_argument("--peers", required=True, metavar="PYTHON")
    arguments = parser.parse_args()
    found: dict[str, str] = {}
    failed = False
    environment = dict(os.environ)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    for python, script, *words in commands(arguments.clean, arguments.peers):
        start = monotonic()
        command = [python, str(HERE / script), *words]
        done = subprocess.run(
            command, env=environment, stdout=subprocess.PIPE, text=True
        )
        print(f"{script}: {monotonic() - start:.0f} s\n\n{done.stdout}", flush=True)
        failed |= done.returncode != 0
        found.update((match[1], match[0]) for match in TABLE.finditer(done.stdout))
    for name in PAGES:
        path = ROOT / "docs" / f"{name}.md"
        path.write_text(
            TABLE.sub(
                lambda match: found.get(match[1], match[0]), path.read_text("utf-8")
            ),
            encoding="utf-8",
        )
        for match in TABLE.finditer(path.read_text("utf-8")):
            if match[1] not in found and not match[1].startswith(KEPT):
                print(f"{path.name}: not measured: {match[1]}", file=sys.stderr)
                failed = True
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
