"""Hints at a step: its technique, where to look, a question, and the whole step.

No level gives away the next: 1 names no digit, 2 no cell, 3 no answer.
"""

from collections.abc import Callable

from sudoku.explain.steps import Digits, Step
from sudoku.explain.words import NUMBERS, SIZES, box_of, fish_lines, listed, names_of

KIND, PLACE, QUESTION, STEP = LEVELS = range(1, 5)


def hint(step: Step, level: int) -> str:
    """Return the text of the hint at ``step``.

    ``level`` is 1 for the technique, 2 for where to look, 3 for a question, and 4 for
    the step itself.
    """
    if level == KIND:
        return KIND_HINTS.get(step.kind, kind_hint)(step)
    if level == PLACE:
        return place_hint(step)
    if level == QUESTION:
        return QUESTIONS[step.kind](step)
    return f"{step.heading}\n{step.reason}"


def kind_hint(step: Step) -> str:
    first = step.name[0]
    article = "an" if first in "AEIOUX" else "a"
    name = step.name if first == "X" else step.name.lower()
    return f"There is {article} {name}."


def confined_hint(step: Step) -> str:
    return f"There is a {step.name.lower()} {SIZES[len(step.cells) - 2]}."


KIND_HINTS: dict[str, Callable[[Step], str]] = {
    "marks": lambda step: "The marks can be written.",
    "pointing": confined_hint,
    "claiming": confined_hint,
    "goal": lambda step: "This is the goal.",
}


def place_hint(step: Step) -> str:
    if step.kind in ("fish", "chain"):
        return f"Look at the {step.digits[0]}s."
    return f"Look at {where_to_look(step) or 'every blank'}."


def where_to_look(step: Step) -> str | None:
    """Return the unit of ``step``, such as "box 3", or else the box of its first cell.

    Return None for a fish, or if the step has no cells.
    """
    cells = [cell for cell, _ in step.placed] or step.cells
    if step.unit or step.kind == "fish" or not cells:
        return step.unit
    return box_of(cells[0])


def asked_digits(step: Step) -> Digits:
    """Return the digits named by the hint of level 3; () if it asks for a digit."""
    return () if step.kind in DIGIT_ASKED else step.digits


def ask_cell(step: Step) -> str:
    return f"Which cell of {step.unit} can be {step.digits[0]}?"


def ask_digit(step: Step) -> str:
    return f"Which digit can {names_of(cell for cell, _ in step.placed)} be?"


def ask_cells(step: Step) -> str:
    size = NUMBERS[len(step.cells)]
    return f"Which {size} cells of {step.unit} can hold only {listed(step.digits)}?"


def ask_only_cells(step: Step) -> str:
    size = NUMBERS[len(step.cells)]
    digits = listed(step.digits)
    return f"Which {size} cells are the only ones of {step.unit} for {digits}?"


def ask_shared_unit(step: Step) -> str:
    other = "box" if step.kind == "claiming" else "row or column"
    return f"Which {other} has all cells of {step.unit} that can be {step.digits[0]}?"


def ask_lines(step: Step) -> str:
    kind, numbers, crossing, _ = fish_lines(step)
    size = NUMBERS[len(numbers)]
    statement = f"can {step.digits[0]} go only into the same {size} {crossing}s"
    return f"In which {size} {kind}s {statement}?"


def ask_eliminations(step: Step) -> str:
    digit = step.digits[0]
    return (
        f"Which cells that see the {digit} in {names_of(step.cells)} can lose {digit}?"
    )


def ask_chain_end(step: Step) -> str:
    first, last = names_of(step.cells[:1]), names_of(step.cells[-1:])
    digit = step.digits[0]
    return f"If {first} is not {digit}, what does that mean for {last}?"


def ask_wing_digit(step: Step) -> str:
    pivot, *pincers = step.cells
    if step.kind == "xyz-wing":
        return f"Which digit must one of {names_of(step.cells)} be?"
    either = names_of(pincers)
    return f"Which digit must one of {either} be, whatever {names_of([pivot])} is?"


QUESTIONS: dict[str, Callable[[Step], str]] = {
    "forced": ask_cell,
    "marks": lambda step: "Which digits do its row, its column and its box lack?",
    "last": ask_digit,
    "set": ask_cells,
    "single": ask_digit,
    "elimination": ask_eliminations,
    "branch": lambda step: "Which cell has the fewest possible digits?",
    "dead": lambda step: "Which cell has no possible digit?",
    "goal": lambda step: "How many numbers are placed?",
    "last-cell": lambda step: f"Which digit does {step.unit} lack?",
    "hidden-single": ask_cell,
    "pointing": ask_shared_unit,
    "claiming": ask_shared_unit,
    "naked-set": ask_cells,
    "fish": ask_lines,
    "hidden-set": ask_only_cells,
    "xy-wing": ask_wing_digit,
    "xyz-wing": ask_wing_digit,
    "chain": ask_chain_end,
}
DIGIT_ASKED = {"last", "single", "branch", "last-cell", "xy-wing", "xyz-wing"}
