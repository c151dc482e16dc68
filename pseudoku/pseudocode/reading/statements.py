"""Read the statements that have no block: assignments, ``new``, ``return``."""

from collections.abc import Callable
from typing import NoReturn

from pseudoku.pseudocode.reading import notation, syntax, words
from pseudoku.pseudocode.reading.cursor import Cursor, Misread
from pseudoku.pseudocode.reading.expressions import (
    STARTS,
    STRUCTURES,
    expression,
    postfixed,
)
from pseudoku.pseudocode.reading.forms import Found, matched

STEPS = {"++": "+", "−": "−", "+=": "+", "-=": "−"}
STEPS |= {"*=": "×", "/=": "/", "%=": "mod"}
# Tokens that may follow the name that begins a statement, or a foreign word.
BEHIND_A_NAME = ("←", "=", "[", "(", ".", "++", "+=", "-=", "−")
BEHIND_A_WORD = ("name", "number", "string", ":", ";", "{", "new", "<", "end of text")
# Tokens before and after a statement in words, on the same line.
BEFORE = ("then", "do", "else", ";", ":", ",", "{")
AFTER = (";", ":", ",", ".", "end", "else", "}", "if")


def named_statement(cursor: Cursor) -> syntax.Statement | syntax.Block:
    """Read an assignment, or a call or an operation as a statement."""
    at, start = cursor.at, cursor.index
    if found := in_words(cursor):
        return found
    typed = cursor.word in (*words.KINDS, *words.TYPES)
    if typed and cursor.next_kind == "name":
        if cursor.kinds[start + 2] in ("←", "="):
            cursor.skip("typed-variable")
            return named_statement(cursor)
        if cursor.word in words.KINDS:
            return new(cursor)
    target = postfixed(cursor)
    if isinstance(target, (syntax.Call, syntax.Operation)):
        if cursor.kind in ("←", "="):
            cursor.misread("stored-in-call", at, text=cursor.written(at))
        return syntax.Perform(at, target)
    if isinstance(target, (syntax.Name, syntax.Select)):
        if cursor.kind in ("←", "="):
            return assignment(cursor, start, target)
        if cursor.kind in STEPS and (cursor.kind != "−" or cursor.next_kind == "−"):
            return stepping(cursor, at, target)
        if cursor.kind == "," and not cursor.is_below:
            cursor.goto(start)
            return together(cursor)
    no_statement(cursor, start)


def in_words(cursor: Cursor) -> syntax.Block:
    """Read a statement in words, if one is here, and note how the module writes it."""
    start, after = cursor.index, cursor.next
    alone = cursor.is_first or cursor.kinds[start - 1] in BEFORE
    ahead = ("name", "number", "new", *["("] * (not words.operation(cursor.text)))
    if not alone or after.first or after.kind not in ahead:
        return []
    if cursor.word not in FIRST_WORDS or words.key(cursor.text) in cursor.own_names:
        return []
    at, slips = cursor.at, len(cursor.slips)
    try:
        found = matched(cursor, SPOKEN, "no-statement")
        made = SPOKEN[found.form](cursor, found)
    except Misread:
        made = []
    if not made or not cursor.is_first and cursor.kind not in AFTER:
        cursor.goto(start)
        del cursor.slips[slips:]
        return []
    cursor.slip("in-words", at, right=", ".join(map(shown, made)))
    return made


def shown(statement: syntax.Statement) -> str:
    """Return ``statement`` on one line, as the module writes it."""
    return " ".join(line.strip() for line in notation.statement_lines(statement))


def stored(cursor: Cursor, found: Found) -> syntax.Block:
    """``SET x TO 1``"""
    (target,), (value,) = found.places, found.values
    return [assigned(cursor, found.at, target, value)]


def assigned(
    cursor: Cursor, at: int, target: syntax.Target, value: syntax.Expression
) -> syntax.Assign:
    if isinstance(target, syntax.Name):
        listed = isinstance(value, syntax.Operation) and value.name == "LIST"
        kind = "Vector" if listed else ""
        cursor.variables.setdefault(target.name.lower(), kind)
    return syntax.Assign(at, target, value)


