"""Read an expression, by the strength of its operators."""

from unicodedata import normalize

from pseudoku.pseudocode.reading import notation, syntax, words
from pseudoku.pseudocode.reading.advice import about
from pseudoku.pseudocode.reading.cursor import Cursor

MOST_DIGITS = 18
CONSTANTS = {"true": True, "false": False, "null": None}
STARTS = ("name", "number", "string", "(", "⌊", "⌈", "¬", "true", "false", "null")
ROUNDING = {"⌊": ("⌋", "floor"), "⌈": ("⌉", "ceil")}
BRACKETS = {"(": ")", "[": "]"}
ODD = {"x": "×", "mode": "mod", "modulo": "mod", "div": "div"}


def expression(cursor: Cursor, least: int = syntax.OR) -> syntax.Expression:
    """Read an expression whose operators have at least the strength ``least``."""
    depth = cursor.depth
    cursor.deeper()
    left = prefixed(cursor, least)
    compared = False
    while (strength := strength_here(cursor)) >= least:
        cursor.deeper()  # the text so far becomes an operand
        at, operator = cursor.at, operator_here(cursor)
        cursor.advance()
        right = expression(cursor, strength + 1)
        if operator == "=" and cursor.source.text.startswith("==", at):
            cursor.slip("other-sign", at, text="==", sign="=")
        if strength == syntax.RELATION and compared:
            left = chained(cursor, left, syntax.Binary(at, operator, left, right))
        elif operator in ("//", "div"):
            cursor.slip("whole-division", at, text=operator)
            left = syntax.Unary(at, "floor", syntax.Binary(at, "/", left, right))
        else:
            left = syntax.Binary(at, operator, left, right)
        compared = strength == syntax.RELATION
    cursor.depth = depth
    return left


def strength_here(cursor: Cursor) -> int:
    """Return the strength of the operator here, or of a word for one, or 0."""
    if cursor.kind in syntax.STRENGTH:
        return syntax.STRENGTH[cursor.kind]
    if cursor.kind == "//":
        return syntax.PRODUCT
    if cursor.kind != "name" or cursor.word not in ODD:
        return 0
    if cursor.next_kind not in ("name", "number", "(") or cursor.is_first:
        return 0
    after = cursor.kinds[min(cursor.index + 2, len(cursor.kinds) - 1)]
    if cursor.next_kind == "name" and after == "←":
        return 0  # x, and then a statement: a ← x b ← 2
    return syntax.PRODUCT


def operator_here(cursor: Cursor) -> str:
    if cursor.kind != "name":
        return cursor.kind
    operator = ODD[cursor.word]
    if operator != "div":
        cursor.slip("word-operator", sign=operator)
    return operator


def chained(
    cursor: Cursor, left: syntax.Expression, second: syntax.Binary
) -> syntax.Expression:
    """Read ``a ≤ b ≤ c`` as ``a ≤ b ∧ b ≤ c``."""
    middle = left.right if isinstance(left, syntax.Binary) else left
    if isinstance(middle, syntax.Binary):
        middle = middle.right
    cursor.slip("two-comparisons", second.at)
    second.left = middle
    return syntax.Binary(second.at, "∧", left, second)


def prefixed(cursor: Cursor, least: int) -> syntax.Expression:
    at, sign = cursor.at, cursor.kind
    if sign == "¬":
        if least > syntax.NOT:
            cursor.slip("bare-not")
        cursor.advance()
        return syntax.Unary(at, sign, expression(cursor, syntax.NOT))
    if sign == "−":
        cursor.deeper()
        cursor.advance()
        operand = prefixed(cursor, syntax.PRODUCT)
        cursor.depth -= 1
        return syntax.Unary(at, sign, operand)
    return postfixed(cursor)


def postfixed(cursor: Cursor) -> syntax.Expression:
    """Read a primary expression with its positions and method calls."""
    bracketed, depth = cursor.kind == "(", cursor.depth
    found = primary(cursor)
    while bracketed or isinstance(found, syntax.Selectable):
        cursor.deeper()
        if cursor.kind == "[":
            found = select(cursor, found)
        elif cursor.kind == "." and cursor.next_kind == "name" and not cursor.is_first:
            found = method(cursor, found)
        else:
            break
    cursor.depth = depth
    return found


def select(cursor: Cursor, vector: syntax.Expression) -> syntax.Expression:
    at = cursor.at
    cursor.advance()
    position = expression(cursor)
    while cursor.kind == ",":
        cursor.skip("two-positions")
        vector, position = syntax.Select(at, vector, position), expression(cursor)
    if cursor.kind == ":":
        cursor.misread("slice")
    if cursor.kind == "++":
        cursor.misread("step-in-expression")
    cursor.expect("]", "after the position")
    return syntax.Select(at, vector, position)


