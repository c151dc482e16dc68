"""Read grids in JSON, and in lists, tuples and dictionaries as Python writes them."""

import ast
import json
import re
import warnings
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from _courseware.terminal.messages import plural
from sudoku.checks import shorten
from sudoku.errors import LocatedError
from sudoku.formats.grids import (
    CELL_SIGNS,
    MIN_LONG_CELLS,
    NO_SIGN,
    GridRecord,
    Named,
    Role,
    is_long,
    role_of,
)

MAX_DOCUMENT_CHARACTERS = 64 * 2**20
MAX_LITERAL_CHARACTERS = 512 * 2**10  # `ast` takes 500 bytes of memory for each
MAX_NESTED_BRACKETS = 50
MAX_LIST_CELLS = 150  # in a list that is meant as a grid
EXPECTED_ROWS = "expected nine rows of nine cells, or 81 cells"
EXPECTED_VALUE = "expected 1 to 9, or 0 for a blank"
EXPECTED_END = "expected its last bracket"

START = re.compile(
    r"\s*(?:(?:[\w.]+\s+){0,4}(?P<name>\w+)\s*=\s*|\w+:\s+(?=\[))?(?:[\w.]+\(\s*)?"
    r"(?P<open>[\[({])[\[({\s]*(?:[\"'\-.]|\d+\s*[,\]:]|[\])}]|None|null|true|$)"
)
# "int grid[9][9] = {", and a number in brackets as a title.
NO_START = re.compile(
    r"[^=\"']*\w\s*(?:\[\w*\]\s*)+=?\s*\{?\s*|\s*[\[(]\d{1,7}[\])]\s*"
)
# Strings, comments, lists without brackets in them, and brackets.
TOKEN = re.compile(
    r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|#.*|\[[^\[\](){}#"\']*\]|[\[\](){}]'
)
OPENING = re.compile(r"[\[({]*(?:[\"'][^\"']*[\"'])?")
# Where a grid begins: 81 cells, or the first of nine strings or rows.
GRID = re.compile(
    r"[\"'][1-9.0_*xX?-]{81}[\"']|[\[(]\s*[\"'][1-9.0_*xX?-]{9}[\"']"
    r"|[\[(]\s*[\[(][^\[\](){}:]{17,}[\])]"
)
MANY_DIGITS = re.compile(r"(?:\D{0,40}\d){9}")
SIGN_OF_VALUE: dict[object, str] = {
    **{digit: str(digit) for digit in range(10)},
    **{sign: sign for sign in CELL_SIGNS},
    **{None: NO_SIGN, "": NO_SIGN},
}
CELL_TYPES = frozenset((int, str, type(None)))


class FoundGrid(NamedTuple):
    """A grid in a document with its problem, or "".

    ``item`` is the path of the array's element that it belongs to, or "".
    """

    item: str
    grid: Named
    problem: str


def document_start(text: str) -> bool:
    """Return whether ``text``, which is not a row, begins a list, object or tuple.

    >>> lines = "[[5,", '{"a": 1', "x = [", "[Grid 7]", "int grid[9][9] = {"
    >>> [document_start(line) for line in lines]
    [True, True, True, False, False]
    """
    return START.match(text) is not None and not NO_START.fullmatch(text)


