"""Read the statements that have no block: assignments, ``new``, ``return``."""

from collections.abc import Callable, Mapping
from typing import NoReturn

from pseudoku.pseudocode.reading import notation, syntax, words
from pseudoku.pseudocode.reading.advice import about
from pseudoku.pseudocode.reading.cursor import Cursor, Mark, Misread
from pseudoku.pseudocode.reading.expressions import (
    STARTS,
    STRUCTURES,
    expression,
    postfixed,
)
from pseudoku.pseudocode.reading.forms import Found, matched

# Signs and words that change a variable, with the sign of the operation.
STEPS = {"++": "+", "−": "−", "+=": "+", "-=": "−", "*=": "×", "/=": "/", "%=": "mod"}
STEPS |= {"inc": "+", "increment": "+", "dec": "−", "decrement": "−"}
# Tokens that may follow the name that begins a statement, or a foreign word.
BEHIND_A_NAME = ("←", "=", "[", "(", ".", "++", "+=", "-=", "−")
BEHIND_A_WORD = ("name", "number", "string", ":", ";", "{", "new", "<", "end of text")
# Tokens before and after a statement in words, on the same line.
BEFORE = ("then", "do", "else", ";", ":", ",", "{")
AFTER = (";", ":", ",", ".", "end", "else", "}", "if")


def named_statement(cursor: Cursor) -> syntax.Statement | syntax.Block:
    """Read an assignment, or a call or an operation as a statement."""
    at, first, start = cursor.at, cursor.index, cursor.mark()
    if found := in_words(cursor):
        return found
    if cursor.word in words.KINDS and cursor.next_kind == "name":
        return new(cursor)
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
            return assignment(cursor, start, target)
        twice = cursor.kind != "−" or cursor.next_kind == "−"
        if cursor.kind in STEPS and twice or cursor.kind == "," and not cursor.is_below:
            cursor.back(start)
            return in_other_form(cursor, SIGNED)
    no_statement(cursor, first)


def in_other_form(cursor: Cursor, forms: "Mapping[str, Builder]") -> syntax.Block:
    """Read one of ``forms``, and note how the module writes it."""
    found = matched(cursor, forms, "no-statement")
    made = forms[found.form](cursor, found)
    cursor.slip("other-form", found.at, right=", ".join(map(shown, made)))
    return made


def shown(statement: syntax.Statement) -> str:
    """Return ``statement`` on one line, as the module writes it."""
    return " ".join(line.strip() for line in notation.statement_lines(statement))


def in_words(cursor: Cursor) -> syntax.Block:
    """Read a statement in words, if one is here."""
    start, after = cursor.mark(), cursor.next
    alone = cursor.is_first or cursor.kinds[cursor.index - 1] in BEFORE
    if not alone or after.first or after.kind not in ("name", "number", "new", "("):
        return []
    if cursor.word not in FIRST_WORDS or words.key(cursor.text) in cursor.own_names:
        return []
    try:
        made = in_other_form(cursor, SPOKEN)
        if cursor.is_first or cursor.kind in AFTER:
            return made
    except Misread:
        pass
    cursor.back(start)
    return []


def assigned(
    cursor: Cursor, at: int, target: syntax.Target, value: syntax.Expression
) -> syntax.Assign:
    if isinstance(target, syntax.Name):
        cursor.variables.setdefault(target.name.lower(), "")
    return syntax.Assign(at, target, value)


def stored(cursor: Cursor, found: Found) -> syntax.Block:
    """``SET x TO 1``"""
    return [assigned(cursor, found.at, found.places[0], found.values[0])]


def stepped(cursor: Cursor, found: Found) -> syntax.Block:
    """``INCREMENT x BY 2``, ``x++``, ``x *= 2``"""
    (target,), (by, *_) = found.places, [*found.values, syntax.Literal(found.at, 1)]
    sign = next(STEPS[word] for word in found.words if word in STEPS)
    value = syntax.Binary(found.at, sign, target, by)
    return [syntax.Assign(found.at, target, value)]


def operated(cursor: Cursor, found: Found) -> syntax.Block:
    """``POP s``, ``PUSH 4, 3 and 2 ONTO s``"""
    *items, structure = found.values
    several = [[item, structure] for item in items] or [[structure]]
    name, at = found.words[0].upper(), found.at
    return [syntax.Perform(at, syntax.Operation(at, name, one)) for one in several]