def method(cursor: Cursor, structure: syntax.Expression) -> syntax.Expression:
    """Read ``q.enqueue(x)``, which is ``ENQUEUE[x, q]`` in the notation."""
    cursor.advance()
    at, word = cursor.at, cursor.text
    name = words.meant_operation(word)
    if not name:
        if isinstance(structure, syntax.Name):
            cursor.refuse_word(structure.name, structure.at)
        wrong = about("method", cursor.word, otherwise="method")
        cursor.misread(wrong, word=word)
    cursor.advance()
    operands: list[syntax.Expression] = []
    if cursor.kind in BRACKETS:
        operands = several(cursor, BRACKETS[cursor.kind])
    found = syntax.Operation(at, name, [*operands, structure])
    cursor.slip("method-call", at, right=notation.expression(found))
    return found


def primary(cursor: Cursor) -> syntax.Expression:
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
        rounded = syntax.Unary(at, operator, expression(cursor))
        cursor.expect(closing, f"after '{kind}'")
        return rounded
    value = constant(cursor)
    cursor.advance()
    return value


def constant(cursor: Cursor) -> syntax.Expression:
    at, kind, text = cursor.at, cursor.kind, cursor.text
    if kind == "number":
        if len(text) > MOST_DIGITS:
            count = words.counted(len(text), "digit")
            cursor.misread("long-number", count=count, most=MOST_DIGITS)
        return syntax.Literal(at, number(text))
    if kind == "string":
        return syntax.Literal(at, text[1:-1])
    if kind in CONSTANTS:
        return syntax.Literal(at, CONSTANTS[kind])
    if kind == "...":
        return syntax.Hole(at, text)
    cursor.misread(about("expression", kind, text, otherwise="no-expression"))


def number(text: str) -> int | float:
    digits = normalize("NFKC", text)
    if "." not in digits:
        return int(digits)
    value = float(digits)
    return int(value) if value.is_integer() else value


def named(cursor: Cursor) -> syntax.Expression:
    """Read a variable, a call or an operation."""
    at, name = cursor.at, whole(cursor, cursor.text)
    cursor.advance()
    if cursor.kind in ("(", "[") and name.lower() in ("floor", "ceil"):
        return rounding(cursor, at, name.lower())
    if cursor.kind == "[" and (word := words.operation(name)):
        return syntax.Operation(at, word, several(cursor, "]"))
    own = words.key(name) in cursor.own_names
    if cursor.kind == "[" and not cursor.is_first:
        if own or words.is_handout_name(words.in_full(name)):
            cursor.slip("square-call", name=name)
            return syntax.Call(at, name, several(cursor, "]"))
    if cursor.kind != "(":
        if name not in words.NULLS:
            return syntax.Name(at, name)
        cursor.slip("other-word", at, text=name, word="NULL")
        return syntax.Literal(at, None)
    word = words.meant_operation(name)
    arguments = several(cursor, ")")
    if not word or own:
        return syntax.Call(at, name, arguments)
    found = syntax.Operation(at, word, arguments)
    cursor.slip("round-operation", at, right=notation.expression(found))
    return found


def whole(cursor: Cursor, name: str) -> str:
    """Return ``name`` joined to its other part, as in SEARCH-STACK or Search Stack."""
    at = cursor.index
    if cursor.next_kind == "−" and cursor.kinds[at + 2 : at + 4] == ["name", "("]:
        joined, part = name + cursor.tokens[at + 2].text, at + 2
        slip = "hyphenated-name"
    elif cursor.kinds[at + 1 : at + 3] == ["name", "("]:
        joined, part = name + cursor.tokens[at + 1].text, at + 1
        slip = "spaced-name"
    else:
        return name
    if not words.is_handout_name(words.in_full(joined)) or cursor.tokens[at + 1].first:
        return name
    cursor.slip(slip, name=joined)
    cursor.goto(part)
    return joined


def rounding(cursor: Cursor, at: int, name: str) -> syntax.Expression:
    closing = BRACKETS[cursor.kind]
    if closing == "]":
        cursor.slip("square-call", name=name)
    operands = several(cursor, closing)
    if len(operands) != 1:
        count = words.counted(len(operands), "number")
        cursor.misread("one-number", name=name, count=count)
    return syntax.Unary(at, name, operands[0])


def several(cursor: Cursor, closing: str) -> list[syntax.Expression]:
    """Read expressions with commas between them, up to the ``closing`` bracket."""
    cursor.advance()
    found: list[syntax.Expression] = []
    while cursor.kind != closing:
        found.append(expression(cursor))
        if cursor.kind != ",":
            break
        at = cursor.at
        cursor.advance()
        if cursor.kind == closing:
            cursor.slip("last-comma", at)
    where = "after the last of these"
    if cursor.kind in ("name", "number") and found and not cursor.is_first:
        where = "or a comma before it"
    cursor.expect(closing, where)
    return found
