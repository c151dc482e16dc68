"""The techniques: how their steps are found, named, explained, hinted at and rated.

A technique is one row of `ALL_TECHNIQUES`. Its texts are templates: `words.WORDS` has
what they may contain.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from sudoku.explain import words
from sudoku.explain.chains import find_chain, find_wing
from sudoku.explain.pencil import PencilMarks
from sudoku.explain.sets import find_confined, find_set, find_single
from sudoku.explain.steps import Step

# A finder returns the first step of its techniques, or None. Its second argument is the
# marks that were removed since its last search in vain; at first, all marks. Where it
# has none of them, there is no new step.
Finder = Callable[[PencilMarks, int], Step | None]
FIND_PAIR = partial(find_set, size=2)
FIND_TRIPLE = partial(find_set, size=3)
FIND_QUAD = partial(find_set, size=4)
ASK_CELL = "Which cell of {unit} can be {digit}?"
ASK_DIGIT = "Which digit can {cell} be?"
ASK_SET = "Which {cell_count} cells of {unit} can hold only {digits}?"
DIGIT_IN_UNIT = "{digit} in {short_unit} => "
LOOK_AT_DIGIT = "Look at the {digit}s."
SET_REASON = (
    "In {unit}, the {cell_count} cells {cells} have only the {cell_count} marks "
    "{digits} together, so these digits go there, and nowhere else in {unit}."
)


class Technique(NamedTuple):
    """How the steps of one ``kind`` are found, named, explained, hinted at and rated.

    ``reason`` is a function where a template is not enough. ``question``, ``kind_hint``
    and ``place_hint`` are hints, and ``cause`` is the heading before the effects.

    The ladder takes the ``rungs`` of all techniques in the order of their figures, the
    base figures of Sudoku Explainer. ``rung`` returns the index of a step's rung. The
    techniques of the courseworks have no rungs.
    """

    kind: str
    name: str
    reason: str | Callable[[Step], str]
    question: str
    cause: str = "{{{digit_set}}} in {cell_group} => "
    rungs: Sequence[tuple[float, Finder]] = ()
    rung: Callable[[Step], int] = lambda step: 0
    kind_hint: str = "There is {a_technique}."
    place_hint: str = "Look at {place}."

    def figure(self, step: Step) -> float:
        """Return the difficulty of ``step``, 1.0 to 6.7, as in Sudoku Explainer."""
        return self.rungs[self.rung(step)][0]


def add_words(step: Step, before: str = "", after: str = "") -> Step:
    """Return ``step`` with its name, its heading and its reason filled in.

    The sentences ``before`` and ``after`` are added around the reason.
    """
    technique = KINDS[step.kind]
    name = words.fill(technique.name, step)
    cause = words.fill(technique.cause, step)
    reason = before + words.fill(technique.reason, step) + after
    heading = f"{name}: {cause}{words.effects(step)}"
    return step._replace(name=name, heading=heading, reason=reason)


ALL_TECHNIQUES = [
    Technique(
        "last-cell",
        "Last cell",
        "{cell} is the only blank of {unit}, "
        "and {digit} is the only digit that {unit} lacks.",
        "Which digit does {unit} lack?",
        DIGIT_IN_UNIT,
        [(1.0, find_single)],
    ),
    Technique(
        "hidden-single",
        "Hidden single",
        "In {unit}, only {cell} can be {digit}.",
        ASK_CELL,
        DIGIT_IN_UNIT,
        [(1.2, find_single), (1.5, find_single)],  # in a box, and in a row or column
        rung=lambda step: int(not str(step.unit).startswith("box")),
    ),
    Technique(
        "single",
        "Naked single",
        words.single_reason,
        ASK_DIGIT,
        cause="",
        rungs=[(2.3, find_single)],
    ),
    Technique(
        "pointing",
        "Pointing",
        "In {unit}, only {cells} can be {digit}. They are {both} in {crossed_line}, "
        "so no other cell of {crossed_line} can.",
        "Which row or column has all cells of {unit} that can be {digit}?",
        rungs=[(2.6, find_confined)],
        kind_hint="There is a pointing {cell_set}.",
    ),
    Technique(
        "claiming",
        "Claiming",
        "In {unit}, only {cells} can be {digit}. They are {both} in {box}, "
        "so no other cell of {box} can.",
        "Which box has all cells of {unit} that can be {digit}?",
        rungs=[(2.8, find_confined)],
        kind_hint="There is a claiming {cell_set}.",
    ),
    Technique(
        "naked-set",
        "Naked {size}",
        SET_REASON,
        ASK_SET,
        rungs=[(3.0, FIND_PAIR), (3.6, FIND_TRIPLE), (5.0, FIND_QUAD)],
        rung=lambda step: len(step.digits) - 2,
    ),
    Technique(
        "fish",
        "{fish_name}",
        "In {lines} {line_numbers}, {digit} can go only into {crossings} "
        "{crossing_numbers}, so it goes nowhere else in these {crossings}.",
        "In which {line_count} {lines} can {digit} go only into the same "
        "{line_count} {crossings}?",
        rungs=[(3.2, FIND_PAIR), (3.8, FIND_TRIPLE), (5.2, FIND_QUAD)],
        rung=lambda step: len(words.fish_lines(step)[1]) - 2,
        place_hint=LOOK_AT_DIGIT,
    ),
    Technique(
        "hidden-set",
        "Hidden {size}",
        "In {unit}, the {cell_count} digits {digits} can go only into the {cell_count} "
        "cells {cells}, so these cells can be nothing else.",
        "Which {cell_count} cells are the only ones of {unit} for {digits}?",
        rungs=[(3.4, FIND_PAIR), (4.0, FIND_TRIPLE), (5.4, FIND_QUAD)],
        rung=lambda step: len(step.digits) - 2,
    ),
    Technique(
        "xy-wing",
        "XY-wing",
        "{wing_cases} So {lost_digit} is in one of {other_cells}, "
        "and in no cell that sees both.",
        "Which digit must one of {other_cells} be, whatever {first_cell} is?",
        rungs=[(4.2, find_wing)],
    ),
    Technique(
        "xyz-wing",
        "XYZ-wing",
        "{wing_cases} Otherwise {first_cell} is {lost_digit} itself. "
        "So {lost_digit} is in one of the three, and in no cell that sees them all.",
        "Which digit must one of {cells} be?",
        rungs=[(4.4, find_wing)],
    ),
    Technique(
        "chain",
        "{chain_name}",
        words.chain_reason,
        "If {first_cell} is not {digit}, what does that mean for {last_cell}?",
        "{digit} in {chain_links} => ",
        [(6.6, find_chain), (6.7, find_chain)],  # of two strong links, and of three
        rung=lambda step: len(step.links) - 2,
        place_hint=LOOK_AT_DIGIT,
    ),
    Technique("forced", "Forced digit", words.forced_reason, ASK_CELL, DIGIT_IN_UNIT),
    Technique(
        "marks",
        "Marks",
        "Every blank gets the digits that its row, its column and its box lack.",
        "Which digits do its row, its column and its box lack?",
        "the possible digits of {marked_blanks}",
        kind_hint="The marks can be written.",
    ),
    Technique(
        "last",
        "Last mark",
        "{digit} is the only mark left in {cell}, so it is the digit, "
        "and is removed from the marks of the cells that see it.",
        ASK_DIGIT,
        cause="",
    ),
    Technique("set", "Preemptive {size}", SET_REASON, ASK_SET),
    Technique(
        "elimination",
        "Elimination",
        "{cells} holds only {digits}, which is removed from the cells that see it.",
        "Which cells that see the {digit} in {cells} can lose {digit}?",
    ),
    Technique(
        "branch",
        "{move_or_branch}",
        words.branch_reason,
        "Which cell has the fewest possible digits?",
        "{examined_board}",
    ),
    Technique(
        "dead",
        "Dead end",
        "{board_shown} No number is left for {cells}.",
        "Which cell has no possible digit?",
        "{examined_board}",
    ),
    Technique(
        "goal",
        "Goal",
        "{board_shown} All 81 numbers are placed.",
        "How many numbers are placed?",
        "{examined_board}",
        kind_hint="This is the goal.",
    ),
]
KINDS = {technique.kind: technique for technique in ALL_TECHNIQUES}
