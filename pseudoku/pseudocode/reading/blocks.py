"""Where a block begins, and where it ends: by its ``end``, or by its indentation.

Newlines and indentation mean nothing as long as every block has its ``end``. Where one
is missing, the text around it is read again with `by_indent` set: then a block that
stands further right than its header also ends where the text goes back to the left.
"""

from pseudoku.pseudocode.reading.cursor import Cursor, Misread, Opener
from pseudoku.pseudocode.reading.foreign import DEFINING, TYPES, no_statement
from pseudoku.pseudocode.reading.statements import BEHIND_A_NAME, is_statement
from pseudoku.pseudocode.reading.words import (
    KINDS,
    LEADING,
    OPENERS,
    STARTERS,
    nearest_word,
)

# What stands between the header of a block and the block itself.
WORDS = {"if": "then ", "for": "do ", "while": "do ", "function": "", "repeat": ""}


class Unbalanced(Exception):
    """A block has no ``end``, or one of another kind."""


def open_block(cursor: Cursor) -> Opener:
    return Opener(cursor.kind, cursor.lines[cursor.index], cursor.indent)


def opening(cursor: Cursor, word: str) -> None:
    """Go past the ``then`` or ``do`` of a header."""
    if cursor.kind == word:
        cursor.advance()
    elif cursor.kind in ("then", "do", ":"):
        cursor.slip(cursor.at, f"'{cursor.text}' for '{word}': write '{word}'")
        cursor.advance()
    elif cursor.kind == "name" and not cursor.is_first and cursor.is_misspelt(word):
        cursor.slip(cursor.at, f"'{cursor.text}' is misspelt: write '{word}'")
        cursor.advance()
    elif cursor.kind == "{":
        return  # the block tells it
    elif cursor.is_first or cursor.kind in STARTERS or is_statement(cursor):
        cursor.slip(cursor.behind, f"no '{word}' behind the header: add it")
    else:
        hint = prose(cursor) or no_statement(cursor.kind, cursor.text, cursor.next_text)
        cursor.misread(f"expected '{word}', found {cursor.found()}{hint}")
    if cursor.kind == ":":
        cursor.slip(cursor.at, f"':' behind '{word}': leave it out")
        cursor.advance()


def prose(cursor: Cursor) -> str:
    """A word of advice if the words before the token here are plain English."""
    if cursor.kind == "←":
        return "; '=' compares: x = 1"
    if cursor.kind == "else":
        return "; 'if' is a statement: if c then x ← 1 else x ← 2 end if"
    if cursor.kind not in ("name", "¬"):
        return ""
    if cursor.kinds[cursor.index - 1] not in ("name", "number", "]", ")"):
        return ""
    return ": this reads as prose; write it with signs, as in x = 1 or EMPTY[s]"


def brace(cursor: Cursor, opener: Opener) -> None:
    """Go past a ``{`` at the beginning of a block; its ``}`` is an end then."""
    opener.braced = cursor.kind == "{"
    if opener.braced:
        word = "" if cursor.kinds[cursor.index - 1] == "else" else WORDS[opener.kind]
        cursor.slip(cursor.at, f"a block in braces: write {word}… end {opener.kind}")
        cursor.advance()


def block_ends(cursor: Cursor, opener: Opener) -> bool:
    before_statement(cursor)
    while cursor.kind == "end" and cursor.by_indent and is_surplus(cursor, opener):
        cursor.wrong(
            Misread(cursor.at, f"'end {ended_kind(cursor)}' here ends nothing")
        )
        cursor.advance()
        cursor.advance()
        before_statement(cursor)
    if cursor.kind in ("end", "else", "function", "end of text"):
        return True
    if cursor.kind == "}" and opener.braced:
        return True
    if cursor.is_until:
        return True
    return opener.indented and cursor.is_first and cursor.indent <= opener.indent


def before_statement(cursor: Cursor) -> None:
    """Put right what may stand before a statement, and its first word."""
    if cursor.kind == "number" and cursor.is_first:
        cursor.slip(cursor.at, "a number before a statement, read as a line's: 12:")
        cursor.advance()
        cursor.take(".")
        cursor.tokens.firsts[cursor.index] = True
    if cursor.kind == "name" and cursor.next_kind not in BEHIND_A_NAME:
        respell(cursor)


def respell(cursor: Cursor) -> bool:
    """Take the name here for the keyword that it is nearest to, if one is near."""
    word, told = nearest_word(cursor.text, LEADING), "misspelt"
    if defines(cursor):
        word, told = "function", "another language's"
    if word:
        message = f"'{cursor.text}' is {told}: write '{word}'"
        cursor.respelt[cursor.index] = cursor.source.remark(cursor.at, message)
        cursor.kinds[cursor.index] = cursor.kind = word
    return bool(word)


