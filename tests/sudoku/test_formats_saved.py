"""Saved games in JSON: the givens are read, wherever they are, and never the state."""

from collections.abc import Callable
from json import dumps
from random import Random

import pytest

from sudoku.formats import FormatError, Puzzle, parse
from tests.seeds import todays
from tests.sudoku.formats_read import BARE, EASY, cells_in
from tests.sudoku.test_formats_titles import SOLVED, STATE

GIVENS = ("givens", "initialBoard", "original", "startGrid", "clues", "mission")
PUZZLES = ("puzzle", "grid", "board", "sudoku", "question")
STATES = ("state", "currentBoard", "progress", "userGrid", "history", "boardState")
SOLUTIONS = ("solution", "solved", "answer", "finalGrid")
OTHERS = ("data", "game", "level", "meta", "info", "payload")
VALUES: tuple[object, ...] = (
    7,
    "easy",
    [1, 2, 3],
    [],
    {},
    None,
    True,
    12.5,
    "10:35",
    [9, 9],
    '"{[',
)


def rows_of(cells: str) -> list[str]:
    return [cells[k : k + 9] for k in range(0, 81, 9)]


SHAPES: dict[str, Callable[[str], object]] = {
    "a string": lambda cells: cells,
    "a string with zeros": lambda cells: cells.replace(".", "0"),
    "strings": rows_of,
    "81 numbers": lambda cells: [int(cell.replace(".", "0")) for cell in cells],
    "rows of numbers": lambda cells: [
        [int(cell) for cell in row.replace(".", "0")] for row in rows_of(cells)
    ],
    "rows with null": lambda cells: [
        [None if cell == "." else int(cell) for cell in row] for row in rows_of(cells)
    ],
}


def values_and_given(givens: str, state: str) -> object:
    """Cells as objects, in which the entries of the player are not given."""
    cells = [
        {} if cell == "." else {"value": int(cell), "given": given != "."}
        for cell, given in zip(state, givens)
    ]
    return [cells[k : k + 9] for k in range(0, 81, 9)]


def filled(random: Random, cells: str, share: float) -> str:
    return "".join(
        random.choice("123456789") if cell == "." and random.random() < share else cell
        for cell in cells
    )


def others(random: Random, members: dict[str, object]) -> dict[str, object]:
    """``members`` among other ones, in any order."""
    for _ in range(random.randrange(3)):
        members[f"{random.choice(OTHERS)}{random.randrange(99)}"] = random.choice(
            VALUES
        )
    names = list(members)
    random.shuffle(names)
    return {name: members[name] for name in names}


def nested(random: Random, name: str, value: object) -> dict[str, object]:
    """An object with ``value`` at a random depth."""
    found = others(random, {name: value})
    for _ in range(random.randrange(4)):
        found = others(random, {f"{random.choice(OTHERS)}{random.random()}": found})
    return found


def game(random: Random, givens: str) -> dict[str, object]:
    """A saved game with these givens, a state, and perhaps a solution."""
    state = filled(random, givens, 0.4)
    shape = random.choice(list(SHAPES.values()))
    first = random.choice(GIVENS)
    members = {first: shape(givens), random.choice(STATES): shape(state)}
    if random.random() < 0.2:
        members = {random.choice(PUZZLES): values_and_given(givens, state)}
    elif random.random() < 0.3:
        members = {random.choice(PUZZLES): shape(givens), "progress": shape(state)}
    elif random.random() < 0.5:
        members[random.choice(PUZZLES)] = shape(state)
    if random.random() < 0.6:
        members[random.choice(SOLUTIONS)] = shape(filled(random, state, 1))
    found: dict[str, object] = {}
    for name, value in members.items():
        found |= nested(random, name, value)
    return others(random, found)


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(todays(400), id="today"),
        pytest.param(todays(4_000), marks=pytest.mark.slow),
    ],
)
def test_the_givens_of_a_saved_game_are_read_and_never_its_state(seeds: range) -> None:
    wrong = []
    for seed in seeds:
        random = Random(seed)
        puzzles = [filled(random, "." * 81, 0.35) for _ in range(random.choice((1, 2)))]
        games = [game(random, givens) for givens in puzzles]
        value: object = {"levels": games} if len(games) > 1 else games[0]
        text = dumps(value, indent=random.choice((None, 0, 1, 4)))
        if random.random() < 0.2:
            text = f"saved = {value!r}"
        if cells_in(text) != puzzles:
            wrong.append(seed)
    assert wrong == []


