"""The names of keys, columns and variables decide which grid is the puzzle."""

from collections.abc import Callable
from itertools import permutations
from json import dumps

import pytest

from sudoku.formats import FormatError, parse
from tests.sudoku.formats_read import BARE, EASY, cells_in, text_of
from tests.sudoku.test_formats_titles import SOLVED, STATE

FORMS: dict[str, Callable[[str], object]] = {
    "lists": lambda cells: [
        [int(cell) for cell in cells.replace(".", "0")[k : k + 9]]
        for k in range(0, 81, 9)
    ],
    "rows": lambda cells: [cells[k : k + 9] for k in range(0, 81, 9)],
    "a string": lambda cells: cells,
    "81 numbers": lambda cells: [int(cell) for cell in cells.replace(".", "0")],
}
GAMES = [
    {"initial": EASY, "board": STATE, "solution": SOLVED},
    {"original": EASY, "grid": STATE},
    {"initialBoard": EASY, "board": STATE},
    {"givens": EASY, "grid": STATE, "solved": SOLVED},
    {"originalBoard": EASY, "currentBoard": STATE, "solvedBoard": SOLVED},
    {"initial_state": EASY, "current_state": STATE},
    {"startGrid": EASY, "board": STATE, "history": BARE},
    {"clues": EASY, "solution": SOLVED},
    {"mission": EASY, "solution": SOLVED},
    {"puzzle": EASY, "progress": STATE, "id": BARE},
    {"question": EASY, "answer": SOLVED},
    {"value": EASY, "solution": SOLVED},
    {"sudoku": EASY, "boardState": STATE},
    {"unsolved": EASY, "solved": SOLVED, "pencilMarks": BARE},
]


def errors_in(text: str) -> list[str]:
    return [str(entry) for entry in parse(text, "f") if isinstance(entry, FormatError)]


@pytest.mark.sampled(12)
@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", GAMES, ids=" ".join)
@pytest.mark.parametrize("form", FORMS)
def test_the_keys_of_a_saved_game_name_its_givens(
    game: dict[str, str], form: str, every: bool
) -> None:
    for order in permutations(game) if every else [tuple(game), tuple(game)[::-1]]:
        values = {key: FORMS[form](game[key]) for key in order}
        others = {"id": 7, "gridSize": [9, 9], "startTime": "10:35", "tags": ["easy"]}
        for value in (values, {**values, **others}, {"data": values}):
            for text in (dumps(value), dumps(value, indent=2)):
                assert cells_in(text) == [EASY]
                assert cells_in(f"{text}\n{text}\n") == [EASY, EASY]
        assert cells_in(dumps([values, values])) == [EASY, EASY]


@pytest.mark.parametrize(
    "game",
    [
        {"grid": EASY, "board": STATE},
        {"puzzle": EASY, "grid": STATE},
        {"initial": EASY, "original": STATE},
        {"easy": EASY, "hard": BARE},
        {"solution": SOLVED},
        {"currentBoard": STATE, "solvedBoard": SOLVED},
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("form", FORMS)
def test_an_object_whose_keys_do_not_decide_is_refused(
    game: dict[str, str], form: str
) -> None:
    for order in permutations(game):
        text = dumps({key: FORMS[form](game[key]) for key in order})
        (error,) = errors_in(f'{text}\n{{"puzzle": "{BARE}"}}')
        assert error.startswith("f:1:")
        assert 'expected "puzzle" and 81 cells' in error
        assert cells_in(f"{text}\n{BARE}") == ["", BARE]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"grid": EASY, "board": EASY}, [EASY]),
        ({"grid": EASY.replace(".", "0"), "board": EASY}, [EASY]),
        ({"puzzles": [EASY, BARE]}, [EASY, BARE]),
        ({"data": {"puzzles": [EASY, BARE]}}, [EASY, BARE]),
        ({"levels": [{"puzzle": EASY}, {"puzzle": BARE}]}, [EASY, BARE]),
        ({"newboard": {"grids": [{"value": EASY, "solution": SOLVED}]}}, [EASY]),
        ({"puzzle": EASY, "history": [{"board": STATE}]}, [EASY]),
        ({"puzzle": EASY, "frames": [{"board": STATE}]}, [EASY]),
        ({"puzzle": EASY, "frames": [STATE, BARE]}, [EASY]),
        ({"puzzle": {"initial": EASY, "current": STATE}}, [EASY]),
        ({"easy": [EASY, BARE], "hard": [BARE]}, [EASY, BARE, BARE]),
        ({"puzzle": {"easy": EASY, "hard": BARE}}, [""]),
        ({"puzzles": {"easy": [EASY], "hard": [BARE]}}, [EASY, BARE]),
        ({"puzzles": [EASY, BARE], "frames": [[STATE], [STATE]]}, [EASY, BARE]),
        ({"puzzle": EASY, "userGrid": STATE, "solution": SOLVED}, [EASY]),
        ({"results": [{"id": 1, "data": EASY}, {"id": 2, "data": BARE}]}, [""]),
        ({"initial": EASY[1:], "x": [1, 2]}, [""]),
        ({"initialBoard": [EASY[k : k + 9] for k in range(9, 81, 9)]}, [""]),
    ],
)
def test_the_keys_of_an_object_say_what_its_values_are(
    value: object, expected: list[str]
) -> None:
    assert cells_in(dumps(value)) == expected
    assert cells_in(dumps(value, indent=1)) == expected


@pytest.mark.parametrize("name", ["solution", "solved_grid", "expected_output"])
def test_a_list_that_is_named_a_solution_is_refused(name: str) -> None:
    full = text_of([SOLVED], "list")
    text = f"puzzle = {text_of([EASY], 'list')}{name} = {full}"
    assert cells_in(text) == [EASY, ""]
    assert cells_in(f"{text}board = {full}") == [EASY, "", SOLVED]
    assert cells_in(f"{name} = np.array({full})") == [""]
    assert cells_in(f"current_state = {text_of([STATE], 'list')}") == [""]


@pytest.mark.parametrize(
    ("heading", "grids", "expected"),
    [
        ("initialBoard,board,solution", (EASY, STATE, SOLVED), EASY),
        ("board,original,result", (STATE, EASY, SOLVED), EASY),
        ("givens,currentState", (EASY, STATE), EASY),
        ("state,puzzle", (STATE, EASY), EASY),
        ("mission;output", (EASY, SOLVED), EASY),
        ("board,grid", (STATE, EASY), ""),
        ("state,solution", (STATE, SOLVED), ""),
    ],
)
def test_columns_are_named_as_keys_are(
    heading: str, grids: tuple[str, ...], expected: str
) -> None:
    separator = ";" if ";" in heading else ","
    assert cells_in(f"{heading}\n{separator.join(grids)}\n") == [expected]
