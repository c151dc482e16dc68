"""Compare the result of a run with the expected one, and a run with a corrected run."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from adt.show.states import Element, LineState
from pseudocode.tracing.record import RunRecord, format_state, is_drawable
from pseudocode.tracing.rounds import clashes_in, is_search


class ResultDifference(NamedTuple):
    """How the result of a run differs from the expected one, and a hint on the mistake.

    ``right`` is whether the result is accepted. ``pairs`` are the elements of a wrong
    result beside the expected ones: (whether they differ, element or None, expected
    element or None). It is None if there is nothing to pair.

    If one change makes the program right, ``told`` is a hint on the change, ``step``
    the first step at which the runs before and after the change differ, and ``after``
    what the changed program does there, or "" if the hint must not say it.

    ``lost`` has a pair for each element that a wrong result lacks and no structure
    keeps: the first step without it, and the element as text.
    """

    expected: Element
    right: bool
    pairs: list[tuple[bool, Element, Element]] | None
    lost: Sequence[tuple[int, str]] = ()
    step: int = 0
    told: str = ""
    after: str = ""

    def summary(self, result: Element) -> str:
        """Return one line such as ``Result: 4. Expected: 3. HINT See step 12.``"""
        if self.right:
            return f"Result: {format_state(result)}, as expected."
        expected = f"Expected: {format_state(self.expected)}."
        see = f"See step {self.step}." if self.step else ""
        parts = (f"Result: {format_state(result)}.", expected, self.told, see)
        return " ".join(filter(None, parts))


def run_summary(record: RunRecord, difference: ResultDifference | None) -> str:
    """Return one line on a run: its error, or its result and the expected result.

    ``difference`` is None if no result was expected. Return "" if no function was
    called and no error occurred.
    """
    if record.error:
        return f"Error: {record.error_text()}"
    if difference:
        return difference._replace(step=0, told="").summary(record.result)
    return f"Result: {format_state(record.result)}." if record.called else ""


def compare_result(record: RunRecord, expected: Element) -> ResultDifference:
    """Compare the result of a run with ``expected``, the result of the reference.

    If the function searches for a solution, another solution is right too.
    """
    actual = record.result
    pairs = None
    is_accepted = not record.error and _is_acceptable(record, expected)
    if not is_accepted and is_drawable(actual) and is_drawable(expected):
        pairs = [*align_elements(actual, expected)]
    lost = [] if is_accepted or is_search(record) else _lost_elements(record, expected)
    return ResultDifference(expected, is_accepted, pairs, lost)


def _lost_elements(record: RunRecord, expected: Element) -> list[tuple[int, str]]:
    """Return the elements of ``expected`` that the result lacks and no structure keeps.

    Each is a pair: the first step from which on no structure of an active call has the
    element, and the element as text. Return [] if a structure is too large to record.
    """
    missing = Counter(_texts_in(expected)) - Counter(_texts_in(record.result))
    last_steps: dict[str, int] = {}
    for number, _, active in record.step_states():
        for call in active:
            for state in call.variables.values():
                if isinstance(state, dict) and not is_drawable(state):
                    return []
                last_steps |= dict.fromkeys(missing.keys() & _texts_in(state), number)
    last = record.total
    return sorted((step + 1, text) for text, step in last_steps.items() if step < last)


def _texts_in(state: Element) -> list[str]:
    """Return the elements of a structure, and of those inside it, as text."""
    elements = state["elements"] if is_drawable(state) else []
    inner_texts = [text for element in elements for text in _texts_in(element)]
    scalars = [element for element in elements if isinstance(element, int | str)]
    return inner_texts + [*map(str, scalars)]


def align_elements(
    actual: LineState, expected: LineState
) -> Iterator[tuple[bool, Element, Element]]:
    """Yield (whether they differ, element, expected element) for two structures.

    A missing element is None. The elements of vectors are paired by position, and those
    of queues and stacks along a longest common subsequence; a stack is sorted first.
    """
    kind = actual["kind"]
    elements = [*actual["elements"]]
    expected_elements = [*expected["elements"]]
    if kind == "stack":
        elements, expected_elements = (
            sorted(side, key=format_state) for side in (elements, expected_elements)
        )
    if kind != expected["kind"] or kind == "vector":
        for pair in zip_longest(elements, expected_elements):
            yield pair[0] != pair[1], *pair
        return
    while elements or expected_elements:
        if elements and expected_elements and elements[0] == expected_elements[0]:
            yield False, elements.pop(0), expected_elements.pop(0)
        elif elements and _common(elements[1:], expected_elements) == _common(
            elements, expected_elements
        ):
            yield True, elements.pop(0), None
        else:
            yield True, None, expected_elements.pop(0)


def _common(first: list[Element], second: list[Element]) -> int:
    """Return the length of the longest common subsequence of two lists.

    >>> _common([1, 4, 3, 2], [4, 3, 1, 2])
    3
    """
    above = [0] * (len(second) + 1)
    for value in first:
        row = [0]
        for k, other in enumerate(second):
            row.append(above[k] + 1 if value == other else max(above[k + 1], row[k]))
        above = row
    return above[-1]


def first_divergence(actual: RunRecord, expected: RunRecord) -> tuple[int, str]:
    """Return the number of the first step that differs, and what ``expected`` does.

    Steps count from 1. If ``actual`` ends first, the step is its last. Return (0, "")
    for equal runs.
    """
    for state, other in zip_longest(actual.step_states(), expected.step_states()):
        if state is None:
            return actual.total, f"the run goes on: {other.step.text}"
        if other is None:
            return state.number, "the run has ended"
        # Lines, marks and shared names may differ.
        if state.step[1:4] != other.step[1:4]:
            return state.number, other.step.text
    return 0, ""


def _is_acceptable(record: RunRecord, expected: Element) -> bool:
    """Return whether the result of ``record`` equals ``expected``, or is as good.

    A stack may have its elements in any order. If the function searches for a
    solution, any grid without a clash is as good if its last row is the expected one.
    """
    result = record.result
    if not isinstance(result, dict) or not isinstance(expected, dict):
        return result == expected
    if result["kind"] == "stack" == expected["kind"]:
        texts, expected_texts = (
            sorted(map(format_state, state["elements"])) for state in (result, expected)
        )
        return texts == expected_texts
    if is_search(record):
        clashes = clashes_in(result, record.handout)
        if clashes is not None:
            return not clashes and result["elements"][-1:] == expected["elements"][-1:]
    return format_state(result) == format_state(expected)
