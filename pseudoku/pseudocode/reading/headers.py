"""Reading the headers of ``for`` and of functions, ours and other languages'."""

from pseudoku.pseudocode.reading import notation
from pseudoku.pseudocode.reading.cursor import Cursor, Misread
from pseudoku.pseudocode.reading.expressions import expression, several, whole
from pseudoku.pseudocode.reading.foreign import HEADER as FORM
from pseudoku.pseudocode.reading.foreign import TYPES
from pseudoku.pseudocode.reading.syntax import SUM, Expression, For, Literal
from pseudoku.pseudocode.reading.words import nearest_word

UP, DOWN = ("≤", "<"), ("≥", ">")


def any_header(cursor: Cursor, at: int) -> For:
    """``1 ≤ i ≤ 4``, or what other languages write for it."""
    start = cursor.at
    closing = header_bracket(cursor)
    if has_type(cursor):
        cursor.advance()
    counted = is_counted(cursor)
    header = counted_header(cursor, at) if counted else ranged(cursor, at)
    if cursor.kind in ("∧", ",") and header.guard is None:
        header.guard = guard(cursor)
    if closing:
        cursor.expect(")", "to close the header")
    found = "brackets round the" if closing else ""
    found = "another language's" if counted else found
    if found:
        cursor.slip(start, f"{found} header: write {notation.header(header)}")
    return header


def has_type(cursor: Cursor) -> bool:
    """Whether the variable stands behind its type: int i = 0."""
    if cursor.text.lower() not in TYPES or cursor.next_kind != "name":
        return False
    return cursor.next_text.lower() not in ("in", "from")


def guard(cursor: Cursor) -> Expression:
    cursor.slip(cursor.at, "a condition in a for header: write a while, or a break")
    cursor.advance()
    return expression(cursor)


def header_bracket(cursor: Cursor) -> bool:
    """Go past a bracket round the whole header, and say if one was here."""
    if cursor.kind != "(":
        return False
    depth = 0
    for index in range(cursor.index, len(cursor.kinds) - 1):
        depth += {"(": 1, ")": -1}.get(cursor.kinds[index], 0)
        if depth == 0:
            behind = cursor.kinds[index + 1]
            if behind in (*UP, *DOWN, "+", "−", "×", "/", "mod"):
                return False
            break
    cursor.advance()
    return True


def ranged(cursor: Cursor, at: int) -> For:
    """``1 ≤ i ≤ 4``."""
    if cursor.kind == "name" and cursor.text.lower() == "each":
        cursor.misread(f"'for each' has no positions: {FORM}")
    first = expression(cursor, SUM)
    one, signs = cursor.kind, UP if cursor.kind in UP else DOWN
    if one in DOWN:
        cursor.slip(cursor.at, "a for counts up: write 1 ≤ i ≤ 4, and use 5 − i")
    sign(cursor, signs, "expected ≤ or < between first value and variable")
    variable = cursor.text
    where = f"found {cursor.found()} where the variable is, between two ends"
    sign(cursor, ("name",), where)
    two = cursor.kind
    sign(cursor, signs, f"a for header has two ends, both with {signs[0]}")
    last = expression(cursor, SUM)
    step = 1 if one in UP else -1
    return For(at, first, one in "<>", variable, two in "<>", last, step, None, [])


def sign(cursor: Cursor, kinds: tuple[str, ...], message: str) -> None:
    """Go past a token of one of ``kinds``; Misread with ``message`` otherwise."""
    if cursor.kind not in kinds:
        cursor.misread(f"{message}: {FORM}")
    cursor.advance()


def is_counted(cursor: Cursor) -> bool:
    if cursor.kind != "name":
        return False
    index = min(cursor.index + 1, len(cursor.kinds) - 1)
    word = cursor.texts[index].lower()
    return cursor.kinds[index] in ("←", "=") or word in ("from", "in")


def counted_header(cursor: Cursor, at: int) -> For:
    """``i from 1 to 4``, ``i = 1 to 4``, ``i = 0; i < 4; i++``."""
    variable, within = cursor.text, cursor.next_text.lower() == "in"
    cursor.advance()
    cursor.advance()
    if cursor.text.lower() == "range" and cursor.next_kind == "(":
        return in_range(cursor, at, variable)
    first = expression(cursor, SUM)
    if cursor.kind == ";":
        return stepped(cursor, at, variable, first)
    step = direction(cursor, within)
    last = expression(cursor, SUM)
    if cursor.text.lower() in ("step", "by"):
        cursor.misread(f"the step of a for is 1: {FORM}, or a while")
    return For(at, first, False, variable, False, last, step, None, [])


def direction(cursor: Cursor, within: bool) -> int:
    """Go past ``to``, which gives 1, or ``downto``, -1; ``within``: behind ``in``."""
    word = cursor.text.lower()
    if cursor.kind != ".." and word != "to":
        if within:
            cursor.misread(f"'for … in' counts no positions: {FORM}")
        if not nearest_word(word, ("until", "upto", "downto")):
            cursor.misread(f"expected 'to', found {cursor.found()}: {FORM}")
    cursor.advance()
    return -1 if word == "downto" else 1


