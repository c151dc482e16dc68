"""A Sudoku grid as plain data, which JSON carries unchanged, and in words."""

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypedDict

from adt.show.words import listed


class GridLink(NamedTuple):
    """A line between the same candidate of two cells; row and column count from 0."""

    first: tuple[int, int]
    second: tuple[int, int]
    digit: int
    strong: bool


class GridState(TypedDict):
    """A Sudoku grid of any square size; 0 is a blank.

    In 29-5 the candidates 2 and 9 are left, and 5 is crossed out. The roles of a cell
    in a step are some of given, unit, reason, changed, and A or B, the two colors of a
    chain, with spaces between them.
    """

    kind: Literal["grid"]
    elements: list[list[int]]
    candidates: list[list[str]]  # none, or one for each element: 259, or 29-5
    roles: list[list[str]]  # none, or some words for each element
    links: list[GridLink]


class Cell(NamedTuple):
    """What a picture or a page shows of a cell."""

    number: int  # 0 for a blank
    left: str = ""  # its candidates
    out: str = ""  # those that are crossed out
    roles: tuple[str, ...] = ()

    def candidate_words(self) -> list[str]:
        """Return the candidates in words.

        >>> Cell(0, "29", "5").candidate_words()
        ['possible 2 9', '5 crossed out']
        """
        words = [f"possible {' '.join(self.left)}"] * bool(self.left)
        return words + [f"{' '.join(self.out)} crossed out"] * bool(self.out)


def grid_state(rows: Iterable[Iterable[int]]) -> GridState:
    """Return the state of a grid, with 0 for a blank."""
    elements = [list(row) for row in rows]
    return {
        "kind": "grid",
        "elements": elements,
        "candidates": [],
        "roles": [],
        "links": [],
    }


def grid_cells(state: GridState) -> list[list[Cell]]:
    """Return the cells of each row."""
    none = [""] * len(state["elements"])
    rows = zip(
        state["elements"],
        state["candidates"] or [none] * len(none),
        state["roles"] or [none] * len(none),
    )
    return [
        [
            Cell(number, *candidates.partition("-")[::2], tuple(roles.split()))
            for number, candidates, roles in zip(*row)
        ]
        for row in rows
    ]


def grid_title(state: GridState) -> str:
    """Return a short line about ``state``."""
    return f"Grid of {len(state['elements'])} rows"


def grid_description(state: GridState) -> str:
    """Return everything that a picture of ``state`` shows, in words."""
    return " ".join(
        f"Row {i}: {listed(list(map(cell_words, row)), list(map(role_words, row)))}."
        for i, row in enumerate(grid_cells(state), start=1)
    )


def cell_words(cell: Cell) -> str:
    return str(cell.number or " and ".join(cell.candidate_words()) or "blank")


SPOKEN = ("reason", "changed", "A", "B")


def role_words(cell: Cell) -> str:
    """Return the roles in a step, besides the unit."""
    return " and ".join(role for role in SPOKEN if role in cell.roles)
