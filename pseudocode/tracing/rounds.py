"""List what each iteration of a loop in a traced function changed."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from adt.show.states import Element
from pseudocode.reading.handout import Clash, Handout
from pseudocode.reading.vocabulary import name_key
from pseudocode.tracing.record import (
    RunRecord,
    Step,
    StepState,
    Variables,
    format_state,
)

MAX_LEVELS = 4  # of bars
MAX_CALL_CHARACTERS = 28  # of a call with its arguments
LOOP_HEADS = ("TURN", "WHILE", "END")
ORDER_NOTES = {"queue": "head first", "stack": "top first"}


class Iteration(NamedTuple):
    """An iteration of a loop, or a call, that began at the step ``first``.

    ``line`` is the line of the loop's head, or 0 for a call. ``name`` is the variable
    of the loop, "" for a ``while``, or the function. ``text`` is ``i = 2``, ``turn 2``
    of a ``while``, or the function.
    """

    first: int
    line: int
    name: str
    text: str
    turn: int  # the number of the iteration, from 1


class Round(NamedTuple):
    """One iteration of a loop of the traced function, or a line outside its loops.

    ``loops`` are the iterations of the active loops, outermost first. ``line`` is the
    first line, and ``end`` the number of the last step. ``changes`` are clauses such as
    ``s was empty, is 4 (top first)``, and ``calls`` the calls that were made, as
    (function, result) in text. ``clash`` is the name of a grid that a check refused,
    and what is wrong in it, or None.
    """

    loops: list[Iteration]
    line: int
    end: int
    changes: list[str]
    calls: list[tuple[str, str]]
    clash: tuple[str, Clash] | None

    def heading(self) -> str:
        """Return the values of the loops, such as ``i = 2, k = 1``, or ``Line 5``."""
        texts = [iteration.text for iteration in self.loops]
        return ", ".join(texts) or f"Line {self.line}"

    def attempt_results(self) -> Iterator[str]:
        """Yield a clause for each check of a tried candidate and the first clash."""
        for name, result in self.calls:
            if not result.startswith(("(", "queue<", "stack<")):
                yield f"{name} gives {result}"
        if self.clash:
            _, (text, _) = self.clash
            yield text

    def text(self, searches: bool) -> str:
        """Return one line on the round, such as ``i = 2: k was 1, is 3``.

        If the traced function ``searches`` for a solution, the line has the results of
        the attempt's checks instead of the changes.
        """
        clauses = "; ".join(self.changes)
        if searches:
            clauses = ", ".join(self.attempt_results())
        return f"{self.heading()}: {clauses or 'nothing changes'}"


def _describe_change(name: str, old: Element, new: Element) -> Iterator[str]:
    """Yield clauses such as ``n was 2, is 3`` on the change of a variable.

    In a vector whose changed elements are structures, each of them has its own clause,
    with a name such as ``puzzle[2]``. Yield nothing for equal values.
    """
    if old == new:
        return
    if old is None:
        yield f"{name} is {contents_with_order(new)}"
    elif _is_change_inside(old, new):
        assert isinstance(old, dict) and isinstance(new, dict)
        pairs = zip(old["elements"], new["elements"])
        for position, pair in enumerate(pairs, start=new["first"]):
            yield from _describe_change(f"{name}[{position}]", *pair)
    elif _contents_text(old) == "empty":
        yield f"{name} was empty, is {contents_with_order(new)}"
    else:
        yield f"{name} was {contents_with_order(old)}, is {_contents_text(new)}"


def _is_change_inside(old: Element, new: Element) -> bool:
    """Return whether two vectors differ only in elements that are now structures."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return False
    old_elements = old["elements"]
    new_elements = new["elements"]
    if new["kind"] != "vector" or len(old_elements) != len(new_elements):
        return False
    if {**old, "elements": new_elements} != new:
        return False
    pairs = zip(old_elements, new_elements)
    changed = [element for other, element in pairs if element != other]
    return all(isinstance(element, dict) for element in changed)


def contents_with_order(value: Element) -> str:
    """Return a state as text: for a queue ``4 2 1 (head first)``, or ``empty``."""
    text = _contents_text(value)
    if isinstance(value, dict) and text != "empty" and value["kind"] in ORDER_NOTES:
        return f"{text} ({ORDER_NOTES[value['kind']]})"
    return text


