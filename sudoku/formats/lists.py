"""Read grids in JSON, and in lists, tuples and dictionaries as Python writes them."""

import ast
import json
import re
import warnings
from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple

from _courseware.terminal.messages import plural
from sudoku.checks import shortened
from sudoku.formats.grids import (
    CELL_SIGNS,
    EXPECTED_CELL,
    NO_SIGN,
    Named,
    Record,
    Role,
    role_of,
)
from sudoku.formats.text import (
    MIN_LONG_CELLS,
    TextError,
    TextReader,
    is_long,
    row_of,
)

MAX_DOCUMENT_CHARACTERS = 64 * 2**20
MAX_LITERAL_CHARACTERS = 512 * 2**10  # `ast` takes 500 bytes of memory for each
MAX_NESTED_BRACKETS = 50
MAX_CELLS = 150  # in a list that is meant as a grid
EXPECTED_ROWS = "expected nine rows of nine cells, or 81 cells"
CLOSED = "expected its last bracket"

START = re.compile(
    r"\s*(?:(?:[\w.]+\s+){0,4}(?P<name>\w+)\s*=\s*|\w+:\s+(?=\[))?(?:[\w.]+\(\s*)?"
    r"(?P<open>[\[({])[\[({\s]*(?:[\"'\-.]|\d+\s*[,\]:]|[\])}]|None|null|true|$)"
)
DECLARED_IN_C = re.compile(r"[^=\"']*\w\s*(?:\[\w*\]\s*)+=?\s*\{?\s*")
# Strings, comments and brackets; all else is skipped.
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|#.*|[\[\](){}]')
# A list without brackets in it is one token, so that most documents are read fast.
DEPTH_TOKEN = re.compile(r"\[[^\[\](){}#\"']*\]|" + TOKEN.pattern)
OPENING = re.compile(r"[\[({]*(?:[\"'][^\"']*[\"'])?")
PLAIN_TYPES = frozenset((int, float, str, type(None)))
NUMBER_TYPES = frozenset((int, float, type(None)))
SIGN_OF_VALUE: dict[object, str] = {
    **{digit: str(digit) for digit in range(10)},
    **{sign: sign for sign in CELL_SIGNS},
    **{None: NO_SIGN, "": NO_SIGN},
}


class DocumentError(Exception):
    """Raised for a mistake in a document, at an index of its text."""

    def __init__(self, index: int, detail: str) -> None:
        super().__init__(detail)
        self.index = index
        self.detail = detail


def document_start(text: str) -> bool:
    """Return whether ``text`` begins a list, an object or a tuple, not a row.

    >>> lines = "[[5,", '{"a": 1', "x = [", "[5, 3, 0, 0, 7, 0, 0, 0, 0],", "[Grid 7]"
    >>> [document_start(line) for line in lines]
    [True, True, True, False, False]
    """
    if not START.match(text) or DECLARED_IN_C.fullmatch(text.rstrip()):
        return False
    return not row_of(text) and not re.fullmatch(r"\s*[\[(]\d{1,7}[\])]\s*", text)


def read_document(
    reader: TextReader, text: str, lines: Iterator[str]
) -> Generator[Record, None, str | None]:
    """Yield the records of the document that begins in ``text``, the reader's line.

    Further ``lines`` are read up to its last bracket. Grids without a name have the
    reader's title. Return a line that is left over, or None. Raise TextError if the
    document is too large.
    """
    number = reader.number
    title = reader.title
    match = START.match(text)
    name = (match["name"] or "") if match else ""
    start = match.start("open") if match else 0
    whole, rest, problem = whole_document(reader, text, start, lines)
    if not problem:
        try:
            for record in Finder(whole, number, start, name).records():
                if title.role and not any(grid.role for grid in record.grids):
                    grids = [title._replace(cells=grid.cells) for grid in record.grids]
                    record = record._replace(grids=tuple(grids))
                yield record
            return rest
        except DocumentError as error:
            problem = error.detail
            number += whole.count("\n", 0, error.index)
            start = error.index - whole.rfind("\n", 0, error.index) - 1
    yield Record(number, start + 1, (), problem, runs_of_cells(whole))
    return rest


def whole_document(
    reader: TextReader, text: str, start: int, lines: Iterator[str]
) -> tuple[str, str | None, str]:
    """Return a document's text, the line that is left over or None, and a problem.

    The document begins at index ``start`` of ``text``; the first characters of its text
    are spaces instead.
    """
    parts: list[str] = []
    depth = 0
    size = 0
    part = " " * start + text[start:]
    while True:
        size += len(part)
        if size > MAX_DOCUMENT_CHARACTERS:
            limit = f"a document of over {MAX_DOCUMENT_CHARACTERS:,} characters"
            raise TextError(reader.number, f"{limit}; {CLOSED}")
        for token in DEPTH_TOKEN.finditer(part):
            if token[0][0] == "[" and len(token[0]) > 1 and depth:
                continue
            if token[0] in "[({":
                depth += 1
                if depth > MAX_NESTED_BRACKETS:
                    detail = (
                        f"brackets in {MAX_NESTED_BRACKETS} others; {EXPECTED_ROWS}"
                    )
                    raise TextError(reader.number, detail)
            elif token[0][-1] in "])}" and token[0][0] not in "#\"'":
                depth -= len(token[0]) == 1
                if depth == 0:
                    parts.append(part[: token.end()])
                    left = part[token.end() :].lstrip(" \r\n,;)")
                    if re.match(r"(?:\D{0,40}\d){9}", left):
                        whole = "".join(parts) + left
                        return whole, None, f"more text after it; {CLOSED}"
                    return "".join(parts), None, ""
        parts.append(part)
        following = next(lines, None)
        if following is None:
            return "".join(parts), None, f"a document without an end; {CLOSED}"
        if begins_another(following, text):
            return "".join(parts), following, f"another document; {CLOSED} before it"
        part = following


