"""Read the headers of ``for`` and of functions, also those of other languages."""

from pseudoku.pseudocode.reading import notation, syntax
from pseudoku.pseudocode.reading.cursor import Cursor
from pseudoku.pseudocode.reading.expressions import expression, several, whole
from pseudoku.pseudocode.reading.words import (
    HANDOUT_KINDS,
    TYPES,
    in_full,
    key,
    nearest_word,
)

EACH = ("each", "all", "every")
UP, DOWN = ("≤", "<"), ("≥", ">")


def any_header(cursor: Cursor, at: int) -> syntax.For:
    """Read ``1 ≤ i ≤ 4``, or the same in another language."""
    start = cursor.at
    closing = header_bracket(cursor)
    if cursor.word in EACH and names_nothing(cursor):
        cursor.misread("each")
    if cursor.word in (*TYPES, *EACH) and cursor.next_kind == "name":
        if cursor.next.text.lower() not in ("in", "from"):
            cursor.advance()  # int i = 0, each i
    after = cursor.next.text.lower()
    says = cursor.next_kind in ("←", "=") or after in ("from", "in", "∈")
    counted = cursor.kind == "name" and says
    header = counted_header(cursor, at) if counted else ranged(cursor, at)
    cursor.variables[header.variable.lower()] = "number"
    if cursor.kind in ("∧", ",") and header.guard is None:
        cursor.skip("condition-in-for")
        header.guard = expression(cursor)
    if closing:
        cursor.expect(")", "to close the header")
    if counted or closing:
        slip = "other-header" if counted else "header-in-brackets"
        cursor.slip(slip, start, right=notation.header(header))
    return header


def names_nothing(cursor: Cursor) -> bool:
    """Return whether only a name follows ``each`` here, as in ``for each x do``."""
    last = cursor.tokens[min(cursor.index + 2, len(cursor.tokens) - 1)]
    return cursor.next_kind == "name" and (last.first or last.kind in ("do", ":", "{"))


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
    first = expression(cursor, syntax.SUM)
    signs, step = (UP, 1) if cursor.kind in UP else (DOWN, -1)
    if cursor.kind in DOWN:
        cursor.slip("counting-down")
    one = sign(cursor, signs, "for-sign")
    variable = cursor.text
    sign(cursor, ("name",), "for-variable")
    two = sign(cursor, signs, "for-two-ends")
    last = expression(cursor, syntax.SUM)
    step = step_size(cursor, step)
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
    variable, within = cursor.text, cursor.next.text.lower() in ("in", "∈")
    cursor.advance()
    cursor.advance()
    if cursor.word == "range" and cursor.next_kind == "(":
        return in_range(cursor, at, variable)
    if within and cursor.kind in ("{", "(", "["):
        if cursor.kinds[cursor.index + 2] in ("..", "..."):
            return between(cursor, at, variable)
    if within and cursor.kind in ("{", "(") and cursor.next_kind != ")":
        numbers = several(cursor, "}" if cursor.kind == "{" else ")")
        return over(cursor, at, variable, syntax.Operation(at, "LIST", numbers))
    if cursor.word == "range" and cursor.next_kind in ("name", "number"):
        cursor.advance()
    first = expression(cursor, syntax.SUM)
    if cursor.kind == ";":
        return stepped(cursor, at, variable, first)
    if within and cursor.kind != ".." and cursor.word != "to":
        return over(cursor, at, variable, first)
    if cursor.kind == "," and cursor.next_kind == "...":
        cursor.advance()
        cursor.advance()
        cursor.expect(",", "before the last number")
        last = expression(cursor, syntax.SUM)
        return syntax.For(at, first, False, variable, False, last, 1, None, [])
    step = direction(cursor)
    last = expression(cursor, syntax.SUM)
    step = step_size(cursor, step)
    return syntax.For(at, first, False, variable, False, last, step, None, [])


def over(
    cursor: Cursor, at: int, variable: str, vector: syntax.Expression
) -> syntax.For:
    """``for each variable in vector``; numbers at equal distances are counted."""
    if isinstance(vector, syntax.Operation) and is_range(vector):
        first, last = vector.operands[0], vector.operands[-1]
        return syntax.For(at, first, False, variable, False, last, 1, None, [])
    if isinstance(vector, syntax.Operation) and vector.name == "LIST":
        values = [
            one.value for one in vector.operands if isinstance(one, syntax.Literal)
        ]
        numbers = [one for one in values if type(one) is int]
        if len(numbers) == len(vector.operands) and numbers:
            step = numbers[1] - numbers[0] if numbers[1:] else 1
            if step and numbers == [*range(numbers[0], numbers[-1] + step, step)]:
                first, last = vector.operands[0], vector.operands[-1]
                return syntax.For(
                    at, first, False, variable, False, last, step, None, []
                )
    for part in syntax.walk(vector):
        if isinstance(part, syntax.Call | syntax.Hole) or (
            isinstance(part, syntax.Operation) and part.name != "LIST"
        ):
            cursor.misread("for-in", at)
    if isinstance(vector, syntax.Name):
        if cursor.variables.get(vector.name.lower()) in ("Queue", "Stack"):
            cursor.misread("for-each", at)
    one, last = syntax.Literal(at, 1), syntax.Operation(at, "LENGTH", [vector])
    hidden = syntax.Name(at, f"{variable}_position")
    element = syntax.Operation(at, "NTH", [hidden, vector])
    each: syntax.Block = [syntax.Assign(at, syntax.Name(at, variable), element)]
    cursor.variables[variable.lower()] = ""
    return syntax.For(at, one, False, hidden.name, False, last, 1, None, each)


