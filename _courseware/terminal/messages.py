"""The wording of messages, and the error that ends a command with a message."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

YES = 0
NO = 1
BAD = 2  # usage, or input that cannot be read
LIMIT = 3
INTERRUPTED = 130
READER_GONE = 141
TERMINATED = 143

# A line break, and two spaces that print as spaces.
PRINTABLE_WHITESPACE = "\n\xa0\u3000"


class CommandError(Exception):
    """An error that ends a command, with a message of one line and an exit status."""

    def __init__(self, message: str, status: int = BAD) -> None:
        super().__init__(message)
        self.status = status


def located_message(name: str, line: int, column: int, message: str) -> str:
    return f"{name}:{line}:{column}: {message}"


def display_name(path: str) -> str:
    """Return ``path`` as messages show it, or "standard input" for ``-``.

    Control characters are escaped, and an empty path is ``''``.
    """
    return "standard input" if path == "-" else printable(path) or repr(path)


def printable(text: str) -> str:
    """Return ``text`` with its control characters escaped, except line breaks.

    >>> printable("\\x1b[31mred")
    '\\\\x1b[31mred'
    """
    if text.isprintable():
        return text
    return "".join(
        mark
        if mark.isprintable() or mark in PRINTABLE_WHITESPACE
        else ascii(mark)[1:-1]
        for mark in text
    )


def quote_text(text: str) -> str:
    r"""Return ``text`` in quotes for a message, shortened if it is long.

    >>> print(quote_text("C:\\x\\answer.txt"), quote_text("\x1b[31mred"))
    'C:\x\answer.txt' '\x1b[31mred'
    """
    short = text if len(text) <= 60 else f"{text[:57]}..."
    return repr(short).replace("\\\\", "\\")


def plural(number: int, noun: str) -> str:
    """Return ``number`` and its noun, with an s unless the number is 1.

    >>> plural(1, "step"), plural(2000, "step")
    ('1 step', '2,000 steps')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def clash_text(unit: str, digit: int, cells: Sequence[tuple[int, int]]) -> str:
    """Return the message about a ``digit`` that occurs in several ``cells`` of a unit.

    ``unit`` is a name such as "column 1", and each cell is (row, column), counted from
    0.

    >>> clash_text("column 1", 8, [(0, 0), (3, 0), (8, 0)])
    'clash: 8 occurs 3 times in column 1: r1c1, r4c1, r9c1'
    """
    times = "twice" if len(cells) == 2 else f"{len(cells)} times"
    places = ", ".join(f"r{row + 1}c{column + 1}" for row, column in cells)
    return f"clash: {digit} occurs {times} in {unit}: {places}"


def clash_summary(texts: list[str]) -> str:
    """Return the descriptions of clashes as one line, "" if there are none.

    Of five or more clashes, only the first three are described.

    >>> clash_summary(["a", "b", "c", "d", "e"])
    'a; b; c; 2 more clashes'
    """
    more = f"{len(texts) - 3} more clashes"
    return "; ".join(texts if len(texts) < 5 else [*texts[:3], more])


def no_clash_text(blanks: int) -> str:
    return f"no clash, {plural(blanks, 'blank')}" if blanks else "solved: no clash"


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return ``; did you mean NAME?`` for the most similar name in ``known``, or "".

    Dashes at the start, as in options, are ignored in the comparison.
    """
    plain = word.lower().lstrip("-")
    by_plain = {name.lower().lstrip("-"): name for name in known}
    cutoff = 0.7 if len(plain) > 3 else 0.65  # one wrong letter of three
    close = get_close_matches(plain, by_plain, n=1, cutoff=cutoff)
    return f"; did you mean {by_plain[close[0]]}?" if close else ""
