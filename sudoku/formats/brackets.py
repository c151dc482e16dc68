"""Puzzles in lists or tuples of Python or JSON, and in JSON objects under KEYS.

A puzzle is a list of nine rows, each a list or string of nine cells, or one list or
string of 81 cells. It can also be a list of moves: tuples of a row and a column, from
0, and a number. A list of puzzles is never in memory as a whole. The commas are not
checked.
"""

import re
from collections.abc import Iterator

from _courseware.messages import plural
from sudoku.formats.entries import MOST_BYTES, Entry, FormatError, Lines, line_text
from sudoku.formats.grid_names import rank, role_of
from sudoku.formats.kinds import is_list, without_marks
from sudoku.formats.signs import CELLS, EXPECTED, LONG, TO_DOTS
from sudoku.formats.whole_grids import list_at

# A row of digits and a move are one token, so that most files are read fast. A string
# that nothing closes goes to the end of its line.
TOKEN = re.compile(
    r"""\[(?:[0-9],\ ?){8}[0-9]\] | \([0-8],\ ?[0-8],\ ?[1-9]\)
    | [\[\](){}] | [^\s,:\[\](){}#"']+
    | "(?:[^"\\\n]|\\.)*"? | '[^'\n]*+'? | \#.*""",
    re.VERBOSE,
)
CLOSING = {"[": "]", "(": ")", "{": "}"}
TWO_OPENING = re.compile(r"\s*(?:\w+\s*=\s*)?[\[(]\s*[\[(]")
MOST_DEPTH = 8
MIXED = "a string among other values; expected ']' before it"
TO_BRACKETS = str.maketrans("{}", "[]")
NULLS = frozenset(("None", "null"))
MOVE = "expected a row and a column from 0 to 8 and a number from 1 to 9"
FIELDS = frozenset(("position", "value", "fixed"))  # the keys of a cell in GNOME Sudoku
KEYS = frozenset(("puzzle", "puzzles", "board", "grid"))
OBJECT = 'expected "puzzle" and 81 cells'


def puzzles(lines: Lines) -> Iterator[Entry]:
    """Yield the puzzles in lists, up to a line outside them that begins no list."""
    reader = Reader(lines)
    width = 0
    braces = False  # whether the lists are arrays in C, in braces
    for text, start in pieces(lines):
        if not reader.open and start == lines.before == 0:
            name, begins, _ = text.partition("{{")
            if braces := bool(begins) and name.strip()[-1:] in ("", "="):
                reader.name = name.strip()
                text = text.replace(name, " " * len(name), 1)
        text = text.translate(TO_BRACKETS) if braces else text
        if start == lines.before == 0:
            if not reader.open and text.strip() and not is_list(text):
                lines.give_back()
                return
            if reader.open:
                yield from reader.begin_line(text)
            elif text.startswith("[[") and (found := list_at(lines, text)):
                yield found
                continue
        for token in TOKEN.finditer(text):
            if entry := reader.take(token[0], start + token.start() + 1):
                yield entry
        width = start + len(text.rstrip())
    if reader.open:
        yield reader.unclosed(reader.open[-1], width + 1, "the end")


def pieces(lines: Lines) -> Iterator[tuple[str, int]]:
    """Yield each line, or each piece of a long line, and its start in the line.

    The start counts from the last piece that was read, and may be negative. A piece
    ends after a comma, so that no value is cut in two.
    """
    text = rest = ""
    start = 0
    for line in lines:
        start = -len(rest)
        more = line_text(line)
        if line[:1] == b">":
            more = without_marks(more)
        text, rest = rest + more, ""
        if len(line) == MOST_BYTES and line[-1:] != b"\n":
            end = text.rfind(",") + 1
            text, rest = text[:end], text[end:]
        if len(rest) >= MOST_BYTES:
            raise lines.error(1, f"a value of over {MOST_BYTES:,} bytes; expected ','")
        yield text, start
    if rest:
        yield rest, start + len(text)


