"""``compare EXPECTED ACTUAL``: the first place where two outputs differ.

The files are read in blocks and compared as bytes, and only the place of the difference
is looked at more closely: a big file costs no more than reading it.
"""

import sys
from argparse import Namespace
from contextlib import ExitStack
from io import TextIOWrapper
from typing import BinaryIO, NamedTuple

from adt import _console as console

BLOCK = 2**20
WINDOW = 32  # characters shown on either side of the difference
AROUND = 4 * WINDOW + 4  # bytes that hold so many, whatever they are
CONTINUATION = bytes(range(0x80, 0xC0))  # the bytes of UTF-8 that begin no character
VISIBLE = {" ": "·", "\t": "→", "\r": "␍"}

HACETTEPE = b"-" * 18 + b"\nStep 1 - "
LINES_OF_A_STEP = 12  # dashes, the step line, dashes, nine rows


class Difference(NamedTuple):
    """Where two files part, counted from 1, and what stands there."""

    line: int
    column: int
    before: str  # the line as far as the files agree
    expected: str  # the line from there on
    actual: str
    in_steps: bool  # the files are outputs of the Hacettepe coursework


def arguments(parser: console.Parser) -> None:
    parser.add_argument(
        "expected", metavar="EXPECTED", help="the right output; - is standard input"
    )
    parser.add_argument("actual", metavar="ACTUAL", help="the output in question")


def run(arguments: Namespace) -> int:
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # not every one knows ␍
    names = " and ".join(map(console.shown, (arguments.expected, arguments.actual)))
    difference = difference_of_files(arguments.expected, arguments.actual)
    if difference is None:
        print(f"{names} are the same")
        return console.YES
    print(f"{names} differ first at {place(difference)}")
    print(f"expected  {difference.before}{difference.expected}")
    print(f"actual    {difference.before}{difference.actual}")
    print(" " * len(f"expected  {difference.before}") + "^")
    return console.NO


def difference_of_files(expected: str, actual: str) -> Difference | None:
    """Where the files at these paths part; None if they never do."""
    if expected == actual == "-":
        raise console.CommandError("only one of the two can be standard input")
    with ExitStack() as files:
        return first_difference(
            *(
                sys.stdin.buffer
                if path == "-"
                else files.enter_context(open(path, "rb"))
                for path in (expected, actual)
            )
        )


def first_difference(expected: BinaryIO, actual: BinaryIO) -> Difference | None:
    """Where the two files part; None if they never do."""
    line, column = 1, 1
    wanted, found = expected.read(BLOCK), actual.read(BLOCK)
    in_steps = HACETTEPE in (wanted[: len(HACETTEPE)], found[: len(HACETTEPE)])
    while wanted == found:
        line, column = advanced(line, column, wanted[:-AROUND])
        kept = wanted[-AROUND:]
        wanted, found = kept + expected.read(BLOCK), kept + actual.read(BLOCK)
        if wanted == found == kept:
            return None

    wanted, found = wanted + expected.read(AROUND), found + actual.read(AROUND)
    index = common_length(wanted, found)
    line, column = advanced(line, column, wanted[:index])
    before = wanted[max(0, index - AROUND) : index].rpartition(b"\n")[2]
    rests = rest_of_line(wanted[index:], column), rest_of_line(found[index:], column)
    return Difference(line, column, end_of(before, column), *rests, in_steps)


def advanced(line: int, column: int, text: bytes) -> tuple[int, int]:
    """The place behind ``text``, which begins at this line and column."""
    last_line = text.rpartition(b"\n")[2]
    if len(last_line) < len(text):
        return line + text.count(b"\n"), characters(last_line) + 1
    return line, column + characters(text)


def characters(text: bytes) -> int:
    """How many characters begin in ``text``."""
    return len(text.translate(None, CONTINUATION))


def common_length(one: bytes, other: bytes) -> int:
    """How many bytes two texts begin alike, back to the start of a character."""
    differing = (k for k, (a, b) in enumerate(zip(one, other)) if a != b)
    length = next(differing, min(len(one), len(other)))
    lowest = max(0, length - 3)
    while length > lowest and (continued(one, length) or continued(other, length)):
        length -= 1
    return length


def continued(text: bytes, index: int) -> bool:
    """Whether a character that began before goes on at ``index``."""
    return index < len(text) and text[index] in CONTINUATION


def end_of(text: bytes, column: int) -> str:
    """The last of the line before ``column``, which ends with ``text``."""
    shown = decoded(text)[-WINDOW:]
    return "…" * (len(shown) < column - 1) + visible(shown)


def rest_of_line(text: bytes, column: int) -> str:
    """The line that goes on with ``text`` at ``column``, and how it ends."""
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
    """A character for each character, and for each byte that is part of none."""
    return text.decode(errors="surrogateescape")


def visible(text: str) -> str:
    """``text`` with signs for what has no picture."""
    # A byte that is no text was decoded to U+DC80 and up: \udcff shows as \xff.
    return "".join(
        VISIBLE.get(character, character)
        if character.isprintable() or character in VISIBLE
        else character.encode("unicode_escape").decode().replace("udc", "x")
        for character in text
    )


def place(difference: Difference) -> str:
    """Line and column, and of a Hacettepe output the step.

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
