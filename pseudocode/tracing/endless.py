"""Say why a run that reached a limit does not end, from the record of its first steps.

A turn of a ``while`` that begins with the values of an earlier turn is a proof.
Otherwise, the reason is what was seen in the recorded turns.
"""

import re
from collections import defaultdict
from itertools import pairwise
from typing import NamedTuple

from adt.show.states import Element
from pseudocode.reading.vocabulary import name_key
from pseudocode.tracing.record import (
    MAX_NAMED_STRUCTURES,
    RunRecord,
    Step,
    Variables,
    format_state,
    is_drawable,
)
from pseudocode.tracing.rounds import LOOP_HEADS, Iteration, walk_iterations

MIN_NESTED_CALLS = 5  # calls inside each other that are an endless recursion
MAX_LISTED = 4  # calls, or values of a variable, in a sentence
MAX_COMPARED_CHARACTERS = 100  # of a text
LOOP_WORD = re.compile(r"(?i)(?<!end )\b(?:for|while|until|repeat|loop)\b")
COMPARISON = re.compile(r"(\w+|-\d+) (<|≤|>|≥|≠) (\w+|-\d+)")


class Endless(NamedTuple):
    """The loop that does not end, or the calls that do not return.

    ``line`` is the line of the loop's head, or 0 for calls. The recorded turns are the
    steps ``first`` to ``last``. ``proved`` is whether the loop can never end.
    """

    line: int
    first: int
    last: int
    text: str
    proved: bool


class Turn(NamedTuple):
    """The step that begins a turn of a loop, and the variables of the function then."""

    number: int
    step: Step
    variables: Variables


def find_endless(record: RunRecord, source: str) -> Endless | None:
    """Return why the run of ``record``, which reached a limit, did not end.

    ``source`` is the text of the program.
    The loop is the innermost of those that were running in the last half of the record
    or longer, so that a short loop is not blamed for the loop around it. Return None if
    there is no such loop, and fewer than MIN_NESTED_CALLS calls are open, or if the
    run ended.
    """
    if not record.at_limit:
        return None
    turns: dict[tuple[tuple[Iteration, ...], int], list[Turn]] = defaultdict(list)
    around: list[Iteration] = []
    steps: list[Step] = []
    for state, around in walk_iterations(record):
        if around and around[-1].line and around[-1].first == state.number:
            turn = Turn(state.number, state.step, state.current_call.variables)
            turns[(*around[:-1],), around[-1].line].append(turn)
        steps.append(state.step)
    heads = {step.line for step in steps if step.operation in LOOP_HEADS}
    if not heads.isdisjoint(lines_with_loops(source)):
        return None  # the record does not tell two loops of one line apart
    calls = [part for part in around if part.line == 0]
    if len({call.name for call in calls}) < len(calls):
        return endless_recursion(calls, steps)
    for depth, part in reversed([*enumerate(around)]):
        loop = turns[(*around[:depth],), part.line]
        if len(loop) > 1 and 2 * (loop[0].number - 1) <= record.total:
            proof = repeated_turn(loop, steps)
            text = f"does not end: {proof}" if proof else f"goes on: {observed(loop)}"
            text = f"The loop of line {part.line} {text}."
            return Endless(part.line, loop[0].number, record.total, text, bool(proof))
    return None


def lines_with_loops(source: str) -> set[int]:
    """Return the numbers of the lines of ``source`` in which two loops begin."""
    return {
        number
        for number, line in enumerate(source.split("\n"), start=1)
        if len(LOOP_WORD.findall(line)) > 1
    }


def endless_recursion(calls: list[Iteration], steps: list[Step]) -> Endless | None:
    """Return that the open ``calls`` have not returned, if none did in ``steps``."""
    if len(calls) < MIN_NESTED_CALLS or any(s.operation == "RETURN" for s in steps):
        return None
    names = ", ".join(call.text for call in calls[:MAX_LISTED])
    text = f"No call has returned: {names}, … are inside each other."
    return Endless(0, 1, len(steps), text, False)


