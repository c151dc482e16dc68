"""Compile the syntax tree of a function into Python functions of its frame."""

import math
import operator
from collections.abc import Callable, Iterable
from functools import cache
from itertools import permutations, repeat
from typing import NoReturn, TypeGuard

from adt.errors import EmptyError, PositionError
from adt.vector import ArrayVector, DynamicArray
from pseudoku.pseudocode.reading import syntax
from pseudoku.pseudocode.reading.source import Remark, RunError, RunLimitError, Source
from pseudoku.pseudocode.reading.words import (
    LIST_OPERATIONS,
    OPERATIONS,
    counted,
    name_key,
    operation_form,
)
from pseudoku.pseudocode.running import faults
from pseudoku.pseudocode.running.lists import apply_list_operation
from pseudoku.pseudocode.running.machine import (
    CELLS_PER_STRUCTURE,
    MAX_CELLS,
    PARTS_PER_STEP,
    REMOVE_OPERATIONS,
    RETURN,
    Evaluate,
    Execute,
    Frame,
    Machine,
    Routine,
    Signal,
)
from pseudoku.pseudocode.running.values import (
    NO_RESULT,
    SCALARS,
    STRUCTURES,
    UNSET,
    Absent,
    Array,
    OperandsError,
    Value,
    apply_operation,
    describe,
    element_at,
    fits_operand,
    is_equal,
    kind_name,
)

Number = int | float
EvaluateOrNothing = Callable[[Frame], Value | Absent]

MAX_MAGNITUDE = 10**30
BOOLEAN_OPERATORS = "¬∧∨=≠<>≤≥"  # operators whose result is TRUE or FALSE
GROWING_OPERATIONS = ("ENQUEUE", "PUSH", "INSERTAT")
COPYING_OPERATIONS = ("INSERTAT", "WRITE", "LIST")  # in elements
MAX_TEXT_CHARACTERS = 200  # characters of a text

BINARY_FUNCTIONS: dict[str, Callable[[Number, Number], Number]] = {
    **{"+": operator.add, "−": operator.sub, "×": operator.mul},
    **{"/": operator.truediv, "mod": operator.mod},
    **{"<": operator.lt, ">": operator.gt, "≤": operator.le, "≥": operator.ge},
}
UNARY_FUNCTIONS: dict[str, Callable[[Number], Number]] = {
    **{"floor": math.floor, "ceil": math.ceil, "−": operator.neg}
}


def is_number(value: Value) -> TypeGuard[Number]:
    return isinstance(value, (int, float)) and type(value) is not bool


