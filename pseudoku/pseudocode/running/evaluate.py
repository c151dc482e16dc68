"""Expressions into Python functions of a frame."""

import math
import operator
from collections.abc import Callable

from adt.errors import PositionError
from adt.vector import ArrayVector
from pseudoku.pseudocode.reading.syntax import (
    Binary,
    Call,
    Expression,
    Hole,
    Literal,
    Name,
    Operation,
    Select,
    Unary,
)
from pseudoku.pseudocode.reading.words import key
from pseudoku.pseudocode.running.machine import Evaluate, Frame
from pseudoku.pseudocode.running.operate import Operations
from pseudoku.pseudocode.running.values import (
    LARGEST,
    NOTHING,
    UNSET,
    Missing,
    Value,
    described,
    equal,
)

Number = int | float
Truth = Callable[[Frame], bool]

ARITHMETIC: dict[str, Callable[[Number, Number], Number]] = {
    "+": operator.add,
    "−": operator.sub,
    "×": operator.mul,
    "/": operator.truediv,
    "mod": operator.mod,
}
ORDER: dict[str, Callable[[Number, Number], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "≤": operator.le,
    "≥": operator.ge,
}


class Expressions(Operations):
    def expression(self, node: Expression) -> Evaluate:
        """What computes the value of ``node`` in a frame."""
        match node:
            case Name():
                return self.load(node)
            case Literal(value=value):
                return lambda frame: value
            case Select():
                return self.select(node)
            case Operation():
                return self.operation(node)
            case Call():
                return self.call_value(node)
            case Unary(operator="¬") | Binary(operator="∧" | "∨" | "=" | "≠"):
                return self.truth(node)
            case Unary():
                return self.rounded(node)
            case Binary(operator=sign):
                return self.ordered(node) if sign in ORDER else self.arithmetic(node)
            case Hole():
                return self.hole(node)

    def hole(self, node: Hole) -> Evaluate:
        def run(frame: Frame) -> Value:
            found = f"the hole '{node.words}' was reached"
            self.scope.fault(node.at, f"{found}: this part is still to be written")

        return run

    def load(self, node: Name) -> Evaluate:
        scope, name, at = self.scope, node.name, node.at
        slot = scope.slot(name, at)

        def unknown(frame: Frame) -> Value:
            scope.unknown(name, at, frame)

        if slot is None and name in scope.constants:
            value = scope.constant(name, at)
            return lambda frame: value
        if slot is None:
            return unknown

        def run(frame: Frame) -> Value:
            value = frame[slot]
            if value is UNSET or value is NOTHING:
                scope.unknown(name, at, frame)
            return value

        return run

    def select(self, node: Select) -> Evaluate:
        vector, position = self.expression(node.vector), self.expression(node.position)
        base, log, line = self.base, self.machine.log, self.scope.line(node.at)

        def run(frame: Frame) -> Value:
            held, k = vector(frame), position(frame)
            if type(k) is not int or not isinstance(held, ArrayVector):
                self.bad_select(node, held, k, frame)
            try:
                element = held[k + base(held)]
            except PositionError:
                self.bad_position("SELECT", node, held, k, frame)
            if log is not None:
                log.add("SELECT", line, held, (k,), element)
            return element

        return run

    def call_value(self, node: Call) -> Evaluate:
        call = self.call(node)

        def run(frame: Frame) -> Value:
            value = call(frame)
            if isinstance(value, Missing):
                found = f"{node.name} returned nothing, but its value is used here"
                self.scope.fault(node.at, f"{found}: end it with return")
            return value

        return run

    def call(self, node: Call) -> Callable[[Frame], Value | Missing]:
        arguments = [self.expression(one) for one in node.arguments]
        machine, name = self.machine, key(node.name)
        remark = self.scope.remark(node.at)

        def run(frame: Frame) -> Value | Missing:
            values = [argument(frame) for argument in arguments]
            routine = machine.routines.get(name)
            if routine is None or len(values) != routine.takes:
                self.bad_call(node, routine)
            return machine.invoke(routine, values, remark)

        return run

    def truth(self, node: Expression) -> Truth:
        """What computes ``node``, which must be TRUE or FALSE."""
        match node:
            case Binary(operator="∧", left=left, right=right):
                one, two = self.truth(left), self.truth(right)
                return lambda frame: one(frame) and two(frame)
            case Binary(operator="∨", left=left, right=right):
                one, two = self.truth(left), self.truth(right)
                return lambda frame: one(frame) or two(frame)
            case Unary(operator="¬", operand=operand):
                one = self.truth(operand)
                return lambda frame: not one(frame)
            case Binary(operator="=" | "≠"):
                return self.equality(node)
        return self.checked_truth(node)

    def checked_truth(self, node: Expression) -> Truth:
        value = self.expression(node)

        def run(frame: Frame) -> bool:
            found = value(frame)
            if found is not True and found is not False:
                self.no_truth(node, found, frame)
            return found

        return run

    def equality(self, node: Binary) -> Truth:
        one, two = self.expression(node.left), self.expression(node.right)
        wanted = node.operator == "="

        def run(frame: Frame) -> bool:
            left, right = one(frame), two(frame)
            if type(left) is int and type(right) is int:
                return (left == right) is wanted
            return equal(left, right) is wanted

        return run

    def ordered(self, node: Binary) -> Evaluate:
        one, two = self.expression(node.left), self.expression(node.right)
        compare = ORDER[node.operator]

        def run(frame: Frame) -> bool:
            left, right = one(frame), two(frame)
            if isinstance(left, (int, float)) and isinstance(right, (int, float)):
                if type(left) is not bool and type(right) is not bool:
                    return compare(left, right)
            self.not_numbers(node, left, right, frame)

        return run

    def arithmetic(self, node: Binary) -> Evaluate:
        one, two = self.expression(node.left), self.expression(node.right)
        apply, divides = ARITHMETIC[node.operator], node.operator in ("/", "mod")

        def run(frame: Frame) -> Value:
            left, right = one(frame), two(frame)
            if not isinstance(left, (int, float)) or not isinstance(
                right, (int, float)
            ):
                self.not_numbers(node, left, right, frame)
            if type(left) is bool or type(right) is bool:
                self.not_numbers(node, left, right, frame)
            if divides and right == 0:
                self.scope.fault(node.at, f"{node.operator} by 0", frame, node)
            return self.bounded(node, apply(left, right), frame)

        return run

    def bounded(self, node: Expression, value: Number, frame: Frame) -> Number:
        """``value``, as an integer if it is one; not too large for a coursework."""
        if not -LARGEST < value < LARGEST:
            self.scope.fault(node.at, "a number of more than 30 digits", frame, node)
        if type(value) is float and value.is_integer():
            return int(value)
        return value

    def rounded(self, node: Unary) -> Evaluate:
        """``floor``, ``ceil`` and the sign ``−``."""
        operand = self.expression(node.operand)
        functions: dict[str, Callable[[Number], Number]] = {
            "floor": math.floor,
            "ceil": math.ceil,
            "−": operator.neg,
        }
        apply = functions[node.operator]

        def run(frame: Frame) -> Value:
            value = operand(frame)
            if isinstance(value, (int, float)) and type(value) is not bool:
                return apply(value)
            found = f"{node.operator} takes a number, found {described(value)}"
            self.scope.fault(node.at, found, frame, node)

        return run
