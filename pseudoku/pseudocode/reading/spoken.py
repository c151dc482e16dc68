"""Read statements in words: ``SET x TO 1``, ``PUSH x ONTO s``, ``CREATE STACK s``."""

from collections.abc import Callable

from pseudoku.pseudocode.reading import notation, syntax, words
from pseudoku.pseudocode.reading.cursor import Cursor
from pseudoku.pseudocode.reading.expressions import BRACKETS, expression, postfixed

Found = syntax.Statement | syntax.Block

INTO = ("into", "onto", "on", "to", "in", "from", "of")
MAKING = ("create", "make", "declare", "define", "initialise", "initialize")
AFTER = (";", ":", ",", ".", "end", "else", "}", "if")
STEPPING = ("inc", "dec", "increment", "decrement")
PLACES = (syntax.Name, syntax.Select)
BEFORE = ("then", "do", "else", ";", ":", ",", "{")  # a statement on the same line
ARTICLES = ("a", "an", "the", "empty")


def spoken(cursor: Cursor) -> Found | None:
    """Read a statement in words, if one is here."""
    word, after = cursor.word, cursor.next
    if after.first or after.kind not in ("name", "number", "new", "("):
        return None
    if after.kind == "(" and word not in STEPPING:
        return None
    if not cursor.is_first and cursor.kinds[cursor.index - 1] not in BEFORE:
        return None
    readers: dict[str, Callable[[Cursor], Found | None]]
    readers = {"set": setting, "let": setting, "call": calling, "repeat": repeating}
    readers |= dict.fromkeys(MAKING, making) | dict.fromkeys(STEPPING, stepping)
    readers["dim"] = dimension
    if word in readers and (after.kind == "name" or word not in ("set", "let")):
        return readers[word](cursor)
    if words.operation(word) and after.kind != "(":
        return operating(cursor)
    return None


def setting(cursor: Cursor) -> Found | None:
    """``SET x TO 1`` and ``LET x = 1``."""
    at, start = cursor.at, cursor.index
    cursor.advance()
    target = postfixed(cursor)
    signs = cursor.kind in ("←", "=") or cursor.word in ("to", "be", "as")
    if not signs or not isinstance(target, (syntax.Name, syntax.Select)):
        cursor.goto(start)
        return None
    cursor.advance()
    if isinstance(target, syntax.Name) and (made := of_kind(cursor)):
        if cursor.take("("):
            cursor.expect(")", "after the kind")
        cursor.variables[target.name.lower()] = made
        return noted(cursor, syntax.New(at, made, target.name, None))
    if cursor.kind == "new":
        cursor.goto(start)
        return None
    found = syntax.Assign(at, target, expression(cursor))
    if not cursor.is_first and cursor.kind not in AFTER:
        cursor.goto(start)
        return None
    if isinstance(target, syntax.Name):
        cursor.variables.setdefault(target.name.lower(), "")
    return noted(cursor, found)


def calling(cursor: Cursor) -> Found | None:
    """``CALL F(x)``."""
    at, start = cursor.at, cursor.index
    cursor.advance()
    found = postfixed(cursor)
    if isinstance(found, (syntax.Call, syntax.Operation)):
        return noted(cursor, syntax.Perform(at, found))
    cursor.goto(start)
    return None


def of_kind(cursor: Cursor) -> str:
    """Read ``a new empty Stack`` and return the kind, or "" if it is not here."""
    start = cursor.index
    while cursor.kind == "new" or cursor.word in ARTICLES:
        cursor.advance()
    kind = words.KINDS.get(cursor.word, "")
    if kind in ("", *words.SIZED):
        cursor.goto(start)
        return ""
    cursor.advance()
    return kind


