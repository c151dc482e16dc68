"""Make puzzles with a rare property from one puzzle that has it.

Puzzles that need a preemptive set of seven or eight cells are so rare that `generator`
makes thousands of others first. A relative of such a puzzle, which may need one too, is
made in three steps: a given is removed; while there are several solutions, a given is
added; then each given that is not needed is removed. A walk from relative to relative
finds as many puzzles as are wanted.
"""

from collections.abc import Callable, Iterator
from itertools import chain, islice
from random import Random

from sudoku import exact
from sudoku.generating.givens import add_givens, copy_cells, remove_givens
from sudoku.generating.symmetry import orbits_of

WARM_UP_PUZZLES = 10  # puzzles that a walk finds before the first that it yields
MAX_FAILURES = 200  # attempts with one puzzle before another is tried
KEEP_SOLUTION_PROBABILITY = 0.75
MAX_SOLUTIONS_SAMPLED = 20  # solutions to choose from, otherwise


def random_walk(
    start: str, has_property: Callable[[str], bool], random: Random
) -> Iterator[str | None]:
    """Yield minimal puzzles, all different, that have the property of ``start``.

    Yield None after each attempt that found no such puzzle. The rows, columns, boxes
    and digits of each puzzle are permuted at random.
    """
    current = start
    failures = 0
    steps = 0
    visits = {start: 1}
    while True:
        puzzle = _make_relative(current, random)
        if puzzle in visits or not has_property(puzzle):
            failures += 1
            if failures == MAX_FAILURES:
                current = random.choice(list(visits))
                failures = 0
            yield None
            continue
        visits[puzzle] = steps
        current = puzzle
        failures = 0
        steps += 1
        yield permute_puzzle(puzzle, random) if steps > WARM_UP_PUZZLES else None


def _make_relative(puzzle: str, random: Random) -> str:
    """Return a random minimal puzzle with most of the givens of ``puzzle``."""
    givens = [cell for cell in range(81) if puzzle[cell] != "."]
    fewer = copy_cells(puzzle, "." * 81, (random.choice(givens),))
    if random.random() < KEEP_SOLUTION_PROBABILITY:
        solution = exact.solve(puzzle)[0]
    else:
        sample = list(islice(exact.solutions(fewer), MAX_SOLUTIONS_SAMPLED))
        solution = random.choice(sample)
    order = random.sample(orbits_of("none"), 81)
    order.sort(key=lambda orbit: _is_in_empty_line(puzzle, orbit[0]))
    with_givens = add_givens(fewer, solution, order)
    order.sort(key=lambda orbit: puzzle[orbit[0]] == ".")  # old givens go first
    return remove_givens(with_givens, order, 0)


def _is_in_empty_line(puzzle: str, cell: int) -> bool:
    row, column = divmod(cell, 9)
    return puzzle[9 * row : 9 * row + 9] == "." * 9 or puzzle[column::9] == "." * 9


def permute_puzzle(puzzle: str, random: Random) -> str:
    """Return an equivalent puzzle: other digits, rows, columns, perhaps transposed.

    The three rows of a band and the three columns of a stack stay together.

    >>> puzzle = permute_puzzle("1" + "." * 79 + "2", Random(1))
    >>> len(puzzle), puzzle.count(".")
    (81, 79)
    """
    digits = str.maketrans("123456789", "".join(random.sample("123456789", 9)))
    rows = _permuted_lines(random)
    columns = _permuted_lines(random)
    cells = [9 * row + column for row in rows for column in columns]
    if random.random() < 0.5:
        cells = [cell for column in range(9) for cell in cells[column::9]]
    return "".join(puzzle[cell] for cell in cells).translate(digits)


def _permuted_lines(random: Random) -> list[int]:
    """Return the numbers 0 to 8, permuted in threes and within each three."""
    bands = [random.sample(range(first, first + 3), 3) for first in (0, 3, 6)]
    return list(chain.from_iterable(random.sample(bands, 3)))