def _contents_text(value: Element) -> str:
    """Return a state as text; a queue or stack as its elements, such as ``4 2 1``.

    They start at the head or the top; without elements, the text is "empty".
    """
    if not isinstance(value, dict) or value["kind"] not in ORDER_NOTES:
        return format_state(value)
    elements = value["elements"]
    if value["kind"] == "queue":
        elements = elements[::-1]
    return " ".join(map(format_state, elements)) or "empty"


def walk_iterations(record: RunRecord) -> Iterator[tuple[StepState, list[Iteration]]]:
    """Yield each step with the iterations and calls around it, outermost first.

    The traced call itself is left out.
    """
    iterations_of_calls: list[list[Iteration]] = []  # of each active call
    call_text = ""
    for state in record.step_states():
        number, step, active = state
        del iterations_of_calls[len(active) :]
        for depth in range(len(iterations_of_calls), len(active)):
            name = active[depth].function
            call = Iteration(number, 0, name, call_text or name, 0)
            iterations_of_calls.append([call] if depth > record.called else [])
        iterations = iterations_of_calls[-1]
        _update_iterations(iterations, number, step)
        if step.operation == "CALL":
            call_text = _short_call(step)
        yield state, [*chain(*iterations_of_calls)]
        if step.operation == "BREAK":
            iterations.pop()


def _update_iterations(iterations: list[Iteration], number: int, step: Step) -> None:
    """End and begin the iterations of loops that ``step``, the step ``number``, ends.

    ``iterations`` are those around the step in the running call, outermost first.
    """
    turn = 1
    lines = [iteration.line for iteration in iterations]
    if step.operation in LOOP_HEADS and step.line in lines:
        index = lines.index(step.line)
        turn += iterations[index].turn
        del iterations[index:]
    if step.operation == "TURN":
        text = f"{step.name} = {step.value}"
        iterations.append(Iteration(number, step.line, step.name, text, turn))
    elif step.operation == "WHILE" and step.value == "TRUE":
        iterations.append(Iteration(number, step.line, "", f"turn {turn}", turn))


def _short_call(step: Step) -> str:
    """Return a call such as ``Fib(3)``, or only its function if it is too long."""
    call = step.text.removesuffix(" is called")
    return call if len(call) <= MAX_CALL_CHARACTERS else step.name


def _bars(record: RunRecord) -> list[tuple[int, int, str, int, bool]]:
    """Return the iterations of loops and the calls in a run, by their first steps.

    Each has its first and its last step, its text, the number of iterations and calls
    around it, and whether it is a call. The traced call itself, and those inside
    MAX_LEVELS others, are left out.
    """
    last_steps: dict[tuple[int, Iteration], int] = {}
    for (number, _, _), around in walk_iterations(record):
        last_steps |= {part: number for part in enumerate(around[:MAX_LEVELS])}
    return sorted(
        (part.first, last, part.text, level, part.line == 0)
        for (level, part), last in last_steps.items()
    )


def collect_rounds(record: RunRecord) -> list[Round]:
    """Return the rounds of the traced function, in the order of their steps.

    The traced function is the one that was called, or the statements outside functions.
    If it is a search, return only its attempts: the iterations that make calls.
    """
    search = is_search(record)
    depth = 1 + record.called
    rounds: list[Round] = []
    previous_variables: Variables = {}
    for loops, states in _round_parts(record, depth):
        own_steps = [state.step for state in states if len(state.active) == depth]
        calls = [
            (state.current_call.function, state.step.value)
            for state in states
            if len(state.active) == depth + 1 and state.step.operation == "RETURN"
        ]
        variables = states[-1].active[depth - 1].variables
        changes = [*_round_changes(loops, own_steps, previous_variables, variables)]
        previous_variables = variables
        if search:
            is_round = bool(loops and calls)
        else:
            only_heads = all(step.operation in LOOP_HEADS for step in own_steps)
            is_round = bool(changes or loops and not only_heads)
        if is_round:
            is_refused = any(result == "FALSE" for _, result in calls)
            clash = _first_clash(variables, record.handout) if is_refused else None
            line = own_steps[0].line
            last = states[-1].number
            rounds.append(Round(loops, line, last, changes, calls, clash))
    return rounds


