"""Describe a Sudoku grid as plain data, which can be stored as JSON, and in words."""

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypedDict


class GridLink(NamedTuple):
    """A line between the same candidate of two cells, which is part of a chain.

    ``first`` and ``second`` are the cells as (row, column), counted from 0; ``digit``
    is the candidate. A ``strong`` link is drawn solid, any other dashed.
    """

    first: tuple[int, int]
    second: tuple[int, int]
    digit: int
    strong: bool


class GridState(TypedDict):
    """A Sudoku grid of any square size, as the data of a picture.

    ``elements`` are rows of numbers; 0 is a blank. ``candidates`` has a text for each
    cell: in ``29-5``, 2 and 9 are left, and 5 is crossed out. ``roles`` has a text for
    each cell, of words with spaces between them: given; then, in a step of a solution,
    unit (in the row, column or box of the step), reason (why the step is right),
    changed (by the step), and A or B for the two colors of a chain. ``candidates`` or
    ``roles`` is [] if no cell has any. ``digits`` are the candidates to highlight in
    cells with the role reason, such as "29".
    """

    kind: Literal["grid"]
    elements: list[list[int]]
    candidates: list[list[str]]  # none, or one for each element: 259, or 29-5
    roles: list[list[str]]  # none, or some words for each element
    digits: str
    links: list[GridLink]


class DrawnCell(NamedTuple):
    """A cell to draw.

    ``number`` is its digit, or 0 for a blank. ``left`` and ``crossed_out`` are its
    candidates, such as "29" and "5". ``roles`` are its roles in a step: given, unit,
    reason, changed, A or B. ``reason_digits`` are the candidates to highlight.
    """

    number: int  # 0 for a blank
    left: str = ""  # its candidates
    crossed_out: str = ""  # those that are crossed out
    roles: tuple[str, ...] = ()
    reason_digits: str = ""  # the candidates that are digits of the reason

    def words(self) -> list[str]:
        """Return the labels of this cell: its digit or candidates, then its roles.

        The roles given and unit have no label.

        >>> DrawnCell(0, "29", "5", ("reason", "A")).words(), DrawnCell(0).words()
        (['possible 2 9', '5 crossed out', 'reason', 'A'], ['blank'])
        >>> DrawnCell(5, "", "", ("changed",)).words()
        ['5', 'placed now']
        """
        if self.number:
            words = [str(self.number)] + ["placed now"] * ("changed" in self.roles)
        else:
            words = [f"possible {' '.join(self.left)}"] * bool(self.left)
            words += [f"{' '.join(self.crossed_out)} crossed out"] * bool(
                self.crossed_out
            )
        spoken = [role for role in ("reason", "A", "B") if role in self.roles]
        return (words or ["blank"]) + spoken


def grid_state(rows: Iterable[Iterable[int]]) -> GridState:
    """Return a grid without candidates and roles; 0 in ``rows`` is a blank."""
    elements = [list(row) for row in rows]
    return {
        "kind": "grid",
        "elements": elements,
        "candidates": [],
        "roles": [],
        "digits": "",
        "links": [],
    }


def grid_cells(state: GridState) -> list[list[DrawnCell]]:
    """Return the cells to draw, row by row, with their candidates and roles."""
    none = [""] * len(state["elements"])
    rows = zip(
        state["elements"],
        state["candidates"] or [none] * len(none),
        state["roles"] or [none] * len(none),
    )
    return [
        [
            _make_cell(number, candidates, tuple(roles.split()), state["digits"])
            for number, candidates, roles in zip(*row)
        ]
        for row in rows
    ]


def _make_cell(
    number: int, candidates: str, roles: tuple[str, ...], digits: str
) -> DrawnCell:
    """Return a cell to draw, from ``candidates`` such as ``29-5`` (5 is crossed out).

    ``digits`` are the candidates to highlight if the cell has the role reason.
    """
    left, _, out = candidates.partition("-")
    reason_digits = "".join(
        digit for digit in left if digit in digits and "reason" in roles
    )
    return DrawnCell(number, left, out, roles, reason_digits)


def grid_title(state: GridState) -> str:
    return f"Grid of {len(state['elements'])} rows"


def grid_description(state: GridState) -> str:
    """Return a sentence for each row of ``state``, for readers who see no picture.

    An example is ``Row 1: 5 (placed now), blank, possible 2 9 (reason).``
    """
    return " ".join(
        f"Row {i}: {', '.join(map(_cell_label, row))}."
        for i, row in enumerate(grid_cells(state), start=1)
    )


def _cell_label(cell: DrawnCell) -> str:
    first, *more = cell.words()
    return f"{first} ({', '.join(more)})" if more else first
