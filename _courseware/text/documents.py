"""The text of a document, and what its reader left out of that text."""

from typing import NamedTuple


class LeftOut(NamedTuple):
    """A piece of a document that is not in the text that is parsed, or only in part.

    ``line`` is its line in the text of the document, from 1, or that above it. ``text``
    is "" for a picture. ``reason`` completes a sentence such as "'x' was left out as
    hidden text". ``is_line`` is whether it is a whole line, or a mark at its start.
    """

    line: int
    text: str
    reason: str
    is_line: bool = True


class Document(NamedTuple):
    """The text of a document, a note on how it was read, and what was left out."""

    text: str
    note: str
    left_out: tuple[LeftOut, ...] = ()
