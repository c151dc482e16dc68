"""Run the functions that an answer may call, each call as a single step.

A function runs once for equal arguments, on plain numbers, and the outcome is stored.
If the numbers are tracked, the path gets one condition for the call, and the numbers of
its outcome are new terms.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, islice
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

HANDOUT_KINDS = ("number", "vector", "stack")
MAX_NUMBER = 100  # in a call of a translation

NUMBER = "#"  # in a shape, a number
NUMBER_TYPES = frozenset((int, Tracked))
SCALARS: dict[str, Value | Absent] = {
    **{"TRUE": True, "FALSE": False, "NULL": None},
    **{"unset": UNSET, "nothing": NO_RESULT},
}
VECTORS = (Array, DynamicArray, ArrayVector)
CLASSES = (*VECTORS, LinkedQueue, ArrayStack)

# A value without its numbers. A structure is the place of its body, which is its class
# and its elements. The body of an argument that a call did not change is None.
Entry: TypeAlias = int | str
Body: TypeAlias = tuple[type | Entry, ...] | None


# A function in Python, which takes a list of arguments.
Translation: TypeAlias = Callable[[Sequence[Value | Absent]], Structure | bool]


class Shape(NamedTuple):
    """The structure of several values, without their numbers.

    ``values`` has an entry for each value, and ``bodies`` the class and the entries of
    each structure in them.
    """

    values: tuple[Entry, ...]
    bodies: tuple[Body, ...]


class Outcome(NamedTuple):
    """The result of a call and its changed arguments: a shape, and the numbers in it.

    The body of an argument that did not change is None.
    """

    shape: Shape
    numbers: tuple[int, ...]


def flatten(
    values: Iterable[Value | Absent], structures: list[Structure]
) -> tuple[Shape, list[int]]:
    """Return the shape of ``values``, and the numbers in them.

    Structures found in ``values`` are added to ``structures``, which come first in the
    shape.
    """
    numbers: list[int] = []
    places = {id(structure): place for place, structure in enumerate(structures)}
    rows: list[tuple[Entry, ...]] = []
    for elements in chain([values], map(elements_of, structures)):  # they get more
        elements = [*elements]
        if NUMBER_TYPES.issuperset(map(type, elements)):
            numbers += cast("list[int]", elements)
            rows.append((NUMBER,) * len(elements))
            continue
        row: list[Entry] = []
        for element in elements:
            if type(element) in NUMBER_TYPES:
                numbers.append(cast("int", element))
                row.append(NUMBER)
            elif isinstance(element, STRUCTURES):
                place = places.setdefault(id(element), len(structures))
                if place == len(structures):
                    structures.append(element)
                row.append(place)
            else:
                row.append(scalar_entry(element))
        rows.append(tuple(row))
    kinds = map(structure_class, structures)
    bodies = tuple([(kind, *row) for kind, row in zip(kinds, rows[1:])])
    return Shape(rows[0], bodies), numbers


def elements_of(structure: Structure) -> Iterable[Value | Unfilled]:
    return contents(structure)


def structure_class(structure: Structure) -> type:
    """Return the one of CLASSES to which ``structure`` belongs, also by inheritance."""
    kind = type(structure)
    if kind in CLASSES:
        return kind
    return next(
        structure_class
        for structure_class in CLASSES
        if isinstance(structure, structure_class)
    )


def scalar_entry(value: Value | Absent | Unfilled) -> str:
    """Return the entry of ``value`` in a shape: ``'word``, ``.0.5`` or ``TRUE``."""
    if isinstance(value, str):
        return f"'{value}"
    if isinstance(value, float):
        return f".{value!r}"
    if value is UNFILLED:
        return "unset"
    return next(name for name, scalar in SCALARS.items() if scalar is value)


