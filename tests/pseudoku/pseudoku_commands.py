"""Run the commands of ``pseudoku``, for the tests."""

import pytest

from pseudoku.cli import main

PUZZLE = ".41...2.3....1.2"
SOLUTION = """\
+-----+-----+
| 2 4 | 1 3 |
| 1 3 | 2 4 |
+-----+-----+
| 3 2 | 4 1 |
| 4 1 | 3 2 |
+-----+-----+
"""
OF_2413 = """\
+-----+-----+
| 4 1 | 3 2 |
| 3 2 | 4 1 |
+-----+-----+
| 1 3 | 2 4 |
| 2 4 | 1 3 |
+-----+-----+
"""
Captured = pytest.CaptureFixture[str]


def run(line: str, capsys: Captured) -> tuple[int, str, str]:
    """Run the command ``line``; return its exit status, output and error output.

    The words of ``line`` are separated by spaces, without quotes.
    """
    status = main(line.split())
    captured = capsys.readouterr()
    return status, captured.out, captured.err
