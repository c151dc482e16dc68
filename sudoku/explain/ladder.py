"""The ladder: the techniques that people use most, the easiest first."""

from collections.abc import Callable, Iterator
from functools import partial

from sudoku.explain.chains import find_chain, find_wing
from sudoku.explain.pencil import PencilMarks
from sudoku.explain.sets import find_confined, find_set, find_single
from sudoku.explain.steps import State, Step, make_state
from sudoku.explain.words import worded
from sudoku.grid import Grid, possible_digits

# A technique returns its first step, or None. Its second argument is the marks that were
# removed since its last search in vain; at first, all marks. Where it has none of them,
# there is no new step.
Technique = Callable[[PencilMarks, int], Step | None]
LADDER: list[Technique] = [
    find_single,
    find_confined,
    partial(find_set, size=2),
    partial(find_set, size=3),
    find_wing,
    partial(find_set, size=4),
    find_chain,
]


def start(grid: Grid) -> State:
    return make_state(grid, possible_digits(grid))


def steps(grid: Grid) -> Iterator[Step]:
    """Yield the steps that solve ``grid``, with texts, until no technique applies."""
    return map(worded, bare_steps(grid))


def bare_steps(grid: Grid) -> Iterator[Step]:
    """Yield the steps that solve ``grid``, without texts, until no technique applies.

    The iterator also ends when a blank has no candidates left.
    """
    pencil = PencilMarks(grid)
    searched = [0] * len(LADDER)
    while (
        pencil.fields
        and not pencil.has_empty_cell
        and (step := easiest_step(pencil, searched))
    ):
        yield step
        pencil.apply(step)


def easiest_step(pencil: PencilMarks, searched: list[int]) -> Step | None:
    """Return the first step of the easiest technique that applies, or None.

    ``searched``, which is updated, has the value of ``pencil.fields`` at the last
    search without success, for each technique.
    """
    for number, technique in enumerate(LADDER):
        if step := technique(pencil, pencil.fields ^ searched[number]):
            return step
        searched[number] = pencil.fields
    return None
