"""Read an expression, by the strength of its operators."""

from unicodedata import normalize

from pseudoku.pseudocode.reading import notation, syntax, words
from pseudoku.pseudocode.reading.advice import about
from pseudoku.pseudocode.reading.cursor import Cursor

MOST_DIGITS = 18
CONSTANTS = {"true": True, "false": False, "null": None}
STARTS = ("name", "number", "string", "(", "⌊", "⌈", "¬", "true", "false", "null")
COPYING = ("copy", "clone", "copyof", "copyvector")
LISTED = {"+": "JOIN", "×": "REPEAT"}
ROUNDING = {"⌊": ("⌋", "floor"), "⌈": ("⌉", "ceil")}
BRACKETS = {"(": ")", "[": "]"}
# The kinds of the structures that an operation without one may be for.
STRUCTURES: dict[str, tuple[str, ...]] = {"EMPTY": ("Queue", "Stack")}
STRUCTURES |= dict.fromkeys(("ENQUEUE", "DEQUEUE", "HEAD"), ("Queue",))
STRUCTURES |= dict.fromkeys(("PUSH", "POP", "TOP"), ("Stack",))
STRUCTURES |= dict.fromkeys(("READ", "WRITE"), ("Array",))
STRUCTURES |= dict.fromkeys(("REMOVEAT", "INSERTAT"), ("DynamicArray",))
OPPOSITE = {"=": "≠", "<": "≥", ">": "≤", "≤": ">", "≥": "<", "EMPTY": "¬EMPTY"}
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
        if operator in ("EMPTY", "¬EMPTY"):
            left = syntax.Operation(at, "EMPTY", [left])
            left = left if operator == "EMPTY" else syntax.Unary(at, "¬", left)
            continue
        if at == cursor.at and isinstance(left, syntax.Binary) and left.operator != "×":
            cursor.misread("two-readings", one="a / (2 × b)", two="(a / 2) × b")
        right = expression(cursor, strength + 1)
        if operator == "=" and cursor.source.text.startswith("==", at):
            cursor.slip("other-sign", at, text="==", sign="=")
        if strength == syntax.RELATION and compared:
            left = chained(cursor, left, syntax.Binary(at, operator, left, right))
        elif operator in ("//", "div"):
            left = syntax.Unary(at, "floor", syntax.Binary(at, "/", left, right))
            shown = notation.expression(left)
            cursor.slip("whole-division", at, text=operator, right=shown)
        elif operator in LISTED and (is_list(left) or is_list(right)):
            left = syntax.Operation(at, LISTED[operator], [left, right])
            if operator == "×" and is_list(left.operands[0]):
                left.operands.reverse()
        else:
            left = syntax.Binary(at, operator, left, right)
        compared = strength == syntax.RELATION
    cursor.depth = depth
    return left


def is_list(value: syntax.Expression) -> bool:
    return isinstance(value, syntax.Operation) and value.name in words.LISTY


def strength_here(cursor: Cursor) -> int:
    """Return the strength of the operator here, or of a word for one, or 0."""
    if cursor.kind in syntax.STRENGTH:
        return syntax.STRENGTH[cursor.kind]
    if cursor.kind == "//" or is_product(cursor):
        return syntax.PRODUCT
    if cursor.kind != "name" or cursor.is_first:
        return 0
    if cursor.word in ("is", "equals"):
        return syntax.RELATION
    if cursor.word not in ODD:
        return 0
    if cursor.next_kind not in ("name", "number", "("):
        return 0
    after = cursor.kinds[min(cursor.index + 2, len(cursor.kinds) - 1)]
    if cursor.next_kind == "name" and after == "←":
        return 0  # x, and then a statement: a ← x b ← 2
    return syntax.PRODUCT


def is_product(cursor: Cursor) -> bool:
    """Return whether a number ends where a name or a bracket begins, as in ``2k``."""
    if cursor.kind not in ("name", "(") or cursor.at != cursor.behind:
        return False
    if cursor.word in ODD and cursor.next_kind in ("name", "number", "("):
        return False
    return cursor.kinds[cursor.index - 1] == "number"


def operator_here(cursor: Cursor) -> str:
    """Read an operator, and return its sign, or "EMPTY" or "¬EMPTY"."""
    if is_product(cursor):
        number, text = cursor.tokens[cursor.index - 1], cursor.text
        cursor.slip(
            "product",
            number.start,
            text=number.text + text,
            right=f"{number.text} × {text}",
        )
        return "×"
    if cursor.kind != "name" or cursor.word in ODD:
        operator = ODD.get(cursor.word, cursor.kind)
        if operator != cursor.kind and operator != "div":
            cursor.slip("word-operator", sign=operator)
        cursor.advance()
        return operator
    return words_for_sign(cursor)


