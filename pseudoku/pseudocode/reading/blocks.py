"""Find where a block begins, and where it ends: at its ``end``, or by its indentation.

Newlines and indentation mean nothing as long as every block has its ``end``. If one is
missing, the text around it is read again with `by_indent` set. Then a block that is
indented more than its header also ends where the indentation ends.
"""

from pseudoku.pseudocode.reading import words
from pseudoku.pseudocode.reading.advice import MOST_NOTES, diagnosis
from pseudoku.pseudocode.reading.cursor import Cursor, Misread, Opener
from pseudoku.pseudocode.reading.statements import BEHIND_A_NAME, is_statement

# The word between the header of a block and the block itself.
WORDS = {"if": "then ", "for": "do ", "while": "do ", "function": "", "repeat": ""}


# Words of other languages that end a block.
ENDINGS = {"next": "for", "wend": "while", "fi": "if", "od": "while", "loop": "while"}


class Unbalanced(Exception):
    """A block has no ``end``, or its ``end`` is of another kind."""


def opening(cursor: Cursor, word: str) -> None:
    """Read the ``then`` or ``do`` of a header."""
    if cursor.kind == word:
        cursor.advance()
    elif cursor.kind in ("then", "do", ":"):
        cursor.skip("wrong-opening", word=word)
    elif cursor.kind == "name" and not cursor.is_first and cursor.is_misspelt(word):
        cursor.skip("misspelt", word=word)
    elif cursor.kind == "{":
        return  # `brace` notes it
    elif cursor.is_first or cursor.kind in words.STARTERS or is_statement(cursor):
        cursor.slip("missing-opening", cursor.behind, word=word)
    else:
        cursor.misread(no_opening(cursor), word=word)
    if cursor.kind == ":":
        cursor.skip("mark-after", what=f"'{word}'")


def no_opening(cursor: Cursor) -> str:
    """Return the name of the diagnosis for a missing ``then`` or ``do``."""
    if cursor.kind == "←":
        return "arrow-in-condition"
    if cursor.kind == "else":
        return "if-in-expression"
    operand = cursor.kinds[cursor.index - 1] in ("name", "number", "]", ")")
    if operand and cursor.kind in ("name", "¬"):
        return "prose-condition"
    return cursor.no_statement("no-opening")


def brace(cursor: Cursor, opener: Opener) -> None:
    """Read a ``{`` at the beginning of a block; a ``}`` then ends the block."""
    opener.braced = cursor.kind == "{"
    opener.begun = cursor.word == "begin" and begins(cursor)
    if opener.begun:
        cursor.skip("mark-after", what="a header")
    if opener.braced:
        word = "" if cursor.kinds[cursor.index - 1] == "else" else WORDS[opener.kind]
        cursor.skip("braces", word=word, kind=opener.kind)


def begins(cursor: Cursor) -> bool:
    """Return whether a statement may follow the word ``begin`` here."""
    return cursor.next.first or cursor.next_kind in ("name", *words.STARTERS)


def block_ends(cursor: Cursor, opener: Opener) -> bool:
    before_statement(cursor)
    while cursor.kind == "end" and cursor.by_indent and is_surplus(cursor, opener):
        cursor.wrong(Misread(cursor.at, "surplus-end", kind=ended_kind(cursor)))
        cursor.advance()
        cursor.advance()
        before_statement(cursor)
    if cursor.kind in ("end", "else", "function", "end of text") or cursor.is_until:
        return True
    if cursor.kind == "}" and opener.braced:
        return True
    return opener.indented and cursor.is_first and cursor.token.indent <= opener.indent


def before_statement(cursor: Cursor) -> None:
    """Skip a line number, and correct the first word of a statement."""
    if cursor.kind == "number" and cursor.is_first:
        cursor.skip("line-number")
        cursor.take(".")
        cursor.tokens[cursor.index] = cursor.token._replace(first=True)
        cursor.goto(cursor.index)
    if cursor.kind == "name" and cursor.word in ENDINGS and is_ending(cursor):
        slip = {"text": cursor.text, "word": f"end {ENDINGS[cursor.word]}"}
        cursor.respell("end", diagnosis(cursor.source, cursor.at, "other-word", **slip))
        if not cursor.next.first:
            cursor.kinds[cursor.index + 1] = ENDINGS[cursor.word]
    elif cursor.kind == "name" and cursor.next_kind not in BEHIND_A_NAME:
        if len(cursor.respelt) <= MOST_NOTES:
            respell(cursor)


def is_ending(cursor: Cursor) -> bool:
    """Return whether the line here is ``NEXT i``, or only a word such as ``WEND``."""
    if cursor.next.first:
        return True
    last = cursor.tokens[min(cursor.index + 2, len(cursor.tokens) - 1)]
    return cursor.word == "next" and cursor.next_kind == "name" and last.first


def respell(cursor: Cursor) -> bool:
    """Read the name here as the keyword that is most like it, if one is."""
    word, name = words.nearest_word(cursor.text, words.LEADING), "misspelt"
    if defines(cursor):
        word, name = "function", "other-word"
    if word:
        slip = diagnosis(cursor.source, cursor.at, name, text=cursor.text, word=word)
        cursor.respell(word, slip)
    return bool(word)


