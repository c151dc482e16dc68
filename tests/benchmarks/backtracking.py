"""A slow solver that is right for all to see.

Each blank takes one of the digits that it does not see; each digit that a unit lacks
goes to one of the blanks that can take it. It looks for the blank or the digit with
fewest ways, tries each of them, and takes back what it tried.
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
    """Every solution of ``puzzle``, of 81 digits or dots, exactly once."""
    grid = list(puzzle)
    for cell, digit in enumerate(grid):
        if digit != "." and digit in [grid[other] for other in SEEN[cell]]:
            return
    yield from fillings(grid)


def fillings(grid: list[str]) -> Iterator[str]:
    """Every way to fill the blanks of ``grid``."""
    if "." not in grid:
        yield "".join(grid)
        return
    for cell, digit in min(choices(grid), key=len):
        grid[cell] = digit
        yield from fillings(grid)
        grid[cell] = "."


def choices(grid: list[str]) -> Iterator[list[Move]]:
    """Lists of moves: of each list, every solution makes exactly one."""
    allowed = {
        cell: set("123456789").difference([grid[other] for other in SEEN[cell]])
        for cell in range(81)
        if grid[cell] == "."
    }
    for cell, digits in allowed.items():
        yield [(cell, digit) for digit in digits]
    for unit in UNITS:
        blanks = [cell for cell in unit if cell in allowed]
        for digit in set("123456789").difference([grid[cell] for cell in unit]):
            yield [(cell, digit) for cell in blanks if digit in allowed[cell]]


def count(puzzle: str, limit: int) -> int:
    return sum(1 for _ in islice(solutions(puzzle), limit))
