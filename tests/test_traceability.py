"""The tables of docs/traceability: whole, true, and with a mutant for each row."""

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from pkgutil import resolve_name

import pytest

from pseudoku.reference import MANUAL_TASK_MARKS, TASK_MARKS
from tests.mutate import copy_project
from tests.places import ROOT
from tests.traceability import (
    SEALS,
    TABLES,
    Mutant,
    Row,
    differences,
    digest,
    faults,
    is_killed,
    quotation,
    read_mutants,
    read_rows,
    units,
)

NAMES = {
    "pseudoku": "MakeVector PermuteVector PermuteRows PermuteRow SearchStack "
    "CheckColumn ColChecks ColCheck CheckGrids MakeSolution",
    "comp9021": "Sudoku SudokuError preassess bare_tex_output forced_tex_output "
    "marked_tex_output worked_tex_output",
    "hacettepe": "main",
    "cit591": "read_sudoku convertToSets convertToInts getRowLocations "
    "getColumnLocations getBoxLocations eliminate isSolved solve print_sudoku main",
    "northwestern": "Board __init__ __str__ print_pretty "
    "subgrid_coordinates find_most_constrained_cell failure_test goal_test update "
    "remove_if_exists Stack Queue DFS BFS test_dfs_or_bfs is_valid play_sudoku",
}
TEXT = """# A heading
Rows have digits, e.g. 1. See page
three of it (as J. Doe says). "It works!" Then it ends: so

1\t2
.\t3

- 1. Take `a`
``````x = 1
y = 2``````
"""
UNITS = [
    "# A heading",
    "Rows have digits, e.g. 1.",
    "See page three of it (as J. Doe says).",
    '"It works!"',
    "Then it ends: so",
    "1\t2\n.\t3",
    "Take `a`",
    "``````x = 1\ny = 2``````",
]
Mutants = dict[str, Mutant | str]


def exists(name: str) -> bool:
    """Return whether ``name`` is a command, a page, or can be imported."""
    if name.endswith(".md"):
        return (ROOT / name).is_file()
    if name.startswith("python3 -m "):
        _, _, package, command = name.split()
        homes = (f"{package}.cli.{command}", f"{package}.{command}.command")
        return any(map(is_module, homes))
    try:
        resolve_name(name)
    except (AttributeError, ImportError):
        return False
    return True


def is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def code_of(row: Row) -> list[str]:
    return row.code.split("; ") if row.code else []


@pytest.mark.parametrize("course", SEALS)
def test_each_unit_that_asks_has_code_and_a_mutant_or_a_reason(course: str) -> None:
    rows = read_rows(course)
    missing = [
        f"{row.number}: no {name}"
        for row in rows
        for name in code_of(row)
        if not exists(name)
    ]
    assert [*faults(course, rows, read_mutants(course)), *missing] == []
    assert [*map(len, rows)] == [6] * len(rows)


def test_each_hand_out_has_a_table() -> None:
    assert {path.stem for path in TABLES.glob("*")} == {*SEALS} == {*NAMES}


@pytest.mark.parametrize("course, names", NAMES.items())
def test_each_name_of_a_hand_out_is_in_its_table(course: str, names: str) -> None:
    code = [name.split(".")[-1] for row in read_rows(course) for name in code_of(row)]
    assert {*names.split()} - {*code} == set()


def delete(rows: list[Row], mutants: Mutants) -> None:
    del rows[9]


def delete_and_renumber(rows: list[Row], mutants: Mutants) -> None:
    del rows[9]
    rows[:] = [row._replace(number=f"{n}") for n, row in enumerate(rows, start=1)]


def swap(rows: list[Row], mutants: Mutants) -> None:
    rows[8], rows[9] = rows[9]._replace(number="9"), rows[8]._replace(number="10")


def ask_nothing(rows: list[Row], mutants: Mutants) -> None:
    asking = next(row for row in rows if row.is_asking)
    rows[int(asking.number) - 1] = asking._replace(kind="nothing: background")
    del mutants[asking.number]


def retype(rows: list[Row], mutants: Mutants) -> None:
    rows[9] = rows[9]._replace(hash=digest("another text"))


def delete_mutant(rows: list[Row], mutants: Mutants) -> None:
    mutants.popitem()


def move_mutant(rows: list[Row], mutants: Mutants) -> None:
    [number, *_] = [n for n, mutant in mutants.items() if isinstance(mutant, Mutant)]
    mutants[number] = Mutant("adt/__init__.py", "a text that is not there", "")


def rename_test(rows: list[Row], mutants: Mutants) -> None:
    row = next(row for row in rows if row.tests)
    rows[int(row.number) - 1] = row._replace(tests="test_that_is_gone")


DAMAGES = [delete, delete_and_renumber, swap, ask_nothing, retype]
DAMAGES += [delete_mutant, move_mutant, rename_test]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damage_to_a_table_is_found(
    damage: Callable[[list[Row], Mutants], None],
) -> None:
    rows, mutants = read_rows("cit591"), read_mutants("cit591")
    damage(rows, mutants)
    assert [*faults("cit591", rows, mutants)]


def test_a_text_is_split_into_sentences_items_tables_and_listings() -> None:
    assert [*units(TEXT)] == UNITS
    assert quotation("a b c d e f g h i j") == "a b c d e … g h i j"


def test_a_table_is_compared_with_the_text_of_its_hand_out() -> None:
    rows = read_rows("cit591")
    [first, *others] = differences("cit591", "CIT 591 Assignment 4: Sudoku\nOther text")
    assert first.startswith("cit591 2: expected") and len(others) == len(rows) - 2


@pytest.mark.nightly
def test_a_mutant_is_killed_only_by_a_test_of_its_row(tmp_path: Path) -> None:
    folder = copy_project(tmp_path)
    row = Row("1", "", "", "asks", "", "test_the_marks_are_those_of_the_hand_out")
    assert is_killed(
        folder, row, Mutant("pseudoku/reference.py", '"7": 6, "9"', '"7": 5, "9"')
    )
    assert not is_killed(folder, row, Mutant("README.md", "Sudoku", "Sudokus"))


def test_the_marks_are_those_of_the_hand_out() -> None:
    marks = {int(task): most for task, most in (TASK_MARKS | MANUAL_TASK_MARKS).items()}
    assert [marks[task] for task in range(1, 11)] == [4, 5, 3, 6, 4, 6, 6, 6, 4, 6]
    assert sum(marks.values()) == 50
