"""Find and describe the first difference between two output files.

The files are read in blocks and compared as bytes. Only the text around the difference
is decoded, so comparing a large file costs no more than reading it. Lines and columns
count from 1, and columns are characters of UTF-8.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import zip_longest
from typing import BinaryIO, NamedTuple

BLOCK_BYTES = 2**20
MAX_SHOWN_CHARACTERS = 32  # characters shown on either side of the difference
MAX_LINE_BYTES = 2**20  # bytes of a line; a longer line is compared in parts
OVERLAP_BYTES = 512  # enough for the characters shown, and a line of COMP9021's LaTeX
CONTINUATION = bytes(range(0x80, 0xC0))  # the bytes of UTF-8 that begin no character
VISIBLE_SYMBOLS = {" ": "·", "\t": "→", "\r": "␍"}
SYMBOL_NAMES = {"·": "a space", "→": "a tab", "␍": "CR", "␊": "a newline"}

# The first bytes of an output of a coursework, and the module that names its places.
OUTPUT_MODULES = {
    b"-" * 18 + b"\nStep 1 - ": "sudoku.hacettepe.outputs",
    b"\\documentclass[10pt]{article}\n": "sudoku.comp9021.outputs",
}


class Difference(NamedTuple):
    """The first difference between two files: its position and the text around it.

    ``common_prefix`` is the line up to the difference, and ``expected`` and ``actual``
    are the rest of the line in each file. ``course_place`` is the position in terms of
    the coursework, or "". ``invisible_kinds`` are the kinds of all differences if none
    is visible.
    """

    line: int
    column: int
    common_prefix: str  # the line as far as the files agree
    expected: str  # the line from there on
    actual: str
    course_place: str = (
        ""  # the place in the words of a coursework that wrote the files
    )
    invisible_kinds: tuple[str, ...] = ()  # of all differences, if none is visible


def first_difference(expected: BinaryIO, actual: BinaryIO) -> Difference | None:
    """Return the first difference between two files, open for reading, or None."""
    line, column = 1, 1
    expected_block, actual_block = expected.read(BLOCK_BYTES), actual.read(BLOCK_BYTES)
    starts = (
        start
        for start in OUTPUT_MODULES
        for t in (expected_block, actual_block)
        if t.startswith(start)
    )
    module = OUTPUT_MODULES.get(next(starts, b""), "")
    while expected_block == actual_block:
        line, column = advance_place(line, column, expected_block[:-OVERLAP_BYTES])
        overlap = expected_block[-OVERLAP_BYTES:]
        expected_block, actual_block = (
            overlap + expected.read(BLOCK_BYTES),
            overlap + actual.read(BLOCK_BYTES),
        )
        if expected_block == actual_block == overlap:
            return None

    expected_block, actual_block = (
        expected_block + expected.read(OVERLAP_BYTES),
        actual_block + actual.read(OVERLAP_BYTES),
    )
    invisible_kinds = invisible_differences(
        expected_block, expected, actual_block, actual
    )
    index = common_length(expected_block, actual_block)
    line, column = advance_place(line, column, expected_block[:index])
    before = expected_block[max(0, index - OVERLAP_BYTES) : index].rpartition(b"\n")[2]
    rests = (
        rest_of_line(expected_block[index:], column),
        rest_of_line(actual_block[index:], column),
    )
    whole_lines = [
        decode_reversibly(before + t[index:].partition(b"\n")[0])
        for t in (expected_block, actual_block)
    ]
    course_place = ""
    if module:
        place_of: Callable[[int, str, str], str] = import_module(module).place_of
        course_place = place_of(line, *whole_lines)
    return Difference(
        line, column, shown_end(before, column), *rests, course_place, invisible_kinds
    )


def invisible_differences(
    expected_text: bytes, expected: BinaryIO, actual_text: bytes, actual: BinaryIO
) -> tuple[str, ...]:
    """Return the kinds of all differences if none is visible, such as ``("CR LF",)``.

    The kinds are line ends, trailing whitespace and the newline at the end. Return ()
    if the visible text of a line differs. Each file is given as the bytes already read,
    and the open file with the rest.
    """
    kinds: set[str] = set()
    for line, other_line in zip_longest(
        lines_of_rest(expected_text, expected), lines_of_rest(actual_text, actual)
    ):
        text, end = split_trailing_space(line or b"")
        other_text, other_end = split_trailing_space(other_line or b"")
        if text != other_text:
            return ()
        if end.endswith(b"\n") != other_end.endswith(b"\n"):
            kinds.add("newlines at the end")
        elif end.endswith(b"\r\n") != other_end.endswith(b"\r\n"):
            kinds.add("CR LF")
        if end.rstrip(b"\r\n") != other_end.rstrip(b"\r\n"):
            kinds.add("whitespace at the ends of lines")
    return tuple(sorted(kinds))


def split_trailing_space(line: bytes) -> tuple[bytes, bytes]:
    """Return ``line`` in two parts: the text, and the whitespace at its end."""
    text = line.rstrip(b" \t\r\n")
    return text, line[len(text) :]


def lines_of_rest(text: bytes, file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of ``text`` and the rest of ``file``; long lines in pieces."""
    *complete, last = text.split(b"\n")
    yield from (line + b"\n" for line in complete)
    if last := last + file.readline(MAX_LINE_BYTES):
        yield last
    while line := file.readline(MAX_LINE_BYTES):
        yield line


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


