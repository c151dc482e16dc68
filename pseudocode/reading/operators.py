"""The operators between two operands; all stages derive their tables from this one."""

import operator
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

Number: TypeAlias = int | float

# How strongly operators bind, from the weakest. NOT is the strength of ¬, and SIGN that
# of − before its operand.
OR, AND, NOT, RELATION, SUM, PRODUCT, SIGN, PRIMARY = range(1, 9)


class Operator(NamedTuple):
    """An operator, with the symbol that the course's notation has for it.

    ``python`` is its symbol in Python, which binds as strongly there, and ``compute``
    returns the result for two numbers; it is None if the operands are truth values.
    ``spellings`` are other signs for it, ``foreign`` those of other languages, which get
    a note, and ``keywords`` words that are always read as it. ``phrases`` are words that
    are read as it between two values; a comma separates them. ``near`` is the operator
    that is written by a slip of the pen.
    """

    symbol: str
    precedence: int
    python: str
    compute: Callable[[Number, Number], Number] | None
    spellings: str = ""
    foreign: str = ""
    keywords: str = ""
    phrases: str = ""
    near: str = ""


OPERATORS = [
    Operator("∨", OR, "or", None, "|| ⋁ \uf0da \\lor \\vee", keywords="or", near="∧"),
    Operator("∧", AND, "and", None, "&& & ⋀ \uf0d9 \\land \\wedge", keywords="and", near="∨"),
    Operator("=", RELATION, "==", operator.eq, "== ===",
        phrases="is, equals, is equal to", near="≠"),
    Operator("≠", RELATION, "!=", operator.ne, "!= <> =\u0338 \u0338= \uf0b9 \\neq \\ne",
        foreign="~= =/=", phrases="is not, is not equal to", near="="),
    Operator("<", RELATION, "<", operator.lt, "\\lt", phrases="is less than", near="≤"),
    Operator("≤", RELATION, "<=", operator.le, "<= =< ⩽ ≦ \uf0a3 \\leq \\le \\leqslant", near="<"),
    Operator(">", RELATION, ">", operator.gt, "\\gt", phrases="is greater than", near="≥"),
    Operator("≥", RELATION, ">=", operator.ge, ">= => ⩾ ≧ \uf0b3 \\geq \\ge \\geqslant", near=">"),
    Operator("+", SUM, "+", operator.add),
    Operator("−", SUM, "-", operator.sub, "- – — ‐ ‑ ⁻ \uf02d"),
    Operator("×", PRODUCT, "*", operator.mul, "* · ⋅ ∙ ∗ ✕ ⨯ \uf0b4 \\times \\cdot", phrases="x"),
    Operator("/", PRODUCT, "/", operator.truediv, "÷ ∕ ⁄ \\div"),
    Operator("mod", PRODUCT, "%", operator.mod, "\\bmod \\mod",
        foreign="%", keywords="mod", phrases="mode, modulo"),
]  # fmt: skip
PRECEDENCE = {row.symbol: row.precedence for row in OPERATORS}
COMPUTE = {row.symbol: row.compute for row in OPERATORS if row.compute}
SYMBOL_OF_KEYWORD = {
    word: row.symbol for row in OPERATORS for word in row.keywords.split()
}
PHRASES = {
    phrase: row.symbol
    for row in OPERATORS
    for phrase in row.phrases.split(", ")
    if phrase
}
SPELLINGS = {row.symbol: row.spellings for row in OPERATORS}
FOREIGN_SIGNS = {sign: row.symbol for row in OPERATORS for sign in row.foreign.split()}
PYTHON_SYMBOLS = {row.symbol: row.python for row in OPERATORS}
NEAR = {row.symbol: row.near for row in OPERATORS if row.near}
CONNECTIVES = [row.symbol for row in OPERATORS if row.compute is None]
RELATION_SYMBOLS = [row.symbol for row in OPERATORS if row.precedence == RELATION]
SUMS = [row.symbol for row in OPERATORS if row.precedence == SUM]
ARITHMETIC_SYMBOLS = [
    row.symbol for row in OPERATORS if row.precedence in (SUM, PRODUCT)
]
# The operators by their signs of one character.
SIGNS = {
    sign: row.symbol
    for row in OPERATORS
    for sign in (row.symbol, *row.spellings.split(), *row.foreign.split())
    if len(sign) == 1
}
ARITHMETIC_SIGNS = "".join(sign for sign in SIGNS if SIGNS[sign] in ARITHMETIC_SYMBOLS)
ARITHMETIC_WORDS = [
    word for word in SYMBOL_OF_KEYWORD if SYMBOL_OF_KEYWORD[word] in ARITHMETIC_SYMBOLS
]
DIVISIONS = ("/", "mod")  # whose second operand must not be 0
