"""Run the functions that an answer may call, each call as a single step.

A function runs once for equal arguments, on plain numbers, and the outcome is stored.
If the numbers are tracked, the path gets one condition for the call, and the numbers of
its outcome are new terms.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import NamedTuple, TypeAlias, cast

from adt.cells import UNFILLED, Unfilled
from adt.contents import backing_list, contents
from adt.errors import ADTError
from adt.queue import LinkedQueue
from adt.stack import ArrayStack
from adt.vector import ArrayVector, DynamicArray
from pseudocode.reading.parser import Parsed
from pseudocode.reading.source import RunError
from pseudocode.reading.vocabulary import name_key
from pseudocode.running.machine import RETURN, Frame, Routine, Signal
from pseudocode.running.runner import Runner
from pseudocode.running.tracked import Tracked, operand, path_of
from pseudocode.running.values import (
    NO_RESULT,
    STRUCTURES,
    UNSET,
    Absent,
    Array,
    Structure,
    Value,
    kind_name,
)

MAX_STEPS_PER_CALL = 100_000  # MakeSolution takes 11,000
MAX_OUTCOMES = 50_000  # that are kept

HANDOUT_KINDS = {"number", "vector", "stack"}
MAX_TRANSLATED_NUMBER = 100  # in a call of a translation

NUMBER_IN_SHAPE = "#"  # in a shape, a number
NUMBER_TYPES = frozenset((int, Tracked))
SCALARS_BY_NAME: dict[str, Value | Absent] = {
    **{"TRUE": True, "FALSE": False, "NULL": None},
    **{"unset": UNSET, "nothing": NO_RESULT},
}
VECTORS = (Array, DynamicArray, ArrayVector)
STRUCTURE_CLASSES = (*VECTORS, LinkedQueue, ArrayStack)

# A value without its numbers. A structure is the place of its body, which is its class
# and its elements. The body of an argument that a call did not change is None.
ShapeEntry: TypeAlias = int | str
Body: TypeAlias = tuple[type | ShapeEntry, ...] | None


# A function in Python, which takes a list of arguments.
Translation: TypeAlias = Callable[[Sequence[Value | Absent]], Structure | bool]


class ValueShape(NamedTuple):
    """The structure of several values, without their numbers.

    ``values`` has an entry for each value, and ``bodies`` the class and the entries of
    each structure in them.
    """

    values: tuple[ShapeEntry, ...]
    bodies: tuple[Body, ...]


class CallOutcome(NamedTuple):
    """The result of a call and its changed arguments: a shape, and the numbers in it.

    The body of an argument that did not change is None.
    """

    shape: ValueShape
    numbers: tuple[int, ...]


def flatten(
    values: Iterable[Value | Absent], structures: list[Structure]
) -> tuple[ValueShape, list[int]]:
    """Return the shape of ``values``, and the numbers in them.

    Structures found in ``values`` are added to ``structures``, which come first in the
    shape.
    """
    numbers: list[int] = []
    indices = {id(structure): index for index, structure in enumerate(structures)}
    entries = _entries_of([*values], numbers, structures, indices)
    bodies: list[Body] = []
    for structure in structures:  # the list grows while its elements are read
        elements = [*contents(structure)]
        body = _entries_of(elements, numbers, structures, indices)
        bodies.append((_structure_class(structure), *body))
    return ValueShape(entries, tuple(bodies)), numbers


def _entries_of(
    elements: Sequence[Value | Absent | Unfilled],
    numbers: list[int],
    structures: list[Structure],
    indices: dict[int, int],
) -> tuple[ShapeEntry, ...]:
    """Return the entries of ``elements``; add their numbers to ``numbers``.

    Structures that are new are added to ``structures``, and to ``indices``, which has
    the index of each structure by its id.
    """
    if NUMBER_TYPES.issuperset(map(type, elements)):
        numbers += cast("list[int]", elements)
        return (NUMBER_IN_SHAPE,) * len(elements)
    entries: list[ShapeEntry] = []
    for element in elements:
        if type(element) in NUMBER_TYPES:
            numbers.append(cast("int", element))
            entries.append(NUMBER_IN_SHAPE)
        elif isinstance(element, STRUCTURES):
            index = indices.setdefault(id(element), len(structures))
            if index == len(structures):
                structures.append(element)
            entries.append(index)
        else:
            entries.append(_scalar_entry(element))
    return tuple(entries)


def _structure_class(structure: Structure) -> type:
    if type(structure) in STRUCTURE_CLASSES:
        return type(structure)
    return next(base for base in STRUCTURE_CLASSES if isinstance(structure, base))


def _scalar_entry(value: Value | Absent | Unfilled) -> str:
    """Return the entry of ``value`` in a shape: ``'word``, ``.0.5`` or ``TRUE``."""
    if isinstance(value, str):
        return f"'{value}"
    if isinstance(value, float):
        return f".{value!r}"
    if value is UNFILLED:
        return "unset"
    return next(name for name, _scalar in SCALARS_BY_NAME.items() if _scalar is value)


