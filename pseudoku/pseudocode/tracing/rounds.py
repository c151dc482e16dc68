"""The rounds of a run: what each turn of a loop of the traced function changed."""

from collections.abc import Iterator
from heapq import nlargest
from typing import NamedTuple

from pseudoku.grids import is_grid
from pseudoku.pseudocode.reading.words import full_name, name_key
from pseudoku.pseudocode.tracing.record import (
    ActiveCall,
    FlatValue,
    RunRecord,
    StepState,
    Variables,
    format_flat,
)
from pseudoku.solving import Cell, Grid, clashes

CHECK_ORDER = ("sub-grid", "column", "row")  # as MakeSolution checks them
MAX_LEVELS = 4  # of bars
ORDER_NOTES = {"queue": "head first", "stack": "top first"}


class Bar(NamedTuple):
    """A part of a run: its first and its last step, and what happens in it.

    ``level`` is the number of turns and calls around it.
    """

    first: int
    last: int
    text: str
    level: int
    is_call: bool


class Round(NamedTuple):
    """A turn of a loop, or a line outside all loops, with the variables around it.

    ``loops`` are the active loops, each with the line of its head, its variable, and
    the value of it, or the number of the turn. ``calls`` are those that the traced
    function made, each with its result, and ``dropped`` what was removed and kept nowhere
    else. ``returned`` says how the function ended, if it did.
    """

    loops: dict[tuple[int, str], FlatValue]
    line: int
    end: int
    before: Variables
    after: Variables
    calls: list[tuple[str, str]]
    dropped: list[str]
    returned: str

    @property
    def loop(self) -> int:
        """The line of the head of the innermost loop, or 0."""
        return [0, *(line for line, _ in self.loops)][-1]

    def heading(self) -> str:
        """Return the values of the variables of the loops, or the line."""
        turns = [
            f"{name} = {format_flat(turn)}" if name else f"turn {turn}"
            for (_, name), turn in self.loops.items()
        ]
        return ", ".join(turns) or f"Line {self.line}"

    def changes(self) -> Iterator[str]:
        """Yield what changed, except for the variables of the loops."""
        turning = {name for _, name in self.loops}
        for name, new in self.after.items():
            if name not in turning:
                yield from describe_change(name, self.before.get(name), new)
        yield from (f"{one} is lost" for one in self.dropped)
        if self.returned:
            yield self.returned

    def is_listed(self, heads: bool) -> bool:
        """Return whether a list shows the round; with ``heads``, it has only headings."""
        return any(self.changes()) or bool(self.loops) and not heads

    def attempt_results(self) -> Iterator[str]:
        """Yield what an attempt of a search found: its checks, and the first clash."""
        for name, result in self.calls:
            if not result.startswith(("(", "queue<", "stack<")):
                yield f"{name} gives {result}"
        if clash := self.clash():
            yield clash[1]

    def clash(self) -> tuple[str, str, list[Cell]] | None:
        """Return what is wrong first in a grid that a check refused.

        That is the name of the grid, the clash in words, and its cells.
        """
        if not any(result == "FALSE" for _, result in self.calls):
            return None
        for name, value in self.after.items():
            if grid := grid_in_flat(value):
                ordered = sorted(
                    clashes(grid), key=lambda each: CHECK_ORDER.index(each[0])
                )
                for kind, index, number, cells in ordered:
                    times = "twice" if len(cells) == 2 else f"{len(cells)} times"
                    return name, f"{number} {times} in {kind} {index}", cells
        return None

    def text(self, searches: bool) -> str:
        """Return the heading and what changed, or what an attempt found."""
        parts = [*(self.attempt_results() if searches else self.changes())]
        told = (", " if searches else "; ").join(parts)
        return f"{self.heading()}: {told or 'nothing changes'}"


def describe_change(name: str, old: FlatValue, new: FlatValue) -> Iterator[str]:
    """Yield what changed from ``old`` to ``new``; inside a vector, only the part."""
    if old == new:
        return
    if isinstance(old, list) and isinstance(new, list) and old[0] == new[0] in (0, 1):
        pairs = list(enumerate(zip(old, new)))[1:]
        parts = [(k, one, other) for k, (one, other) in pairs if one != other]
        inner = all(isinstance(other, list) for _, _, other in parts)
        if len(old) == len(new) and inner:
            for k, one, other in parts:
                yield from describe_change(f"{name}[{int(new[0]) + k - 1}]", one, other)
            return
    if old is None:
        yield f"{name} is {contents_with_order(new)}"
    elif contents_text(old) == "empty":
        yield f"{name} was empty, is {contents_with_order(new)}"
    else:
        yield f"{name} was {contents_with_order(old)}, is {contents_text(new)}"


def contents_with_order(value: FlatValue) -> str:
    """Return the elements of a structure as text, with a note on their order."""
    text = contents_text(value)
    kind = str(value[0]) if isinstance(value, list) and text != "empty" else ""
    return f"{text} ({ORDER_NOTES[kind]})" if kind in ORDER_NOTES else text


def contents_text(value: FlatValue) -> str:
    """Return a value as text; a structure as its elements from the head or the top."""
    if isinstance(value, list) and value[0] in ORDER_NOTES:
        inner = value[:0:-1] if value[0] == "queue" else value[1:]
        return " ".join(map(format_flat, inner)) or "empty"
    return format_flat(value)


