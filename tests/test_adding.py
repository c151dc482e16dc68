"""A format and a course, added to a copy of the project as docs/adding.md says."""

import csv
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutate import copy_project
from tests.places import DOCS, GOLDEN

pytestmark = pytest.mark.nightly
FIRST, *BLOCKS = re.findall(
    r"```python\n(.*?)```", (DOCS / "adding.md").read_text("utf-8"), re.DOTALL
)
COURSEWORK = '''
"""Counting: the number of solutions."""

import sys

from sudoku.grid import CELLS, Grid


def main() -> None:
    """Print the number of solutions of the puzzle in the file that is named."""
    with open(sys.argv[1]) as file:
        print(number_of_solutions(read_grid(file.read())))


def read_grid(text: str) -> Grid:
    """Return the grid in *text*."""
    return [[int(digit) for digit in line.split()] for line in text.splitlines()]


def number_of_solutions(grid: Grid) -> int:
    """Return the number of solutions of *grid*: here, whether it is full."""
    return int(all(grid[row][column] for row, column in CELLS))
'''
RUBRIC = """
schema = 1
course = "counting"
title = "Counting"
files = ["counting.py"]
tests = "hacettepe"
total = 100
[[criterion]]
id = "count"
marks = 40
test = [{ do = "run", inputs = ["i1.txt", "i2.txt"], arguments = ["{}"], expected = "0\\n" }]
[[criterion]]
id = "reads"
marks = 40
test = [{ do = "read_grid", inputs = ["i1.txt"] }]
[[criterion]]
id = "number"
marks = 20
test = [{ do = "number_of_solutions", inputs = ["i1.txt", "i2.txt"] }]
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project in which a format and a course are added."""
    top = tmp_path_factory.mktemp("adding")
    copy_project(top)
    function, _, _ = FIRST.partition("FORMATS")
    branch, reading_order, course, command, entry, grading, inside = BLOCKS
    change(top / "sudoku/formats/writing.py", "FORMATS = {", f"{function}FORMATS = {{")
    end = '    "slashes": Format(to_slashes, between=""),\n}\n'
    change(top / "sudoku/formats/writing.py", "}\n", end, last=True)
    first = '    """\n    words = [(match.start() + 1, match[0]) for match in'
    first += " WORD_PATTERN.finditer(text)]\n    long ="
    added = first.replace("    words", f"{branch}    words")
    change(top / "sudoku/formats/text.py", first, added)
    room = top / "sudoku/counting"
    room.mkdir()
    (room / "__init__.py").write_text(reading_order, "utf-8")
    (room / "solutions.py").write_text(COURSEWORK, "utf-8")
    (room / "course.py").write_text(course, "utf-8")
    (room / "command.py").write_text(command, "utf-8")
    counting = entry.replace("    ...,\n", "").removesuffix("}\n")
    change(top / "sudoku/courses.py", "COURSES = {\n", counting)
    (room / "grading.py").write_text(grading, "utf-8")
    (room / "inside.py").write_text(inside, "utf-8")
    (top / "marking/rubrics/counting.toml").write_text(RUBRIC, "utf-8")
    return top


def change(path: Path, old: str, new: str, last: bool = False) -> None:
    """Replace the only ``old`` text of a file, or the last."""
    text = path.read_text("utf-8")
    before, found, after = text.rpartition(old)
    assert found and (last or old not in before)
    path.write_text(before + new + after, "utf-8")


def run(top: Path, line: str, text: str = "") -> str:
    """What a command line of the copy prints."""
    words = [sys.executable, "-m", *line.split()]
    done = subprocess.run(words, cwd=top, input=text, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_format_is_written_and_read(copy: Path) -> None:
    puzzle = GOLDEN / "comp9021" / "sudoku_5.txt"
    written = run(copy, f"sudoku convert --format slashes {puzzle}")
    assert written.count("/") == 8 and written.count("\n") == 1
    again = run(copy, "sudoku convert --format line -", written * 2)
    assert again == run(copy, f"sudoku convert --format line {puzzle} {puzzle}")


def test_the_course_is_generated_exported_and_marked(copy: Path) -> None:
    run(copy, "sudoku generate --for counting --seed 1 --with-answers inputs -q")
    assert (copy / "inputs" / "count1.txt").read_text() == "0\n"
    assert run(copy, "sudoku counting inputs/grid1.txt") == "0\n"
    run(copy, "sudoku export counting submission -q")
    program = copy / "submission" / "counting.py"
    words = [sys.executable, str(program), "inputs/grid1.txt"]
    assert subprocess.check_output(words, cwd=copy, text=True) == "0\n"
    assert "\ncount: 40 marks, " in run(copy, "marking rubric counting")


def test_the_tables_of_the_pages_list_the_course(copy: Path) -> None:
    (copy / "docs" / "counting.md").write_text("# Counting\n", "utf-8")
    run(copy, "tests.api")
    for name, line in {
        "README.md": "| Counting: the number of solutions | `sudoku.counting.solutions` | "
        "[Counting](docs/counting.md) |",
        "web/order.md": "docs/counting",
        "docs/commands.md": "  counting      count the solutions of a grid (Counting)",
        "docs/inputs.md": "| `counting` | one solution |",
        "docs/marking.md": "| `counting` | Counting | 100 |",
        "docs/marking-rubric.md": "| counting | `read_grid` | the returned grid |",
    }.items():
        assert line in (copy / name).read_text("utf-8").splitlines(), name


@pytest.mark.sandbox
def test_the_course_is_marked_by_its_program_and_its_functions(copy: Path) -> None:
    run(copy, "sudoku export counting right -q")
    text = (copy / "right" / "counting.py").read_text("utf-8")
    programs = {
        "right": text,
        "misspelt": text.replace("number_of_solutions", "number_of_solution"),
        "wrong": text.replace("return int(all", "return 2 + int(all"),
        "changes": text.replace(
            "return int(all", "grid[0].append(1)\n    return int(all"
        ),
    }
    assert len(set(programs.values())) == 4
    for name, program in programs.items():
        (copy / "class" / name).mkdir(parents=True)
        (copy / "class" / name / "counting.py").write_text(program, "utf-8")
    words = "-m", "marking", "run", "counting", "class", "-o", "out"
    done = subprocess.run([sys.executable, *words], cwd=copy, capture_output=True)
    assert done.returncode == 0, done.stderr
    with open(copy / "out" / "marks.csv", encoding="utf-8", newline="") as file:
        marks = {row["id"]: row["mark"] for row in csv.DictReader(file)}
    assert marks == {"right": "100", "misspelt": "80", "wrong": "40", "changes": "80"}
    result = json.loads((copy / "out" / "results" / "misspelt.json").read_text("utf-8"))
    codes = [test["verdict"] for test in result["tests"]]
    assert codes == ["AC", "AC", "AC", "NF", "NF"]
    assert result["tests"][-1]["note"] == "not found: number_of_solutions"
