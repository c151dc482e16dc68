"""Read the headers of ``for`` and of functions, also those of other languages."""

from pseudoku.pseudocode.reading import notation, syntax
from pseudoku.pseudocode.reading.cursor import Cursor
from pseudoku.pseudocode.reading.expressions import expression, several, whole
from pseudoku.pseudocode.reading.words import TYPES, nearest_word

UP, DOWN = ("≤", "<"), ("≥", ">")


def any_header(cursor: Cursor, at: int) -> syntax.For:
    """Read ``1 ≤ i ≤ 4``, or the same in another language."""
    start = cursor.at
    closing = header_bracket(cursor)
    if cursor.word in TYPES and cursor.next_kind == "name":
        if cursor.next.text.lower() not in ("in", "from"):
            cursor.advance()  # int i = 0
    says = cursor.next_kind in ("←", "=") or cursor.next.text.lower() in ("from", "in")
    counted = cursor.kind == "name" and says
    header = counted_header(cursor, at) if counted else ranged(cursor, at)
    if cursor.kind in ("∧", ",") and header.guard is None:
        cursor.skip("condition-in-for")
        header.guard = expression(cursor)
    if closing:
        cursor.expect(")", "to close the header")
    if counted or closing:
        slip = "other-header" if counted else "header-in-brackets"
        cursor.slip(slip, start, right=notation.header(header))
    return header


def header_bracket(cursor: Cursor) -> bool:
    """Read a bracket round the whole header; return whether there was one."""
    if cursor.kind != "(":
        return False
    closer = cursor.closers.get(cursor.index)
    if closer is not None:
        if cursor.kinds[closer + 1] in (*UP, *DOWN, "+", "−", "×", "/", "mod"):
            return False
    cursor.advance()
    return True


def ranged(cursor: Cursor, at: int) -> syntax.For:
    """``1 ≤ i ≤ 4``."""
    if cursor.kind == "name" and cursor.word == "each":
        cursor.misread("for-each")
    first = expression(cursor, syntax.SUM)
    signs, step = (UP, 1) if cursor.kind in UP else (DOWN, -1)
    if cursor.kind in DOWN:
        cursor.slip("counting-down")
    one = sign(cursor, signs, "for-sign")
    variable = cursor.text
    sign(cursor, ("name",), "for-variable")
    two = sign(cursor, signs, "for-two-ends")
    last = expression(cursor, syntax.SUM)
    ends = one in "<>", variable, two in "<>"
    return syntax.For(at, first, *ends, last, step, None, [])


def sign(cursor: Cursor, kinds: tuple[str, ...], name: str) -> str:
    """Read a token of one of ``kinds``. Raise Misread, with ``name``, if it is not."""
    kind = cursor.kind
    if kind not in kinds:
        cursor.misread(name, sign=kinds[0])
    cursor.advance()
    return kind


def counted_header(cursor: Cursor, at: int) -> syntax.For:
    """``i from 1 to 4``, ``i = 1 to 4``, ``i = 0; i < 4; i++``."""
    variable, within = cursor.text, cursor.next.text.lower() == "in"
    cursor.advance()
    cursor.advance()
    if cursor.word == "range" and cursor.next_kind == "(":
        return in_range(cursor, at, variable)
    first = expression(cursor, syntax.SUM)
    if cursor.kind == ";":
        return stepped(cursor, at, variable, first)
    step = direction(cursor, within)
    last = expression(cursor, syntax.SUM)
    if cursor.word in ("step", "by"):
        cursor.misread("for-step")
    return syntax.For(at, first, False, variable, False, last, step, None, [])


def direction(cursor: Cursor, within: bool) -> int:
    """Read ``to`` and return 1, or ``downto`` and return -1.

    ``within`` is whether it follows ``in``.
    """
    word = cursor.word
    if cursor.kind != ".." and word != "to":
        if within:
            cursor.misread("for-in")
        if not nearest_word(word, ("until", "upto", "downto")):
            cursor.misread("for-to")
    cursor.advance()
    return -1 if word == "downto" else 1


