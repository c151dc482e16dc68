"""Find where a block begins, and where it ends: at its ``end``, or by its indentation.

Newlines and indentation mean nothing as long as every block has its ``end``. If one is
missing, the text around it is read again with `by_indent` set. Then a block that is
indented more than its header also ends where the indentation ends.
"""

from pseudoku.pseudocode.reading import words
from pseudoku.pseudocode.reading.advice import MOST_NOTES, about, diagnosis
from pseudoku.pseudocode.reading.cursor import Cursor, Opener
from pseudoku.pseudocode.reading.statements import BEHIND_A_NAME, begins


class Unbalanced(Exception):
    """A block has no ``end``, or its ``end`` is of another kind."""


def opening(cursor: Cursor, word: str) -> None:
    """Read the ``then`` or ``do`` of a header."""
    here, named = cursor.index, cursor.kind == "name" and not cursor.is_first
    misspelt = named and words.nearest_word(cursor.text, [word])
    if cursor.kind == "{":
        return  # `begin` notes it
    if cursor.kind == word:
        cursor.advance()
    elif cursor.kind in ("then", "do", ":") or misspelt:
        cursor.skip("wrong-opening", word=word)
    elif cursor.is_first or cursor.kind in words.STARTERS or begins(cursor, here):
        cursor.slip("missing-opening", cursor.behind, word=word)
    else:
        operand = cursor.kinds[cursor.index - 1] in ("name", "number", "]", ")")
        prose = operand and cursor.kind in ("name", "¬")
        other = "prose-condition" if prose else cursor.no_statement("no-opening")
        cursor.misread(about("opening", cursor.kind, otherwise=other), word=word)
    if cursor.kind == ":":
        cursor.skip("needless")


def begin(cursor: Cursor, opener: Opener) -> None:
    """Read a ``begin`` or a ``{`` before a block, whose ``}`` is then its end."""
    following = cursor.next.first or cursor.next_kind in ("name", *words.STARTERS)
    begun = cursor.kind == "{" or cursor.word == "begin" and following
    opener.begun = cursor.word if begun else ""
    if begun:
        if closer := cursor.closers.get(cursor.index):
            cursor.kinds[closer] = "end"
        cursor.skip("needless")


def block_ends(cursor: Cursor, opener: Opener) -> bool:
    before_statement(cursor)
    if cursor.kind == "end":
        return not is_surplus(cursor, opener)
    if cursor.kind in ("else", "function", "end of text") or cursor.is_until:
        return True
    return opener.indented and cursor.is_first and cursor.token.indent <= opener.indent


def before_statement(cursor: Cursor) -> None:
    """Read the name here as a keyword if it is another language's, or misspelt."""
    if cursor.kind != "name" or len(cursor.respelt) > MOST_NOTES:
        return
    word = ""
    following = cursor.next_kind
    if following == "(":  # whlie (c) do
        headed = cursor.closed(cursor.index + 1) in ("then", "do")
    if headed if following == "(" else following not in BEHIND_A_NAME:
        word = words.nearest_word(cursor.text, words.LEADING)
    if word:
        shown = {"text": cursor.text, "word": word}
        slip = diagnosis(cursor.source, cursor.at, "misspelt", **shown)
        cursor.respelt[cursor.index] = slip
        cursor.kinds[cursor.index] = cursor.kind = word


def line_end(cursor: Cursor) -> None:
    """Skip the marks that other notations have at the end of a line."""
    while cursor.kind in (":", ";", ",", "."):
        if cursor.next.first or cursor.kind == ";":
            cursor.skip("needless")
        elif cursor.kind in ",:" and begins(cursor, cursor.index + 1):
            cursor.skip("needless")
        else:
            return


def close(cursor: Cursor, opener: Opener) -> None:
    """Read the ``end`` of ``opener``, or note that it is missing."""
    kind, at = opener.kind, cursor.at
    if cursor.kind != "end" or not is_own(cursor, opener):
        if not cursor.by_indent:
            raise Unbalanced
        unclear = kind != "function" and not opener.indented and opener.parts > 1
        name = "unclear-end" if unclear else "missing-end"
        cursor.slip(name, cursor.behind, kind=kind, line=opener.line)
        return
    (ended, count), word = what_ends(cursor), cursor.word
    cursor.goto(cursor.index + count)
    if (word, ended) != ("end", kind):
        text = cursor.written(at)
        cursor.slip("wrong-end", at, text=text, kind=kind, line=opener.line)


def what_ends(cursor: Cursor) -> tuple[str, int]:
    """Return what the ``end`` here names, or "", and how many tokens both are."""
    after, last = cursor.next, cursor.ahead(2).first
    if cursor.text == "}":
        return "", 1
    if after.kind in words.OPENERS and (last or not after.first):
        return after.kind, 2
    named = after.kind == "name" and not after.first
    if named and (last or words.nearest_word(after.text, words.OPENERS)):
        return after.text, 2
    return "", 1


def is_own(cursor: Cursor, opener: Opener) -> bool:
    """Return whether the ``end`` here is that of ``opener``."""
    if cursor.text == "}":
        return opener.begun == "{"
    if cursor.by_indent and cursor.is_first and opener.indented:
        if cursor.token.indent <= opener.indent:
            return cursor.token.indent == opener.indent
    kind, _ = what_ends(cursor)
    return kind == opener.kind or kind not in words.OPENERS


def is_surplus(cursor: Cursor, opener: Opener) -> bool:
    """Return whether the ``end`` here, read by indentation, belongs to no block."""
    if not cursor.by_indent or is_own(cursor, opener):
        return False
    kind, _ = what_ends(cursor)
    return kind in words.OPENERS and all(one.kind != kind for one in cursor.open)


def is_else(cursor: Cursor, opener: Opener) -> bool:
    """Return whether an ``else`` of ``opener`` is here, also after ``}`` or ``end``."""
    if cursor.kind == "end" and opener.begun and cursor.next_kind == "else":
        cursor.advance()
    outer = opener.indented and cursor.is_first and cursor.token.indent < opener.indent
    return cursor.kind == "else" and not outer


def surplus_ends(cursor: Cursor, most: int) -> None:
    """Skip surplus ``end if`` of a chain of ``else if``, which needs only one."""
    outer = [one.indent for one in cursor.open if one.kind == "if"]
    while most and cursor.kind == "end" and what_ends(cursor)[0] == "if":
        deeper = cursor.by_indent and cursor.is_first
        if outer and not (deeper and cursor.token.indent > outer[-1]):
            return
        cursor.skip("needless", text="end if")
        cursor.advance()
        most -= 1
