"""How the tests of the pseudoku commands run them."""

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
    """The status, output and error output of a command line."""
    status = main(line.split())
    captured = capsys.readouterr()
    return status, captured.out, captured.err
