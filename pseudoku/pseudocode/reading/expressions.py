"""Reading an expression, by the strength of its operators."""

from unicodedata import normalize

from pseudoku.pseudocode.reading import notation
from pseudoku.pseudocode.reading.cursor import Cursor, Misread
from pseudoku.pseudocode.reading.foreign import (
    NULLS,
    instead,
    no_expression,
    no_operation,
)
from pseudoku.pseudocode.reading.syntax import (
    NOT,
    OR,
    PRODUCT,
    RELATION,
    STRENGTH,
    Binary,
    Call,
    Expression,
    Hole,
    Literal,
    Name,
    Operation,
    Select,
    Unary,
)
from pseudoku.pseudocode.reading.words import (
    SYNONYMS,
    in_full,
    is_handout_name,
    key,
    operation,
)

MOST_DIGITS = 18
CONSTANTS = {"true": True, "false": False, "null": None}
STARTS = ("name", "number", "string", "(", "⌊", "⌈", "¬", "true", "false", "null")
ROUNDING = {"⌊": ("⌋", "floor"), "⌈": ("⌉", "ceil")}
BRACKETS = {"(": ")", "[": "]"}
ODD = {"x": "×", "mode": "mod", "modulo": "mod", "div": "div"}


def expression(cursor: Cursor, least: int = OR) -> Expression:
    """The expression here, as far as its operators are of ``least`` strength."""
    depth = cursor.depth
    cursor.deeper()
    left = prefixed(cursor, least)
    compared = False
    while (strength := strength_here(cursor)) >= least:
        cursor.deeper()  # what follows has all before it for an operand
        operator, at = cursor.kind, cursor.at
        if operator == "name":
            operator = odd_operator(cursor)
        cursor.advance()
        right = expression(cursor, strength + 1)
        if strength == RELATION and compared:
            left = chained(cursor, left, operator, right, at)
        else:
            left = joined(cursor, left, operator, right, at)
        compared = strength == RELATION
    cursor.depth = depth
    return left


def strength_here(cursor: Cursor) -> int:
    """The strength of the operator here, or of a word that stands for one, or 0."""
    if cursor.kind in STRENGTH:
        return STRENGTH[cursor.kind]
    if cursor.kind == "//":
        return PRODUCT
    if cursor.kind != "name" or cursor.text.lower() not in ODD:
        return 0
    if cursor.next_kind not in ("name", "number", "(") or cursor.is_first:
        return 0
    after = cursor.kinds[min(cursor.index + 2, len(cursor.kinds) - 1)]
    if cursor.next_kind == "name" and after == "←":
        return 0  # x, and then a statement: a ← x b ← 2
    return PRODUCT


def odd_operator(cursor: Cursor) -> str:
    """The operator that a word stands for, which `strength_here` has let pass."""
    operator = ODD[cursor.text.lower()]
    if operator == "div":
        return operator  # `joined` notes it
    cursor.slip(cursor.at, f"'{cursor.text}' for an operator: write '{operator}'")
    return operator


def joined(
    cursor: Cursor, left: Expression, operator: str, right: Expression, at: int
) -> Expression:
    if operator in ("//", "div"):
        told = f"'{operator}' divides in other languages"
        cursor.slip(at, f"{told}: write floor(a / b)")
        return Unary(at, "floor", Binary(at, "/", left, right))
    same_sign(cursor, operator, at)
    return Binary(at, operator, left, right)


def same_sign(cursor: Cursor, operator: str, at: int) -> None:
    """Note an ``=`` that was written twice or three times."""
    if operator == "=" and cursor.source.text.startswith("==", at):
        cursor.slip(at, "'==' is not the module's sign: write '='")


def chained(
    cursor: Cursor, left: Expression, operator: str, right: Expression, at: int
) -> Expression:
    """``a ≤ b ≤ c``, which stands for ``a ≤ b ∧ b ≤ c``."""
    middle = left.right if isinstance(left, Binary) else left
    if isinstance(middle, Binary):
        middle = middle.right
    cursor.slip(at, "two comparisons in one: write a ≤ b ∧ b ≤ c")
    same_sign(cursor, operator, at)
    return Binary(at, "∧", left, Binary(at, operator, middle, right))


def prefixed(cursor: Cursor, least: int) -> Expression:
    at, sign = cursor.at, cursor.kind
    if sign == "¬":
        if least > NOT:
            cursor.slip(at, "put brackets round ¬ and what it stands before")
        cursor.advance()
        operand = expression(cursor, NOT)
        return Unary(at, sign, operand)
    if sign == "−":
        cursor.deeper()
        cursor.advance()
        operand = prefixed(cursor, PRODUCT)
        cursor.depth -= 1
        return Unary(at, sign, operand)
    return postfixed(cursor)


def postfixed(cursor: Cursor) -> Expression:
    """A primary expression with its positions and method calls."""
    bracketed, depth = cursor.kind == "(", cursor.depth
    found = primary(cursor)
    while bracketed or isinstance(found, (Name, Select, Operation, Call)):
        cursor.deeper()
        if cursor.kind == "[":
            found = select(cursor, found)
        elif cursor.kind == "." and cursor.next_kind == "name" and not cursor.is_first:
            found = method(cursor, found)
        else:
            break
    cursor.depth = depth
    return found


def select(cursor: Cursor, vector: Expression) -> Expression:
    at = cursor.at
    cursor.advance()
    position = expression(cursor)
    while cursor.kind == ",":
        cursor.slip(cursor.at, "one position in each bracket: write v[i][j]")
        cursor.advance()
        vector, position = Select(at, vector, position), expression(cursor)
    if cursor.kind == ":":
        cursor.misread("a vector gives one element at a time: v[k]")
    if cursor.kind == "++":
        cursor.misread("a step is a statement of its own: k ← k + 1")
    cursor.expect("]", "after the position")
    return Select(at, vector, position)


