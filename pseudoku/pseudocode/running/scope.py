"""The variables of one function, and the messages about its faults."""

from collections.abc import Callable, Iterable, Iterator
from typing import NoReturn

from adt.queue import LinkedQueue
from adt.stack import ArrayStack
from adt.vector import ArrayVector
from pseudoku.pseudocode.reading import syntax
from pseudoku.pseudocode.reading.advice import instead
from pseudoku.pseudocode.reading.source import Remark, RunError, Source
from pseudoku.pseudocode.reading.words import counted, form, nearest_word
from pseudoku.pseudocode.running.machine import MOST_NEAR, Frame, Machine, Routine
from pseudoku.pseudocode.running.values import (
    STRUCTURES,
    UNSET,
    Array,
    Value,
    described,
    kind,
    show,
)

MOST_NAMED = 10  # variables in one message


class Scope:
    """The places of the variables of one function in a frame.

    The function counts positions from ``base``.
    """

    def __init__(
        self,
        machine: Machine,
        source: Source,
        function: str,
        names: Iterable[str],
        base: int,
        constants: dict[str, syntax.Scalar],
    ) -> None:
        self.machine = machine
        self.source = source
        self.function = function
        self.constants = constants
        self.copies = machine.copies  # whether storing a vector copies it
        self.wraps = False  # whether position -1 is the last one, as in Python
        self.shift = 1 - base  # from a position of the program to one of `adt`
        self.slots = {name: slot for slot, name in enumerate(dict.fromkeys(names))}
        self._alike: dict[str, list[str]] = {}
        for name in self.slots:
            self._alike.setdefault(name.lower(), []).append(name)

    def slot(self, name: str, at: int) -> int | None:
        """Return the place of the variable ``name``, whose case may differ."""
        if name in self.slots:
            return self.slots[name]
        alike = self._alike.get(name.lower(), [])
        if len(alike) != 1:
            return None
        self.note(at, f"'{name}' is read as '{alike[0]}'; use one spelling")
        return self.slots[alike[0]]

    def constant(self, name: str, at: int) -> syntax.Scalar:
        """Return the value of the constant ``name``, set outside the functions."""
        self.note(
            at, f"'{name}' is set outside the function; set it inside, or pass it"
        )
        return self.constants[name]

    def note(self, at: int, message: str) -> None:
        """Warn of a slip. Raise RunError instead if the run is strict."""
        remark = self.source.remark(at, message)
        if self.machine.strict:
            raise RunError(remark)
        self.machine.warn(remark)

    def remark(self, at: int) -> Callable[[str], Remark]:
        """Return a function that makes a remark about the place ``at``."""
        where = f"in {self.function}: " if self.function else ""
        return lambda message: self.source.remark(at, f"{where}{message}")

    def line(self, at: int) -> int:
        return self.source.place(at)[0]

    def fault(
        self,
        at: int,
        message: str,
        frame: Frame | None = None,
        about: syntax.Expression | None = None,
    ) -> NoReturn:
        """Raise RunError at ``at``, with the values of the variables in ``about``."""
        if about is not None and frame is not None:
            values = list(dict.fromkeys(self.values(about, frame)))[:MOST_NAMED]
            message += f" ({', '.join(values)})" * bool(values)
        raise RunError(self.remark(at)(message))

    def values(self, about: syntax.Expression, frame: Frame) -> Iterator[str]:
        for part in syntax.walk(about):
            slot = self.slots.get(part.name) if isinstance(part, syntax.Name) else None
            if isinstance(part, syntax.Name) and slot is not None:
                if frame[slot] is not UNSET:
                    yield f"{part.name} = {show(frame[slot], 60)}"

    def unknown(self, name: str, at: int, frame: Frame) -> NoReturn:
        """Raise RunError: the variable ``name`` has no value."""
        known = [one for one, k in self.slots.items() if frame[k] is not UNSET]
        others = [one.lower() for one in known if one != name][:MOST_NEAR]
        near = nearest_word(name, others)
        hint = next((f"; did you mean '{k}'?" for k in known if k.lower() == near), "")
        self.fault(at, f"'{name}' has no value yet{hint}")

    def mistaken(self, node: syntax.Operation, holder: Value, frame: Frame) -> NoReturn:
        """Raise RunError: the operation is for another structure than ``holder``."""
        message = f"{form(node.name)}; found {described(holder)}"
        of_queues, of_stacks = ("ENQUEUE", "DEQUEUE", "HEAD"), ("PUSH", "POP", "TOP")
        if isinstance(holder, LinkedQueue) and node.name in of_stacks:
            message += "; a queue has ENQUEUE, DEQUEUE and HEAD"
        if isinstance(holder, ArrayStack) and node.name in of_queues:
            message += "; a stack has PUSH, POP and TOP"
        self.fault(node.at, f"expected {message}", frame, node)

    def bad_position(
        self, name: str, node: syntax.Expression, vector: Value, k: Value, frame: Frame
    ) -> NoReturn:
        """Raise RunError: ``vector`` has nothing at ``k``, or there is none such."""
        if not isinstance(vector, ArrayVector):
            found = f"only a vector has positions; found {described(vector)}"
            self.fault(node.at, found, frame, node)
        if type(k) is not int:
            found = f"a position must be a whole number; found {described(k)}"
            self.fault(node.at, found, frame, node)
        shift = 1 if isinstance(vector, Array) else self.shift
        length, base = len(vector), 1 - shift
        found = f"{name} {k} of a {kind(vector)} of length {length}"
        if 1 <= k + shift <= length:
            self.fault(node.at, f"{found}: nothing is stored there", frame, node)
        bounds = f"positions are {base} to {length - shift}"
        if k == 0 and base == 1:
            bounds += "; a program that counts from 0 runs with --base 0"
        self.fault(node.at, f"{found}: {bounds}", frame, node)

    def no_end(
        self, node: syntax.For, about: syntax.Expression, found: Value, frame: Frame
    ) -> NoReturn:
        message = f"an end of a for must be a whole number; found {described(found)}"
        self.fault(node.at, message, frame, about)

    def not_numbers(
        self, node: syntax.Binary, left: Value, right: Value, frame: Frame
    ) -> NoReturn:
        found = f"{described(left)} {node.operator} {described(right)}"
        message = f"'{node.operator}' takes numbers; found {found}"
        self.fault(node.at, message, frame, node)

    def no_truth(self, node: syntax.Expression, found: Value, frame: Frame) -> NoReturn:
        message = f"a condition must be TRUE or FALSE; found {described(found)}"
        if isinstance(found, STRUCTURES):
            message += "; compare it with FALSE, or use EMPTY"
        elif isinstance(found, str):
            message += "; write it without quotes"
        elif isinstance(node, syntax.Literal):
            message += "; write every comparison out: x = 1 ∨ x = 2"
        self.fault(node.at, message, frame, node)

    def bad_call(self, node: syntax.Call, routine: Routine | None) -> NoReturn:
        if routine is not None:
            found = f"{node.name} with {counted(len(node.arguments), 'argument')}"
            self.fault(node.at, f"{found}; expected {routine.form()}")
        if node.name in self.slots:
            self.fault(node.at, f"{node.name} is not a function; write {node.name}[1]")
        if message := instead(node.name):
            self.fault(node.at, message)
        self.fault(node.at, self.machine.no_function(node.name))
