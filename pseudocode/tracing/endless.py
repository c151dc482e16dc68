"""Say why a run that reached a limit does not end, from the record of its first steps.

A turn of a ``while`` that begins with the values of an earlier turn is a proof.
Otherwise, the reason is what was seen in the recorded turns.
"""

import re
from collections import Counter, defaultdict
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from adt.show.states import Element
from pseudocode.reading import syntax
from pseudocode.reading.parser import Parsed
from pseudocode.reading.vocabulary import name_key
from pseudocode.tracing.record import (
    MAX_NAMED_STRUCTURES,
    RunRecord,
    Step,
    StepState,
    Variables,
    format_state,
    is_drawable,
)
from pseudocode.tracing.rounds import LOOP_HEADS, Iteration, walk_iterations

MIN_NESTED_CALLS = 5  # open calls that are listed as a recursion
MAX_LISTED = 4  # calls, or values of a variable, in a sentence
MAX_COMPARED_CHARACTERS = 100  # of a text
INTEGER = re.compile(r"-?\d+")
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


# A loop: the turns and calls around it, and the line of its head.
LoopKey: TypeAlias = tuple[tuple[Iteration, ...], int]


def find_endless(record: RunRecord, parsed: Parsed) -> Endless | None:
    """Return why the run of ``record``, which reached a limit, did not end.

    ``parsed`` is the program. The loop is the innermost of those that were running in
    the last half of the record or longer, so that a short loop is not blamed for the
    loop around it. Return None if there is no reason that the record shows, or if the
    run ended.
    """
    if not record.at_limit or not record.total:
        return None
    walk = [*walk_iterations(record)]
    steps = [state.step for state, _ in walk]
    heads = {step.line for step in steps if step.operation in LOOP_HEADS}
    if not heads.isdisjoint(_lines_with_loops(parsed)):
        return None  # the record does not tell two loops of one line apart
    state, iterations = walk[-1]
    functions = [call.function for call in state.active]
    if len({*functions}) < len(functions):
        return _find_recursion(iterations, steps)
    turns = _collect_turns(walk)
    for depth, iteration in reversed([*enumerate(iterations)]):
        loop = turns[(*iterations[:depth],), iteration.line]
        if len(loop) > 1 and 2 * (loop[0].number - 1) <= record.total:
            proof = find_repeated_turn(loop, steps)
            reason = f"does not end: {proof}" if proof else _observed_reason(loop)
            text = f"The loop of line {iteration.line} {reason}."
            return Endless(
                iteration.line, loop[0].number, record.total, text, bool(proof)
            )
    return None


def _lines_with_loops(parsed: Parsed) -> set[int]:
    """Return the numbers of the lines in which two loops or more begin."""
    program = parsed.program
    lines = [
        parsed.source.line_and_column(node.offset)[0]
        for node in syntax.walk(*program.functions, *program.statements)
        if isinstance(node, syntax.While | syntax.For)
    ]
    return {line for line, loops in Counter(lines).items() if loops > 1}


def _collect_turns(
    walk: list[tuple[StepState, list[Iteration]]],
) -> dict[LoopKey, list[Turn]]:
    """Return the turns of each loop in ``walk``, the steps with what is around them."""
    turns: dict[LoopKey, list[Turn]] = defaultdict(list)
    for state, around in walk:
        if around and around[-1].line and around[-1].first == state.number:
            turn = Turn(state.number, state.step, state.current_call.variables)
            turns[(*around[:-1],), around[-1].line].append(turn)
    return turns


def _find_recursion(iterations: list[Iteration], steps: list[Step]) -> Endless | None:
    """Return that the open calls in ``iterations`` have not returned, if none has."""
    calls = [iteration.text for iteration in iterations if iteration.line == 0]
    has_returned = any(step.operation == "RETURN" for step in steps)
    if len(calls) < MIN_NESTED_CALLS or has_returned:
        return None
    listed = ", ".join(calls[:MAX_LISTED])
    text = f"No call has returned: {listed}, … are inside each other."
    return Endless(0, 1, len(steps), text, proved=False)


