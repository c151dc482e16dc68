"""Print answers written in Python as the course's pseudocode."""

import ast
from collections.abc import Iterator
from typing import Final

SIGNS: Final[dict[type[ast.AST], str]] = {
    **{ast.Add: "+", ast.Sub: "−", ast.Mult: "×", ast.Eq: "=", ast.NotEq: "≠"},
    **{ast.Lt: "<", ast.LtE: "≤", ast.Gt: ">", ast.GtE: "≥"},
}


def printed(tree: ast.FunctionDef) -> str:
    return "\n".join(block(tree, "")) + "\n"


def block(  # noqa: C901 (a case for each kind of node)
    node: ast.stmt, start: str
) -> Iterator[str]:
    def inner(body: list[ast.stmt]) -> Iterator[str]:
        for one in body:
            yield from block(one, start + "  ")

    match node:
        case ast.FunctionDef(name=name, body=body, args=arguments):
            yield f"function {name}({', '.join(a.arg for a in arguments.args)})"
            yield from inner(body)
            yield "end function"
        case ast.For(target=ast.Name(id=name), iter=ast.Call(args=[low, high])):
            bounds = f"{shown(low)} ≤ {name} ≤ {shown(high)}"
            yield f"{start}for {bounds} do"
            yield from inner(node.body)
            yield f"{start}end for"
        case ast.While(test=test):
            yield f"{start}while {shown(test)} do"
            yield from inner(node.body)
            yield f"{start}end while"
        case ast.If(test=test, orelse=otherwise):
            yield f"{start}if {shown(test)} then"
            yield from inner(node.body)
            if otherwise:
                yield f"{start}else"
                yield from inner(otherwise)
            yield f"{start}end if"
        case ast.Return(value=ast.expr() as value):
            yield f"{start}return {shown(value)}"
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.Call(func=ast.Name(id="Vector"), args=[size]),
        ):
            yield f"{start}new Vector {name}({shown(size)})"
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.Call(func=ast.Name(id=("Stack" | "Queue") as kind)),
        ):
            yield f"{start}new {kind} {name}"
        case ast.Assign(targets=[target], value=value):
            yield f"{start}{shown(target)} ← {shown(value)}"
        case ast.Expr(value=value):
            yield start + shown(value)
        case _:
            raise ValueError(ast.dump(node))


def shown(node: ast.expr, inside: bool = False) -> str:
    match node:
        case ast.Constant(value=bool() as value):
            return str(value).upper()
        case ast.Constant(value=value):
            return str(value)
        case ast.Name(id=name):
            return name
        case ast.Subscript(value=value, slice=position):
            return f"{shown(value)}[{shown(position)}]"
        case ast.Call(func=ast.Attribute(value=owner, attr=operation), args=given):
            parts = [shown(one) for one in (*given, owner)]
            return f"{operation}[{', '.join(parts)}]"
        case ast.Call(func=ast.Name(id=name), args=given):
            return f"{name}({', '.join(shown(one) for one in given)})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return f"¬{shown(operand, True)}"
        case ast.BinOp(left=left, op=operator, right=right):
            text = f"{shown(left, True)} {SIGNS[type(operator)]} "
            text += shown(right, True)
            return f"({text})" if inside else text
        case ast.Compare(left=left, ops=[sign], comparators=[right]):
            text = f"{shown(left)} {SIGNS[type(sign)]} {shown(right)}"
            return f"({text})" if inside else text
    raise ValueError(ast.dump(node))