def _round_parts(
    record: RunRecord, depth: int
) -> Iterator[tuple[list[Iteration], list[StepState]]]:
    """Yield the loops and the steps of each round of the function at ``depth``."""
    states: list[StepState] = []
    loops: list[Iteration] = []
    line = 0  # of a round outside loops
    for state, around in walk_iterations(record):
        if len(state.active) == depth:
            next_line = 0 if around else state.step.line
            if states and (around, next_line) != (loops, line):
                yield loops, states
                states = []
            loops = around
            line = next_line
        if len(state.active) >= depth:
            states.append(state)
    if states:
        yield loops, states


def _round_changes(
    loops: list[Iteration], steps: list[Step], before: Variables, after: Variables
) -> Iterator[str]:
    """Yield a clause for each change of a round in which ``steps`` were executed."""
    loop_variables = {iteration.name for iteration in loops}
    for name, new in after.items():
        if name not in loop_variables:
            yield from _describe_change(name, before.get(name), new)
    yield from (f"{element} is lost" for element in _dropped_elements(steps))
    if steps[-1].operation in ("RETURN", "FAIL"):
        yield steps[-1].text


def _first_clash(variables: Variables, handout: Handout) -> tuple[str, Clash] | None:
    for name, value in variables.items():
        for clash in clashes_in(value, handout) or ():
            return name, clash
    return None


def _dropped_elements(steps: list[Step]) -> list[str]:
    """Return the values, as text, that were removed in ``steps`` but not stored.

    Return [] if the condition of an ``if`` was TRUE: the program chose to remove them.
    """
    removed: list[str] = []
    stored: list[str] = []
    for step in steps:
        symbol = step.mark.symbol if step.mark else ""
        if step.operation == "TEST" and step.value == "TRUE":
            return []
        if symbol == "leaves":
            removed.append(step.value)
        elif symbol == "arrives" or step.operation == "SET":
            stored.append(step.value)
    return [element for element in dict.fromkeys(removed) if element not in stored]


def clashes_in(value: Element, handout: Handout) -> Sequence[Clash] | None:
    """Return the clashes in a vector of vectors, or None if it is no grid."""
    elements = value["elements"] if isinstance(value, dict) else []
    rows: list[object] = [row["elements"] for row in elements if isinstance(row, dict)]
    return handout.clashes(rows) if len(rows) == len(elements) else None


def is_search(record: RunRecord) -> bool:
    """Return whether the traced function is the hand-out's search, in any spelling."""
    _, *entries = record.bodies[-1]
    if not record.called or not entries:
        return False
    function = record.functions[record.bodies[~entries[-1]][0]]
    handout = record.handout
    return name_key(handout.full_name(function)) == name_key(handout.search)


def _largest_steps(record: RunRecord) -> list[int]:
    """Return, for each function, the step after which its variables are largest."""
    largest: dict[str, tuple[int, int]] = {}
    for step_state in record.step_states():
        function, variables = step_state.current_call
        cells = sum(map(_count_cells, variables.values()))
        if cells > largest.get(function, (-1, 0))[0]:
            largest[function] = cells, step_state.number
    return [number for _, number in largest.values()]


def _count_cells(value: Element) -> int:
    if not isinstance(value, dict):
        return 1
    return 1 + sum(map(_count_cells, value["elements"]))


def record_json(record: RunRecord) -> dict[str, object]:
    """Return the record, with its rounds and bars, as a JSON object.

    docs/commands.md describes its keys.
    """
    search = is_search(record)
    rounds: list[dict[str, object]] = []
    for round_ in collect_rounds(record):
        line = round_.loops[-1].line if round_.loops else 0
        data: dict[str, object] = {
            "end": round_.end,
            "line": line,
            "text": round_.text(search),
        }
        if search and round_.clash:
            name, (_, cells) = round_.clash
            data["clash"] = [name, *((row + 1, column + 1) for row, column in cells)]
        rounds.append(data)
    return {
        "called": record.called,
        "total": record.total,
        "functions": record.functions,
        "steps": [step.data() for step in record.steps],
        "bodies": record.bodies,
        "rounds": rounds,
        "bars": _bars(record),
        "largest": _largest_steps(record),
        "result": record.result,
        "error": record.error_text(),
    }
