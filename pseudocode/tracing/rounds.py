"""List what each iteration of a loop in a traced function changed."""

from collections.abc import Iterator, Sequence
from heapq import nlargest
from typing import NamedTuple

from pseudocode.reading.handout import Clash, Handout
from pseudocode.reading.vocabulary import name_key
from pseudocode.tracing.record import (
    ActiveCall,
    FlatValue,
    RunRecord,
    StepState,
    Variables,
    format_flat,
)

MAX_LEVELS = 4  # of bars
ORDER_NOTES = {"queue": "head first", "stack": "top first"}


class Bar(NamedTuple):
    """One iteration of a loop, or one call, as a range of steps in a run.

    ``text`` is the name of the function, ``i = 2``, or the number of the iteration of a
    ``while``. ``level`` is the number of iterations and calls around it.
    """

    first: int
    last: int
    text: str
    level: int
    is_call: bool


class Round(NamedTuple):
    """One iteration of a loop of the traced function, or a line outside its loops.

    ``loops`` are the active loops, outermost first: (line of the head, variable) with
    the value of the variable; for a ``while``, the variable is "" and the value the
    number of the iteration. ``line`` is the first line, and ``end`` the number of the
    last step. ``before`` and ``after`` are the variables of the traced function.

    ``calls`` are the calls that it made, as (function, result) in text; ``dropped`` are
    the values that were removed and stored nowhere. ``returned`` is a sentence on the
    return or the error that ended the function, or "". ``clash`` is the name of
    a grid that a check refused, and what is wrong in it, or None.
    """

    loops: dict[tuple[int, str], FlatValue]
    line: int
    end: int
    before: Variables
    after: Variables
    calls: list[tuple[str, str]]
    dropped: list[str]
    returned: str
    clash: tuple[str, Clash] | None

    @property
    def loop(self) -> int:
        """The line of the head of the innermost loop, or 0."""
        return [0, *(line for line, _ in self.loops)][-1]

    def heading(self) -> str:
        """Return the values of the loops, such as ``i = 2, k = 1``, or ``Line 5``."""
        turns = [
            f"{name} = {format_flat(turn)}" if name else f"turn {turn}"
            for (_, name), turn in self.loops.items()
        ]
        return ", ".join(turns) or f"Line {self.line}"

    def changes(self) -> Iterator[str]:
        """Yield a clause for each change, such as ``s was empty, is 4 (top first)``."""
        turning = {name for _, name in self.loops}
        for name, new in self.after.items():
            if name not in turning:
                yield from describe_change(name, self.before.get(name), new)
        yield from (f"{element} is lost" for element in self.dropped)
        if self.returned:
            yield self.returned

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
        parts = [*(self.attempt_results() if searches else self.changes())]
        description = (", " if searches else "; ").join(parts)
        return f"{self.heading()}: {description or 'nothing changes'}"


def describe_change(name: str, old: FlatValue, new: FlatValue) -> Iterator[str]:
    """Yield clauses such as ``n was 2, is 3`` on the change of a variable.

    In a vector whose changed elements are structures, each of them has its own clause,
    with a name such as ``puzzle[2]``. Yield nothing for equal values.
    """
    if old == new:
        return
    if isinstance(old, list) and isinstance(new, list) and old[0] == new[0] in (0, 1):
        pairs = list(enumerate(zip(old, new)))[1:]
        parts = [(k, old, new) for k, (old, new) in pairs if old != new]
        inner = all(isinstance(other, list) for _, _, other in parts)
        if len(old) == len(new) and inner:
            for k, before, after in parts:
                yield from describe_change(
                    f"{name}[{int(new[0]) + k - 1}]", before, after
                )
            return
    if old is None:
        yield f"{name} is {contents_with_order(new)}"
    elif contents_text(old) == "empty":
        yield f"{name} was empty, is {contents_with_order(new)}"
    else:
        yield f"{name} was {contents_with_order(old)}, is {contents_text(new)}"


def contents_with_order(value: FlatValue) -> str:
    """Return a flat value as text: for a queue ``4 2 1 (head first)``, or ``empty``."""
    text = contents_text(value)
    kind = str(value[0]) if isinstance(value, list) and text != "empty" else ""
    return f"{text} ({ORDER_NOTES[kind]})" if kind in ORDER_NOTES else text


