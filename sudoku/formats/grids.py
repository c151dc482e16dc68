"""Decide which grids of a text are its puzzles, however they are written.

The readers of layouts yield records: the grids of a line, a block or an object, with
their names. Here, records are compared: if one grid has all digits of another and
more, it is the solution of the other or a state of the game, whatever its name is.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, pairwise
from typing import Literal, NamedTuple, TypeAlias

from sudoku.errors import LocatedError
from sudoku.exact import has_clash

Role: TypeAlias = Literal[
    "solution", "given", "state", "variant", "puzzle", "", "unknown"
]

BLANKS = ".0_*-xX?"
NO_SIGN = " "  # the blank that is written as nothing, between separators
DIGITS = frozenset("123456789")
CELL_SIGNS = DIGITS.union(BLANKS)
EXPECTED_CELL = f"expected a digit or a blank ({' '.join(BLANKS)})"
EXPECTED_COUNT = "expected nine in a row or 81 in a line"
ALONE = "expected a puzzle by itself, called 'puzzle' or nothing"
TO_DOTS = dict.fromkeys(map(ord, BLANKS + NO_SIGN), ".")
MAX_COMPARED = 100  # grids at the start of a text, each compared with all others
MIN_COMPARED_DIGITS = 8  # grids of fewer digits are in too many others
MIN_BLANKS_UNSEEN = 12  # grids with fewer blanks may be maps of regions
MAX_TITLE_WORDS = 6  # longer titles are prose
MIN_LONG_CELLS = 41  # a word with so many cells should have 81
MAX_ERRORS_IN_A_ROW = 10_000  # in succession; then reading stops

# The first pattern that occurs in a name, in lower case, is its role.
ROLES: dict[Role, str] = {
    "solution": r"(?<!re)(?<!one )(?<!no )(?<!unique )(?<!several )solution|\b(?:solved|answers?|result|output|expected|completed|"
    r"final|finished|l(?:ö|oe)sung|gel(?:ö|oe)st|soluci|soluzion|soluç|résolu|réponse|"
    r"risolt|resuelt|respuesta|oplossing|opgelost|çözüm|rozwiąz|řešen|megoldás|решен|"
    r"ответ)|解",
    "given": r"\b(?:given|before|initial|original|start|unsolved|clue|hint|input|"
    r"mission|vorgabe|inicial|inizial|énoncé)",
    "state": r"\b(?:states?|current\w*|progress|steps?|iterations?|after|users?|now|"
    r"players?|attempts?|entries|entered|history|undo|redo|log|pencil\w*|marks|"
    r"candidates?|(?:cell)?colou?rs?|zwischenstand)\b",
    "variant": r"killer|jigsaw|irregular|thermo|\b(?:cages?|regions?|mask|diagonals?|"
    r"columns?|boxes)\b",
    "puzzle": r"puzzle|quiz|sudoku|grid|board|problem|question|moves|r(?:ä|ae)tsel|"
    r"aufgabe|grille|судоку|数独",
    "": r"\b(?:easy|medium|moderate|hard\w*|difficult\w*|expert|evil|extreme|simple|"
    r"levels?|games?|number|name|titles?|text|data|cells?|rows?|values?|numbers|array|"
    r"list|matrix|lines?|first|second|one|two|item|index|strings?|examples?|tests?|"
    r"todo|task|main|code|hash|rating)\b",
}
ROLE_PATTERNS = {role: re.compile(pattern) for role, pattern in ROLES.items()}


class Puzzle(NamedTuple):
    """A puzzle of 81 cells, with the name and the line of its text.

    ``cells`` is 81 characters, row by row, with ``.`` for a blank. ``name`` is the name
    of the file, and ``line`` the number of the puzzle's first line, from 1.
    """

    cells: str
    name: str
    line: int


class Solution(NamedTuple):
    """A full grid that solves the puzzle in line ``puzzle_line`` of the same text."""

    cells: str
    name: str
    line: int
    puzzle_line: int


class FormatError(LocatedError):
    """An error in text where a puzzle was expected, with its line and column.

    Its message begins with ``NAME:LINE:COLUMN``, where NAME is the name of the text and
    LINE and COLUMN count from 1.
    """

    def __init__(self, name: str, line: int, column: int, detail: str) -> None:
        super().__init__("", line, column, detail)
        self.args = (name, line, column, detail)  # for `repr` and `pickle`
        self.name = name

    def __str__(self) -> str:
        return self.located(self.name)


Entry: TypeAlias = Puzzle | Solution | FormatError


class Named(NamedTuple):
    """A grid of 81 cells as written, with the name beside it and its role."""

    cells: str
    name: str = ""
    role: Role = ""


class GridRecord(NamedTuple):
    """The grids of a line, a block or an object at ``line`` and ``column``, from 1.

    If it cannot be read, ``problem`` says why, and ``broken`` are the cells of the
    grids in it as far as they can be seen, of any number.
    """

    line: int
    column: int
    grids: tuple[Named, ...] = ()
    problem: str = ""
    broken: tuple[str, ...] = ()


def _words_of(name: str) -> str:
    """Return the words of letters in ``name``, in lower case; ``aB`` is two words."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name[:400])
    return " ".join(re.findall(r"[^\W\d_]+", spaced)).lower()


