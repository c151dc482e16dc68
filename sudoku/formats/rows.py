"""Decide which rows make a grid.

Two kinds of line are doubtful. Nine equal blanks are either a row or a ruled line: the
character used for the other blanks decides, and the number of rows must agree. The
digits 1 to 9 in order are either a row or a heading: the number of rows decides. Above
the ruled line of a Markdown table is its heading, which may be empty, or its first row.
Rows that could be read as two different sets of grids are refused.
"""

from collections import Counter
from itertools import pairwise, product
from typing import Literal, NamedTuple, TypeAlias

from sudoku.formats.cell_tokens import (
    BLANKS,
    CANDIDATES_SIGN,
    DIGITS,
    EMPTY_FIELD,
    UNKNOWN,
)
from sudoku.formats.entries import FormatError

# Above no grid, the first grid or each grid.
Headings: TypeAlias = Literal["none", "first", "each"]

BLANK_SIGNS = (BLANKS + EMPTY_FIELD + CANDIDATES_SIGN).encode()
BAR = b"|"
TABLE_RULE = BAR * 9  # stands for the ruled line of a table; no blank is a bar
TO_DOTS_TABLE = bytes.maketrans(BLANK_SIGNS + BAR, b"." * len(BLANK_SIGNS + BAR))
NINE_BLANKS = "." * 9
RULE_SIGNS = frozenset((BAR, *(sign.encode() for sign in BLANKS)))
BLANK_BYTES = frozenset(BLANK_SIGNS)
EMPTY_FIELDS = EMPTY_FIELD.encode() * 9
HEADINGS = frozenset((b"123456789", b"012345678"))
# Ruled lines of one sign, and headings, are repeated at these distances, even if a line
# is missing. Equal rows rarely are. The rows are doubtful if there are two such pairs
# or more, and on average one in this number of lines or fewer.
REPEAT_DISTANCES: dict[int | str, int] = {2: 6, 4: 26, 10: 20, "heading": 20}
HEADING_READINGS: tuple[Headings, ...] = ("none", "first", "each")
EXPECTED_DIFFERENT = "a row that comes twice below a heading; expected 9 different rows"
EXPECTED_RULE = (
    "the ruled line of a table inside a grid; expected it below the first row"
)
NUMBERS = "9 numbers that begin alike, not a puzzle; expected 9 rows of a puzzle"
EXPECTED_SIGNS = "expected one sign for blanks and another for ruled lines"


class SourceRow(NamedTuple):
    """A row of nine cells with its line number.

    ``signs`` is nine characters, the cells as written, or b"" if the line is not a
    valid row; ``error`` then says why.
    """

    number: int
    signs: bytes
    error: FormatError | None = None


class AmbiguousRowsError(Exception):
    """Raised for rows that make no grid, or could make several.

    ``number`` is the line to report, and ``detail`` the message.
    """

    def __init__(self, number: int, detail: str) -> None:
        super().__init__(detail)
        self.number = number
        self.detail = detail


def select_rows(run: list[SourceRow]) -> list[SourceRow]:
    """Return the rows of ``run`` that are cells, without ruled lines and headings.

    ``run`` is rows without a gap between them. Nine equal blanks are a ruled line if
    the other rows use another character for blanks. If there are no other blanks, they
    are ruled lines if 1, 3 or a multiple of 9 rows remain without them. Raise
    AmbiguousRowsError if neither decides.
    """
    others = [row for row in run if row.signs != TABLE_RULE]
    is_table = len(others) < len(run)
    signs = uniform_signs(others)
    if not signs and not is_table and len(run) % 9 == 0:
        return run
    blanks = blanks_of(others)
    is_known = blanks or len(others) < 9
    readings = [blanks or signs] if is_known else [{sign} for sign in signs]
    if not is_known and any(not uniform_sign(row) for row in others):
        readings.append(set())
    headings = HEADING_READINGS if blanks or not signs else HEADING_READINGS[:1]
    candidate_rows = [
        rows
        for blanks_read, heading in product(readings, headings)
        if (rows := read_rows_as(run, blanks_read, heading))
    ]
    # A run can have one row, three, or whole grids.
    complete = [
        rows for rows in candidate_rows if len(rows) in (1, 3) or len(rows) % 9 == 0
    ]
    rows = run
    if complete or blanks or is_table:
        rows = next(iter(complete or candidate_rows), [])
    sure = is_table or len(rows) == len(run) or not has_heading(run)
    sure = sure or has_no_inner_heading(rows)
    if (
        len(rows) < len(others)
        and may_be_headings(run)
        and (twin := repeated_row(rows))
    ):
        raise AmbiguousRowsError(twin.number, EXPECTED_DIFFERENT)
    if not rows or not sure or any(blanks_read != rows for blanks_read in complete):
        raise ambiguity_error(run)
    return rows


def has_doubtful_line(signs: list[bytes]) -> bool:
    """Return whether a row may be a ruled line (nine equal blanks) or a heading.

    ``signs`` are the characters of each row. A heading is 1 to 9, or 0 to 8, in order.
    TABLE_RULE also counts as a ruled line.
    """
    return not HEADINGS.isdisjoint(signs) or NINE_BLANKS in join_cells(signs)