def collect_rounds(record: RunRecord) -> list[Round]:
    """Return the rounds of the function that was called, or of the program.

    Those of a search are its attempts: the rounds with calls.
    """
    search, depth = is_search(record), 1 + record.called
    found: list[Round] = []
    loops: dict[tuple[int, str], FlatValue] = {}  # outer ones first
    before: Variables = {}
    after: Variables = {}
    part: list[StepState] = []  # of the round, which is not finished yet
    line = 0  # the last one of the traced function

    def finish() -> None:
        """Keep the round, unless only heads of loops were executed."""
        nonlocal before, part
        inside = [one for one in part if len(one.active) == depth]
        if inside:
            one = make_round(part, inside, loops, before, after)
            heads = {each.step.operation for each in inside} <= {"TURN", "END", "WHILE"}
            if (loops and one.calls) if search else one.is_listed(heads):
                found.append(one)
        before, part = after, []

    for moment in record.moments():
        step, operation = moment.step, moment.step.operation
        if len(moment.active) == depth:
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
                loops[line, name] = moment.here.variables[name] if name else count
            elif ends and loops:
                loops.popitem()
        if len(moment.active) >= depth:
            part.append(moment)
            after = dict(moment.active[depth - 1].variables)
        if operation == "BREAK" and len(moment.active) == depth:
            finish()
            loops.popitem()
    finish()
    return found


def bars(record: RunRecord) -> list[Bar]:
    """Return the turns of loops and the calls of a run, as bars on its timeline.

    Those inside MAX_LEVELS others are left out.
    """
    found: list[Bar] = []
    around: list[tuple[int, int, str, int]] = []  # line or 0, first step, text, turn
    calls: list[tuple[ActiveCall, int]] = []  # with the number of bars around each

    def close(number: int, end: int) -> None:
        """End the bars from *number* on with the step *end*."""
        while len(around) > number:
            line, first, text, _ = around.pop()
            if len(around) < MAX_LEVELS:
                found.append(Bar(first, end, text, len(around), line == 0))

    for number, step, active in record.moments():
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
    return sorted(found)


def make_round(
    part: list[StepState],
    inside: list[StepState],
    loops: dict[tuple[int, str], FlatValue],
    before: Variables,
    after: Variables,
) -> Round:
    """Return a round of the steps ``part``; those ``inside`` are not in other calls."""
    depth = len(inside[0].active)
    calls = [
        (one.here.function, one.step.value)
        for one in part
        if len(one.active) == depth + 1 and one.step.operation == "RETURN"
    ]
    last = inside[-1].step
    returned = last.text if last.operation in ("RETURN", "FAIL") else ""
    lines = inside[0].step.line, part[-1].number
    return Round(
        dict(loops), *lines, before, after, calls, dropped_elements(inside), returned
    )


def dropped_elements(part: list[StepState]) -> list[str]:
    """Return what was removed in ``part``, and was not kept anywhere.

    What a condition decided to remove is not lost.
    """
    removed: list[str] = []
    kept: list[str] = []
    for _, step, _ in part:
        sign, *_ = step.mark or [""]
        if step.operation == "TEST" and step.value == "TRUE":
            return []
        if sign == "leaves":
            removed.append(step.value)
        elif sign == "arrives" or step.operation == "SET":
            kept.append(step.value)
    return [one for one in dict.fromkeys(removed) if one not in kept]


def grid_in_flat(value: FlatValue) -> Grid | None:
    """Return ``value`` as a grid of numbers from 1 to 4, if it is one."""
    if not isinstance(value, list) or not all(
        isinstance(row, list) for row in value[1:]
    ):
        return None
    rows: list[object] = [row[1:] for row in value[1:] if isinstance(row, list)]
    return rows if is_grid(rows) else None


def is_search(record: RunRecord) -> bool:
    """Return whether the function that was called tries solutions, as MakeSolution."""
    _, *parts = record.bodies[-1]
    if not record.called or not parts:
        return False
    function = record.functions[record.bodies[~parts[-1]][0]]
    return name_key(full_name(function)) == name_key("MakeSolution")


def largest_moments(record: RunRecord) -> list[int]:
    """Return the step of each function after which its variables have the most cells."""
    largest: dict[str, tuple[int, int]] = {}
    for moment in record.moments():
        function, variables = moment.here
        cells = sum(map(count_cells, variables.values()))
        if cells > largest.get(function, (-1, 0))[0]:
            largest[function] = cells, moment.number
    return [number for _, number in largest.values()]


def count_cells(value: FlatValue) -> int:
    return sum(map(count_cells, value)) if isinstance(value, list) else 1


def longest_moments(record: RunRecord, rounds: dict[int, str]) -> list[int]:
    """Return the steps with the longest texts, and those of ``rounds``, by their ends."""
    moments = nlargest(6, record.moments(), key=lambda moment: len(moment.step.text))
    ends = nlargest(2, rounds, key=lambda end: len(rounds[end]))
    return [moment.number for moment in moments] + ends


def record_json(record: RunRecord) -> dict[str, object]:
    """Return a run for JSON, as docs/running.md describes it."""
    search = is_search(record)
    found: list[dict[str, object]] = []
    texts: dict[int, str] = {}
    for one in collect_rounds(record):
        texts[one.end] = one.text(search)
        clash = one.clash() if search else None
        cells = [(row + 1, column + 1) for row, column in clash[2]] if clash else []
        told = {"end": one.end, "line": one.loop, "text": texts[one.end]}
        found.append(told | ({"clash": [clash[0], *cells]} if clash else {}))
    return {
        "called": record.called,
        "total": record.total,
        "functions": record.functions,
        "steps": [step.data() for step in record.steps],
        "bodies": record.bodies,
        "rounds": found,
        "bars": bars(record),
        "largest": largest_moments(record),
        "longest": longest_moments(record, texts),
        "result": record.result,
        "error": record.ending(),
    }
