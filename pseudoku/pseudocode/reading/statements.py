"""Read the statements that have no block: assignments, ``new``, ``return``."""

from itertools import takewhile
from typing import NoReturn

from pseudoku.pseudocode.reading import notation, syntax, words
from pseudoku.pseudocode.reading.cursor import Cursor
from pseudoku.pseudocode.reading.expressions import (
    BRACKETS,
    STARTS,
    STRUCTURES,
    expression,
    postfixed,
    several,
)
from pseudoku.pseudocode.reading.spoken import spoken

MOST_TOKENS = 60  # on the left of an arrow
STEPS = {"++": "+", "−": "−", "+=": "+", "-=": "−"}
STEPS |= {"*=": "×", "/=": "/", "%=": "mod"}
# Tokens that may follow the name that begins a statement, or a foreign word.
BEHIND_A_NAME = ("←", "=", "[", "(", ".", "++", "+=", "-=", "−")
BEHIND_A_WORD = ("name", "number", "string", ":", "{", "new", "<", "end of text")
ENDS = ("name", "end", "end of text", ";")


def named_statement(cursor: Cursor) -> syntax.Statement | syntax.Block:
    """Read an assignment, or a call or an operation as a statement."""
    at, start = cursor.at, cursor.index
    if found := spoken(cursor):
        return found
    if cursor.word in words.KINDS and cursor.next_kind == "name":
        return typed(cursor, at)
    target = postfixed(cursor)
    if isinstance(target, (syntax.Call, syntax.Operation)):
        if cursor.kind in ("←", "="):
            cursor.misread("stored-in-call", at, text=cursor.written(at))
        return syntax.Perform(at, target)
    if isinstance(target, (syntax.Name, syntax.Select)):
        if cursor.kind in ("←", "="):
            return assignment(cursor, at, target)
        if cursor.kind in STEPS and (cursor.kind != "−" or cursor.next_kind == "−"):
            return stepping(cursor, at, target)
    if cursor.tokens[start].text.lower() in words.TYPES and cursor.index == start + 1:
        if cursor.next_kind in ("←", "="):
            cursor.goto(start)
            return typed(cursor, at)
    no_statement(cursor, start)


def together(cursor: Cursor) -> syntax.Block:
    """Read ``[a, b] ← [b, a]``: all values are computed before any is stored."""
    at, closing = cursor.at, BRACKETS[cursor.kind]
    targets = several(cursor, closing) if closing_arrow(cursor) else []
    if cursor.kind not in ("←", "=") or len(targets) < 2:
        cursor.misread(cursor.no_statement("no-statement"), at)
    cursor.advance()
    if cursor.kind not in BRACKETS:
        cursor.misread("no-expression")
    values = several(cursor, BRACKETS[cursor.kind])
    made: syntax.Block = []
    stored: syntax.Block = []
    for number, (target, one) in enumerate(zip(targets, values), start=1):
        if not isinstance(target, syntax.Name | syntax.Select):
            cursor.misread("no-arrow", target.at)
        name = syntax.Name(at, f"value_{number}_{at}")
        made.append(syntax.Assign(at, name, one))
        stored.append(syntax.Assign(at, target, name))
    if len(targets) != len(values):
        cursor.misread("no-value", at, text="←")
    cursor.slip("several-values", at)
    return made + stored


def closing_arrow(cursor: Cursor) -> bool:
    """Return whether an arrow follows the bracket here."""
    depth = 0
    for index in range(cursor.index, cursor.index + MOST_TOKENS):
        kind, following = cursor.kinds[index], cursor.tokens[index + 1]
        depth += (kind in ("(", "[")) - (kind in (")", "]"))
        if not depth or following.first:
            return following.kind in ("←", "=")
    return False


def is_statement(cursor: Cursor) -> bool:
    """Return whether an assignment or a call begins at the name here."""
    if cursor.trying or cursor.kind != "name":
        return cursor.trying  # one statement ahead is far enough
    found = cursor.look_ahead(named_statement)
    if isinstance(found, syntax.New):
        return cursor.next_kind in ("←", "=")
    return isinstance(found, (list, syntax.Assign, syntax.Perform))


def typed(cursor: Cursor, at: int) -> syntax.Statement | syntax.Block:
    """Read ``Queue q``, with or without a value."""
    if cursor.kinds[cursor.index + 2] in ("←", "="):
        cursor.skip("typed-variable")
        return named_statement(cursor)
    cursor.slip("missing-new", at)
    return new(cursor, at)