class Open:
    """A list or an object that is not closed yet, and the cells in it so far."""

    def __init__(
        self, kind: str, name: str, line: int, column: int, outer: "Open | None"
    ) -> None:
        self.kind = kind  # the bracket that opens it
        self.name = name  # the word before the bracket
        self.line = line
        self.column = column
        self.rank: int = outer.rank if outer else 2  # of the key around it
        # Whether it may be something else than a puzzle.
        self.loose: bool = outer is not None and outer.loose
        if outer and outer.kind == "{":
            self.rank = rank(outer.key) if outer.rank else 0
            self.loose = outer.key not in KEYS
        self.key: str = ""  # in an object, the key of the next value
        self.fields: dict[str, str] = {}  # of a cell in a saved game
        # Of an object: the puzzle of each rank, or "" for several, and its line.
        self.grids: dict[int, tuple[str, int]] = {}
        self.rows = 0  # lists and strings of nine cells
        self.puzzles = 0  # the number of puzzles in it, which are not kept
        self.moves: dict[int, str] = {}  # the number in each cell
        self.broken = False  # whether it has a value that no list of cells has
        self.lists = 0  # the number of puzzles in it that are not strings
        self.cells = ""
        self.error: FormatError | None = None

    def takes_values(self) -> bool:
        return self.rank > 0 and (self.kind != "{" or rank(self.key) > 0)

    def offer(self, rank: int, cells: str, line: int) -> None:
        """Keep the puzzle under a key of this rank, or "" if there are several."""
        other, first = self.grids.setdefault(rank, (cells, line))
        self.grids[rank] = (cells if other == cells else "", first)

    def add_field(self, value: str) -> None:
        """Keep the value of the last key if GNOME Sudoku uses this key for a cell."""
        if self.key in FIELDS:
            self.fields[self.key] = value

    def add_cell(self, fields: dict[str, str]) -> str:
        """Add a cell of a saved game. Return its mistake, or ""."""
        fixed = fields.get("fixed")
        if fixed not in ("true", "false"):
            return "a cell that is neither fixed nor free; expected true or false"
        cells = fields["position"] + fields.get("value", "")
        return self.add_move(cells) if fixed == "true" else ""

    def puzzle(self) -> tuple[str, int, int]:
        """Return the cells of its puzzle, or "", with their line and their rank."""
        if self.grids:
            best = max(self.grids)
            return *self.grids[best], best
        others = self.rows or self.puzzles or self.cells or self.broken
        if self.has_moves() and not others:
            cells = "".join(self.moves.get(cell, ".") for cell in range(81))
            return cells, self.line, 0
        return self.cells * (len(self.cells) == 81), self.line, 0

    def may_be_anything(self) -> bool:
        """Return whether it need not be a puzzle, because its key does not name one."""
        return self.loose and (self.rank < 2 or len(self.cells) < LONG)

    def is_row(self) -> bool:
        """Return whether it has only cells, and so few that it should be a row."""
        only_cells = self.kind != "{" and not self.rows and not self.puzzles
        return only_cells and not self.has_moves() and len(self.cells) < LONG

    def holds(self) -> bool:
        """Return whether it contains a part of a puzzle."""
        return bool(self.rows or self.cells or (self.moves and not self.loose))

    def has_moves(self) -> bool:
        """Return whether it is a list of moves. The name of an empty list decides."""
        empty = not (self.cells or self.rows or self.puzzles)
        return bool(self.moves) or (empty and self.name.endswith("moves"))

    def is_complete(self, outer: "Open | None") -> bool:
        """Return whether it is a row, or contains only puzzles that were yielded."""
        if outer and self.is_row():
            return len(self.cells) == 9
        return self.puzzles > 0 and not (self.cells or self.moves or self.grids)

    def is_move(self, outer: "Open | None") -> bool:
        """Return whether it is a tuple of three digits in a list: a move."""
        in_list = self.kind == "(" and outer is not None and outer.kind == "["
        return in_list and len(self.cells) == 3 and self.cells.isdigit()

    def add_move(self, cells: str) -> str:
        """Add the number in a cell. Return the mistake of the move, or ""."""
        if len(cells) != 3 or not cells.isdigit():
            return f"a cell with {cells[:20]!r}; {MOVE}"
        row, column, number = map(int, cells)
        cell = 9 * row + column
        if row > 8 or column > 8 or number < 1:
            return f"the move ({row}, {column}, {number}); {MOVE}"
        if cell in self.moves:
            return f"a second move for row {row} and column {column}; expected one"
        self.moves[cell] = str(number)
        return ""

    def add_row(self, row: "Open") -> None:
        """Add the cells of a row, or its error."""
        if row.error:
            self.rows += 1
            self.error = self.error or row.error
        else:
            self.keep(row.cells)

    def keep(self, cells: str) -> None:
        """Add ``cells``, unless there are more than 81 already."""
        self.rows += len(cells) == 9
        if len(self.cells) <= 81:
            self.cells += cells

    def what_is_wrong(self) -> str:
        """Describe what is wrong with the number of cells."""
        if self.moves:
            return "a list of moves and other values; expected only one kind"
        if self.rows:
            rows = plural(self.rows, "row")
            return f"a list of {rows}; expected 9 rows of 9 cells"
        if self.kind == "{":
            if self.grids:
                return f"an object with several grids; {OBJECT}"
            grids = "whose grids have other keys" if self.lists else "without cells"
            return f"an object {grids}; {OBJECT}"
        cells = plural(len(self.cells), "cell")
        more = ", and 9 rows" if len(self.cells) == 9 else ""
        return f"a list of {cells}; expected 9 in a row{more}"