def contents_text(value: FlatValue) -> str:
    """Return a flat value as text; a queue or stack as its elements, such as ``4 2 1``.

    They start at the head or the top; without elements, the text is "empty".
    """
    if isinstance(value, list) and value[0] in ORDER_NOTES:
        inner = value[:0:-1] if value[0] == "queue" else value[1:]
        return " ".join(map(format_flat, inner)) or "empty"
    return format_flat(value)


def collect_rounds(record: RunRecord) -> list[Round]:
    """Return the rounds of the traced function, in the order of their steps.

    The traced function is the one that was called, or the statements outside functions.
    If it is a search, return only its attempts: the iterations that make calls.
    """
    search, depth = is_search(record), 1 + record.called
    rounds: list[Round] = []
    loops: dict[tuple[int, str], FlatValue] = {}  # outer ones first
    before: Variables = {}
    after: Variables = {}
    part: list[StepState] = []  # of the round, which is not finished yet
    line = 0  # the last one of the traced function

    def finish() -> None:
        """End the current round and keep it, if it is to be listed."""
        nonlocal before, part
        inside = [state for state in part if len(state.active) == depth]
        if inside:
            new_round = make_round(part, inside, loops, before, after, record.handout)
            heads = {state.step.operation for state in inside} <= {
                "TURN",
                "END",
                "WHILE",
            }
            changes = any(new_round.changes()) or bool(loops) and not heads
            if (loops and new_round.calls) if search else changes:
                rounds.append(new_round)
        before, part = after, []

    for step_state in record.step_states():
        step, operation = step_state.step, step_state.step.operation
        if len(step_state.active) == depth:
            goes_on = step.value == "TRUE"
            begins = operation == "TURN" or operation == "WHILE" and goes_on
            ends = operation == "END" or operation == "WHILE" and not goes_on
            if begins or ends or not loops and line not in (0, step.line):
                finish()
            line = step.line
            if begins:
                name = step.name * (operation == "TURN")
                turn = loops.get((line, name), 0)
                while (line, name) in loops:
                    loops.popitem()
                count = turn + 1 if isinstance(turn, int) else 1
                loops[line, name] = (
                    step_state.current_call.variables[name] if name else count
                )
            elif ends and loops:
                loops.popitem()
        if len(step_state.active) >= depth:
            part.append(step_state)
            after = dict(step_state.active[depth - 1].variables)
        if operation == "BREAK" and len(step_state.active) == depth:
            finish()
            loops.popitem()
    finish()
    return rounds


def bars(record: RunRecord) -> list[Bar]:
    """Return the iterations of loops and the calls in a run, by their first steps.

    The traced call itself, and bars inside MAX_LEVELS others, are left out.
    """
    all_bars: list[Bar] = []
    around: list[tuple[int, int, str, int]] = []  # line or 0, first step, text, turn
    calls: list[tuple[ActiveCall, int]] = []  # with the number of bars around each

    def close(number: int, end: int) -> None:
        """End the bars from index *number* of ``around`` on at the step *end*."""
        while len(around) > number:
            line, first, text, _ = around.pop()
            if len(around) < MAX_LEVELS:
                all_bars.append(Bar(first, end, text, len(around), line == 0))

    for number, step, active in record.step_states():
        while len(calls) > len(active) or (
            calls and calls[-1][0] is not active[len(calls) - 1]
        ):
            close(calls.pop()[1], number - 1)
        for call in active[len(calls) :]:
            calls.append((call, len(around)))
            if len(calls) > 1 + record.called:
                around.append((0, number, call.function, 0))
        lines = [line for line, *_ in around[calls[-1][1] :]]
        if step.operation in ("TURN", "WHILE", "END"):
            inside = step.line in lines
            place = calls[-1][1] + lines.index(step.line) if inside else len(around)
            turn = around[place][3] + 1 if inside else 1
            close(place, number - 1)
            if step.operation == "TURN":
                around.append((step.line, number, f"{step.name} = {step.value}", turn))
            elif step.value == "TRUE":
                around.append((step.line, number, f"turn {turn}", turn))
        elif step.operation == "BREAK":
            close(len(around) - 1, number)
    close(0, record.total)
    return sorted(all_bars)


