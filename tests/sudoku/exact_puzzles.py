"""Puzzles for the tests of the exact solver, and functions to read its integers."""

import random
from collections.abc import Iterator
from itertools import product

from sudoku.exact import solve
from sudoku.exact.fields import CELLS_AT, DIGITS_AT, WIDTH
from tests.places import GOLDEN
from tests.sudoku.shuffled import lines

FILES = GOLDEN / "puzzles"
CANDIDATES = list(product(range(81), range(9)))
EMPTY_PUZZLE = "." * 81


def puzzles_of(name: str) -> list[str]:
    lines = (FILES / f"{name}.txt").read_text().splitlines()
    return [line.split()[0] for line in lines if not line.startswith("#")]


WITH_ONE = [
    puzzle
    for name in ("easy", "seventeen", "hard", "hardest")
    for puzzle in puzzles_of(name)
]
SOLVED = [solve(puzzle)[0] for puzzle in WITH_ONE]


def blanked(grid: str, kept: int, source: random.Random) -> str:
    """Return a puzzle with *kept* of the digits of *grid*, in random cells.

    In half of the cases, one of them is replaced by a random digit.
    """
    cells = source.sample(range(81), kept)
    digits = ["."] * 81
    for cell in cells:
        digits[cell] = grid[cell]
    if source.random() < 0.5:
        digits[cells[0]] = source.choice("123456789")
    return "".join(digits)


def random_puzzles(seed: int, least: int, most: int) -> Iterator[str]:
    source = random.Random(seed)
    while True:
        yield blanked(source.choice(SOLVED), source.randint(least, most), source)


def rearranged(puzzle: str, source: random.Random) -> str:
    """Return a puzzle that is as hard as *puzzle*, but looks different.

    Its digits, rows, columns and sides are interchanged at random.
    """
    rows, columns = lines(source), lines(source)
    digits = "".join(source.sample("123456789", 9))
    if source.random() < 0.5:
        puzzle = "".join(puzzle[start::9] for start in range(9))
    moved = "".join(puzzle[9 * row + column] for row in rows for column in columns)
    return moved.translate(str.maketrans("123456789", digits))


def candidates_in(state: int) -> set[tuple[int, int]]:
    """Return the (cell, digit) pairs, both from 0, that are possible in *state*."""
    fields = state >> CELLS_AT
    return {
        (cell, digit)
        for cell, digit in CANDIDATES
        if fields >> WIDTH * cell + digit & 1
    }


def known_in(state: int) -> set[tuple[int, int]]:
    """Return the (cell, digit) pairs, both from 0, that have been placed in *state*."""
    digits = [state >> DIGITS_AT + 4 * (80 - cell) & 15 for cell in range(81)]
    return {(cell, digit - 1) for cell, digit in enumerate(digits) if digit < 15}
