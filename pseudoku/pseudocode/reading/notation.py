"""Write a syntax tree in the module's notation."""

from collections.abc import Iterator

from pseudoku.pseudocode.reading import syntax
from pseudoku.pseudocode.reading.words import SPELLED

STEP = "    "


def expression(node: syntax.Expression, least: int = 0) -> str:
    """Return ``node`` as text, in brackets if it is weaker than ``least``.

    >>> from pseudoku.pseudocode.reading.parser import parse
    >>> parsed = parse("x ← not(a == 2) and q.empty()")
    >>> print("".join(written(parsed.program)), end="")
    x ← ¬(a = 2) ∧ EMPTY[q]
    """
    match node:
        case syntax.Literal(value=value):
            return literal(value)
        case syntax.Name(name=name) | syntax.Hole(words=name):
            return name
        case syntax.Select(vector=vector, position=position):
            return f"{expression(vector, syntax.PRIMARY)}[{expression(position)}]"
        case syntax.Operation(name="LIST", operands=several):
            return f"[{', '.join(map(expression, several))}]"
        case syntax.Operation(name="NTH", operands=[position, vector]):
            return f"{expression(vector, syntax.PRIMARY)}[{expression(position)}]"
        case syntax.Operation(name=name, operands=several):
            return f"{SPELLED.get(name, name)}[{', '.join(map(expression, several))}]"
        case syntax.Call(name=name, arguments=several):
            return f"{name}({', '.join(map(expression, several))})"
        case syntax.Unary(operator="floor" | "ceil" as name, operand=operand):
            return f"{name}({expression(operand)})"
    text, strength = operated(node)
    return f"({text})" if strength < least else text


def operated(node: syntax.Unary | syntax.Binary) -> tuple[str, int]:
    """Return an expression with an operator as text, and its strength."""
    if isinstance(node, syntax.Unary):
        if node.operator == "−":
            return f"−{expression(node.operand, syntax.SIGN)}", syntax.SIGN
        # A relation is weaker than ¬ in the tree, and written in brackets to be plain.
        return f"¬{expression(node.operand, syntax.RELATION + 1)}", syntax.NOT
    strength = syntax.STRENGTH[node.operator]
    left = expression(node.left, strength + (strength == syntax.RELATION))
    right = expression(node.right, strength + 1)
    return f"{left} {node.operator} {right}", strength


def literal(value: int | float | str | None) -> str:
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, str):
        return f'"{value}"'
    return "NULL" if value is None else str(value)


def written(program: syntax.Program) -> Iterator[str]:
    """Yield the lines of ``program``, each with a newline."""
    for function in program.functions:
        yield from (f"{line}\n" for line in function_lines(function))
        if function is not program.functions[-1] or program.statements:
            yield "\n"
    yield from (f"{line}\n" for line in lines(program.statements, ""))


def function_lines(function: syntax.Function) -> Iterator[str]:
    yield f"function {function.name}({', '.join(function.parameters)})"
    yield from lines(function.body, STEP)
    yield "end function"


def lines(block: syntax.Block, indent: str) -> Iterator[str]:
    for statement in block:
        for line in statement_lines(statement):
            yield indent + line


def statement_lines(node: syntax.Statement) -> Iterator[str]:
    match node:
        case syntax.If():
            yield from conditional(node)
        case syntax.While(condition=condition, body=body):
            yield f"while {expression(condition)} do"
            yield from lines(body, STEP)
            yield "end while"
        case syntax.For(body=body):
            yield header(node)
            yield from lines(body, STEP)
            yield "end for"
        case syntax.New(kind=kind, name=name, length=length):
            yield f"new {kind} {name}" + (f"({expression(length)})" if length else "")
        case syntax.Assign(target=target, value=value):
            yield f"{expression(target)} ← {expression(value)}"
        case syntax.Perform(expression=one):
            yield expression(one)
        case syntax.Return(value=value):
            yield f"return {expression(value)}" if value else "return"
        case syntax.Break():
            yield "break"
        case syntax.Continue():
            yield "continue"


def conditional(node: syntax.If) -> Iterator[str]:
    word = "if"
    for branch in node.branches:
        yield f"{word} {expression(branch.condition)} then"
        yield from lines(branch.body, STEP)
        word = "else if"
    if node.otherwise is not None:
        yield "else"
        yield from lines(node.otherwise, STEP)
    yield "end if"


def header(node: syntax.For) -> str:
    sign = "≤<" if node.step > 0 else "≥>"
    one, two = sign[node.open_first], sign[node.open_last]
    first, last = expression(node.first, syntax.SUM), expression(node.last, syntax.SUM)
    guard = f" ∧ {expression(node.guard, syntax.AND)}" if node.guard else ""
    step = f" step {abs(node.step)}" * (abs(node.step) > 1)
    return f"for {first} {one} {node.variable} {two} {last}{step}{guard} do"