def dimension(cursor: Cursor) -> Found | None:
    """``DIM v(4)`` and ``DIM q AS QUEUE``."""
    at, start, name = cursor.at, cursor.index, cursor.next.text
    cursor.advance()
    cursor.advance()
    if cursor.word == "as" and (kind := words.KINDS.get(cursor.next.text.lower())):
        cursor.advance()
        cursor.advance()
        if kind not in words.SIZED:
            cursor.variables[name.lower()] = kind
            return noted(cursor, syntax.New(at, kind, name, None))
    if cursor.kind not in BRACKETS:
        cursor.goto(start)
        return None
    closing = BRACKETS[cursor.kind]
    cursor.advance()
    size = expression(cursor)
    cursor.expect(closing, "after the length")
    cursor.variables[name.lower()] = "Vector"
    return noted(cursor, syntax.New(at, "Vector", name, size))


def stepping(cursor: Cursor) -> Found | None:
    """``INCREMENT x`` and ``dec(x)``, by 1 or another number."""
    at, start, up = cursor.at, cursor.index, cursor.word.startswith("inc")
    cursor.advance()
    bracket = cursor.take("(")
    target, by = postfixed(cursor), syntax.Literal(at, 1)
    if bracket and not cursor.take(")") or not isinstance(target, PLACES):
        cursor.goto(start)
        return None
    value: syntax.Expression = by
    if cursor.word == "by" and not cursor.is_first:
        cursor.advance()
        value = expression(cursor, syntax.SUM)
    sum_ = syntax.Binary(at, "+" if up else "−", target, value)
    return noted(cursor, syntax.Assign(at, target, sum_))


def making(cursor: Cursor) -> Found | None:
    """``CREATE STACK s``, also in a few more words."""
    at, start = cursor.at, cursor.index
    cursor.advance()
    kind = of_kind(cursor)
    if cursor.word in ("called", "named"):
        cursor.advance()
    if not kind or cursor.kind != "name" or cursor.is_first:
        cursor.goto(start)
        return None
    name = cursor.text
    cursor.advance()
    cursor.variables[name.lower()] = kind
    return noted(cursor, syntax.New(at, kind, name, None))


def repeating(cursor: Cursor) -> Found | None:
    """The header ``repeat p times``; the parser reads the block."""
    at = cursor.at
    cursor.advance()
    times = expression(cursor, syntax.SUM)
    if cursor.word != "times" or cursor.is_first:
        return None
    cursor.advance()
    one = syntax.Literal(at, 1)
    return syntax.For(at, one, False, f"turn_{at}", False, times, 1, None, [])


def operating(cursor: Cursor) -> Found | None:
    """``ENQUEUE x INTO q``, ``PUSH 4, 3 and 2 ONTO s``, ``POP s``."""
    at, start, name = cursor.at, cursor.index, words.operation(cursor.word)
    takes = len(words.OPERATIONS[name])
    cursor.advance()
    if takes == 1 and cursor.word in INTO:
        cursor.advance()
    items = [expression(cursor, syntax.SUM)]
    while takes == 2 and (cursor.kind == "," or cursor.kind == "∧"):
        cursor.advance()
        _ = cursor.take("∧")
        items.append(expression(cursor, syntax.SUM))
    named = takes == 1 and name in ("POP", "DEQUEUE") and cursor.word == "from"
    if named and isinstance(items[0], syntax.Name):
        cursor.advance()
        removed = syntax.Operation(at, name, [expression(cursor, syntax.SUM)])
        cursor.variables.setdefault(items[0].name.lower(), "")
        return noted(cursor, syntax.Assign(at, items[0], removed))
    more = takes == 2 and cursor.word in INTO and not cursor.is_first
    if takes > 2 or (takes == 2) != more:
        cursor.goto(start)
        return None
    structure: list[syntax.Expression] = []
    if more:
        cursor.advance()
        structure = [expression(cursor, syntax.SUM)]
    if cursor.kind in ("name", *BRACKETS) and not cursor.is_first:
        cursor.goto(start)
        return None
    done: syntax.Block = [
        syntax.Perform(at, syntax.Operation(at, name, [item, *structure]))
        for item in items
    ]
    return noted(cursor, *done)


def noted(cursor: Cursor, *found: syntax.Statement) -> syntax.Block:
    """Note how the module writes what was found."""
    lines = [line for one in found for line in notation.statement_lines(one)]
    cursor.slip("in-words", found[0].at, right=", ".join(lines))
    return [*found]
