"""Print answers written in Python as the course's pseudocode, in many styles."""

import ast
from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

SIGNS: Final[dict[type[ast.AST], str]] = {
    **{ast.Add: "+", ast.Sub: "−", ast.Mult: "×", ast.Eq: "=", ast.NotEq: "≠"},
    **{ast.Lt: "<", ast.LtE: "≤", ast.Gt: ">", ast.GtE: "≥"},
}


class Style(NamedTuple):
    """How an answer is written: the signs and words used, and which ones are left out.

    ``comment`` is put after statements. ``numbered`` is whether lines have numbers, and
    ``upper`` whether keywords are in capital letters.
    """

    arrow: str = "←"
    true: str = "TRUE"
    then: str = " then"
    do: str = " do"
    indent: str = "  "
    comment: str = ""
    numbered: bool = False
    upper: bool = False


def style_of(random: Random) -> Style:
    return Style(
        arrow=random.choice(("←", "<-", ":=", "<--", "=")),
        true=random.choice(("TRUE", "true", "True")),
        then=random.choice((" then", " then", " do", "")),
        do=random.choice((" do", " do", "")),
        indent=random.choice(("  ", "    ", "\t")),
        comment=random.choice(("", "", " // next", " # next")),
        numbered=random.random() < 0.2,
        upper=random.random() < 0.3,
    )


def printed(tree: ast.FunctionDef, style: Style = Style()) -> str:
    lines = [*block(tree, style, 0)]
    if style.comment:
        lines[1] += style.comment
    if style.numbered:
        lines = [f"{k}: {line}" for k, line in enumerate(lines, 1)]
    return "\n".join(lines) + "\n"


def block(  # noqa: C901 (a case for each kind of node)
    node: ast.stmt, style: Style, depth: int
) -> Iterator[str]:
    start = style.indent * depth

    def inner(body: list[ast.stmt]) -> Iterator[str]:
        for one in body:
            yield from block(one, style, depth + 1)

    match node:
        case ast.FunctionDef(name=name, body=body, args=arguments):
            named = name.upper() if style.upper else name
            yield f"function {named}({', '.join(a.arg for a in arguments.args)})"
            yield from inner(body)
            yield "end function"
        case ast.For(target=ast.Name(id=name), iter=ast.Call(args=[low, high])):
            bounds = f"{shown(low, style)} ≤ {name} ≤ {shown(high, style)}"
            yield f"{start}for {bounds}{style.do}"
            yield from inner(node.body)
            yield f"{start}end for"
        case ast.While(test=test):
            yield f"{start}while {shown(test, style)}{style.do}"
            yield from inner(node.body)
            yield f"{start}end while"
        case ast.If(test=test, orelse=otherwise):
            yield f"{start}if {shown(test, style)}{style.then}"
            yield from inner(node.body)
            if otherwise:
                yield f"{start}else"
                yield from inner(otherwise)
            yield f"{start}end if"
        case ast.Return(value=ast.expr() as value):
            yield f"{start}return {shown(value, style)}"
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.Call(func=ast.Name(id="Vector"), args=[size]),
        ):
            yield f"{start}new Vector {name}({shown(size, style)})"
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.Call(func=ast.Name(id=("Stack" | "Queue") as kind)),
        ):
            yield f"{start}new {kind} {name}"
        case ast.Assign(targets=[target], value=value):
            yield f"{start}{shown(target, style)} {style.arrow} {shown(value, style)}"
        case ast.Expr(value=value):
            yield start + shown(value, style)
        case _:
            raise ValueError(ast.dump(node))


def shown(node: ast.expr, style: Style, inside: bool = False) -> str:
    match node:
        case ast.Constant(value=bool() as value):
            return style.true if value else cased("FALSE", style.true)
        case ast.Constant(value=value):
            return str(value)
        case ast.Name(id=name):
            return name
        case ast.Subscript(value=value, slice=position):
            return f"{shown(value, style)}[{shown(position, style)}]"
        case ast.Call(func=ast.Attribute(value=owner, attr=operation), args=given):
            parts = [shown(one, style) for one in (*given, owner)]
            return f"{operation}[{', '.join(parts)}]"
        case ast.Call(func=ast.Name(id=name), args=given):
            named = name.upper() if style.upper else name
            return f"{named}({', '.join(shown(one, style) for one in given)})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return f"¬{shown(operand, style, True)}"
        case ast.BinOp(left=left, op=operator, right=right):
            text = f"{shown(left, style, True)} {SIGNS[type(operator)]} "
            text += shown(right, style, True)
            return f"({text})" if inside else text
        case ast.Compare(left=left, ops=[sign], comparators=[right]):
            text = f"{shown(left, style)} {SIGNS[type(sign)]} {shown(right, style)}"
            return f"({text})" if inside else text
    raise ValueError(ast.dump(node))


def cased(word: str, like: str) -> str:
    return word if like.isupper() else word.lower() if like.islower() else word.title()
