"""What goes wrong while a program runs, in words."""

from abc import abstractmethod
from typing import NoReturn

from adt.queue import LinkedQueue
from adt.stack import ArrayStack
from adt.vector import ArrayVector
from pseudoku.pseudocode.reading.foreign import instead
from pseudoku.pseudocode.reading.syntax import (
    Binary,
    Call,
    Expression,
    Literal,
    Operation,
    Select,
)
from pseudoku.pseudocode.reading.words import counted, form, key, nearest_word
from pseudoku.pseudocode.running.machine import Evaluate, Frame, Routine
from pseudoku.pseudocode.running.scope import Scope
from pseudoku.pseudocode.running.values import Array, Value, described, kind

QUEUES = ("ENQUEUE", "DEQUEUE", "HEAD")


class Faults:
    """One function of a program being made ready: its scope, its positions' base."""

    def __init__(self, scope: Scope, base: int) -> None:
        self.scope = scope
        self.machine = scope.machine
        self._shift = 1 - base

    @abstractmethod
    def expression(self, node: Expression) -> Evaluate:
        """What evaluates ``node``, an expression of any kind."""

    def base(self, vector: ArrayVector[Value]) -> int:
        """What to add to a position of the program to get one of `adt`."""
        return 1 if type(vector) is Array else self._shift

    def underflow(self, node: Operation, holder: Value) -> Value:
        message = f"{node.name} of an empty {kind(holder)}"
        if self.machine.strict:
            self.scope.fault(node.at, message)
        remark = self.scope.remark(node.at)
        self.machine.warn(remark(f"{message}: taken for NULL; ask EMPTY first"))
        return None

    def mistaken(self, node: Operation, holder: Value, frame: Frame) -> NoReturn:
        message = f"{form(node.name)}, found {described(holder)}"
        if isinstance(holder, LinkedQueue) and node.name in ("PUSH", "POP", "TOP"):
            message += "; the queue's are ENQUEUE, DEQUEUE and HEAD"
        if isinstance(holder, ArrayStack) and node.name in QUEUES:
            message += "; the stack's are PUSH, POP and TOP"
        self.scope.fault(node.at, f"expected {message}", frame, node)

    def bad_position(
        self,
        name: str,
        node: Expression,
        vector: ArrayVector[Value],
        k: int,
        frame: Frame,
    ) -> NoReturn:
        """RunError: ``vector`` has no position ``k``, or nothing is stored there."""
        length, base = len(vector), 1 - self.base(vector)
        found = f"{name} {k} of a {kind(vector)} of length {length}"
        if 1 <= k + 1 - base <= length:
            self.scope.fault(node.at, f"{found}: nothing is stored there", frame, node)
        bounds = f"positions are {base} to {length - 1 + base}"
        if k == 0 and base == 1:
            bounds += "; a program that counts from 0 runs with --base 0"
        self.scope.fault(node.at, f"{found}: {bounds}", frame, node)

    def bad_select(
        self, node: Select, vector: Value, k: Value, frame: Frame
    ) -> NoReturn:
        if not isinstance(vector, ArrayVector):
            found = f"only a vector has positions, found {described(vector)}"
        else:
            found = f"a position is a whole number, found {described(k)}"
        self.scope.fault(node.at, found, frame, node)

    def not_numbers(
        self, node: Binary, left: Value, right: Value, frame: Frame
    ) -> NoReturn:
        found = f"{described(left)} {node.operator} {described(right)}"
        message = f"'{node.operator}' takes numbers, found {found}"
        self.scope.fault(node.at, message, frame, node)

    def no_truth(self, node: Expression, found: Value, frame: Frame) -> NoReturn:
        message = f"a condition is TRUE or FALSE, found {described(found)}"
        if isinstance(found, (ArrayVector, LinkedQueue, ArrayStack)):
            message += "; ask for = FALSE, or for EMPTY"
        elif isinstance(found, str):
            message += "; write it without quotes"
        elif isinstance(node, Literal):
            message += "; write every comparison out: x = 1 ∨ x = 2"
        self.scope.fault(node.at, message, frame, node)

    def bad_call(self, node: Call, routine: Routine | None) -> NoReturn:
        if routine is not None:
            form = f"{routine.name}({', '.join(routine.names[: routine.takes])})"
            found = f"{node.name} with {counted(len(node.arguments), 'argument')}"
            self.scope.fault(node.at, f"{found}, expected {form}")
        if node.name in self.scope.slots:
            form = f"{node.name}[1]"
            self.scope.fault(node.at, f"{node.name} is no function: write {form}")
        if told := instead(node.name):
            self.scope.fault(node.at, told)
        near = nearest_word(key(node.name), self.machine.routines)
        hint = f"; did you mean {self.machine.routines[near].name}?" if near else ""
        self.scope.fault(node.at, f"there is no function {node.name}{hint}")