def advance_place(line: int, column: int, text: bytes) -> tuple[int, int]:
    """Return the line and column after ``text``, which starts at those given."""
    last_line = text.rpartition(b"\n")[2]
    if len(last_line) < len(text):
        return line + text.count(b"\n"), count_characters(last_line) + 1
    return line, column + count_characters(text)


def count_characters(text: bytes) -> int:
    """Return the number of UTF-8 characters whose first byte is in ``text``."""
    return len(text.translate(None, CONTINUATION))


def common_length(expected: bytes, actual: bytes) -> int:
    """Return the number of bytes in the common start of two texts.

    It ends at a whole character.
    """
    differing = (k for k, (a, b) in enumerate(zip(expected, actual)) if a != b)
    length = next(differing, min(len(expected), len(actual)))
    lowest = max(0, length - 3)
    while length > lowest and (
        continued(expected, length) or continued(actual, length)
    ):
        length -= 1
    return length


def continued(text: bytes, index: int) -> bool:
    """Return whether ``index`` is inside a UTF-8 character, not at its first byte."""
    return index < len(text) and text[index] in CONTINUATION


def shown_end(text: bytes, column: int) -> str:
    """Return the end of ``text`` to show before a difference.

    ``text`` is the line up to ``column``, or the end of that. At most
    MAX_SHOWN_CHARACTERS are shown, after an ellipsis if there are more. Invisible
    characters become symbols.
    """
    excerpt = decode_reversibly(text)[-MAX_SHOWN_CHARACTERS:]
    return "…" * (len(excerpt) < column - 1) + visible(excerpt)


def rest_of_line(text: bytes, column: int) -> str:
    """Return the first line of ``text`` to show, with symbols for invisible characters.

    ``column``, from 1, is its position in the file. A long line ends in an ellipsis;
    the end of the file is shown in words.
    """
    rest, newline, _ = text.partition(b"\n")
    line = decode_reversibly(rest)
    if len(line) > MAX_SHOWN_CHARACTERS:
        return visible(line[:MAX_SHOWN_CHARACTERS]) + "…"
    if newline:
        return visible(line) + "␊"
    if not rest and column == 1:
        return "(the file ends here)"
    return visible(line) + " (no newline at the end)"


def decode_reversibly(text: bytes) -> str:
    """Return ``text`` decoded; a byte that is not UTF-8 becomes one lone surrogate."""
    return text.decode(errors="surrogateescape")


def visible(text: str) -> str:
    """Return ``text`` with a visible symbol for each invisible character."""
    # A byte that is not text was decoded to U+DC80 and up: \udcff shows as \xff.
    return "".join(
        VISIBLE_SYMBOLS.get(character, character)
        if character.isprintable() or character in VISIBLE_SYMBOLS
        else character.encode("unicode_escape").decode().replace("udc", "x")
        for character in text
    )
