"""The state of a run: its functions, its limits and its log."""

from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple, NoReturn, TypeAlias

from adt.queue import LinkedQueue
from adt.stack import ArrayStack
from adt.vector import ArrayVector, DynamicArray
from pseudocode.reading.source import Remark, RunError, RunLimitError, Source
from pseudocode.reading.syntax import LocatedNode, Scalar
from pseudocode.reading.vocabulary import name_key
from pseudocode.running.values import (
    MAX_SHOWN_NESTING,
    NO_RESULT,
    SCALARS,
    UNSET,
    Absent,
    Array,
    Structure,
    Value,
    format_value,
    kind_name,
    list_elements,
)

DEFAULT_MAX_STEPS = 1_000_000
MAX_TOTAL_STEPS = 10**12
PARTS_PER_STEP = 8  # parts of an expression, elements copied or compared
MAX_CALL_DEPTH = 100  # nested
MAX_CELLS = 1_000_000  # in use: each element, and for each structure STRUCTURE more
CELLS_PER_STRUCTURE = 4
MAX_EVENTS = 100_000  # with their operands
REMOVE_OPERATIONS = ("DEQUEUE", "POP")
NO_REMARK = Remark("", 0, 0, "")

VECTOR_CLASSES: dict[str, type[ArrayVector[Value]]] = {
    **{"Vector": ArrayVector, "Array": Array, "DynamicArray": DynamicArray}
}

Frame: TypeAlias = list[Value | Absent]
Evaluate: TypeAlias = Callable[[Frame], Value]
# Is called before each operation of an ADT, and may change its operands, and after a
# new, as "new stack", or "new vector" for all vectors, arrays and lists.
Watch: TypeAlias = Callable[[str, list[Value]], None]
Store: TypeAlias = Literal["copy", "share"]


# Why a block was left before its end.
Signal: TypeAlias = Literal["break", "continue", "return"]
RETURN: Final = "return"
Execute: TypeAlias = Callable[[Frame], Signal | None]


class Routine(NamedTuple):
    """A compiled function, ready to be called.

    ``names`` are its variables, beginning with its ``parameter_count`` parameters.
    ``base`` is the first position of a vector, and ``cost`` the number of steps charged
    for a call. ``first`` and ``last`` are the numbers of its first and last line.
    """

    source: Source
    name: str
    names: list[str]
    parameter_count: int
    base: int
    cost: int
    body: Execute
    first: int
    last: int
    is_reference: bool = False  # an error in it is reported where it is called

    def signature(self) -> str:
        """Return name and parameters as a call, such as ``PermuteVector(row, p)``."""
        return f"{self.name}({', '.join(self.names[: self.parameter_count])})"

    @property
    def unset_variables(self) -> Frame:
        """The values of the variables behind the parameters before a call."""
        return [UNSET] * (len(self.names) - self.parameter_count)


class Activation(NamedTuple):
    """A call that has not returned: its function and the values of its variables."""

    routine: Routine
    frame: Frame


def _misfit(routine: Routine, arguments: Sequence[Value | Absent]) -> str:
    """Return a message if ``arguments`` do not have the types of the hand-out, or "".

    They are those of a call of ``routine``.
    """
    kinds = routine.source.handout.kinds.get(name_key(routine.name), ())
    expected_kinds = [kind.lower() for kind in kinds]
    actual_kinds = [kind_name(argument) for argument in arguments]
    if not expected_kinds or actual_kinds == expected_kinds:
        return ""
    if sorted(actual_kinds) == sorted(expected_kinds):
        return f"the arguments are in the wrong order; write {routine.signature()}"
    for parameter, kind, argument, actual_kind in zip(
        routine.names, expected_kinds, arguments, actual_kinds
    ):
        if kind != actual_kind:
            found = f"found {format_value(argument, 60)}"
            return f"{routine.signature()} takes a {kind} as {parameter}; {found}"
    return ""


class StructureRef(NamedTuple):
    """A structure in a log, with its number: 1 for the first structure in the log."""

    number: int
    structure: Structure

    def __repr__(self) -> str:
        return f"{kind_name(self.structure)} {self.number}"


Atom: TypeAlias = Scalar | StructureRef


class Event(NamedTuple):
    """An entry of a log: an ADT operation, or another ``operation`` of the program.

    NEW, CALL, RETURN and TURN (the start of an iteration) are always logged, and
    ``name`` is the variable or the called function. A log of lines also has SET (an
    assignment to a variable), TEST and WHILE (a condition, whose text is ``name``), END
    (of a loop), GIVE (the value of a ``return``), BREAK and CONTINUE.

    ``structure`` and ``operands`` are those of an ADT operation. ``result`` is the
    value read or returned, and ``removed`` the element removed by DEQUEUE or POP; both
    are None if there is no such value. ``depth`` is the number of active calls.
    """

    operation: str
    name: str
    structure: StructureRef | None
    operands: tuple[Atom, ...]
    result: Atom
    removed: Atom
    line: int
    depth: int

    def data(self) -> dict[str, object]:
        """Return the fields by name; a structure is text such as ``queue 2``."""
        data = {key: _json_scalar(value) for key, value in self._asdict().items()}
        return data | {"operands": [*map(_json_scalar, self.operands)]}


