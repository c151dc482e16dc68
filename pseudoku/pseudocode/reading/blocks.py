"""Find where a block begins, and where it ends: at its ``end``, or by its indentation.

Newlines and indentation mean nothing as long as every block has its ``end``. If one is
missing, the text around it is read again with `by_indent` set. Then a block that is
indented more than its header also ends where the indentation ends.
"""

from pseudoku.pseudocode.reading import words
from pseudoku.pseudocode.reading.advice import MOST_NOTES, about, diagnosis
from pseudoku.pseudocode.reading.cursor import Cursor, Opener
from pseudoku.pseudocode.reading.statements import BEHIND_A_NAME, is_statement

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
        return  # `begin` notes it
    elif cursor.is_first or cursor.kind in words.STARTERS or is_statement(cursor):
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
    opener.begun = cursor.kind == "{" or cursor.word == "begin" and following
    if cursor.word == "begin" and opener.begun:
        cursor.skip("needless")
    elif opener.begun:
        if closer := cursor.closers.get(cursor.index):
            cursor.kinds[closer] = "end"
        cursor.skip("braces", kind=opener.kind)


def block_ends(cursor: Cursor, opener: Opener) -> bool:
    before_statement(cursor)
    if cursor.kind == "end":
        return not is_surplus(cursor, opener)
    if cursor.kind in ("else", "function", "end of text") or cursor.is_until:
        return True
    return opener.indented and cursor.is_first and cursor.token.indent <= opener.indent


def before_statement(cursor: Cursor) -> None:
    """Correct the first word of a statement."""
    if cursor.kind != "name":
        return
    if cursor.word in ENDINGS and is_ending(cursor):
        slip = {"text": cursor.text, "word": f"end {ENDINGS[cursor.word]}"}
        cursor.respell("end", diagnosis(cursor.source, cursor.at, "other-word", **slip))
        if not cursor.next.first:
            cursor.kinds[cursor.index + 1] = ENDINGS[cursor.word]
    elif len(cursor.respelt) <= MOST_NOTES and not is_call(cursor):
        respell(cursor)


def is_call(cursor: Cursor) -> bool:
    """Return whether a statement begins with the name here, as in ``F(x)``."""
    closer = cursor.closers.get(cursor.index + 1, 0)
    headed = closer and cursor.kinds[closer + 1] in ("then", "do")  # whlie (c) do
    return cursor.next_kind in BEHIND_A_NAME and not headed


def is_ending(cursor: Cursor) -> bool:
    """Return whether the line here is ``NEXT i``, or only a word such as ``WEND``."""
    if cursor.next.first:
        return True
    last = cursor.tokens[min(cursor.index + 2, len(cursor.tokens) - 1)]
    return cursor.word == "next" and cursor.next_kind == "name" and last.first


def respell(cursor: Cursor) -> None:
    """Read the name here as the keyword that is most like it, if one is."""
    word, name = words.nearest_word(cursor.text, words.LEADING), "misspelt"
    if defines(cursor):
        word, name = "function", "other-word"
    if word:
        slip = diagnosis(cursor.source, cursor.at, name, text=cursor.text, word=word)
        cursor.respell(word, slip)


def defines(cursor: Cursor) -> bool:
    """Return whether the name here is a word like ``def``, for ``function``."""
    if cursor.kinds[cursor.index + 1 : cursor.index + 3] != ["name", "("]:
        return False
    closer = cursor.closers.get(cursor.index + 2, 0)
    typed = cursor.word in words.KINDS and closer and cursor.kinds[closer + 1] == "{"
    return bool(typed) or cursor.word in words.DEFINING + words.TYPES


def line_end(cursor: Cursor) -> None:
    """Skip the marks that other notations have at the end of a line."""
    while cursor.kind in (":", ";", ",", "."):
        if cursor.next.first or cursor.kind == ";":
            cursor.skip("needless")
        elif cursor.kind in ",:" and cursor.look_ahead(comma_statement):
            cursor.skip("needless")
        else:
            return


def comma_statement(cursor: Cursor) -> bool:
    cursor.advance()
    cursor.trying = False
    return is_statement(cursor)


def close(cursor: Cursor, opener: Opener) -> None:
    """Read the ``end`` of ``opener``, or note that it is missing."""
    kind, at = opener.kind, cursor.at
    if cursor.kind != "end" or not is_own(cursor, opener):
        if not cursor.by_indent:
            raise Unbalanced
        cursor.slip("missing-end", cursor.behind, kind=kind, line=opener.line)
        return
    ended, noted = ended_kind(cursor), cursor.word != "end"  # as NEXT, WEND and } are
    cursor.advance()
    misspelt = not ended and cursor.kind == "name" and not noted
    if misspelt and (cursor.is_misspelt(kind) or is_last_word(cursor)):
        ended = cursor.text
    if ended:
        cursor.advance()
    if ended and ended != kind and not noted:
        cursor.slip("wrong-end", at, text=ended, kind=kind, line=opener.line)
    elif not ended and not noted:
        cursor.slip("bare-end", at, kind=kind, line=opener.line)


def ended_kind(cursor: Cursor) -> str:
    """Return the kind that the ``end`` here names, or "" if it names none."""
    index = cursor.index + 1
    kind, below = cursor.kinds[index], cursor.tokens[index].first
    if cursor.text == "}" or kind not in words.OPENERS:
        return ""
    return "" if below and not cursor.tokens[index + 1].first else kind


def is_last_word(cursor: Cursor) -> bool:
    """Return whether a name follows ``end`` here, and ends the line."""
    return cursor.kind == "name" and cursor.next.first and not cursor.is_first


def is_own(cursor: Cursor, opener: Opener) -> bool:
    """Return whether the ``end`` here is that of ``opener``."""
    kind = ended_kind(cursor)
    if cursor.by_indent and cursor.is_first and opener.indented:
        if cursor.token.indent <= opener.indent:
            return cursor.token.indent == opener.indent
    return kind in ("", opener.kind)


def is_surplus(cursor: Cursor, opener: Opener) -> bool:
    """Return whether the ``end`` here, read by indentation, belongs to no block."""
    if not cursor.by_indent or is_own(cursor, opener):
        return False
    return ended_kind(cursor) not in {"", *(outer.kind for outer in cursor.open)}


def is_else(cursor: Cursor, opener: Opener) -> bool:
    """Return whether an ``else`` of ``opener`` is here, also after ``}`` or ``end``."""
    if cursor.kind == "end" and opener.begun and cursor.next_kind == "else":
        cursor.advance()
    outer = opener.indented and cursor.is_first and cursor.token.indent < opener.indent
    return cursor.kind == "else" and not outer


def surplus_ends(cursor: Cursor, most: int) -> None:
    """Skip surplus ``end if`` of a chain of ``else if``, which needs only one."""
    outer = [one.indent for one in cursor.open if one.kind == "if"]
    while most and cursor.kind == "end" and ended_kind(cursor) == "if":
        deeper = cursor.by_indent and cursor.is_first
        if outer and not (deeper and cursor.token.indent > outer[-1]):
            return
        cursor.skip("needless", text="end if")
        cursor.advance()
        most -= 1
