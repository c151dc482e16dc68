"""The solver that the benchmarks compare with, by Norvig's method, written anew.

His essay "Solving Every Sudoku Puzzle" keeps a dictionary from squares to strings of
possible digits. A square with one digit left takes it from its peers; a digit with one
place left in a unit goes there; the search copies the dictionary and tries the digits
of a square with fewest. `count` goes on with the same search to a second solution.
"""

from collections.abc import Iterator
from itertools import islice

Values = dict[str, str]

DIGITS = "123456789"
ROWS = "ABCDEFGHI"


def cross(rows: str, columns: str) -> list[str]:
    return [row + column for row in rows for column in columns]


SQUARES = cross(ROWS, DIGITS)
ALL_UNITS = (
    [cross(row, DIGITS) for row in ROWS]
    + [cross(ROWS, column) for column in DIGITS]
    + [
        cross(rows, columns)
        for rows in ("ABC", "DEF", "GHI")
        for columns in ("123", "456", "789")
    ]
)
UNITS = {square: [unit for unit in ALL_UNITS if square in unit] for square in SQUARES}
PEERS = {square: set().union(*UNITS[square]) - {square} for square in SQUARES}


def solve(puzzle: str) -> str | None:
    values = next(search(start(puzzle)), None)
    return "".join(values[square] for square in SQUARES) if values else None


def count(puzzle: str, limit: int = 2) -> int:
    return sum(1 for _ in islice(search(start(puzzle)), limit))


def start(puzzle: str) -> Values | None:
    values = dict.fromkeys(SQUARES, DIGITS)
    for square, digit in zip(SQUARES, puzzle):
        if digit in DIGITS and not assign(values, square, digit):
            return None
    return values


def assign(values: Values, square: str, digit: str) -> bool:
    others = values[square].replace(digit, "")
    return all(eliminate(values, square, other) for other in others)


def eliminate(values: Values, square: str, digit: str) -> bool:
    if digit not in values[square]:
        return True
    left = values[square] = values[square].replace(digit, "")
    if not left:
        return False
    if len(left) == 1 and not all(
        eliminate(values, peer, left) for peer in PEERS[square]
    ):
        return False
    for unit in UNITS[square]:
        places = [place for place in unit if digit in values[place]]
        if not places:
            return False
        if len(places) == 1 and not assign(values, places[0], digit):
            return False
    return True


def search(values: Values | None) -> Iterator[Values]:
    if values is None:
        return
    if all(len(values[square]) == 1 for square in SQUARES):
        yield values
        return
    square = fewest(values)
    for digit in values[square]:
        copy = values.copy()
        if assign(copy, square, digit):
            yield from search(copy)


def fewest(values: Values) -> str:
    return min((len(values[s]), s) for s in SQUARES if len(values[s]) > 1)[1]