def restore(
    shape: Shape, numbers: Sequence[int], structures: list[Structure]
) -> list[Value | Absent]:
    """Return values of this shape with these numbers: the inverse of `flatten`.

    The given ``structures`` get the elements of the first bodies, unless a body is
    None; the remaining structures are created and added to the list.
    """
    for body in shape.bodies[len(structures) :]:
        kind = cast("tuple[type[Structure], ...]", body)[0]
        structures.append(kind(0) if kind in VECTORS else kind())  # type: ignore[call-arg]
    following = iter(numbers)
    restored: list[list[Value | Absent]] = []
    for row in (shape.values, *[body and body[1:] for body in shape.bodies]):
        entries = row or ()
        if entries.count(NUMBER) == len(entries):
            restored.append([*islice(following, len(entries))])
            continue
        values: list[Value | Absent] = []
        for entry in entries:
            if entry is NUMBER:
                values.append(next(following))
            elif isinstance(entry, int):
                values.append(structures[entry])
            else:
                values.append(scalar(cast("str", entry)))
        restored.append(values)
    for structure, body, elements in zip(structures, shape.bodies, restored[1:]):
        if body is not None:
            store_elements(structure, elements)
    return restored[0]


def scalar(entry: str) -> Value | Absent:
    """Return the value for ``entry``: the inverse of `scalar_entry`."""
    if entry[0] in "'.":
        return entry[1:] if entry[0] == "'" else float(entry[1:])
    return SCALARS[entry]


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


def outcome_of(
    before: Shape,
    old_numbers: Sequence[int],
    result: Value | Absent,
    structures: list[Structure],
) -> Outcome:
    """Return what a finished call returned, and what it changed in its arguments.

    ``before`` and ``old_numbers`` are the shape and the numbers of the arguments before
    the call. ``structures`` are the structures in the arguments, as the call left them.
    """
    after, numbers = flatten([result], structures)
    index = after.values.count(NUMBER)
    outcome_numbers = numbers[:index]
    old_at = before.values.count(NUMBER)
    bodies: list[Body] = []
    for place, body in enumerate(after.bodies):
        body_numbers = numbers[index : index + body.count(NUMBER) if body else index]
        index += len(body_numbers)
        if place < len(before.bodies):
            old = old_numbers[
                old_at : old_at + (before.bodies[place] or ()).count(NUMBER)
            ]
            old_at += len(old)
            if body == before.bodies[place] and [*body_numbers] == [*old]:
                bodies.append(None)
                continue
        bodies.append(body)
        outcome_numbers += body_numbers
    return Outcome(Shape(after.values, tuple(bodies)), tuple(outcome_numbers))


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
            tuple[str, Shape, tuple[int, ...]], Outcome | RunError
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
        outcomes = self._outcomes.get(key)
        if isinstance(outcomes, Outcome):
            (machine.result,) = restore(outcomes.shape, outcomes.numbers, structures)
            return RETURN
        if routine.body(frame) is not RETURN:
            machine.result = NO_RESULT
        if len(self._outcomes) > MAX_OUTCOMES:
            self._outcomes.clear()
        self._outcomes[key] = outcome_of(shape, numbers, machine.result, structures)
        return RETURN

    def outcome(
        self, name: str, shape: Shape, numbers: tuple[int, ...]
    ) -> Outcome | RunError:
        """Return the outcome of a call, or the error if the call fails.

        ``name`` is the name key of the function; ``shape`` and ``numbers`` are the
        arguments.
        """
        key = name, shape, numbers
        if key not in self._outcomes and name in self._translations:
            self._translate(name, shape, numbers)
        if key not in self._outcomes:
            values = restore(shape, numbers, [])
            try:
                self._runner.call(name, cast("list[Value]", values))
            except RunError as error:
                self._outcomes[key] = error
        return self._outcomes[key]

    def _translate(self, name: str, shape: Shape, numbers: tuple[int, ...]) -> None:
        """Store the outcome of a Python call, if the hand-out allows its arguments."""
        structures: list[Structure] = []
        values = restore(shape, numbers, structures)
        if any(
            kind_name(value) not in HANDOUT_KINDS for value in (*values, *structures)
        ):
            return
        if not all(-MAX_NUMBER <= number <= MAX_NUMBER for number in numbers):
            return
        with suppress(ADTError, TypeError, AttributeError):  # of other arguments
            result = self._translations[name](values)
            outcome = outcome_of(shape, numbers, result, structures)
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
            parts = [path.terms("out", call, k) for k in range(len(new_numbers))]
            new_numbers = [*map(path.number, new_numbers, parts)]
        return restore(outcome.shape, new_numbers, structures)[0]