def made(cursor: Cursor, found: Found) -> list[syntax.Statement]:
    """``CREATE STACK s``"""
    (name,), kind = found.names, found.kind
    length = found.values[0] if found.values and kind in words.SIZED else None
    if kind in words.SIZED and length is None:
        cursor.misread("no-size", kind=kind, name=name)
    cursor.variables[name.lower()] = kind or "DynamicArray"
    return [syntax.New(found.at, kind, name, length)]


def together(cursor: Cursor, found: Found) -> syntax.Block:
    """``a, b ← b, a``: all values are computed before any is stored."""
    at, values = found.at, found.values
    if len(found.places) != len(values):
        cursor.misread("no-value", at, text="←")
    names = [syntax.Name(at, f"value_{n}_{at}") for n, _ in enumerate(values, 1)]
    pairs = *zip(names, values), *zip(found.places, names)
    return [syntax.Assign(at, *pair) for pair in pairs]


Builder = Callable[[Cursor, Found], syntax.Block]
ARTICLES = "a|an|the|new|empty*"
SPOKEN: dict[str, Builder] = {
    f"set|let NAME to|be|as|=|← {ARTICLES} KIND SIZE": made,
    f"create|make|declare|define|initialise|initialize {ARTICLES} KIND "
    "called|named? NAME SIZE": made,
    "set|let PLACE to|be|as|=|← VALUE": stored,
    "inc|dec|increment|decrement PLACE by SUM": stepped,
    "inc|dec|increment|decrement PLACE": stepped,
    "inc|dec|increment|decrement ( PLACE )": stepped,
    "pop|dequeue from|of? SUM": operated,
    "push|enqueue SEVERAL into|onto|on|to|in SUM": operated,
}
FIRST_WORDS = {word for form in SPOKEN for word in form.split()[0].split("|")}
SIGNED: dict[str, Builder] = {
    "PLACE ++": stepped,
    "PLACE − −": stepped,
    "PLACE +=|-=|*=|/=|%= VALUE": stepped,
    "PLACES ←|= SEVERAL": together,
    "[ PLACES ] ←|= [ SEVERAL ]": together,
    "( PLACES ) ←|= ( SEVERAL )": together,
}
NEW = (
    "new? KIND NAME SIZE",
    "new? KIND SIZE NAME",
    "NAME ←|= new? KIND SIZE",
    "NAME ←|= [ ]",  # a list, unless it is used as a stack or a queue: see `settle`
)


def new(cursor: Cursor) -> syntax.Statement:
    """Read ``new Vector w(4)``, and other forms of it."""
    found = matched(cursor, NEW, "new-form")
    (new,) = made(cursor, found)
    own = ["new", "("] if found.kind in words.SIZED else ["new"]
    if not found.kind:
        cursor.slip("list-value", found.at)
    elif found.form != NEW[0] or found.words != own:
        cursor.slip("other-form", found.at, right=shown(new))
    return new


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
    if word in FIRST_WORDS and kinds[index + 1] == "name":
        return kinds[index - 1] in BEFORE
    while kinds[index + 1 : index + 3] == [".", "name"]:
        index += 2
    index += 1
    if kinds[index] == "(" or words.operation(word) and kinds[index] == "[":
        return True
    while index in cursor.closers:
        index = cursor.closers[index] + 1
    return kinds[index] in ("←", "=", *STEPS)


def assignment(cursor: Cursor, start: Mark, target: syntax.Target) -> syntax.Statement:
    arrow, kind, text = cursor.at, cursor.kind, cursor.text
    cursor.advance()
    if cursor.is_first and cursor.next_kind == "←":
        cursor.misread("no-value", arrow, text=text)
    called = cursor.next_kind == "(" and words.key(cursor.text) not in cursor.own_names
    made = cursor.kind == "new" or (called and cursor.word in words.KINDS)
    if made or cursor.kind == "[" and cursor.next_kind == "]":
        if not isinstance(target, syntax.Name):
            cursor.misread("new-element")
        cursor.back(start)
        return new(cursor)
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