def restore(
    shape: ValueShape, numbers: Sequence[int], structures: list[Structure]
) -> list[Value | Absent]:
    """Return values of this shape with these numbers: the inverse of `flatten`.

    The given ``structures`` get the elements of the first bodies, unless a body is
    None; the remaining structures are created and added to the list.
    """
    for body in shape.bodies[len(structures) :]:
        kind = cast("tuple[type[Structure], ...]", body)[0]
        structures.append(kind(0) if kind in VECTORS else kind())  # type: ignore[call-arg]
    numbers_left = iter(numbers)
    values = _restore_elements(shape.values, numbers_left, structures)
    for structure, body in zip(structures, shape.bodies):
        if body is not None:
            entries = cast("tuple[ShapeEntry, ...]", body[1:])
            elements = _restore_elements(entries, numbers_left, structures)
            store_elements(structure, elements)
    return values


def _restore_elements(
    entries: tuple[ShapeEntry, ...],
    numbers: Iterator[int],
    structures: Sequence[Structure],
) -> list[Value | Absent]:
    """Return the values for ``entries``; consume one of ``numbers`` for each number."""
    if entries.count(NUMBER_IN_SHAPE) == len(entries):
        return [*islice(numbers, len(entries))]
    elements: list[Value | Absent] = []
    for entry in entries:
        if entry is NUMBER_IN_SHAPE:
            elements.append(next(numbers))
        elif isinstance(entry, int):
            elements.append(structures[entry])
        else:
            elements.append(_scalar(entry))
    return elements


def _scalar(entry: str) -> Value | Absent:
    """Return the value for ``entry``: the inverse of `_scalar_entry`."""
    if entry[0] in "'.":
        return entry[1:] if entry[0] == "'" else float(entry[1:])
    return SCALARS_BY_NAME[entry]


def store_elements(structure: Structure, elements: list[Value | Absent]) -> None:
    """Replace the elements of ``structure``, from the first position, head or top."""
    if isinstance(structure, ArrayVector):
        backing_list(structure)[:] = [
            UNFILLED if isinstance(element, Absent) else element for element in elements
        ]
        return
    filled = cast("list[Value]", elements)
    if isinstance(structure, LinkedQueue):
        while not structure.empty():
            structure.dequeue()
        for element in filled:
            structure.enqueue(element)
    else:
        while not structure.empty():
            structure.pop()
        for element in reversed(filled):
            structure.push(element)


def _outcome_of(
    old_shape: ValueShape,
    old_numbers: Sequence[int],
    result: Value | Absent,
    structures: list[Structure],
) -> CallOutcome:
    """Return what a finished call returned, and what it changed in its arguments.

    ``old_shape`` and ``old_numbers`` are those of the arguments before the call.
    ``structures`` are the structures in the arguments, as the call left them.
    """
    new_shape, numbers = flatten([result], structures)
    numbers_left = iter(numbers)
    old_numbers_left = iter(old_numbers)
    _take_numbers(old_shape.values, old_numbers_left)
    outcome_numbers = _take_numbers(new_shape.values, numbers_left)
    bodies: list[Body] = []
    for index, body in enumerate(new_shape.bodies):
        body_numbers = _take_numbers(body, numbers_left)
        if index < len(old_shape.bodies):
            old_body_numbers = _take_numbers(old_shape.bodies[index], old_numbers_left)
            if body == old_shape.bodies[index] and body_numbers == old_body_numbers:
                bodies.append(None)
                continue
        bodies.append(body)
        outcome_numbers += body_numbers
    shape = ValueShape(new_shape.values, tuple(bodies))
    return CallOutcome(shape, tuple(outcome_numbers))


def _take_numbers(entries: Body, numbers: Iterator[int]) -> list[int]:
    return [*islice(numbers, (entries or ()).count(NUMBER_IN_SHAPE))]


