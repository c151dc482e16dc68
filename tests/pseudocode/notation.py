"""Print answers written in Python as the course's pseudocode."""

import ast
from typing import Final

SIGNS: Final[dict[type[ast.AST], str]] = {
    **{ast.Add: "+", ast.Sub: "−", ast.Mult: "×", ast.Eq: "=", ast.NotEq: "≠"},
    **{ast.Lt: "<", ast.LtE: "≤", ast.Gt: ">", ast.GtE: "≥"},
}


def printed(tree: ast.stmt, start: str = "") -> str:
    head, word = head_of(tree)
    text = f"{start}{head}\n"
    if not word:
        return text
    for statement in getattr(tree, "body"):
        text += printed(statement, start + "  ")
    if isinstance(tree, ast.If) and tree.orelse:
        text += f"{start}else\n"
        for statement in tree.orelse:
            text += printed(statement, start + "  ")
    return f"{text}{start}end {word}\n"


def head_of(node: ast.stmt) -> tuple[str, str]:
    """Return the first line of a statement, and the word after "end" if it has one."""
    match node:
        case ast.FunctionDef(name, arguments):
            names = ", ".join(one.arg for one in arguments.args)
            return f"function {name}({names})", "function"
        case ast.For(ast.Name(name), ast.Call(_, [low, high])):
            return f"for {shown(low)} ≤ {name} ≤ {shown(high)} do", "for"
        case ast.While(test):
            return f"while {shown(test)} do", "while"
        case ast.If(test):
            return f"if {shown(test)} then", "if"
        case ast.Return(ast.expr() as value):
            return f"return {shown(value)}", ""
        case ast.Assign([ast.Name(name)], ast.Call(ast.Name("Vector"), [size])):
            return f"new Vector {name}({shown(size)})", ""
        case ast.Assign(
            [ast.Name(name)], ast.Call(ast.Name("Stack" | "Queue" as kind))
        ):
            return f"new {kind} {name}", ""
        case ast.Assign([target], value):
            return f"{shown(target)} ← {shown(value)}", ""
        case ast.Expr(value):
            return shown(value), ""
    raise ValueError(ast.dump(node))


def shown(node: ast.expr, inside: bool = False) -> str:
    match node:
        case ast.Constant(value):
            return str(value).upper()
        case ast.Name(name):
            return name
        case ast.Subscript(value, position):
            return f"{shown(value)}[{shown(position)}]"
        case ast.Call(ast.Attribute(owner, operation), given):
            return f"{operation}[{', '.join(map(shown, (*given, owner)))}]"
        case ast.Call(ast.Name(name), given):
            return f"{name}({', '.join(map(shown, given))})"
        case ast.UnaryOp(ast.Not(), operand):
            return f"¬{shown(operand, True)}"
        case ast.BinOp(left, operator, right):
            sides = shown(left, True), shown(right, True)
        case ast.Compare(left, [operator], [right]):
            sides = shown(left), shown(right)
        case _:
            raise ValueError(ast.dump(node))
    text = f"{sides[0]} {SIGNS[type(operator)]} {sides[1]}"
    return f"({text})" if inside else text
