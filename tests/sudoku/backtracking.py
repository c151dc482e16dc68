"""A slow solver that is so simple that everyone can see that it is right.

Each blank takes one of the digits that it does not see; each digit that a unit lacks
goes to one of the blanks that can take it. The solver looks for the blank or the digit
with the fewest possibilities, tries each of them, and undoes what it tried.
"""

from collections.abc import Iterator
from itertools import islice

Move = tuple[int, str]  # a cell and its digit

ROWS = [[9 * row + column for column in range(9)] for row in range(9)]
COLUMNS = [[9 * row + column for row in range(9)] for column in range(9)]
BOXES = [
    [9 * (top + down) + left + right for down in range(3) for right in range(3)]
    for top in (0, 3, 6)
    for left in (0, 3, 6)
]
UNITS = ROWS + COLUMNS + BOXES
SEEN = [
    {other for unit in UNITS if cell in unit for other in unit if other != cell}
    for cell in range(81)
]


def solutions(puzzle: str) -> Iterator[str]:
    """Yield every solution of ``puzzle`` once.

    Puzzle and solutions are texts of 81 characters; "." is a blank. A puzzle with the
    same digit twice in a unit has no solution.
    """
    grid = list(puzzle)
    for cell, digit in enumerate(grid):
        if digit != "." and digit in [grid[other] for other in SEEN[cell]]:
            return
    yield from fillings(grid)


def fillings(grid: list[str]) -> Iterator[str]:
    """Yield every way to fill the blanks of ``grid``, a list of 81 characters.

    ``grid`` is changed meanwhile, and restored at the end.
    """
    if "." not in grid:
        yield "".join(grid)
        return
    for cell, digit in min(choices(grid), key=len):
        grid[cell] = digit
        yield from fillings(grid)
        grid[cell] = "."


def choices(grid: list[str]) -> Iterator[list[Move]]:
    """Yield lists of moves, which are (cell, digit); cells count from 0 to 80.

    Every solution of ``grid`` makes exactly one move of each list: the digit of a
    blank, or the place of a digit in a unit.
    """
    allowed = {
        cell: sorted({*"123456789"}.difference([grid[other] for other in SEEN[cell]]))
        for cell in range(81)
        if grid[cell] == "."
    }
    for cell, digits in allowed.items():
        yield [(cell, digit) for digit in digits]
    for unit in UNITS:
        blanks = [cell for cell in unit if cell in allowed]
        for digit in sorted({*"123456789"}.difference([grid[cell] for cell in unit])):
            yield [(cell, digit) for cell in blanks if digit in allowed[cell]]


def count(puzzle: str, limit: int) -> int:
    """Return the number of solutions of ``puzzle``, at most ``limit``."""
    return sum(1 for _ in islice(solutions(puzzle), limit))
