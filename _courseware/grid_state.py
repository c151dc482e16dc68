"""A Sudoku grid as plain data, which JSON carries unchanged, and in words."""

from collections.abc import Iterable, Sequence
from typing import Literal, TypedDict

from adt.show.states import Mark
from adt.show.words import listed


class GridState(TypedDict):
    """A Sudoku grid of any square size; 0 is a blank.

    In 29-5 the candidates 2 and 9 are left, and 5 is crossed out. The roles of a cell
    in a step are some of given, unit, reason and changed, with spaces between them.
    """

    kind: Literal["grid"]
    elements: list[list[int]]
    marks: list[list[Mark]]  # none, or one for each element
    candidates: list[list[str]]  # none, or one for each element: 259, or 29-5
    roles: list[list[str]]  # none, or some words for each element


def grid_state(rows: Iterable[Iterable[int]]) -> GridState:
    """Return the state of a grid, with 0 for a blank."""
    return {
        "kind": "grid",
        "elements": [list(row) for row in rows],
        "marks": [],
        "candidates": [],
        "roles": [],
    }


def grid_title(state: GridState) -> str:
    """Return a short line about ``state``."""
    return f"Grid of {len(state['elements'])} rows"


def grid_description(state: GridState) -> str:
    """Return everything that a picture of ``state`` shows, in words."""
    return " ".join(row_sentences(state))


def row_sentences(state: GridState) -> list[str]:
    rows = [[str(number or "blank") for number in row] for row in state["elements"]]
    marks: Sequence[Sequence[str]] = state["marks"] or [()] * len(rows)
    if state["candidates"]:
        rows = [
            [cell_words(*cell) for cell in zip(*lines)]
            for lines in zip(state["elements"], state["candidates"])
        ]
        marks = [list(map(role_words, row)) for row in state["roles"]]
    return [
        f"Row {i}: {listed(row, row_marks)}."
        for i, (row, row_marks) in enumerate(zip(rows, marks), start=1)
    ]


def cell_words(number: int, candidates: str) -> str:
    """Return what a cell of a grid with candidates contains."""
    return str(number or " and ".join(candidate_words(candidates)) or "blank")


def candidate_words(candidates: str) -> list[str]:
    """Return the candidates of a cell in words.

    >>> candidate_words("29-5")
    ['possible 2 9', '5 crossed out']
    """
    left, _, out = candidates.partition("-")
    words = [f"possible {' '.join(left)}"] * bool(left)
    return words + [f"{' '.join(out)} crossed out"] * bool(out)


def role_words(roles: str) -> str:
    """Return the roles in a step, besides the unit."""
    return " and ".join(role for role in ("reason", "changed") if role in roles)
