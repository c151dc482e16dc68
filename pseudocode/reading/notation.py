"""Write a syntax tree as text in the notation of the course."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias, assert_never

from pseudocode.reading import operators, syntax
from pseudocode.reading.vocabulary import OPERATION_SPELLINGS

INDENT = "    "
# A function that writes an expression, in brackets if its outermost operator is weaker
# than a constant of `operators`.
ExpressionWriter: TypeAlias = Callable[[syntax.Expression, int], str]


def expression_text(node: syntax.Expression, min_precedence: int = 0) -> str:
    """Return the expression ``node`` as text.

    It is in brackets if the precedence of its outermost operator is below
    ``min_precedence``, a constant of `operators`.

    >>> from pseudocode.reading.parser import parse
    >>> (statement,) = parse("x ← not(a == 2) and q.empty()").program.statements
    >>> [*statement_lines(statement)]
    ['x ← ¬(a = 2) ∧ EMPTY[q]']
    """
    match node:
        case syntax.Literal(value=value):
            return _literal_text(value)
        case syntax.Name(name=name) | syntax.Hole(words=name):
            return name
        case syntax.Select(vector=vector, position=position):
            vector_text = expression_text(vector, operators.PRIMARY)
            return f"{vector_text}[{expression_text(position)}]"
        case syntax.Operation():
            return _operation_text(node)
        case syntax.Call(name=name, arguments=several):
            return f"{name}({_expression_list_text(several)})"
        case syntax.Unary(operator="floor" | "ceil" as name, operand=operand):
            return f"{name}({expression_text(operand)})"
        case syntax.Unary(operator=sign):
            text, strength = prefix_text(node, sign, expression_text)
        case syntax.Binary(operator=sign, left=left, right=right):
            strength = operators.PRECEDENCE[sign]
            text = infix_text(left, sign, right, strength, expression_text)
        case _:
            assert_never(node)
    return f"({text})" if strength < min_precedence else text


def prefix_text(
    node: syntax.Unary, sign: str, write: ExpressionWriter
) -> tuple[str, int]:
    """Return ``node`` as text that begins with ``sign``, and its precedence."""
    strength = operators.NOT if node.operator == "¬" else operators.SIGN
    # A relation is weaker than ¬ in the tree, and has brackets to be plain.
    min_precedence = max(strength, operators.RELATION + 1)
    return f"{sign}{write(node.operand, min_precedence)}", strength


def infix_text(
    left: syntax.Expression,
    sign: str,
    right: syntax.Expression,
    strength: int,
    write: ExpressionWriter,
) -> str:
    """Return ``left sign right`` as text; ``strength`` is the sign's precedence."""
    left_text = write(left, strength + (strength == operators.RELATION))
    return f"{left_text} {sign} {write(right, strength + 1)}"


def _expression_list_text(nodes: Iterable[syntax.Expression]) -> str:
    return ", ".join(map(expression_text, nodes))


def _literal_text(value: syntax.Scalar) -> str:
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, str):
        return f'"{value}"'
    return "NULL" if value is None else str(value)


def _operation_text(node: syntax.Operation) -> str:
    """Return a text such as ``PUSH[x, s]``; ``[x, y]`` for LIST, ``v[1]`` for NTH."""
    if node.name == "NTH":
        position, vector = node.operands
        return expression_text(syntax.Select(node.offset, vector, position))
    name = "" if node.name == "LIST" else OPERATION_SPELLINGS.get(node.name, node.name)
    return f"{name}[{_expression_list_text(node.operands)}]"


def _indented_lines(block: syntax.Block) -> Iterator[str]:
    for statement in block:
        for line in statement_lines(statement):
            yield INDENT + line


def statement_lines(node: syntax.Statement) -> Iterator[str]:
    """Yield the lines of the statement ``node``; inner blocks are indented."""
    match node:
        case syntax.If(branches=branches, otherwise=otherwise):
            for number, branch in enumerate(branches):
                word = "else if" if number else "if"
                yield f"{word} {expression_text(branch.condition)} then"
                yield from _indented_lines(branch.body)
            if otherwise is not None:
                yield "else"
                yield from _indented_lines(otherwise)
            yield "end if"
        case syntax.While(condition=condition, body=body):
            yield f"while {expression_text(condition)} do"
            yield from _indented_lines(body)
            yield "end while"
        case syntax.For(body=body):
            yield header_text(node)
            yield from _indented_lines(body)
            yield "end for"
        case syntax.New(kind=kind, name=name, length=length):
            length_text = f"({expression_text(length)})" if length else ""
            yield f"new {kind} {name}{length_text}"
        case syntax.Assign(target=target, value=value):
            yield f"{expression_text(target)} ← {expression_text(value)}"
        case syntax.ExpressionStatement(expression=expression):
            yield expression_text(expression)
        case syntax.Return(value=value):
            yield f"return {expression_text(value)}" if value else "return"
        case syntax.Break():
            yield "break"
        case syntax.Continue():
            yield "continue"
        case _:
            assert_never(node)


def header_text(node: syntax.For) -> str:
    """Return a header such as ``for 1 ≤ i ≤ 4 do``."""
    inclusive = "≤" if node.step > 0 else "≥"
    exclusive = "<" if node.step > 0 else ">"
    first_relation = exclusive if node.excludes_first else inclusive
    last_relation = exclusive if node.excludes_last else inclusive
    first = expression_text(node.first, operators.SUM)
    last = expression_text(node.last, operators.SUM)
    header = f"for {first} {first_relation} {node.variable} {last_relation} {last}"
    if abs(node.step) > 1:
        header += f" step {abs(node.step)}"
    if node.guard:
        header += f" ∧ {expression_text(node.guard, operators.AND)}"
    return f"{header} do"


def function_lines(function: syntax.Function) -> Iterator[str]:
    """Yield the lines of ``function`` in the course's notation."""
    yield f"function {function.name}({', '.join(function.parameters)})"
    yield from _indented_lines(function.body)
    yield "end function"


def program_lines(program: syntax.Program) -> Iterator[str]:
    """Yield the lines of ``program`` in the course's notation, with newlines."""
    for function in program.functions:
        yield from (f"{line}\n" for line in function_lines(function))
        if function is not program.functions[-1] or program.statements:
            yield "\n"
    for statement in program.statements:
        yield from (f"{line}\n" for line in statement_lines(statement))