def words_for_sign(cursor: Cursor) -> str:
    """Read ``is``, ``is not equal to``, ``is less than`` and similar words."""
    start = cursor.at
    cursor.advance()
    opposite = cursor.take("¬")
    sign = {"equal": "=", "less": "<", "greater": ">", "empty": "EMPTY"}.get(
        cursor.word
    )
    if sign:
        cursor.advance()
        if cursor.word in ("to", "than"):
            cursor.advance()
        if sign in "<>" and cursor.kind == "∨" and cursor.next.text == "equal":
            sign = "≤" if sign == "<" else "≥"
            cursor.advance()
            cursor.advance()
            if cursor.word == "to":
                cursor.advance()
    sign = sign or "="
    if opposite:
        sign = OPPOSITE[sign]
    shown = f"{sign}[…]" if "EMPTY" in sign else sign
    cursor.slip("word-operator", start, text=cursor.written(start), sign=shown)
    return sign


def chained(
    cursor: Cursor, left: syntax.Expression, second: syntax.Binary
) -> syntax.Expression:
    """Read ``a ≤ b ≤ c`` as ``a ≤ b ∧ b ≤ c``."""
    last = left
    if isinstance(left, syntax.Binary) and left.operator == "∧":
        last = left.right  # the second comparison of a ≤ b ≤ c ≤ d
    middle = last.right if isinstance(last, syntax.Binary) else last
    second.left = middle
    both = syntax.Binary(second.at, "∧", left, second)
    cursor.slip("two-comparisons", second.at, right=notation.expression(both))
    return both


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
        comma = cursor.at
        cursor.advance()
        vector, position = syntax.Select(at, vector, position), expression(cursor)
        shown = notation.expression(syntax.Select(at, vector, position))
        cursor.slip("two-positions", comma, right=shown)
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
    name = words.meant_operation(word) or by_kind(cursor, structure)
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


def by_kind(cursor: Cursor, structure: syntax.Expression) -> str:
    """Return the operation of this method, if the kind of ``structure`` is known."""
    if not isinstance(structure, syntax.Name):
        return ""
    from pseudoku.pseudocode.reading.classes import METHODS  # and `ast`: 2 ms

    kind = cursor.variables.get(structure.name.lower(), "")
    name = METHODS[kind].get(cursor.text, "") if kind in METHODS else ""
    return name if name in ("", "APPEND") or name in words.OPERATIONS else ""


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
    if kind == "[" and cursor.next_kind != "]":
        cursor.slip("list-value")
        return syntax.Operation(at, "LIST", several(cursor, "]"))
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
    at, name, is_first = cursor.at, whole(cursor, cursor.text), cursor.is_first
    cursor.advance()
    if cursor.kind in ("(", "[") and name.lower() in ("floor", "ceil"):
        return rounding(cursor, at, name.lower())
    if cursor.kind == "(" and name == "INT":
        cursor.slip("other-word", at, text=name, word="floor")
        return rounding(cursor, at, "floor")
    if word := words.operation(name):
        marked = cursor.kind in ("¬", "unknown") and cursor.text in ("!", "?")
        if marked and cursor.at == cursor.behind:
            cursor.skip("operation-mark")
        if cursor.kind == "[":
            return operation(cursor, at, word, several(cursor, "]"))
        if marked and cursor.kind != "(":
            return operation(cursor, at, word, [])
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
    place = cursor.at
    arguments = several(cursor, ")")
    named_by_task = words.is_handout_name(words.in_full(name))
    known = name.lower() in cursor.variables and not own and not named_by_task
    alone = is_first and cursor.kind not in ("←", "=", "(", "[")  # a statement
    if known and arguments and not alone:
        found: syntax.Selectable = syntax.Name(at, name)
        while cursor.kind == "(" and cursor.at == cursor.behind:
            arguments += several(cursor, ")")
        for argument in arguments:
            found = syntax.Select(place, found, argument)
        cursor.slip("round-position", at, right=notation.expression(found))
        return found
    if name.lower() in COPYING and not own and len(arguments) == 1:
        cursor.slip("copying", at, text=name)
        null = syntax.Literal(at, None)
        return syntax.Operation(at, "SLICE", [null, null, *arguments])
    if not word or own:
        return syntax.Call(at, name, arguments)
    found = operation(cursor, at, word, arguments)
    cursor.slip("round-operation", at, right=notation.expression(found))
    return found


def operation(
    cursor: Cursor, at: int, name: str, operands: list[syntax.Expression]
) -> syntax.Operation:
    """Return an operation; if its structure is missing, it is the only one there is."""
    kinds = STRUCTURES.get(name, ())
    if len(operands) == len(words.OPERATIONS[name]) - 1 and kinds:
        fitting = [one for one, kind in cursor.variables.items() if kind in kinds]
        if len(fitting) > 1:
            cursor.misread("no-structure", at, form=words.form(name))
        if not fitting:
            return syntax.Operation(at, name, operands)
        operands = [*operands, syntax.Name(at, fitting[0])]
        found = syntax.Operation(at, name, operands)
        cursor.slip("one-structure", at, right=notation.expression(found))
    return syntax.Operation(at, name, operands)


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
        cursor.misread("one-number", at, name=name, count=count)
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
    where = "to close the bracket"
    if cursor.kind in ("name", "number") and found and not cursor.is_first:
        where = "or a comma before it"
    cursor.expect(closing, where)
    return found