def begins_another(line: str, first: str) -> bool:
    """Return whether ``line`` begins like the ``first`` line of an open document."""
    if re.match(r"\w+\s*=\s*[\[({]", line):
        return True
    openings = [match[0] for match in map(OPENING.match, (line, first)) if match]
    return openings[0] == openings[-1] and len(openings[0]) > 1


def runs_of_cells(text: str) -> tuple[str, ...]:
    """Return the cells in a document that cannot be read, without the words in it."""
    text = re.sub(r"None|null|\"\"|''", "0", text[: 2**20])
    runs = [re.sub(r"[^\d.]", "", run) for run in re.split(r"[^\W\d]+", text)]
    return tuple(run[:200] for run in runs if len(run) > 30)


def parse_document(text: str) -> object:
    """Return the value of ``text``, JSON or a literal of Python.

    Raise DocumentError for anything else, and if a key occurs twice.
    """
    index = 0
    try:
        value: object = json.loads(text, object_pairs_hook=without_twins)
        return value
    except json.JSONDecodeError as error:
        index = error.pos
    except (ValueError, RecursionError):
        pass
    if len(text) > MAX_LITERAL_CHARACTERS:
        limit = f"over {MAX_LITERAL_CHARACTERS:,} characters"
        raise DocumentError(index, f"{limit} that are not JSON; expected JSON")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text.strip(), mode="eval")
            for node in ast.walk(tree):
                if isinstance(node, ast.Dict):
                    without_twins([(ast.dump(key), 0) for key in node.keys if key])
            literal: object = ast.literal_eval(tree)
            return literal
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        sign = text[index : index + 1].strip() or "the end"
        if re.match(r"\s*\{\s*\{", text):
            sign = "{ in braces, as in C"
        detail = "expected a list or an object as JSON or Python writes it"
        raise DocumentError(index, f"{sign!r}; {detail}") from None


