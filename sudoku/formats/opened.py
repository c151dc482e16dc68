"""What a list or an object holds that is not closed yet."""

from sudoku.formats.cells import LONG
from sudoku.formats.source import FormatError

MOVE = "expected a row and a column from 0 to 8 and a number from 1 to 9"
KEYS = frozenset(("puzzle", "puzzles", "board", "grid"))


class Open:
    """A list or an object that is not closed yet, and the cells in it so far."""

    __slots__ = (
        *("broken", "cells", "column", "counts", "error", "key", "kind", "line"),
        *("lists", "moves", "name", "puzzles", "rows"),
    )

    def __init__(
        self, kind: str, name: str, line: int, column: int, counts: bool
    ) -> None:
        self.kind = kind  # its bracket
        self.name = name  # the word before it
        self.line = line
        self.column = column
        self.counts = counts  # whether it can contain a puzzle
        self.key = ""  # in an object, the key of the next value
        self.rows = 0  # lists and strings of nine cells
        self.puzzles = 0  # these are not kept
        self.moves: dict[int, str] = {}  # the number in each cell
        self.broken = False  # it contains what no list of cells has
        self.lists = 0  # the puzzles that are not strings
        self.cells = ""
        self.error: FormatError | None = None

    def takes_values(self) -> bool:
        return self.counts and (self.kind != "{" or self.key in KEYS)

    def is_row(self) -> bool:
        """Return whether it has only cells, and so few that it should be a row."""
        only_cells = self.kind != "{" and not self.rows and not self.puzzles
        return only_cells and not self.has_moves() and len(self.cells) < LONG

    def holds(self) -> bool:
        return bool(self.rows or self.cells or self.moves)

    def has_moves(self) -> bool:
        """Return whether it is a list of moves. An empty list is, if its name is."""
        empty = not (self.cells or self.rows or self.puzzles)
        return bool(self.moves) or (empty and self.name.endswith("moves"))

    def is_complete(self, outer: "Open | None") -> bool:
        if self.has_moves():
            return not (self.rows or self.puzzles or self.cells)
        if outer and self.is_row():
            return len(self.cells) == 9
        return len(self.cells) == 81 or (self.puzzles > 0 and not self.cells)

    def is_move(self, outer: "Open | None") -> bool:
        """Return whether it is a tuple of three digits in a list: a move."""
        in_list = self.kind == "(" and outer is not None and outer.kind == "["
        return in_list and len(self.cells) == 3 and self.cells.isdigit()

    def add_move(self, move: "Open") -> str:
        """Add the number in a cell. Return the mistake of the move, or no text."""
        row, column, number = map(int, move.cells)
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
        """Add ``cells``. After more than 81, no more are kept."""
        self.rows += len(cells) == 9
        if len(self.cells) <= 81:
            self.cells += cells

    def what_is_wrong(self) -> str:
        """Return the mistake in the number of cells."""
        if self.moves:
            return "a list of moves and other values; expected only one kind"
        if self.rows:
            rows = f"{self.rows} row{'s' * (self.rows > 1)}"
            return f"a list of {rows}; expected 9 rows of 9 cells"
        if self.kind == "{":
            return 'an object without cells; expected "puzzle" and 81 cells'
        cells = f"{len(self.cells)} cell{'s' * (len(self.cells) != 1)}"
        more = ", and 9 rows" if len(self.cells) == 9 else ""
        return f"a list of {cells}; expected 9 in a row{more}"
