"""A sheet of characters: lines that join where they meet, and text over them."""

from itertools import pairwise

Point = tuple[int, int]  # column and line

UP = 1
DOWN = 2
LEFT = 4
RIGHT = 8
JOINED = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"  # the index is the sum of the directions of the lines
DASHED = {"─": "╌", "│": "╎"}


class Canvas:
    """A sparse sheet of characters; its text starts at the first column and line used."""

    def __init__(self) -> None:
        self._directions: dict[Point, int] = {}
        self._dashed: set[Point] = set()
        self._written: dict[Point, str] = {}

    def write(self, column: int, line: int, text: str) -> None:
        for column, character in enumerate(text, start=column):
            self._written[column, line] = character

    def draw(self, *points: Point, dashed: bool = False) -> None:
        """Draw a horizontal or vertical line from each point to the next."""
        for start, end in pairwise(points):
            line = _points_between(start, end)
            for point, following in pairwise(line):
                if point[1] == following[1]:
                    self._join(point, RIGHT)
                    self._join(following, LEFT)
                else:
                    self._join(point, DOWN)
                    self._join(following, UP)
            if dashed:
                self._dashed.update(line)

    def render(self) -> str:
        """Return the lines of the sheet, each with a newline."""
        columns, lines = zip(*self._directions, *self._written)
        text = ""
        for line in range(min(lines), max(lines) + 1):
            row = ""
            for column in range(min(columns), max(columns) + 1):
                row += self._character((column, line))
            text += row.rstrip() + "\n"
        return text

    def _join(self, point: Point, direction: int) -> None:
        self._directions[point] = self._directions.get(point, 0) | direction

    def _character(self, point: Point) -> str:
        if point in self._written:
            return self._written[point]
        character = JOINED[self._directions.get(point, 0)]
        return DASHED.get(character, character) if point in self._dashed else character


def _points_between(start: Point, end: Point) -> list[Point]:
    """Return the points of a horizontal or vertical line, from its upper or left end."""
    (column, line), (to_column, to_line) = sorted((start, end))
    if line == to_line:
        return [(c, line) for c in range(column, to_column + 1)]
    return [(column, n) for n in range(line, to_line + 1)]