def without_twins(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """Return a dictionary of ``pairs``. Raise DocumentError if a key occurs twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twin = next(key for key in keys if keys.count(key) > 1)
        raise DocumentError(0, f"the key {twin[:40]!r} twice; expected it once")
    return found


class Found(NamedTuple):
    """A grid or a problem in an item; ``token`` is the index of its first token."""

    token: int
    grid: Named
    problem: str


class Finder:
    """Finds the grids in a document. A token is a bracket or a string in its text.

    An item is an element of an array, or the whole document.
    """

    def __init__(self, text: str, line: int, start: int, name: str) -> None:
        self.text = text
        self.line = line
        self.start = start
        self.items: list[list[Found]] = [[]]
        self.tokens = 0
        self.visit(parse_document(text), name, role_of(name), self.items[0])

    def records(self) -> Iterator[Record]:
        """Yield a record for each item of the document that has a grid or a problem."""
        items = sorted(filter(None, self.items), key=min)
        starts = [self.start]
        if "\n" in self.text or any(found.problem for item in items for found in item):
            tokens = TOKEN.finditer(self.text)
            starts = [token.start() for token in tokens if token[0][0] not in "#)]}"]
        line = self.line
        end = 0  # of the text in which the lines have been counted
        for item in items:
            problems = [found for found in item if found.problem]
            first = min(problems or item)
            has_place = first.token < len(starts) == self.tokens
            index = starts[first.token] if has_place else self.start
            line += self.text.count("\n", end, index)
            line -= self.text.count("\n", index, end)  # a problem inside an item
            end = index
            column = index - self.text.rfind("\n", 0, index)
            broken = tuple(found.grid.cells for found in problems)
            grids = tuple(found.grid for found in item if not found.problem)
            yield Record(line, column, grids, first.problem, broken)
        if not items:
            problem = f"no grid; {EXPECTED_ROWS}"
            cells = runs_of_cells(self.text)
            yield Record(self.line, self.start + 1, (), problem, cells)

    def visit(self, value: object, path: str, role: Role, item: list[Found]) -> None:
        """Add the grids in ``value``, which is at ``path``, to ``item``, or to items."""
        token = self.tokens
        cells, problem = cells_of(value, path)
        if cells or problem:
            self.tokens += count_tokens(value)
            problem = problem and f"{path}: {problem}".removeprefix(": ")
            item.append(Found(token, Named(cells, path, role), problem))
        elif isinstance(value, str):
            self.tokens += 1
        elif isinstance(value, dict):
            self.tokens += 1
            for key, element in value.items():
                self.tokens += isinstance(key, str)
                self.visit_member(str(key)[:100], element, path, item)
        elif isinstance(value, (list, tuple)):
            self.tokens += 1
            self.visit_array(value, path, role)

    def visit_member(
        self, key: str, element: object, path: str, item: list[Found]
    ) -> None:
        inner = f"{path}.{key}" if path else key
        role = role_of(inner)
        if role in ("", "puzzle"):
            role = role_of(key)
        is_variant = role == "variant" and isinstance(element, (list, dict))
        if key in ("type", "variant") and isinstance(element, str):
            is_variant = role_of(element) == "variant"
        if is_variant and element:
            problem = f"a variant of Sudoku with {key!r}; expected the usual rules"
            item.append(Found(self.tokens, Named(""), problem))
        self.visit(element, inner, role, item)

    def visit_array(self, values: Sequence[object], path: str, role: Role) -> None:
        """Visit the elements of an array; if one has a grid, all must have one."""
        begin = len(self.items)
        empty = []
        for index, element in enumerate(values):
            item: list[Found] = []
            first = len(self.items)
            token = self.tokens
            self.items.append(item)
            self.visit(element, f"{path}[{index}]", role, item)
            if not any(self.items[first:]):
                problem = f"{path}[{index}]: no grid; {EXPECTED_ROWS}"
                empty.append([Found(token, Named(""), problem)])
        if any(self.items[begin:]):
            self.items += empty


def count_tokens(value: object) -> int:
    """Return the number of brackets and strings in the text of ``value``."""
    if isinstance(value, (list, tuple)):
        if NUMBER_TYPES.issuperset(map(type, value)):
            return 1
        return 1 + sum(map(count_tokens, value))
    if isinstance(value, dict):
        keys = sum(isinstance(key, str) for key in value)
        return 1 + keys + sum(map(count_tokens, value.values()))
    return int(isinstance(value, str))


def cells_of(value: object, path: str) -> tuple[str, str]:
    """Return the cells of ``value`` and its problem; "" twice if it is no grid."""
    if isinstance(value, str) and is_long(value) and len(value) <= MAX_CELLS:
        wrong = [k for k, sign in enumerate(value) if sign not in CELL_SIGNS]
        if wrong:
            return value, f"cell {wrong[0] + 1}: {value[wrong[0]]!r}; {EXPECTED_CELL}"
        return value, "" if len(value) == 81 else f"{len(value)} cells; expected 81"
    if not isinstance(value, (list, tuple)) or len(value) > MAX_CELLS:
        return "", ""
    if (value and is_move(value[0])) or (not value and path.endswith("moves")):
        return cells_of_moves(value)
    rows = [list(row) for row in value if isinstance(row, (list, tuple, str))]
    if len(value) >= MIN_LONG_CELLS and not any(rows):
        rows = [list(value)]
    elif len(rows) < max(len(value), 2):
        return "", ""
    if not MIN_LONG_CELLS <= sum(map(len, rows)) <= MAX_CELLS:
        return "", ""
    signs = list(map(signs_of, rows))
    cells = "".join(sign or "?" for row in signs for sign in row)
    for number, row in enumerate(signs, 1):
        if "" in row:
            k = row.index("")
            value_text = shortened(rows[number - 1][k])
            detail = f"{value_text}; expected 1 to 9, or 0 for a blank"
            return cells, f"row {number}, cell {k + 1}: {detail}"
        if len(row) not in (9, 81):
            return cells, f"row {number} has {plural(len(row), 'cell')}; expected nine"
    if len(cells) != 81:
        return cells, f"a list of {plural(len(rows), 'row')}; {EXPECTED_ROWS}"
    return cells, ""


def signs_of(row: Sequence[object]) -> list[str]:
    """Return the cells of ``row`` as signs; "" for values that are no cells."""
    if PLAIN_TYPES.issuperset(map(type, row)):
        return [SIGN_OF_VALUE.get(cell, "") for cell in row]
    plain = [cell if type(cell) in PLAIN_TYPES else "no cell" for cell in row]
    return [SIGN_OF_VALUE.get(cell, "") for cell in plain]


def is_move(value: object) -> bool:
    if not isinstance(value, tuple) or len(value) != 3:
        return False
    return all(type(number) is int for number in value)


def cells_of_moves(moves: Sequence[object]) -> tuple[str, str]:
    """Return the cells of a list of moves ``(row, column, digit)``, and its problem.

    Rows and columns count from 0.
    """
    cells = ["."] * 81
    problem = ""
    for move in moves:
        match move:
            case (int(row), int(column), int(digit)) if (
                row in range(9) and column in range(9) and digit in range(1, 10)
            ):
                if cells[9 * row + column] != ".":
                    twice = f"a second move for row {row}, column {column}"
                    problem = problem or f"{twice}; expected one"
                cells[9 * row + column] = str(digit)
            case _:
                expected = "expected a row and a column from 0 to 8, and a digit"
                problem = problem or f"the move {shortened(move)}; {expected}"
    return "".join(cells), problem