class Reader:
    """The lists that are open, the innermost last, and the puzzles these make."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.open: list[Open] = []
        self.name = ""  # the last word outside of lists, or the one before =
        self.is_named = False  # whether such a name is the title

    def take(self, token: str, column: int) -> Entry | None:
        """Return the puzzle or error that ``token`` completes, or None."""
        if token in CLOSING:
            self.begin(token, column)
        elif token[0] in "[(":
            return self.whole(token, column)
        elif token in CLOSING.values():
            return self.close(token, column)
        elif self.open and token[0] != "#":
            inner = self.open[-1]
            if inner.kind == "{" and not inner.key:
                inner.key = token.strip("\"'")
                return None
            puzzle = self.value(inner, token, column) if inner.takes_values() else None
            inner.add_field(token)
            inner.key = ""
            return puzzle
        elif token == "=" or (token[0] != "#" and self.name[-1:] != "="):
            self.name = self.name.rstrip("=") + "=" if token == "=" else token
        return None

    def whole(self, token: str, column: int) -> Entry | None:
        """A row of nine digits, or a move."""
        cells = "".join(filter(str.isdigit, token))
        inner = self.open[-1] if 0 < len(self.open) < MOST_DEPTH else None
        if inner and token[0] == "[":
            if inner.takes_values():
                inner.keep(cells)
            inner.key = ""
            return None
        self.begin(token[0], column)
        for cell in cells:
            self.open[-1].keep(cell)
        return self.close(token[-1], column + len(token) - 1)

    def begin(self, token: str, column: int) -> None:
        if len(self.open) == MOST_DEPTH:
            detail = f"{token!r} in {MOST_DEPTH} others; expected 9 rows of 9 cells"
            raise self.lines.error(column, detail)
        place = self.lines.number, self.lines.before + column
        outer = self.open[-1] if self.open else None
        if not outer and (self.is_named or role_of(self.name) in ("solution", "state")):
            self.lines.entitle(self.name)
            self.is_named = True
        self.open.append(Open(token, self.name.rstrip("="), *place, outer))
        self.name = ""

    def value(self, inner: Open, token: str, column: int) -> Entry | None:
        """A cell, or a string of several."""
        quoted = token[0] in "\"'" and token[-1] == token[0] and len(token) > 1
        cells = token[1:-1] if quoted else token
        if token in NULLS or (quoted and not cells.strip()):
            cells = "."
        elif cells[1:] in (".", ".0") and cells[0].isdigit():  # as numpy prints 5
            cells = cells[0]
        if CELLS.issuperset(cells) and len(cells) in ((1, 9, 81) if quoted else (1,)):
            if len(cells) < 81:
                inner.keep(cells)
                return None
            if inner.broken or (inner.lists and inner.kind != "{"):
                inner.puzzles += 1
                inner.error = inner.error or self.lines.error(column, MIXED)
                return None
            key = rank(inner.key) if inner.kind == "{" else inner.rank
            return self.found(cells, self.lines.number, inner, key)
        if inner.kind == "{" and inner.key not in KEYS:
            return None
        inner.broken = inner.broken or not quoted
        inner.error = inner.error or self.wrong(cells, quoted, column + quoted)
        return None

    def wrong(self, cells: str, quoted: bool, column: int) -> FormatError:
        """Return the error for a value that is neither a cell nor 9 or 81 cells."""
        if not quoted:
            return self.lines.unexpected(column, cells, EXPECTED)
        for index, mark in enumerate(cells):
            if mark not in CELLS:
                return self.lines.unexpected(column + index, mark, EXPECTED)
        return self.lines.error(column, f"{len(cells)} cells; expected 1, 9 or 81")

    def close(self, token: str, column: int) -> Entry | None:
        """Close the innermost list: a row, a puzzle, a move or a list of puzzles."""
        if not self.open:
            return self.lines.unexpected(column, token, "expected '[' before it")
        inner, outer = self.pop()
        if not inner.rank:
            return None
        if outer and inner.is_move(outer) and not inner.error:
            if detail := outer.add_move(inner.cells):
                outer.error = outer.error or self.error_in(inner, detail)
            return None
        if outer and "position" in inner.fields:
            if detail := outer.add_cell(inner.fields):
                outer.error = outer.error or self.error_in(inner, detail)
            return None
        if token != CLOSING[inner.kind]:
            inner.error = inner.error or self.unclosed(inner, column, repr(token))
        cells, line, rank = inner.puzzle()
        if not cells and not inner.is_complete(outer):
            inner.error = inner.error or self.lines.error(column, inner.what_is_wrong())
        if inner.error and inner.may_be_anything():
            if outer and inner.kind == "{":
                outer.broken = True
            return None
        if outer and inner.is_row():
            outer.add_row(inner)
            return None
        if outer and outer.kind != "{":
            outer.lists += 1
        if inner.error or not cells:
            if outer:
                outer.puzzles += 1
            return inner.error
        return self.found(cells, line, outer, inner.rank, rank)

    def found(
        self, cells: str, line: int, outer: Open | None, key: int, own: int = 0
    ) -> Entry | None:
        """Return the puzzle in a list or at the end, or keep it for its object.

        ``key`` is the rank of the key around it, and ``own`` of its key in an object.
        """
        cells = cells.translate(TO_DOTS)
        if outer and outer.kind == "{":
            outer.offer(key, cells, line)
            return None
        objects = [inner for inner in self.open if inner.kind == "{"]
        if key < 2 and (own < 2 or any(inner.grids for inner in objects)):
            objects[-1].lists += 1  # under a key that does not name puzzles
            return None
        if outer:
            outer.puzzles += 1
        return self.lines.puzzle(cells, line)

    def error_in(self, inner: Open, detail: str) -> FormatError:
        return FormatError(self.lines.name, inner.line, inner.column, detail)

    def pop(self) -> tuple[Open, Open | None]:
        """Remove the innermost list. Return it, and the list around it."""
        inner = self.open.pop()
        outer = self.open[-1] if self.open else None
        if outer:
            outer.add_field(inner.cells)
            outer.key = ""
        return inner, outer

    def begin_line(self, line: str) -> Iterator[FormatError]:
        """Discard open lists if ``line`` begins a puzzle, and yield one error for them.

        Within a puzzle, no line starts with two brackets. Within an object, no line
        starts with a brace.
        """
        broken: list[int] = []
        is_object = line.lstrip()[:1] == "{"
        if not is_object and not TWO_OPENING.match(line):
            return
        holding = [k for k, inner in enumerate(self.open) if inner.holds()]
        if not is_object:
            broken = holding[:1]
        else:
            objects = [k for k, inner in enumerate(self.open) if inner.kind == "{"]
            if objects[-1:] == [len(self.open) - 1] or holding:
                broken = objects[-1:] or holding[:1]
        if broken:
            if not self.open[broken[0]].puzzles:  # otherwise its error was yielded
                missing = self.unclosed(self.open[-1], 1, "another puzzle")
                yield self.open[-1].error or missing
            del self.open[broken[0] :]

    def unclosed(self, inner: Open, column: int, other: str) -> FormatError:
        opened = f"{inner.kind!r} in line {inner.line}, column {inner.column}"
        detail = f"{other}; expected {CLOSING[inner.kind]!r} for the {opened}"
        return self.lines.error(column, detail)