def _json_scalar(atom: object) -> object:
    return repr(atom) if isinstance(atom, StructureRef) else atom


class Log:
    """A record of the events of a run.

    Each event is passed to ``watch`` if given, and otherwise appended to `events`, up
    to MAX_EVENTS events and operands. If ``lines``, there is an event for every
    executed line. `last_remark` is a remark at the last event.
    """

    def __init__(
        self, watch: Callable[[Event], None] | None = None, lines: bool = False
    ) -> None:
        self.events: list[Event] = []
        self.lines = lines
        self._watch = watch or self.append_event
        self.clear()

    def clear(self) -> None:
        """Remove all events, and begin to number structures from 1 again."""
        self.events.clear()
        self.last_remark = NO_REMARK
        self.depth = 0
        self._count = 0
        self._references: dict[int, StructureRef] = {}

    def reference(self, structure: Structure) -> StructureRef:
        """Return the StructureRef of ``structure``; a new one gets the next number."""
        reference = self._references.get(id(structure))
        if reference is None:  # it is kept, or its id might be used again
            reference = StructureRef(len(self._references) + 1, structure)
            self._references[id(structure)] = reference
        return reference

    def structures(self) -> list[Structure]:
        """Return the structures that have a number."""
        return [reference.structure for reference in self._references.values()]

    def atom(self, value: Value | Absent) -> Atom:
        """Return ``value`` as it is logged: a scalar, a StructureRef or None."""
        if value is None or isinstance(value, (int, float, str)):
            return value  # asked first: most are
        return None if isinstance(value, Absent) else self.reference(value)

    def append_event(self, event: Event) -> None:
        """Append ``event``; raise RunLimitError beyond MAX_EVENTS."""
        self._count += 1 + len(event.operands)
        if self._count > MAX_EVENTS:
            self.stop(f"stopped after {MAX_EVENTS:,} events and operands")
        self.events.append(event)

    def stop(self, limit: str) -> NoReturn:
        """Raise RunLimitError at the last event; ``limit`` is the message."""
        message = self.last_remark.message + limit
        raise RunLimitError(self.last_remark._replace(message=message))

    def add(
        self,
        operation: str,
        remark: Remark,
        structure: Structure | None = None,
        operands: tuple[Value, ...] = (),
        result: Value | Absent = None,
        name: str = "",
    ) -> None:
        """Append an event at ``remark``, with references in place of structures."""
        structure_ref = None if structure is None else self.reference(structure)
        atoms = tuple([self.atom(operand) for operand in operands])
        atom = self.atom(result)
        is_removal = operation in REMOVE_OPERATIONS
        returned = None if is_removal else atom
        removed = atom if is_removal else None
        self.last_remark = remark
        line = remark.line
        event = Event(
            operation, name, structure_ref, atoms, returned, removed, line, self.depth
        )
        self._watch(event)


