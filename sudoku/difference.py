"""Where two outputs differ first, and how to say so.

The files are read in blocks and compared as bytes. Only the text around the difference
is decoded, so a large file costs no more than reading it. Lines and columns count from
1, and columns are characters of UTF-8.
"""

from typing import BinaryIO, NamedTuple

BLOCK = 2**20
WINDOW = 32  # characters shown on either side of the difference
AROUND = 4 * WINDOW + 4  # bytes that hold as many characters, whatever these are
CONTINUATION = bytes(range(0x80, 0xC0))  # the bytes of UTF-8 that begin no character
VISIBLE = {" ": "·", "\t": "→", "\r": "␍"}

HACETTEPE = b"-" * 18 + b"\nStep 1 - "
LINES_OF_A_STEP = 12  # dashes, the step line, dashes, nine rows


class Difference(NamedTuple):
    """The first place where two files differ, and what each of them has there."""

    line: int
    column: int
    before: str  # the line as far as the files agree
    expected: str  # the line from there on
    actual: str
    in_steps: bool  # the files are outputs of the Hacettepe coursework


def first_difference(expected: BinaryIO, actual: BinaryIO) -> Difference | None:
    """Return where two files, open for reading, differ first; None if they do not."""
    line, column = 1, 1
    right, other = expected.read(BLOCK), actual.read(BLOCK)
    in_steps = HACETTEPE in (right[: len(HACETTEPE)], other[: len(HACETTEPE)])
    while right == other:
        line, column = advanced(line, column, right[:-AROUND])
        kept = right[-AROUND:]
        right, other = kept + expected.read(BLOCK), kept + actual.read(BLOCK)
        if right == other == kept:
            return None

    right, other = right + expected.read(AROUND), other + actual.read(AROUND)
    index = common_length(right, other)
    line, column = advanced(line, column, right[:index])
    before = right[max(0, index - AROUND) : index].rpartition(b"\n")[2]
    rests = rest_of_line(right[index:], column), rest_of_line(other[index:], column)
    return Difference(line, column, end_of(before, column), *rests, in_steps)


def place(difference: Difference) -> str:
    """Return the line and the column and, of a Hacettepe output, the step.

    >>> place(Difference(29, 7, "", "", "", in_steps=True))
    'line 29, column 7: step 3, row 2'
    """
    where = f"line {difference.line}, column {difference.column}"
    if not difference.in_steps:
        return where
    steps_before, part = divmod(difference.line - 1, LINES_OF_A_STEP)
    if part == 0:
        after = f"after step {steps_before}" if steps_before else "at the top"
        return f"{where}: the dashes {after}"
    part_names = ["the step line", "the dashes", *(f"row {k}" for k in range(1, 10))]
    return f"{where}: step {steps_before + 1}, {part_names[part - 1]}"


def picture(difference: Difference) -> str:
    """Return three lines: what was expected, what is there, and a mark below both.

    A blank is shown as ``·``, a tab as ``→``, CR and LF as ``␍`` and ``␊``.

    >>> print(picture(Difference(1, 2, "a", "·b␊", "··b␊", in_steps=False)))
    expected  a·b␊
    actual    a··b␊
               ^
    """
    expected = f"expected  {difference.before}"
    actual = f"actual    {difference.before}"
    mark = " " * len(expected) + "^"
    return f"{expected}{difference.expected}\n{actual}{difference.actual}\n{mark}"


def advanced(line: int, column: int, text: bytes) -> tuple[int, int]:
    """Return the place after *text*, which begins at this line and column."""
    last_line = text.rpartition(b"\n")[2]
    if len(last_line) < len(text):
        return line + text.count(b"\n"), characters(last_line) + 1
    return line, column + characters(text)


def characters(text: bytes) -> int:
    """Return how many characters begin in *text*."""
    return len(text.translate(None, CONTINUATION))


def common_length(right: bytes, other: bytes) -> int:
    """Return how many bytes two texts begin alike, back to the start of a character."""
    differing = (k for k, (a, b) in enumerate(zip(right, other)) if a != b)
    length = next(differing, min(len(right), len(other)))
    lowest = max(0, length - 3)
    while length > lowest and (continued(right, length) or continued(other, length)):
        length -= 1
    return length


def continued(text: bytes, index: int) -> bool:
    """Return whether *index* is inside a character that began before it."""
    return index < len(text) and text[index] in CONTINUATION


def end_of(text: bytes, column: int) -> str:
    """Return the end of the line before *column*, of which *text* is the known part."""
    shown = decoded(text)[-WINDOW:]
    return "…" * (len(shown) < column - 1) + visible(shown)


def rest_of_line(text: bytes, column: int) -> str:
    """Return the line from *column* on, where *text* begins, and how the line ends."""
    rest, newline, _ = text.partition(b"\n")
    shown = decoded(rest)
    if len(shown) > WINDOW:
        return visible(shown[:WINDOW]) + "…"
    if newline:
        return visible(shown) + "␊"
    if not rest and column == 1:
        return "(the file ends here)"
    return visible(shown) + " (no newline at the end)"


def decoded(text: bytes) -> str:
    """Return a character for each character, and for each byte that is in none."""
    return text.decode(errors="surrogateescape")


def visible(text: str) -> str:
    """Return *text* with a sign for each character that cannot be seen."""
    # A byte that is not text was decoded to U+DC80 and up: \udcff shows as \xff.
    return "".join(
        VISIBLE.get(character, character)
        if character.isprintable() or character in VISIBLE
        else character.encode("unicode_escape").decode().replace("udc", "x")
        for character in text
    )
