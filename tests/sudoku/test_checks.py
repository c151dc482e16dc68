"""Every public function refuses a wrong value with a documented error, everywhere alike."""

import inspect
import math
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import islice
from types import FunctionType
from typing import Protocol

import pytest

from sudoku import exact
from sudoku.errors import SudokuError
from sudoku.generating.generator import PuzzleSpec
from tests.api import MODULES, public_names
from tests.sudoku.sudoku_commands import EASY

DOCUMENTED = {"SudokuError", "FormatError", "TypeError", "ValueError"}
# Functions of the hand-outs do what the hand-outs say, and hand-ins contain them. The
# figures of a step are those of `explain`.
HANDED_IN = ("pseudoku", "adt", "sudoku.hacettepe", "sudoku.comp9021")
UNCHECKED = {
    "sudoku.grid": ["cell_name", "clashes"],
    "sudoku.explain.steps": ["apply", "states"],
}

ROWS = [[0] * 9] * 9
# Right values by the name of the parameter, and values that are wrong for it.
RIGHT: dict[str, object] = {
    **{"puzzle": EASY, "cells": EASY, "grid": ROWS, "limit": 1, "cell": 0},
    **{"puzzles": [EASY], "errors": "raise", "method": "singles", "most_boards": 10},
    **{"argument": "x.txt", "text": "text", "name": "name", "column": "", "path": "-"},
    **{"lines": [b"."], "style": "rows", "spec": PuzzleSpec(), "seed": 1},
    "watch": lambda *_: None,
}
ANYTHING: list[object] = [
    None, True, 1.5, math.nan, math.inf, b"", b"." * 81, object(), len, {}, 10**30, -1,
    [], [[]], (), "", "x", "１" * 81, "." * 80, "." * 82, "." * 80 + "x", "5" * 9,
    "." * 80 + "\n", " " + "." * 80, "\u0663" * 81, [1] * 9, [[1] * 8] * 9,
    [[10] * 9] * 9, [["x"] * 9] * 9, [[math.nan] * 9] * 9, [[True] * 9] * 9,
    [[None] * 9] * 9, [[0.0] * 9] * 9, ["." * 9] * 8, ["." * 8] * 9, [b"." * 9] * 9,
    [None], [math.nan], ["5"], [EASY, 7],
    PuzzleSpec(givens=16), PuzzleSpec(symmetry="x"), PuzzleSpec(tries=0),
    PuzzleSpec(tries=1.5),  # type: ignore[arg-type]
    PuzzleSpec(givens=1.5),  # type: ignore[arg-type]
    PuzzleSpec(condition=7),  # type: ignore[arg-type]
]  # fmt: skip


class PublicFunction(Protocol):
    def __call__(self, **values: object) -> object: ...


def functions() -> Iterator[tuple[str, PublicFunction]]:
    """Yield each public function of the project that checks its arguments."""
    for name in MODULES:
        if not name.startswith(HANDED_IN) and name != "sudoku":
            module = import_module(name)
            for public in public_names(module):
                value = getattr(module, public)
                if isinstance(value, FunctionType):
                    if public not in UNCHECKED.get(name, []):
                        yield f"{name}.{public}", value


FUNCTIONS: dict[str, PublicFunction] = dict(functions())
CASES = [
    (name, parameter)
    for name, function in FUNCTIONS.items()
    for parameter in inspect.signature(function).parameters
    if parameter not in ("watch", "name")
]
# What the types allow: these values may be right for these parameters.
A_TEXT = ("column", "argument", "text", "path")
MAY_BE_RIGHT: dict[str, Callable[[object], bool]] = {
    **dict.fromkeys(A_TEXT, lambda value: isinstance(value, str)),
    **dict.fromkeys(("limit", "most_boards"), lambda value: value == 10**30),
    "seed": lambda value: value in (-1, 10**30),
    "puzzles": lambda value: value in ([], {}, ()),
    "lines": lambda value: isinstance(value, list | tuple | dict),
}


