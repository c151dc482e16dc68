"""Read the headers of ``for`` and of functions, also those of other languages."""

from collections.abc import Callable

from pseudoku.pseudocode.reading import notation, syntax
from pseudoku.pseudocode.reading.blocks import opening
from pseudoku.pseudocode.reading.cursor import Cursor
from pseudoku.pseudocode.reading.expressions import expression, whole
from pseudoku.pseudocode.reading.forms import Found, matched
from pseudoku.pseudocode.reading.words import (
    HANDOUT_KINDS,
    KINDS,
    TYPES,
    in_full,
    is_handout_name,
    key,
)

EACH = ("each", "all", "every")
OPEN = ("<", ">")  # leave out the number at their end


def for_header(cursor: Cursor, at: int) -> syntax.For:
    """Read ``1 ≤ i ≤ 4 do``, also in another form, after the ``for`` at ``at``."""
    start = cursor.at
    closed = cursor.kind == "(" and cursor.closed(cursor.index) not in syntax.STRENGTH
    if closed:  # not for (a + 1) ≤ i ≤ n
        cursor.advance()
    typed = cursor.word in (*TYPES, *EACH) and cursor.next_kind == "name"
    if typed and cursor.next.text.lower() not in ("in", "from"):
        cursor.advance()  # int i = 0, each i
    found = matched(cursor, HEADERS, "for-form")
    header = HEADERS[found.form](cursor, found)
    header.at = at
    if cursor.word in ("step", "by") and not cursor.is_first:
        cursor.skip("step")
        found.values.append(expression(cursor, syntax.SUM))
        size = taken_step(cursor, found)
        header.step = size if size < 0 else header.step * size
    if cursor.kind in ("∧", ","):
        cursor.skip("condition-in-for")
        header.guard = expression(cursor)
    if closed:
        cursor.expect(")", "to close the header")
    if closed or found.form not in OWN:
        cursor.slip("other-form", start, right=notation.header(header))
    elif header.step < 0:
        cursor.slip("counting-down", start)
    opening(cursor, "do")
    return header


def up(cursor: Cursor, found: Found, step: int = 1) -> syntax.For:
    """Return the header for numbers that count up, from 0 if it has only the last."""
    first, last = [syntax.Literal(found.at, 0), *found.values][-2:]
    (variable,), (sign, *rest) = found.names or [f"turn_{found.at}"], found.words
    cursor.variables[variable.lower()] = ""
    ends = sign in OPEN, variable, any(one in OPEN for one in rest)
    return syntax.For(found.at, first, *ends, last, step, None, [])


def down(cursor: Cursor, found: Found) -> syntax.For:
    return up(cursor, found, -1)


def ranged(cursor: Cursor, found: Found) -> syntax.For:
    """``range(1, 5)`` or ``range(4, 0, −1)``, without the last number; ``p times``"""
    step = taken_step(cursor, found) if len(found.values) == 3 else 1
    header = up(cursor, found, step)
    header.open_last = True
    return header


def taken_step(cursor: Cursor, found: Found) -> int:
    """Take the step from the values of a header."""
    match by := found.values.pop():
        case syntax.Literal(value=int(step)) if step:
            return step
        case syntax.Unary(operator="−", operand=syntax.Literal(value=int(step))) if (
            step
        ):
            return -step
    shown = f"'{notation.expression(by)}'"
    cursor.misread("for-form", by.at, found=shown, expected="a number")


def over(cursor: Cursor, found: Found) -> syntax.For:
    """The elements of a vector; numbers at equal distances are counted."""
    at, (vector, *others), (variable,) = found.at, found.values, found.names
    if "SEVERAL" in found.form:
        vector = syntax.Operation(at, "LIST", [vector, *others])
    if isinstance(vector, syntax.Operation) and vector.name == "LIST":
        if step := distance(vector.operands):
            found.values = [vector.operands[0], vector.operands[-1]]
            return up(cursor, found, step)
    for part in syntax.walk(vector):
        plain = isinstance(part, syntax.Operation) and part.name == "LIST"
        if isinstance(part, syntax.Call | syntax.Hole | syntax.Operation) and not plain:
            cursor.misread("for-in", at)
    name = vector.name.lower() if isinstance(vector, syntax.Name) else ""
    if cursor.variables.get(name) in ("Queue", "Stack"):
        cursor.misread("for-in", at)
    hidden = syntax.Name(at, f"{variable}_position")
    element = syntax.Operation(at, "NTH", [hidden, vector])
    cursor.variables[variable.lower()] = ""
    first, last = syntax.Literal(at, 1), syntax.Operation(at, "LENGTH", [vector])
    each: syntax.Block = [syntax.Assign(at, syntax.Name(at, variable), element)]
    return syntax.For(at, first, False, hidden.name, False, last, 1, None, each)


