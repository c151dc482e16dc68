"""Find and describe the first difference between two outputs.

The outputs are compared as bytes, and only the line of the difference is decoded. Lines
and columns count from 1, and columns are characters of UTF-8.
"""

from collections.abc import Callable
from importlib import import_module
from io import BytesIO
from itertools import zip_longest
from typing import NamedTuple

BLOCK_BYTES = 2**16  # compared at once
MAX_CONTEXT_CHARACTERS = 32  # characters shown on either side of the difference
CONTINUATION = bytes(range(0x80, 0xC0))  # the bytes of UTF-8 that begin no character
VISIBLE_SYMBOLS = {" ": "·", "\t": "→", "\r": "␍"}
SYMBOL_NAMES = {"·": "a space", "→": "a tab", "␍": "CR", "␊": "a newline"}

# The first bytes of an output of a coursework, and the module that names its places.
OUTPUT_MODULES = {
    b"-" * 18 + b"\nStep 1 - ": "sudoku.hacettepe.outputs",
    b"\\documentclass[10pt]{article}\n": "sudoku.comp9021.outputs",
}


class Difference(NamedTuple):
    """The first difference between two outputs: its position and the text around it.

    ``common_prefix`` is the line up to the difference, and ``expected`` and ``actual``
    are the rest of the line in each output. ``course_place`` is the position in terms
    of the coursework, such as "step 3, row 2", or "". ``invisible_kinds`` are the kinds
    of all differences if none is visible.
    """

    line: int
    column: int
    common_prefix: str
    expected: str
    actual: str
    course_place: str = ""
    invisible_kinds: tuple[str, ...] = ()


def first_difference(expected: bytes, actual: bytes) -> Difference | None:
    """Return the first difference between two outputs, or None."""
    if expected == actual:
        return None
    start = expected.rfind(b"\n", 0, _first_differing(expected, actual)) + 1
    number = expected.count(b"\n", 0, start) + 1
    rests = expected[start:], actual[start:]
    line, other = (next(BytesIO(rest), b"") for rest in rests)
    same = _common_length(line, other)
    column = len(line[:same].translate(None, CONTINUATION)) + 1
    course_place = ""
    for beginning, module in OUTPUT_MODULES.items():
        if expected.startswith(beginning) or actual.startswith(beginning):
            place_of: Callable[[int, str, str], str] = import_module(module).place_of
            lines = (_decode_reversibly(text.rstrip(b"\n")) for text in (line, other))
            course_place = place_of(number, *lines)
    return Difference(
        number,
        column,
        _shown_end(line[:same]),
        _rest_of_line(line[same:], column),
        _rest_of_line(other[same:], column),
        course_place,
        _invisible_differences(*rests),
    )


def _invisible_differences(expected: bytes, actual: bytes) -> tuple[str, ...]:
    """Return the kinds of all differences if none is visible, such as ``("CR LF",)``.

    The kinds are line ends, trailing whitespace and the newline at the end. Return ()
    if the visible text of a line differs.
    """
    kinds: set[str] = set()
    for line, other in zip_longest(BytesIO(expected), BytesIO(actual), fillvalue=b""):
        text, end = _split_trailing_space(line)
        other_text, other_end = _split_trailing_space(other)
        if text != other_text:
            return ()
        if end.endswith(b"\n") != other_end.endswith(b"\n"):
            kinds.add("newlines at the end")
        elif end.endswith(b"\r\n") != other_end.endswith(b"\r\n"):
            kinds.add("CR LF")
        if end.rstrip(b"\r\n") != other_end.rstrip(b"\r\n"):
            kinds.add("whitespace at the ends of lines")
    return tuple(sorted(kinds))


def _split_trailing_space(line: bytes) -> tuple[bytes, bytes]:
    text = line.rstrip(b" \t\r\n")
    return text, line[len(text) :]


def place_text(difference: Difference) -> str:
    """Return the position of ``difference`` as text, also in terms of the coursework.

    >>> place_text(Difference(29, 7, "", "", "", "step 3, row 2"))
    'line 29, column 7: step 3, row 2'
    """
    line = f"line {difference.line}, column {difference.column}"
    return f"{line}: {difference.course_place}" if difference.course_place else line


