"""Read the statements that have no block: assignments, ``new``, ``return``."""

from typing import NoReturn

from pseudoku.pseudocode.reading import notation, syntax, words
from pseudoku.pseudocode.reading.advice import about
from pseudoku.pseudocode.reading.cursor import Cursor
from pseudoku.pseudocode.reading.expressions import (
    BRACKETS,
    STARTS,
    STRUCTURES,
    expression,
    postfixed,
    several,
    with_vector,
)

# Tokens that may follow the name that begins a statement, or a foreign word.
BEHIND_A_NAME = ("←", "=", "[", "(", ".", "++", "+=", "-=", "−")
BEHIND_A_WORD = ("name", "number", "string", ":", ";", "{", "new", "<", "end of text")
# Tokens before and after a statement in words, on the same line.
BEFORE = ("then", "do", "else", ";", ":", ",", "{")


def named_statement(cursor: Cursor) -> syntax.Statement:
    """Read an assignment, or a call or an operation as a statement."""
    at, first = cursor.at, cursor.index
    if cursor.word == "store" and cursor.next_kind == "[":
        cursor.advance()
        operands = with_vector(cursor, several(cursor, "]"), at, "STORE", 3)
        element, position, vector = operands
        stored = syntax.Assign(at, syntax.Select(at, vector, position), element)
        cursor.slip("other-form", at, right=shown(stored))
        return stored
    target = postfixed(cursor)
    if isinstance(target, syntax.Call | syntax.Operation):
        if cursor.kind in ("←", "="):
            cursor.misread("stored-in-call", at, text=cursor.written(at))
        own = words.key(target.name) in cursor.own_names
        if about("word", target.name.lower()) == "no-print" and not own:
            cursor.misread("no-print", at, word=target.name)
        return syntax.Perform(at, target)
    if isinstance(target, syntax.Name | syntax.Select):
        if cursor.kind in ("←", "="):
            return assignment(cursor, target)
    no_statement(cursor, first)


def shown(statement: syntax.Statement) -> str:
    """Return ``statement`` on one line, as the module writes it."""
    return " ".join(line.strip() for line in notation.statement_lines(statement))


def assigned(
    cursor: Cursor, at: int, target: syntax.Target, value: syntax.Expression
) -> syntax.Assign:
    if isinstance(target, syntax.Name):
        cursor.know(target.name)
    return syntax.Assign(at, target, value)


def new(cursor: Cursor) -> syntax.New:
    """Read ``new Vector w(4)``."""
    at = cursor.at
    cursor.advance()
    word = cursor.word
    if word not in words.KINDS and cursor.kind == "name":
        if word := words.nearest_word(word, words.KINDS):
            cursor.slip("misspelt", word=words.KINDS[word])
    if word not in words.KINDS:
        cursor.misread("no-kind", kinds=", ".join(words.KINDS.values()))
    kind, length = words.KINDS[word], None
    cursor.advance()
    name, bracket = cursor.text, cursor.next_kind
    if cursor.kind != "name":
        cursor.misread("new-form", expected="a variable")
    cursor.advance()
    sized = kind in words.SIZED
    own = bracket == "(" if sized else bracket not in BRACKETS
    if bracket in BRACKETS and not cursor.is_first:
        cursor.advance()
        if cursor.kind != BRACKETS[bracket]:
            length = expression(cursor)
        cursor.expect(BRACKETS[bracket], "after the length")
    if sized and length is None:
        cursor.misread("no-size", kind=kind, name=name)
    cursor.know(name, kind)
    made = syntax.New(at, kind, name, length if sized else None)
    if not own and (sized or cursor.behind > at):
        cursor.slip("other-form", at, right=shown(made))
    return made


def settle(block: syntax.Block) -> None:
    """Give each ``x ← []`` in ``block`` the kind that the operations of x need."""
    kinds: dict[str, str] = {}
    for part in syntax.walk(*block):
        match part:
            case syntax.Operation(name=name, operands=[*_, syntax.Name(name=one)]):
                if len(needed := STRUCTURES.get(name, ())) == 1:
                    kinds[one.lower()] = needed[0]
            case syntax.Call(name=name, arguments=[syntax.Name(name=one), *_]):
                if words.key(name) == "searchstack":
                    kinds[one.lower()] = "Stack"
    for part in syntax.walk(*block):
        if isinstance(part, syntax.New) and not part.kind:
            part.kind = kinds.get(part.name.lower(), "DynamicArray")


def begins(cursor: Cursor, index: int) -> bool:
    """Return whether an assignment or a call begins at the token ``index``."""
    kinds, word = cursor.kinds, cursor.tokens[index].text.lower()
    if kinds[index] != "name":
        return False
    while kinds[index + 1 : index + 3] == [".", "name"]:
        index += 2
    index += 1
    if kinds[index] == "(" or words.operation(word) and kinds[index] == "[":
        return True
    while index in cursor.closers:
        index = cursor.closers[index] + 1
    return kinds[index] in ("←", "=")


def assignment(cursor: Cursor, target: syntax.Target) -> syntax.Statement:
    arrow, kind, text = cursor.at, cursor.kind, cursor.text
    cursor.advance()
    if cursor.is_first and cursor.next_kind == "←":
        cursor.misread("no-value", arrow, text=text)
    called = cursor.next_kind == "(" and words.key(cursor.text) not in cursor.own_names
    if cursor.kind == "new" or (called and cursor.word in words.KINDS):
        cursor.misread("new-element")
    if cursor.kind == "[" and cursor.next_kind == "]":
        if not isinstance(target, syntax.Name):
            cursor.misread("new-element")
        cursor.slip("list-value", target.at)
        cursor.goto(cursor.index + 2)
        cursor.know(target.name, "DynamicArray")
        return syntax.New(target.at, "", target.name, None)  # `settle` finds its kind
    found = assigned(cursor, target.at, target, value(cursor))
    if kind == "=":
        cursor.slip("equals-sign", arrow, text=text, right=shown(found))
    return found


def value(cursor: Cursor) -> syntax.Expression:
    """Read an expression to assign or return. Raise Misread if it is prose."""
    start = cursor.at
    found = expression(cursor)
    if cursor.kind != "name" or cursor.is_first or cursor.is_until:
        return found
    misspelt = words.nearest_word(cursor.text, words.LEADING)
    if not begins(cursor, cursor.index) and not misspelt:
        cursor.misread("prose-value", start)
    return found


def returning(cursor: Cursor) -> syntax.Return:
    at = cursor.at
    cursor.advance()
    below = cursor.is_first and cursor.next_kind == "←"
    if below or cursor.kind not in (*STARTS, "[", "−", "...", "new"):
        cursor.slip("bare-return", at)
        return syntax.Return(at, None)
    found = syntax.Return(at, value(cursor))
    if cursor.kind == "if" and not cursor.is_first:
        one, two = "if c then return x end if", "return x"
        cursor.misread("two-readings", one=one, two=two)
    return found


def no_statement(cursor: Cursor, start: int) -> NoReturn:
    """Raise Misread: the text from ``start`` is an expression, or prose."""
    first, alone = cursor.tokens[start], cursor.index == start + 1
    if alone and (cursor.is_below or cursor.kind in BEHIND_A_WORD):
        if name := about("word", first.text.lower()):
            cursor.misread(name, first.start, word=first.text)
    if cursor.kind in ("name", "number") and not cursor.is_first:
        cursor.misread("prose", first.start)
    cursor.misread("no-arrow")