def stepping(cursor: Cursor, at: int, target: syntax.Target) -> syntax.Assign:
    """Read ``k++``, ``k--``, ``k += 2`` and similar statements."""
    sign, place = STEPS[cursor.kind], cursor.at
    by: syntax.Expression = syntax.Literal(place, 1)
    name, short = cursor.written(at, place), cursor.kind in ("++", "−")
    if cursor.kind == "−":
        cursor.advance()
    cursor.advance()
    mark = cursor.written(place)
    if not short:
        by = expression(cursor)
    right = f"{name} ← {name} {sign} {notation.expression(by, syntax.SIGN)}"
    cursor.slip("in-place", place, text=mark, right=right)
    return syntax.Assign(at, target, syntax.Binary(place, sign, target, by))


def assignment(cursor: Cursor, at: int, target: syntax.Target) -> syntax.Statement:
    arrow, slipped = cursor.at, cursor.at if cursor.kind == "=" else None
    sign = cursor.text
    cursor.advance()
    if assigns_below(cursor):
        cursor.misread("no-value", arrow, text=cursor.source.text[arrow])
    value_at = cursor.at
    called = cursor.next_kind == "(" and words.key(cursor.text) not in cursor.own_names
    if cursor.kind == "[" and cursor.next_kind == "]":
        return new_list(cursor, at, target)
    if cursor.kind == "new" or (called and cursor.word in words.KINDS):
        return new_value(cursor, at, target)
    found = value(cursor)
    if slipped is not None:
        right = f"{cursor.written(at, slipped)} ← {cursor.written(value_at)}"
        cursor.slip("equals-sign", slipped, text=sign, right=right)
    if isinstance(target, syntax.Name) and target.name == cursor.function:
        cursor.own_result = target.name
        cursor.slip("result-name", at, name=cursor.written(value_at))
    if isinstance(target, syntax.Name):
        kind = "Vector" if is_vector(found) else ""
        cursor.variables.setdefault(target.name.lower(), kind)
    return syntax.Assign(at, target, found)


def is_vector(value: syntax.Expression) -> bool:
    return isinstance(value, syntax.Operation) and value.name == "LIST"


def assigns_below(cursor: Cursor) -> bool:
    """Return whether an assignment begins here on a new line."""
    if not cursor.is_first or cursor.kind != "name":
        return False
    return cursor.look_ahead(kind_behind) == "←"


def kind_behind(cursor: Cursor) -> str:
    postfixed(cursor)
    return cursor.kind


def value(cursor: Cursor) -> syntax.Expression:
    """Read an expression to assign or return; return a hole if it is prose."""
    start, line = cursor.at, cursor.token.line
    found = expression(cursor)
    if cursor.kind != "name" or cursor.token.line != line or goes_on(cursor):
        return found
    while cursor.kind != "end of text" and cursor.token.line == line:
        cursor.advance()
    prose = cursor.written(start)
    name = words.operation(prose.split()[0])
    known = name and name != "EMPTY"
    right = words.form(name) if known else "a value, such as x + 1 or TOP[s]"
    cursor.slip("prose-value", start, text=prose, right=right)
    return syntax.Hole(start, prose)


def goes_on(cursor: Cursor) -> bool:
    """Return whether the name here begins a statement, or is a misspelt keyword."""
    if cursor.is_until or is_statement(cursor):
        return True
    if cursor.next_kind in BEHIND_A_NAME:
        return False
    return bool(words.nearest_word(cursor.text, words.LEADING))


def returning(cursor: Cursor) -> syntax.Return:
    at = cursor.at
    cursor.advance()
    if cursor.kind in (*STARTS, "[", "−", "...") and not assigns_below(cursor):
        return syntax.Return(at, value(cursor))
    if cursor.kind == "new":
        value(cursor)
    cursor.slip("bare-return", at)
    return syntax.Return(at, None)


def no_statement(cursor: Cursor, start: int) -> NoReturn:
    """Raise Misread: the text from ``start`` is an expression, or prose."""
    first, alone = cursor.tokens[start], cursor.index == start + 1
    if alone and (cursor.is_below or cursor.kind in BEHIND_A_WORD):
        cursor.refuse_word(first.text, first.start)
    if cursor.kind in ("name", "number") and not cursor.is_first:
        name = words.operation(first.text)
        right = words.form(name) if name else "PUSH[x, s]"
        cursor.misread("prose", first.start, right=right)
    if cursor.kind == "," and "←" in line_kinds(cursor):
        cursor.misread("several-values", first.start)
    cursor.misread("no-arrow")