def three_line_view(difference: Difference) -> str:
    """Return three lines: the expected text, the actual text, and a mark below both.

    A space is shown as ``·``, a tab as ``→``, CR as ``␍`` and LF as ``␊``.

    >>> print(three_line_view(Difference(1, 2, "a", "·b␊", "··b␊")))
    expected  a·b␊
    actual    a··b␊
               ^
    """
    expected = f"expected  {difference.common_prefix}"
    actual = f"actual    {difference.common_prefix}"
    mark = " " * len(expected) + "^"
    return f"{expected}{difference.expected}\n{actual}{difference.actual}\n{mark}"


def legend(difference: Difference) -> str:
    """Return the meanings of the symbols in the text of ``difference``, or "".

    >>> legend(Difference(1, 2, "a", "·b␊", "→b␊"))
    '· is a space, → is a tab, ␊ is a newline'
    """
    text = difference.common_prefix + difference.expected + difference.actual
    meanings = (
        f"{sign} is {name}" for sign, name in SYMBOL_NAMES.items() if sign in text
    )
    return ", ".join(meanings)


def _first_differing(expected: bytes, actual: bytes) -> int:
    """Return the index of the first byte that differs, or the shorter length."""
    length = min(len(expected), len(actual))
    for start in range(0, length, BLOCK_BYTES):
        block = slice(start, start + BLOCK_BYTES)
        if expected[block] != actual[block]:
            pairs = zip(expected[block], actual[block])
            differing = (k for k, (a, b) in enumerate(pairs, start) if a != b)
            return next(differing, length)
    return length


def _common_length(expected: bytes, actual: bytes) -> int:
    """Return the length, in bytes, of the common start of two texts.

    The start ends with a whole UTF-8 character.
    """
    length = _first_differing(expected, actual)
    lowest = max(0, length - 3)
    while length > lowest and (
        _is_continuation(expected, length) or _is_continuation(actual, length)
    ):
        length -= 1
    return length


def _is_continuation(text: bytes, index: int) -> bool:
    """Return whether ``index`` is inside a UTF-8 character, not at its first byte."""
    return index < len(text) and text[index] in CONTINUATION


def _shown_end(text: bytes) -> str:
    """Return the end of ``text``, with symbols for invisible characters.

    It has up to MAX_SHOWN_CHARACTERS, after an ellipsis if ``text`` has more.
    """
    line = _decode_reversibly(text)
    shown = _visible(line[-MAX_CONTEXT_CHARACTERS:])
    return f"…{shown}" if len(line) > MAX_CONTEXT_CHARACTERS else shown


def _rest_of_line(text: bytes, column: int) -> str:
    """Return the first line of ``text`` to show, with symbols for invisible characters.

    ``column``, from 1, is where ``text`` begins in its line of the file. A long line
    ends in an ellipsis; the end of the file is shown in words.
    """
    rest, newline, _ = text.partition(b"\n")
    line = _decode_reversibly(rest)
    if len(line) > MAX_CONTEXT_CHARACTERS:
        return _visible(line[:MAX_CONTEXT_CHARACTERS]) + "…"
    if newline:
        return _visible(line) + "␊"
    if not rest and column == 1:
        return "(the file ends here)"
    return _visible(line) + " (no newline at the end)"


def _decode_reversibly(text: bytes) -> str:
    return text.decode(errors="surrogateescape")


def _visible(text: str) -> str:
    """Return ``text`` with a visible symbol for each invisible character.

    A character that is itself such a symbol becomes an escape, such as \\xb7 for ·.
    """
    return "".join(map(_visible_character, text))


def _visible_character(character: str) -> str:
    """Return ``character``, or the symbol or escape that makes it visible."""
    if character in VISIBLE_SYMBOLS:
        return VISIBLE_SYMBOLS[character]
    if character.isprintable() and character not in SYMBOL_NAMES:
        return character
    # A byte that is not text was decoded to U+DC80 and up: \udcff shows as \xff.
    return character.encode("unicode_escape").decode().replace("udc", "x")
