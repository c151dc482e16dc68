"""The record of a run, in which every executed line or operation is a step."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from json import dumps
from typing import NamedTuple, TypeAlias

from adt.vector import ArrayVector
from pseudocode.reading.handout import NO_HANDOUT, Handout
from pseudocode.reading.source import RunError, RunLimitError
from pseudocode.running import values
from pseudocode.running.machine import Atom, Event, Frame, Log, Routine, StructureRef
from pseudocode.running.runner import Runner
from pseudocode.running.values import Absent, Structure, Value, format_value

MAX_RECORDED_STEPS = 50_000
MAX_RECORD_WORK = 8_000_000  # in characters; see Recorder.charge
MAX_DRAWN_CHARACTERS = 150  # characters of a structure
MAX_PREVIEW_CHARACTERS = 60  # characters of a structure that is too large to draw
MAX_SENTENCE_CHARACTERS = 200  # characters of a value in a sentence
MAX_NAMED_STRUCTURES = 100  # variables and elements that are looked at
# Operations that may change a structure.
MUTATING = {"STORE", "ENQUEUE", "DEQUEUE", "PUSH", "POP"}
MUTATING |= {"WRITE", "INSERTAT", "REMOVEAT"}

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
    """An executed line, or one operation of an ADT in it.

    ``operation`` is that of an `Event`, such as ``PUSH`` or ``SET``, and ``text`` is a
    sentence on what happened. Each of ``changes`` is ``[up, name, value, *path]``: in
    the function that is ``up`` calls further out than the running one, the part of the
    variable ``name`` at ``path`` has the new ``value``. A path is a list of indices
    into a flat value; with no path, the value None means that the variable no longer
    exists.

    ``mark`` shows the touched element: ``["read", name, *path]``, the same with
    "arrives", or ``["leaves", name, *path, removed value]``; it is [] if there is none.
    ``shared`` has, for each structure with several names, the list of these names.
    ``name`` is the variable or the function of the step, and ``value`` what was
    computed, stored, removed or returned; JSON leaves both out, because ``text``
    contains them.
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
        """Return the fields written to JSON: all but ``name`` and ``value``."""
        return self[:-2]


@dataclass
class RunRecord:
    """The record of a run, in which equal steps and equal calls are stored once.

    Each of ``bodies`` is one call: first the index of its function in ``functions``,
    then for each step its index in ``steps``, or ``~n`` for an inner call that is
    ``bodies[n]``. The last body is the whole run, which has ``total`` steps. The first
    of ``functions`` is "", for the statements outside functions.

    The program answers the ``handout``. ``called`` is whether a function was called; if
    not, the statements outside functions were run. ``error`` is the error that ended the
    run early, or None.
    """

    called: bool
    functions: list[str] = field(default_factory=lambda: [""])
    steps: list[Step] = field(default_factory=list)
    bodies: list[list[int]] = field(default_factory=list)
    total: int = 0
    result: FlatValue = None
    error: RunError | None = None
    handout: Handout = NO_HANDOUT

    def error_text(self) -> str:
        """Return the error that ended the run, such as ``line 3: MESSAGE``, or ""."""
        if self.error is None:
            return ""
        remark = self.error.remarks[0]
        place = f"line {remark.line}: "
        return place * (not isinstance(self.error, RunLimitError)) + remark.message

    def step_states(self) -> "Iterator[StepState]":
        """Yield the state of the run after each step.

        The variables in a state are changed in place when the next state is computed.
        """
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
                variables = active[~up].variables
                if not path and value is None:
                    del variables[name]
                    continue
                whole = variables.get(name)
                variables[name] = with_part_replaced(whole, path, value)
            yield StepState(next(numbers), step, active)


class ActiveCall(NamedTuple):
    """A call that has not returned yet: its function, and the variables by name."""

    function: str
    variables: Variables


class StepState(NamedTuple):
    """A step of a run, its number from 1, and the active calls after it.

    The first of ``active`` is the program, with the statements outside functions; the
    last is the running function.
    """

    number: int
    step: Step
    active: list[ActiveCall]

    @property
    def current_call(self) -> ActiveCall:
        return self.active[-1]


