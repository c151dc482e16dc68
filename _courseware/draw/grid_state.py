"""A Sudoku grid as plain data, which JSON carries unchanged, and in words."""

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypedDict


class GridLink(NamedTuple):
    """A line between the same candidate of two cells; row and column count from 0."""

    first: tuple[int, int]
    second: tuple[int, int]
    digit: int
    strong: bool


class GridState(TypedDict):
    """A Sudoku grid of any square size, as the data of a picture; 0 is a blank.

    The candidates of a cell are text: in ``29-5``, 2 and 9 are left, and 5 is crossed
    out. Its roles in a step are words with spaces between them: given, unit, reason,
    changed, and A or B, the two colors of a chain. The digits are those of the reason.
    """

    kind: Literal["grid"]
    elements: list[list[int]]
    candidates: list[list[str]]  # none, or one for each element: 259, or 29-5
    roles: list[list[str]]  # none, or some words for each element
    digits: str
    links: list[GridLink]


class Cell(NamedTuple):
    """A cell to draw: digit, candidates (left, crossed out), roles, highlighted digits."""

    number: int  # 0 for a blank
    left: str = ""  # its candidates
    crossed_out: str = ""  # those that are crossed out
    roles: tuple[str, ...] = ()
    reason_digits: str = ""  # the candidates that are digits of the reason

    def words(self) -> list[str]:
        """Return the labels of this cell without its unit: digit or candidates, roles.

        >>> Cell(0, "29", "5", ("reason", "A")).words(), Cell(0).words()
        (['possible 2 9', '5 crossed out', 'reason', 'A'], ['blank'])
        >>> Cell(5, "", "", ("changed",)).words()
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
    """Return *rows* of numbers, 0 for a blank, as a grid without candidates."""
    elements = [list(row) for row in rows]
    return {
        "kind": "grid",
        "elements": elements,
        "candidates": [],
        "roles": [],
        "digits": "",
        "links": [],
    }


def grid_cells(state: GridState) -> list[list[Cell]]:
    """Return the cells of *state*, in a list for each row."""
    none = [""] * len(state["elements"])
    rows = zip(
        state["elements"],
        state["candidates"] or [none] * len(none),
        state["roles"] or [none] * len(none),
    )
    return [
        [
            make_cell(number, candidates, tuple(roles.split()), state["digits"])
            for number, candidates, roles in zip(*row)
        ]
        for row in rows
    ]


def make_cell(
    number: int, candidates: str, roles: tuple[str, ...], digits: str
) -> Cell:
    left, _, out = candidates.partition("-")
    reason_digits = "".join(
        digit for digit in left if digit in digits and "reason" in roles
    )
    return Cell(number, left, out, roles, reason_digits)


def grid_title(state: GridState) -> str:
    """Return the title of a picture of ``state``, such as "Grid of 9 rows"."""
    return f"Grid of {len(state['elements'])} rows"


def grid_description(state: GridState) -> str:
    """Return the text of a picture of ``state``: the content and roles of each cell."""
    return " ".join(
        f"Row {i}: {', '.join(map(cell_words, row))}."
        for i, row in enumerate(grid_cells(state), start=1)
    )


def cell_words(cell: Cell) -> str:
    first, *more = cell.words()
    return f"{first} ({', '.join(more)})" if more else first
