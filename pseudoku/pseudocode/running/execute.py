"""Statements into Python functions of a frame."""

from adt.errors import PositionError
from adt.vector import ArrayVector
from pseudoku.pseudocode.reading.syntax import (
    Assign,
    Break,
    Call,
    Continue,
    Expression,
    For,
    Hole,
    If,
    Name,
    New,
    Operation,
    Perform,
    Return,
    Select,
    Statement,
    While,
)
from pseudoku.pseudocode.running.loops import Loops
from pseudoku.pseudocode.running.machine import (
    CELLS_A_STEP,
    LONGEST,
    Evaluate,
    Execute,
    Frame,
    Signal,
)
from pseudoku.pseudocode.running.values import NOTHING, Value, described, select


class Statements(Loops):
    def statement(self, node: Statement) -> Execute:
        match node:
            case Assign(target=Name(name=name), value=value):
                return self.assign(name, node.at, self.expression(value))
            case Assign(target=Select() as target, value=value):
                return self.store(target, value)
            case New():
                return self.new(node)
            case Perform(expression=expression):
                return self.perform_alone(expression)
            case Return():
                return self.returning(node)
        return self.flow(node)

    def flow(self, node: Statement) -> Execute:
        """A statement that says where the run goes on."""
        match node:
            case If():
                return self.conditional(node)
            case While():
                return self.while_loop(node)
            case For():
                return self.for_loop(node)
            case Break():
                return self.leaving(node, Signal.BREAK)
            case Continue():
                return self.leaving(node, Signal.CONTINUE)
        raise AssertionError(node)

    def assign(self, name: str, at: int, value: Evaluate) -> Execute:
        slot = self.scope.slot(name, at)
        assert slot is not None

        def run(frame: Frame) -> None:
            frame[slot] = value(frame)

        return run

    def store(self, target: Select, node: Expression) -> Execute:
        value = self.expression(node)
        vector, position = map(self.expression, (target.vector, target.position))
        line, log = self.scope.line(target.at), self.machine.log

        def run(frame: Frame) -> None:
            stored, holder, k = value(frame), vector(frame), position(frame)
            if type(k) is not int or not isinstance(holder, ArrayVector):
                self.bad_select(target, holder, k, frame)
            place = k + self.base(holder)
            if isinstance(stored, ArrayVector):
                stored = self.element(target, stored, holder, place)
            try:
                holder[place] = stored
            except PositionError:
                self.bad_position("STORE", target, holder, k, frame)
            if log is not None:
                log.add("STORE", line, holder, (k, stored))

        return run

    def element(
        self,
        target: Select,
        stored: ArrayVector[Value],
        holder: ArrayVector[Value],
        place: int,
    ) -> ArrayVector[Value]:
        """The vector that storing ``stored`` puts there: a copy, unless it is there."""
        if not self.machine.copies or select(holder, place) is stored:
            return stored
        return self.machine.copy(stored, self.scope.remark(target.at))

    def new(self, node: New) -> Execute:
        length = self.expression(node.length) if node.length else lambda frame: 0
        machine, line, log = self.machine, self.scope.line(node.at), self.machine.log
        kind, remark = node.kind, self.scope.remark(node.at)

        def make(frame: Frame) -> Value:
            cells = length(frame)
            if type(cells) is not int or not 0 <= cells <= LONGEST:
                bounds = f"a length is a whole number from 0 to {LONGEST:,}"
                found = f"{bounds}, found {described(cells)}"
                self.scope.fault(node.at, found, frame, node.length)
            machine.charge(1 + cells // CELLS_A_STEP, remark)
            structure = machine.new(kind, cells)
            if log is not None:
                operands = (cells,) if node.length else ()
                log.add("NEW", line, structure, operands, name=node.name)
            return structure

        return self.assign(node.name, node.at, make)

    def perform_alone(self, node: Call | Operation | Hole) -> Execute:
        if isinstance(node, Call):
            action = self.call(node)
        elif isinstance(node, Operation):
            action = self.perform(node)
        else:
            action = self.hole(node)

        def run(frame: Frame) -> None:
            action(frame)

        return run

    def conditional(self, node: If) -> Execute:
        branches = [
            (self.truth(b.condition), self.block(b.body)) for b in node.branches
        ]
        otherwise = self.block(node.otherwise or [])
        if len(branches) == 1:
            condition, body = branches[0]
            return lambda frame: body(frame) if condition(frame) else otherwise(frame)

        def run(frame: Frame) -> Signal | None:
            for condition, body in branches:
                if condition(frame):
                    return body(frame)
            return otherwise(frame)

        return run

    def returning(self, node: Return) -> Execute:
        machine = self.machine
        if node.value is None:
            return lambda frame: self.bare_return()
        value = self.expression(node.value)

        def run(frame: Frame) -> Signal:
            machine.result = value(frame)
            return Signal.RETURN

        return run

    def bare_return(self) -> Signal:
        self.machine.result = NOTHING
        return Signal.RETURN
