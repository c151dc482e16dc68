"""Random puzzles for tests; a seed always gives the same puzzle."""

from random import Random

from sudoku.grid import Grid


def shuffled(seed: int, blanks: int, wrong: int = 0) -> Grid:
    """Return a random solved grid, with so many *blanks* and *wrong* digits put in.

    A wrong digit is drawn at random, so it may be right by chance.
    """
    random = Random(seed)
    rows, columns = lines(random), lines(random)
    digits = random.sample(range(1, 10), 9)
    grid = [[digits[(3 * r + r // 3 + c) % 9] for c in columns] for r in rows]
    for place in random.sample(range(81), blanks):
        grid[place // 9][place % 9] = 0
    for place in random.sample(range(81), wrong):
        grid[place // 9][place % 9] = random.randint(1, 9)
    return grid


def lines(random: Random) -> list[int]:
    """Return the numbers 0 to 8 in a random order that keeps the three bands together.

    The bands are 0 to 2, 3 to 5 and 6 to 8.
    """
    bands = random.sample(range(3), 3)
    return [3 * band + line for band in bands for line in random.sample(range(3), 3)]
