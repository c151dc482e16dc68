"""The record of a run, in which every executed line or operation is a step."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, islice
from json import dumps
from typing import NamedTuple, TypeAlias, TypeGuard

from adt.cells import UNFILLED, Unfilled
from adt.show.states import (
    CellMark,
    Element,
    LineState,
    Mark,
    line_state,
    structure_state,
)
from adt.vector import ArrayVector
from pseudocode.reading.handout import NO_HANDOUT, Handout
from pseudocode.reading.source import Remark, RunError, RunLimitError
from pseudocode.running import values
from pseudocode.running.machine import (
    Activation,
    Atom,
    Event,
    Log,
    Routine,
    StructureRef,
)
from pseudocode.running.runner import Runner
from pseudocode.running.values import Absent, Structure, Value, format_value

MAX_RECORDED_STEPS = 50_000
MAX_FIRST_STEPS = 299  # of a run that reaches a limit, which is one step more
MAX_RECORD_WORK = 8_000_000  # in characters; see Recorder.charge
MAX_DRAWN_CHARACTERS = 150  # characters of a structure
MAX_PREVIEW_CHARACTERS = 60  # characters of a structure that is too large to draw
MAX_SENTENCE_CHARACTERS = 200  # characters of a value in a sentence
MAX_NAMED_STRUCTURES = 100  # names of structures that are looked at
# Operations that may change a structure.
MUTATING = {"STORE", "ENQUEUE", "DEQUEUE", "PUSH", "POP"}
MUTATING |= {"WRITE", "INSERTAT", "REMOVEAT"}

Variables: TypeAlias = dict[str, Element]

# What an operation does, and how the element that it touches is marked.
OPERATION_EFFECTS: dict[str, tuple[Mark, str]] = {
    "SELECT": ("read", "element {0} is read"),
    "STORE": ("arrives", "{value} is stored in element {0}"),
    "ENQUEUE": ("arrives", "{value} is added at the tail"),
    "PUSH": ("arrives", "{value} is added at the top"),
    "HEAD": ("read", "{value} is read"),
    "TOP": ("read", "{value} is read"),
    "DEQUEUE": ("leaves", "{value} is removed at the head"),
    "POP": ("leaves", "{value} is removed at the top"),
}


class VariableChange(NamedTuple):
    """The new value of a variable of the function ``up`` calls further out.

    The value None means that the variable no longer exists.
    """

    up: int
    name: str
    value: Element


class Step(NamedTuple):
    """An executed line, or one operation of an ADT in it.

    ``operation`` is that of an `Event`, such as ``PUSH`` or ``SET``, and ``text`` is a
    sentence on what happened. ``mark`` shows the element that was touched, if any.
    ``shared`` has, for each structure with several names, the list of these names.
    ``name`` is the variable or the function of the step, and ``value`` what was
    computed, stored, removed or returned; JSON leaves both out, because ``text``
    contains them.
    """

    line: int
    operation: str
    text: str
    changes: list[VariableChange]
    mark: CellMark | None
    shared: list[list[str]]
    name: str
    value: str

    def data(self) -> tuple[object, ...]:
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
    not, the statements outside functions were run. ``error`` is the error that ended
    the run early, or None; after an error, the ``result`` is "none". ``at_limit`` is
    whether the run reached a limit without its record, too.
    """

    called: bool
    functions: list[str] = field(default_factory=lambda: [""])
    steps: list[Step] = field(default_factory=list)
    bodies: list[list[int]] = field(default_factory=list)
    total: int = 0
    result: Element = None
    error: RunError | None = None
    at_limit: bool = False
    handout: Handout = NO_HANDOUT

    def error_text(self) -> str:
        """Return the error that ended the run, such as ``line 3: MESSAGE``, or ""."""
        if self.error is None:
            return ""
        remark = self.error.remarks[0]
        if isinstance(self.error, RunLimitError):
            return remark.message
        return f"line {remark.line}: {remark.message}"

    def step_states(self) -> "Iterator[StepState]":
        """Yield the state of the run after each step."""
        yield from self._states_in_call(len(self.bodies) - 1, [], count(1))

    def _states_in_call(
        self, index: int, active: "list[ActiveCall]", numbers: Iterator[int]
    ) -> "Iterator[StepState]":
        """Yield the states of the call ``bodies[index]``, inside the ``active`` calls.

        ``numbers`` are those of the next steps.
        """
        function, *entries = self.bodies[index]
        active.append(ActiveCall(self.functions[function], {}))
        for entry in entries:
            if entry < 0:
                yield from self._states_in_call(~entry, active, numbers)
                continue
            step = self.steps[entry]
            for up, name, value in step.changes:
                variables = {**active[~up].variables, name: value}
                if value is None:
                    del variables[name]
                active[~up] = active[~up]._replace(variables=variables)
            yield StepState(next(numbers), step, [*active])
        active.pop()


