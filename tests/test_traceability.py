"""docs/traceability.md: its names exist, and it has all names of the hand-outs."""

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pkgutil import resolve_name

from pseudoku.reference import MANUAL_TASK_MARKS, TASK_MARKS
from tests.places import DOCS, ROOT

PAGE = DOCS / "traceability.md"
HEADING = "| the hand-out | code | tests | page |"
NAMES = {
    "Pseudoku": "MakeVector PermuteVector PermuteRows PermuteRow SearchStack "
    "CheckColumn ColChecks ColCheck CheckGrids MakeSolution",
    "COMP9021": "Sudoku SudokuError preassess bare_tex_output forced_tex_output "
    "marked_tex_output worked_tex_output",
    "Hacettepe": "main",
    "CIT 591": "read_sudoku convertToSets convertToInts getRowLocations "
    "getColumnLocations getBoxLocations eliminate isSolved solve print_sudoku main",
    "Northwestern": "Board num_nums_placed size rows __init__ __str__ print_pretty "
    "subgrid_coordinates find_most_constrained_cell failure_test goal_test update "
    "remove_if_exists Stack Queue DFS BFS test_dfs_or_bfs is_valid play_sudoku",
}
ATTRIBUTES = {"num_nums_placed", "size", "rows"}  # of a Board, not of its class
TESTS = set(
    re.findall(
        r"^def (test_\w+)\(",
        "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py")),
        re.MULTILINE,
    )
)

Row = tuple[int, str, str, str, str]  # the number of its line, then its four columns


def tables() -> dict[str, list[Row]]:
    """The rows of each table, by the heading of its section."""
    found: dict[str, list[Row]] = {}
    section = ""
    for number, line in enumerate(PAGE.read_text("utf-8").splitlines(), start=1):
        if line.startswith("## "):
            section = line[3:]
        elif line.startswith("|") and line != HEADING and not line.startswith("|-"):
            asked, code, tests, pages = map(str.strip, line.strip("|").split("|"))
            found.setdefault(section, []).append((number, asked, code, tests, pages))
    return found


def code_in(column: str) -> list[str]:
    return re.findall(r"`([^`]+)`", column)


def exists(name: str) -> bool:
    """Whether ``name`` is a command, or something that can be imported."""
    if name.startswith("python3 -m "):
        _, _, package, command = name.split()
        homes = (f"{package}.cli.{command}", f"{package}.{command}.command")
        return any(map(found, homes))
    try:
        resolve_name(name)
    except (AttributeError, ImportError):
        return False
    return True


def found(module: str) -> bool:
    """Whether there is such a module."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def anchors(page: str) -> set[str]:
    """What a link into ``page`` can name: its headings, as GitHub writes them."""
    headings = re.findall(r"^#+ (.*)$", page, re.MULTILINE)
    kept = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {heading.replace(" ", "-") for heading in kept}


def broken(row: Row) -> Iterator[str]:
    """What is wrong with ``row``, one line for each mistake."""
    number, _, code, tests, pages = row
    place = f"docs/traceability.md:{number}: "
    for name in code_in(code):
        if not exists(name):
            yield f"{place}no {name}"
    for name in code_in(tests):
        if name.startswith("test_") and name not in TESTS:
            yield f"{place}no test {name}"
    if "test_" not in tests and not tests.startswith("no test: "):
        yield f"{place}neither a test nor the reason why there is none"
    for link in re.findall(r"\]\(([^)]*)\)", pages):
        path, _, anchor = link.partition("#")
        if not (DOCS / path).is_file():
            yield f"{place}no page {path}"
        elif anchor and anchor not in anchors((DOCS / path).read_text("utf-8")):
            yield f"{place}no heading #{anchor} in {path}"


def test_every_name_and_link_of_the_table_exists() -> None:
    wrong = [line for rows in tables().values() for row in rows for line in broken(row)]
    assert not wrong, "\n" + "\n".join(wrong)


def test_every_name_of_a_hand_out_is_in_its_table() -> None:
    found = tables()
    assert set(found) == set(NAMES)
    for section, names in NAMES.items():
        asked = " ".join(row[1] for row in found[section])
        code = {
            name.split(".")[-1] for row in found[section] for name in code_in(row[2])
        }
        missing = set(names.split()) - code - ATTRIBUTES
        assert not missing, f"{section}: no code for {missing}"
        unnamed = [
            name for name in names.split() if not re.search(rf"\b{name}\b", asked)
        ]
        assert not unnamed, f"{section}: no requirement names {unnamed}"


def test_a_row_that_names_something_missing_would_be_detected() -> None:
    row = (
        "adt.Heap`, `python3 -m sudoku fly",
        "`test_nothing`",
        "[a](b.md), [c](task7.md#d)",
    )
    assert len([*broken((1, "", f"`{row[0]}`", *row[1:]))]) == 5
    assert len([*broken((1, "", "", "", ""))]) == 1
    assert not [
        *broken((1, "", "`adt.Queue`", "no test: why", "[a](task7.md#the-alias)"))
    ]


def test_the_marks_are_those_of_the_hand_out() -> None:
    marks = {int(task): most for task, most in (TASK_MARKS | MANUAL_TASK_MARKS).items()}
    assert [marks[task] for task in range(1, 11)] == [4, 5, 3, 6, 4, 6, 6, 6, 4, 6]
    assert sum(marks.values()) == 50
