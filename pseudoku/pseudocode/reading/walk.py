"""Going through a syntax tree."""

from collections.abc import Iterator

from pseudoku.pseudocode.reading.syntax import (
    Assign,
    Binary,
    Block,
    Call,
    Expression,
    For,
    If,
    New,
    Operation,
    Perform,
    Program,
    Return,
    Select,
    Statement,
    Unary,
    While,
)


def blocks(statement: Statement) -> list[Block]:
    """The blocks inside ``statement``, in the order of the text."""
    match statement:
        case If(branches=branches, otherwise=otherwise):
            return [one.body for one in branches] + ([otherwise] if otherwise else [])
        case While(body=body) | For(body=body):
            return [body]
    return []


def statements(block: Block) -> Iterator[Statement]:
    """Each statement of ``block`` and of the blocks inside it, outer ones first."""
    for statement in block:
        yield statement
        for inner in blocks(statement):
            yield from statements(inner)


def operands(expression: Expression) -> list[Expression]:
    """The expressions that ``expression`` is directly made of."""
    match expression:
        case Select(vector=vector, position=position):
            return [vector, position]
        case Operation(operands=several) | Call(arguments=several):
            return several
        case Unary(operand=operand):
            return [operand]
        case Binary(left=left, right=right):
            return [left, right]
    return []


def expressions(statement: Statement) -> list[Expression]:
    """The expressions that stand in ``statement`` itself, not in its blocks."""
    match statement:
        case New(length=one) | Return(value=one):
            return [one] if one else []
        case Assign(target=target, value=value):
            return [value, target]
        case Perform(expression=expression):
            return [expression]
        case If(branches=branches):
            return [branch.condition for branch in branches]
        case While(condition=condition):
            return [condition]
        case For(first=first, last=last, guard=guard):
            return [first, last] + ([guard] if guard else [])
    return []


def inside(expression: Expression) -> Iterator[Expression]:
    """``expression`` and every expression that it is made of."""
    yield expression
    for operand in operands(expression):
        yield from inside(operand)


def all_inside(statement: Statement) -> Iterator[Expression]:
    """Every expression in ``statement`` itself, not in its blocks."""
    for expression in expressions(statement):
        yield from inside(expression)


def calls(program: Program) -> Iterator[Call]:
    """Each call in ``program``."""
    bodies = [function.body for function in program.functions]
    for body in (*bodies, program.statements):
        for statement in statements(body):
            for one in all_inside(statement):
                if isinstance(one, Call):
                    yield one