def between(cursor: Cursor, at: int, variable: str) -> syntax.For:
    """``{1..4}``, which has any brackets."""
    closing = {"{": "}", "(": ")", "[": "]"}[cursor.kind]
    cursor.advance()
    first = expression(cursor, syntax.SUM)
    cursor.advance()
    last = expression(cursor, syntax.SUM)
    cursor.expect(closing, "after the last number")
    return syntax.For(at, first, False, variable, False, last, 1, None, [])


def is_range(vector: syntax.Operation) -> bool:
    """Return whether ``vector`` is ``{1, ..., n}`` or ``{1, 2, ..., n}``."""
    *numbers, hole, _ = [None, None, *vector.operands][-5:]
    shown = [one.value for one in numbers if isinstance(one, syntax.Literal)]
    few = len(vector.operands) - 2 == len(shown) and len(shown) in (1, 2)
    return few and isinstance(hole, syntax.Hole) and shown in ([0], [1], [0, 1], [1, 2])


def step_size(cursor: Cursor, step: int) -> int:
    """Read ``step 2`` or ``by 2``, and return the step with its direction."""
    if cursor.word not in ("step", "by") or cursor.is_first:
        return step
    place = cursor.at
    cursor.advance()
    sign = -1 if cursor.take("−") else 1
    if cursor.kind != "number" or not cursor.text.isdecimal() or int(cursor.text) == 0:
        cursor.misread("for-step", place)
    size = sign * int(cursor.text)
    cursor.advance()
    cursor.slip("step", place)
    return size if sign < 0 else step * size


def direction(cursor: Cursor) -> int:
    """Read ``to`` and return 1, or ``down to`` and return -1."""
    word = cursor.word
    if word == "down":
        cursor.advance()
        word = "downto"
    elif cursor.kind not in ("..", "...") and word != "to":
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


def unworded(cursor: Cursor) -> int:
    """Return 1 if a header without ``function`` is here, such as ``MakeVector(row):``.

    Return more for ``Algorithm 1: F(a)``: 1 and the number of tokens before the name.
    """
    index = cursor.index
    if cursor.word == "algorithm" and cursor.next_kind == "number":
        index += 2 + (cursor.kinds[index + 2] in (":", "."))
    elif HANDOUT_KINDS.get(key(in_full(cursor.text))) is None or not cursor.is_first:
        return 0
    if cursor.kinds[index : index + 2] != ["name", "("]:
        return 0
    behind = index + 2
    while cursor.kinds[behind] in ("name", ","):
        behind += 1
    last = cursor.tokens[min(behind + 1, len(cursor.tokens) - 1)]
    if cursor.kinds[behind] != ")" or not (last.first or last.kind in (":", "{")):
        return 0
    return 1 + index - cursor.index


def function_name(cursor: Cursor) -> str:
    at, name = cursor.at, cursor.text
    if cursor.kind != "name":
        cursor.misread("function-name")
    name = whole(cursor)
    cursor.advance()
    while cursor.kind == "name" and not cursor.is_first:
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
        if cursor.kind not in (",", ";"):
            break
        at = cursor.at
        cursor.advance()
        if cursor.kind == ")":
            cursor.slip("last-comma", at)
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
        while cursor.kind not in (",", ";", ")") and not cursor.is_first:
            cursor.advance()
    return name


def behind_parameters(cursor: Cursor) -> None:
    """Skip a type, and marks that begin a block in other languages."""
    typed = cursor.kind in ("→", ":") or cursor.word == "returns"
    if typed and cursor.next_kind == "name" and types_here(cursor):
        cursor.skip("typed-function")
        cursor.advance()
        while cursor.kind not in (":", "{", ";") and not cursor.is_first:
            cursor.advance()
    if cursor.kind in (":", "do", "then", ";"):
        cursor.skip("mark-after", what="the parameters")
    if cursor.word == "var" and "begin" in [one.text.lower() for one in cursor.tokens]:
        cursor.slip("typed-variable")
        while cursor.word != "begin" and cursor.kind not in ("function", "end of text"):
            cursor.advance()


def types_here(cursor: Cursor) -> bool:
    """Return whether the next name, with a colon or a brace, ends the line."""
    name, behind = cursor.tokens[cursor.index + 1 : cursor.index + 3]
    ended = behind.first or behind.kind in (":", "{", ";")
    return not name.first and (ended or name.text.lower() in ("array", "list"))
