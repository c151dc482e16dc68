"""Programs as students write them get the marks that running them by hand gives.

By hand means: in a folder with the inputs, without a line of `marking`. What comes out
is compared with the courses' own files, or with what their own unit tests say.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from marking.sandbox.interpreters import find_interpreter
from tests.marking.classes import RUBRICS, hand_in, marking, marks
from tests.places import ANSWERS, GOLDEN, ROOT

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
PYTHON36 = find_interpreter("3.6")


def by_hand(
    folder: Path, program: str, *words: str, name: str = "sudoku.py", old: bool = False
) -> subprocess.CompletedProcess[bytes]:
    """Run Python in a folder that has a student's program."""
    (folder / name).write_text(program, "utf-8", "surrogateescape", newline="")
    python = PYTHON36.program if old and PYTHON36 else sys.executable
    return subprocess.run(
        [python, "-s", *words],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env={"PYTHONDONTWRITEBYTECODE": "1"},
    )


def marks_of(
    course: str, programs: dict[str, str], name: str, folder: Path
) -> dict[str, dict[str, str]]:
    """The marks of *programs*."""
    top = folder / "class"
    for student, text in programs.items():
        (top / student).mkdir(parents=True)
        (top / student / name).write_text(text, "utf-8", "surrogateescape", newline="")
    done = marking("run", course, top, "-o", folder / "out")
    assert done.returncode == 0, done.stderr
    return marks(folder / "out")


def changed(text: str) -> dict[str, str]:
    return {name: change(text) for name, change in CHANGES.items()}


@pytest.mark.sandbox
def test_hacettepe_by_hand(tmp_path: Path) -> None:
    programs = changed(own("hacettepe_plain"))
    programs["class-hierarchy"] = own("hacettepe_classes")
    by_numbers = {}
    for student, text in programs.items():
        right = 0
        for number in range(1, 7):
            folder = tmp_path / student / str(number)
            folder.mkdir(parents=True)
            data = (GOLDEN / "hacettepe" / f"i{number}.txt").read_bytes()
            (folder / "in.txt").write_bytes(data)
            done = by_hand(folder, text, "sudoku.py", "in.txt", "out.txt", old=True)
            wanted = (GOLDEN / "hacettepe" / f"o{number}.txt").read_bytes()
            out = folder / "out.txt"
            is_there = out.exists() and out.read_bytes() == wanted
            right += done.returncode == 0 and is_there
        by_numbers[student] = f"{80 * right / 6:g}"
    found = marks_of("hacettepe", programs, "sudoku.py", tmp_path)
    assert {name: row["output"] for name, row in found.items()} == by_numbers
    assert set(by_numbers.values()) == {"0", "80"}


@pytest.mark.sandbox
@pytest.mark.nightly
def test_comp9021_by_hand(tmp_path: Path) -> None:
    text = hand_in("comp9021")
    programs = changed(text)
    start = text.index("class Sudoku:")
    programs["class-hierarchy"] = (
        text[:start].rstrip()
        + "\n\n\n"
        + text[start:].replace("class Sudoku:", "class Base:", 1)
        + "\n\nclass Sudoku(Base):\n    def __init__(self, name):\n"
        "        super().__init__(name)\n"
    )
    by_numbers = {}
    call = "from sudoku import *; Sudoku({!r}).{}()"
    for student, program in programs.items():
        folder = tmp_path / student
        folder.mkdir()
        (folder / "sudoku_1.txt").write_bytes(
            (GOLDEN / "comp9021" / "sudoku_1.txt").read_bytes()
        )
        done = by_hand(folder, program, "-c", call.format("sudoku_1.txt", "preassess"))
        says = done.stdout.endswith(b"There is clearly no solution.\n")
        parts = {"preassess": "1" if says else "0"}
        for kind in ("bare", "forced", "marked", "worked"):
            right = 0
            for number in (3, 4, 5):
                stem = f"sudoku_{number}"
                data = (GOLDEN / "comp9021" / f"{stem}.txt").read_bytes()
                (folder / f"{stem}.txt").write_bytes(data)
                words = call.format(f"{stem}.txt", f"{kind}_tex_output")
                done = by_hand(folder, program, "-c", words)
                wanted = (GOLDEN / "comp9021" / f"{stem}_{kind}.tex").read_bytes()
                out = folder / f"{stem}_{kind}.tex"
                is_there = out.exists() and out.read_bytes() == wanted
                right += done.returncode == 0 and is_there
            parts[kind] = f"{right}"
        by_numbers[student] = parts
    found = marks_of("comp9021", programs, "sudoku.py", tmp_path)
    kinds = ("preassess", "bare", "forced", "marked", "worked")
    shown = {name: {k: row[k] for k in kinds} for name, row in found.items()}
    assert shown == by_numbers
    assert {parts["worked"] for parts in by_numbers.values()} == {"0", "3"}


