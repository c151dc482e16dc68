"""Translate a program, statement by statement, into Python that uses `adt`."""

import re
from collections.abc import Iterator

from pseudoku.pseudocode.reading import syntax
from pseudoku.pseudocode.reading.parser import Parsed
from pseudoku.pseudocode.reading.source import PseudocodeError
from pseudoku.pseudocode.reading.words import (
    HANDOUT,
    HANDOUT_KINDS,
    LISTS,
    OPERATIONS,
    form,
    key,
)
from pseudoku.pseudocode.running.machine import Store
from pseudoku.pseudocode.translating.infer import Inference
from pseudoku.pseudocode.translating.writer import (
    FIRST,
    IMPORTED,
    Writer,
    distinct,
    plain_text,
)
from pseudoku.reference import reference

MOST_LOOPS = 20  # nested; Python compiles no more
WITHOUT_VALUE = ("ENQUEUE", "PUSH", "WRITE", "INSERTAT", "REMOVEAT")
MODULES = {
    "adt.queue": ("LinkedQueue", "Queue"),
    "adt.stack": ("ArrayStack", "Stack"),
    "adt.vector": ("ArrayVector", "DynamicArray", "Vector", "copy_vector"),
}
DOCSTRING = re.compile(r'""".*?"""', re.DOTALL)

Fault = tuple[int, str]  # a place, and a message


def translate(parsed: Parsed, base: int = 1, store: Store = "copy") -> str:
    """Return the program of ``parsed`` as a Python module.

    Raise PseudocodeError, with each place, if Python cannot do the same in that order.
    """
    program = parsed.checked()
    refuse_faults(program, parsed)
    own = {key(function.name) for function in program.functions}
    wanted = {key(call.name) for call in syntax.calls(program)} - own
    inference = Inference([program, *related(own, wanted)])
    spelt = [*HANDOUT, *(function.name for function in program.functions)]
    plain = distinct({key(name): name for name in spelt}.values(), IMPORTED)
    names = {key(name): plain[name] for name in plain}
    taken = {*plain.values(), *IMPORTED}
    outside = distinct(syntax.assigned(program.statements), taken)
    parts = list[str]()
    for function in program.functions:
        about = inference.signatures[key(function.name)]
        writer = Writer(inference, about, names, outside, base, store)
        parts.append("\n".join(writer.definition(function)))
    if program.statements:
        about = inference.statements(program.statements)
        writer = Writer(inference, about, names, outside, base, store)
        parts.append("\n".join(writer.whole(program.statements)))
    given = sorted(names[one] for one in wanted if one in names)
    title = f'"""Translated from {plain_text(parsed.source.name)}."""'
    blocks = [title, *imports(DOCSTRING.sub("", "\n".join(parts)), given)]
    return "\n\n\n".join(["\n\n".join(blocks), *parts]) + "\n"


def related(own: set[str], wanted: set[str]) -> Iterator[syntax.Program]:
    """Yield the functions of the reference that a program does not define.

    They say of which types the functions of a program are, even if it does not call
    them, but nothing about a program in which no name is from the hand-out.
    """
    if not HANDOUT_KINDS.keys().isdisjoint(own | wanted):
        functions = reference().checked().functions
        others = [function for function in functions if key(function.name) not in own]
        yield syntax.Program(others, [])


def imports(code: str, given: list[str]) -> Iterator[str]:
    """Yield the imports that ``code`` needs, those of the standard library first."""
    standard = ["import math"] * ("math." in code)
    standard += ["from typing import Literal"] * ("Literal[" in code)
    ours = []
    for module, names in (MODULES | {"pseudoku.tasks": given}).items():
        used = [name for name in names if re.search(rf"\b{name}\b", code)]
        if used:
            ours.append(f"from {module} import {', '.join(used)}")
    yield from ("\n".join(lines) for lines in (standard, ours) if lines)


def refuse_faults(program: syntax.Program, parsed: Parsed) -> None:
    """Raise PseudocodeError if ``program`` cannot be translated."""
    faults = [*block_faults(program.statements, inside_function=False)]
    for function in program.functions:
        if len(set(function.parameters)) < len(function.parameters):
            faults.append((function.at, "two parameters have the same name"))
        faults += block_faults(function.body, inside_function=True)
    if remarks := [parsed.source.remark(*fault) for fault in sorted(faults)]:
        raise PseudocodeError(remarks)


def block_faults(
    block: syntax.Block, inside_function: bool, loops: int = 0
) -> Iterator[Fault]:
    """Yield the faults of ``block``, which is inside ``loops`` loops."""
    for node in block:
        yield from statement_faults(node)
        match node:
            case syntax.Return() if not inside_function:
                yield node.at, "'return' outside a function; Python does not allow it"
            case syntax.Break() | syntax.Continue() if not loops:
                word = type(node).__name__.lower()
                yield node.at, f"'{word}' outside a loop; Python does not allow it"
            case syntax.While() | syntax.For() if loops == MOST_LOOPS:
                yield node.at, f"more than {MOST_LOOPS} nested loops"
                continue
        within = loops + isinstance(node, syntax.While | syntax.For)
        for body in syntax.blocks(node):
            yield from block_faults(body, inside_function, within)


def statement_faults(node: syntax.Statement) -> Iterator[Fault]:
    """Yield the operations in ``node`` itself that cannot be translated in place.

    POP and DEQUEUE are translated into lines before the statement. That is correct only
    if the statement always executes them, and if nothing before them depends on it.
    """
    whole = node.expression if isinstance(node, syntax.Perform) else None
    where = "condition" if isinstance(node, syntax.If | syntax.While) else "statement"
    first = True
    for part, always in evaluated(node):
        if isinstance(part, syntax.Operation):
            if part.name in LISTS:
                yield part.at, "a list is not translated; write new Vector v(4)"
            elif len(part.operands) != len(OPERATIONS[part.name]):
                yield part.at, f"expected {form(part.name)}"
            elif part is not whole and part.name in WITHOUT_VALUE:
                yield part.at, f"{part.name} gives no value"
            elif part is not whole and part.name in FIRST and not (first and always):
                message = f"{part.name} inside this {where}; "
                yield part.at, message + "assign its result to a variable first"
        if isinstance(part, syntax.Call | syntax.Operation):
            first = first and part.name in FIRST


def evaluated(node: syntax.Statement) -> Iterator[tuple[syntax.Expression, bool]]:
    """Yield each expression in ``node`` itself, and whether it is always evaluated."""
    certain = {syntax.If: 1, syntax.While: 0, syntax.For: 2}  # how many first
    for number, expression in enumerate(syntax.expressions(node)):
        yield from parts(expression, number < certain.get(type(node), number + 1))


def parts(
    expression: syntax.Expression, always: bool
) -> Iterator[tuple[syntax.Expression, bool]]:
    """Yield the parts of ``expression``, operands first, as `evaluated` does."""
    logical = isinstance(expression, syntax.Binary) and expression.operator in "∧∨"
    for number, operand in enumerate(syntax.expressions(expression)):
        yield from parts(operand, always and not (logical and number))
    yield expression, always
