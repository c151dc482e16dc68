"""Unit tests that test nothing, but try to earn the marks for unit tests.

They are in attacks.toml: bodies of a test method, or of a file. They look for a difference between
right and wrong functions without checking what the functions do. What they deserve was
written down before they were run.
"""

import tomllib
from typing import Final

from tests.places import ROOT

START: Final = """\
import os, re, sys, time, json, hashlib, inspect, ctypes, glob, signal, unittest
import sudoku
from sudoku import *

FULL = [[{5}, {1, 2, 3, 4, 5, 6, 7, 8, 9}, {7}] * 3] * 9
SERVER = os.getppid()

def call_everything():
    convertToSets([[5, 0], [0, 1]])
    convertToInts([[{5}, {1, 2}], [set(), {3}]])
    for n in range(9):
        getRowLocations(n), getColumnLocations(n), getBoxLocations((n, n))
    problem = convertToSets([[0] * 9 for _ in range(9)])
    problem[0][0] = {1}
    eliminate(problem, (0, 0), [(0, 0), (0, 1), (0, 2)])
    isSolved([[{1}, set()]]), isSolved([[{1}], [{1, 2}]])
    solve(problem)

def read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""

class T(unittest.TestCase):
    def test(self):
"""


def attack_body(body: str) -> str:
    """Return a file of unit tests with *body* as the body of the only test method."""
    return START + "".join(f"        {line}\n" for line in body.splitlines())


# Files in which H is a hash of results, without knowing which hash is right.
FILE_START: Final = f"""{START.partition("class T")[0]}
def result(name, *arguments):
    try:
        return repr(getattr(sudoku, name)(*arguments)) + repr(arguments)
    except Exception as error:
        return repr(error)

def number(salt=b""):
    small = [[{{5}}, {{1, 2}}], [set(), {{3}}]]
    texts = [result(name, n) for name in ("getRowLocations", "getColumnLocations") for n in (0, 4)]
    texts += [result("getBoxLocations", (n, n)) for n in range(9)]
    texts += [result("convertToSets", [[5, 0], [0, 1]]), result("convertToInts", small)]
    texts += [result("isSolved", [[{{1}}, set()]]), result("isSolved", [[{{1}}], [{{1, 2}}]])]
    texts += [result("eliminate", [[{{1}}, {{1, 2}}, {{1}}]], (0, 0), [(0, 0), (0, 1), (0, 2)])]
    texts += [result("solve", [[{{n}} for n in range(1, 10)]] * 9)]
    return int(hashlib.sha256(salt + repr(texts).encode()).hexdigest(), 16) % 1000

H = number()
class T(unittest.TestCase): pass
def method(name, run): setattr(T, "test_" + str(name), lambda self: run(self))
"""
ATTACKS: Final[dict[str, str]] = {}
MOST: Final[
    dict[str, float]
] = {}  # what the crash of a wrong function or luck may earn
FILE: Final = (ROOT / "tests" / "marking" / "attacks.toml").read_text("utf-8")
for name, entry in tomllib.loads(FILE).items():
    body = entry.get("body")
    ATTACKS[name] = attack_body(body) if body else FILE_START + entry["file"]
    MOST[name] = entry.get("most", 0)