def in_range(cursor: Cursor, at: int, variable: str) -> syntax.For:
    """``range(4)``, ``range(1, 5)`` or ``range(4, 0, -1)``."""
    place = cursor.at
    cursor.advance()
    ends = several(cursor, ")")
    step = 1
    if len(ends) == 3:
        step = {"1": 1, "−1": -1}.get(notation.expression(ends[2]), 0)
    if not step or not 1 <= len(ends) <= 3:
        cursor.misread("for-step", place)
    first = ends[0] if len(ends) > 1 else syntax.Literal(place, 0)
    last = ends[min(1, len(ends) - 1)]
    return syntax.For(at, first, False, variable, True, last, step, None, [])


def stepped(
    cursor: Cursor, at: int, variable: str, first: syntax.Expression
) -> syntax.For:
    """The rest of ``i = 0; i < 4; i++``."""
    cursor.advance()
    if cursor.kind != "name" or cursor.text != variable:
        cursor.misread("for-condition", name=variable)
    cursor.advance()
    mark = sign(cursor, UP + DOWN, "for-sign")
    last = expression(cursor, syntax.SUM)
    cursor.expect(";", "before the step")
    step = one_step(cursor, variable)
    if (step > 0) != (mark in UP):
        cursor.misread("for-endless")
    return syntax.For(at, first, False, variable, mark in "<>", last, step, None, [])


def one_step(cursor: Cursor, variable: str) -> int:
    """1 for ``i++`` and ``i ← i + 1``, -1 for ``i--`` and ``i ← i − 1``."""
    start = cursor.index
    while cursor.kind not in (")", "do", "end of text") and not cursor.is_first:
        cursor.advance()
    words = "".join(cursor.kinds[start : cursor.index]).replace("=name", "←name")
    texts = [token.text for token in cursor.tokens[start : cursor.index]]
    if variable in texts[:2] and texts[-1] in (variable, "++", "-", "−", "–", "1"):
        if words in ("name++", "++name", "name+=number", "name←name+number"):
            return 1
        if words in ("name−−", "−−name", "name-=number", "name←name−number"):
            return -1
    cursor.goto(start)
    cursor.misread("for-step")


def function_name(cursor: Cursor) -> str:
    at, name = cursor.at, cursor.text
    if cursor.kind != "name":
        cursor.misread("function-name")
    name = whole(cursor, name)
    cursor.advance()
    while cursor.kind == "name":
        name += cursor.text
        cursor.advance()
        if cursor.kind == "(":
            cursor.slip("spaced-name", at, name=name)
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
            cursor.slip("last-comma")
    cursor.expect(")", "after the parameters")
    return names


def parameter(cursor: Cursor) -> str:
    """Read the name of a parameter, with a type before or after it."""
    if cursor.kind == "name" and cursor.next_kind == "name":
        cursor.skip("typed-parameter")
    name = cursor.text
    if cursor.kind != "name":
        cursor.misread("parameter-name")
    cursor.advance()
    if cursor.kind == ":" and cursor.next_kind == "name":
        cursor.skip("typed-parameter")
        cursor.advance()
    return name


def behind_parameters(cursor: Cursor) -> None:
    """Skip a type, and marks that begin a block in other languages."""
    typed = cursor.kind in ("→", ":") or cursor.word == "returns"
    if typed and cursor.next_kind == "name" and types_here(cursor):
        cursor.skip("typed-function")
        cursor.advance()
    if cursor.kind in (":", "do", "then"):
        cursor.skip("mark-after", what="the parameters")


def types_here(cursor: Cursor) -> bool:
    """Return whether the next name, with a colon or a brace, ends the line."""
    name, behind = cursor.tokens[cursor.index + 1 : cursor.index + 3]
    return not name.first and (behind.first or behind.kind in (":", "{"))
