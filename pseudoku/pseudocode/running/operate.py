"""The operations of the ADTs, as Python functions of a frame."""

from collections.abc import Callable

from adt.errors import EmptyError, PositionError
from adt.queue import LinkedQueue
from adt.stack import ArrayStack
from adt.vector import ArrayVector, DynamicArray
from pseudoku.pseudocode.reading.syntax import Operation
from pseudoku.pseudocode.reading.words import OPERATIONS, counted, form
from pseudoku.pseudocode.running.faults import Faults
from pseudoku.pseudocode.running.machine import Evaluate, Frame
from pseudoku.pseudocode.running.values import (
    Array,
    Missing,
    Value,
    kind,
)

Perform = Callable[[Frame], Value | Missing]


class Operations(Faults):
    def operation(self, node: Operation) -> Evaluate:
        """What carries ``node`` out for its value."""
        perform = self.perform(node)

        def run(frame: Frame) -> Value:
            value = perform(frame)
            if isinstance(value, Missing):
                self.scope.fault(node.at, f"{node.name} gives no value")
            return value

        return run

    def perform(self, node: Operation) -> Perform:
        """What carries ``node`` out, as a statement."""
        if len(node.operands) != len(OPERATIONS[node.name]):
            return self.miscounted(node)
        if node.name in ("ENQUEUE", "PUSH"):
            return self.add(node)
        if node.name in ("HEAD", "TOP"):
            return self.look(node)
        if node.name in ("DEQUEUE", "POP"):
            return self.remove(node)
        if node.name == "EMPTY":
            return self.empty(node)
        if node.name == "LENGTH":
            return self.length(node)
        return self.positioned(node)

    def miscounted(self, node: Operation) -> Perform:
        operands = counted(len(node.operands), "operand")

        def run(frame: Frame) -> Value:
            found = f"{node.name} with {operands}"
            self.scope.fault(node.at, f"{found}, expected {form(node.name)}")

        return run

    def add(self, node: Operation) -> Perform:
        """ENQUEUE and PUSH."""
        element, structure = map(self.expression, node.operands)
        line, log, name = self.scope.line(node.at), self.machine.log, node.name

        def run(frame: Frame) -> Missing:
            value, holder = element(frame), structure(frame)
            if name == "ENQUEUE" and isinstance(holder, LinkedQueue):
                holder.enqueue(value)
            elif name == "PUSH" and isinstance(holder, ArrayStack):
                holder.push(value)
            else:
                self.mistaken(node, holder, frame)
            if log is not None:
                log.add(name, line, holder, (value,))
            return Missing.NOTHING

        return run

    def look(self, node: Operation) -> Perform:
        """HEAD and TOP."""
        structure = self.expression(node.operands[0])
        line, log, name = self.scope.line(node.at), self.machine.log, node.name

        def run(frame: Frame) -> Value:
            holder = structure(frame)
            try:
                value = self.front(node, holder, frame)
            except EmptyError:
                value = self.underflow(node, holder)
            if log is not None and isinstance(holder, (LinkedQueue, ArrayStack)):
                log.add(name, line, holder, (), value)
            return value

        return run

    def front(self, node: Operation, holder: Value, frame: Frame) -> Value:
        """The head of a queue or the top of a stack, if that is what ``node`` wants."""
        queue = node.name in ("HEAD", "DEQUEUE")
        if queue and isinstance(holder, LinkedQueue):
            return holder.head()
        if not queue and isinstance(holder, ArrayStack):
            return holder.top()
        self.mistaken(node, holder, frame)

    def remove(self, node: Operation) -> Perform:
        """DEQUEUE and POP; their value is what they remove."""
        structure = self.expression(node.operands[0])
        line, log, name = self.scope.line(node.at), self.machine.log, node.name

        def run(frame: Frame) -> Value:
            holder = structure(frame)
            try:
                value = self.front(node, holder, frame)
            except EmptyError:
                self.scope.fault(node.at, f"{name} of an empty {kind(holder)}")
            if isinstance(holder, LinkedQueue):
                holder.dequeue()
            elif isinstance(holder, ArrayStack):
                holder.pop()
            if log is not None and isinstance(holder, (LinkedQueue, ArrayStack)):
                log.add(name, line, holder, removed=value)
            return value

        return run

    def empty(self, node: Operation) -> Perform:
        structure = self.expression(node.operands[0])
        line, log = self.scope.line(node.at), self.machine.log

        def run(frame: Frame) -> Value:
            holder = structure(frame)
            if not isinstance(holder, (LinkedQueue, ArrayStack)):
                self.mistaken(node, holder, frame)
            result = holder.empty()
            if log is not None:
                log.add("EMPTY", line, holder, (), result)
            return result

        return run

    def length(self, node: Operation) -> Perform:
        structure = self.expression(node.operands[0])
        line, log = self.scope.line(node.at), self.machine.log

        def run(frame: Frame) -> Value:
            holder = structure(frame)
            if not isinstance(holder, ArrayVector):
                self.mistaken(node, holder, frame)
            if log is not None:
                log.add("LENGTH", line, holder, (), len(holder))
            return len(holder)

        return run

    def positioned(self, node: Operation) -> Perform:
        """What is done at a position: removeAt, insertAt, read, write."""
        operands = [self.expression(one) for one in node.operands]
        line, log, name = self.scope.line(node.at), self.machine.log, node.name

        def run(frame: Frame) -> Value | Missing:
            *values, holder = [operand(frame) for operand in operands]
            k = values[1] if name == "WRITE" else values[0]
            wanted = Array if name in ("READ", "WRITE") else DynamicArray
            if not isinstance(holder, wanted) or type(k) is not int:
                self.mistaken(node, holder, frame)
            try:
                result = self.change(name, holder, k + self.base(holder), values)
            except PositionError:
                self.bad_position(name, node, holder, k, frame)
            if log is not None:
                log.add(name, line, holder, tuple(values), result)
            return result

        return run

    def change(
        self,
        name: str,
        holder: Array | DynamicArray[Value],
        k: int,
        values: list[Value],
    ) -> Value | Missing:
        if isinstance(holder, Array):
            if name == "READ":
                return holder[k]
            holder[k] = values[0]
        elif name == "REMOVEAT":
            holder.remove_at(k)
        else:
            holder.insert_at(k, values[1])
        return Missing.NOTHING
