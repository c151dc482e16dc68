"""A sheet of characters, with lines that join where they meet, and words over them."""

from itertools import pairwise

Place = tuple[int, int]  # column and line

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
JOINED = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"  # the index is the sum of the directions of the lines
DASHED = {"─": "╌", "│": "╎"}


class Canvas:
    """A sparse sheet of characters; its text starts at the first column and line used."""

    def __init__(self) -> None:
        self._directions: dict[Place, int] = {}
        self._dashed: set[Place] = set()
        self._words: dict[Place, str] = {}

    def write(self, column: int, line: int, text: str) -> None:
        """Write ``text``, over anything that is already there."""
        for column, mark in enumerate(text, start=column):
            self._words[column, line] = mark

    def draw(self, *points: Place, dashed: bool = False) -> None:
        """Draw straight lines from point to point."""
        for start, end in pairwise(points):
            places = between(start, end)
            for one, other in pairwise(places):
                across = one[1] == other[1]
                self._join(one, RIGHT if across else DOWN)
                self._join(other, LEFT if across else UP)
            if dashed:
                self._dashed.update(places)

    def text(self) -> str:
        """Return the lines of the sheet, each with a newline."""
        columns, lines = zip(*self._directions, *self._words)
        rows = [
            "".join(self._mark((c, n)) for c in range(min(columns), max(columns) + 1))
            for n in range(min(lines), max(lines) + 1)
        ]
        return "".join(row.rstrip() + "\n" for row in rows)

    def _join(self, place: Place, direction: int) -> None:
        self._directions[place] = self._directions.get(place, 0) | direction

    def _mark(self, place: Place) -> str:
        if place in self._words:
            return self._words[place]
        mark = JOINED[self._directions.get(place, 0)]
        return DASHED.get(mark, mark) if place in self._dashed else mark


def between(start: Place, end: Place) -> list[Place]:
    """Return all places from the upper or left end of a straight line to the other."""
    (column, line), (to_column, to_line) = sorted((start, end))
    if line == to_line:
        return [(c, line) for c in range(column, to_column + 1)]
    return [(column, n) for n in range(line, to_line + 1)]
