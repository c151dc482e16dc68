"""Honest files of unit tests for CIT 591, and what each deserves of 10 marks.

They are in honest.toml. Most contain the same eight checks, which find all 13 mistakes
of broken.toml, in one of the forms in which students write tests.
"""

import tomllib
from textwrap import indent
from typing import Final

from tests.places import ROOT

HEAD: Final = "import sys, unittest\nimport sudoku\nfrom sudoku import *\n"
PUZZLE: Final = (
    "004000067300470005150820003006000030802105604410000900700080046600012000930000710"
)
# Each check by its name, and the number of mistakes that it finds alone.
CHECKS: Final[dict[str, str]] = {
    "sets": """\
given = [[5, 0]]
assert convertToSets(given) == [[{5}, {1, 2, 3, 4, 5, 6, 7, 8, 9}]]
assert given == [[5, 0]]""",
    "ints": "assert convertToInts([[{5}, {1, 2}]]) == [[5, 0]]",
    "row": "assert getRowLocations(3) == [(3, n) for n in range(9)]",
    "column": "assert sorted(getColumnLocations(4)) == [(n, 4) for n in range(9)]",
    "box": """\
box = [(r, c) for r in range(3) for c in range(6, 9)]
assert sorted(getBoxLocations((1, 7))) == box""",
    "eliminate": """\
sets = [[{1}, {1, 2}, {1, 3}]]
assert eliminate(sets, (0, 0), [(0, 0), (0, 1), (0, 2)]) == 2
assert sets == [[{1}, {2}, {3}]]""",
    "solved": """\
assert isSolved([[{1}], [{2}]]) is True
assert isSolved([[{1}, set()]]) is False
assert isSolved([[{1}], [{1, 2}]]) is False""",
    "solve": f"""\
digits = "{PUZZLE}"
rows = [[int(d) for d in digits[n:n + 9]] for n in range(0, 81, 9)]
assert solve(convertToSets(rows)) is True
assert solve(convertToSets([[0] * 9 for _ in range(9)])) is False""",
}


def functions(self: str = "") -> str:
    """Return the checks as functions ``test_NAME(SELF)``."""
    return "".join(
        f"def test_{name}({self}):\n{indent(body, '    ')}\n"
        for name, body in CHECKS.items()
    )


FILE: Final = (ROOT / "tests" / "marking" / "honest.toml").read_text("utf-8")
WORDS: Final = {
    "HEAD\n": HEAD,
    "    METHODS\n": indent(functions("self"), "    "),
    "FUNCTIONS\n": functions(),
    "ASSERTS\n": "\n".join(CHECKS.values()),
}
HONEST: Final[dict[str, tuple[str, str]]] = {}
for name, entry in tomllib.loads(FILE).items():
    text: str = entry["text"]
    for word, value in WORDS.items():
        text = text.replace(word, value)
    HONEST[name] = text, entry["marks"]
OWN_HELPER: Final = "def helper():\n    return 7\n"