SHORT = [[*EASY[:9]]] * 3 + [[*EASY[:8]]] + [[*EASY[:9]]] * 5
BOXES = [[3 * (r // 3) + c // 3 for c in range(9)] for r in range(9)]
PAIRS = [
    [[3 * (b // 3) + k // 3, 3 * (b % 3) + k % 3] for k in range(9)] for b in range(9)
]
CELLS = values_and_given(EASY, EASY)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (
            {"puzzles": [EASY, EASY, {"givens": SHORT}]},
            "puzzles[2].givens: row 4 has 8 cells; expected 9",
        ),
        ([{"puzzle": EASY}, {"id": 7}], "[1]: no grid; expected 9 rows of 9 cells"),
        (
            {"grid": EASY, "board": STATE},
            'grid: an object with several grids (grid, board); expected "puzzle"',
        ),
        (
            {"a b": {"state": STATE}, "solution": SOLVED},
            "an object without a puzzle, only ['a b'].state, solution; expected",
        ),
        ({"columns": EASY}, "columns: a grid named 'columns'; expected 9 rows"),
        ({"mask": EASY, "solution": SOLVED}, "mask: a grid named 'mask'; expected"),
        (
            {"puzzle": EASY, "cages": [{"cells": ["r1c1"], "sum": 5}]},
            "puzzle: a variant of Sudoku with 'cages'; expected the rules of rows",
        ),
        ({"puzzle": EASY, "regions": [[0] * 9] * 9}, "puzzle: a variant of Sudoku"),
        ({"type": "Killer", "puzzle": EASY}, "puzzle: a variant of Sudoku with 'type'"),
        (
            {"puzzle": EASY, "solution": f"{SOLVED[:2]}9{SOLVED[3:]}"},
            "puzzle: the solution has 9 in row 1, column 3; expected 3, as in the puzzle",
        ),
        (
            {"grid": [[{"row": 0, "value": 5}] * 9] * 9},
            "grid: row 1, column 1: {'row': 0, 'value': 5}; expected a digit or a blank",
        ),
    ],
)
def test_what_may_be_no_puzzle_is_refused_by_name(value: object, expected: str) -> None:
    found = parse(dumps(value), "f")
    *_, error = found
    assert isinstance(error, FormatError)
    assert error.detail.startswith(expected)
    assert all(isinstance(one, Puzzle) and one.cells == EASY for one in found[:-1])


@pytest.mark.parametrize(
    "value",
    [
        {"puzzle": EASY, "cages": [], "regions": BOXES, "type": "classic"},
        {"puzzle": EASY, "regions": PAIRS},
        {"puzzle": EASY, "regions": [label for row in BOXES for label in row]},
        {"puzzle": EASY, "region": "Asia", "killer": False},
        {"grid": EASY, "history": [{"grid": STATE}, {"grid": BARE}]},
        {"board": CELLS, "size": 9},
        {"levels": {"1": {"puzzle": EASY}}},
    ],
)
def test_what_does_not_make_a_variant_is_no_reason_to_refuse(value: object) -> None:
    assert cells_in(dumps(value)) == [EASY]


def test_a_key_that_occurs_twice_is_refused() -> None:
    for text in (
        f'{{"puzzle": "{EASY}", "puzzle": "{BARE}"}}',
        f"{{'puzzle': '{EASY}', 'puzzle': '{BARE}'}}",
    ):
        assert cells_in(text) == [""]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        (f'{{"id": "[\\"{{",\n "puzzles": ["{EASY}",\n\n  "{BARE}"]}}', [2, 4]),
        (f"x = ['{EASY}',  # don't [\n '{BARE[:40]}'\n  '{BARE[40:]}']\n", [1, 2]),
        (f'[\n\n{{"puzzle": "{EASY}"}}] [\n"{BARE}"]', [3, 4]),
        (f"['''{EASY}''',\n ('{BARE}')]", [1, 1]),
    ],
)
def test_the_line_of_a_puzzle_in_a_document_is_that_of_its_grid(
    text: str, places: list[int]
) -> None:
    assert cells_in(text) == [EASY, BARE]
    assert [entry.line for entry in parse(text)] == places
