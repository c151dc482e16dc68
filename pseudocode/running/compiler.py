"""Compile the syntax tree of a function into Python functions that execute it.

Each of them takes a frame, the list of the values of the function's variables.
"""

import math
import operator
from collections.abc import Callable, Iterable
from functools import cache
from itertools import permutations, repeat
from typing import NoReturn, TypeGuard, assert_never

from _courseware.terminal.messages import plural
from adt.errors import EmptyError, PositionError
from adt.vector import ArrayVector, DynamicArray
from pseudocode.reading import syntax
from pseudocode.reading.operators import ARITHMETIC_SYMBOLS, COMPUTE, PRECEDENCE, Number
from pseudocode.reading.source import Remark, RunError, RunLimitError, Source
from pseudocode.reading.vocabulary import (
    LIST_OPERATIONS,
    LIST_RESULTS,
    OPERATIONS,
    name_key,
    operation_form,
)
from pseudocode.running import faults
from pseudocode.running.lists import apply_list_operation
from pseudocode.running.machine import (
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
from pseudocode.running.values import (
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

EvaluateOrNothing = Callable[[Frame], Value | Absent]

MAX_MAGNITUDE = 10**30
# Their result is TRUE or FALSE.
TRUTH_OPERATORS = {"¬", *PRECEDENCE} - {*ARITHMETIC_SYMBOLS}
GROWING_OPERATIONS = ("ENQUEUE", "PUSH", "INSERTAT")
COPYING_OPERATIONS = ("INSERTAT", "WRITE", "LIST")  # in elements
MAX_TEXT_CHARACTERS = 200  # characters of a text

UNARY_FUNCTIONS: dict[str, Callable[[Number], Number]] = {
    **{"floor": math.floor, "ceil": math.ceil, "−": operator.neg}
}


def _is_number(value: Value) -> TypeGuard[Number]:
    return isinstance(value, (int, float)) and type(value) is not bool


def step_cost(block: syntax.Block) -> int:
    """Return the number of steps that one execution of ``block`` costs.

    A statement costs one step, and one more for each PARTS_PER_STEP nodes in it. Inner
    blocks are not included.
    """
    return sum(
        [
            1 + len([*syntax.walk_expressions(statement)]) // PARTS_PER_STEP
            for statement in block
        ]
    )


class Compiler:
    """A compiler of one function into Python functions that execute it.

    ``base`` is the first position of a vector in the program. ``constants`` are the
    values of variables that are set once, outside functions.
    """

    def __init__(
        self,
        machine: Machine,
        source: Source,
        function: syntax.Function,
        base: int,
        constants: dict[str, syntax.Scalar],
    ) -> None:
        self.machine = machine
        self.log = machine.log
        self.lines = self.log if self.log and self.log.lines else None
        self.source = source
        self.function = function
        self.base = base
        # From a position of the program to one of `adt`.
        self.position_shift = 1 - self.base
        self.copies_vectors = machine.copies_vectors
        self.constants = constants
        names = [*function.parameters, *syntax.assigned_names(function.body)]
        self.slots = {name: slot for slot, name in enumerate(dict.fromkeys(names))}
        self._alike: dict[str, list[str]] = {}
        for name in self.slots:
            self._alike.setdefault(name.lower(), []).append(name)
        self._loops = 0  # around the statement that is being read

    def compile_routine(self, lazy: bool = False) -> Routine:
        """Return the compiled function; if ``lazy``, the first call compiles its body.

        Raise RunError if two parameters have the same name.
        """
        function = self.function
        names = [*self.slots]
        parameter_count = len(function.parameters)
        if len(set(function.parameters)) != parameter_count:
            message = "two parameters have the same name"
            raise RunError(self.source.remark(function.offset, message))
        steps = 1 + step_cost(function.body) + len(names) // PARTS_PER_STEP
        compile_body = self.compile_lazily if lazy else self.compile_block
        body = compile_body(function.body)
        first, _ = self.source.line_and_column(function.offset)
        last, _ = self.source.line_and_column(max(0, function.end - 1))
        fields = self.source, function.name, names, parameter_count, self.base, steps
        return Routine(*fields, body, first, last, self.source.is_reference)

    def compile_lazily(self, block: syntax.Block) -> Execute:
        """Return ``block`` as a closure that is compiled when first run."""
        body = cache(lambda: self.compile_block(block))
        return lambda frame: body()(frame)

    def remark(self, offset: int) -> Remark:
        """Return a remark at ``offset`` with the message ``in NAME: ``, or ""."""
        function_prefix = f"in {self.function.name}: " if self.function.name else ""
        return self.source.remark(offset, function_prefix)

    def compile_block(self, block: syntax.Block) -> Execute:
        """Return a Python function that executes statements up to the first signal."""
        statements = tuple([self.compile_statement(statement) for statement in block])
        if len(statements) == 1:
            return statements[0]

        def run(frame: Frame) -> Signal | None:
            for statement in statements:
                signal = statement(frame)
                if signal is not None:
                    return signal
            return None

        return run

    def compile_statement(self, node: syntax.Statement) -> Execute:
        """Return a Python function that executes the statement ``node`` in a frame.

        It returns "break", "continue" or "return" if the statement leaves its block
        that way, otherwise None.
        """
        match node:
            case syntax.Assign(target=target, value=value):
                if isinstance(target, syntax.Select):
                    return self.compile_store(target, value)
                stored = self.compile_expression(value)
                return self.compile_assign(node, target.name, stored)
            case syntax.New():
                return self.compile_new(node)
            case syntax.ExpressionStatement(expression=expression):
                return self.compile_perform(expression)
            case syntax.Return():
                return self.compile_return(node)
            case syntax.If():
                return self.compile_if(node)
            case syntax.While() | syntax.For():
                return self.compile_loop(node)
            case syntax.Break():
                return self.compile_jump(node, "break")
            case syntax.Continue():
                return self.compile_jump(node, "continue")
            case _:
                assert_never(node)

    def compile_assign(
        self, node: syntax.Assign, name: str, value: Evaluate
    ) -> Execute:
        slot = self.slots[name]
        log = self.lines
        remark = self.remark(node.offset)

        def run(frame: Frame) -> None:
            frame[slot] = result = value(frame)
            if log is not None:
                log.add("SET", remark, operands=(result,), name=name)

        return run

    def compile_store(self, node: syntax.Select, stored: syntax.Expression) -> Execute:
        """Return a Python function that puts the value of ``stored`` at a position."""
        value = self.compile_expression(stored)
        vector = self.compile_expression(node.vector)
        position = self.compile_expression(node.position)
        remark = self.remark(node.offset)
        machine = self.machine
        log = self.log
        copies = self.copies_vectors
        shift = self.position_shift

        def run(frame: Frame) -> None:
            stored = value(frame)
            structure = vector(frame)
            k = position(frame)
            if type(k) is not int or not isinstance(structure, ArrayVector):
                structure, k = faults.require_position(machine, node, structure, k)
            adt_position = k + (1 if type(structure) is Array else shift)
            if copies and not isinstance(stored, SCALARS):
                if element_at(structure, adt_position) is not stored:
                    stored = machine.copy(stored, node)
            if type(structure) is DynamicArray and adt_position > len(structure):
                machine.allocate(1, node)
            try:
                structure[adt_position] = stored
            except PositionError:
                faults.fail_position(machine, "STORE", node, structure, k)
            if log is not None:
                log.add("STORE", remark, structure, (k, stored))

        return run

    def compile_new(self, node: syntax.New) -> Execute:
        """Return a Python function that makes a structure and sets its variable."""
        length_node = node.length
        length: Evaluate = lambda frame: 0
        if length_node:
            length = self.compile_expression(length_node)
        expected = f"a length must be a whole number from 0 to {MAX_CELLS:,}"
        machine = self.machine
        log = self.log
        remark = self.remark(node.offset)
        slot = self.slots[node.name]
        watch = machine.watch

        def make(frame: Frame) -> None:
            cells = faults.require_integer(
                machine, length(frame), expected, node, length_node, 0
            )
            frame[slot] = structure = machine.new(node.kind, cells, node)
            if watch is not None:
                is_vector = isinstance(structure, ArrayVector)
                kind = "vector" if is_vector else kind_name(structure)
                watch(f"new {kind}", [])
            if log is not None:
                operands = (cells,) if length_node else ()
                log.add("NEW", remark, structure, operands, name=node.name)

        return make

    def compile_perform(self, node: syntax.Action) -> Execute:
        act = self.compile_act(node)

        def run(frame: Frame) -> None:
            act(frame)

        return run

    def compile_return(self, node: syntax.Return) -> Execute:
        """Return a Python function that puts the result into `Machine.result`."""
        machine = self.machine
        log = self.lines
        remark = self.remark(node.offset)
        value: EvaluateOrNothing = (
            self.compile_expression(node.value) if node.value else lambda _: NO_RESULT
        )

        def run(frame: Frame) -> Signal:
            machine.result = result = value(frame)
            if log is not None:
                log.add("GIVE", remark, result=result)
            return RETURN

        return run

    def compile_if(self, node: syntax.If) -> Execute:
        """Return a Python function that executes the first branch whose test is TRUE."""
        machine = self.machine
        branches: list[tuple[Evaluate | None, Execute, int]] = [
            (
                self.compile_test(branch.condition),
                self.compile_block(branch.body),
                step_cost(branch.body),
            )
            for branch in node.branches
        ]
        if otherwise := node.otherwise:
            branches.append((None, self.compile_block(otherwise), step_cost(otherwise)))

        def run(frame: Frame) -> Signal | None:
            for condition, body, steps in branches:
                if condition is None or condition(frame):
                    machine.steps_left -= steps
                    return body(frame)
            return None

        return run

    def compile_test(
        self, condition: syntax.Expression, word: str = "TEST"
    ) -> Evaluate:
        """Return a Python function that evaluates ``condition`` and logs the result.

        The event's operation is ``word``, "TEST" or "WHILE".
        """
        value = self.compile_condition(condition)
        log = self.lines
        if log is None:
            return value
        start = min(node.offset for node in syntax.located_nodes(condition))
        remark = self.remark(start)
        condition_text = self.source.condition_text(start)

        def run(frame: Frame) -> Value:
            result = value(frame)
            log.add(word, remark, result=result, name=condition_text)
            return result

        return run

    def compile_loop(self, node: syntax.While | syntax.For) -> Execute:
        """Return a Python function that executes a ``while`` or ``for`` in a frame.

        A FALSE condition ends the loop, also one in the header of a ``for``; with
        `Machine.guard_skips`, the latter skips only its iteration.
        """
        machine = self.machine
        log = self.log
        remark = self.remark(node.offset)
        name = ""
        operation = "WHILE"
        if isinstance(node, syntax.For):
            name = node.variable
            operation = "TEST"
            condition_node = node.guard
        else:
            condition_node = node.condition
        iterations = self.compile_iterations(node)
        slot = self.slots.get(name)
        line_log = self.lines
        condition = None
        if condition_node:
            condition = self.compile_test(condition_node, operation)
        self._loops += 1
        body = self.compile_block(node.body)
        iteration_steps = step_cost([node, *node.body])
        self._loops -= 1

        def run(frame: Frame) -> Signal | None:
            for value in iterations(frame):
                if slot is not None:
                    frame[slot] = value
                if condition is not None and not condition(frame):
                    if slot is not None and machine.guard_skips:  # only this iteration
                        machine.charge(1, node)
                        continue
                    break
                machine.steps_left -= iteration_steps
                if machine.steps_left < 0:
                    reason = faults.unchanged_condition(node)
                    machine.fail_limit(machine.limit_message() + reason, node)
                if log is not None:
                    log.add(
                        "TURN", remark, operands=(value,) if name else (), name=name
                    )
                signal = body(frame)
                if signal is not None and signal != "continue":
                    return signal if signal == "return" else None
            if line_log is not None:
                line_log.add("END", remark, name=name)
            return None

        return run

    def compile_iterations(
        self, node: syntax.While | syntax.For
    ) -> Callable[[Frame], Iterable[int]]:
        """Return a Python function from a frame to the values of the loop variable.

        For a ``while``, these are endless zeros.
        """
        if isinstance(node, syntax.While):
            return lambda frame: repeat(0)
        first = self.compile_expression(node.first)
        last = self.compile_expression(node.last)
        machine = self.machine
        expected = "an end of a for must be a whole number"
        direction = 1 if node.step > 0 else -1
        after_first = direction if node.excludes_first else 0
        after_last = 0 if node.excludes_last else direction

        def values(frame: Frame) -> range:
            start = first(frame)
            end = last(frame)
            start = faults.require_integer(machine, start, expected, node, node.first)
            end = faults.require_integer(machine, end, expected, node, node.last)
            return range(start + after_first, end + after_last, node.step)

        return values

    def compile_jump(self, node: syntax.Statement, signal: Signal) -> Execute:
        """Return a Python function that returns ``signal``, or fails outside a loop."""
        if not self._loops:
            return self.compile_failure(node, f"'{signal}' outside a loop")
        log = self.lines
        remark = self.remark(node.offset)

        def run(frame: Frame) -> Signal:
            if log is not None:
                log.add(signal.upper(), remark)
            return signal

        return run

    def compile_expression(self, node: syntax.Expression) -> Evaluate:
        """Return a Python function that computes the value of ``node`` in a frame."""
        match node:
            case syntax.Name():
                return self.compile_variable(node)
            case syntax.Literal():
                return self.compile_literal(node)
            case syntax.Select():
                return self.compile_select(node)
            case syntax.Operation() | syntax.Call() | syntax.Hole():
                return self.compile_value(node)
            case syntax.Unary(operator="¬", operand=operand):
                truth = self.compile_condition(operand)
                return lambda frame: not truth(frame)
            case syntax.Unary():
                return self.compile_unary(node)
            case syntax.Binary(operator="∧" | "∨" as sign, left=left, right=right):
                left_truth = self.compile_condition(left)
                right_truth = self.compile_condition(right)
                if sign == "∧":
                    return lambda frame: left_truth(frame) and right_truth(frame)
                return lambda frame: left_truth(frame) or right_truth(frame)
            case syntax.Binary(operator="=" | "≠"):
                return self.compile_equality(node)
            case syntax.Binary():
                return self.compile_arithmetic(node)
            case _:
                assert_never(node)

    def compile_variable(self, node: syntax.Name) -> Evaluate:
        """Return a Python function that reads a variable; it raises RunError if unset.

        With a warning, a name that differs only in case from exactly one variable reads
        that variable, and a constant that is set outside the function is read too.
        """
        machine = self.machine
        name = node.name
        same_letters = self._alike.get(name.lower(), [])
        if name not in self.slots and len(same_letters) == 1:
            name = same_letters[0]
            spelling_message = f"'{node.name}' is read as '{name}'; use one spelling"
            machine.warn(self.source.remark(node.offset, spelling_message))
        if name not in self.slots and name in self.constants:
            advice = "set it inside, or pass it"
            set_outside = f"'{name}' is set outside the function; {advice}"
            machine.warn(self.source.remark(node.offset, set_outside))
            constant = syntax.Literal(node.offset, self.constants[name])
            return self.compile_literal(constant)
        slot = self.slots.get(name)
        if slot is None:
            return lambda frame: faults.fail_unset(machine, node, self.function)

        def run(frame: Frame) -> Value:
            value = frame[slot]
            if value is UNSET or value is NO_RESULT:
                faults.fail_unset(machine, node, self.function)
            return value

        return run

    def compile_literal(self, node: syntax.Literal) -> Evaluate:
        """Return a constant function. Raise RunLimitError if the text is too long."""
        value = node.value
        if isinstance(value, str):
            if len(value) > MAX_TEXT_CHARACTERS:
                message = f"a text of more than {MAX_TEXT_CHARACTERS} characters"
                raise RunLimitError(self.source.remark(node.offset, message))
            if self.machine.is_lenient:
                value = {"TRUE": True, "FALSE": False}.get(value.upper(), value)
        return lambda frame: value

    def compile_select(self, node: syntax.Select) -> Evaluate:
        """Return a Python function that reads the element of a vector at a position."""
        vector = self.compile_expression(node.vector)
        position = self.compile_expression(node.position)
        machine = self.machine
        log = self.log
        remark = self.remark(node.offset)
        shift = self.position_shift

        def run(frame: Frame) -> Value:
            structure = vector(frame)
            k = position(frame)
            if type(k) is not int or not isinstance(structure, ArrayVector):
                structure, k = faults.require_position(machine, node, structure, k)
            try:
                element = structure[k + (1 if type(structure) is Array else shift)]
            except PositionError:
                faults.fail_position(machine, "SELECT", node, structure, k)
            if log is not None:
                log.add("SELECT", remark, structure, (k,), element)
            return element

        return run

    def compile_value(self, node: syntax.Action) -> Evaluate:
        """Return a Python function that computes the value of a call or an operation.

        It raises RunError if there is no value.
        """
        act = self.compile_act(node)
        machine = self.machine

        def run(frame: Frame) -> Value:
            value = act(frame)
            if value is NO_RESULT or value is UNSET:
                faults.fail_without_result(machine, node)
            return value

        return run

    def compile_act(self, node: syntax.Action) -> EvaluateOrNothing:
        """Return a Python function that executes a call or an operation.

        It returns NO_RESULT if there is no result, and raises RunError for a hole or a
        wrong number of operands.
        """
        match node:
            case syntax.Call():
                return self.compile_call(node)
            case syntax.Hole(words=words):
                message = (
                    f"the hole '{words}' was reached; this part is not written yet"
                )
                return self.compile_failure(node, message)
            case syntax.Operation(name=name, operands=operands):
                if name in OPERATIONS and len(operands) != len(OPERATIONS[name]):
                    problem = f"{name} with {plural(len(operands), 'operand')}"
                    return self.compile_failure(
                        node, f"{problem}; expected {operation_form(name)}"
                    )
                return self.compile_operation(node)

    def compile_failure(
        self, node: syntax.LocatedNode, message: str
    ) -> Callable[[Frame], NoReturn]:
        """Return a closure that raises RunError with ``message``."""
        return lambda frame: faults.fail(self.machine, node, message)

    def compile_call(self, node: syntax.Call) -> EvaluateOrNothing:
        """Return a closure that calls a function; its result may be NO_RESULT."""
        arguments = [self.compile_expression(argument) for argument in node.arguments]
        machine = self.machine
        name = name_key(node.name)

        def run(frame: Frame) -> Value | Absent:
            values = [argument(frame) for argument in arguments]
            routine = machine.routines.get(name)
            if routine is None or len(values) != routine.parameter_count:
                faults.fail_call(machine, node, routine)
            return machine.call(routine, values, node)

        return run

    def compile_operation(self, node: syntax.Operation) -> EvaluateOrNothing:
        """Return a Python function that applies an ADT operation, for its result."""
        *operand_parts, structure = self.compile_operands(node)
        machine = self.machine
        log = self.log
        name = node.name
        remark = self.remark(node.offset)
        is_list_operation = name in LIST_OPERATIONS
        grows = name in GROWING_OPERATIONS
        shift = self.position_shift
        copies = self.copies_vectors and name in COPYING_OPERATIONS
        watch = machine.watch
        reads_list = is_list_operation and len(operand_parts) > 0
        moves_elements = reads_list or name in ("INSERTAT", "REMOVEAT")

        def run(frame: Frame) -> Value | Absent:
            evaluated = []
            for operand in operand_parts:  # faster than a comprehension
                evaluated.append(operand(frame))
            if watch is not None:
                watch(name, evaluated)
            holder = structure(frame)
            operands = evaluated
            if copies:
                operands = [machine.copy(value, node) for value in evaluated]
            if moves_elements and isinstance(holder, ArrayVector):
                machine.charge(len(holder) // PARTS_PER_STEP, node)
            if grows:
                machine.allocate(1, node)
            try:
                try:
                    if is_list_operation:
                        result = self.apply_list(node, holder, operands)
                    else:
                        result = apply_operation(name, holder, operands, shift)
                except OperandsError:
                    in_any_order = [*evaluated, holder]
                    reordered = self.reorder_operands(node, in_any_order, copies)
                    *operands, holder = reordered
                    result = apply_operation(name, holder, operands, shift)
            except EmptyError:
                result = self.warn_underflow(node, holder)
            except PositionError:
                position = operands[1] if name == "WRITE" else operands[0]
                vector, k = faults.require_position(machine, node, holder, position)
                faults.fail_position(machine, name, node, vector, k)
            if log is not None and not isinstance(holder, SCALARS):
                log.add(name, remark, holder, tuple(operands), result)
            return result

        return run

    def compile_operands(self, node: syntax.Operation) -> list[Evaluate]:
        """Return the functions that evaluate the operands, the structure last."""
        operands = [self.compile_expression(operand) for operand in node.operands]
        if node.name == "LIST":  # it has elements only
            operands.append(lambda frame: None)
        return operands

    def apply_list(
        self, node: syntax.Operation, holder: Value, operands: list[Value]
    ) -> Value | Absent:
        """Return the result of the list operation ``node`` on the list ``holder``.

        ``operands`` are the other operands. A new list counts towards the limits of the
        run.
        """
        value = apply_list_operation(node.name, holder, operands)
        if node.name in LIST_RESULTS and self.machine.watch is not None:
            self.machine.watch("new vector", [])
        if isinstance(value, DynamicArray):
            self.machine.allocate(CELLS_PER_STRUCTURE + len(value), node)
            self.machine.charge(len(value) // PARTS_PER_STEP, node)
        return value

    def reorder_operands(
        self, node: syntax.Operation, operands: list[Value], copies: bool
    ) -> list[Value]:
        """Return ``operands`` in the one order that is possible, with a warning.

        If ``copies``, the vectors before the structure, which is the last, are copied.
        Raise RunError if several orders or none are possible, or if the operands are
        already in that order.
        """
        words = OPERATIONS.get(node.name, ("",))
        orders = [
            order
            for order in permutations(operands)
            if all(map(fits_operand, words, order))
        ]
        if len(orders) != 1 or operands == [*orders[0]]:
            faults.fail_operands(self.machine, node, operands)
        message = "the operands are read in the other order"
        self.warn(node, f"{message}; write {operation_form(node.name)}")
        *elements, structure = orders[0]
        if copies:
            elements = [self.machine.copy(value, node) for value in elements]
        if self.machine.watch is not None:
            self.machine.watch(node.name, elements)
        return [*elements, structure]

    def warn_underflow(self, node: syntax.Operation, holder: Value) -> Value:
        """Return NULL for HEAD or TOP of the empty ``holder``, with a warning.

        Raise RunError if ``node`` is a DEQUEUE or POP.
        """
        message = f"{node.name} of an empty {kind_name(holder)}"
        if node.name in REMOVE_OPERATIONS:
            faults.fail(self.machine, node, message)
        self.warn(node, f"{message}: read as NULL; test EMPTY first")
        return None

    def warn(self, node: syntax.LocatedNode, message: str) -> None:
        """Add a warning at ``node``; raise RunError if warnings are errors."""
        self.machine.charge(PARTS_PER_STEP, node)
        self.machine.warn(self.machine.remark(node, message))

    def compile_condition(self, node: syntax.Expression) -> Evaluate:
        """Return a Python function that evaluates ``node`` as TRUE or FALSE.

        It raises RunError for any other value; but if `Machine.is_lenient`, a structure
        counts as TRUE.
        """
        value = self.compile_expression(node)
        machine = self.machine
        if (
            isinstance(node, syntax.Unary | syntax.Binary)
            and node.operator in TRUTH_OPERATORS
        ):
            return value

        def run(frame: Frame) -> bool:
            result = value(frame)
            if result is True or result is False:
                return result
            if machine.is_lenient and isinstance(result, STRUCTURES):
                return True
            faults.fail_condition(machine, node, result)

        return run

    def compile_equality(self, node: syntax.Binary) -> Evaluate:
        """Return a Python function that compares with ``=`` or ``≠``, elements too."""
        left_value = self.compile_expression(node.left)
        right_value = self.compile_expression(node.right)
        machine = self.machine
        is_equality = node.operator == "="

        def count(compared: int) -> None:
            machine.charge(CELLS_PER_STRUCTURE + compared // PARTS_PER_STEP, node)

        def run(frame: Frame) -> bool:
            left = left_value(frame)
            right = right_value(frame)
            if type(left) is int and type(right) is int:
                return (left == right) is is_equality
            return is_equal(left, right, count) is is_equality

        return run

    def compile_arithmetic(self, node: syntax.Binary) -> Evaluate:
        """Return a Python function that computes with two numbers."""
        left_value = self.compile_expression(node.left)
        right_value = self.compile_expression(node.right)
        machine = self.machine
        symbol = node.operator
        apply = COMPUTE[node.operator]
        if machine.is_lenient and symbol == "/":
            apply = operator.floordiv

        def run(frame: Frame) -> Value:
            left = left_value(frame)
            right = right_value(frame)
            if type(left) is not int or type(right) is not int:
                if not _is_number(left) or not _is_number(right):
                    operands = f"{describe(left)} {symbol} {describe(right)}"
                    problem = f"'{symbol}' takes numbers; found {operands}"
                    faults.fail(machine, node, problem, node)
            try:
                value = apply(left, right)
            except ZeroDivisionError:
                faults.fail(machine, node, f"{symbol} by 0", node)
            if not -MAX_MAGNITUDE < value < MAX_MAGNITUDE:
                machine.fail_limit("a number of more than 30 digits", node)
            if type(value) is float and value.is_integer():
                return int(value)
            return value

        return run

    def compile_unary(self, node: syntax.Unary) -> Evaluate:
        """Return a Python function that computes ``floor``, ``ceil`` or ``−``.

        It raises RunError if the operand is not a number.
        """
        operand = self.compile_expression(node.operand)
        apply = UNARY_FUNCTIONS[node.operator]

        def run(frame: Frame) -> Value:
            value = operand(frame)
            if _is_number(value):
                return apply(value)
            problem = f"{node.operator} takes a number; found {describe(value)}"
            faults.fail(self.machine, node, problem, node)

        return run
