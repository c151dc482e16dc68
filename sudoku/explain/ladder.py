"""The ladder: the techniques that people use most, the easiest first."""

from collections.abc import Iterator
from operator import itemgetter

from sudoku.explain.pencil import PencilMarks
from sudoku.explain.steps import State, Step, make_state
from sudoku.explain.techniques import KINDS, add_words
from sudoku.grid import Grid, possible_digits

RUNGS = sorted(
    (rung for technique in KINDS.values() for rung in technique.rungs),
    key=itemgetter(0),
)
LADDER = list(dict.fromkeys(find for _, find in RUNGS))  # each finder once


def start(grid: Grid) -> State:
    return make_state(grid, possible_digits(grid))


def steps(grid: Grid) -> Iterator[Step]:
    """Yield the steps that solve ``grid``, with texts, until no technique applies."""
    return map(add_words, bare_steps(grid))


def bare_steps(grid: Grid) -> Iterator[Step]:
    """Yield the steps that solve ``grid``, without texts, until no technique applies.

    The iterator also ends when a blank has no candidates left.
    """
    pencil = PencilMarks(grid)
    searched = [0] * len(LADDER)
    while (
        pencil.fields
        and not pencil.is_contradictory
        and (step := _easiest_step(pencil, searched))
    ):
        yield step
        pencil.apply(step)


def _easiest_step(pencil: PencilMarks, searched: list[int]) -> Step | None:
    """Return the first step of the easiest technique that applies, or None.

    ``searched``, which is updated, has the value of ``pencil.fields`` at the last
    search without success, for each technique.
    """
    for number, find in enumerate(LADDER):
        if step := find(pencil, pencil.fields ^ searched[number]):
            return step
        searched[number] = pencil.fields
    return None
