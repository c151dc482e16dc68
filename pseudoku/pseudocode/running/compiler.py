"""Compile the syntax tree of a function into Python functions of its frame."""

import math
import operator
from collections.abc import Callable, Iterable
from itertools import repeat
from typing import NoReturn, TypeGuard

from adt.errors import EmptyError, PositionError
from adt.queue import LinkedQueue
from adt.stack import ArrayStack
from adt.vector import ArrayVector, DynamicArray
from pseudoku.pseudocode.reading import syntax
from pseudoku.pseudocode.reading.source import LimitReached
from pseudoku.pseudocode.reading.words import LISTS, OPERATIONS, counted, form, key
from pseudoku.pseudocode.running.lists import operate_list
from pseudoku.pseudocode.running.machine import (
    A_STEP,
    BREAK,
    CELLS,
    CONTINUE,
    REMOVING,
    RETURN,
    STRUCTURE,
    Evaluate,
    Execute,
    Frame,
    Signal,
    Where,
)
from pseudoku.pseudocode.running.scope import Scope
from pseudoku.pseudocode.running.values import (
    NOTHING,
    SCALARS,
    STRUCTURES,
    UNSET,
    Array,
    Missing,
    Mistaken,
    Value,
    described,
    equal,
    kind,
    operate,
    select,
)

Number = int | float
Act = Callable[[Frame], Value | Missing]
Truth = Callable[[Frame], bool]

LARGEST = 10**30
GROWING = ("ENQUEUE", "PUSH", "INSERTAT", "APPEND", "INSERT")
LONGEST = 200  # characters of a text

ARITHMETIC: dict[str, Callable[[Number, Number], Number]] = {
    **{"+": operator.add, "−": operator.sub, "×": operator.mul},
    **{"/": operator.truediv, "mod": operator.mod},
    **{"<": operator.lt, ">": operator.gt, "≤": operator.le, "≥": operator.ge},
}
OF_ONE: dict[str, Callable[[Number], Number]] = {
    **{"floor": math.floor, "ceil": math.ceil, "−": operator.neg}
}


def is_number(value: Value) -> TypeGuard[Number]:
    return isinstance(value, (int, float)) and type(value) is not bool


def fits_better(name: str, values: list[Value], holder: Value) -> bool:
    """Return whether the operands fit in the other order, and only so."""
    if name in ("ENQUEUE", "PUSH"):
        wanted = LinkedQueue if name == "ENQUEUE" else ArrayStack
        return not isinstance(holder, wanted) and isinstance(values[0], wanted)
    position, element = values if name == "INSERTAT" else reversed(values)
    return type(position) is not int and type(element) is int


