"""Puzzles for the tests: of files, generated, at random, and others that are as hard."""

from itertools import islice
from random import Random

from sudoku.generating import generator
from sudoku.grid import Grid, grid_of
from tests.places import GOLDEN
from tests.sudoku import backtracking

FILES = GOLDEN / "puzzles"


def puzzles_of(name: str) -> list[str]:
    lines = (FILES / f"{name}.txt").read_text().splitlines()
    return [line.split()[0] for line in lines if not line.startswith("#")]


WITH_ONE = [
    puzzle
    for name in ("easy", "seventeen", "hard", "hardest")
    for puzzle in puzzles_of(name)
]


def some(number: int, spec: generator.PuzzleSpec, seed: int = 1) -> list[str]:
    """Return so many generated puzzles."""
    return list(islice(generator.puzzles(spec, seed), number))


def solutions(puzzle: str) -> int:
    """Return the number of solutions of a puzzle, at most 2, by the slow solver."""
    return backtracking.count(puzzle, limit=2)


def random_grid(seed: int, blanks: int, wrong: int = 0) -> Grid:
    """Return a random solved grid, with so many *blanks* and *wrong* digits put in.

    A wrong digit is drawn at random, so it may be right by chance.
    """
    random = Random(seed)
    boxes = ["".join(random.sample("123456789", 9)) for _ in range(3)]
    rows = [
        "..." * k + box[start : start + 3] + "..." * (2 - k)
        for k, box in enumerate(boxes)
        for start in (0, 3, 6)
    ]
    grid = grid_of(next(backtracking.solutions("".join(rows))))
    for place in random.sample(range(81), blanks):
        grid[place // 9][place % 9] = 0
    for place in random.sample(range(81), wrong):
        grid[place // 9][place % 9] = random.randint(1, 9)
    return grid


def rearranged(puzzle: str, source: Random) -> str:
    """Return a puzzle that is as hard as *puzzle*, but looks different.

    Its digits, rows, columns and sides are interchanged at random.
    """
    rows, columns = shuffled_lines(source), shuffled_lines(source)
    digits = "".join(source.sample("123456789", 9))
    if source.random() < 0.5:
        puzzle = "".join(puzzle[start::9] for start in range(9))
    moved = "".join(puzzle[9 * row + column] for row in rows for column in columns)
    return moved.translate(str.maketrans("123456789", digits))


def shuffled_lines(random: Random) -> list[int]:
    """Return the numbers 0 to 8 in a random order that keeps the three bands together.

    The bands are 0 to 2, 3 to 5 and 6 to 8.
    """
    bands = random.sample(range(3), 3)
    return [3 * band + line for band in bands for line in random.sample(range(3), 3)]
