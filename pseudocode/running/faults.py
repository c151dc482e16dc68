"""Raise the errors of a run, with position, message and the values of variables."""

from itertools import islice
from math import inf
from typing import NoReturn, cast

from _courseware.terminal.messages import plural
from adt.vector import ArrayVector
from pseudocode.reading import spelling, syntax, vocabulary
from pseudocode.reading.advice import foreign_word_message
from pseudocode.reading.source import RunError
from pseudocode.running.machine import Machine, Routine
from pseudocode.running.tracked import Tracked, plain_number
from pseudocode.running.values import (
    STRUCTURES,
    UNSET,
    Array,
    Value,
    describe,
    fits_operand,
    format_value,
    kind_name,
)

MAX_VARIABLES_SHOWN = 10  # variables in one message
MAX_UNCHANGED_NAMES = 3  # in one message
MAX_NAMES_COMPARED = 1000  # names that a misspelt one is compared with


def fail(
    machine: Machine,
    node: syntax.LocatedNode,
    message: str,
    context_node: syntax.LocatedNode | None = None,
) -> NoReturn:
    """Raise RunError with ``message`` at the position of ``node``.

    The values of the variables in ``context_node`` are appended to the message, as in
    ``(k = 3, n = 4)``.
    """
    if context_node is not None:
        routine, frame = machine.frames[-1]
        value_by_name = dict(zip(routine.names, frame))
        names = [
            child.name
            for child in syntax.walk(context_node)
            if isinstance(child, syntax.Name)
        ]
        values = [
            f"{name} = {format_value(value_by_name[name], 60)}"
            for name in dict.fromkeys(names)
            if value_by_name.get(name, UNSET) is not UNSET
        ]
        if values:
            message += f" ({', '.join(values[:MAX_VARIABLES_SHOWN])})"
    raise RunError(machine.remark(node, message))


def require_integer(
    machine: Machine,
    value: Value,
    expected: str,
    node: syntax.LocatedNode,
    context_node: syntax.LocatedNode | None,
    minimum: float = -inf,
) -> int:
    """Return ``value`` as an int.

    Raise RunError at ``node`` if it is not a whole number, or is less than ``minimum``.
    ``expected`` begins the message, such as "a position must be a whole number"; the
    values of the variables in ``context_node`` are appended to it.
    """
    if type(value) in (int, Tracked):
        integer = plain_number(cast("int", value))
        if integer >= minimum:
            return integer
    fail(machine, node, f"{expected}; found {describe(value)}", context_node)


def fail_unset(
    machine: Machine, node: syntax.Name, function: syntax.Function
) -> NoReturn:
    """Raise RunError at ``node``, a variable that has no value yet."""
    routine, frame = machine.frames[-1]
    assigning = (syntax.New, syntax.Assign, syntax.For)
    for statement in syntax.walk_statements(function.body):
        names = syntax.assigned_names([statement] * isinstance(statement, assigning))
        if statement.offset > node.offset and node.name in names:
            line, _ = routine.source.line_and_column(statement.offset)
            message = f"'{node.name}' has no value yet; it gets one in line {line}"
            fail(machine, node, message)
    set_names = [
        name for name, value in zip(routine.names, frame) if value is not UNSET
    ]
    name_by_lower = {name.lower(): name for name in set_names if name != node.name}
    guess = spelling.nearest_word(node.name, islice(name_by_lower, MAX_NAMES_COMPARED))
    hint = f"; did you mean '{name_by_lower[guess]}'?" if guess else ""
    fail(machine, node, f"'{node.name}' has no value yet{hint}")


def fail_operands(
    machine: Machine, node: syntax.Operation, operands: list[Value]
) -> NoReturn:
    """Raise RunError at ``node``, an operation not applicable to ``operands``."""
    pairs = zip(vocabulary.OPERATIONS.get(node.name, ()), operands)
    misfit = next(
        (operand for word, operand in pairs if not fits_operand(word, operand)),
        operands[-1],
    )
    form = vocabulary.operation_form(node.name)
    message = f"expected {form}; found {describe(misfit)}"
    kind = kind_name(misfit)
    forms = vocabulary.OPERATIONS.items()
    operations = [name for name, words in forms if words[-1] == kind]
    if kind in ("queue", "stack"):
        names = f"{', '.join(operations[:-1])} and {operations[-1]}"
        message += f"; a {kind_name(misfit)} has {names}"
    fail(machine, node, message, node)