def method(cursor: Cursor, structure: Expression) -> Expression:
    """``q.enqueue(x)``, which the module writes ``ENQUEUE[x, q]``."""
    cursor.advance()
    at, word = cursor.at, cursor.text
    name = operation(word) or SYNONYMS.get(word.replace("_", "").lower(), "")
    if not name:
        if isinstance(structure, Name) and (told := instead(structure.name)):
            raise Misread(structure.at, told)
        cursor.misread(no_operation(word))
    cursor.advance()
    operands: list[Expression] = []
    if cursor.kind in BRACKETS:
        operands = several(cursor, BRACKETS[cursor.kind])
    found = Operation(at, name, [*operands, structure])
    cursor.slip(at, f"a method call: write {notation.expression(found)}")
    return found


def primary(cursor: Cursor) -> Expression:
    at, kind = cursor.at, cursor.kind
    if kind == "name":
        return named(cursor)
    if kind == "(":
        cursor.advance()
        inner = expression(cursor)
        cursor.expect(")", "to close the bracket")
        return inner
    if kind in ROUNDING:
        closing, operator = ROUNDING[kind]
        cursor.advance()
        inner = expression(cursor)
        cursor.expect(closing, f"after '{kind}'")
        return Unary(at, operator, inner)
    value = constant(cursor)
    cursor.advance()
    return value


def constant(cursor: Cursor) -> Expression:
    at, kind, text = cursor.at, cursor.kind, cursor.text
    if kind == "number":
        if len(text) > MOST_DIGITS:
            cursor.misread(f"a number of more than {MOST_DIGITS} digits")
        return Literal(at, number(text))
    if kind == "string":
        return Literal(at, text[1:-1])
    if kind in CONSTANTS:
        return Literal(at, CONSTANTS[kind])
    if kind == "...":
        return Hole(at, text)
    advice = no_expression(kind, text)
    cursor.misread(f"expected an expression, found {cursor.found()}{advice}")


def number(text: str) -> int | float:
    digits = normalize("NFKC", text)
    if "." not in digits:
        return int(digits)
    value = float(digits)
    return int(value) if value.is_integer() else value


def named(cursor: Cursor) -> Expression:
    """What begins with a name: a variable, a call or an operation."""
    at, name = cursor.at, whole(cursor, cursor.text)
    cursor.advance()
    if cursor.kind in ("(", "[") and name.lower() in ("floor", "ceil"):
        return rounding(cursor, at, name.lower())
    if cursor.kind == "[" and (word := operation(name)):
        return Operation(at, word, several(cursor, "]"))
    if cursor.kind == "[" and not cursor.is_first and is_function(cursor, name):
        cursor.slip(cursor.at, f"a function has round brackets: {name}(...)")
        return Call(at, name, several(cursor, "]"))
    if cursor.kind != "(":
        return variable(cursor, at, name)
    word = operation(name) or SYNONYMS.get(name.replace("_", "").lower(), "")
    arguments = several(cursor, ")")
    if not word or key(name) in cursor.own_names:
        return Call(at, name, arguments)
    found = Operation(at, word, arguments)
    form = notation.expression(found)
    cursor.slip(at, f"operations have square brackets: write {form}")
    return found


def whole(cursor: Cursor, name: str) -> str:
    """``name`` with its other part: SEARCH-STACK at a line's end, Search Stack."""
    at = cursor.index
    if cursor.next_kind == "−" and cursor.kinds[at + 2 : at + 4] == ["name", "("]:
        joined, part = name + cursor.texts[at + 2], at + 2
        message = f"a name in two parts: write {joined}"
    elif cursor.kinds[at + 1 : at + 3] == ["name", "("]:
        joined, part = name + cursor.texts[at + 1], at + 1
        message = f"a name has no spaces: write {joined}"
    else:
        return name
    if not is_handout_name(in_full(joined)) or cursor.tokens.firsts[at + 1]:
        return name
    cursor.slip(cursor.at, message)
    cursor.goto(part)
    return joined


def is_function(cursor: Cursor, name: str) -> bool:
    return is_handout_name(in_full(name)) or key(name) in cursor.own_names


def variable(cursor: Cursor, at: int, name: str) -> Expression:
    if name not in NULLS:
        return Name(at, name)
    cursor.slip(at, f"'{name}' is another language's: write NULL")
    return Literal(at, None)


def rounding(cursor: Cursor, at: int, name: str) -> Expression:
    closing = ")" if cursor.kind == "(" else "]"
    if closing == "]":
        cursor.slip(cursor.at, f"'{name}' has round brackets: {name}(y)")
    operands = several(cursor, closing)
    if len(operands) != 1:
        cursor.misread(f"{name} takes one number, here are {len(operands)}")
    return Unary(at, name, operands[0])


def several(cursor: Cursor, closing: str) -> list[Expression]:
    """Expressions with commas between, from one bracket to the ``closing`` one."""
    cursor.advance()
    found: list[Expression] = []
    while cursor.kind != closing:
        found.append(expression(cursor))
        if cursor.kind != ",":
            break
        at = cursor.at
        cursor.advance()
        if cursor.kind == closing:
            cursor.slip(at, "a comma with nothing behind it: leave it out")
    where = "after the last of these"
    if cursor.kind in ("name", "number") and found and not cursor.is_first:
        where = "or a comma behind this"
    cursor.expect(closing, where)
    return found