def performed(cursor: Cursor, found: Found) -> syntax.Block:
    """``CALL F(x)``"""
    (action,) = found.values
    if not isinstance(action, syntax.Call | syntax.Operation):
        return []
    return [syntax.Perform(found.at, action)]


def stepped(cursor: Cursor, found: Found) -> syntax.Block:
    """``INCREMENT x BY 2``"""
    sign = "+" if found.words[0].startswith("inc") else "−"
    (target,), (by, *_) = found.places, [*found.values, syntax.Literal(found.at, 1)]
    value = syntax.Binary(found.at, sign, target, by)
    return [syntax.Assign(found.at, target, value)]


def operated(cursor: Cursor, found: Found) -> syntax.Block:
    """``POP s``, ``PUSH 4, 3 and 2 ONTO s``"""
    *items, structure = [[one] for one in found.values]
    operations = [
        syntax.Operation(found.at, found.words[0].upper(), [*item, *structure])
        for item in items or [[]]
    ]
    return [syntax.Perform(found.at, operation) for operation in operations]


def removed(cursor: Cursor, found: Found) -> syntax.Block:
    """``POP x FROM s``"""
    action = syntax.Operation(found.at, found.words[0].upper(), found.values)
    return [assigned(cursor, found.at, found.places[0], action)]


def made(cursor: Cursor, found: Found) -> syntax.Block:
    """``CREATE STACK s``"""
    return [new_structure(cursor, found)]


ARTICLES = "a|an|the|new|empty*"
SPOKEN: dict[str, Callable[[Cursor, Found], syntax.Block]] = {
    f"set|let NAME to|be|as|=|← {ARTICLES} KIND SIZE": made,
    f"create|make|declare|define|initialise|initialize {ARTICLES} KIND "
    "called|named? NAME SIZE": made,
    "set|let PLACE to|be|as|=|← VALUE": stored,
    "call VALUE": performed,
    "inc|dec|increment|decrement PLACE by SUM": stepped,
    "inc|dec|increment|decrement PLACE": stepped,
    "inc|dec|increment|decrement ( PLACE )": stepped,
    "pop|dequeue PLACE from SUM": removed,
    "pop|dequeue from|of? SUM": operated,
    "push|enqueue SEVERAL into|onto|on|to|in SUM": operated,
}
FIRST_WORDS = {word for form in SPOKEN for word in form.split()[0].split("|")}
NEW = ("new? KIND NAME SIZE", "new? KIND SIZE NAME", "NAME ←|= new? KIND SIZE")


def new(cursor: Cursor) -> syntax.New:
    """Read ``new Vector w(4)``, and other forms of it."""
    found = matched(cursor, NEW, "new-form")
    structure = new_structure(cursor, found)
    own = ["new", "("] if structure.length else ["new"]
    if found.words != own or cursor.kinds[cursor.index - 1] != (
        ")" if structure.length else "name"
    ):
        cursor.slip("other-new", found.at, right=shown(structure))
    return structure


def new_structure(cursor: Cursor, found: Found) -> syntax.New:
    (name,), kind = found.names, found.kind
    length = found.values[0] if found.values and kind in words.SIZED else None
    if kind in words.SIZED and length is None:
        cursor.misread("no-size", kind=kind, name=name)
    cursor.variables[name.lower()] = kind
    return syntax.New(found.at, kind, name, length)


def together(cursor: Cursor) -> syntax.Block:
    """Read ``a, b ← b, a``: all values are computed before any is stored."""
    at = cursor.at
    if cursor.kind != "name" and cursor.closed(cursor.index) not in ("←", "="):
        cursor.misread(cursor.no_statement("no-statement"))
    found = matched(cursor, TOGETHER, "no-statement")
    if len(found.places) != len(found.values):
        cursor.misread("no-value", at, text="←")
    cursor.slip("several-values", at)
    names = [syntax.Name(at, f"value_{n}_{at}") for n, _ in enumerate(found.values, 1)]
    values, targets = zip(names, found.values), zip(found.places, names)
    return [syntax.Assign(at, *pair) for pair in (*values, *targets)]