def step_cost(block: syntax.Block) -> int:
    """Return the steps of ``block``: one per statement, more for a long statement."""
    return sum(
        [1 + len([*syntax.walk_expressions(one)]) // PARTS_PER_STEP for one in block]
    )


class Compiler:
    """Compiles one function, which counts positions from ``base``.

    The steps of a block are charged where the block is entered.
    """

    def __init__(
        self,
        machine: Machine,
        source: Source,
        function: syntax.Function,
        base: int,
        constants: dict[str, syntax.Scalar],
    ) -> None:
        self.machine, self.log = machine, machine.log
        self.lines = self.log if self.log and self.log.lines else None
        self.source, self.function = source, function
        self.base = base
        self.shift = 1 - self.base  # from a position of the program to one of `adt`
        self.copies = machine.copies
        self.constants = constants
        names = [*function.parameters, *syntax.assigned_names(function.body)]
        self.slots = {name: slot for slot, name in enumerate(dict.fromkeys(names))}
        self._alike: dict[str, list[str]] = {}
        for name in self.slots:
            self._alike.setdefault(name.lower(), []).append(name)
        self._loops = 0  # around the statement that is being read

    def routine(self, lazy: bool = False) -> Routine:
        """Return the function, ready to run; if *lazy*, compiled at its first call."""
        function, names = self.function, [*self.slots]
        takes = len(function.parameters)
        if len(set(function.parameters)) != takes:
            twice = "two parameters have the same name"
            raise RunError(self.source.remark(function.offset, twice))
        steps = 1 + step_cost(function.body) + len(names) // PARTS_PER_STEP
        body = self.lazily(function.body) if lazy else self.block(function.body)
        first, end = function.offset, max(0, function.end - 1)
        lines = (
            self.source.line_and_column(first)[0],
            self.source.line_and_column(end)[0],
        )
        about = self.source, function.name, names, takes, self.base, steps
        return Routine(*about, body, *lines)

    def lazily(self, block: syntax.Block) -> Execute:
        body = cache(lambda: self.block(block))
        return lambda frame: body()(frame)

    def place(self, at: int) -> Remark:
        """Return a place of the function for its events."""
        where = f"in {self.function.name}: " if self.function.name else ""
        return self.source.remark(at, where)

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
                return self.assign(node, name, self.expression(value))
            case syntax.Assign(target=syntax.Select() as target, value=value):
                return self.store(target, value)
            case syntax.New():
                return self.new(node)
            case syntax.ExpressionStatement(expression=expression):
                return self.perform(expression)
            case syntax.Return():
                return self.returning(node)
            case syntax.If():
                return self.conditional(node)
            case syntax.While() | syntax.For():
                return self.loop(node)
            case syntax.Break():
                return self.leaving(node, "break")
            case syntax.Continue():
                return self.leaving(node, "continue")
        raise AssertionError(node)

    def assign(self, node: syntax.Assign, name: str, value: Evaluate) -> Execute:
        slot, log, at = self.slots[name], self.lines, self.place(node.offset)

        def run(frame: Frame) -> None:
            frame[slot] = found = value(frame)
            if log is not None:
                log.add("SET", at, operands=(found,), name=name)

        return run

    def store(self, node: syntax.Select, stored: syntax.Expression) -> Execute:
        value, vector = self.expression(stored), self.expression(node.vector)
        position, place = self.expression(node.position), self.place(node.offset)
        machine, log, copies = self.machine, self.log, self.copies
        own_shift = self.shift

        def run(frame: Frame) -> None:
            stored, holder, k = value(frame), vector(frame), position(frame)
            if type(k) is not int or not isinstance(holder, ArrayVector):
                holder, k = faults.require_position(machine, node, holder, k)
            at = k + (1 if type(holder) is Array else own_shift)
            if copies and not isinstance(stored, SCALARS):
                if element_at(holder, at) is not stored:
                    stored = machine.copy(stored, node)
            if type(holder) is DynamicArray and at > len(holder):
                machine.use(1, node)
            try:
                holder[at] = stored
            except PositionError:
                faults.fail_position(machine, "STORE", node, holder, k)
            if log is not None:
                log.add("STORE", place, holder, (k, stored))

        return run

    def new(self, node: syntax.New) -> Execute:
        about = node.length
        length = self.expression(about) if about else None
        wanted = f"a length must be a whole number from 0 to {MAX_CELLS:,}"
        machine, log, at = self.machine, self.log, self.place(node.offset)
        slot = self.slots[node.name]

        def make(frame: Frame) -> None:
            cells = 0
            if length is not None:
                cells = faults.require_integer(
                    machine, length(frame), wanted, node, about, 0
                )
            frame[slot] = structure = machine.new(node.kind, cells, node)
            if log is not None:
                operands = (cells,) if about else ()
                log.add("NEW", at, structure, operands, name=node.name)

        return make

    def perform(self, node: syntax.Action) -> Execute:
        act = self.act(node)

        def run(frame: Frame) -> None:
            act(frame)

        return run

    def returning(self, node: syntax.Return) -> Execute:
        machine, log, at = self.machine, self.lines, self.place(node.offset)
        value: EvaluateOrNothing = (
            self.expression(node.value) if node.value else lambda _: NO_RESULT
        )

        def run(frame: Frame) -> Signal:
            machine.result = found = value(frame)
            if log is not None:
                log.add("GIVE", at, result=found)
            return RETURN

        return run

    def conditional(self, node: syntax.If) -> Execute:
        machine = self.machine
        branches: list[tuple[Evaluate | None, Execute, int]] = [
            (self.test(one.condition), self.block(one.body), step_cost(one.body))
            for one in node.branches
        ]
        if otherwise := node.otherwise:
            branches.append((None, self.block(otherwise), step_cost(otherwise)))

        def run(frame: Frame) -> Signal | None:
            for condition, body, steps in branches:
                if condition is None or condition(frame):
                    machine.left -= steps
                    return body(frame)
            return None

        return run

    def test(self, condition: syntax.Expression, word: str = "TEST") -> Evaluate:
        """Return a function that computes ``condition``, and logs its value."""
        value, log = self.truth(condition), self.lines
        if log is None:
            return value
        begins = min(one.offset for one in syntax.located_nodes(condition))
        at, told = self.place(begins), self.source.condition_text(begins)

        def run(frame: Frame) -> Value:
            found = value(frame)
            log.add(word, at, result=found, name=told)
            return found

        return run

    def loop(self, node: syntax.While | syntax.For) -> Execute:
        """A loop ends where its condition, or the guard of a for, is FALSE."""
        machine, log, at = self.machine, self.log, self.place(node.offset)
        name = node.variable if isinstance(node, syntax.For) else ""
        turns, slot, lines = self.turns(node), self.slots.get(name), self.lines
        test = node.guard if isinstance(node, syntax.For) else node.condition
        condition = self.test(test, "TEST" if name else "WHILE") if test else None
        self._loops += 1
        body, steps = self.block(node.body), step_cost([node, *node.body])
        self._loops -= 1

        def run(frame: Frame) -> Signal | None:
            for value in turns(frame):
                if slot is not None:
                    frame[slot] = value
                if condition is not None and not condition(frame):
                    if slot is not None and machine.leaves_out:
                        machine.charge(1, node)
                        continue
                    break
                machine.left -= steps
                if machine.left < 0:
                    why = faults.unchanged_condition(node)
                    machine.reached(machine.used_up() + why, node)
                if log is not None:
                    log.add("TURN", at, operands=(value,) if name else (), name=name)
                signal = body(frame)
                if signal is not None and signal != "continue":
                    return signal if signal == "return" else None
            if lines is not None:
                lines.add("END", at, name=name)
            return None

        return run

    def turns(
        self, node: syntax.While | syntax.For
    ) -> Callable[[Frame], Iterable[int]]:
        """Return a function that finds the values of the variable of a loop."""
        if isinstance(node, syntax.While):
            return lambda frame: repeat(0)
        first, last = self.expression(node.first), self.expression(node.last)
        machine, wanted = self.machine, "an end of a for must be a whole number"
        way = 1 if node.step > 0 else -1
        after_first, after_last = (
            way * node.excludes_first,
            way * (not node.excludes_last),
        )

        def values(frame: Frame) -> range:
            start, end = first(frame), last(frame)
            start = faults.require_integer(machine, start, wanted, node, node.first)
            end = faults.require_integer(machine, end, wanted, node, node.last)
            return range(start + after_first, end + after_last, node.step)

        return values

    def leaving(self, node: syntax.Statement, signal: Signal) -> Execute:
        if not self._loops:
            return self.failing(node, f"'{signal}' outside a loop")
        log, at = self.lines, self.place(node.offset)

        def run(frame: Frame) -> Signal:
            if log is not None:
                log.add(signal.upper(), at)
            return signal

        return run

    def expression(self, node: syntax.Expression) -> Evaluate:
        """Return a function that computes the value of ``node`` in a frame."""
        match node:
            case syntax.Name():
                return self.load(node)
            case syntax.Literal():
                return self.literal(node)
            case syntax.Select():
                return self.select(node)
            case syntax.Operation() | syntax.Call() | syntax.Hole():
                return self.value(node)
            case syntax.Unary(operator="¬", operand=operand):
                one = self.truth(operand)
                return lambda frame: not one(frame)
            case syntax.Unary():
                return self.rounded(node)
            case syntax.Binary(operator="∧", left=left, right=right):
                one, two = self.truth(left), self.truth(right)
                return lambda frame: one(frame) and two(frame)
            case syntax.Binary(operator="∨", left=left, right=right):
                one, two = self.truth(left), self.truth(right)
                return lambda frame: one(frame) or two(frame)
            case syntax.Binary(operator="=" | "≠"):
                return self.equality(node)
            case syntax.Binary():
                return self.arithmetic(node)

    def load(self, node: syntax.Name) -> Evaluate:
        """The case of the name may differ where only one variable is meant."""
        machine, name = self.machine, node.name
        alike = self._alike.get(name.lower(), [])
        if name not in self.slots and len(alike) == 1:
            name = alike[0]
            read_as = f"'{node.name}' is read as '{name}'; use one spelling"
            machine.warn(self.source.remark(node.offset, read_as))
        if name not in self.slots and name in self.constants:
            outside = f"'{name}' is set outside the function; set it inside, or pass it"
            machine.warn(self.source.remark(node.offset, outside))
            return self.literal(syntax.Literal(node.offset, self.constants[name]))
        slot = self.slots.get(name)
        if slot is None:
            return lambda frame: faults.fail_unset(machine, node, self.function)

        def run(frame: Frame) -> Value:
            value = frame[slot]
            if value is UNSET or value is NO_RESULT:
                faults.fail_unset(machine, node, self.function)
            return value

        return run

    def literal(self, node: syntax.Literal) -> Evaluate:
        value = node.value
        if isinstance(value, str):
            if len(value) > MAX_TEXT_CHARACTERS:
                message = f"a text of more than {MAX_TEXT_CHARACTERS} characters"
                raise RunLimitError(self.source.remark(node.offset, message))
            if self.machine.loose:
                value = {"TRUE": True, "FALSE": False}.get(value.upper(), value)
        return lambda frame: value

    def select(self, node: syntax.Select) -> Evaluate:
        vector, position = self.expression(node.vector), self.expression(node.position)
        machine, log, at = self.machine, self.log, self.place(node.offset)
        own_shift = self.shift

        def run(frame: Frame) -> Value:
            holder, k = vector(frame), position(frame)
            if type(k) is not int or not isinstance(holder, ArrayVector):
                holder, k = faults.require_position(machine, node, holder, k)
            try:
                element = holder[k + (1 if type(holder) is Array else own_shift)]
            except PositionError:
                faults.fail_position(machine, "SELECT", node, holder, k)
            if log is not None:
                log.add("SELECT", at, holder, (k,), element)
            return element

        return run

    def value(self, node: syntax.Action) -> Evaluate:
        """Return a function that executes ``node`` and returns its value."""
        act, machine = self.act(node), self.machine

        def run(frame: Frame) -> Value:
            value = act(frame)
            if value is NO_RESULT or value is UNSET:
                faults.fail_without_result(machine, node)
            return value

        return run

    def act(self, node: syntax.Action) -> EvaluateOrNothing:
        """Return a function that executes ``node`` as a statement."""
        match node:
            case syntax.Call():
                return self.call(node)
            case syntax.Hole(words=words):
                found = f"the hole '{words}' was reached"
                return self.failing(node, f"{found}; this part is not written yet")
            case syntax.Operation(name=name, operands=operands):
                if name in OPERATIONS and len(operands) != len(OPERATIONS[name]):
                    found = f"{name} with {counted(len(operands), 'operand')}"
                    return self.failing(
                        node, f"{found}; expected {operation_form(name)}"
                    )
                return self.operation(node)

    def failing(
        self, node: syntax.LocatedNode, message: str
    ) -> Callable[[Frame], NoReturn]:
        return lambda frame: faults.fail(self.machine, node, message)

    def call(self, node: syntax.Call) -> EvaluateOrNothing:
        arguments = [self.expression(one) for one in node.arguments]
        machine, name = self.machine, name_key(node.name)

        def run(frame: Frame) -> Value | Absent:
            values = [argument(frame) for argument in arguments]
            routine = machine.routines.get(name)
            if routine is None or len(values) != routine.takes:
                faults.fail_call(machine, node, routine)
            return machine.invoke(routine, values, node)

        return run

    def operation(self, node: syntax.Operation) -> EvaluateOrNothing:
        """Every operation of an ADT; its last operand is the structure."""
        parts = [self.expression(one) for one in node.operands]
        if node.name == "LIST":  # it has elements only
            parts.append(lambda frame: None)
        *others, structure = parts
        machine, log, name, at = (
            self.machine,
            self.log,
            node.name,
            self.place(node.offset),
        )
        listed, grows, shift = (
            name in LIST_OPERATIONS,
            name in GROWING_OPERATIONS,
            self.shift,
        )
        copies = self.copies and name in COPYING_OPERATIONS
        watch = machine.watch
        moves = name in ("INSERTAT", "REMOVEAT") or (listed and others)  # elements

        def run(frame: Frame) -> Value | Absent:
            operands = []
            for other in others:  # faster than a comprehension
                operands.append(other(frame))
            if watch is not None:
                watch(name, operands)
            holder, given = structure(frame), operands
            if copies:
                operands = [machine.copy(one, node) for one in given]
            if moves and isinstance(holder, ArrayVector):
                machine.charge(len(holder) // PARTS_PER_STEP, node)
            if grows:
                machine.use(1, node)
            try:
                try:
                    if listed:
                        value = self.listed(node, holder, operands)
                    else:
                        value = apply_operation(name, holder, operands, shift)
                except OperandsError:
                    *given, holder = self.reordered(node, [*given, holder])
                    operands = [
                        machine.copy(one, node) if copies else one for one in given
                    ]
                    if watch is not None:
                        watch(name, operands)
                    value = apply_operation(name, holder, operands, shift)
            except EmptyError:
                value = self.underflow(node, holder)
            except PositionError:
                k = operands[name == "WRITE"]
                vector, position = faults.require_position(machine, node, holder, k)
                faults.fail_position(machine, name, node, vector, position)
            if log is not None and not isinstance(holder, SCALARS):
                log.add(name, at, holder, tuple(operands), value)
            return value

        return run

    def listed(
        self, node: syntax.Operation, holder: Value, operands: list[Value]
    ) -> Value | Absent:
        """Return the result of an operation of lists, with what it costs."""
        value = apply_list_operation(node.name, holder, operands)
        if isinstance(value, DynamicArray):
            self.machine.use(CELLS_PER_STRUCTURE + len(value), node)
            self.machine.charge(len(value) // PARTS_PER_STEP, node)
        return value

    def reordered(self, node: syntax.Operation, given: list[Value]) -> list[Value]:
        """Return the operands in the only other order that fits, and warn about it."""
        words = OPERATIONS.get(node.name, ("",))
        orders = [
            one for one in permutations(given) if all(map(fits_operand, words, one))
        ]
        if len(orders) != 1 or given == [*orders[0]]:
            faults.fail_operands(self.machine, node, given)
        message = "the operands are read in the other order"
        self.warn(node, f"{message}; write {operation_form(node.name)}")
        return [*orders[0]]

    def underflow(self, node: syntax.Operation, holder: Value) -> Value:
        """Warn, and return NULL, for HEAD or TOP of an empty structure."""
        message = f"{node.name} of an empty {kind_name(holder)}"
        if node.name in REMOVE_OPERATIONS:
            faults.fail(self.machine, node, message)
        self.warn(node, f"{message}: read as NULL; test EMPTY first")
        return None

    def warn(self, node: syntax.LocatedNode, message: str) -> None:
        self.machine.charge(PARTS_PER_STEP, node)
        self.machine.warn(self.machine.remark(node, message))

    def truth(self, node: syntax.Expression) -> Evaluate:
        """Return a function that computes ``node``, which must be TRUE or FALSE."""
        value, machine = self.expression(node), self.machine
        if (
            isinstance(node, syntax.Unary | syntax.Binary)
            and node.operator in BOOLEAN_OPERATORS
        ):
            return value

        def run(frame: Frame) -> bool:
            found = value(frame)
            if found is True or found is False:
                return found
            if machine.loose and isinstance(found, STRUCTURES):
                return True
            faults.fail_condition(machine, node, found)

        return run

    def equality(self, node: syntax.Binary) -> Evaluate:
        one, two = self.expression(node.left), self.expression(node.right)
        machine, wanted = self.machine, node.operator == "="

        def count(compared: int) -> None:
            machine.charge(CELLS_PER_STRUCTURE + compared // PARTS_PER_STEP, node)

        def run(frame: Frame) -> bool:
            left, right = one(frame), two(frame)
            if type(left) is int and type(right) is int:
                return (left == right) is wanted
            return is_equal(left, right, count) is wanted

        return run

    def arithmetic(self, node: syntax.Binary) -> Evaluate:
        one, two = self.expression(node.left), self.expression(node.right)
        machine, sign, apply = (
            self.machine,
            node.operator,
            BINARY_FUNCTIONS[node.operator],
        )
        if machine.loose and sign == "/":
            apply = operator.floordiv

        def run(frame: Frame) -> Value:
            left, right = one(frame), two(frame)
            if type(left) is not int or type(right) is not int:
                if not is_number(left) or not is_number(right):
                    found = f"{describe(left)} {sign} {describe(right)}"
                    faults.fail(
                        machine, node, f"'{sign}' takes numbers; found {found}", node
                    )
            try:
                value = apply(left, right)
            except ZeroDivisionError:
                faults.fail(machine, node, f"{sign} by 0", node)
            if not -MAX_MAGNITUDE < value < MAX_MAGNITUDE:
                machine.reached("a number of more than 30 digits", node)
            if type(value) is float and value.is_integer():
                return int(value)
            return value

        return run

    def rounded(self, node: syntax.Unary) -> Evaluate:
        """``floor``, ``ceil`` and the sign ``−``."""
        operand, apply = self.expression(node.operand), UNARY_FUNCTIONS[node.operator]

        def run(frame: Frame) -> Value:
            value = operand(frame)
            if is_number(value):
                return apply(value)
            found = f"{node.operator} takes a number; found {describe(value)}"
            faults.fail(self.machine, node, found, node)

        return run
