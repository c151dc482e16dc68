"""Say why a run that reached a limit does not end, from the record of its first steps.

A turn of a ``while`` that begins with the values of an earlier turn is a proof.
Otherwise, the reason is what was seen in the recorded turns.
"""

import re
from collections import defaultdict
from itertools import pairwise
from typing import NamedTuple

from adt.show.states import Element
from pseudocode.tracing.record import RunRecord, Step, Variables, format_state
from pseudocode.tracing.rounds import Iteration, walk_iterations

MIN_NESTED_CALLS = 5  # calls inside each other that are an endless recursion
MAX_LISTED = 4  # calls, or values of a variable, in a sentence
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


def find_endless(record: RunRecord) -> Endless | None:
    """Return why the run of ``record``, which reached a limit, did not end.

    The loop is the innermost of those that were running in the last half of the record
    or longer, so that a short loop is not blamed for the loop around it. Return None if
    there is no such loop, and fewer than MIN_NESTED_CALLS calls are open, or if the
    run ended.
    """
    if not record.at_limit:
        return None
    turns: dict[tuple[tuple[Iteration, ...], int], list[Turn]] = defaultdict(list)
    around: list[Iteration] = []
    for state, around in walk_iterations(record):
        if around and around[-1].line and around[-1].first == state.number:
            turn = Turn(state.number, state.step, state.current_call.variables)
            turns[(*around[:-1],), around[-1].line].append(turn)
    for depth, part in reversed([*enumerate(around)]):
        loop = turns[(*around[:depth],), part.line]
        if len(loop) > 1 and 2 * (loop[0].number - 1) <= record.total:
            proof = repeated_turn(loop)
            text = f"does not end: {proof}" if proof else f"goes on: {observed(loop)}"
            text = f"The loop of line {part.line} {text}."
            return Endless(part.line, loop[0].number, record.total, text, bool(proof))
    calls = [part.text for part in around if part.line == 0]
    if len(calls) < MIN_NESTED_CALLS:
        return None
    text = f"No call returns: {', '.join(calls[:MAX_LISTED])}, … are inside each other."
    return Endless(0, 1, record.total, text, False)


def repeated_turn(loop: list[Turn]) -> str:
    """Return which turn of a ``while`` begins like an earlier one, or "".

    Turns are compared if the record has all that decides how they go on: no structure
    is too large, and no queue or stack has structures in it, which may be shared.
    """
    if loop[0].step.operation != "WHILE":
        return ""
    for number, turn in enumerate(loop):
        if not all(map(is_complete, turn.variables.values())):
            return ""
        for earlier, other in enumerate(loop[:number]):
            if (turn.variables, turn.step.shared) == (
                other.variables,
                other.step.shared,
            ):
                same = f"turn {number + 1} begins with the same values"
                return f"{same} as turn {earlier + 1}"
    return ""


def is_complete(state: Element) -> bool:
    """Return whether ``state`` has all values, and only vectors have structures."""
    if not isinstance(state, dict):
        return state != "..."
    elements = state["elements"]
    if state["kind"] == "vector":
        return all(map(is_complete, elements))
    return state["kind"] != "large" and not any(isinstance(e, dict) for e in elements)


def observed(loop: list[Turn]) -> str:
    """Return what the recorded turns of a loop show, such as which values change."""
    condition = loop[0].step.name if loop[0].step.operation == "WHILE" else ""
    words = dict.fromkeys(re.findall(r"\w+", condition))
    names = [name for name in words if name in loop[0].variables]
    seen = f"in {len(loop)} turns"
    if condition and not names:
        return f"its condition '{condition}' has no variable"
    changes = listed_changes(loop, names or [*loop[-1].variables])
    if not changes and names:
        return f"{seen}, nothing changes {' or '.join(names)} in '{condition}'"
    missed = missed_limit(loop, condition)
    return f"{seen}, {missed}{changes or 'no variable changes'}"


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