def line_kinds(cursor: Cursor) -> list[str]:
    """Return the kinds of the tokens from here, up to the end of the line."""
    tokens = cursor.tokens[cursor.index : cursor.index + MOST_TOKENS]
    line = cursor.token.line
    return [one.kind for one in takewhile(lambda one: one.line == line, tokens)]


def new_value(cursor: Cursor, at: int, target: syntax.Target) -> syntax.New:
    """``x ← new Queue()``."""
    if not isinstance(target, syntax.Name):
        cursor.misread("new-element")
    place = cursor.at
    cursor.take("new")
    kind = new_kind(cursor)
    size = length(cursor, kind)
    if cursor.kind == "name" and not cursor.is_first and cursor.next_kind in ENDS:
        cursor.misread("two-names", kind=kind, name=cursor.text)
    size_shown = notation.expression(size) if size else "n"
    shown = f"{target.name}({size_shown})" if kind in words.SIZED else target.name
    cursor.slip("arrow-and-new", place, kind=kind, name=shown)
    return made(cursor, at, kind, target.name, size)


def new_list(cursor: Cursor, at: int, target: syntax.Target) -> syntax.New:
    """``x ← []``: a list, unless it is used as a stack or a queue; see `settle`."""
    if not isinstance(target, syntax.Name):
        cursor.misread("no-expression")
    cursor.slip("list-value")
    cursor.advance()
    cursor.advance()
    cursor.variables[target.name.lower()] = "DynamicArray"
    return syntax.New(at, "", target.name, None)


def settle(block: syntax.Block) -> None:
    """Give each ``x ← []`` in ``block`` the kind that the operations of x need."""
    needs: dict[str, set[str]] = {}
    for statement in syntax.statements(block):
        for part in syntax.all_inside(statement):
            used: list[syntax.Expression] = []
            kinds: tuple[str, ...] = ()
            if isinstance(part, syntax.Operation):
                used, kinds = part.operands[-1:], STRUCTURES.get(part.name, ())
            elif (
                isinstance(part, syntax.Call) and words.key(part.name) == "searchstack"
            ):
                used, kinds = part.arguments[:1], ("Stack",)
            for one in used:
                if isinstance(one, syntax.Name) and len(kinds) == 1:
                    needs.setdefault(one.name.lower(), set()).add(kinds[0])
    for statement in syntax.statements(block):
        if isinstance(statement, syntax.New) and not statement.kind:
            needed = needs.get(statement.name.lower(), set())
            statement.kind = needed.pop() if len(needed) == 1 else "DynamicArray"


def new(cursor: Cursor, at: int) -> syntax.New:
    """Read the rest of ``new Vector w(n)``."""
    kind = new_kind(cursor)
    size = None
    if cursor.kind in BRACKETS:
        cursor.slip("size-first", kind=kind)
        size = length(cursor, kind)
    if cursor.kind != "name":
        cursor.misread("no-new-name", kind=kind)
    name = cursor.text
    cursor.advance()
    return made(cursor, at, kind, name, size or length(cursor, kind))


def new_kind(cursor: Cursor) -> str:
    word = cursor.word
    if cursor.kind == "name" and word not in words.KINDS:
        word = words.nearest_word(word, words.KINDS)
        if word:
            cursor.slip("misspelt", word=words.KINDS[word])
    if word not in words.KINDS:
        cursor.misread("no-kind", kinds=", ".join(words.KINDS.values()))
    cursor.advance()
    return words.KINDS[word]


def length(cursor: Cursor, kind: str) -> syntax.Expression | None:
    """Read the length, in brackets, of a new vector or array."""
    if cursor.kind not in BRACKETS or cursor.is_first:
        return None
    at, closing = cursor.at, BRACKETS[cursor.kind]
    cursor.advance()
    found = None if cursor.kind == closing else expression(cursor)
    cursor.expect(closing, "after the length")
    if closing == "]":
        cursor.slip("square-size", at)
    if kind not in words.SIZED:
        cursor.slip("needless-size", at, kind=kind)
        return None
    return found


def made(
    cursor: Cursor, at: int, kind: str, name: str, size: syntax.Expression | None
) -> syntax.New:
    if kind in words.SIZED and size is None:
        cursor.misread("no-size", kind=kind, name=name)
    cursor.variables[name.lower()] = kind
    return syntax.New(at, kind, name, size)