def unread_record(remarks: list[Remark]) -> RunRecord:
    """Return a record with a step for each of ``remarks``, on lines that are not run."""
    record = RunRecord(called=False, total=len(remarks), result="none")
    record.bodies.append([0, *range(len(remarks))])
    for remark in remarks:
        step = Step(remark.line, "UNREAD", remark.message, [], None, [], "", "")
        record.steps.append(step)
    return record


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
        """The innermost active call."""
        return self.active[-1]


def is_drawable(state: Element) -> TypeGuard[LineState]:
    """Return whether ``state`` is a structure that is not too large to draw."""
    return isinstance(state, dict) and state["kind"] != "large"


class NamedStructure(NamedTuple):
    """A structure and one of its names, such as ``puzzle[1]``.

    ``path`` has its positions, counted from 1, in ``variable``.
    """

    name: str
    variable: str
    path: tuple[int, ...]
    structure: Structure


class Recorder:
    """Records a run of ``runner``; create it before the program is loaded."""

    def __init__(
        self,
        runner: Runner,
        called: bool,
        max_characters: int = MAX_RECORD_WORK,
        max_steps: int = MAX_RECORDED_STEPS,
    ) -> None:
        self.max_characters = max_characters  # characters of different steps
        self.max_steps = max_steps
        self.record = RunRecord(called)
        self.runner = runner
        self.machine = runner.machine
        self.log = Log(self.on_event, lines=True)
        runner.machine.log = self.log
        self._steps: dict[str, int] = {}
        self._bodies: dict[tuple[int, ...], int] = {}
        self._open_bodies: list[list[int]] = [[0]]
        self._active_states: list[Variables] = []  # for each active call
        # The structures since something changed, by their ids and first positions.
        self._states: dict[tuple[int, int], tuple[Structure, Element]] = {}
        self._size = 0  # characters of different steps
        self._work = 0
        self._given = False  # the last event was GIVE
        self._ended = False

    def on_event(self, event: Event) -> None:
        """Add the step of ``event``, and begin or end the steps of a function."""
        operation = event.operation
        if operation == "TURN" and not event.name:
            return  # the condition of a while is a step
        if operation == "CALL":
            self.begin_body(event)
        elif operation == "RETURN":
            if not self._given:
                self.add_step(self.machine.frames[-1].routine.last, event)
            self.end_body()
        else:
            self.add_step(event.line, event)
        self._given = operation == "GIVE"

    def begin_body(self, event: Event) -> None:
        """Begin the steps of the function that the CALL ``event`` calls."""
        is_traced_call = len(self.machine.frames) == 1
        if not is_traced_call:
            self.add_step(event.line, event)
        if event.name not in self.record.functions:
            self.record.functions.append(event.name)
        self._open_bodies.append([self.record.functions.index(event.name)])
        if is_traced_call:
            self.add_step(self.machine.frames[0].routine.first, event)

    def frames(self, event: Event) -> list[Activation]:
        """Return the active functions with their variables' values, outermost first.

        At a CALL, the called function is left out unless it has no caller.
        """
        frames = self.machine.frames
        has_caller = event.operation == "CALL" and len(frames) > 1
        return frames[:-1] if has_caller else frames

    def add_step(self, line: int, event: Event, text: str = "") -> None:
        """Append the number of a step; store the step if no equal one is stored."""
        record = self.record
        routine, variables = self.active_variables(event, 0)
        named = name_structures(variables, routine)
        touched = _touched_structure(event, named)
        value = _event_value(event)
        atoms = (*event.operands, event.result, event.removed)
        references = [atom for atom in atoms if isinstance(atom, StructureRef)]
        self.charge(MAX_SENTENCE_CHARACTERS * len(references))
        step = Step(
            line,
            "RETURN" if event.operation == "GIVE" else event.operation,
            text or _sentence(event, value, touched, routine),
            self.changed_variables(event),
            self.element_mark(event, touched, routine),
            _shared_names(named),
            event.name,
            value,
        )
        key = dumps(step.data(), separators=(",", ":"))
        if key not in self._steps:
            self._steps[key] = len(record.steps)
            record.steps.append(step)
            self._size += len(key)
        self._open_bodies[-1].append(self._steps[key])
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
        routine, frame = frames[-1 - up]
        self.charge(len(frame))
        variables: dict[str, Value] = {}
        for name, value in zip(routine.names, frame):
            if not isinstance(value, Absent):
                variables[name] = value
        return routine, variables

    def charge(self, amount: int) -> None:
        """Add ``amount`` characters to the cost of the record.

        A step costs the characters of its JSON; each variable looked at, 1; each
        structure converted, MAX_DRAWN_CHARACTERS; each structure in a sentence,
        MAX_SENTENCE_CHARACTERS. Raise RunLimitError if the record is too large, unless
        the run has ended.
        """
        self._work += amount
        too_large = self._size > self.max_characters or self._work > MAX_RECORD_WORK
        if (self.record.total >= self.max_steps or too_large) and not self._ended:
            self.log.stop(f"stopped after {self.record.total:,} recorded steps")

    def changed_variables(self, event: Event) -> list[VariableChange]:
        """Return the ``changes`` of a step."""
        depth = len(self.frames(event))
        del self._active_states[depth:]
        self._active_states += [{} for _ in range(depth - len(self._active_states))]
        changed_depth = min(1, depth)  # only variables of the running function
        if event.operation in MUTATING:
            self._states.clear()
            changed_depth = depth
        changes: list[VariableChange] = []
        for up in range(changed_depth):
            routine, variables = self.active_variables(event, up)
            self.charge(len(variables))
            old_states = self._active_states[~up]
            new_states = {
                name: self.cached_state(value, routine)
                for name, value in variables.items()
            }
            self._active_states[~up] = new_states
            for name in dict.fromkeys([*new_states, *old_states]):
                if old_states.get(name) != new_states.get(name):
                    changes.append(VariableChange(up, name, new_states.get(name)))
        return changes

    def cached_state(self, value: Value, routine: Routine | None) -> Element:
        """Return the state of ``value`` for a step of ``routine``.

        States of structures are cached until an event may change a structure.
        """
        if isinstance(value, values.SCALARS):
            return value_state(value)
        first = _first_position(value, routine)
        key = id(value), first
        if key not in self._states:
            self.charge(MAX_DRAWN_CHARACTERS)
            self._states[key] = value, value_state(value, first)
        _, state = self._states[key]
        return state

    def element_mark(
        self, event: Event, touched: NamedStructure | None, routine: Routine | None
    ) -> CellMark | None:
        """Return a mark at the element that ``event`` touched, or None."""
        if not touched:
            return None
        state = self.cached_state(touched.structure, routine)
        if event.operation not in OPERATION_EFFECTS or not is_drawable(state):
            return None
        symbol, _ = OPERATION_EFFECTS[event.operation]
        length = len(state["elements"])
        match event.operation, event.operands:
            case "SELECT" | "STORE", (int(position), *_):
                position += 1 - state["first"]
            case "HEAD", _:
                position = length
            case "DEQUEUE", _:
                position = length + 1
            case _:
                position = 1
        path = (*touched.path, position)
        if symbol == "leaves":
            return CellMark(symbol, touched.variable, path, _format_atom(event.removed))
        if 1 <= position <= length:
            return CellMark(symbol, touched.variable, path, "")
        return None

    def end_body(self) -> None:
        """End the innermost call; store its steps unless an equal call is stored."""
        body = self._open_bodies.pop()
        number = self._bodies.setdefault(tuple(body), len(self._bodies))
        if number == len(self.record.bodies):
            self.record.bodies.append(body)
        if self._open_bodies:
            self._open_bodies[-1].append(~number)

    def finish(self, result: Value | Absent, error: RunError | None) -> RunRecord:
        """End the record with the run's ``result`` or ``error``, and return it."""
        frames = self.machine.frames
        self._ended = True
        if error and frames:
            while len(self._open_bodies) > len(frames) + self.record.called:
                self.end_body()  # of the reference, where the caller is wrong
            remark = error.remarks[0]
            name = frames[-1].routine.name
            event = Event("FAIL", "", None, (), None, None, remark.line, 0)
            text = remark.message.removeprefix(f"in {name}: ")
            self.add_step(remark.line, event, text)
        while self._open_bodies:
            self.end_body()
        self.record.handout = self.runner.handout
        self.record.result = "none" if error else value_state(result)
        self.record.error = error
        return self.record