def defines(cursor: Cursor) -> bool:
    """Return whether the name here is a word like ``def``, for ``function``."""
    word, after = cursor.word, cursor.kinds[cursor.index + 1 : cursor.index + 60]
    if after[:2] != ["name", "("]:
        return False
    if word in words.KINDS and ")" in after[:-1]:
        # Vector v(4), or Vector F(Vector v) {
        return after[after.index(")") + 1] == "{"
    return word in words.DEFINING + words.TYPES


def line_end(cursor: Cursor) -> None:
    """Skip the marks that other notations have at the end of a line."""
    while cursor.kind in (":", ";", ",", "."):
        followed = not cursor.tokens[cursor.index + 1].first
        if followed and cursor.kind in ",:" and cursor.look_ahead(comma_statement):
            cursor.skip("mark-after", what="a statement")
            return
        if followed and cursor.kind != ";":
            return
        cursor.skip("mark-at-end")


def comma_statement(cursor: Cursor) -> bool:
    cursor.advance()
    cursor.trying = False
    return is_statement(cursor)


def close(cursor: Cursor, opener: Opener) -> None:
    """Read the ``end`` of ``opener``, or note that it is missing."""
    kind = opener.kind
    if opener.braced and cursor.take("}"):
        return
    if cursor.kind != "end" or belongs_outside(cursor, opener):
        if not cursor.by_indent:
            raise Unbalanced
        cursor.slip("missing-end", cursor.behind, kind=kind, line=opener.line)
        return
    at, ended, word = cursor.at, ended_kind(cursor), cursor.word
    cursor.advance()
    if ended:
        if ended != kind:
            if not cursor.by_indent:
                raise Unbalanced
            cursor.slip("wrong-end", at, text=ended, kind=kind, line=opener.line)
        cursor.advance()
    elif cursor.kind == "name" and (cursor.is_misspelt(kind) or is_last_word(cursor)):
        cursor.slip("wrong-end", at, kind=kind, line=opener.line)
        cursor.advance()
    elif word == "end":  # not NEXT or WEND, which have a note
        cursor.slip("bare-end", at, kind=kind, line=opener.line)


def ended_kind(cursor: Cursor) -> str:
    """Return the kind that the ``end`` here names, or "" if it names none."""
    index = cursor.index + 1
    kind, below = cursor.kinds[index], cursor.tokens[index].first
    if kind not in words.OPENERS or (below and not cursor.tokens[index + 1].first):
        return ""
    return kind


def is_last_word(cursor: Cursor) -> bool:
    """Return whether a name follows ``end`` here, and ends the line."""
    return cursor.kind == "name" and cursor.next.first and not cursor.is_first


def belongs_outside(cursor: Cursor, opener: Opener) -> bool:
    """Return whether the ``end`` here belongs to a block around that of ``opener``."""
    if not cursor.by_indent:
        return False
    indent, kind = cursor.token.indent, ended_kind(cursor)
    if cursor.is_first and indent < opener.indent and opener.indented:
        return True
    if kind in ("", opener.kind):
        return False
    if cursor.is_first and indent == opener.indent and opener.indented:
        return False
    return any(outer.kind == kind for outer in cursor.open)


def is_surplus(cursor: Cursor, opener: Opener) -> bool:
    """Return whether the ``end`` here belongs to no block."""
    kind = ended_kind(cursor)
    if not kind or any(outer.kind == kind for outer in cursor.open):
        return False
    if cursor.is_first and cursor.token.indent == opener.indent and opener.indented:
        return False
    first, last, found = cursor.surplus.get(opener.kind, (0, 0, False))
    if not first <= cursor.index <= last - 2:
        first, (last, found) = cursor.index, next_end(cursor, opener.kind)
        cursor.surplus[opener.kind] = first, last, found
    return found


def next_end(cursor: Cursor, kind: str) -> tuple[int, bool]:
    """Return where an end of ``kind`` or a function follows; true if it is an end."""
    for index in range(cursor.index + 2, len(cursor.kinds) - 1):
        if cursor.kinds[index] == "function":
            return index, False
        if cursor.kinds[index] == "end" and cursor.kinds[index + 1] == kind:
            return index, True
    return len(cursor.kinds), False


def is_else(cursor: Cursor, opener: Opener) -> bool:
    if cursor.kind == ";" and cursor.next_kind == "else":
        cursor.skip("mark-at-end")
    ahead = cursor.kinds[cursor.index + 1 : cursor.index + 3]
    ended = ahead[:1] == ["else"] or ahead == [";", "else"]
    if cursor.kind == "end" and opener.begun and ended:
        cursor.slip("bare-end", kind=opener.kind, line=opener.line)
        cursor.advance()
        cursor.take(";")
    if opener.braced and cursor.kind == "}" and cursor.next_kind == "else":
        cursor.advance()
    outer = opener.indented and cursor.is_first and cursor.token.indent < opener.indent
    return cursor.kind == "else" and not outer


def surplus_ends(cursor: Cursor, most: int) -> None:
    """Skip surplus ``end if`` of a chain of ``else if``, which needs only one."""
    outer = [one.indent for one in cursor.open if one.kind == "if"]
    while most and cursor.kind == "end" and ended_kind(cursor) == "if":
        if outer and not (cursor.by_indent and cursor.is_first):
            return
        if outer and cursor.token.indent <= outer[-1]:
            return
        cursor.skip("surplus-end-if")
        cursor.advance()
        most -= 1