def make_round(
    part: list[StepState],
    inside: list[StepState],
    loops: dict[tuple[int, str], FlatValue],
    before: Variables,
    after: Variables,
    handout: Handout,
) -> Round:
    """Return a Round of the steps ``part``.

    ``inside`` are the steps that the traced function itself executed, not a function
    that it called. ``loops``, ``before`` and ``after`` are fields of the Round.
    """
    depth = len(inside[0].active)
    calls = [
        (state.current_call.function, state.step.value)
        for state in part
        if len(state.active) == depth + 1 and state.step.operation == "RETURN"
    ]
    last = inside[-1].step
    returned = last.text if last.operation in ("RETURN", "FAIL") else ""
    lines = inside[0].step.line, part[-1].number
    is_refused = any(result == "FALSE" for _, result in calls)
    return Round(
        dict(loops),
        *lines,
        before,
        after,
        calls,
        dropped_elements(inside),
        returned,
        first_clash(after, handout) if is_refused else None,
    )


def first_clash(variables: Variables, handout: Handout) -> tuple[str, Clash] | None:
    """Return the first clash in the grids that are values of ``variables``, or None.

    It has the name of the variable.
    """
    for name, value in variables.items():
        for clash in clashes_in(value, handout) or ():
            return name, clash
    return None


def dropped_elements(part: list[StepState]) -> list[str]:
    """Return the values, as text, that were removed in ``part`` but not stored.

    Return [] if the condition of an ``if`` was TRUE: the program chose to remove them.
    """
    removed: list[str] = []
    stored: list[str] = []
    for _, step, _ in part:
        sign, *_ = step.mark or [""]
        if step.operation == "TEST" and step.value == "TRUE":
            return []
        if sign == "leaves":
            removed.append(step.value)
        elif sign == "arrives" or step.operation == "SET":
            stored.append(step.value)
    return [element for element in dict.fromkeys(removed) if element not in stored]


def clashes_in(value: FlatValue, handout: Handout) -> Sequence[Clash] | None:
    """Return the clashes in a flat vector of vectors, or None if it is no grid."""
    if not isinstance(value, list) or not all(
        isinstance(row, list) for row in value[1:]
    ):
        return None
    rows: list[object] = [row[1:] for row in value[1:] if isinstance(row, list)]
    return handout.clashes(rows)


def is_search(record: RunRecord) -> bool:
    """Return whether the traced function is the hand-out's search, in any spelling."""
    _, *parts = record.bodies[-1]
    if not record.called or not parts:
        return False
    function = record.functions[record.bodies[~parts[-1]][0]]
    handout = record.handout
    return name_key(handout.full_name(function)) == name_key(handout.search)


def largest_steps(record: RunRecord) -> list[int]:
    """Return, for each function, the step after which its variables are largest."""
    largest: dict[str, tuple[int, int]] = {}
    for step_state in record.step_states():
        function, variables = step_state.current_call
        cells = sum(map(count_cells, variables.values()))
        if cells > largest.get(function, (-1, 0))[0]:
            largest[function] = cells, step_state.number
    return [number for _, number in largest.values()]


def count_cells(value: FlatValue) -> int:
    return sum(map(count_cells, value)) if isinstance(value, list) else 1


def longest_steps(record: RunRecord, rounds: dict[int, str]) -> list[int]:
    """Return the 6 steps with the longest texts, and the ends of the 2 longest rounds.

    ``rounds`` maps the last step of each round to its text.
    """
    longest = nlargest(
        6, record.step_states(), key=lambda step_state: len(step_state.step.text)
    )
    ends = nlargest(2, rounds, key=lambda end: len(rounds[end]))
    return [step_state.number for step_state in longest] + ends


def record_json(record: RunRecord) -> dict[str, object]:
    """Return the record, with its rounds and bars, as a JSON object.

    docs/running.md describes its keys.
    """
    search = is_search(record)
    rounds: list[dict[str, object]] = []
    texts: dict[int, str] = {}
    for turn in collect_rounds(record):
        texts[turn.end] = turn.text(search)
        round_data: dict[str, object] = {"end": turn.end, "line": turn.loop}
        round_data["text"] = texts[turn.end]
        if search and turn.clash:
            name, (_, cells) = turn.clash
            places = [(row + 1, column + 1) for row, column in cells]
            round_data["clash"] = [name, *places]
        rounds.append(round_data)
    return {
        "called": record.called,
        "total": record.total,
        "functions": record.functions,
        "steps": [step.data() for step in record.steps],
        "bodies": record.bodies,
        "rounds": rounds,
        "bars": bars(record),
        "largest": largest_steps(record),
        "longest": longest_steps(record, texts),
        "result": record.result,
        "error": record.error_text(),
    }