def outcome(name: str, parameter: str, value: object) -> tuple[str, str]:
    """The type and the message of the error, or of none."""
    function = FUNCTIONS[name]
    required = [
        other.name
        for other in inspect.signature(function).parameters.values()
        if other.default is inspect.Parameter.empty
    ]
    values = {other: RIGHT[other] for other in required} | {parameter: value}
    try:
        result = function(**values)
        if isinstance(result, Iterator):
            list(islice(result, 3))
    except Exception as error:  # the test says which may be raised
        return type(error).__name__, str(error)
    return "", ""


def test_many_public_functions_are_checked() -> None:
    assert len(FUNCTIONS) >= 18 and len(CASES) * len(ANYTHING) >= 1000


@pytest.mark.parametrize(("name", "parameter"), CASES)
def test_a_wrong_value_gets_a_documented_error(name: str, parameter: str) -> None:
    for value in ANYTHING:
        kind, message = outcome(name, parameter, value)
        if not kind:
            may_be = parameter in MAY_BE_RIGHT and MAY_BE_RIGHT[parameter](value)
            assert may_be or isinstance(value, PuzzleSpec), (name, parameter, value)
        else:
            assert kind in DOCUMENTED, (kind, message, value)
            assert "\n" not in message and len(message) < 300


CELL = "expected a digit or '.'"
NO_PUZZLE = "not a puzzle; expected 81 characters, or nine rows of nine digits"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("", "0 characters; expected 81"),
        ("1", "1 character; expected 81"),
        ("." * 40 + "x" + "." * 40, f"character 41 is 'x'; {CELL}"),
        ("." * 80 + "\0", f"character 81 is '\\x00'; {CELL}"),
        ("\udc80" + "." * 80, f"character 1 is '\\udc80'; {CELL}"),
        ("." * 80 + "𝟏", f"character 81 is '𝟏'; {CELL}"),
        ([[0] * 9] * 8, "8 rows; expected nine"),
        ([[0] * 9], "1 row; expected nine"),
        ([[0]] + [[0] * 9] * 8, "row 1 has 1 cell; expected nine"),
        (["." * 9] * 8 + ["." * 8], "row 9 has 8 cells; expected nine"),
        ([[0] * 9] * 8 + [[0] * 8 + [10]], f"r9c9 is '10'; {CELL}"),
        ([[0] * 9] * 8 + [[-1] + [0] * 8], f"r9c1 is '-1'; {CELL}"),
        (7, NO_PUZZLE),
        (b"." * 81, NO_PUZZLE),
    ],
)
def test_one_mistake_has_one_message(wrong: object, message: str) -> None:
    assert outcome("sudoku.exact.solve", "puzzle", wrong) == ("SudokuError", message)
    for name, parameter in CASES:
        if parameter in ("puzzle", "cells", "grid"):
            kind, found = outcome(name, parameter, wrong)
            if kind == "SudokuError":
                assert found == message, name
            else:
                assert not isinstance(wrong, str) and kind == "TypeError"


def test_the_rest_of_a_list_is_solved_if_errors_are_returned() -> None:
    puzzles: list[exact.Puzzle] = [EASY, "5", ROWS, [[math.nan] * 9] * 9, EASY]  # type: ignore[list-item]
    solved = [*exact.solve_all(puzzles, errors="return")]
    wrong = [number for number, one in enumerate(solved) if type(one) is SudokuError]
    assert wrong == [1, 3]
    assert str(solved[1]) == "puzzle 1: 1 character; expected 81"
    assert str(solved[3]) == "puzzle 3: r1c1 is 'nan'; expected a digit or '.'"
    assert [*exact.count_all(puzzles[:2], errors="return")][0] == 1
    with pytest.raises(SudokuError, match="^puzzle 1: 1 character"):
        list(exact.solve_all(puzzles))