@lru_cache(maxsize=1000)
def role_of(name: str) -> Role:
    """Return what a grid called ``name`` is: the first of ROLES that fits.

    A name without a word of three letters says nothing; any other is "unknown".

    >>> names = "quizzes", "puzzleSolution", "initial_state", "boardState", "x1", "now!"
    >>> [role_of(name) for name in (*names, "nyt")]
    ['puzzle', 'solution', 'given', 'state', '', 'state', 'unknown']
    """
    words = _words_of(name)
    for role, pattern in ROLE_PATTERNS.items():
        if pattern.search(words):
            return role
    return "unknown" if any(len(word) > 2 for word in words.split()) else ""


def role_of_title(title: str) -> Role:
    """Return what the grids below ``title`` are; a title may be anything."""
    if len(_words_of(title).split()) > MAX_TITLE_WORDS:
        return ""
    role = role_of(title)
    return role if role in ("solution", "state", "variant") else ""


def plain(cells: str) -> tuple[str, str]:
    """Return ``cells`` with ``.`` for each blank, and why they are no puzzle, or "".

    >>> plain("5.3" * 26 + "5.0")[1]
    "'.' and '0' for blanks; expected one sign"
    """
    dotted = cells.translate(TO_DOTS)
    blanks = sorted(set(cells).difference("123456789"))
    if len(blanks) > 1:
        signs = [repr(s) if s != NO_SIGN else "nothing" for s in blanks[:2]]
        return dotted, f"{signs[0]} and {signs[1]} for blanks; expected one sign"
    if dotted == "." * 81 and blanks[0] not in (".", "0", NO_SIGN):
        detail = f"81 times {blanks[0]!r}, an empty puzzle or a ruled line"
        return dotted, f"{detail}; expected . or 0 in an empty puzzle"
    if dotted.count(".") < MIN_BLANKS_UNSEEN:
        if blanks == ["0"] and "9" not in cells:
            return dotted, "the digits 0 to 8; expected 1 to 9, or one sign for blanks"
        pairs = chain(zip(cells, cells[1:]), zip(cells, cells[9:]))
        if sum(cell == neighbour for cell, neighbour in pairs) > 40:
            return dotted, "a map of nine regions; expected a puzzle"
    return dotted, ""


def is_long(word: str) -> bool:
    """Return whether ``word`` is probably meant as 81 cells."""
    cells = sum(sign in CELL_SIGNS for sign in word)
    return len(word) >= MIN_LONG_CELLS and cells > MIN_LONG_CELLS // 2


def _extends(larger: str, smaller: str, misprints: int = 0) -> bool:
    """Return whether ``larger`` extends ``smaller``, but for ``misprints`` digits."""
    has_more = larger.count(".") < smaller.count(".")
    return has_more and _has_digits_of(larger, smaller, misprints)


def _has_digits_of(more: str, fewer: str, misprints: int) -> bool:
    """Return whether ``more`` has all digits of ``fewer`` but some; this stops early."""
    for cell, other in zip(fewer, more):
        if cell != other and cell != ".":
            misprints -= 1
            if misprints < 0:
                return False
    return True


def _reduce_record(record: GridRecord) -> GridRecord:
    """Return ``record`` with the grid that all its other grids extend, or its problem.

    The cells of this grid have ``.`` for each blank.
    """
    problem = record.problem
    grids: dict[str, Named] = {}
    for grid in record.grids:
        cells, wrong = plain(grid.cells)
        problem = problem or wrong
        if cells not in grids or grids[cells].role == "unknown":
            grids[cells] = grid._replace(cells=cells)
    puzzle = Named("")
    if not problem:
        puzzle = grids.pop(max(grids, key=lambda cells: cells.count(".")))
        problem = _problem_beside(puzzle, list(grids.values()))
    if problem:
        seen = (*record.broken, *(grid.cells for grid in record.grids))
        return GridRecord(record.line, record.column, (), problem, seen)
    if grids and puzzle.role == "unknown":
        puzzle = puzzle._replace(role="")  # the others show that it is the puzzle
    return GridRecord(record.line, record.column, (puzzle,))