def repeated_turn(loop: list[Turn], steps: list[Step]) -> str:
    """Return which turn of a ``while`` begins like an earlier one, or "".

    Turns are compared if the record has all that decides how they go on: no text and no
    structure is cut, and no queue or stack has structures in it, which may be shared.
    The steps from the earlier turn to the later one must follow once more, because a
    record does not have the kind of an array.
    """
    if loop[0].step.operation != "WHILE":
        return ""
    for number, turn in enumerate(loop):
        states = turn.variables.values()
        is_whole = sum(map(count_structures, states)) < MAX_NAMED_STRUCTURES
        if not is_whole or not all(map(is_complete, states)):
            return ""
        for earlier, other in enumerate(loop[:number]):
            again = 2 * number - earlier
            if again < len(loop) and is_like(turn, other):
                period = steps[other.number - 1 : turn.number - 1]
                if period == steps[turn.number - 1 : loop[again].number - 1]:
                    same = f"turn {number + 1} begins with the same values"
                    return f"{same} as turn {earlier + 1}"
    return ""


def count_structures(state: Element) -> int:
    """Return the number of structures in ``state``, itself included."""
    inner = state["elements"] if isinstance(state, dict) else []
    return isinstance(state, dict) + sum(map(count_structures, inner))


def is_like(turn: Turn, other: Turn) -> bool:
    """Return whether two turns begin with equal values and shared structures."""
    same = turn.step.shared == other.step.shared
    return same and turn.variables == other.variables


def is_complete(state: Element) -> bool:
    """Return whether ``state`` has all values, and only vectors have structures."""
    if not isinstance(state, dict):
        return not isinstance(state, str) or len(state) < MAX_COMPARED_CHARACTERS
    elements = state["elements"]
    if state["kind"] == "vector":
        return all(map(is_complete, elements))
    return state["kind"] != "large" and not any(isinstance(e, dict) for e in elements)


def observed(loop: list[Turn]) -> str:
    """Return what the recorded turns of a loop show, such as which values change."""
    condition = loop[0].step.name if loop[0].step.operation == "WHILE" else ""
    variables = {name_key(name): name for name in loop[0].variables}
    keys = dict.fromkeys(map(name_key, re.findall(r"\w+", condition)))
    names = [variables[key] for key in keys if key in variables]
    seen = f"in {len(loop)} turns"
    if condition and not names:
        return f"its condition '{condition}' has no variable"
    changes = listed_changes(loop, names or [*loop[-1].variables])
    if any(is_cut(turn.variables.get(name)) for turn in loop for name in names):
        return f"{len(loop)} turns are shown"
    if not changes and names:
        return f"{seen}, nothing changes {' or '.join(names)} in '{condition}'"
    missed = missed_limit(loop, condition)
    return f"{seen}, {missed}{changes or 'no variable changes'}"


def is_cut(state: Element) -> bool:
    """Return whether ``state`` is a structure of which the record has the beginning."""
    return isinstance(state, dict) and not is_drawable(state)


def listed_changes(loop: list[Turn], names: list[str]) -> str:
    """Return the first values of those variables that change, such as ``k is 1, 2, and so on``.

    Return "" if none changes.
    """
    clauses = []
    for name in names:
        texts = [format_state(turn.variables.get(name)) for turn in loop]
        if len({*texts}) > 1:
            clauses.append(f"{name} is {', '.join(texts[:MAX_LISTED])}, and so on")
    return "; ".join(clauses)


def missed_limit(loop: list[Turn], condition: str) -> str:
    """Return how a counter misses its limit, such as ``k never comes closer to n: ``.

    Return "" if ``condition`` is not a comparison of integers that shows this.
    """
    parts = COMPARISON.fullmatch(condition)
    if not parts:
        return ""
    left, sign, right = parts.groups()
    gaps: list[int] = []
    for _, _, variables in loop:
        ends = [str(variables.get(side, side)) for side in (left, right)]
        if not all(re.fullmatch(r"-?\d+", end) for end in ends):
            return ""
        gaps.append(int(ends[0]) - int(ends[1]))
    if sign == "≠" and any(before * after < 0 for before, after in pairwise(gaps)):
        return f"{left} passes {right} without being equal: "
    if all(abs(before) <= abs(after) for before, after in pairwise(gaps)):
        return f"{left} never comes closer to {right}: "
    return ""