def cost(block: syntax.Block) -> int:
    """Return the steps of ``block``: one per statement, more for a long statement."""
    return sum([1 + len([*syntax.all_inside(one)]) // A_STEP for one in block])


def cost_of(condition: syntax.Expression | None) -> int:
    return len([*syntax.walk(condition)]) // A_STEP if condition else 0


class Compiler:
    """Makes one function ready to run.

    The steps of a block are charged where the block is entered.
    """

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.machine = scope.machine
        self.log = scope.machine.log
        self._loops = 0  # around the statement that is being read

    def block(self, block: syntax.Block) -> Execute:
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

    def statement(self, node: syntax.Statement) -> Execute:
        """Return a function that executes ``node``."""
        match node:
            case syntax.Assign(target=syntax.Name(name=name), value=value):
                return self.assign(name, node.at, self.expression(value))
            case syntax.Assign(target=syntax.Select() as target, value=value):
                return self.store(target, value)
            case syntax.New():
                return self.new(node)
            case syntax.Perform(expression=expression):
                return self.perform(expression)
            case syntax.Return():
                return self.returning(node)
            case syntax.If():
                return self.conditional(node)
            case syntax.While() | syntax.For():
                return self.loop(node)
            case syntax.Break() | syntax.Continue():
                return self.leaving(node)
        raise AssertionError(node)

    def assign(self, name: str, at: int, value: Evaluate) -> Execute:
        slot = self.scope.slot(name, at)
        assert slot is not None

        def run(frame: Frame) -> None:
            frame[slot] = value(frame)

        return run

    def store(self, target: syntax.Select, node: syntax.Expression) -> Execute:
        value = self.expression(node)
        vector, position = map(self.expression, (target.vector, target.position))
        where, line = self.scope.remark(target.at), self.scope.line(target.at)
        machine, log, own_shift = self.machine, self.log, self.scope.shift

        def run(frame: Frame) -> None:
            stored, holder, k = value(frame), vector(frame), position(frame)
            if type(k) is not int or not isinstance(holder, ArrayVector):
                self.scope.bad_position("STORE", target, holder, k, frame)
            shift = 1 if type(holder) is Array else own_shift
            if k < 0 and self.scope.wraps:
                k += len(holder)
            if not isinstance(stored, SCALARS) and self.scope.copies:
                if isinstance(stored, ArrayVector):
                    if select(holder, k + shift) is not stored:
                        stored = machine.copy(stored, where)
            if type(holder) is DynamicArray and self.scope.wraps and k >= len(holder):
                self.scope.bad_position("STORE", target, holder, k, frame)
            if type(holder) is DynamicArray:
                machine.use(k + shift > len(holder), where)
            try:
                holder[k + shift] = stored
            except PositionError:
                self.scope.bad_position("STORE", target, holder, k, frame)
            if log is not None:
                log.add("STORE", line, holder, (k, stored))

        return run

    def new(self, node: syntax.New) -> Execute:
        length = self.expression(node.length) if node.length else lambda frame: 0
        where, line = self.scope.remark(node.at), self.scope.line(node.at)
        machine, log = self.machine, self.log

        def make(frame: Frame) -> Value:
            cells = length(frame)
            if type(cells) is not int or cells < 0:
                bounds = f"a length must be a whole number from 0 to {CELLS:,}"
                found = f"{bounds}; found {described(cells)}"
                self.scope.fault(node.at, found, frame, node.length)
            structure = machine.new(node.kind, cells, where)
            if log is not None:
                operands = (cells,) if node.length else ()
                log.add("NEW", line, structure, operands, name=node.name)
            return structure

        return self.assign(node.name, node.at, make)

    def perform(self, node: syntax.Action) -> Execute:
        act = self.act(node)

        def run(frame: Frame) -> None:
            act(frame)

        return run

    def returning(self, node: syntax.Return) -> Execute:
        machine = self.machine
        value: Act = self.expression(node.value) if node.value else lambda _: NOTHING

        def run(frame: Frame) -> Signal:
            machine.result = value(frame)
            return RETURN

        return run

    def conditional(self, node: syntax.If) -> Execute:
        machine, otherwise = self.machine, self.block(node.otherwise or [])
        rest = cost(node.otherwise or [])
        branches = [
            (self.truth(one.condition), self.block(one.body), cost(one.body))
            for one in node.branches
        ]

        def run(frame: Frame) -> Signal | None:
            for condition, body, steps in branches:
                if condition(frame):
                    machine.left -= steps
                    return body(frame)
            machine.left -= rest
            return otherwise(frame)

        return run

    def loop(self, node: syntax.While | syntax.For) -> Execute:
        """A loop ends where its condition, or the guard of a for, is FALSE."""
        machine, log, scope = self.machine, self.log, self.scope
        turns, slot, name = self.turns(node)
        test = node.condition if isinstance(node, syntax.While) else node.guard
        condition = self.truth(test) if test else None
        self._loops += 1
        body = self.block(node.body)
        self._loops -= 1
        steps = 1 + cost_of(test) + cost(node.body)
        where, line = scope.remark(node.at), scope.line(node.at)

        def run(frame: Frame) -> Signal | None:
            for value in turns(frame):
                if slot is not None:
                    frame[slot] = value
                if condition is not None and not condition(frame):
                    return None
                machine.left -= steps
                if machine.left < 0:
                    machine.stop(where)
                if log is not None:
                    log.add("TURN", line, operands=(value,) if name else (), name=name)
                signal = body(frame)
                if signal is BREAK:
                    return None
                if signal is RETURN:
                    return signal
            return None

        return run

    def turns(
        self, node: syntax.While | syntax.For
    ) -> tuple[Callable[[Frame], Iterable[int]], int | None, str]:
        """Return the values of the variable, its place in a frame, and its name."""
        if isinstance(node, syntax.While):
            return lambda frame: repeat(0), None, ""
        scope = self.scope
        first, last = self.expression(node.first), self.expression(node.last)
        way = 1 if node.step > 0 else -1
        after_first, after_last = way * node.open_first, way * (not node.open_last)

        def values(frame: Frame) -> range:
            start, end = first(frame), last(frame)
            if type(start) is not int:
                scope.no_end(node, node.first, start, frame)
            if type(end) is not int:
                scope.no_end(node, node.last, end, frame)
            return range(start + after_first, end + after_last, node.step)

        return values, scope.slots[node.variable], node.variable

    def leaving(self, node: syntax.Break | syntax.Continue) -> Execute:
        signal = BREAK if isinstance(node, syntax.Break) else CONTINUE
        if self._loops:
            return lambda frame: signal
        return self.failing(node.at, f"'{signal.value}' outside a loop")

    def expression(self, node: syntax.Expression) -> Evaluate:
        """Return a function that computes the value of ``node`` in a frame."""
        match node:
            case syntax.Name():
                return self.load(node)
            case syntax.Literal(value=value):
                self.bounded_text(node)
                if self.machine.loose and isinstance(value, str):
                    value = {"TRUE": True, "FALSE": False}.get(value.upper(), value)
                return lambda frame: value
            case syntax.Select():
                return self.select(node)
            case syntax.Operation() | syntax.Call() | syntax.Hole():
                return self.value(node)
            case syntax.Unary(operator=sign) if sign in OF_ONE:
                return self.rounded(node)
            case syntax.Binary(operator=sign) if sign in ARITHMETIC:
                return self.arithmetic(node)
        return self.truth(node)

    def bounded_text(self, node: syntax.Literal) -> None:
        if isinstance(node.value, str) and len(node.value) > LONGEST:
            where = self.scope.remark(node.at)
            raise LimitReached(where(f"a text of more than {LONGEST} characters"))

    def load(self, node: syntax.Name) -> Evaluate:
        scope, name, at = self.scope, node.name, node.at
        slot = scope.slot(name, at)
        if slot is None and name in scope.constants:
            constant = scope.constant(name, at)
            self.bounded_text(syntax.Literal(at, constant))
            return lambda frame: constant
        if slot is None:
            return lambda frame: scope.unknown(name, at, frame)

        def run(frame: Frame) -> Value:
            value = frame[slot]
            if value is UNSET or value is NOTHING:
                scope.unknown(name, at, frame)
            return value

        return run

    def select(self, node: syntax.Select) -> Evaluate:
        vector, position = self.expression(node.vector), self.expression(node.position)
        own_shift, log, line = self.scope.shift, self.log, self.scope.line(node.at)

        def run(frame: Frame) -> Value:
            held, k = vector(frame), position(frame)
            if type(k) is not int or not isinstance(held, ArrayVector):
                self.scope.bad_position("SELECT", node, held, k, frame)
            shift = 1 if type(held) is Array else own_shift
            if k < 0 and self.scope.wraps:
                k += len(held)
            try:
                element = held[k + shift]
            except PositionError:
                self.scope.bad_position("SELECT", node, held, k, frame)
            if log is not None:
                log.add("SELECT", line, held, (k,), element)
            return element

        return run

    def value(self, node: syntax.Operation | syntax.Call | syntax.Hole) -> Evaluate:
        """Return a function that executes ``node`` and returns its value."""
        act = self.act(node)

        def run(frame: Frame) -> Value:
            value = act(frame)
            if value is not NOTHING and value is not UNSET:
                return value
            if isinstance(node, syntax.Operation):
                self.scope.fault(node.at, f"{node.name} gives no value")
            name = node.name if isinstance(node, syntax.Call) else ""
            found = f"{name} returned nothing, but its value is used here"
            self.scope.fault(node.at, f"{found}; end it with return")

        return run

    def act(self, node: syntax.Operation | syntax.Call | syntax.Hole) -> Act:
        """Return a function that executes ``node`` as a statement."""
        match node:
            case syntax.Call():
                return self.call(node)
            case syntax.Hole(words=words):
                found = f"the hole '{words}' was reached"
                return self.failing(node.at, f"{found}; this part is not written yet")
            case syntax.Operation(name=name) if name in LISTS:
                return self.operation(node)
            case syntax.Operation(name=name, operands=operands):
                if len(operands) != len(OPERATIONS[name]):
                    found = f"{name} with {counted(len(operands), 'operand')}"
                    return self.failing(node.at, f"{found}; expected {form(name)}")
                return self.operation(node)

    def failing(self, at: int, message: str) -> Callable[[Frame], NoReturn]:
        return lambda frame: self.scope.fault(at, message)

    def call(self, node: syntax.Call) -> Act:
        arguments = [self.expression(one) for one in node.arguments]
        machine, name = self.machine, key(node.name)
        where = self.scope.remark(node.at)

        def run(frame: Frame) -> Value | Missing:
            values = [argument(frame) for argument in arguments]
            routine = machine.routines.get(name)
            if routine is None or len(values) != routine.takes:
                self.scope.bad_call(node, routine)
            return machine.invoke(routine, values, where)

        return run

    def operation(self, node: syntax.Operation) -> Act:
        """Every operation of an ADT; its last operand is the structure."""
        *others, structure = map(self.expression, node.operands)
        where, line = self.scope.remark(node.at), self.scope.line(node.at)
        machine, log, name, shift = self.machine, self.log, node.name, self.scope.shift
        swaps = name in ("ENQUEUE", "PUSH", "INSERTAT", "WRITE")
        stores = name in ("INSERTAT", "APPEND", "INSERT")
        grows, listed = name in GROWING, name in LISTS

        def run(frame: Frame) -> Value | Missing:
            values = []
            for other in others:
                values.append(other(frame))
            holder = structure(frame)
            if values and (type(holder) is DynamicArray or listed):
                if isinstance(holder, ArrayVector):  # later elements move
                    machine.charge(len(holder) // A_STEP, where)
            if grows:
                machine.use(1, where)
            if stores and self.scope.copies:
                values = [self.copy(one, where) for one in values]
            if swaps and fits_better(name, values, holder):
                self.other_order(node)
                if grows and name != "INSERTAT":
                    holder, values[0] = values[0], holder
                else:
                    values.reverse()
            try:
                if listed:
                    if name == "LIST" and self.scope.copies:
                        values = [self.copy(one, where) for one in (*values, holder)]
                        holder = values.pop()
                    value = operate_list(name, holder, values)
                    if isinstance(value, DynamicArray):
                        machine.use(STRUCTURE + len(value), where)
                        machine.charge(len(value) // A_STEP, where)
                    elif name == "SIZE" and isinstance(value, int):
                        machine.charge(value // A_STEP, where)
                else:
                    value = operate(name, holder, values, shift)
            except EmptyError:
                value = self.underflow(node, holder)
            except Mistaken:
                self.scope.mistaken(node, holder, frame)
            except PositionError:
                self.scope.bad_position(
                    name, node, holder, values[name == "WRITE"], frame
                )
            if log is not None and isinstance(holder, STRUCTURES):
                log.add(name, line, holder, tuple(values), value)
            return value

        return run

    def other_order(self, node: syntax.Operation) -> None:
        """Warn that the operands are read in the other order, which alone fits."""
        remark = self.scope.remark(node.at)
        self.machine.charge(A_STEP, remark)
        message = f"the operands are read in the other order; write {form(node.name)}"
        self.machine.warn(remark(message))

    def copy(self, value: Value, where: Where) -> Value:
        if isinstance(value, ArrayVector):
            return self.machine.copy(value, where)
        return value

    def underflow(self, node: syntax.Operation, holder: Value) -> Value:
        """Warn, and return NULL, for HEAD or TOP of an empty structure."""
        message, where = f"{node.name} of an empty {kind(holder)}", node.at
        if node.name in REMOVING or self.machine.strict:
            self.scope.fault(node.at, message)
        remark = self.scope.remark(where)
        self.machine.charge(A_STEP, remark)
        self.machine.warn(remark(f"{message}: read as NULL; test EMPTY first"))
        return None

    def truth(self, node: syntax.Expression) -> Truth:
        """Return a function that computes ``node``, which must be TRUE or FALSE."""
        match node:
            case syntax.Binary(operator="∧", left=left, right=right):
                one, two = self.truth(left), self.truth(right)
                return lambda frame: one(frame) and two(frame)
            case syntax.Binary(operator="∨", left=left, right=right):
                one, two = self.truth(left), self.truth(right)
                return lambda frame: one(frame) or two(frame)
            case syntax.Unary(operator="¬", operand=operand):
                one = self.truth(operand)
                return lambda frame: not one(frame)
            case syntax.Binary(operator="=" | "≠"):
                return self.equality(node)
        value, loose = self.expression(node), self.machine.loose

        def run(frame: Frame) -> bool:
            found = value(frame)
            if found is not True and found is not False:
                if loose and isinstance(found, STRUCTURES):
                    return True
                self.scope.no_truth(node, found, frame)
            return found

        return run

    def equality(self, node: syntax.Binary) -> Truth:
        one, two = self.expression(node.left), self.expression(node.right)
        machine, wanted = self.machine, node.operator == "="
        where = self.scope.remark(node.at)

        def count(compared: int) -> None:
            machine.charge(STRUCTURE + compared // A_STEP, where)

        def run(frame: Frame) -> bool:
            left, right = one(frame), two(frame)
            if type(left) is int and type(right) is int:
                return (left == right) is wanted
            return equal(left, right, count) is wanted

        return run

    def arithmetic(self, node: syntax.Binary) -> Evaluate:
        one, two = self.expression(node.left), self.expression(node.right)
        apply, divides = ARITHMETIC[node.operator], node.operator in ("/", "mod")
        if self.machine.loose and node.operator == "/":
            apply = operator.floordiv

        def run(frame: Frame) -> Value:
            left, right = one(frame), two(frame)
            if type(left) is not int or type(right) is not int:
                if not is_number(left) or not is_number(right):
                    self.scope.not_numbers(node, left, right, frame)
            if divides and right == 0:
                self.scope.fault(node.at, f"{node.operator} by 0", frame, node)
            value = apply(left, right)
            if type(value) is int and -LARGEST < value < LARGEST:
                return value
            if value is True or value is False:
                return value
            return self.bounded(node, value)

        return run

    def bounded(self, node: syntax.Expression, value: Number) -> Number:
        """Return ``value``, an int if it is whole. Raise LimitReached if too large."""
        if not -LARGEST < value < LARGEST:
            where = self.scope.remark(node.at)
            raise LimitReached(where("a number of more than 30 digits"))
        if type(value) is float and value.is_integer():
            return int(value)
        return value

    def rounded(self, node: syntax.Unary) -> Evaluate:
        """``floor``, ``ceil`` and the sign ``−``."""
        operand, apply = self.expression(node.operand), OF_ONE[node.operator]

        def run(frame: Frame) -> Value:
            value = operand(frame)
            if is_number(value):
                return apply(value)
            found = f"{node.operator} takes a number; found {described(value)}"
            self.scope.fault(node.at, found, frame, node)

        return run