def _problem_beside(puzzle: Named, others: list[Named]) -> str:
    """Return why ``puzzle`` is not that of a record with ``others``, or ""."""
    for other in others:
        is_known = "." not in other.cells or other.name != ""
        is_sparse = 81 - puzzle.cells.count(".") < MIN_COMPARED_DIGITS
        if is_sparse or not is_known or not _extends(other.cells, puzzle.cells):
            return (
                f"{len(others) + 1} grids; expected one, or a puzzle and its solution,"
                " or --column with the name or number of the puzzle column"
            )
        if other.role in ("given", "puzzle") and puzzle.role not in ("given", "puzzle"):
            return _ambiguous_name_problem(puzzle.name)
    return ""


def _ambiguous_name_problem(name: str) -> str:
    return f"a grid called {name[:40]!r}; {ALONE}"


def _entry_of(record: GridRecord, others: list[GridRecord], name: str) -> Entry | None:
    """Return the entry for a reduced record among the ``others`` of its text, or None.

    None is a grid that is left out: one that is called a solution or a state, and has
    all digits of a puzzle.
    """
    if record.problem:
        return FormatError(name, record.line, record.column, record.problem)
    cells, _, role = record.grids[0]
    parent, problem = _find_extended_puzzle(cells, others)
    if parent > 0:
        if role in ("solution", "state"):
            return None
        if "." not in cells and not has_clash(cells):
            return Solution(cells, name, record.line, parent)
        problem = f"the grid of line {parent} with more digits; {ALONE}"
    if role in ("solution", "state", "variant", "unknown"):
        problem = _ambiguous_name_problem(record.grids[0].name)
    if problem:
        return FormatError(name, record.line, record.column, problem)
    return Puzzle(cells, name, record.line)


class ExtendedPuzzle(NamedTuple):
    """The line of the puzzle with most blanks that a grid extends, or -1.

    ``problem`` says what is wrong if the grid is only like a puzzle, or is "".
    """

    line: int
    problem: str


def _find_extended_puzzle(cells: str, others: list[GridRecord]) -> ExtendedPuzzle:
    """Return the puzzle that ``cells`` extends, one of the ``others``."""
    blanks = cells.count(".")
    blanks_by_line = {-1: 0}  # of the puzzles that ``cells`` extends; -1 is none
    problem = ""
    for other in others:
        if any(_looks_like_state(cells, grid) for grid in other.broken):
            problem = f"a grid like the one in line {other.line}; {ALONE}"
        for puzzle, _, _ in other.grids:
            puzzle_blanks = puzzle.count(".")
            if puzzle_blanks <= blanks or 81 - puzzle_blanks < MIN_COMPARED_DIGITS:
                continue
            if _has_digits_of(cells, puzzle, 0):
                blanks_by_line[other.line] = puzzle_blanks
            elif _has_digits_of(cells, puzzle, 1):
                problem = f"the grid of line {other.line} with more digits; {ALONE}"
            elif not blanks:
                problem = problem or f"a full grid beside a puzzle; {ALONE}"
    line = max(blanks_by_line, key=blanks_by_line.__getitem__)
    return ExtendedPuzzle(line, problem)


def _looks_like_state(cells: str, broken: str) -> bool:
    """Return whether ``cells`` may be a state or the solution of a broken grid.

    It has more digits, and agrees with the start and the end of ``broken``, which may
    lack cells in the middle.
    """
    signs = "".join(sign if sign in DIGITS else "." for sign in broken)
    digits = len(signs) - signs.count(".")
    if "." not in cells and len(broken) > 40 and digits < len(signs):
        return True
    if not digits or 81 - cells.count(".") <= digits:
        return False
    if len(signs) == 81 and digits >= MIN_COMPARED_DIGITS and _extends(cells, signs, 1):
        return True
    matched = 0
    for given, entered in ((signs, cells), (signs[::-1], cells[::-1])):
        for sign, cell in zip(given, entered):
            if sign not in (".", cell):
                break
            matched += sign != "."
    return matched >= min(MIN_COMPARED_DIGITS, digits)