def name_structures(
    variables: dict[str, Value], routine: Routine | None
) -> list[NamedStructure]:
    """Return each structure in ``variables`` once for each of its names.

    First come the variables, then the elements of vectors, such as ``v[2]``; their
    positions count as in ``routine``. There are at most MAX_NAMED_STRUCTURES.
    """
    named = [
        NamedStructure(name, name, (), value)
        for name, value in variables.items()
        if not isinstance(value, values.SCALARS)
    ]
    # The loop appends the elements of a structure to the list that it reads.
    for name, variable, path, structure in islice(named, MAX_NAMED_STRUCTURES):
        if isinstance(structure, ArrayVector):
            first = _first_position(structure, routine) - 1
            elements = values.list_elements(structure, MAX_NAMED_STRUCTURES)
            named += [
                NamedStructure(f"{name}[{first + k}]", variable, (*path, k), element)
                for k, element in enumerate(elements, start=1)
                if not isinstance(element, values.SCALARS)
            ]
    return named[:MAX_NAMED_STRUCTURES]


def _touched_structure(
    event: Event, named: list[NamedStructure]
) -> NamedStructure | None:
    """Return the structure of ``event`` with its name in ``named``, or None for none.

    A structure without a name there is called as in the log, such as ``queue 2``.
    """
    if event.structure is None:
        return None
    structure = event.structure.structure
    for candidate in named:
        if candidate.structure is structure:
            return candidate
    title = event.name or str(event.structure)
    return NamedStructure(title, title, (), structure)


