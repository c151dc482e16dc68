"""Decide which grids of a text are its puzzles, however they are written.

The readers of layouts yield records: the grids of a line, a block or an object, with
their names. Here, records are compared: if one grid has all digits of another and
more, it is the solution of the other or a state of the game, whatever its name is.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, islice
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
ALONE = "expected a puzzle by itself, called 'puzzle' or nothing"
TO_DOTS = dict.fromkeys(map(ord, BLANKS + NO_SIGN), ".")
MAX_COMPARED = 100  # grids at the start of a text, each compared with all others
MIN_COMPARED_DIGITS = 8  # grids of fewer digits are in too many others
MIN_BLANKS_UNSEEN = 12  # grids with fewer blanks may be maps of regions
MAX_TITLE_WORDS = 6  # longer titles are prose

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


class Record(NamedTuple):
    """The grids of a line, a block or an object at ``line`` and ``column``, from 1.

    If it cannot be read, ``problem`` says why, and ``broken`` are the cells of the
    grids in it as far as they can be seen, of any number.
    """

    line: int
    column: int
    grids: tuple[Named, ...] = ()
    problem: str = ""
    broken: tuple[str, ...] = ()


class Candidate(NamedTuple):
    """The one grid of a record that may be its puzzle, or the record's problem.

    ``cells`` is 81 characters with ``.`` for a blank, or "". ``answered`` is whether
    the grid has been yielded as a puzzle before the next record was read.
    """

    line: int
    column: int
    cells: str
    named: Named = Named("")
    problem: str = ""
    broken: tuple[str, ...] = ()
    answered: bool = False


def words_of(name: str) -> str:
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
    words = words_of(name)
    for role, pattern in ROLE_PATTERNS.items():
        if pattern.search(words):
            return role
    return "unknown" if any(len(word) > 2 for word in words.split()) else ""


def role_of_title(title: str) -> Role:
    """Return what the grids below ``title`` are; a title may be anything."""
    if len(words_of(title).split()) > MAX_TITLE_WORDS:
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
        if sum(has_equal_neighbour(cells, k) for k in range(81)) > 72:
            return dotted, "a map of nine regions; expected a puzzle"
    return dotted, ""


def has_equal_neighbour(cells: str, k: int) -> bool:
    near = [k - 9, k + 9]
    near += [k - 1] if k % 9 else []
    near += [k + 1] if k % 9 < 8 else []
    return any(0 <= j < 81 and cells[j] == cells[k] for j in near)


def extends(larger: str, smaller: str, misprints: int = 0) -> bool:
    """Return whether ``larger`` has all digits of ``smaller``, and more.

    Up to ``misprints`` digits may be missing or different.
    """
    if larger.count(".") >= smaller.count("."):
        return False
    return has_digits_of(larger, smaller, misprints)


def has_digits_of(more: str, fewer: str, misprints: int) -> bool:
    """Return whether ``more`` has all digits of ``fewer`` but some; this stops early."""
    for cell, other in zip(fewer, more):
        if cell != other and cell != ".":
            misprints -= 1
            if misprints < 0:
                return False
    return True


def candidate(record: Puzzle | Record) -> Candidate:
    """Return the grid of ``record`` that all its other grids extend, or its problem."""
    if isinstance(record, Puzzle):
        return Candidate(record.line, 1, record.cells)
    line, column, grids, problem, broken = record
    seen = (*broken, *(grid.cells for grid in grids))
    by_cells: dict[str, Named] = {}
    for grid in grids:
        cells, wrong = plain(grid.cells)
        problem = problem or wrong
        other = by_cells.get(cells)
        if not other or other.role == "unknown":
            by_cells[cells] = grid
    if problem or not by_cells:
        return Candidate(line, column, "", problem=problem, broken=seen)
    least = max(by_cells, key=lambda cells: cells.count("."))
    named = by_cells.pop(least)
    for cells, other in by_cells.items():
        is_known = "." not in cells or other.name != ""
        is_sparse = 81 - least.count(".") < MIN_COMPARED_DIGITS
        if is_sparse or not is_known or not extends(cells, least):
            problem = (
                f"{len(by_cells) + 1} grids; expected one, or a puzzle and its solution,"
                " or --column with the name or number of the puzzle column"
            )
        if other.role in ("given", "puzzle") and named.role not in ("given", "puzzle"):
            problem = problem or called(named.name)
    if problem:
        return Candidate(line, column, "", problem=problem, broken=seen)
    if by_cells and named.role == "unknown":
        named = named._replace(role="")  # the others show that it is the puzzle
    return Candidate(line, column, least, named)


def called(name: str) -> str:
    return f"a grid called {name[:40]!r}; {ALONE}"


def entry_of(one: Candidate, others: list[Candidate], name: str) -> Entry | None:
    """Return the entry for a grid among the ``others`` of its text, or None.

    None is a grid that is left out: one that is called a solution or a state, and has
    all digits of a puzzle.
    """
    cells = one.cells
    if one.problem:
        return FormatError(name, one.line, one.column, one.problem)
    role = one.named.role
    parent: Candidate | None = None
    problem = ""
    for other in others:
        if other.broken and any(looks_like_state(cells, grid) for grid in other.broken):
            problem = f"a grid like the one in line {other.line}; {ALONE}"
        elif 81 - other.cells.count(".") < MIN_COMPARED_DIGITS or other is one:
            continue
        elif extends(cells, other.cells):
            if not parent or other.cells.count(".") > parent.cells.count("."):
                parent = other
        elif extends(cells, other.cells, misprints=1):
            problem = f"the grid of line {other.line} with more digits; {ALONE}"
        elif "." not in cells and "." in other.cells:
            problem = problem or f"a full grid beside a puzzle; {ALONE}"
    if role == "state" and cells == "." * 81:  # such as colors in an .sdk file
        return None
    if parent and role in ("solution", "state"):
        return None
    if parent and "." not in cells and not has_clash(cells):
        return Solution(cells, name, one.line, parent.line)
    if parent:
        problem = f"the grid of line {parent.line} with more digits; {ALONE}"
    if role in ("solution", "state", "variant", "unknown"):
        problem = called(one.named.name)
    if problem:
        return FormatError(name, one.line, one.column, problem)
    return Puzzle(cells, name, one.line)


def looks_like_state(cells: str, broken: str) -> bool:
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
    if len(signs) == 81 and digits >= MIN_COMPARED_DIGITS and extends(cells, signs, 1):
        return True
    matched = 0
    for one, other in ((signs, cells), (signs[::-1], cells[::-1])):
        for sign, cell in zip(one, other):
            if sign not in (".", cell):
                break
            matched += sign != "."
    return matched >= min(MIN_COMPARED_DIGITS, digits)


def decide(
    records: Iterator[Puzzle | Record], name: str, is_stream: bool = False
) -> Iterator[Entry]:
    """Yield the puzzles of ``records``, the solutions, and an error for all else.

    The first MAX_COMPARED records are compared with each other before any is yielded,
    and later ones with the records before and after them. In a stream, a Puzzle is
    yielded before the next record is read, and any other record after it.
    """
    if is_stream:
        yield from decide_at_once(records, name)
        return
    head = list(map(candidate, islice(records, MAX_COMPARED)))
    for one in head:
        yield from entries(one, head, name)
    if len(head) == MAX_COMPARED:
        yield from decide_by_neighbours(records, head, name)


def entries(one: Candidate, others: list[Candidate], name: str) -> Iterator[Entry]:
    entry = entry_of(one, others, name)
    if entry:
        yield entry


def decide_at_once(records: Iterator[Puzzle | Record], name: str) -> Iterator[Entry]:
    """Yield the entries of a stream, each as soon as possible."""
    window: list[Candidate] = []
    with_blanks: list[Candidate] = []
    waiting: Candidate | None = None  # for its neighbour
    for number, record in enumerate(records):
        one = candidate(record)
        if waiting:
            yield from entries(waiting, [*window, one], name)
            waiting = None
        yield from overtaken(one, window, name)
        if number >= MAX_COMPARED:
            window = [*with_blanks, *window[-1:]]
        if isinstance(record, Puzzle):
            entry = entry_of(one, window, name)
            one = one._replace(answered=isinstance(entry, Puzzle))
            if entry:
                yield entry
        else:
            waiting = one
        window.append(one)
        if "." in one.cells:
            with_blanks = [one]
    if waiting:
        yield from entries(waiting, window, name)


def overtaken(
    one: Candidate, others: list[Candidate], name: str
) -> Iterator[FormatError]:
    """Yield an error if an answered grid was a state or the solution of ``one``."""
    if len(one.cells) - one.cells.count(".") < MIN_COMPARED_DIGITS:
        return
    for other in others:
        if other.answered and extends(other.cells, one.cells, misprints=1):
            detail = f"a puzzle below its solution or state in line {other.line}"
            yield FormatError(name, one.line, 1, f"{detail}; expected it above")
            return


def decide_by_neighbours(
    records: Iterator[Puzzle | Record], head: list[Candidate], name: str
) -> Iterator[Entry]:
    """Yield the entries of the rest of a text, which begins with ``head``.

    Each grid is compared with those before and after it, and a full grid also with the
    last grid that has blanks. Grids that are surely unrelated need no Candidate.
    """
    before: Puzzle | Record | None = None
    pending: Puzzle | Record | None = None
    beside = head[-1:]
    with_blanks = [one for one in head if "." in one.cells][-1:]
    related = True
    blanks = 0
    for record in chain(records, [None]):
        was_related = related
        related = True
        if isinstance(record, Puzzle) and isinstance(pending, Puzzle):
            cells = pending.cells
            others = blanks
            blanks = record.cells.count(".")
            if others == blanks:
                related = False
            elif others > blanks:
                related = has_digits_of(record.cells, cells, 1)
            else:
                related = has_digits_of(cells, record.cells, 1)
            if not related and not was_related and others:
                yield pending
                before = pending
                pending = record
                continue
        elif isinstance(record, Puzzle):
            blanks = record.cells.count(".")
        if pending is not None:
            if before is not None:
                beside = [candidate(before)]
            one = candidate(pending)
            after = [candidate(record)] if record is not None else []
            yield from entries(one, [*beside, *after, *with_blanks], name)
            if "." in one.cells:
                with_blanks = [one]
        before = pending
        pending = record