class KnownFunctions:
    """The functions that an answer may call, whose outcomes are stored.

    A function X in a later text replaces the one in an earlier text, which can still be
    called as OriginalX. ``translations`` are the same functions in Python, which are
    faster.
    """

    def __init__(
        self, texts: Sequence[Parsed], translations: Mapping[str, Translation] = {}
    ) -> None:
        self._translations = translations
        self._runner = Runner(limit=MAX_STEPS_PER_CALL)
        self._outcomes: dict[
            tuple[str, ValueShape, tuple[int, ...]], CallOutcome | RunError
        ] = {}
        routines = self._runner.machine.routines
        self.replaced: set[str] = set()
        self.size = 0  # the number of structures in the arguments of the last step
        for text in texts:
            earlier = {f"original{name}": routine for name, routine in routines.items()}
            self._runner.load(text.valid_program(), text.source, lazy=True)
            for function in text.program.functions:
                key = f"original{name_key(function.name)}"
                if key in earlier:
                    routines[key] = earlier[key]
                    self.replaced.add(name_key(function.name))
        self.routines = {**routines}
        for name, routine in routines.items():
            body = partial(self._run, name, routine)
            routines[name] = routine._replace(body=body)

    def _run(self, name: str, routine: Routine, frame: Frame) -> Signal | None:
        """Run a known function, or restore the stored outcome of an equal call."""
        structures: list[Structure] = []
        shape, numbers = flatten(frame[: routine.parameter_count], structures)
        key = name, shape, tuple(numbers)
        machine = self._runner.machine
        outcome = self._outcomes.get(key)
        if isinstance(outcome, CallOutcome):
            (machine.result,) = restore(outcome.shape, outcome.numbers, structures)
            return RETURN
        if routine.body(frame) is not RETURN:
            machine.result = NO_RESULT
        if len(self._outcomes) > MAX_OUTCOMES:
            self._outcomes.clear()
        self._outcomes[key] = _outcome_of(shape, numbers, machine.result, structures)
        return RETURN

    def outcome(
        self, name: str, shape: ValueShape, numbers: tuple[int, ...]
    ) -> CallOutcome | RunError:
        """Return the outcome of a call, or the error if the call fails.

        ``name`` is the name key of the function; ``shape`` and ``numbers`` are the
        arguments.
        """
        key = name, shape, numbers
        if key not in self._outcomes and name in self._translations:
            self._store_translated(name, shape, numbers)
        if key not in self._outcomes:
            values = restore(shape, numbers, [])
            try:
                self._runner.call(name, cast("list[Value]", values))
            except RunError as error:
                self._outcomes[key] = error
        return self._outcomes[key]

    def _store_translated(
        self, name: str, shape: ValueShape, numbers: tuple[int, ...]
    ) -> None:
        """Store the outcome of a call of ``name``, from its translation into Python.

        Store nothing if the hand-out does not allow the arguments, or if they do not
        fit the function.
        """
        structures: list[Structure] = []
        values = restore(shape, numbers, structures)
        kinds = {kind_name(value) for value in (*values, *structures)}
        largest = max(map(abs, numbers), default=0)
        if not kinds <= HANDOUT_KINDS or largest > MAX_TRANSLATED_NUMBER:
            return
        with suppress(ADTError, TypeError, AttributeError):  # of other arguments
            result = self._translations[name](values)
            outcome = _outcome_of(shape, numbers, result, structures)
            self._outcomes[name, shape, numbers] = outcome

    def step(self, name: str, arguments: Frame) -> Value | Absent:
        """Return the result of a call; it is tracked if numbers in ``arguments`` are.

        Raise RunError if the call fails.
        """
        structures: list[Structure] = []
        shape, numbers = flatten(arguments, structures)
        self.size = len(structures)
        outcome = self.outcome(name, shape, tuple(map(int, numbers)))
        if isinstance(outcome, RunError):
            raise outcome
        new_numbers: Sequence[int] = outcome.numbers
        if Tracked in map(type, numbers):
            path = path_of(*numbers)
            call = path.terms("call", name, shape, *map(operand, numbers))
            path.decide("shape", call, outcome.shape, True)
            terms = [path.terms("out", call, k) for k in range(len(new_numbers))]
            new_numbers = [*map(path.number, new_numbers, terms)]
        return restore(outcome.shape, new_numbers, structures)[0]