def decide(
    source: Iterator[list[Puzzle] | GridRecord], name: str, is_stream: bool
) -> Iterator[Entry]:
    """Yield the puzzles of a text, the solutions, and an error for all else.

    The first MAX_COMPARED grids are compared with each other before any is yielded, and
    later ones with those before and after them. In a stream, a Puzzle is yielded before
    the next record is read, and a GridRecord after it.
    """
    decision = Decision(name, is_stream)
    for grids in source:
        if isinstance(grids, GridRecord):
            yield from decision.add(_reduce_record(grids), at_once=False)
        else:
            yield from decision.add_lines(grids)
        if decision.errors >= MAX_ERRORS_IN_A_ROW:
            line = decision.window[-1].line
            detail = f"{decision.errors:,} mistakes without a puzzle; expected puzzles"
            yield FormatError(name, line, 1, detail)
            return
    yield from decision.decide_all_but(0)
    if not decision.number:
        yield FormatError(name, 1, 1, "no puzzle; expected a grid of 81 cells")


class Decision:
    """The records that can still be compared, and those that wait for the next one."""

    def __init__(self, name: str, is_stream: bool) -> None:
        self.name = name
        self.is_stream = is_stream
        self.window: list[GridRecord] = []
        self.waiting: list[GridRecord] = []  # the last of the window
        self.answers: list[Puzzle] = []  # of a stream
        self.number = 0  # of records
        self.errors = 0  # since the last puzzle

    def add(self, record: GridRecord, at_once: bool) -> Iterator[Entry]:
        """Add a reduced record; yield the entries that need no further record."""
        self.number += 1
        self.window.append(record)
        self.waiting.append(record)
        if self.is_stream:
            yield from self.overtaken(record)
        if at_once:
            yield from self.decide_all_but(0)
        elif self.is_stream or self.number >= MAX_COMPARED:
            yield from self.decide_all_but(1)
        if self.number >= MAX_COMPARED:
            last = [r for r in self.window[:-2] if r.grids and "." in r.grids[0].cells]
            self.window = last[-1:] + self.window[-2:]
            self.answers = self.answers[-2:]

    def decide_all_but(self, number: int) -> Iterator[Entry]:
        """Yield the entries of the waiting records but the last ``number``."""
        while len(self.waiting) > number:
            entry = _entry_of(self.waiting.pop(0), self.window, self.name)
            if isinstance(entry, FormatError):
                self.errors += 1
            elif isinstance(entry, Puzzle):
                self.errors = 0
                if self.is_stream:
                    self.answers.append(entry)
            if entry:
                yield entry

    def overtaken(self, record: GridRecord) -> Iterator[FormatError]:
        """Yield an error if an answered puzzle was a state or solution of a grid."""
        for grid in record.grids:
            if 81 - grid.cells.count(".") < MIN_COMPARED_DIGITS:
                continue
            for answer in self.answers:
                if _extends(answer.cells, grid.cells, misprints=1):
                    other = f"its solution or state in line {answer.line}"
                    detail = f"a puzzle below {other}; expected it above"
                    yield FormatError(self.name, record.line, 1, detail)
                    return

    def add_lines(self, puzzles: list[Puzzle]) -> Iterator[Entry]:
        """Add the puzzles of lines; most are yielded without a record of their own."""
        start = max(0, MAX_COMPARED - self.number)
        rest = puzzles[start:]
        may_skip = not self.is_stream and _are_unrelated(rest)
        compared = puzzles[: start + 2] if may_skip else puzzles
        for puzzle in compared:
            yield from self.add(_record_of(puzzle), at_once=self.is_stream)
        if may_skip:
            yield from rest[1:-1]
            self.window = list(map(_record_of, rest[-2:]))
            self.waiting = self.window[-1:]
            self.errors = 0


def _record_of(puzzle: Puzzle) -> GridRecord:
    return _reduce_record(GridRecord(puzzle.line, 1, (Named(puzzle.cells),)))


def _are_unrelated(puzzles: list[Puzzle]) -> bool:
    """Return whether none of three or more sparse puzzles extends the one beside it."""
    blanks = [puzzle.cells.count(".") for puzzle in puzzles]
    if len(puzzles) < 3 or min(blanks) < MIN_BLANKS_UNSEEN:
        return False
    return not any(
        _extends(first.cells, second.cells, 1) or _extends(second.cells, first.cells, 1)
        for first, second in pairwise(puzzles)
    )