def read_rows_as(
    run: list[SourceRow], blanks: set[bytes], headings: Headings
) -> list[SourceRow]:
    """Return the rows of ``run`` for a given choice of blanks and headings, or [].

    ``blanks`` are the characters for blanks; nine equal characters not in it are a
    ruled line. ``headings`` says which lines of 1 to 9 in order are headings: "none",
    "first" for the one above all rows, or "each" for one above each grid. Return [] if
    a line would be in an impossible place: headings must be above rows, and ruled lines
    below three rows, below every row, or around a grid. The ruled line of a table must
    be below its heading or the first row of a grid.
    """
    rows: list[SourceRow] = []
    rules: Counter[int] = Counter()  # ruled lines, by the number of rows above them
    firsts: set[int] = set()  # those of tables below the first row of a grid
    unsure: set[int] = set()  # those of tables below another row that may be a heading
    heading = -1  # the number of rows above the last heading
    named = may_be_headings(run)
    for row in run:
        sign, is_named = uniform_sign(row), row.number in named
        if sign == BAR and rows and heading != len(rows):
            if len(rows) % 9 == 1 and rows[-1].number not in named:
                firsts.add(len(rows))
            elif rows[-1].number in named or uniform_sign(rows[-1]):
                unsure.add(len(rows))
        at_top = len(rows) % 9 == 0 if headings == "each" else not rows
        if sign and sign not in blanks:
            rules[len(rows)] += 1
        elif headings != "none" and at_top and heading < len(rows) and is_named:
            heading = len(rows)
        else:
            rows.append(row)
    ruled = {*rules, *range(0, len(rows), 9)}  # the lines around grids are optional
    after_each = ruled.issuperset(range(len(rows)))
    after_three = all(number % 3 == 0 for number in rules.keys() - firsts)
    if unsure - {len(rows)}:  # they begin a table, unless there is one after each band
        after_three = after_three and ruled.issuperset(range(0, len(rows), 3))
    twice = [number for number, count in rules.items() if count > 1 + (number % 9 == 0)]
    good = (after_three or after_each) and not twice and heading < len(rows)
    return rows if good else []


def may_be_headings(run: list[SourceRow]) -> set[int]:
    """Return the line numbers of the rows that may be headings: 1 to 9 in order.

    In a table, only rows directly above a ruled line may be headings, also empty ones.
    """
    above = [row for row, below in pairwise(run) if below.signs == TABLE_RULE]
    if not above:
        return {row.number for row in run if is_heading(row)}
    return {row.number for row in above if is_heading(row) or row.signs == EMPTY_FIELDS}


def is_heading(row: SourceRow) -> bool:
    return row.signs in HEADINGS


def has_heading(rows: list[SourceRow]) -> bool:
    return any(map(is_heading, rows))


def has_no_inner_heading(rows: list[SourceRow]) -> bool:
    """Return whether 1 to 9 in order occurs only in the first row of each grid."""
    return not any(k % 9 and is_heading(row) for k, row in enumerate(rows))


def is_uniform(signs: bytes) -> bool:
    """Return whether ``signs`` are nine equal characters that can be a ruled line."""
    return signs[:1] in RULE_SIGNS and signs == signs[:1] * 9


def uniform_sign(row: SourceRow) -> bytes:
    """Return the character of a row that can be a ruled line, or b"" for other rows."""
    return row.signs[:1] if is_uniform(row.signs) else b""


def uniform_signs(rows: list[SourceRow]) -> set[bytes]:
    """Return the characters of the rows that can be ruled lines, such as {b"-"}."""
    if NINE_BLANKS not in join_cells([row.signs for row in rows]):
        return set()
    return set(map(uniform_sign, rows)) - {b""}


def blanks_of(rows: list[SourceRow]) -> set[bytes]:
    """Return the characters for blanks in ``rows``, such as {b"."}.

    Rows of nine equal characters do not count, because they may be ruled lines.
    """
    others = b"".join(row.signs for row in rows if not uniform_sign(row))
    blanks = {bytes([sign]) for sign in others.translate(None, DIGITS.encode())}
    if CANDIDATES_SIGN.encode() in blanks:
        blanks.add(UNKNOWN.encode())
    return blanks


def ambiguity_error(rows: list[SourceRow]) -> AmbiguousRowsError:
    """Return the error for the first of ``rows`` that can be read in two ways.

    At least one of them must be nine equal characters, 1 to 9 in order, or TABLE_RULE.
    """
    for row in rows:
        if (sign := uniform_sign(row).decode()) and row.signs != TABLE_RULE:
            detail = f"9 times {sign!r}, a row or a ruled line; {EXPECTED_SIGNS}"
            return AmbiguousRowsError(row.number, detail)
    row = next(row for row in rows if row.signs in (*HEADINGS, TABLE_RULE))
    if row.signs == TABLE_RULE:
        return AmbiguousRowsError(row.number, EXPECTED_RULE)
    detail = "1 to 9 in order, a row or a heading; expected an empty line around grids"
    return AmbiguousRowsError(row.number, detail)