TOGETHER = (
    "[ PLACES ] ←|= [ SEVERAL ]",
    "( PLACES ) ←|= ( SEVERAL )",
    "PLACES ←|= SEVERAL",
)


def is_statement(cursor: Cursor) -> bool:
    """Return whether an assignment or a call begins at the name here."""
    if cursor.trying or cursor.kind != "name":
        return cursor.trying  # one statement ahead is far enough
    found = cursor.look_ahead(named_statement)
    if isinstance(found, syntax.New):
        return cursor.next_kind in ("←", "=")
    return isinstance(found, (list, syntax.Assign, syntax.Perform))


def stepping(cursor: Cursor, at: int, target: syntax.Target) -> syntax.Assign:
    """Read ``k++``, ``k--``, ``k += 2`` and similar statements."""
    sign, place = cursor.kind, cursor.at
    by: syntax.Expression = syntax.Literal(place, 1)
    cursor.advance()
    if sign == "−":
        cursor.advance()
    mark = cursor.written(place)
    if sign not in ("++", "−"):
        by = expression(cursor)
    value = syntax.Binary(place, STEPS[sign], target, by)
    found = syntax.Assign(at, target, value)
    cursor.slip("in-place", place, text=mark, right=shown(found))
    return found


def assignment(cursor: Cursor, start: int, target: syntax.Target) -> syntax.Statement:
    at, arrow, kind, text = target.at, cursor.at, cursor.kind, cursor.text
    cursor.advance()
    if assigns_below(cursor):
        cursor.misread("no-value", arrow, text=cursor.source.text[arrow])
    called = cursor.next_kind == "(" and words.key(cursor.text) not in cursor.own_names
    if cursor.kind == "new" or (called and cursor.word in words.KINDS):
        if not isinstance(target, syntax.Name):
            cursor.misread("new-element")
        cursor.goto(start)
        return new(cursor)
    if cursor.kind == "[" and cursor.next_kind == "]":
        return new_list(cursor, at, target)
    found = assigned(cursor, at, target, value(cursor))
    if kind == "=":
        cursor.slip("equals-sign", arrow, text=text, right=shown(found))
    return found


def assigns_below(cursor: Cursor) -> bool:
    """Return whether an assignment begins here on a new line."""
    if not cursor.is_first or cursor.kind != "name":
        return False
    return cursor.look_ahead(kind_behind) == "←"


def kind_behind(cursor: Cursor) -> str:
    postfixed(cursor)
    return cursor.kind


def value(cursor: Cursor) -> syntax.Expression:
    """Read an expression to assign or return. Raise Misread if it is prose."""
    start = cursor.at
    found = expression(cursor)
    if cursor.kind == "name" and not cursor.is_first and not goes_on(cursor):
        cursor.misread("prose-value", start)
    return found


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
    if cursor.kind in (*STARTS, "[", "−", "...", "new") and not assigns_below(cursor):
        return syntax.Return(at, value(cursor))
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
    cursor.misread("no-arrow")


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
    made = [one for one in syntax.statements(block) if isinstance(one, syntax.New)]
    lists = [one for one in made if not one.kind]
    used = (part for one in syntax.statements(block) for part in syntax.all_inside(one))
    needs: dict[str, str] = {}
    for part in used if lists else ():
        match part:
            case syntax.Operation(name=name, operands=[*_, syntax.Name(name=one)]):
                if len(kinds := STRUCTURES.get(name, ())) == 1:
                    needs[one.lower()] = kinds[0]
            case syntax.Call(name=name, arguments=[syntax.Name(name=one), *_]):
                if words.key(name) == "searchstack":
                    needs[one.lower()] = "Stack"
    for new in lists:
        new.kind = needs.get(new.name.lower(), "DynamicArray")
