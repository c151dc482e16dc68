"""Blocks and loops into Python functions of a frame."""

from abc import abstractmethod
from collections.abc import Callable

from pseudoku.pseudocode.reading.syntax import (
    Block,
    Break,
    Continue,
    For,
    Statement,
    While,
)
from pseudoku.pseudocode.running.evaluate import Expressions
from pseudoku.pseudocode.running.machine import Execute, Frame, Signal
from pseudoku.pseudocode.running.values import Value, described


class Loops(Expressions):
    loops = 0  # around the statement that is being read

    def block(self, block: Block) -> Execute:
        statements = tuple([self.statement(statement) for statement in block])
        if len(statements) == 1:
            return statements[0]

        def run(frame: Frame) -> Signal | None:
            for statement in statements:
                signal = statement(frame)
                if signal is not None:
                    return signal
            return None

        return run

    @abstractmethod
    def statement(self, node: Statement) -> Execute:
        """What executes ``node``, a statement of any kind."""

    def body(self, block: Block) -> Execute:
        """The block of a loop."""
        self.loops += 1
        body = self.block(block)
        self.loops -= 1
        return body

    def while_loop(self, node: While) -> Execute:
        condition, body = self.truth(node.condition), self.body(node.body)
        turn = self.turn(node)

        def run(frame: Frame) -> Signal | None:
            while condition(frame):
                turn(0)
                signal = body(frame)
                if signal is Signal.BREAK:
                    return None
                if signal is Signal.RETURN:
                    return signal
            return None

        return run

    def for_loop(self, node: For) -> Execute:
        first, last = self.expression(node.first), self.expression(node.last)
        guard = self.truth(node.guard) if node.guard else lambda frame: True
        slot, body = self.scope.slots[node.variable], self.body(node.body)
        turn = self.turn(node, node.variable)

        def run(frame: Frame) -> Signal | None:
            for value in self.turns(node, first(frame), last(frame), frame):
                frame[slot] = value
                if not guard(frame):
                    return None
                turn(value)
                signal = body(frame)
                if signal is Signal.BREAK:
                    return None
                if signal is Signal.RETURN:
                    return signal
            return None

        return run

    def turn(self, node: While | For, name: str = "") -> Callable[[int], None]:
        """What every turn of a loop begins with: it is counted and logged."""
        machine, cost = self.machine, 1 + len(node.body)
        remark, line = self.scope.remark(node.at), self.scope.line(node.at)

        def run(value: int) -> None:
            machine.charge(cost, remark)
            if machine.log is not None:
                operands = (value,) if name else ()
                machine.log.add("TURN", line, operands=operands, name=name)

        return run

    def turns(self, node: For, first: Value, last: Value, frame: Frame) -> range:
        """The values that the variable of ``node`` takes."""
        for value, about in ((first, node.first), (last, node.last)):
            if type(value) is not int:
                found = f"an end of a for is a whole number, found {described(value)}"
                self.scope.fault(node.at, found, frame, about)
        assert isinstance(first, int) and isinstance(last, int)
        start = first + node.step * node.open_first
        return range(start, last + node.step * (not node.open_last), node.step)

    def leaving(self, node: Break | Continue, signal: Signal) -> Execute:
        if self.loops:
            return lambda frame: signal

        def run(frame: Frame) -> Signal:
            self.scope.fault(node.at, f"'{signal.value}' outside a loop")

        return run