class Machine:
    """The state of a run: functions, variables, and remaining steps and memory.

    If ``store`` is "copy", a vector stored in an element is copied; if it is "share",
    it is not. If ``strict``, warnings are errors. ``limit`` is the maximum number of
    steps of a run.
    """

    def __init__(self, store: Store, strict: bool, limit: int, log: Log | None) -> None:
        self.copies_vectors = store == "copy"
        self.strict = strict
        # Whether a FALSE condition of a for skips an iteration, and not the rest.
        self.guard_skips = False
        self.is_lenient = False  # a structure is TRUE, "FALSE" is FALSE, / rounds down
        self.limit = limit
        self.log = log
        self.watch: Watch | None = None
        self.max_total_steps = MAX_TOTAL_STEPS  # the limit of all runs together
        self.earlier_steps = 0  # of the runs before this one
        self.step_budget = 0  # of this run
        self.steps_left = 0
        self.routines: dict[str, Routine] = {}
        self.warnings: list[Remark] = []
        self._warned: set[str] = set()
        self.result: Value | Absent = None
        self.reset(Source(""))

    def reset(self, source: Source) -> None:
        """Begin a new run with all its steps and cells, and no active function.

        Errors outside functions are in ``source``.
        """
        self.earlier_steps = self.total_steps
        self.step_budget = min(self.limit, self.max_total_steps - self.earlier_steps)
        self.steps_left = self.step_budget
        self.cells = 0
        self.depth = 0
        self.frames: list[Activation] = []
        self.source = source

    @property
    def total_steps(self) -> int:
        """The number of steps of all runs of this machine together."""
        return self.earlier_steps + self.step_budget - self.steps_left

    def remark(self, node: LocatedNode, message: str) -> Remark:
        """Return a remark at ``node`` with ``message`` after ``in NAME: ``.

        NAME is the running function; outside functions there is no prefix.
        """
        if not self.frames:
            return self.source.remark(node.offset, message)
        routine = self.frames[-1].routine
        function_prefix = f"in {routine.name}: " if routine.name else ""
        return routine.source.remark(node.offset, f"{function_prefix}{message}")

    def warn(self, remark: Remark) -> None:
        """Add ``remark`` to the warnings, once. If ``strict``, raise RunError."""
        if self.strict:
            raise RunError(remark)
        if str(remark) not in self._warned:
            self._warned.add(str(remark))
            self.warnings.append(remark)

    def charge(self, steps: int, node: LocatedNode) -> None:
        """Use up ``steps``. Raise RunLimitError at ``node`` if too few are left."""
        self.steps_left -= steps
        if self.steps_left < 0:
            self.fail_limit(self.limit_message(), node)

    def limit_message(self) -> str:
        """Return the message that too few steps are left."""
        if self.step_budget == self.limit:
            return f"stopped after {self.limit:,} steps"
        return f"stopped after {self.max_total_steps:,} steps in all"

    def fail_limit(self, message: str, node: LocatedNode) -> NoReturn:
        """Raise RunLimitError at ``node``."""
        raise RunLimitError(self.remark(node, message))

    def allocate(self, cells: int, node: LocatedNode) -> None:
        """Use up ``cells`` for a structure. Raise RunLimitError beyond MAX_CELLS."""
        self.cells += cells
        if self.cells > MAX_CELLS:
            self.cells = cells + self.count_cells()
            if self.cells > MAX_CELLS:
                self.fail_limit(
                    f"more than {MAX_CELLS:,} elements of structures in use", node
                )
            self.charge(self.cells // PARTS_PER_STEP, node)

    def count_cells(self) -> int:
        """Return the number of cells of all structures that are still in use."""
        waiting = [value for _, frame in self.frames for value in frame]
        waiting.append(self.result)
        if self.log:
            waiting += self.log.structures()
        seen: set[int] = set()
        cells = 0
        while waiting:
            value = waiting.pop()
            if isinstance(value, SCALARS) or id(value) in seen:
                continue
            seen.add(id(value))
            elements = list_elements(value)
            cells += CELLS_PER_STRUCTURE + len(elements)
            # Scalars are left out at once: there may be a million.
            waiting += [part for part in elements if not isinstance(part, SCALARS)]
        return cells

    def new(self, kind: str, length: int, node: LocatedNode) -> Structure:
        """Return a new structure. Raise RunLimitError if cells or steps run out."""
        self.allocate(CELLS_PER_STRUCTURE + length, node)
        self.charge(length // PARTS_PER_STEP, node)
        if kind in VECTOR_CLASSES:
            return VECTOR_CLASSES[kind](length)
        return LinkedQueue() if kind == "Queue" else ArrayStack()

    def copy(self, value: Value, node: LocatedNode, depth: int = 0) -> Value:
        """Return a deep copy of ``value`` if it is a vector, or else ``value`` itself.

        ``depth`` is the number of vectors around it. Raise RunLimitError at ``node`` if
        vectors are nested MAX_SHOWN_NESTING deep, or if steps or cells run out.
        """
        if not isinstance(value, ArrayVector):
            return value
        if depth == MAX_SHOWN_NESTING:
            self.fail_limit(
                f"vectors more than {MAX_SHOWN_NESTING} deep in vectors", node
            )
        self.allocate(CELLS_PER_STRUCTURE + len(value), node)
        self.charge(1 + len(value) // PARTS_PER_STEP, node)
        copied = type(value)(len(value))
        for position, element in enumerate(list_elements(value), start=1):
            if not isinstance(element, SCALARS):
                element = self.copy(element, node, depth + 1)
            if not isinstance(element, Absent):
                copied[position] = element
        return copied

    def call(
        self, routine: Routine, arguments: list[Value], node: LocatedNode
    ) -> Value | Absent:
        """Call ``routine`` and return its result, or NO_RESULT if it has none.

        ``node`` is the call, for errors and the log. Raise RunError if the function
        fails, and RunLimitError if calls are nested too deeply or steps run out.
        """
        self.charge(routine.cost, node)
        if self.depth == MAX_CALL_DEPTH:
            self.fail_limit(f"more than {MAX_CALL_DEPTH} nested calls", node)
        self.depth += 1
        log = self.log
        name = routine.name
        call_remark = self.remark(node, "") if log else NO_REMARK
        frame: Frame = [*arguments, *routine.unset_variables]
        outer = len(self.frames)
        by_answer = outer > 0 and not self.frames[-1].routine.is_reference
        is_borrowed = routine.is_reference and by_answer
        self.frames.append(Activation(routine, frame))
        if log is not None:
            log.add("CALL", call_remark, operands=tuple(arguments), name=name)
            log.depth = self.depth
        try:
            result = self.result if routine.body(frame) is RETURN else NO_RESULT
        except RunError as error:
            remark = error.remarks[0]
            if not is_borrowed or remark.name != routine.source.name:
                raise
            del self.frames[outer:]
            reason = remark.message
            if not isinstance(error, RunLimitError):
                reason = _misfit(routine, arguments) or reason
            raise type(error)(self.remark(node, reason)) from None
        self.depth -= 1
        if log is not None:
            log.depth = self.depth
            log.add("RETURN", call_remark, result=result, name=name)
        self.frames.pop()
        return result
