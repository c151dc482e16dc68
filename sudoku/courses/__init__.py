"""The courses: what each one reads, promises, expects and wants submitted.

A course is a module of this package with a `Course` called ``COURSE``. Its name is in
NAMES. A module is imported only when its course is asked for.
"""

from collections.abc import Callable
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO

from _courseware.records import Record

TYPE_CHECKING = False  # True for type checkers; importing typing would slow each start
if TYPE_CHECKING:
    from argparse import Namespace

    from sudoku.generating.promises import Promise
    from sudoku.grid import Grid

NAMES = ("comp9021", "hacettepe", "cit591", "northwestern")


class HandIn(Record):
    """What a student submits: a coursework as one file, and what belongs to it."""

    name: str
    module: str
    wanted: tuple[str, ...]  # the names of the module that the file must define
    annotated: bool = True
    end: str = ""  # the last lines of the file
    tests: str = ""  # the file of unit tests, in `sudoku.handins`
    archive: str = ""  # the zip with all files; {} is the number of the student


class Course(Record):
    """What the commands know about a course."""

    reads: str  # the format of its inputs, one of `sudoku.formats.FORMATS`
    options: tuple[str, ...]  # of `generate` that its promise has
    promise: "Callable[[Namespace], Promise]"  # of an input, from the options
    names: tuple[str, ...]  # of the files for puzzle {}, with the input first
    texts: Callable[[str], list[str]]  # of these files, for the 81 cells of a puzzle
    hand_in: HandIn

    def names_of(self, number: int) -> list[str]:
        """Return the names of the files for puzzle *number*, with the input first."""
        return [name.format(number) for name in self.names]

    def files(self, number: int, puzzle: str) -> list[tuple[str, str]]:
        """Return the name and the text of each file for puzzle *number*.

        If the course provides such files, these have the same names.

        >>> easy = "123456789456789123789123456231564897564897231" + "." * 36
        >>> [name for name, _ in course("hacettepe").files(7, easy)]
        ['i7.txt', 'o7.txt']
        """
        return list(zip(self.names_of(number), self.texts(puzzle), strict=True))


def course(name: str) -> Course:
    """Return the course *name*, which is in NAMES."""
    found: Course = import_module(f"{__name__}.{name}").COURSE
    return found


def text_of(grid: "Grid", style: str) -> str:
    """Return *grid* in one of the formats of `sudoku.formats`."""
    from sudoku.formats import write  # `export` needs no format
    from sudoku.grid import cells_of

    return "".join(write([cells_of(grid)], style))


def printed_by(act: Callable[[], object]) -> str:
    """Return what *act* prints."""
    with redirect_stdout(StringIO()) as output:
        act()
    return output.getvalue()
