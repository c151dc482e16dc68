"""The errors of a run: messages with their place and the values there."""

from itertools import islice
from math import inf
from typing import NoReturn, cast

from adt.vector import ArrayVector
from pseudoku.pseudocode.reading import spelling, syntax, words
from pseudoku.pseudocode.reading.advice import foreign_word_message
from pseudoku.pseudocode.reading.source import RunError
from pseudoku.pseudocode.running.machine import Machine, Routine
from pseudoku.pseudocode.running.tracked import Tracked, settled
from pseudoku.pseudocode.running.values import (
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
MAX_NAMES_COMPARED = 1000  # names that a misspelt one is compared with


def fail(
    machine: Machine,
    node: syntax.LocatedNode,
    message: str,
    about: syntax.LocatedNode | None = None,
) -> NoReturn:
    """Raise RunError at ``node``, with the values of the variables in ``about``."""
    if about is not None:
        routine, frame = machine.frames[-1]
        known = dict(zip(routine.names, frame))
        names = [one.name for one in syntax.walk(about) if isinstance(one, syntax.Name)]
        values = [
            f"{name} = {format_value(known[name], 60)}"
            for name in dict.fromkeys(names)
            if known.get(name, UNSET) is not UNSET
        ]
        message += f" ({', '.join(values[:MAX_VARIABLES_SHOWN])})" * bool(values)
    raise RunError(machine.remark(node, message))


def require_integer(
    machine: Machine,
    value: Value,
    wanted: str,
    node: syntax.LocatedNode,
    about: syntax.LocatedNode | None,
    least: float = -inf,
) -> int:
    """Return ``value``, which must be a whole number and at least ``least``."""
    if type(value) in (int, Tracked):
        whole = settled(cast("int", value))
        if whole >= least:
            return whole
    fail(machine, node, f"{wanted}; found {describe(value)}", about)


def fail_unset(
    machine: Machine, node: syntax.Name, function: syntax.Function
) -> NoReturn:
    """Raise RunError: a variable has no value."""
    routine, frame = machine.frames[-1]
    assigning = (syntax.New, syntax.Assign, syntax.For)
    for statement in syntax.walk_statements(function.body):
        names = syntax.assigned_names([statement] * isinstance(statement, assigning))
        if statement.offset > node.offset and node.name in names:
            line, _ = routine.source.line_and_column(statement.offset)
            given = f"'{node.name}' has no value yet; it gets one in line {line}"
            fail(machine, node, given)
    known = [one for one, value in zip(routine.names, frame) if value is not UNSET]
    others = {one.lower(): one for one in known if one != node.name}
    near = spelling.nearest_word(node.name, islice(others, MAX_NAMES_COMPARED))
    hint = f"; did you mean '{others[near]}'?" if near else ""
    fail(machine, node, f"'{node.name}' has no value yet{hint}")


def fail_operands(
    machine: Machine, node: syntax.Operation, operands: list[Value]
) -> NoReturn:
    """Raise RunError: the operation does not take these operands."""
    pairs = zip(words.OPERATIONS.get(node.name, ()), operands)
    found = next(
        (one for word, one in pairs if not fits_operand(word, one)), operands[-1]
    )
    message = f"expected {words.operation_form(node.name)}; found {describe(found)}"
    own = [n for n, of in words.OPERATIONS.items() if of[-1] == kind_name(found)]
    if kind_name(found) in ("queue", "stack"):
        message += f"; a {kind_name(found)} has {', '.join(own[:-1])} and {own[-1]}"
    fail(machine, node, message, node)


def require_position(
    machine: Machine, node: syntax.Expression, vector: Value, k: Value
) -> tuple[ArrayVector[Value], int]:
    """Return ``vector`` and ``k``, or raise RunError if they are something else."""
    if not isinstance(vector, ArrayVector):
        found = f"only a vector has positions; found {describe(vector)}"
        fail(machine, node, found, node)
    wanted = "a position must be a whole number"
    return vector, require_integer(machine, k, wanted, node, node)


def fail_position(
    machine: Machine,
    name: str,
    node: syntax.Expression,
    vector: ArrayVector[Value],
    k: int,
) -> NoReturn:
    """Raise RunError: ``vector`` has no element ``k``."""
    base = 0 if isinstance(vector, Array) else machine.frames[-1][0].base
    end = base + len(vector)
    article = "an" if isinstance(vector, Array) else "a"
    found = f"{name} {k} of {article} {kind_name(vector)} of length {len(vector)}"
    if base <= k < end:
        fail(machine, node, f"{found}: nothing is stored there", node)
    bounds = f"positions are {base} to {end - 1}"
    if k == 0 and base == 1:
        bounds += "; a program that counts from 0 runs with --base 0"
    fail(machine, node, f"{found}: {bounds}", node)


def unchanged_condition(node: syntax.While | syntax.For) -> str:
    """Return why a while loop does not end, if it changes nothing in its condition."""
    if not isinstance(node, syntax.While):
        return ""
    condition = [*syntax.walk(node.condition)]
    names = [part.name for part in condition if isinstance(part, syntax.Name)]
    holders = (syntax.Operation, syntax.Call, syntax.Select)
    if any(isinstance(part, holders) for part in condition):
        # The structure may have another name in the loop.
        names *= not any(map(may_change_structures, syntax.walk(*node.body)))
    if not names or {*names} & {*syntax.assigned_names(node.body)}:
        return ""
    return f"; nothing in this loop changes {' or '.join(dict.fromkeys(names))}"


def may_change_structures(part: syntax.SyntaxNode) -> bool:
    match part:
        case syntax.Operation(name=name):
            return name not in ("EMPTY", "HEAD", "TOP", "LENGTH", "READ", "NTH")
        case syntax.Call() | syntax.Assign(target=syntax.Select()):
            return True
    return False


def fail_condition(machine: Machine, node: syntax.Expression, found: Value) -> NoReturn:
    """Raise RunError: ``found`` is neither TRUE nor FALSE."""
    message = f"a condition must be TRUE or FALSE; found {describe(found)}"
    if isinstance(found, STRUCTURES):
        message += "; compare it with FALSE, or use EMPTY"
    elif isinstance(found, str):
        message += "; write it without quotes"
    elif isinstance(node, syntax.Literal):
        message += "; write every comparison out: x = 1 ∨ x = 2"
    fail(machine, node, message, node)


def fail_without_result(machine: Machine, node: syntax.Action) -> NoReturn:
    """Raise RunError: the value of ``node`` is used, but it has none."""
    if isinstance(node, syntax.Operation):
        fail(machine, node, f"{node.name} gives no value")
    name = node.name if isinstance(node, syntax.Call) else ""
    found = f"{name} returned nothing, but its value is used here"
    fail(machine, node, f"{found}; end it with return")


def fail_call(machine: Machine, node: syntax.Call, routine: Routine | None) -> NoReturn:
    """Raise RunError: there is no such function, or it takes other arguments."""
    near = spelling.nearest_word(
        words.name_key(node.name), islice(machine.routines, MAX_NAMES_COMPARED)
    )
    message = f"there is no function {node.name}"
    if routine is not None:
        found = f"{node.name} with {words.counted(len(node.arguments), 'argument')}"
        message = f"{found}; expected {routine.form()}"
        if not machine.frames and len(node.arguments) > routine.takes:
            message += "; a row is written without commas: 2 4 1 3"
    elif machine.frames and node.name in machine.frames[-1][0].names:
        message = f"{node.name} is not a function; write {node.name}[1]"
    elif foreign_word_message(node.name):
        message = foreign_word_message(node.name)
    elif near:
        message += f"; did you mean {machine.routines[near].name}?"
    fail(machine, node, message)
