"""Generate the lists and tables of courses between two comments of a page."""

import io
import re
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from importlib import import_module
from itertools import groupby
from pathlib import Path
from types import UnionType
from typing import Final, get_args, get_origin

from marking.rubric import read_rubric, rubric_names
from marking.tests import UNIT_TESTS, course_of
from pseudocode.judging import exercise
from pseudocode.judging.domains import Argument
from pseudocode.judging.records import DESCRIPTIONS, ExerciseTable
from sudoku.cli import main
from sudoku.courses import COURSES, load_course
from tests import gallery
from tests.places import DOCS, ROOT

OPTIONS: Final[dict[str, object]] = {  # examples of the options of `generate`
    "needs": 4,
    "ending": "stuck",
    "boards": (10, 20),
}
EXERCISE_TABLES: Final[dict[str, type[ExerciseTable]]] = {
    "": exercise.Exercise,
    "arguments.P.": Argument,
    "allows.": exercise.Allowance,
    "alternatives.": exercise.Variant,
    "explanation.": exercise.ArgumentsText,
    "outside_domain.": exercise.FurtherTest,
    "search_coverage.": exercise.SearchCoverage,
}
README_HEAD: Final = """\
| coursework | code | page |
|---|---|---|
| Pseudoku: ten tasks in pseudocode, on vectors, queues and stacks | `pseudoku.tasks` | \
[Pseudoku](docs/pseudoku.md), [Task 7](docs/task7.md), \
[Tasks 9 and 10](docs/written-answers.md) |
"""
ORDER: Final = """\
```{{toctree}}
:hidden:
:caption: Courseworks
docs/pseudoku
docs/task7
docs/written-answers
{}```
"""


def course_pages() -> Iterator[str]:
    """Yield the names of the courses that have a page in docs."""
    yield from (name for name in COURSES if (DOCS / f"{name}.md").exists())


def marked_courses() -> Iterator[str]:
    """Yield the names of the courses that have a rubric."""
    yield from (name for name in (*COURSES, "pseudoku") if name in rubric_names())


def courseworks() -> str:
    """Return the table of courseworks in README."""
    rows = ""
    for name in COURSES:
        title = (import_module(f"sudoku.{name}").__doc__ or "").partition(".\n")[0]
        page = f"[{title.partition(':')[0]}](docs/{name}.md)"
        page = page if name in course_pages() else ""
        rows += f"| {title} | `{load_course(name).hand_in.module}` | {page} |\n"
    return README_HEAD + rows


def order() -> str:
    """Return the paths of the courses' pages, as the site lists them."""
    return ORDER.format("".join(f"docs/{name}\n" for name in course_pages()))


def sudoku_help() -> str:
    """Return the list of the commands of ``sudoku``, as its help prints it."""
    with redirect_stdout(io.StringIO()) as printed:
        main(["--help"])
    text = re.sub(
        r"(?<=usage: ).*(?= COMMAND)", "python3 -m sudoku", printed.getvalue()
    )
    return f"```console\n$ python3 -m sudoku --help\n{text}```\n"


def promises() -> str:
    """Return the table of what ``generate --for`` promises, by course and option."""
    lines = ["| `--for` | promised |", "|---|---|"]
    for name in COURSES:
        course = load_course(name)
        for option in (None, *course.options):
            chosen = dict.fromkeys(course.options) | (
                {option: OPTIONS[option]} if option else {}
            )
            condition = course.condition(Namespace(**chosen))
            value = str(OPTIONS.get(option or "", "")).strip("()").replace(", ", "-")
            shown = f"{name} --{option} {value}" if option else name
            lines.append(f"| `{shown}` | {str(condition) or 'one solution'} |")
    return "\n".join(lines) + "\n"


def rubrics() -> str:
    """Return the table of rubrics: their names, titles and marks."""
    lines = ["| rubric | coursework | marks |", "|---|---|---|"]
    for name in marked_courses():
        rubric = read_rubric(name)
        lines.append(f"| `{name}` | {rubric.title} | {rubric.total} |")
    return "\n".join(lines) + "\n"


def compared_answers() -> str:
    """Return the table of tests: what a rubric may ask for, and what is compared."""
    lines = ["| course | `do` | what is compared |", "|---|---|---|"]
    for name in marked_courses():
        course = course_of(read_rubric(name))
        does: dict[str, str] = dict(course.DOES) if course else {}
        if name in COURSES and (tests := load_course(name).hand_in.tests):
            does[UNIT_TESTS] = (
                f"whether a test of the student's `{tests}` "
                "notices each wrong function of the input"
            )
        for what, group in groupby(does, key=lambda do: does[do]):
            values = ", ".join(f"`{do}`" for do in group)
            lines.append(f"| {name} | {values} | {what} |")
            name = ""
    return "\n".join(lines).replace("|  |", "| |") + "\n"


def exercise_keys() -> str:
    """Return the table of the keys of an exercise file; required keys are bold."""
    lines = ["| key | value | meaning |", "|---|---|---|"]
    for table, kind in EXERCISE_TABLES.items():
        for name, values, meaning in kind.keys():
            if get_origin(values) is UnionType:
                values = get_args(values)[0]
            tables = "tables" if get_origin(values) is tuple else "table"
            value = re.sub("^an? |,.*", "", DESCRIPTIONS.get(values, tables))
            mark = "" if hasattr(kind, name) else "**"
            lines.append(f"| {mark}`{table}{name}`{mark} | {value} | {meaning} |")
    return "\n".join(lines) + "\n"


TABLES: Final[dict[Path, dict[str, Callable[[], str]]]] = {
    ROOT / "README.md": {"courseworks": courseworks},
    ROOT / "web" / "order.md": {"courseworks": order},
    DOCS / "exercises.md": {"keys": exercise_keys},
    DOCS / "explain.md": {"techniques": gallery.techniques},
    DOCS / "commands.md": {"commands of sudoku": sudoku_help},
    DOCS / "inputs.md": {"promises": promises},
    DOCS / "marking.md": {"rubrics": rubrics},
    DOCS / "marking-rubric.md": {"tests": compared_answers},
}


def updated(page: Path) -> str:
    """Return the text of *page* with up-to-date tables between its comments."""
    text = page.read_text("utf-8")
    for name, table in TABLES[page].items():
        start, end = f"<!-- {name}: python3 -m tests.api -->\n", "<!-- end -->\n"
        before, found, rest = text.partition(start)
        assert found and end in rest, f"{page}: no comments for {name}"
        text = f"{before}{start}\n{table()}\n{end}{rest.partition(end)[2]}"
    return text