def _shared_names(named: list[NamedStructure]) -> list[list[str]]:
    names_of_id: dict[int, list[str]] = {}
    for name, _, _, structure in named:
        names_of_id.setdefault(id(structure), []).append(name)
    return [names for names in names_of_id.values() if len(names) > 1]


def _first_position(structure: Structure, routine: Routine | None) -> int:
    """Return the first position of ``structure``, 0 or 1, as ``routine`` counts."""
    if isinstance(structure, values.Array):
        return 0
    return routine.base if routine else 1


def value_state(
    value: Value | Absent | Unfilled, first: int = 1, depth: int = 0
) -> Element:
    """Return ``value`` as part of a state; positions in it count from ``first``.

    An integer stays as it is, and any other scalar becomes text. ``depth`` is the
    number of structures around it; those nested too deeply become "...".

    >>> from adt import vector_of
    >>> value_state(vector_of(2, True, "x"))
    {'kind': 'vector', 'first': 1, 'elements': [2, 'TRUE', "'x'"]}
    """
    if value is UNFILLED:
        return None
    if type(value) is int:
        return value
    if isinstance(value, values.SCALARS):
        return format_value(value, MAX_SENTENCE_CHARACTERS)
    if depth > values.MAX_SHOWN_NESTING:
        return "..."
    if depth == 0:
        text = format_value(value, MAX_DRAWN_CHARACTERS)
        if len(text) > MAX_DRAWN_CHARACTERS:
            preview = format_value(value, MAX_PREVIEW_CHARACTERS)
            return line_state("large", [preview])
    inner_first = 0 if isinstance(value, values.Array) else first
    return structure_state(
        value, inner_first, lambda inner: value_state(inner, inner_first, depth + 1)
    )


def format_state(state: Element) -> str:
    """Return ``state`` as one line of text, with ``·`` where nothing is stored.

    >>> format_state(line_state("vector", [2, line_state("queue", ["TRUE", None])]))
    '(2, queue<TRUE ·>)'
    """
    if not isinstance(state, dict):
        return "·" if state is None else str(state)
    texts = map(format_state, state["elements"])
    match state["kind"]:
        case "vector":
            return f"({', '.join(texts)})"
        case "large":
            return "".join(texts)
    return f"{state['kind']}<{' '.join(texts)}>"


def _format_atom(atom: Atom) -> str:
    value = atom.structure if isinstance(atom, StructureRef) else atom
    return format_value(value, MAX_SENTENCE_CHARACTERS)


def _event_value(event: Event) -> str:
    """Return the value computed, stored, removed or returned as text, or "nothing"."""
    match event.operation:
        case "SET" | "TURN" | "STORE" | "ENQUEUE" | "PUSH":
            return _format_atom(event.operands[-1])
        case "DEQUEUE" | "POP":
            return _format_atom(event.removed)
    return "nothing" if event.result is None else _format_atom(event.result)


def _sentence(
    event: Event, value: str, touched: NamedStructure | None, routine: Routine | None
) -> str:
    """Return a sentence on ``event``, such as ``PUSH of s: 4 is added at the top``.

    ``value`` is its `_event_value`, ``touched`` the structure, and ``routine`` the
    running function.
    """
    match event.operation:
        case "CALL":
            arguments = ", ".join(map(_format_atom, event.operands))
            return f"{event.name}({arguments}) is called"
        case "GIVE" | "RETURN":
            name = routine.name if routine and routine.name else "the program"
            return f"{name} returns {value}"
        case "SET" | "TURN":
            return f"{event.name} is {value}"
        case "TEST" | "WHILE":
            cut = "..." if len(event.name) > MAX_SENTENCE_CHARACTERS else ""
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
    name = touched.name if touched else ""
    return f"{event.operation} of {name}: {text}"