def is_lone_heading(run: list[SourceRow]) -> bool:
    """Return whether ``run`` is one row: 1 to 9 in order, or nine empty fields."""
    return len(run) == 1 and (is_heading(run[0]) or run[0].signs == EMPTY_FIELDS)


def arrange_runs(runs: list[list[SourceRow]]) -> list[SourceRow]:
    """Return all rows of ``runs`` in one list, or [] if they do not make whole grids.

    They do if each run is whole grids, if all have three rows, or if all have one row.
    A heading at the top is omitted.
    """
    sizes = {len(run) for run in runs}
    are_bands = sizes == {3} and len(runs) % 3 == 0
    are_rows = sizes == {1} and len(runs) % 9 == 0
    if are_bands or are_rows or not any(size % 9 for size in sizes):
        return [row for run in runs for row in run]
    (heading, *band), *others = runs
    if others and (is_lone_heading(runs[0]) or is_heading(heading)):
        rows = arrange_runs([band, *others] if band else others)
        return rows if has_no_inner_heading(rows) and not repeated_row(rows) else []
    return []


def repeated_row(rows: list[SourceRow]) -> SourceRow | None:
    """Return the first row that equals the row above it in its grid, or None.

    Rows without a digit do not count. No puzzle has two equal rows in succession, so a
    heading above such rows may really be a row.
    """
    for k, (previous_row, row) in enumerate(pairwise(rows), start=1):
        if (
            k % 9
            and previous_row.signs == row.signs
            and not BLANK_BYTES.issuperset(row.signs)
        ):
            return row
    return None


def reject_ambiguous(rows: list[SourceRow]) -> None:
    """Raise AmbiguousRowsError if ``rows``, whole grids, may be something else.

    They may be a list of students' numbers, or contain ruled lines or headings at
    regular distances.
    """
    signs = uniform_signs(rows)
    for start in range(0, len(rows), 9):
        check_numbers(rows[start : start + 9])
        if signs:
            check_grid(rows[start : start + 9])
    if len(rows) > 9 and (signs or has_heading(rows)):
        ruled = {k for k, row in enumerate(rows) if uniform_sign(row)}
        if len(ruled) == len(rows):
            return
        headed = {k for k, row in enumerate(rows) if is_heading(row)}
        repeats: dict[int | str, int] = {
            step: sum(k + step in ruled for k in ruled) for step in (2, 4, 10)
        }
        repeats["heading"] = sum(k + 10 in headed for k in headed)
        if any(
            1 < repeats[k] and len(rows) <= REPEAT_DISTANCES[k] * repeats[k]
            for k in REPEAT_DISTANCES
        ):
            raise ambiguity_error(rows)


def check_numbers(rows: list[SourceRow]) -> None:
    """Raise AmbiguousRowsError if nine ``rows`` look like a list of students' numbers.

    These are nine different numbers of nine digits that begin alike.
    """
    numbers = {row.signs for row in rows}
    if len(numbers) == 9 and all(map(bytes.isdigit, numbers)):
        if begins_alike(join_cells([row.signs for row in rows])):
            raise AmbiguousRowsError(rows[0].number, NUMBERS)


def begins_alike(cells: str) -> bool:
    """Return whether the nine rows begin with at most two different digits.

    ``cells`` is 81 characters. Students' numbers begin alike, but no puzzle has such a
    first column.
    """
    first = {*cells[::9]}
    return len(first) <= 2 and "." not in first


def check_headings(rows: list[SourceRow], headings: set[int]) -> None:
    """Raise AmbiguousRowsError if the first row of a grid may be a heading.

    ``rows`` are whole grids, and ``headings`` the numbers of the lines of 1 to 9 in
    order. In a grid without blanks, such a line counts as a row.
    """
    for start in range(0, len(rows), 9):
        cells = join_cells([row.signs for row in rows[start : start + 9]])
        if rows[start].number in headings and "." in cells:
            detail = "1 to 9 in order above 8 rows; expected 9 rows below this heading"
            raise AmbiguousRowsError(
                rows[start].number, f"{detail}, or a row without spaces"
            )


def check_grid(rows: list[SourceRow]) -> None:
    """Raise AmbiguousRowsError if one of nine ``rows`` may be a ruled line.

    A row of nine equal characters may be one if the other rows have different blanks,
    or, in a grid without other blanks, if another such row has a different character.
    """
    if signs := uniform_signs(rows):
        blanks = blanks_of(rows)
        if signs - blanks if blanks else len(signs) > 1:
            raise ambiguity_error(rows)


def is_plain(cells: str) -> bool:
    """Return whether ``cells`` is 81 characters in which no row is doubtful.

    No row is blank, and the rows do not look like a list of students' numbers.
    """
    return len(cells) == 81 and NINE_BLANKS not in cells and not begins_alike(cells)


def error_in(rows: list[SourceRow]) -> FormatError | None:
    return next((row.error for row in rows if row.error), None)


def join_cells(rows: list[bytes]) -> str:
    """Return the cells of ``rows``, nine per row, as text with ``.`` for a blank."""
    return b"".join(rows).translate(TO_DOTS_TABLE).decode()
