"""Hints at a step: its technique, where to look, a question, and the whole step.

No level gives away the next: 1 names no digit, 2 no cell, 3 no answer.
"""

from sudoku.explain.steps import Digits, Step
from sudoku.explain.techniques import KINDS
from sudoku.explain.words import fill

KIND, PLACE, QUESTION, STEP = LEVELS = range(1, 5)


def hint(step: Step, level: int) -> str:
    """Return the text of the hint at ``step``.

    ``level`` is 1 for the technique, 2 for where to look, 3 for a question, and 4 for
    the step itself.
    """
    technique = KINDS[step.kind]
    if level == KIND:
        return fill(technique.kind_hint, step)
    if level == PLACE:
        return fill(technique.place_hint, step)
    if level == QUESTION:
        return fill(technique.question, step)
    return f"{step.heading}\n{step.reason}"


def asked_digits(step: Step) -> Digits:
    """Return the digits named by the hint of level 3; () if it asks for a digit."""
    return step.digits if "{digit" in KINDS[step.kind].question else ()