def defines(cursor: Cursor) -> bool:
    """Whether the name here is another language's word for ``function``."""
    word, after = (
        cursor.text.lower(),
        cursor.kinds[cursor.index + 1 : cursor.index + 60],
    )
    if after[:2] != ["name", "("]:
        return False
    if word in KINDS and ")" in after[:-1]:  # Vector v(4), or Vector F(Vector v) {
        return after[after.index(")") + 1] == "{"
    return word in DEFINING or word in TYPES


def line_end(cursor: Cursor) -> None:
    """Go past the marks that other notations put at the end of a line."""
    while cursor.kind in (":", ";", ",", "."):
        followed = not cursor.tokens.firsts[cursor.index + 1]
        if followed and cursor.kind != ";":
            return
        cursor.slip(cursor.at, f"'{cursor.text}' at the end of a line: leave it out")
        cursor.advance()


def close(cursor: Cursor, opener: Opener) -> None:
    """Go past the ``end`` of ``opener``, or say that it is missing."""
    kind = opener.kind
    if opener.braced and cursor.take("}"):
        return
    if cursor.kind != "end" or belongs_outside(cursor, opener):
        by_indentation(cursor)
        message = f"no 'end {kind}' for the '{kind}' of line {opener.line}: add it"
        cursor.slip(cursor.behind, message)
        return
    at, ended = cursor.at, ended_kind(cursor)
    cursor.advance()
    if ended:
        if ended != kind:
            by_indentation(cursor)
            cursor.slip(at, f"'end {ended}' ends a '{kind}': write 'end {kind}'")
        cursor.advance()
    elif cursor.kind == "name" and (cursor.is_misspelt(kind) or is_last_word(cursor)):
        cursor.slip(at, f"'end {cursor.text}' ends a '{kind}': write 'end {kind}'")
        cursor.advance()
    else:
        cursor.slip(at, f"'end' alone: write 'end {kind}'")


def ended_kind(cursor: Cursor) -> str:
    """The kind that the ``end`` here names; what heads the next line is no kind."""
    index, firsts = cursor.index + 1, cursor.tokens.firsts
    kind = cursor.kinds[index]
    if kind not in OPENERS or (firsts[index] and not firsts[index + 1]):
        return ""
    return kind


def is_last_word(cursor: Cursor) -> bool:
    """Whether a name stands here behind ``end``, and nothing behind it."""
    ends = cursor.tokens.firsts[cursor.index + 1 : cursor.index + 2] == [True]
    return ends and cursor.kind == "name" and not cursor.is_first


def by_indentation(cursor: Cursor) -> None:
    """Unbalanced, unless it is known and the text is read by its indentation."""
    if not cursor.by_indent:
        raise Unbalanced


def belongs_outside(cursor: Cursor, opener: Opener) -> bool:
    """Whether the ``end`` here is that of a block around ``opener``'s."""
    if not cursor.by_indent:
        return False
    indent, kind = cursor.indent, ended_kind(cursor)
    if cursor.is_first and indent < opener.indent and opener.indented:
        return True
    if kind in ("", opener.kind):
        return False
    if cursor.is_first and indent == opener.indent and opener.indented:
        return False
    return any(outer.kind == kind for outer in cursor.open)


def is_surplus(cursor: Cursor, opener: Opener) -> bool:
    """Whether the ``end`` here ends nothing at all."""
    kind = ended_kind(cursor)
    if not kind or any(outer.kind == kind for outer in cursor.open):
        return False
    if cursor.is_first and cursor.indent == opener.indent and opener.indented:
        return False
    for index in range(cursor.index + 2, len(cursor.kinds) - 1):
        if cursor.kinds[index] == "end" and cursor.kinds[index + 1] == opener.kind:
            return True
        if cursor.kinds[index] == "function":
            return False
    return False


def is_else(cursor: Cursor, opener: Opener) -> bool:
    if opener.braced and cursor.kind == "}" and cursor.next_kind == "else":
        cursor.advance()
    return cursor.kind == "else" and not else_is_outer(cursor, opener)


def else_is_outer(cursor: Cursor, opener: Opener) -> bool:
    return opener.indented and cursor.is_first and cursor.indent < opener.indent


def surplus_ends(cursor: Cursor, most: int) -> None:
    """Go past further ``end if`` of a chain of ``else if``, which has one."""
    outer = [one.indent for one in cursor.open if one.kind == "if"]
    while most and cursor.kind == "end" and ended_kind(cursor) == "if":
        if outer and not (cursor.by_indent and cursor.is_first):
            return
        if outer and cursor.indent <= outer[-1]:
            return
        cursor.slip(cursor.at, "one 'end if' ends the whole chain of 'else if'")
        cursor.advance()
        cursor.advance()
        most -= 1