class ListDocument:
    """A document that begins in a line of text, to which lines are added.

    Its grids have the name of the variable, and that of ``title`` above it if this says
    something. It ends when ``depth``, the number of open brackets, is 0.
    """

    def __init__(self, line: int, text: str, title: Named) -> None:
        start = START.match(text)
        assert start
        self.line = line
        self.column = start.start("open") + 1
        names = [title.name if title.role else "", start["name"] or ""]
        self.name = " ".join(filter(None, names))
        self.text = text  # of the first line
        self.lines: list[str] = []
        self.size = 0
        self.depth = 0
        self.rest = ""  # of the last line
        self.add(" " * start.start("open") + text[start.start("open") :])

    def add(self, text: str) -> None:
        """Add a line. Raise LocatedError if the document is too large."""
        line = self.line + len(self.lines)
        self.size += len(text) + 1
        if self.size > MAX_DOCUMENT_CHARACTERS:
            limit = f"a document of over {MAX_DOCUMENT_CHARACTERS:,} characters"
            raise LocatedError("", line, 1, f"{limit}; {EXPECTED_END}")
        for token in TOKEN.finditer(text):
            if token[0] in "[({":
                self.depth += 1
                if self.depth > MAX_NESTED_BRACKETS:
                    limit = f"brackets in {MAX_NESTED_BRACKETS} others"
                    raise LocatedError("", line, 1, f"{limit}; {EXPECTED_ROWS}")
            elif token[0] in "])}":
                self.depth -= 1
            if self.depth == 0 and token[0][-1] in "])}" and token[0][0] not in "#\"'":
                self.rest = text[token.end() :]
                text = text[: token.end()]
                break
        self.lines.append(text)

    def begins_another(self, text: str) -> bool:
        """Return whether ``text`` begins like the first line of this document."""
        if re.match(r"\w+\s*=\s*[\[({]", text):
            return True
        openings = [m[0] for m in map(OPENING.match, (text, self.text)) if m]
        return openings[0] == openings[1] and len(openings[0]) > 1

    def records(self, problem: str = "") -> Iterator[GridRecord]:
        """Yield the records of the document, or a ``problem``."""
        text = "\n".join(self.lines)
        if MANY_DIGITS.match(self.rest.lstrip(" ,;)")):
            text += self.rest
            problem = problem or "more text after it"
        findings: list[FoundGrid] = []
        try:
            if problem:
                raise LocatedError("", 1, self.column, f"{problem}; {EXPECTED_END}")
            value = _parse_document(text)
            _add_grids(value, self.name, role_of(self.name), "", findings)
            if not findings:
                raise LocatedError("", 1, self.column, f"no grid; {EXPECTED_ROWS}")
        except LocatedError as error:
            line = self.line + error.line - 1
            yield GridRecord(line, error.column, (), error.detail, _runs_of_cells(text))
            return
        items: dict[str, list[tuple[int, FoundGrid]]] = {}
        for finding, line in zip(findings, _lines_of_grids(text, len(findings))):
            items.setdefault(finding.item, []).append((line, finding))
        for item in items.values():
            yield self.record(item)

    def record(self, item: list[tuple[int, FoundGrid]]) -> GridRecord:
        """Return the record of the grids of an item, or its first problem."""
        line = item[0][0]
        column = 1 if line else self.column
        grids = tuple(finding.grid for _, finding in item)
        for _, finding in item:
            if finding.problem:
                problem = f"{finding.grid.name}: {finding.problem}".removeprefix(": ")
                broken = tuple(grid.cells for grid in grids)
                return GridRecord(self.line + line, column, (), problem, broken)
        return GridRecord(self.line + line, column, grids)


def _lines_of_grids(text: str, number: int) -> list[int]:
    """Return the lines of ``number`` grids in ``text``, from 0; all 0 if unclear."""
    starts = [match.start() for match in GRID.finditer(text)]
    if len(starts) != number:
        return [0] * number
    lines = []
    line = 0
    for end, start in pairwise([0, *starts]):
        line += text.count("\n", end, start)
        lines.append(line)
    return lines


def _runs_of_cells(text: str) -> tuple[str, ...]:
    """Return the cells in a document that cannot be read, without the words in it."""
    text = re.sub(r"None|null|\"\"|''", "0", text[: 2**20])
    runs = [re.sub(r"[^\d.]", "", run) for run in re.split(r"[^\W\d]+", text)]
    return tuple(run[:200] for run in runs if len(run) > 30)


def _parse_document(text: str) -> object:
    """Return the value of ``text``, JSON or a literal of Python.

    Raise LocatedError for anything else, and if a key occurs twice.
    """
    try:
        value: object = json.loads(text, object_pairs_hook=_unique_pairs)
        return value
    except json.JSONDecodeError as error:
        line = error.lineno
        column = error.colno
        sign = text[error.pos : error.pos + 1].strip() or "the end"
    except (ValueError, RecursionError):  # a number of too many digits
        detail = f"a number of too many digits; {EXPECTED_ROWS}"
        raise LocatedError("", 1, 1, detail) from None
    if len(text) > MAX_LITERAL_CHARACTERS:
        limit = f"over {MAX_LITERAL_CHARACTERS:,} characters that are not JSON"
        raise LocatedError("", line, column, f"{limit}; expected JSON")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text.strip(), mode="eval")
            for node in ast.walk(tree):
                if isinstance(node, ast.Dict):
                    _unique_pairs([(ast.dump(key), 0) for key in node.keys if key])
            literal: object = ast.literal_eval(tree)
            return literal
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        detail = "expected a list or an object as JSON or Python writes it"
        raise LocatedError("", line, column, f"{sign!r}; {detail}") from None


