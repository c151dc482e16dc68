"""Decide which word of 81 cells in a line is its puzzle.

The column named by the user decides, or the heading of the table. Without these, the
puzzle is the only such word, or the only one with blanks if every other one contains
all its digits, as its solution does. Otherwise the line is refused.
"""

from itertools import product

from _courseware.terminal.messages import plural
from sudoku.formats.cell_tokens import (
    CELL_CHARACTERS,
    SEPARATORS,
    TO_DOTS,
    TO_SPACES,
    BadCells,
    long_words,
    split_words,
)
from sudoku.formats.grid_names import name_rank, role_of

EXPECTED_COLUMN = "expected --column with the name or number of the puzzle column"
MAX_COLUMNS_READ = 100  # whose names are looked at
EMPTY_PUZZLE = b"." * 81
BLANK_MASK = bytes(0xFF * (byte == ord(".")) for byte in range(256))
AMBIGUOUS_BLANKS = frozenset("-_*xX?")  # 81 times the same of these may be a ruled line


class TableHeading:
    """The heading of a table: the names of its columns, and their separator.

    ``titles`` are the names as written, and ``names`` the same in lower case.
    """

    def __init__(self, line: str) -> None:
        self.separator = next((mark for mark in SEPARATORS if mark in line), "")
        self.titles = [field.strip("# ") for field in self.fields(line)]
        self.names = [title.lower() for title in self.titles]

    def fields(self, line: str) -> list[str]:
        if not self.separator:
            return split_words(line)
        fields = line.rstrip("\r\n").split(self.separator)
        return [field.strip(" \t\"'") for field in fields]

    def is_known(self) -> bool:
        """Return whether a column name means puzzle, givens or solution.

        Without separators, all of two or more names must mean one of these.

        >>> lines = "id,puzzle", "quizzes,solutions", "Easy, I think", "Grid 01", "1,2"
        >>> [TableHeading(line).is_known() for line in lines]
        [True, True, False, False, False]
        """
        roles = map(role_of, self.titles[:MAX_COLUMNS_READ])
        known = [role in ("puzzle", "given", "solution") for role in roles]
        return any(known) if self.separator else all(known) and len(known) > 1

    def has(self, column: str) -> bool:
        return column.strip().lower() in self.names


def puzzle_of_line(line: str, heading: TableHeading | None, column: str) -> str:
    """Return the puzzle in ``line``, 81 characters as written.

    ``line`` has at least one word of 81 cells. ``heading`` is the heading of its table,
    or None. ``column`` is the name, or the number from 1, that the user gave, or "".
    Raise BadCells if it is not clear which word is the puzzle.
    """
    fields = heading.fields(line) if heading else []
    same_table = heading is not None and len(fields) == len(heading.names)
    if heading and same_table:
        return puzzle_by_name(fields, heading, column)
    if column:
        return puzzle_by_number(line, column)
    broken = [mark for mark in long_words(line) if not is_grid_text(mark[1])]
    if broken:
        place, text = broken[0]
        number = len(givens_only(text))
        raise BadCells(place, "", f"{number} cells; expected 81, as in another grid")
    puzzles = distinct_grids(split_words(line))
    if len(puzzles) > 1:
        puzzles = with_blanks(puzzles)
    if len(puzzles) != 1:
        raise BadCells(1, "", f"several grids of 81 cells; {EXPECTED_COLUMN}")
    if heading and not has_blanks(puzzles[0]):
        count = plural(len(fields), "field")
        expected = f"expected {len(heading.names)}, as in the heading"
        raise BadCells(1, "", f"{count}; {expected}")
    return puzzles[0]


def puzzle_by_name(fields: list[str], heading: TableHeading, column: str) -> str:
    """Return the puzzle in a line of a table, 81 characters as written.

    ``fields`` are the line's fields, in the order of ``heading``. ``column`` is the
    name, or the number from 1, of the puzzle's column; for "", the column whose name
    best suits a puzzle is used. Raise BadCells if there is no such puzzle.
    """
    if column:
        return puzzle_in_field(fields, column_index(heading.names, column))
    ranks = [
        name_rank(name) * is_grid_text(field)
        for name, field in zip(heading.titles, fields)
    ]
    best = max(ranks)
    puzzles = distinct_grids(
        [field for field, rank in zip(fields, ranks) if rank == best > 0]
    )
    others = distinct_grids(fields)
    if len(puzzles) != 1 or (any(map(has_blanks, others)) > has_blanks(puzzles[0])):
        alternatives = ", ".join(name or "''" for name in heading.names)[:60]
        raise BadCells(
            1, "", f"no puzzle in the columns {alternatives}; {EXPECTED_COLUMN}"
        )
    return puzzles[0]