def find_repeated_turn(loop: list[Turn], steps: list[Step]) -> str:
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
        is_whole = sum(map(_count_structures, states)) < MAX_NAMED_STRUCTURES
        if not is_whole or not all(map(_is_complete, states)):
            return ""
        for earlier, other in enumerate(loop[:number]):
            next_repetition = 2 * number - earlier
            if next_repetition < len(loop) and _begins_like(turn, other):
                period = steps[other.number - 1 : turn.number - 1]
                if period == steps[turn.number - 1 : loop[next_repetition].number - 1]:
                    begins_alike = f"turn {number + 1} begins with the same values"
                    return f"{begins_alike} as turn {earlier + 1}"
    return ""


def _begins_like(turn: Turn, other: Turn) -> bool:
    is_shared_alike = turn.step.shared == other.step.shared
    return is_shared_alike and turn.variables == other.variables


def _count_structures(state: Element) -> int:
    if not isinstance(state, dict):
        return 0
    return 1 + sum(map(_count_structures, state["elements"]))


def _is_complete(state: Element) -> bool:
    """Return whether ``state`` has all values, and only vectors have structures."""
    if not isinstance(state, dict):
        return not isinstance(state, str) or len(state) < MAX_COMPARED_CHARACTERS
    elements = state["elements"]
    if state["kind"] == "vector":
        return all(map(_is_complete, elements))
    has_structures = any(isinstance(element, dict) for element in elements)
    return state["kind"] != "large" and not has_structures


def _is_cut(state: Element) -> bool:
    """Return whether the record has only the beginning of a structure's text."""
    return isinstance(state, dict) and not is_drawable(state)


def _observed_reason(loop: list[Turn]) -> str:
    """Return what the recorded turns of a loop show, such as which values change."""
    first = loop[0]
    condition = first.step.name if first.step.operation == "WHILE" else ""
    variables = {name_key(name): name for name in first.variables}
    keys = dict.fromkeys(map(name_key, re.findall(r"\w+", condition)))
    names = [variables[key] for key in keys if key in variables]
    if condition and not names:
        return f"goes on: its condition '{condition}' has no variable"
    if any(_is_cut(turn.variables.get(name)) for turn in loop for name in names):
        return f"goes on: {len(loop)} turns are shown"
    changes = _changes_text(loop, names or [*loop[-1].variables])
    if changes:
        reason = _missed_limit_text(loop, condition) + changes
    elif names:
        reason = f"nothing changes {' or '.join(names)} in '{condition}'"
    else:
        reason = "no variable changes"
    return f"goes on: in {len(loop)} turns, {reason}"


def _changes_text(loop: list[Turn], names: list[str]) -> str:
    """Return the first values of the variables that change, or "" if none does.

    An example is ``k is 1, 2, 3, 4, and so on``.
    """
    clauses = []
    for name in names:
        texts = [format_state(turn.variables.get(name)) for turn in loop]
        if len({*texts}) > 1:
            clauses.append(f"{name} is {', '.join(texts[:MAX_LISTED])}, and so on")
    return "; ".join(clauses)


def _missed_limit_text(loop: list[Turn], condition: str) -> str:
    """Return how a counter misses its limit, such as ``k never comes closer to n: ``.

    Return "" if ``condition`` is not a comparison of integers that shows this.
    """
    match = COMPARISON.fullmatch(condition)
    if not match:
        return ""
    left, sign, right = match.groups()
    gaps: list[int] = []
    for _, _, variables in loop:
        left_text = str(variables.get(left, left))
        right_text = str(variables.get(right, right))
        if not INTEGER.fullmatch(left_text) or not INTEGER.fullmatch(right_text):
            return ""
        gaps.append(int(left_text) - int(right_text))
    if sign == "≠" and any(before * after < 0 for before, after in pairwise(gaps)):
        return f"{left} passes {right} without being equal: "
    if all(abs(before) <= abs(after) for before, after in pairwise(gaps)):
        return f"{left} never comes closer to {right}: "
    return ""
