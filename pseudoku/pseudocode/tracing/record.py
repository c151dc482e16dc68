"""The record of a run: every executed line as a step, made while the program runs once.

What `trace`, its JSON and the page of a run show is read from the record. The steps of
a call are its body. Equal steps and equal bodies are kept once.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from json import dumps
from typing import NamedTuple, TypeAlias

from adt.vector import ArrayVector
from pseudoku.pseudocode.reading.source import RunError, RunLimitError
from pseudoku.pseudocode.running import values
from pseudoku.pseudocode.running.machine import (
    Atom,
    Event,
    Frame,
    Log,
    Routine,
    StructureRef,
)
from pseudoku.pseudocode.running.runner import Runner
from pseudoku.pseudocode.running.values import Absent, Structure, Value, format_value

MAX_RECORDED_STEPS = 50_000
MAX_RECORD_WORK = 8_000_000  # in characters; see Recorder.charge
MAX_DRAWN_CHARACTERS = 150  # characters of a structure
MAX_PREVIEW_CHARACTERS = 60  # characters of a structure that is too large to draw
MAX_SENTENCE_CHARACTERS = 200  # characters of a value in a sentence
MAX_NAMED_STRUCTURES = 100  # variables and elements that are looked at
# Events that change no structure.
NON_MUTATING = {
    "SELECT",
    "HEAD",
    "TOP",
    "EMPTY",
    "LENGTH",
    "READ",
    "NEW",
    "CALL",
    "RETURN",
}
NON_MUTATING |= {
    "SET",
    "TEST",
    "WHILE",
    "TURN",
    "END",
    "GIVE",
    "BREAK",
    "CONTINUE",
    "FAIL",
}

# A number, another value as text, or a structure as a list: queue, stack, or the first
# position of a vector; then its elements, None where nothing is stored. A structure
# that is too large to draw is "..." and the beginning of its text.
FlatValue: TypeAlias = "str | int | None | list[FlatValue]"
Variables: TypeAlias = dict[str, FlatValue]

# What an operation does, and how the element that it touches is marked.
OPERATION_EFFECTS = {
    "SELECT": ("read", "element {0} is read"),
    "STORE": ("arrives", "{value} is stored in element {0}"),
    "ENQUEUE": ("arrives", "{value} is added at the tail"),
    "PUSH": ("arrives", "{value} is added at the top"),
    "HEAD": ("read", "{value} is read"),
    "TOP": ("read", "{value} is read"),
    "DEQUEUE": ("leaves", "{value} is removed at the head"),
    "POP": ("leaves", "{value} is removed at the top"),
}


class Step(NamedTuple):
    """An executed line, or one operation in it.

    Each of ``changes`` is a list: the number of calls between the running function and
    the one with the variable, the name of the variable, its new value (None if it no
    longer exists), and the path to the element that changed. ``mark`` is the sign of an
    element and the path to it; if the element was removed, its value follows. ``shared``
    has, for each structure with several names, these names. ``name`` is the variable or
    the function of the step, and ``value`` what was computed, stored, removed or
    returned; JSON leaves both out, because ``text`` contains them.
    """

    line: int
    operation: str
    text: str
    changes: list[list[FlatValue]]
    mark: list[FlatValue]
    shared: list[list[str]]
    name: str
    value: str

    def data(self) -> "tuple[FlatValue | list[list[FlatValue]] | list[list[str]], ...]":
        """Return the step for JSON."""
        return self[:-2]


@dataclass
class RunRecord:
    """A run. A body lists the number of its function, then numbers of steps, and ~n for
    body n; the last body is the whole run.

    ``called`` is whether a function was called; if not, the statements outside
    functions were run. ``error`` is what ended the run early, if anything did.
    """

    called: bool
    functions: list[str] = field(default_factory=lambda: [""])
    steps: list[Step] = field(default_factory=list)
    bodies: list[list[int]] = field(default_factory=list)
    total: int = 0
    result: FlatValue = None
    error: RunError | None = None

    def ending(self) -> str:
        """Return what ended the run, without the name of the file."""
        if self.error is None:
            return ""
        remark = self.error.remarks[0]
        place = f"line {remark.line}: "
        return place * (not isinstance(self.error, RunLimitError)) + remark.message

    def moments(self) -> "Iterator[StepState]":
        """Yield each step of the run, with the active calls after it."""
        numbers = iter(range(1, self.total + 1))
        yield from self._inside(len(self.bodies) - 1, [], numbers)

    def _inside(
        self, number: int, around: "list[ActiveCall]", numbers: Iterator[int]
    ) -> "Iterator[StepState]":
        function, *parts = self.bodies[number]
        active = [*around, ActiveCall(self.functions[function], {})]
        for part in parts:
            if part < 0:
                yield from self._inside(~part, active, numbers)
                continue
            step = self.steps[part]
            for up, name, value, *path in step.changes:
                assert isinstance(up, int) and isinstance(name, str)
                set_variable(active[~up].variables, name, value, path)
            yield StepState(next(numbers), step, active)


class ActiveCall(NamedTuple):
    """An active call: its function and its variables, which change step by step."""

    function: str
    variables: Variables


class StepState(NamedTuple):
    """A step in a run, and the active calls after it; the first is the program."""

    number: int
    step: Step
    active: list[ActiveCall]

    @property
    def here(self) -> ActiveCall:
        return self.active[-1]


def set_variable(
    variables: Variables, name: str, value: FlatValue, path: list[FlatValue]
) -> None:
    """Change the variable ``name``, or the part of it at ``path``, to ``value``."""
    if not path and value is None:
        del variables[name]
    else:
        variables[name] = with_part_replaced(variables.get(name), path, value)


def with_part_replaced(
    whole: FlatValue, path: list[FlatValue], value: FlatValue
) -> FlatValue:
    """Return a copy of ``whole`` with ``value`` at ``path``."""
    if not path:
        return value
    first, *inner = path
    assert isinstance(whole, list) and isinstance(first, int)
    return [
        *whole[:first],
        with_part_replaced(whole[first], inner, value),
        *whole[first + 1 :],
    ]


class NamedStructure(NamedTuple):
    """A name of a structure, and the path to it: a variable, and positions from 1."""

    name: str
    path: list[FlatValue]
    structure: Structure


class Recorder:
    """Records a run of ``runner``; create it before the program is loaded."""

    def __init__(
        self, runner: Runner, called: bool, max_characters: int = MAX_RECORD_WORK
    ) -> None:
        self.max_characters = max_characters  # characters of different steps
        self.record = RunRecord(called)
        self.machine = runner.machine
        self.log = Log(self.on_event, lines=True)
        runner.machine.log = self.log
        self._steps: dict[str, int] = {}
        self._bodies: dict[tuple[int, ...], int] = {}
        self._open: list[list[int]] = [[0]]
        self._known: list[Variables] = []  # the variables of each active call
        # The structures since something changed, by their ids and first positions.
        self._flat: dict[tuple[int, int], tuple[Structure, FlatValue]] = {}
        self._size = 0  # characters of different steps
        self._work = 0
        self._given = False  # the last event was GIVE
        self._ended = False

    def on_event(self, event: Event) -> None:
        operation, line = event.operation, event.line
        if operation == "TURN" and not event.name:
            return  # its condition is a step
        if operation == "RETURN":
            if not self._given:
                self.add_step(self.machine.frames[-1][0].last, event)
            self._given = False
            self.end_body()
            return
        self._given = operation == "GIVE"
        if operation != "CALL":
            self.add_step(line, event)
            return
        first = len(self.machine.frames) == 1  # the call that is recorded
        if not first:
            self.add_step(line, event)
        if event.name not in self.record.functions:
            self.record.functions.append(event.name)
        self._open.append([self.record.functions.index(event.name)])
        if first:
            self.add_step(self.machine.frames[0][0].first, event)

    def frames(self, event: Event) -> list[tuple[Routine, Frame]]:
        """Return the active functions; a call is a step of its caller, if any."""
        frames = self.machine.frames
        calls = event.operation == "CALL" and len(frames) > 1
        return frames[:-1] if calls else frames

    def add_step(self, line: int, event: Event, text: str = "") -> None:
        record = self.record
        routine, variables = self.active_variables(event, 0)
        names = name_structures(variables, routine)
        place = next((one for one in names if is_touched(one, event)), None)
        if place is None and event.structure:
            name, at = event.name or str(event.structure), event.structure.structure
            place = NamedStructure(name, [name], at)
        operation = "RETURN" if event.operation == "GIVE" else event.operation
        value = event_value(event)
        told = (*event.operands, event.result, event.removed)
        self.charge(
            MAX_SENTENCE_CHARACTERS * sum(isinstance(one, StructureRef) for one in told)
        )
        step = Step(
            line,
            operation,
            text or sentence(event, value, place, routine),
            self.changed_variables(event, place),
            self.element_mark(event, place, routine),
            shared_names(names),
            event.name,
            value,
        )
        key = dumps(step.data())
        if key not in self._steps:
            self._steps[key] = len(record.steps)
            record.steps.append(step)
            self._size += len(key)
        self._open[-1].append(self._steps[key])
        record.total += 1
        self.charge(len(key))

    def active_variables(
        self, event: Event, up: int
    ) -> tuple[Routine | None, dict[str, Value]]:
        """Return an active function, and its variables that have a value.

        ``up`` is how many calls further out it is than the current one.
        """
        frames = self.frames(event)
        if not frames:
            return None, {}
        routine, frame = frames[~up]
        self.charge(len(frame))
        pairs = zip(routine.names, frame)
        return routine, {n: one for n, one in pairs if not isinstance(one, Absent)}

    def charge(self, amount: int) -> None:
        """Add ``amount`` to what the record has cost, in characters.

        These are the characters of its steps, one for each variable that was looked
        at, and for each structure MAX_DRAWN_CHARACTERS, and in a sentence
        MAX_SENTENCE_CHARACTERS. Time grows with all of them, however few are new. Raise
        RunLimitError if the record is too large, unless the run has ended.
        """
        self._work += amount
        too_large = self._size > self.max_characters or self._work > MAX_RECORD_WORK
        if (self.record.total >= MAX_RECORDED_STEPS or too_large) and not self._ended:
            self.log.stop(f"stopped after {self.record.total:,} recorded steps")

    def changed_variables(
        self, event: Event, place: NamedStructure | None
    ) -> list[list[FlatValue]]:
        """Return what changed in the variables of all active calls."""
        quiet = event.operation in NON_MUTATING
        if not quiet:
            self._flat.clear()
        depth = len(self.frames(event))
        del self._known[depth:]
        self._known += [{} for _ in range(depth - len(self._known))]
        found: list[list[FlatValue]] = []
        for up in range(min(1, depth) if quiet else depth):
            routine, variables = self.active_variables(event, up)
            now = {
                name: self.flatten_cached(one, routine)
                for name, one in variables.items()
            }
            self.charge(len(variables))
            before, self._known[~up] = self._known[~up], now
            for name in dict.fromkeys([*now, *before]):
                old, new = before.get(name), now.get(name)
                if old != new:
                    found.append([up, name, *changed_part(old, new)])
        return found

    def flatten_cached(self, value: Value, routine: Routine | None) -> FlatValue:
        """Return ``value`` as a flat value, from a cache until a structure changes."""
        if isinstance(value, values.SCALARS):
            return flatten(value)
        first = first_position(value, routine)
        key = id(value), first
        if key not in self._flat:
            self.charge(MAX_DRAWN_CHARACTERS)
            self._flat[key] = value, flatten(value, first)
        return self._flat[key][1]

    def element_mark(
        self, event: Event, place: NamedStructure | None, routine: Routine | None
    ) -> list[FlatValue]:
        """Return the mark of the element that was touched."""
        held = self.flatten_cached(place.structure, routine) if place else None
        sign, _ = OPERATION_EFFECTS.get(event.operation, ("", ""))
        if not sign or not place or not isinstance(held, list) or held[0] == "...":
            return []
        if sign == "leaves":
            return [sign, *place.path, format_atom(event.removed)]
        match event.operation, event.operands:
            case "SELECT" | "STORE", (int(position), *_):
                index = position - first_position(place.structure, routine) + 1
            case "HEAD", _:
                index = len(held) - 1
            case _:
                index = 1
        return [sign, *place.path, index] if 1 <= index < len(held) else []

    def end_body(self) -> None:
        """End the innermost body."""
        body = self._open.pop()
        number = self._bodies.setdefault(tuple(body), len(self._bodies))
        if number == len(self.record.bodies):
            self.record.bodies.append(body)
        if self._open:
            self._open[-1].append(~number)

    def finish(self, result: Value | Absent, error: RunError | None) -> RunRecord:
        """End the record. If there was an error, its line is the last step."""
        frames = self.machine.frames
        self._ended = True
        if error and frames:
            while len(self._open) > len(frames) + self.record.called:
                self.end_body()  # a function of the reference, where the caller is wrong
            remark, name = error.remarks[0], frames[-1][0].name
            event = Event("FAIL", "", None, (), None, None, remark.line, 0)
            text = remark.message.removeprefix(f"in {name}: ")
            self.add_step(remark.line, event, text)
        while self._open:
            self.end_body()
        self.record.result = flatten(result)
        self.record.error = error
        return self.record


def name_structures(
    variables: dict[str, Value], routine: Routine | None
) -> list[NamedStructure]:
    """Return each structure with each of its names: variables, then elements."""
    found: list[tuple[str, list[FlatValue], Value | Absent]]
    found = [(name, [name], value) for name, value in variables.items()]
    named: list[NamedStructure] = []
    for name, path, value in islice(found, MAX_NAMED_STRUCTURES):  # `found` grows
        if isinstance(value, values.SCALARS):
            continue
        named.append(NamedStructure(name, path, value))
        if isinstance(value, ArrayVector):
            first = first_position(value, routine) - 1
            for k, one in enumerate(
                values.list_elements(value, MAX_NAMED_STRUCTURES), start=1
            ):
                if not isinstance(one, values.SCALARS):
                    found.append((f"{name}[{first + k}]", [*path, k], one))
    return named


def is_touched(place: NamedStructure, event: Event) -> bool:
    """Return whether ``event`` is an operation of the structure at ``place``."""
    return event.structure is not None and place.structure is event.structure.structure


def shared_names(named: list[NamedStructure]) -> list[list[str]]:
    """Return the names of each structure that has two names or more."""
    found: dict[int, list[str]] = {}
    for place in named:
        found.setdefault(id(place.structure), []).append(place.name)
    return [names for names in found.values() if len(names) > 1]


def first_position(structure: Structure, routine: Routine | None) -> int:
    """Return the first position of ``structure`` in a function: 0 or 1."""
    if isinstance(structure, values.Array):
        return 0
    return routine.base if routine else 1


def flatten(value: Value | Absent, first: int = 1) -> FlatValue:
    """Return ``value`` flat; the positions of a vector count from ``first``.

    >>> from adt import vector_of
    >>> flatten(vector_of(2, True, vector_of("x")))
    [1, 2, 'TRUE', [1, "'x'"]]
    """
    if isinstance(value, values.SCALARS):
        return (
            value
            if type(value) is int
            else format_value(value, MAX_SENTENCE_CHARACTERS)
        )
    if len(format_value(value, MAX_DRAWN_CHARACTERS)) > MAX_DRAWN_CHARACTERS:
        return ["...", format_value(value, MAX_PREVIEW_CHARACTERS)]
    return flatten_structure(value, first)


def flatten_structure(
    structure: Structure, first: int, depth: int = 0
) -> list[FlatValue]:
    """Return a structure as a flat value; `flatten` has found that its text is short."""
    kind = values.kind_name(structure)
    first = 0 if kind == "array" else first
    found: list[FlatValue] = [kind if kind in ("queue", "stack") else first]
    for one in values.list_elements(structure):
        if one is values.UNSET:
            found.append(None)
        elif isinstance(one, values.SCALARS):
            found.append(flatten(one))
        else:
            deeper = depth < values.MAX_SHOWN_NESTING
            found.append(flatten_structure(one, first, depth + 1) if deeper else "...")
    return found


def format_flat(value: FlatValue) -> str:
    """Return a flat value as `show` does.

    >>> format_flat([1, 2, ["queue", "TRUE", None]])
    '(2, queue<TRUE ·>)'
    """
    if not isinstance(value, list):
        return "·" if value is None else str(value)
    kind, *inner = value
    if kind == "...":
        return str(*inner)
    texts = map(format_flat, inner)
    return f"({', '.join(texts)})" if kind in (0, 1) else f"{kind}<{' '.join(texts)}>"


def changed_part(old: FlatValue, new: FlatValue) -> list[FlatValue]:
    """Return the part of ``new`` that differs from ``old``, and the path to that part."""
    path: list[FlatValue] = []
    while isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        changed = [k for k, pair in enumerate(zip(old, new)) if pair[0] != pair[1]]
        if len(changed) != 1 or "..." in (old[0], new[0]):
            break
        path += changed
        old, new = old[changed[0]], new[changed[0]]
    return [new, *path]


def format_atom(atom: Atom) -> str:
    """Return the value that ``atom`` is, or refers to, as text."""
    return format_value(
        atom.structure if isinstance(atom, StructureRef) else atom,
        MAX_SENTENCE_CHARACTERS,
    )


def event_value(event: Event) -> str:
    """Return what ``event`` computed, stored, removed or returned, as text."""
    match event.operation:
        case "SET" | "TURN" | "STORE" | "ENQUEUE" | "PUSH":
            return format_atom(event.operands[-1])
        case "DEQUEUE" | "POP":
            return format_atom(event.removed)
    return "nothing" if event.result is None else format_atom(event.result)


def sentence(
    event: Event, value: str, place: NamedStructure | None, routine: Routine | None
) -> str:
    """Return a sentence that says what happened."""
    match event.operation:
        case "CALL":
            return (
                f"{event.name}({', '.join(map(format_atom, event.operands))}) is called"
            )
        case "GIVE" | "RETURN":
            name = routine.name if routine and routine.name else "the program"
            return f"{name} returns {value}"
        case "SET" | "TURN":
            return f"{event.name} is {value}"
        case "TEST" | "WHILE":
            cut = "..." * (len(event.name) > MAX_SENTENCE_CHARACTERS)
            return f"{event.name[:MAX_SENTENCE_CHARACTERS]}{cut} is {value}"
        case "END":
            return f"no {event.name} is left" if event.name else "the loop ends"
        case "BREAK":
            return "the loop ends"
        case "CONTINUE":
            return "the next turn of the loop begins"
    _, form = OPERATION_EFFECTS.get(event.operation, ("", "{value}"))
    if event.operation == "NEW":
        form = "{0} elements, nothing stored" if event.operands else "it is empty"
    told = form.format(*event.operands, value=value)
    return f"{event.operation} of {place.name if place else ''}: {told}"
