"""Judge an answer in pseudocode; print a line of JSON with the verdicts, and its text.

The launcher passes this source to ``python -c``, with the package whose command
``judge`` is called, and the level of hints, ``0`` to ``3``. The working directory
contains ``answer``, ``judge.zip`` (the judge) and perhaps ``exercise.toml``. Nothing in
the answer is executed; the sandbox protects against faults of the PDF reader and of the
judge.
"""

import json
import sys
from importlib import import_module
from os import rename
from os.path import exists

MAX_TEXT_CHARACTERS = 100_000


def main() -> int:
    """Judge the file ``answer``, print two lines of JSON; return the exit status."""
    rename("answer", "answer.txt")
    sys.path.insert(0, "judge.zip")
    exercise = ["--exercise", "exercise.toml"] if exists("exercise.toml") else []
    status: int = import_module(f"{sys.argv[1]}.cli").main(
        ["judge", "--json", "-q", "--hints", sys.argv[2], *exercise, "answer.txt"]
    )
    if status < 2:  # otherwise there is no report
        common = import_module(f"{sys.argv[1]}.cli.common")
        text = common.parse_file("answer.txt", quiet=True).source.original
        print(json.dumps(text[:MAX_TEXT_CHARACTERS]))
    return status


if __name__ == "__main__":
    sys.exit(main())