def distance(elements: list[syntax.Expression]) -> int:
    """Return the distance between numbers that have one, or 0."""
    values = [one.value for one in elements if isinstance(one, syntax.Literal)]
    numbers = [value for value in values if type(value) is int]
    if len(numbers) < len(elements):
        return 0
    steps = {after - before for before, after in zip(numbers, numbers[1:])} or {1}
    return steps.pop() if len(steps) == 1 else 0


# The module's own headers, then all.
OWN = {"SUM ≤|< NAME ≤|< SUM": up, "SUM ≥|> NAME ≥|> SUM": down}
HEADERS: dict[str, Callable[[Cursor, Found], syntax.For]] = {
    **OWN,
    "NAME in|∈ range ( SUM )": ranged,
    "NAME in|∈ range ( SUM , SUM )": ranged,
    "NAME in|∈ range ( SUM , SUM , SUM )": ranged,
    "NAME in|∈ {|(|[ SUM ..|... SUM }|)|]": up,
    "NAME in|∈ {|(|[ SUM , ... , SUM }|)|]": up,
    "NAME in|∈ { SEVERAL }": over,
    "NAME in|∈ ( SEVERAL )": over,
    "NAME ←|=|from|in|∈ range? SUM to|until|upto|..|... SUM": up,
    "NAME ←|=|from|in|∈ SUM downto SUM": down,
    "NAME ←|=|from|in|∈ SUM down to SUM": down,
    "NAME in|∈ SUM": over,
    "SUM times": ranged,
}
# The rest of i = 0; i < 4; i++
HEADERS |= {
    f"NAME ←|=|from SUM ; SAME ≤|< SUM ; {step}": up
    for step in ("SAME ++", "++ SAME", "SAME += 1", "SAME ←|= SAME + 1")
}
HEADERS |= {
    f"NAME ←|=|from SUM ; SAME ≥|> SUM ; {step}": down
    for step in ("SAME − −", "− − SAME", "SAME -= 1", "SAME ←|= SAME − 1")
}


def unworded(cursor: Cursor) -> bool:
    """Return whether a header without ``function`` is here: ``MakeVector(row):``."""
    closer = cursor.closers.get(cursor.index + 1)
    if not (closer and cursor.is_first and is_handout_name(in_full(cursor.text))):
        return False
    last, own = cursor.tokens[closer + 1], key(cursor.text) in cursor.own_names
    plain = {*cursor.kinds[cursor.index + 2 : closer]} <= {"name", ","}
    return plain and (last.kind in (":", "{") or last.first and not own)


def function_header(cursor: Cursor, function: syntax.Function) -> None:
    """Read the name of ``function`` and the names of its parameters."""
    if cursor.kind != "name":
        cursor.misread("header-name")
    function.name = whole(cursor)
    cursor.advance()
    cursor.expect("(", "before the parameters, as in function F(a, b)")
    names = [] if cursor.kind == ")" else [parameter(cursor)]
    while cursor.take(",") or cursor.take(";"):
        names.append(parameter(cursor))
    cursor.expect(")", "after the parameters")
    behind_parameters(cursor)
    function.parameters = names
    kinds = HANDOUT_KINDS.get(key(function.name), ())
    lower = [name.lower() for name in names]
    cursor.variables = dict.fromkeys(lower, "") | dict(zip(lower, kinds))


def parameter(cursor: Cursor) -> str:
    """Read the name of a parameter, with a type before or after it."""
    if cursor.kind == "name" and cursor.next_kind == "name":
        cursor.skip("type")
    name = cursor.text
    if cursor.kind != "name":
        cursor.misread("header-name")
    cursor.advance()
    if cursor.kind == ":" and cursor.next_kind == "name":
        cursor.skip("type")
        while cursor.kind not in (",", ";", ")") and not cursor.is_first:
            cursor.advance()
    return name


def behind_parameters(cursor: Cursor) -> None:
    """Skip a type, and marks that begin a block in other languages."""
    if cursor.word == "returns" and not cursor.is_first:  # a type, or return x
        below = "return x on a line of its own"
        cursor.misread("two-readings", one=below, two="// returns x")
    last = cursor.ahead(2)
    ends = last.first or last.kind in (":", "{", ";")
    named = cursor.next_kind == "name" and not cursor.next.first
    if cursor.kind in (":", "→") and named and ends:
        cursor.skip("type")
        cursor.advance()
    if cursor.kind in (":", "do", "then", ";"):
        cursor.skip("needless")
    if cursor.word == "var" and "begin" in [one.text.lower() for one in cursor.tokens]:
        cursor.slip("type")
        names: dict[str, int] = {}
        cursor.advance()
        while cursor.word != "begin" and cursor.kind not in ("function", "end of text"):
            if cursor.word in KINDS:
                kind = KINDS[cursor.word]
                cursor.declared |= {name: (names[name], kind) for name in names}
            elif cursor.kind == ";":
                names = {}
            else:
                names |= {cursor.word: cursor.at} if cursor.kind == "name" else {}
            cursor.advance()
