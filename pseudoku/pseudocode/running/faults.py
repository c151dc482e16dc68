"""What goes wrong while a program runs, in words: each function raises RunError."""

from typing import NoReturn

from adt.queue import LinkedQueue
from adt.stack import ArrayStack
from adt.vector import ArrayVector
from pseudoku.pseudocode.reading import syntax
from pseudoku.pseudocode.reading.advice import instead
from pseudoku.pseudocode.reading.words import counted, form, key, nearest_word
from pseudoku.pseudocode.running.machine import Frame, Routine
from pseudoku.pseudocode.running.scope import MOST_NEAR, Scope
from pseudoku.pseudocode.running.values import STRUCTURES, Value, described, kind


def mistaken(
    scope: Scope, node: syntax.Operation, holder: Value, frame: Frame
) -> NoReturn:
    """``holder`` is not the structure that the operation is for."""
    message = f"{form(node.name)}, found {described(holder)}"
    if isinstance(holder, LinkedQueue) and node.name in ("PUSH", "POP", "TOP"):
        message += "; the queue's are ENQUEUE, DEQUEUE and HEAD"
    if isinstance(holder, ArrayStack) and node.name in ("ENQUEUE", "DEQUEUE", "HEAD"):
        message += "; the stack's are PUSH, POP and TOP"
    scope.fault(node.at, f"expected {message}", frame, node)


def bad_position(
    scope: Scope,
    name: str,
    node: syntax.Expression,
    vector: ArrayVector[Value],
    k: int,
    shift: int,
    frame: Frame,
) -> NoReturn:
    """``vector`` has no position ``k``, which is k + ``shift`` of `adt`, or no value
    there.
    """
    length, base = len(vector), 1 - shift
    found = f"{name} {k} of a {kind(vector)} of length {length}"
    if 1 <= k + shift <= length:
        scope.fault(node.at, f"{found}: nothing is stored there", frame, node)
    bounds = f"positions are {base} to {length - shift}"
    if k == 0 and base == 1:
        bounds += "; a program that counts from 0 runs with --base 0"
    scope.fault(node.at, f"{found}: {bounds}", frame, node)


def bad_select(
    scope: Scope, node: syntax.Select, vector: Value, k: Value, frame: Frame
) -> NoReturn:
    if not isinstance(vector, ArrayVector):
        found = f"only a vector has positions, found {described(vector)}"
    else:
        found = f"a position is a whole number, found {described(k)}"
    scope.fault(node.at, found, frame, node)


def not_numbers(
    scope: Scope, node: syntax.Binary, left: Value, right: Value, frame: Frame
) -> NoReturn:
    found = f"{described(left)} {node.operator} {described(right)}"
    message = f"'{node.operator}' takes numbers, found {found}"
    scope.fault(node.at, message, frame, node)


def no_truth(
    scope: Scope, node: syntax.Expression, found: Value, frame: Frame
) -> NoReturn:
    message = f"a condition is TRUE or FALSE, found {described(found)}"
    if isinstance(found, STRUCTURES):
        message += "; ask for = FALSE, or for EMPTY"
    elif isinstance(found, str):
        message += "; write it without quotes"
    elif isinstance(node, syntax.Literal):
        message += "; write every comparison out: x = 1 ∨ x = 2"
    scope.fault(node.at, message, frame, node)


def bad_call(scope: Scope, node: syntax.Call, routine: Routine | None) -> NoReturn:
    routines = scope.machine.routines
    if routine is not None:
        found = f"{node.name} with {counted(len(node.arguments), 'argument')}"
        scope.fault(node.at, f"{found}, expected {routine.form()}")
    if node.name in scope.slots:
        scope.fault(node.at, f"{node.name} is no function: write {node.name}[1]")
    if message := instead(node.name):
        scope.fault(node.at, message)
    near = nearest_word(key(node.name), list(routines)[:MOST_NEAR])
    hint = f"; did you mean {routines[near].name}?" if near else ""
    scope.fault(node.at, f"there is no function {node.name}{hint}")
