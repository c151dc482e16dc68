"""Reading the statements that have no block: assignments, ``new``, ``return``."""

from typing import NoReturn

from pseudoku.pseudocode.reading import notation
from pseudoku.pseudocode.reading.cursor import Cursor, Misread
from pseudoku.pseudocode.reading.expressions import (
    BRACKETS,
    STARTS,
    expression,
    postfixed,
)
from pseudoku.pseudocode.reading.foreign import TYPES, instead
from pseudoku.pseudocode.reading.syntax import (
    SIGN,
    Assign,
    Binary,
    Call,
    Expression,
    Hole,
    Literal,
    Name,
    New,
    Operation,
    Perform,
    Return,
    Select,
    Statement,
)
from pseudoku.pseudocode.reading.words import (
    KINDS,
    LEADING,
    SIZED,
    form,
    key,
    nearest_word,
    operation,
)

STEPS = {"++": "+", "−": "−", "+=": "+", "-=": "−"}
STEPS |= {"*=": "×", "/=": "/", "%=": "mod"}
# What may stand behind the name that begins a statement, and behind a foreign word.
BEHIND_A_NAME = ("←", "=", "[", "(", ".", "++", "+=", "-=", "−")
BEHIND_A_WORD = ("name", "number", "string", ":", "{", "new", "<", "end of text")
ENDS = ("name", "end", "end of text", ";")


def named_statement(cursor: Cursor) -> Statement:
    """An assignment, or a call or an operation that stands alone."""
    at, start = cursor.at, cursor.index
    if cursor.text.lower() in KINDS and cursor.next_kind == "name":
        return typed(cursor, at)
    target = postfixed(cursor)
    if isinstance(target, (Call, Operation)):
        if cursor.kind in ("←", "="):
            cursor.misread("a value is stored in a variable or an element: v[k] ← o")
        return Perform(at, target)
    if isinstance(target, (Name, Select)) and cursor.kind in ("←", "="):
        return assignment(cursor, at, target)
    if isinstance(target, (Name, Select)) and is_step(cursor):
        return stepping(cursor, at, target)
    return foreign(cursor, at, start)


def is_statement(cursor: Cursor) -> bool:
    """Whether an assignment or a call begins at the name here."""
    if cursor.trying:
        return True  # one statement ahead is far enough
    if cursor.kind != "name":
        return False
    return isinstance(cursor.look_ahead(named_statement), (Assign, Perform))


def typed(cursor: Cursor, at: int) -> Statement:
    """``Queue q``, with or without a value."""
    if cursor.kinds[cursor.index + 2] in ("←", "="):
        cursor.slip(at, f"variables have no types: leave '{cursor.text}' out")
        cursor.advance()
        return named_statement(cursor)
    cursor.slip(at, f"no 'new' before '{cursor.text}': add it")
    return new(cursor, at)


def is_step(cursor: Cursor) -> bool:
    return cursor.kind in STEPS and (cursor.kind != "−" or cursor.next_kind == "−")


def stepping(cursor: Cursor, at: int, target: Name | Select) -> Assign:
    """``k++``, ``k--``, ``k += 2`` and their like."""
    sign, place = STEPS[cursor.kind], cursor.at
    by: Expression = Literal(place, 1)
    name, short = cursor.written(at, place), cursor.kind in ("++", "−")
    if cursor.kind == "−":
        cursor.advance()
    cursor.advance()
    mark = cursor.written(place)
    if not short:
        by = expression(cursor)
    right = f"{name} ← {name} {sign} {notation.expression(by, SIGN)}"
    cursor.slip(place, f"'{mark}' in place: write {right}")
    return Assign(at, target, Binary(place, sign, target, by))


def assignment(cursor: Cursor, at: int, target: Name | Select) -> Statement:
    arrow, slipped = cursor.at, cursor.at if cursor.kind == "=" else None
    sign = cursor.text
    cursor.advance()
    if assigns_below(cursor):
        raise Misread(arrow, f"nothing behind '{cursor.source.text[arrow]}'")
    behind = cursor.at
    if cursor.kind == "new" or makes_new(cursor):
        return new_value(cursor, at, target)
    found = value(cursor)
    if slipped is not None:
        right = f"{cursor.written(at, slipped)} ← {cursor.written(behind)}"
        cursor.slip(slipped, f"'{sign}' compares: write {right} to assign")
    return Assign(at, target, found)


def assigns_below(cursor: Cursor) -> bool:
    """Whether a new line begins here, with what an arrow follows."""
    if not cursor.is_first or cursor.kind != "name":
        return False
    return cursor.look_ahead(kind_behind) == "←"


def kind_behind(cursor: Cursor) -> str:
    postfixed(cursor)
    return cursor.kind