@pytest.mark.sandbox
@pytest.mark.nightly
def test_cit591_by_hand(tmp_path: Path) -> None:
    """By hand: the hand-out's own puzzle is solved, and its examples are right."""
    programs = changed(own("cit591_plain"))
    puzzle = (GOLDEN / "cit591" / "puzzle3.txt").read_bytes()
    check = (
        "import sys\nfrom sudoku import *\n"
        "problem = convertToSets(read_sudoku('puzzle3.txt'))\n"
        "assert solve(problem) is True and isSolved(problem) is True\n"
        "assert convertToInts(problem)[0] == [2, 8, 4, 5, 9, 3, 1, 6, 7]\n"
        "assert convertToInts(problem)[8] == [9, 3, 8, 6, 5, 4, 7, 1, 2]\n"
        "assert sorted(getBoxLocations((1, 6)))[-1] == (2, 8)\n"
        "assert eliminate([[{1, 2}, {2}]], (0, 1), [(0, 0), (0, 1)]) == 1\n"
        "sys.exit(7)\n"
    )
    passes = {}
    for student, program in programs.items():
        folder = tmp_path / student
        folder.mkdir()
        (folder / "puzzle3.txt").write_bytes(puzzle)
        passes[student] = by_hand(folder, program, "-c", check).returncode == 7
    assert len({*passes.values()}) == 2
    found = marks_of("cit591", programs, "sudoku.py", tmp_path)
    tested = {name: row["raw"] for name, row in found.items()}
    assert tested == {name: "85" if right else "0" for name, right in passes.items()}


@pytest.mark.sandbox
@pytest.mark.nightly
def test_northwestern_by_hand(tmp_path: Path) -> None:
    """By hand: both searches find the solution of the starter's first board."""
    programs = changed(own("northwestern_plain"))
    starter = (RUBRICS / "northwestern" / "stack_and_queue.py").read_bytes()
    board = (RUBRICS / "northwestern" / "first.txt").read_text().split()
    check = (
        "import a5, io, sys\n"
        f"board = {[row.replace('.', '0') for row in board]}\n"
        "for search in (a5.DFS, a5.BFS):\n"
        "    b = a5.Board()\n"
        "    for r, row in enumerate(board):\n"
        "        for c, sign in enumerate(row):\n"
        "            if sign != '0': b.update(r, c, int(sign))\n"
        "    solved = ''.join(str(n) for row in search(b).rows for n in row)\n"
        "    assert solved.startswith('472683519319754268568912347'), solved\n"
        "sys.exit(7)\n"
    )
    passes = {}
    for student, program in programs.items():
        folder = tmp_path / student
        folder.mkdir()
        (folder / "stack_and_queue.py").write_bytes(starter)
        done = by_hand(folder, program, "-c", check, name="a5.py")
        passes[student] = done.returncode == 7
    assert len({*passes.values()}) == 2
    found = marks_of("northwestern", programs, "a5.py", tmp_path)
    tested = {name: row["mark"] for name, row in found.items()}
    assert tested == {name: "100" if right else "0" for name, right in passes.items()}


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