def in_range(cursor: Cursor, at: int, variable: str) -> For:
    """``range(4)``, ``range(1, 5)`` or ``range(4, 0, -1)``."""
    place = cursor.at
    cursor.advance()
    ends = several(cursor, ")")
    step = 1
    if len(ends) == 3:
        step = {"1": 1, "−1": -1}.get(notation.expression(ends[2]), 0)
    if not step or not 1 <= len(ends) <= 3:
        raise Misread(place, f"the step of a for is 1: {FORM}")
    first = ends[0] if len(ends) > 1 else Literal(place, 0)
    last = ends[min(1, len(ends) - 1)]
    return For(at, first, False, variable, True, last, step, None, [])


def stepped(cursor: Cursor, at: int, variable: str, first: Expression) -> For:
    """The rest of ``i = 0; i < 4; i++``."""
    cursor.advance()
    if cursor.kind != "name" or cursor.text != variable:
        cursor.misread(f"expected the condition of '{variable}': {FORM}")
    cursor.advance()
    sign = cursor.kind
    if sign not in UP + DOWN:
        cursor.misread(f"expected ≤ or <, found {cursor.found()}: {FORM}")
    cursor.advance()
    last = expression(cursor, SUM)
    cursor.expect(";", "before the step")
    step = one_step(cursor, variable)
    if (step > 0) != (sign in UP):
        cursor.misread(f"this header never ends, or never begins: {FORM}")
    return For(at, first, False, variable, sign in "<>", last, step, None, [])


def one_step(cursor: Cursor, variable: str) -> int:
    """1 for ``i++`` and ``i ← i + 1``, -1 for ``i--`` and ``i ← i − 1``."""
    start = cursor.index
    while cursor.kind not in (")", "do", "end of text") and not cursor.is_first:
        cursor.advance()
    words = "".join(cursor.kinds[start : cursor.index]).replace("=name", "←name")
    texts = cursor.texts[start : cursor.index]
    if variable in texts[:2] and texts[-1] in (variable, "++", "-", "−", "–", "1"):
        if words in ("name++", "++name", "name+=number", "name←name+number"):
            return 1
        if words in ("name−−", "−−name", "name-=number", "name←name−number"):
            return -1
    cursor.goto(start)
    cursor.misread(f"the step of a for is 1: {FORM}")


def function_name(cursor: Cursor) -> str:
    at, name = cursor.at, cursor.text
    if cursor.kind != "name":
        cursor.misread(f"expected the function's name, found {cursor.found()}")
    name = whole(cursor, name)
    cursor.advance()
    while cursor.kind == "name":
        name += cursor.text
        cursor.advance()
        if cursor.kind == "(":
            cursor.slip(at, f"a name has no spaces: write {name}")
    return name


def parameter_names(cursor: Cursor) -> list[str]:
    cursor.expect("(", "before the parameters, as in function F(a, b)")
    names: list[str] = []
    while cursor.kind != ")":
        names.append(parameter(cursor))
        if cursor.kind != ",":
            break
        cursor.advance()
        if cursor.kind == ")":
            cursor.slip(cursor.at, "a comma with nothing behind it: leave it out")
    cursor.expect(")", "after the parameters")
    return names


def parameter(cursor: Cursor) -> str:
    """A parameter's name, with a type before it or behind it."""
    untyped = "parameters have no types: write the name alone"
    if cursor.kind == "name" and cursor.next_kind == "name":
        cursor.slip(cursor.at, untyped)
        cursor.advance()
    name = cursor.text
    if cursor.kind != "name":
        cursor.misread(f"expected a parameter's name, found {cursor.found()}")
    cursor.advance()
    if cursor.kind == ":" and cursor.next_kind == "name":
        cursor.slip(cursor.at, untyped)
        cursor.advance()
        cursor.advance()
    return name


def behind_parameters(cursor: Cursor) -> None:
    """Go past a type, and past what begins a block elsewhere."""
    typed = cursor.kind in ("→", ":") or cursor.text.lower() == "returns"
    if typed and cursor.next_kind == "name" and types_here(cursor):
        cursor.slip(cursor.at, "a function has no type: leave it out")
        cursor.advance()
        cursor.advance()
    if cursor.kind in (":", "do", "then"):
        cursor.slip(cursor.at, f"'{cursor.text}' behind the parameters: leave it out")
        cursor.advance()


def types_here(cursor: Cursor) -> bool:
    """Whether the name that follows, with a colon or a brace, ends the line."""
    _, name, behind = cursor.tokens.firsts[cursor.index : cursor.index + 3]
    return not name and (behind or cursor.kinds[cursor.index + 2] in (":", "{"))
