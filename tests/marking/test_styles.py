"""Programs as students write them get the marks that running them by hand gives.

By hand means: in a folder with the inputs, without a line of `marking`. What came out
was compared with the courses' own files, or with what their own unit tests say.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.marking.classes import hand_in, marking, marks
from tests.places import ANSWERS, ROOT

STYLES = ROOT / "tests" / "styles"
Change = Callable[[str], str]


def own(name: str) -> str:
    return (STYLES / f"{name}.py").read_text("utf-8")


# What students do to a program. The sandbox has no numpy, and nobody at the keyboard.
CHANGES: dict[str, Change] = {
    "as-it-is": lambda text: text,
    "tabs": lambda text: text.replace("    ", "\t"),
    "cr-lf": lambda text: text.replace("\n", "\r\n"),
    "byte-order-mark": lambda text: f"\ufeff{text}",
    "prints-while-importing": lambda text: f"{text}\nprint('Welcome!', 1 / 3)\n",
    "calls-main-while-importing": lambda text: text.replace(
        'if __name__ == "__main__":\n    main()\n', "main()\n"
    ),
    "asks-while-importing": lambda text: f"{text}\nname = input('Your name? ')\n",
    "asks-if-it-is-the-program": lambda text: (
        f"{text}\nif __name__ == '__main__':\n    input('Press Enter')\n"
    ),
    "imports-numpy": lambda text: f"import numpy as np\n{text}",
    "imports-numpy-if-it-is-there": lambda text: (
        f"try:\n    import numpy\nexcept ImportError:\n    numpy = None\n{text}"
    ),
    "syntax-error": lambda text: f"{text}\nif x = 1:\n",
    "exits-at-the-end": lambda text: f"{text}\nimport sys\nsys.exit(0)\n",
    "in-latin-1": lambda text: f"# -*- coding: latin-1 -*-\n# caf\udce9\n{text}",
}
WRONG = ("fail", "error", "missing")  # verdicts of the judge that earn nothing


def comp9021_with_classes() -> str:
    start, _, rest = hand_in("comp9021").partition("class Sudoku:")
    init = "def __init__(self, name):\n        super().__init__(name)\n"
    return f"{start}class Base:{rest}\n\nclass Sudoku(Base):\n    {init}"


FAILS = ("asks-while-importing", "imports-numpy", "syntax-error")
ENDS = (*FAILS, "exits-at-the-end")
# By course: the file, the program, the criteria, their marks, and the changes after which
# it gets none: in a folder with the inputs, the course's own files or checks fail then.
COURSES = {
    "hacettepe": (
        ("sudoku.py", own("hacettepe_plain"), "output", "80"),
        (*FAILS, "asks-if-it-is-the-program"),
    ),
    "comp9021": (
        ("sudoku.py", hand_in("comp9021"), "bare forced marked worked", "3 3 3 3"),
        (*ENDS, "tabs"),
    ),
    "cit591": (
        ("sudoku.py", own("cit591_plain"), "raw", "85"),
        (*ENDS, "calls-main-while-importing"),
    ),
    "northwestern": (("a5.py", own("northwestern_plain"), "mark", "100"), ENDS),
}
WITH_CLASSES = {
    "hacettepe": own("hacettepe_classes"),
    "comp9021": comp9021_with_classes(),
}


@pytest.mark.sandbox
@pytest.mark.parametrize(
    "course",
    [
        pytest.param(name, marks=() if name == "hacettepe" else pytest.mark.nightly)
        for name in COURSES
    ],
)
def test_a_program_as_students_write_it_gets_the_marks_of_running_it_by_hand(
    course: str, tmp_path: Path
) -> None:
    (name, text, criteria, full), fails = COURSES[course]
    programs = {style: change(text) for style, change in CHANGES.items()}
    if course in WITH_CLASSES:
        programs["class-hierarchy"] = WITH_CLASSES[course]
    rows = marks_of(course, programs, name, tmp_path)
    parts = criteria.split()
    found = {style: [row[part] for part in parts] for style, row in rows.items()}
    assert found == {
        style: ["0"] * len(parts) if style in fails else full.split()
        for style in programs
    }


def marks_of(
    course: str, programs: dict[str, str], name: str, folder: Path
) -> dict[str, dict[str, str]]:
    """The marks of *programs*."""
    for student, text in programs.items():
        path = folder / "class" / student / name
        path.parent.mkdir(parents=True)
        path.write_text(text, "utf-8", "surrogateescape", newline="")
    done = marking("run", course, folder / "class", "-o", folder / "out")
    assert done.returncode == 0, done.stderr
    return marks(folder / "out")


@pytest.mark.sandbox
def test_pseudoku_by_hand(tmp_path: Path) -> None:
    """By hand: what `pseudoku judge` says about each task."""
    names = (
        "right_like_python",
        "right_on_one_line",
        "right_by_recursion",
        "mixed_three_mistakes",
        "right_numbered_lines",
        "right_constant_outside",
    )
    texts = {n: (ANSWERS / f"{n}.pseudo").read_text("utf-8") for n in names}
    texts["with-tabs"] = texts["right_constant_outside"].replace("    ", "\t")
    texts["with-cr-lf"] = texts["right_constant_outside"].replace("\n", "\r\n")
    worth = {1: "4", 2: "5", 3: "3", 4: "6", 5: "4", 6: "6", 8: "6"}
    wanted = {}
    for student, text in texts.items():
        path = tmp_path / f"{student}.txt"
        path.write_text(text, "utf-8", newline="")
        done = subprocess.run(
            [sys.executable, "-m", "pseudoku", "judge", "--json", "-q", path],
            cwd=ROOT,
            capture_output=True,
        )
        tasks = json.loads(done.stdout)["tasks"]
        verdicts = {n: tasks[str(n)]["verdict"] for n in worth}
        wanted[student] = [
            worth[n] if verdict == "pass" else "0" if verdict in WRONG else ""
            for n, verdict in verdicts.items()
        ]
    found = marks_of("pseudoku", texts, "answer.txt", tmp_path)
    shown = {name: [row[f"task{n}"] for n in worth] for name, row in found.items()}
    assert shown == wanted
