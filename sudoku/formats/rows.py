"""Which rows make a grid: functions of rows that were read, and their lines.

Two kinds of line are open to doubt. Nine times one sign is a row of blanks or a ruled
line: the sign of the other blanks decides, and the number of rows must agree. And 1 to
9 in order is a row or a heading: the number of rows decides. Rows that could be read as
two different sets of grids are refused.
"""

from collections import Counter
from typing import Final, NamedTuple

from sudoku.formats.cells import BLANKS, DIGITS, EMPTY
from sudoku.formats.source import FormatError

DOTS: Final = bytes.maketrans((BLANKS + EMPTY).encode(), b"." * len(BLANKS + EMPTY))
NINE_BLANKS: Final = "." * 9
DRAWING: Final = frozenset(sign.encode() for sign in BLANKS)
HEADINGS: Final = (b"123456789", b"012345678")
DOUBTFUL: Final = "expected one sign for blanks and another for ruled lines"


class Row(NamedTuple):
    """The number of a line and its nine signs, or what is wrong with it."""

    number: int
    signs: bytes
    error: FormatError | None = None


class Doubt(Exception):
    """Why some rows make no grid, or could make several, and at which line."""

    def __init__(self, number: int, detail: str) -> None:
        super().__init__(detail)
        self.number = number
        self.detail = detail


def rows_of(run: list[Row]) -> list[Row]:
    """The rows of ``run``, lines without a gap, without ruled lines and headings.

    Raise Doubt if there is no saying which lines these are.
    """
    if uniform_signs(run):
        run = without_rules(run)
    if len(run) % 9 and run[0].signs in HEADINGS:
        run = without_headings(run) or run
    return run


def is_uniform(signs: bytes) -> bool:
    """Whether ``signs`` are nine times the same, and a blank that also draws lines."""
    return signs[:1] in DRAWING and signs == signs[:1] * 9


def uniform_sign(row: Row) -> bytes:
    """The blank of which ``row`` has nine, or nothing."""
    return row.signs[:1] if is_uniform(row.signs) else b""


def uniform_signs(rows: list[Row]) -> set[bytes]:
    """The blanks of which some row has nine."""
    if NINE_BLANKS not in cells_in([row.signs for row in rows]):
        return set()
    return set(map(uniform_sign, rows)) - {b""}


def blanks_of(rows: list[Row]) -> set[bytes]:
    """The blanks that are written in ``rows`` beside other signs."""
    others = b"".join(row.signs for row in rows if not uniform_sign(row))
    return {bytes([sign]) for sign in others.translate(None, DIGITS.encode())}


def without_rules(run: list[Row]) -> list[Row]:
    """The lines of ``run`` that are rows, as the sign of the other blanks says.

    Where no other row has a blank, the number of rows decides. Raise Doubt if neither
    does.
    """
    if blanks := blanks_of(run):
        rows = except_rules(run, blanks)
    else:
        ways = [except_rules(run, {sign}) for sign in uniform_signs(run)]
        if any(row.signs and not uniform_sign(row) for row in run):
            ways.append(except_rules(run, set()))
        complete = [way for way in ways if way and fits(len(way))]
        rows = complete[0] if len(complete) == 1 else run if not complete else []
    if not rows:
        raise doubt(run)
    return rows


def fits(number: int) -> bool:
    """Whether so many rows can stand together: a row, a band, or whole grids."""
    return number in (1, 3) or number % 9 == 0


def doubt(rows: list[Row]) -> Doubt:
    row = next(row for row in rows if uniform_sign(row))
    sign = uniform_sign(row).decode()
    return Doubt(row.number, f"9 times {sign!r}, a row or a ruled line; {DOUBTFUL}")


def except_rules(run: list[Row], blanks: set[bytes]) -> list[Row]:
    """The lines of ``run`` that are rows if only ``blanks`` are blanks.

    Nothing if ruled lines would then be elsewhere than after three rows or every row.
    """
    rows: list[Row] = []
    rules: Counter[int] = Counter()  # how many are after so many rows
    for row in run:
        sign = uniform_sign(row)
        if sign and sign not in blanks:
            rules[len(rows)] += 1
        else:
            rows.append(row)
    after_three = all(number % 3 == 0 for number in rules)
    after_each = all(number in rules for number in range(1, len(rows)))
    twice = [number for number, count in rules.items() if count > 1 + (number % 9 == 0)]
    return rows if (after_three or after_each) and not twice else []


def without_headings(rows: list[Row]) -> list[Row]:
    """``rows`` without the headings above each grid, or above the first.

    Nothing if what is left is not a number of grids. Raise Doubt if both would do.
    """
    first, each = rows[1:], list[Row]()
    was_heading = False
    for row in rows:
        was_heading = not was_heading and not len(each) % 9 and row.signs in HEADINGS
        if not was_heading:
            each.append(row)
    ways = [way for way in (first, each) if way and len(way) % 9 == 0]
    if len(ways) == 2 and first != each:
        raise doubtful_heading(rows)
    return ways[0] if ways else []


def doubtful_heading(rows: list[Row]) -> Doubt:
    detail = "1 to 9 in order, a row or a heading; expected an empty line around grids"
    return Doubt(rows[0].number, detail)


def is_lone_heading(run: list[Row]) -> bool:
    return len(run) == 1 and run[0].signs in HEADINGS


def arranged(runs: list[list[Row]]) -> list[Row]:
    """The rows of ``runs`` if these are bands, or single rows, of whole grids."""
    sizes = {len(run) for run in runs}
    if (sizes == {3} and len(runs) % 3 == 0) or (sizes == {1} and len(runs) % 9 == 0):
        return [row for run in runs for row in run]
    (heading, *band), *others = runs
    if heading.signs in HEADINGS and others:
        return arranged([band, *others] if band else others)
    return []


def check(rows: list[Row]) -> None:
    """Raise Doubt if the ``rows`` of whole grids could be read as other grids."""
    signs = uniform_signs(rows)
    for start in range(0, len(rows) if signs else 0, 9):
        check_grid(rows[start : start + 9])
    if len(rows) == 9:
        return
    for blanks in (set[bytes](), *(signs - {sign} for sign in signs)):
        others = except_rules(rows, blanks)
        if others and len(others) < len(rows) and len(others) % 9 == 0:
            raise doubt(rows)
    if any(row.signs in HEADINGS for row in rows) and without_headings(rows):
        raise doubtful_heading(rows)


def check_grid(rows: list[Row]) -> None:
    """Raise Doubt if a row of nine blanks has another sign than the other blanks."""
    if signs := uniform_signs(rows):
        blanks = blanks_of(rows)
        if signs - blanks if blanks else len(signs) > 1:
            raise doubt(rows)


def is_plain(cells: str) -> bool:
    """Whether these are 81 cells without a line of nine blanks."""
    return len(cells) == 81 and NINE_BLANKS not in cells


def error_in(rows: list[Row]) -> FormatError | None:
    """The first error of ``rows``."""
    return next((row.error for row in rows if row.error), None)


def cells_in(rows: list[bytes]) -> str:
    """The 81 cells of nine rows, ``.`` for a blank; fewer if some row is bad."""
    return b"".join(rows).translate(DOTS).decode()