def require_position(
    machine: Machine, node: syntax.Expression, vector: Value, k: Value
) -> tuple[ArrayVector[Value], int]:
    """Return ``(vector, k)``.

    Raise RunError at ``node`` unless they are a vector and a whole number.
    """
    if not isinstance(vector, ArrayVector):
        problem = f"only a vector has positions; found {describe(vector)}"
        fail(machine, node, problem, node)
    expected = "a position must be a whole number"
    return vector, require_integer(machine, k, expected, node, node)


def fail_position(
    machine: Machine,
    name: str,
    node: syntax.Expression,
    vector: ArrayVector[Value],
    k: int,
) -> NoReturn:
    """Raise RunError: ``vector`` has no position ``k``, or nothing is stored there.

    ``name`` is the operation at ``node``, such as "SELECT".
    """
    base = 0 if isinstance(vector, Array) else machine.frames[-1].routine.base
    end = base + len(vector)
    article = "an" if isinstance(vector, Array) else "a"
    problem = f"{name} {k} of {article} {kind_name(vector)} of length {len(vector)}"
    if base <= k < end:
        fail(machine, node, f"{problem}: nothing is stored there", node)
    bounds = f"positions are {base} to {end - 1}"
    if k == 0 and base == 1:
        bounds += "; a program that counts from 0 runs with --base 0"
    fail(machine, node, f"{problem}: {bounds}", node)


def unchanged_condition(node: syntax.While | syntax.For) -> str:
    """Return a clause such as ``; nothing in this loop changes k``, or "".

    It is for a ``while`` that does not end because its condition cannot change.
    """
    if not isinstance(node, syntax.While):
        return ""
    condition = [*syntax.walk(node.condition)]
    name_nodes = [child for child in condition if isinstance(child, syntax.Name)]
    names = [*dict.fromkeys(child.name for child in name_nodes)]
    holders = (syntax.Operation, syntax.Call, syntax.Select)
    if any(isinstance(child, holders) for child in condition):
        # The structure may have another name in the loop.
        if any(map(_may_change_structures, syntax.walk(*node.body))):
            return ""
    assigned = {*syntax.assigned_names(node.body)}
    if not 1 <= len(names) <= MAX_UNCHANGED_NAMES or assigned.intersection(names):
        return ""
    return f"; nothing in this loop changes {' or '.join(names)}"


def _may_change_structures(node: syntax.SyntaxNode) -> bool:
    """Return whether ``node`` changes a structure: a call, a store or an operation."""
    match node:
        case syntax.Operation(name=name):
            return name not in ("EMPTY", "HEAD", "TOP", "LENGTH", "READ", "NTH")
        case syntax.Call() | syntax.Assign(target=syntax.Select()):
            return True
    return False


def fail_condition(machine: Machine, node: syntax.Expression, value: Value) -> NoReturn:
    """Raise RunError: the ``value`` of the condition ``node`` is not TRUE or FALSE."""
    message = f"a condition must be TRUE or FALSE; found {describe(value)}"
    if isinstance(value, STRUCTURES):
        message += "; compare it with FALSE, or use EMPTY"
    elif isinstance(value, str):
        message += "; write it without quotes"
    elif isinstance(node, syntax.Literal):
        message += "; write every comparison out: x = 1 ∨ x = 2"
    fail(machine, node, message, node)


def fail_without_result(machine: Machine, node: syntax.Action) -> NoReturn:
    """Raise RunError at ``node``, a call or operation whose missing result is used."""
    if isinstance(node, syntax.Operation):
        fail(machine, node, f"{node.name} gives no value")
    name = node.name if isinstance(node, syntax.Call) else ""
    problem = f"{name} returned nothing, but its value is used here"
    fail(machine, node, f"{problem}; end it with return")


def fail_call(machine: Machine, node: syntax.Call, routine: Routine | None) -> NoReturn:
    """Raise RunError at the call ``node``: the function or its arguments are wrong."""
    nearest = spelling.nearest_word(
        vocabulary.name_key(node.name), islice(machine.routines, MAX_NAMES_COMPARED)
    )
    message = f"there is no function {node.name}"
    if routine is not None:
        arguments = plural(len(node.arguments), "argument")
        message = f"{node.name} with {arguments}; expected {routine.signature()}"
        if not machine.frames and len(node.arguments) > routine.parameter_count:
            message += "; a row is written without commas: 2 4 1 3"
    elif machine.frames and node.name in machine.frames[-1].routine.names:
        message = f"{node.name} is not a function; write {node.name}[1]"
    elif foreign_word_message(node.name):
        message = foreign_word_message(node.name)
    elif nearest:
        message += f"; did you mean {machine.routines[nearest].name}?"
    fail(machine, node, message)
