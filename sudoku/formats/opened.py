"""Lists and objects that are not closed yet."""

from _courseware.messages import plural
from sudoku.formats.entries import FormatError
from sudoku.formats.grid_names import rank
from sudoku.formats.signs import LONG

MOVE = "expected a row and a column from 0 to 8 and a number from 1 to 9"
FIELDS = frozenset(("position", "value", "fixed"))  # of GNOME Sudoku's cells
KEYS = frozenset(("puzzle", "puzzles", "board", "grid"))
OBJECT = 'expected "puzzle" and 81 cells'


class Open:
    """A list or an object that is not closed yet, and the cells in it so far."""

    __slots__ = (
        *("broken", "cells", "column", "error", "fields", "grids", "key", "kind"),
        *("line", "lists", "loose", "moves", "name", "puzzles", "rank", "rows"),
    )

    def __init__(
        self, kind: str, name: str, line: int, column: int, outer: "Open | None"
    ) -> None:
        self.kind = kind  # its bracket
        self.name = name  # the word before it
        self.line = line
        self.column = column
        self.rank: int = outer.rank if outer else 2  # of the key around it
        self.loose: bool = outer is not None and outer.loose  # need it not be a puzzle?
        if outer and outer.kind == "{":
            self.rank = rank(outer.key) if outer.rank else 0
            self.loose = outer.key not in KEYS
        self.key: str = ""  # in an object, the key of the next value
        self.fields: dict[str, str] = {}  # of an object: a cell of a saved game
        self.grids: dict[int, tuple[str, int]] = {}  # its puzzle of each rank, or ""
        self.rows = 0  # lists and strings of nine cells
        self.puzzles = 0  # these are not kept
        self.moves: dict[int, str] = {}  # the number in each cell
        self.broken = False  # it contains something that is not in lists of cells
        self.lists = 0  # the puzzles that are not strings
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
