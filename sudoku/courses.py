"""The courses and their techniques: how the commands find the package of each.

A package, such as `sudoku.comp9021`, has a `Course` called ``COURSE`` in its module
`course`, its command line in ``command``, and the steps of its technique in
``explanation``. Each module is imported when it is used.
"""

from argparse import Namespace
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO
from typing import NamedTuple

from sudoku.formats import write
from sudoku.generating.conditions import Condition
from sudoku.grid import Grid, cells_of

# What the command of each course does, an example, and what exit status 1 means.
COURSES = {
    "comp9021": (
        "preassess a grid, or write its LaTeX files (COMP9021)",
        "sudoku_1.txt worked",
        "the grid has a clash",
    ),
    "hacettepe": (
        "write a solution step by step (Hacettepe)",
        "i1.txt o1.txt",
        "naked singles leave cells blank",
    ),
    "cit591": (
        "solve by elimination in sets (CIT 591)",
        "puzzle1.txt",
        "elimination leaves cells blank",
    ),
    "northwestern": (
        "search depth first or breadth first, or play (Northwestern)",
        "dfs board.txt --limit-boards 1000",
        "there is no solution",
    ),
}
COURSE_NAMES = tuple(COURSES)


class Method(NamedTuple):
    """A technique that `explain` shows step by step.

    ``title`` describes it, and ``module`` is the module with its functions ``start``
    and ``steps``. ``stuck`` is the message if the technique does not solve a puzzle.
    ``from_zero`` is whether the hand-out counts rows and columns from 0.
    """

    title: str
    module: str
    stuck: str = ""
    from_zero: bool = False


TECHNIQUES = {
    "preemptive": Method(
        "COMP9021: forced digits, then marks, then preemptive sets",
        "sudoku.comp9021.explanation",
        "No preemptive set removes a mark. To go on: explain --method human.",
    ),
    "singles": Method(
        "Hacettepe: naked singles",
        "sudoku.hacettepe.explanation",
        "No cell has only one possible digit. To go on: explain --method human.",
    ),
    "elimination": Method(
        "CIT 591: elimination in sets",
        "sudoku.cit591.explanation",
        "No number can be eliminated. To go on: explain --method human.",
        from_zero=True,
    ),
    "human": Method(
        "Techniques that people use, the easiest first",
        "sudoku.explain.ladder",
        "No single, pointing, claiming, set, fish, wing or chain changes anything. "
        "To go on: explain --method dfs.",
    ),
    "dfs": Method(
        "Northwestern: depth-first search",
        "sudoku.northwestern.explanation",
        from_zero=True,
    ),
    "bfs": Method(
        "Northwestern: breadth-first search",
        "sudoku.northwestern.explanation",
        from_zero=True,
    ),
}


class HandIn(NamedTuple):
    """What a student of a course submits: the program, and perhaps tests and a zip.

    ``name`` is the file name of the program, which is made from ``module`` and must
    define ``exported_names``. Unless ``keeps_annotations``, annotations are removed.
    ``footer`` is the last lines of the file. ``tests`` is the file of unit tests, and
    ``archive`` the zip with all files, where {} stands for the student number; both may
    be "". Names of the first module of ``replaced`` are taken from the second.
    """

    name: str
    module: str
    exported_names: tuple[str, ...]
    keeps_annotations: bool = True
    footer: str = ""
    tests: str = ""
    archive: str = ""
    replaced: tuple[str, str] = ("", "")


class Course(NamedTuple):
    """A coursework: input format, options of ``generate``, output files and hand-in.

    ``input_format`` is a key of `sudoku.formats.FORMATS`. ``options`` are the options
    that only some courses have. ``condition`` returns the condition that generated
    puzzles must meet, given the command line. ``file_templates`` are the names of the
    files for puzzle number {}, the input first, and ``texts`` returns their contents
    for a puzzle of 81 characters.
    """

    input_format: str
    options: tuple[str, ...]
    condition: Callable[[Namespace], Condition]
    file_templates: tuple[str, ...]
    texts: Callable[[str], list[str]]
    hand_in: HandIn

    def file_names(self, number: int) -> list[str]:
        return [name.format(number) for name in self.file_templates]

    def files(self, number: int, puzzle: str) -> list[tuple[str, str]]:
        """Return ``(name, text)`` for each file of puzzle ``number``, the input first.

        ``puzzle`` is 81 characters.

        >>> easy = "123456789456789123789123456231564897564897231" + "." * 36
        >>> [name for name, _ in load_course("hacettepe").files(7, easy)]
        ['i7.txt', 'o7.txt']
        """
        return list(zip(self.file_names(number), self.texts(puzzle), strict=True))


def load_course(name: str) -> Course:
    """Return the Course called ``name``, one of COURSE_NAMES."""
    course: Course = import_module(f"sudoku.{name}.course").COURSE
    return course


def format_puzzle(grid: Grid, style: str) -> str:
    """Return ``grid`` as text in the format ``style``, a key of FORMATS."""
    return "".join(write([cells_of(grid)], style))


def capture_output(act: Callable[[], object]) -> str:
    """Call ``act``, and return the text that it prints."""
    with redirect_stdout(StringIO()) as output:
        act()
    return output.getvalue()