def column_index(names: list[str], column: str) -> int:
    """Return the index, from 0, of ``column``: one of ``names``, or a number from 1.

    Raise BadCells if there is no such column.
    """
    if column.lower() in names:
        return names.index(column.lower())
    if column.isdecimal() and 0 < int(column) <= len(names):
        return int(column) - 1
    alternatives = ", ".join(filter(None, names))[:60] or f"1 to {len(names)}"
    raise BadCells(1, "", f"no column {column[:20]!r}; expected one of {alternatives}")


def puzzle_by_number(line: str, column: str) -> str:
    """Return the puzzle in a line without a heading, 81 characters as written.

    It is the only grid in the line if that grid has blanks, or else the grid in field
    number ``column``, counted from 1. Raise BadCells if there is none.
    """
    puzzles = distinct_grids(split_words(line))
    if len(puzzles) == 1 and has_blanks(puzzles[0]):
        return puzzles[0]
    if not column.isdecimal():
        raise BadCells(
            1, "", f"no heading has a column {column[:20]!r}; {EXPECTED_COLUMN}"
        )
    fields = TableHeading(line).fields(line)
    return puzzle_in_field(fields, column_index([""] * len(fields), column))


def puzzle_in_field(fields: list[str], index: int) -> str:
    if not is_grid_text(fields[index]):
        detail = f"column {index + 1} does not have 81 cells; {EXPECTED_COLUMN}"
        raise BadCells(1, "", detail)
    return givens_only(fields[index])


def distinct_grids(fields: list[str]) -> list[str]:
    """Return the different grids among ``fields``, each 81 characters as written.

    Grids that differ only in their characters for blanks are equal.
    """
    grids = dict.fromkeys(givens_only(field) for field in fields if is_grid_text(field))
    return list({cells.translate(TO_DOTS): cells for cells in grids}.values())


def is_grid_text(field: str) -> bool:
    cells = givens_only(field)
    return len(cells) == 81 and CELL_CHARACTERS.issuperset(cells)


def givens_only(word: str) -> str:
    """Return ``word`` with each plus sign and the digit after it replaced by ``.``.

    HoDoKu marks digits that the player has placed with a plus sign.
    """
    if "+" not in word:
        return word
    givens, *placed = word.split("+")
    return givens + "".join("." + part[1:] for part in placed)


def has_blanks(cells: str) -> bool:
    return not cells.isdigit() or "0" in cells


def with_blanks(grids: list[str]) -> list[str]:
    """Return the elements of ``grids`` that have blanks.

    Return [] if a grid without blanks cannot be their solution, because a digit
    differs.
    """
    puzzles = [cells for cells in grids if has_blanks(cells)]
    full = [cells.encode() for cells in grids if not has_blanks(cells)]
    for puzzle, other in product(puzzles, full):
        if not has_digits_of(puzzle.translate(TO_DOTS).encode(), other):
            return []
    return puzzles


def has_digits_of(cells: bytes, full: bytes) -> bool:
    """Return whether ``full``, 81 digits, agrees with all digits of ``cells``.

    ``cells`` is 81 digits and dots. The result is False if they are all dots.

    >>> has_digits_of(b"1.." * 27, b"123" * 27), has_digits_of(b"2.." * 27, b"123" * 27)
    (True, False)
    """
    free = int.from_bytes(cells.translate(BLANK_MASK))
    others = int.from_bytes(cells) ^ int.from_bytes(full)
    return others | free == free and cells != EMPTY_PUZZLE


def has_grid(line: str) -> bool:
    return len(line) > 80 and any(map(is_grid_text, line.translate(TO_SPACES).split()))


def normalize_blanks(cells: str) -> str:
    """Return ``cells``, 81 characters, with ``.`` for each blank.

    Raise BadCells if they are 81 equal characters that may be a ruled line.
    """
    if cells[0] in AMBIGUOUS_BLANKS and cells == cells[0] * 81:
        detail = f"81 times {cells[0]!r}, an empty puzzle or a ruled line"
        raise BadCells(1, "", f"{detail}; expected . or 0 in an empty puzzle")
    return cells.translate(TO_DOTS)
