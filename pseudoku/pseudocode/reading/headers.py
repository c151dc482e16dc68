"""Read the headers of ``for`` and of functions, also those of other languages."""

from pseudoku.pseudocode.reading import notation, syntax
from pseudoku.pseudocode.reading.blocks import opening
from pseudoku.pseudocode.reading.cursor import Cursor
from pseudoku.pseudocode.reading.expressions import expression, several, whole
from pseudoku.pseudocode.reading.words import (
    HANDOUT_KINDS,
    KINDS,
    in_full,
    is_handout_name,
    key,
)

LISTED = {"(": ")", "[": "]", "{": "}"}
ASCENDING, DESCENDING = ("≤", "<"), ("≥", ">")


def for_header(cursor: Cursor, at: int) -> syntax.For:
    """Read ``1 ≤ i ≤ 4 do`` or ``each x in v do``, after the ``for`` at ``at``."""
    start = cursor.at
    closed = cursor.kind == "(" and cursor.closed(cursor.index) not in syntax.STRENGTH
    if closed:  # not for (a + 1) ≤ i ≤ n
        cursor.advance()
    each = is_in(cursor, 2)  # also without a word before the variable
    if each:
        cursor.advance()
    each = each or is_in(cursor, 1)
    header = elements_of(cursor) if each else bounds(cursor)
    header.at = at
    if cursor.word in ("step", "by") and not cursor.is_first:
        cursor.skip("step")
        header.step *= whole_number(cursor)
    if cursor.kind in ("∧", ","):
        cursor.skip("condition-in-for")
        header.guard = expression(cursor)
    if closed:
        cursor.expect(")", "to close the header")
    if closed or each:
        cursor.slip("other-form", start, right=notation.header(header))
    elif header.step < 0:
        cursor.slip("counting-down", start)
    opening(cursor, "do")
    return header


def bounds(cursor: Cursor) -> syntax.For:
    """Read ``1 ≤ i ≤ 4``, or ``4 ≥ i ≥ 1``."""
    first, one = expression(cursor, syntax.SUM), cursor.kind
    signs = DESCENDING if one in DESCENDING else ASCENDING
    next_sign(cursor, signs)
    if cursor.kind != "name":
        cursor.misread("for-form", expected="a variable")
    name = cursor.text
    cursor.advance()
    two = next_sign(cursor, signs)
    last = expression(cursor, syntax.SUM)
    cursor.know(name, "")
    step = 1 if signs is ASCENDING else -1
    ends = one in "<>", name, two in "<>", last
    return syntax.For(cursor.at, first, *ends, step, None, [])


def next_sign(cursor: Cursor, signs: tuple[str, ...]) -> str:
    found = cursor.kind
    if found not in signs:
        cursor.misread("for-form", expected=f"'{signs[0]}'")
    cursor.advance()
    return found


def whole_number(cursor: Cursor) -> int:
    """Read the number after ``step``."""
    match by := expression(cursor, syntax.SUM):
        case syntax.Literal(value=int(step)) if step:
            return step
        case syntax.Unary(operator="−", operand=syntax.Literal(value=int(step))):
            return -step
    shown = f"'{notation.expression(by)}'"
    cursor.misread("for-form", by.at, found=shown, expected="a number")


def is_in(cursor: Cursor, count: int) -> bool:
    """Return whether ``in`` is ``count`` tokens ahead, behind names."""
    between = cursor.kinds[cursor.index : cursor.index + count]
    sign = cursor.ahead(count)
    return {*between} == {"name"} and (sign.text.lower() == "in" or sign.kind == "∈")


def elements_of(cursor: Cursor) -> syntax.For:
    """Read ``x in v``; numbers at equal distances are counted."""
    at, variable = cursor.at, cursor.text
    cursor.goto(cursor.index + 2)
    cursor.know(variable, "")
    vector = elements(cursor)
    if isinstance(vector, syntax.Operation) and vector.name == "LIST":
        if step := distance(vector.operands):
            first, last = vector.operands[0], vector.operands[-1]
            return syntax.For(at, first, False, variable, False, last, step, None, [])
    for part in syntax.walk(vector):
        plain = isinstance(part, syntax.Operation) and part.name == "LIST"
        if isinstance(part, syntax.Call | syntax.Hole | syntax.Operation) and not plain:
            cursor.misread("for-in", at)
    name = vector.name.lower() if isinstance(vector, syntax.Name) else ""
    if cursor.variables.get(name) in ("Queue", "Stack"):
        cursor.misread("for-in", at)
    hidden = syntax.Name(at, f"{variable}_position")
    element = syntax.Operation(at, "NTH", [hidden, vector])
    first, last = syntax.Literal(at, 1), syntax.Operation(at, "LENGTH", [vector])
    body: syntax.Block = [syntax.Assign(at, syntax.Name(at, variable), element)]
    return syntax.For(at, first, False, hidden.name, False, last, 1, None, body)


def elements(cursor: Cursor) -> syntax.Expression:
    """Read a vector, or a list in any brackets."""
    if cursor.kind not in LISTED:
        return expression(cursor, syntax.SUM)
    at = cursor.at
    found = several(cursor, LISTED[cursor.kind])
    return found[0] if len(found) == 1 else syntax.Operation(at, "LIST", found)


def distance(elements: list[syntax.Expression]) -> int:
    """Return the distance between numbers that have one, or 0."""
    values = [one.value for one in elements if isinstance(one, syntax.Literal)]
    numbers = [value for value in values if type(value) is int]
    if len(numbers) < len(elements):
        return 0
    steps = {after - before for before, after in zip(numbers, numbers[1:])} or {1}
    return steps.pop() if len(steps) == 1 else 0


def unworded(cursor: Cursor) -> bool:
    """Return whether a header without ``function`` is here: ``MakeVector(row):``."""
    closer = cursor.closers.get(cursor.index + 1)
    if not (closer and cursor.is_first and is_handout_name(in_full(cursor.text))):
        return False
    last, own = cursor.tokens[closer + 1], key(cursor.text) in cursor.own_names
    plain = {*cursor.kinds[cursor.index + 2 : closer]} <= {"name", ","}
    return plain and (last.kind in (":", "{") or last.first and not own)


def is_header(cursor: Cursor) -> bool:
    """Return whether a name and a bracket follow the ``function`` here."""
    for count in range(1, 5):
        one = cursor.ahead(count)
        if one.kind not in ("name", "−") or one.first and count > 1:
            return one.kind == "(" and count > 1
    return False


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
    for name in names:
        cursor.know(name, "")
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