def value(cursor: Cursor) -> Expression:
    """An expression to assign or return, or a hole if it is prose."""
    start, line = cursor.at, cursor.lines[cursor.index]
    found = expression(cursor)
    if cursor.kind != "name" or cursor.lines[cursor.index] != line or goes_on(cursor):
        return found
    while cursor.kind != "end of text" and cursor.lines[cursor.index] == line:
        cursor.advance()
    words = cursor.written(start)
    name = operation(words.split()[0])
    right = form(name) if name and name != "EMPTY" else f"'{words}' as an expression"
    cursor.slip(start, f"prose, read as a hole: write {right}")
    return Hole(start, words)


def goes_on(cursor: Cursor) -> bool:
    """Whether the name here begins a statement, or is a keyword misspelt."""
    if cursor.next_kind not in BEHIND_A_NAME and nearest_word(cursor.text, LEADING):
        return True
    if cursor.is_until:
        return True
    return is_statement(cursor)


def returning(cursor: Cursor) -> Return:
    at = cursor.at
    cursor.advance()
    if cursor.kind in (*STARTS, "−", "...") and not assigns_below(cursor):
        return Return(at, value(cursor))
    if cursor.kind in ("new", "["):
        value(cursor)
    cursor.slip(at, "'return' with nothing behind it: write what it gives")
    return Return(at, None)


def foreign(cursor: Cursor, at: int, start: int) -> Statement:
    """What begins with another language's word, if it is plain; else Misread."""
    word = cursor.texts[start].lower()
    alone = cursor.index == start + 1
    if alone and word in TYPES and cursor.next_kind in ("←", "="):
        cursor.goto(start)
        return typed(cursor, at)
    no_statement(cursor, start)


def no_statement(cursor: Cursor, start: int) -> NoReturn:
    """Misread: what begins at ``start`` is an expression, or plain English."""
    word, alone = cursor.texts[start], cursor.index == start + 1
    told = instead(word)
    if told and alone and (cursor.is_below or cursor.kind in BEHIND_A_WORD):
        raise Misread(cursor.starts[start], told)
    example = form(operation(word)) if operation(word) else "PUSH[x, s]"
    if cursor.kind in ("name", "number") and not cursor.is_first:
        cursor.goto(start)
        cursor.misread(f"this reads as prose: write a statement, such as {example}")
    cursor.misread(f"expected '←' after this, found {cursor.found()}")


def makes_new(cursor: Cursor) -> bool:
    """Whether ``Queue()`` stands here, and no function of that name."""
    if cursor.next_kind != "(" or key(cursor.text) in cursor.own_names:
        return False
    return cursor.text.lower() in KINDS


def new_value(cursor: Cursor, at: int, target: Name | Select) -> New:
    """``x ← new Queue()``."""
    if not isinstance(target, Name):
        cursor.misread("new makes a variable: new Vector v(4), then store v")
    place = cursor.at
    cursor.take("new")
    kind = new_kind(cursor)
    size = length(cursor, kind)
    if cursor.kind == "name" and not cursor.is_first and cursor.next_kind in ENDS:
        cursor.misread(f"one name for the new {kind}: write new {kind} {cursor.text}")
    shown = f"{target.name}(n)" if kind in SIZED else target.name
    cursor.slip(place, f"no arrow with 'new': write new {kind} {shown}")
    return New(at, kind, target.name, measured(cursor, kind, size, target.name))


def new(cursor: Cursor, at: int) -> New:
    """The rest of ``new Vector w(n)``."""
    kind = new_kind(cursor)
    size = None
    if cursor.kind in BRACKETS:
        cursor.slip(cursor.at, f"the size before the name: write new {kind} w(n)")
        size = length(cursor, kind)
    if cursor.kind != "name":
        cursor.misread(f"expected the name of the new {kind}, found {cursor.found()}")
    name = cursor.text
    cursor.advance()
    size = size or length(cursor, kind)
    return New(at, kind, name, measured(cursor, kind, size, name))


def new_kind(cursor: Cursor) -> str:
    word = cursor.text.lower()
    if cursor.kind == "name" and word not in KINDS:
        word = nearest_word(word, KINDS)
        if word:
            cursor.slip(cursor.at, f"'{cursor.text}' is misspelt: write {KINDS[word]}")
    if word not in KINDS:
        known = ", ".join(KINDS.values())
        cursor.misread(f"expected one of {known} after 'new', found {cursor.found()}")
    cursor.advance()
    return KINDS[word]


def length(cursor: Cursor, kind: str) -> Expression | None:
    """The length in brackets that a new vector or array has."""
    if cursor.kind not in BRACKETS or cursor.is_first:
        return None
    at, closing = cursor.at, BRACKETS[cursor.kind]
    cursor.advance()
    found = None if cursor.kind == closing else expression(cursor)
    cursor.expect(closing, "after the length")
    if closing == "]":
        cursor.slip(at, "a length has round brackets: new Vector w(n)")
    if kind not in SIZED:
        cursor.slip(at, f"a {kind} has no length: leave the brackets out")
        return None
    return found


def measured(
    cursor: Cursor, kind: str, length: Expression | None, name: str
) -> Expression | None:
    if kind in SIZED and length is None:
        cursor.misread(f"a {kind} has a fixed length: write new {kind} {name}(4)")
    return length