def with_part_replaced(
    whole: FlatValue, path: list[FlatValue], value: FlatValue
) -> FlatValue:
    """Return a copy of ``whole`` in which ``value`` replaces the element at ``path``.

    ``path`` is a list of indices, the outermost first; [] stands for all of ``whole``.
    """
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
    """A structure and one of its names, such as ``puzzle[1]``.

    ``path`` is the variable and the positions, counted from 1: ``["puzzle", 1]``.
    """

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
        self.runner = runner
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
        """Return the active functions with their variables' values, outermost first.

        At a CALL, the called function is left out unless it has no caller.
        """
        frames = self.machine.frames
        calls = event.operation == "CALL" and len(frames) > 1
        return frames[:-1] if calls else frames

    def add_step(self, line: int, event: Event, text: str = "") -> None:
        record = self.record
        routine, variables = self.active_variables(event, 0)
        names = name_structures(variables, routine)
        place = None
        if reference := event.structure:
            title = event.name or str(reference)
            unnamed = NamedStructure(title, [title], reference.structure)
            touched = (name for name in names if name.structure is reference.structure)
            place = next(touched, unnamed)
        operation = "RETURN" if event.operation == "GIVE" else event.operation
        value = event_value(event)
        event_values = (*event.operands, event.result, event.removed)
        self.charge(
            MAX_SENTENCE_CHARACTERS
            * sum(isinstance(value, StructureRef) for value in event_values)
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
        """Return the function ``up`` calls further out, and its variables with a value.

        If no function is active, return None and no variables.
        """
        frames = self.frames(event)
        if not frames:
            return None, {}
        routine, frame = frames[~up]
        self.charge(len(frame))
        pairs = zip(routine.names, frame)
        return routine, {
            n: value for n, value in pairs if not isinstance(value, Absent)
        }

    def charge(self, amount: int) -> None:
        """Add ``amount`` characters to the cost of the record.

        A step costs the characters of its JSON; each variable looked at, 1; each
        structure converted, MAX_DRAWN_CHARACTERS; each structure in a sentence,
        MAX_SENTENCE_CHARACTERS. Raise RunLimitError if the record is too large, unless
        the run has ended.
        """
        self._work += amount
        too_large = self._size > self.max_characters or self._work > MAX_RECORD_WORK
        if (self.record.total >= MAX_RECORDED_STEPS or too_large) and not self._ended:
            self.log.stop(f"stopped after {self.record.total:,} recorded steps")

    def changed_variables(
        self, event: Event, place: NamedStructure | None
    ) -> list[list[FlatValue]]:
        """Return the ``changes`` of a step, ``[[up, name, value, *path], ...]``."""
        quiet = event.operation not in MUTATING
        if not quiet:
            self._flat.clear()
        depth = len(self.frames(event))
        del self._known[depth:]
        self._known += [{} for _ in range(depth - len(self._known))]
        changes: list[list[FlatValue]] = []
        for up in range(min(1, depth) if quiet else depth):
            routine, variables = self.active_variables(event, up)
            now = {
                name: self.flatten_cached(value, routine)
                for name, value in variables.items()
            }
            self.charge(len(variables))
            before, self._known[~up] = self._known[~up], now
            for name in dict.fromkeys([*now, *before]):
                old, new = before.get(name), now.get(name)
                if old != new:
                    changes.append([up, name, *changed_part(old, new)])
        return changes

    def flatten_cached(self, value: Value, routine: Routine | None) -> FlatValue:
        """Return ``value`` as a flat value for a step of ``routine``.

        Flat structures are cached until an event may change a structure.
        """
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
        """Return the ``mark`` of a step: the element that ``event`` touched, or []."""
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
        """End the innermost call; store its steps unless an equal call is stored."""
        body = self._open.pop()
        number = self._bodies.setdefault(tuple(body), len(self._bodies))
        if number == len(self.record.bodies):
            self.record.bodies.append(body)
        if self._open:
            self._open[-1].append(~number)

    def finish(self, result: Value | Absent, error: RunError | None) -> RunRecord:
        """End the record with the run's ``result`` or ``error``, and return it."""
        frames = self.machine.frames
        self._ended = True
        if error and frames:
            while len(self._open) > len(frames) + self.record.called:
                self.end_body()  # of the reference, where the caller is wrong
            remark, name = error.remarks[0], frames[-1][0].name
            event = Event("FAIL", "", None, (), None, None, remark.line, 0)
            text = remark.message.removeprefix(f"in {name}: ")
            self.add_step(remark.line, event, text)
        while self._open:
            self.end_body()
        self.record.handout = self.runner.handout
        self.record.result = flatten(result)
        self.record.error = error
        return self.record


def name_structures(
    variables: dict[str, Value], routine: Routine | None
) -> list[NamedStructure]:
    """Return each structure in ``variables`` once for each of its names.

    First come the variables, then the elements of vectors, such as ``v[2]``; their
    positions count as in ``routine``. At most MAX_NAMED_STRUCTURES values are examined.
    """
    named_values: list[tuple[str, list[FlatValue], Value | Absent]]
    named_values = [(name, [name], value) for name, value in variables.items()]
    named: list[NamedStructure] = []
    # The loop appends the elements of a structure to the list that it reads.
    for name, path, value in islice(named_values, MAX_NAMED_STRUCTURES):
        if isinstance(value, values.SCALARS):
            continue
        named.append(NamedStructure(name, path, value))
        if isinstance(value, ArrayVector):
            first = first_position(value, routine) - 1
            for k, element in enumerate(
                values.list_elements(value, MAX_NAMED_STRUCTURES), start=1
            ):
                if not isinstance(element, values.SCALARS):
                    named_values.append((f"{name}[{first + k}]", [*path, k], element))
    return named


def shared_names(named: list[NamedStructure]) -> list[list[str]]:
    """Return the names of each structure that has two names or more."""
    names_of_id: dict[int, list[str]] = {}
    for place in named:
        names_of_id.setdefault(id(place.structure), []).append(place.name)
    return [names for names in names_of_id.values() if len(names) > 1]


def first_position(structure: Structure, routine: Routine | None) -> int:
    """Return the first position of ``structure``, 0 or 1, as ``routine`` counts."""
    if isinstance(structure, values.Array):
        return 0
    return routine.base if routine else 1


def flatten(value: Value | Absent, first: int = 1) -> FlatValue:
    """Return ``value`` as a flat value, which JSON can hold.

    An integer stays as it is, any other scalar becomes text, and a structure a list:
    its kind, then its elements. The kind of a vector is its first position, ``first``.
    A structure too large to draw is "..." and the beginning of its text.

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
    """Return a structure, whose text is short, as a flat value.

    The positions of a vector count from ``first``. ``depth`` is the number of
    structures around this one; those nested too deeply become "...".
    """
    kind = values.kind_name(structure)
    first = 0 if kind == "array" else first
    flat_value: list[FlatValue] = [kind if kind in ("queue", "stack") else first]
    for element in values.list_elements(structure):
        if element is values.UNSET:
            flat_value.append(None)
        elif isinstance(element, values.SCALARS):
            flat_value.append(flatten(element))
        else:
            deeper = depth < values.MAX_SHOWN_NESTING
            flat_value.append(
                flatten_structure(element, first, depth + 1) if deeper else "..."
            )
    return flat_value


def format_flat(value: FlatValue) -> str:
    """Return a flat value as one line of text, with ``·`` where nothing is stored.

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
    """Return ``[value, *path]``: the smallest part in which ``new`` is not ``old``.

    ``[5, 2]`` means that index 2 of the list is now 5. The path is empty if the value
    has changed as a whole.
    """
    path: list[FlatValue] = []
    while isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        changed = [k for k, pair in enumerate(zip(old, new)) if pair[0] != pair[1]]
        if len(changed) != 1 or "..." in (old[0], new[0]):
            break
        path += changed
        old, new = old[changed[0]], new[changed[0]]
    return [new, *path]


def format_atom(atom: Atom) -> str:
    """Return ``atom`` as text for a sentence, or the structure if it refers to one."""
    return format_value(
        atom.structure if isinstance(atom, StructureRef) else atom,
        MAX_SENTENCE_CHARACTERS,
    )


def event_value(event: Event) -> str:
    """Return the value computed, stored, removed or returned as text, or "nothing"."""
    match event.operation:
        case "SET" | "TURN" | "STORE" | "ENQUEUE" | "PUSH":
            return format_atom(event.operands[-1])
        case "DEQUEUE" | "POP":
            return format_atom(event.removed)
    return "nothing" if event.result is None else format_atom(event.result)


def sentence(
    event: Event, value: str, place: NamedStructure | None, routine: Routine | None
) -> str:
    """Return a sentence on ``event``, such as ``PUSH of s: 4 is added at the top``."""
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
            return f"No {event.name} is left" if event.name else "The loop ends"
        case "BREAK":
            return "The loop ends"
        case "CONTINUE":
            return "The next turn of the loop begins"
    _, form = OPERATION_EFFECTS.get(event.operation, ("", "{value}"))
    if event.operation == "NEW":
        form = "{0} elements, nothing stored" if event.operands else "it is empty"
    text = form.format(*event.operands, value=value)
    return f"{event.operation} of {place.name if place else ''}: {text}"
