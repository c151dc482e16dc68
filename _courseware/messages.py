"""The words of messages, and the error that ends a command with one."""

from collections.abc import Iterable
from difflib import get_close_matches

YES = 0
NO = 1
BAD = 2  # usage, or input that cannot be read
LIMIT = 3
INTERRUPTED = 130
READER_GONE = 141
TERMINATED = 143

KEPT = "\n\xa0\u3000"  # a line break, and two spaces that print as spaces


class CommandError(Exception):
    """An error that ends a command, with a message of one line and an exit status."""

    def __init__(self, message: str, status: int = BAD) -> None:
        super().__init__(message)
        self.status = status


def at(name: str, line: int, column: int, message: str) -> str:
    """Return ``message`` after its place; lines and columns count from 1."""
    return f"{name}:{line}:{column}: {message}"


def shown(path: str) -> str:
    """Return the name that a message uses for ``path``."""
    return "standard input" if path == "-" else printable(path) or repr(path)


def printable(text: str) -> str:
    """Return ``text`` with its control characters escaped, except line breaks.

    >>> printable("\\x1b[31mred")
    '\\\\x1b[31mred'
    """
    if text.isprintable():
        return text
    return "".join(
        mark if mark.isprintable() or mark in KEPT else ascii(mark)[1:-1]
        for mark in text
    )


def quoted(text: str) -> str:
    """Return ``text`` in quotes for a message, cut if it is long."""
    return repr(text if len(text) <= 60 else f"{text[:57]}...")


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a hint at the known word that is most similar to ``word``, or ""."""
    by_lower = {name.lower(): name for name in known}
    close = get_close_matches(word.lower(), by_lower, n=1)
    return f"; did you mean {by_lower[close[0]]}?" if close else ""