def _unique_pairs(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """Return a dictionary of ``pairs``. Raise LocatedError if a key occurs twice."""
    members = dict(pairs)
    if len(members) < len(pairs):
        keys = [key for key, _ in pairs]
        twin = next(key for key in keys if keys.count(key) > 1)
        detail = f"the key {twin[:40]!r} twice; expected it once"
        raise LocatedError("", 1, 1, detail)
    return members


def _add_grids(
    value: object, path: str, role: Role, item: str, findings: list[FoundGrid]
) -> None:
    """Add the grids in ``value``, which is at ``path``, as findings of ``item``.

    Each element of an array is an item; if one has a grid, all must have one.
    """
    cells, problem = _cells_of(value, path)
    if cells or problem:
        findings.append(FoundGrid(item, Named(cells, path, role), problem))
    elif isinstance(value, dict):
        for key, element in value.items():
            _add_member(str(key)[:100], element, path, item, findings)
    elif isinstance(value, (list, tuple)):
        first_new = len(findings)
        without_grid = []
        for index, element in enumerate(value):
            inner_path = f"{path}[{index}]"
            grids_before = len(findings)
            _add_grids(element, inner_path, role, inner_path, findings)
            if len(findings) == grids_before:
                without_grid.append(inner_path)
        if len(findings) > first_new:
            for inner_path in without_grid:
                problem = f"no grid; {EXPECTED_ROWS}"
                findings.append(FoundGrid(inner_path, Named("", inner_path), problem))


def _add_member(
    key: str, value: object, path: str, item: str, findings: list[FoundGrid]
) -> None:
    """Add the grids in the ``value`` of a key, and a problem if it says a variant."""
    member_path = f"{path}.{key}" if path else key
    role = role_of(member_path)
    if role in ("", "puzzle"):
        role = role_of(key)
    is_variant = role == "variant" and isinstance(value, (list, dict))
    if key in ("type", "variant") and isinstance(value, str):
        is_variant = role_of(value) == "variant"
    if is_variant and value:
        problem = f"a variant of Sudoku with {key!r}; expected the usual rules"
        findings.append(FoundGrid(item, Named(""), problem))
    _add_grids(value, member_path, role, item, findings)


def _cells_of(value: object, path: str) -> tuple[str, str]:
    """Return the cells of ``value`` and its problem; "" twice if it is no grid."""
    if isinstance(value, list) and (path.endswith("moves") or _is_move(value[:1])):
        return _cells_of_moves(value)
    rows = _rows_of(value)
    signs = list(map(_signs_of, rows))
    cells = "".join(sign or "?" for row in signs for sign in row)
    for number, row in enumerate(signs, 1):
        if "" in row:
            k = row.index("")
            detail = f"{shorten(rows[number - 1][k])}; {EXPECTED_VALUE}"
            return cells, f"row {number}, cell {k + 1}: {detail}"
        if len(row) != 9 and len(signs) > 1:
            return cells, f"row {number} has {plural(len(row), 'cell')}; expected nine"
    if rows and len(cells) != 81:
        size = plural(len(cells), "cell")
        if len(rows) > 1:
            size = f"a list of {plural(len(rows), 'row')}"
        return cells, f"{size}; {EXPECTED_ROWS}"
    return cells, ""


def _rows_of(value: object) -> Sequence[Sequence[object]]:
    """Return the rows of a value that is meant as a grid, or [] for another."""
    rows: Sequence[Sequence[object]] = []
    if isinstance(value, str):
        rows = [value] if is_long(value) else []
    elif isinstance(value, (list, tuple)) and len(value) <= MAX_LIST_CELLS:
        rows = [row for row in value if isinstance(row, (list, tuple, str))]
        if len(value) >= MIN_LONG_CELLS and not any(rows):
            rows = [value]
        elif len(rows) < max(len(value), 2):
            rows = []
    return rows if MIN_LONG_CELLS <= sum(map(len, rows)) <= MAX_LIST_CELLS else []


def _signs_of(row: Sequence[object]) -> list[str]:
    """Return the cells of ``row`` as signs, and "" for a value that is no cell."""
    if not CELL_TYPES.issuperset(map(type, row)):
        row = [cell if type(cell) in CELL_TYPES else "no cell" for cell in row]
    return [SIGN_OF_VALUE.get(cell, "") for cell in row]


def _is_move(values: Sequence[object]) -> bool:
    return any(isinstance(move, tuple) and len(move) == 3 for move in values)


def _cells_of_moves(moves: Sequence[object]) -> tuple[str, str]:
    """Return the cells of a list of moves ``(row, column, digit)``, and its problem."""
    cells = ["."] * 81
    for move in moves:
        match move:
            case (int(row), int(column), int(digit)) if (
                row in range(9) and column in range(9) and digit in range(1, 10)
            ):
                if cells[9 * row + column] != ".":
                    problem = f"a second move for row {row}, column {column}"
                    return "".join(cells), f"{problem}; expected one"
                cells[9 * row + column] = str(digit)
            case _:
                expected = "expected a row and a column from 0 to 8, and a digit"
                return "".join(cells), f"the move {shorten(move)}; {expected}"
    return "".join(cells), ""
