"""Honest files of unit tests for CIT 591, and what each deserves of 10 marks.

Most contain the same eight checks, which find all 13 mistakes of broken.toml, in one of
the forms in which students write tests. "" is for a person. The marks were written down
before the files were run.
"""

from textwrap import indent
from typing import Final

ALL: Final = "10"
PERSON: Final = ""
NOTHING: Final = "0"
HEAD: Final = "import sys, unittest\nimport sudoku\nfrom sudoku import *\n"
GUARD: Final = 'if __name__ == "__main__":\n    unittest.main()\n'
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


def functions(names: str = "", self: str = "") -> str:
    """Return the checks *names*, by default all, as functions ``test_NAME(SELF)``."""
    chosen = names.split() or CHECKS
    return "".join(
        f"def test_{name}({self}):\n{indent(CHECKS[name], '    ')}\n" for name in chosen
    )


def case(more: str = "", names: str = "", name: str = "T") -> str:
    """Return a TestCase with the checks *names* and the source *more* of methods."""
    body = indent(functions(names, "self") + more, "    ")
    return f"class {name}(unittest.TestCase):\n{body}"


METHODS: Final = HEAD + case() + GUARD
RUNNER: Final = """\
failed = 0
for test in [value for name, value in sorted(globals().items()) if "test_" in name]:
    try:
        test()
        print("ok")
    except AssertionError:
        failed += 1
sys.exit(failed)
"""
DOCTEST: Final = '''"""
>>> convertToSets([[5, 0]]) == [[{5}, set(range(1, 10))]]
True
>>> getRowLocations(0)[8]
(0, 8)
"""
'''
OWN_HELPER: Final = "def helper():\n    return 7\n"
HONEST: Final[dict[str, tuple[str, str]]] = {
    # how tests are started
    "guarded main": (METHODS, ALL),
    "main without a guard": (HEAD + case() + "unittest.main()\n", ALL),
    "no main": (HEAD + case(), ALL),
    "main in a function": (
        f"{HEAD}{case()}def main():\n    unittest.main()\nmain()\n",
        ALL,
    ),
    "test calls main": (f"{HEAD}{case()}def test():\n    unittest.main()\n", ALL),
    "load_tests": (
        HEAD
        + case()
        + "def load_tests(loader, tests, pattern):\n"
        + "    return unittest.TestSuite([T('test_row'), tests])\n"
        + GUARD,
        ALL,
    ),
    "a suite of the author": (
        HEAD
        + case()
        + "suite = unittest.defaultTestLoader.loadTestsFromTestCase(T)\n"
        + "unittest.TextTestRunner(verbosity=2).run(suite)\n",
        ALL,
    ),
    "one method is started": (
        f"{HEAD}{case()}unittest.main(argv=['x', 'T.test_row'])\n",
        ALL,
    ),
    "own runner": (HEAD + functions() + RUNNER, ALL),
    "own runner with an end": (
        HEAD + functions() + RUNNER[:-17] + "sys.exit(0)\n",
        ALL,
    ),
    # what a test is
    "bare functions": (HEAD + functions(), ALL),
    "a class without TestCase": (
        f"{HEAD}class TestAll:\n{indent(functions('', 'self'), '    ')}",
        ALL,
    ),
    "asserts in the file": (HEAD + "\n".join(CHECKS.values()), ALL),
    "doctest, started": (f"{DOCTEST}{HEAD}import doctest\ndoctest.testmod()\n", "1.54"),
    "doctest, not started": (DOCTEST + HEAD, "1.54"),
    "asynchronous": (
        HEAD
        + case()
        .replace("def test", "async def test")
        .replace("TestCase", "IsolatedAsyncioTestCase"),
        ALL,
    ),
    "a base class": (HEAD + case() + "class U(T):\n    pass\n" + GUARD, ALL),
    # fixtures and marks
    "setUp and cleanup": (
        HEAD
        + case("def setUp(self):\n    self.addCleanup(print, isSolved([[{1}]]))\n")
        + GUARD,
        ALL,
    ),
    "setUpClass": (
        f"{HEAD}class T(unittest.TestCase):\n    @classmethod\n"
        "    def setUpClass(cls):\n        cls.row = getRowLocations(0)\n"
        "    def test(self): self.assertEqual(len(self.row), 9)\n",
        "0.77",
    ),
    "setUpModule": (
        f"{HEAD}def setUpModule():\n    global row\n    row = getRowLocations(0)\n"
        "class T(unittest.TestCase):\n"
        "    def test(self): self.assertEqual(len(row), 9)\n",
        "0.77",
    ),
    "subTest": (
        f"{HEAD}class T(unittest.TestCase):\n    def test(self):\n"
        "        for n in range(9):\n            with self.subTest(n=n):\n"
        "                self.assertIn((n, 8), getRowLocations(n))\n"
        "                self.assertIn((8, n), getColumnLocations(n))\n",
        "1.54",
    ),
    "expectedFailure": (
        HEAD
        + case(
            "@unittest.expectedFailure\ndef test_x(self): assert isSolved([[]]) == 2"
        ),
        ALL,
    ),
    "skip": (HEAD + case("@unittest.skip('later')\ndef test_x(self): 1 / 0\n"), ALL),
    "files and prints": (
        HEAD
        + "import os, tempfile\n"
        + case(
            "def test_file(self):\n"
            "    path = os.path.join(tempfile.mkdtemp(), 'x')\n"
            "    print('[[1, 0], [0, 2]]', file=open(path, 'w'))\n"
            "    self.assertEqual(read_sudoku(path), [[1, 0], [0, 2]])\n"
        ),
        ALL,
    ),
    "a clock": (
        HEAD
        + "import time\n"
        + case("def tearDown(self): assert time.time() > 10**9\n"),
        ALL,
    ),
    # another right program
    "extra parameter": (
        HEAD + case("def test_x(self): solve([[{1}]], verbose=False)\n") + GUARD,
        ALL,
    ),
    "another order": (
        HEAD + case("def test_x(self):\n    assert getRowLocations(0)[0] == (0, 8)\n"),
        ALL,
    ),
    "a change in place": (
        HEAD
        + case(
            "def test_x(self):\n    mine = {1, 2}\n"
            "    eliminate([[{1}, mine]], (0, 0), [(0, 1)])\n    assert mine == {2}\n"
        ),
        ALL,
    ),
    "mock of an inner call": (
        HEAD
        + "from unittest import mock\n"
        + case(
            "@mock.patch('sudoku.eliminate', return_value=0)\n"
            "def test_x(self, fake):\n    solve([[{1}] * 9] * 9)\n"
            "    assert fake.called\n"
        ),
        ALL,
    ),
    "named tuple": (
        HEAD
        + "from collections import namedtuple\nPlace = namedtuple('Place', 'r c')\n"
        + case().replace("(0, 0), [", "Place(0, 0), ["),
        ALL,
    ),
    "iterator": (
        HEAD + case().replace("[(0, 0), (0, 1), (0, 2)]", "zip([0] * 3, range(3))"),
        ALL,
    ),
    "own helper": (HEAD + case("def test_x(self): assert sudoku.helper() == 7\n"), ALL),
    "own helper, imported": (HEAD + "from sudoku import helper\n" + case(), PERSON),
    "an object as argument": (
        HEAD + case("def test_x(self):\n    isSolved(object())\n"),
        ALL,
    ),
    # mistakes of the tests
    "one wrong expectation": (
        HEAD + case("def test_x(self): assert getRowLocations(0) == []\n"),
        ALL,
    ),
    "expects a mistake": (
        HEAD
        + case(
            "def test_x(self):\n    sets = [[{1}, {1, 2}, {1, 3}]]\n"
            "    assert eliminate(sets, (0, 0), [(0, 1), (0, 2)]) == 1\n"
        ),
        PERSON,
    ),
    "only rows and columns": (HEAD + case("", "row column"), "1.54"),
    "calls and no assertion": (
        HEAD + "convertToInts([[{5}, {1, 2}]])\ngetRowLocations(0)\n",
        "0.77",
    ),
    "calls nothing": (HEAD + "class T(unittest.TestCase):\n    pass\n", NOTHING),
    "module in the wrong case": (
        METHODS.replace("import sudoku\n", "import Sudoku\n"),
        NOTHING,
    ),
    "syntax error": (METHODS + "if\n", NOTHING),
    "pytest": (f"import pytest\n{HEAD}{functions()}", PERSON),
    "fixture of pytest": (f"{HEAD}{functions()}def test_x(tmp_path): pass\n", PERSON),
    "endless with any function": (HEAD + "import time\ntime.sleep(999)\n", NOTHING),
}
