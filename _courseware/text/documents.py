"""The text of a document, and what its reader left out of that text."""

import re
from typing import NamedTuple

from _courseware.terminal.messages import plural

HIDDEN = "text that a reader does not see"
PICTURE = "a picture"
UNKNOWN = "an element of unknown meaning"
RAISED = "a raised or lowered text"
PAGE_LINE = "page number or header"
LINE_NUMBER = "line number"
LINE_BREAKS = re.compile("[\r\v\x85\u2028\u2029]")


class LeftOut(NamedTuple):
    """A piece of a document that is not in the text that is parsed, or only in part.

    ``line`` is its line in the text of the document, from 1, or that above it. ``text``
    is "" for a picture. ``reason`` says what it is. ``is_line`` is whether it is a
    whole line, or a mark at its start.
    """

    line: int
    text: str
    reason: str
    is_line: bool = True


class Document(NamedTuple):
    """The text of a document, a note on how it was read, and what was left out.

    ``pages`` are the first lines of pages after the first, from 1, if they are known.
    """

    text: str
    note: str
    left_out: tuple[LeftOut, ...] = ()
    pages: tuple[int, ...] = ()


class DocumentText:
    """The text of a document that is being read, with what was `left_out` so far."""

    def __init__(self) -> None:
        self.left_out: list[LeftOut] = []
        self.line = 1  # that of the next character
        self._pieces = [""]
        self._pages: list[int] = []

    def write(self, text: str) -> None:
        """Append ``text``; a form feed begins a page."""
        text = LINE_BREAKS.sub("\n", text)
        if self._pieces[-1].endswith("\n") and text.startswith("\f"):
            self.line -= 1  # no line is between
        self.line += text.count("\n") + text.count("\f")
        if text:
            self._pieces.append(text)

    def begin_page(self, number: int) -> None:
        """Record that the next line is on the page ``number``, which counts from 1."""
        self._pages += [self.line] * (number - 1 - len(self._pages))

    def leave_out(self, text: str, reason: str) -> None:
        """Record a part of the current line that is not read, or not fully."""
        self.left_out.append(LeftOut(self.line, text.strip(), reason, is_line=False))

    def end_line(self, visible: bool, before: int) -> None:
        """End a line, before which `left_out` had ``before`` pieces.

        If nothing of it is ``visible``, these pieces are a whole line.
        """
        pieces = self.left_out[before:]
        if pieces and not visible and all(piece.text for piece in pieces):
            words = " ".join(piece.text for piece in pieces)
            self.left_out[before:] = [pieces[0]._replace(text=words, is_line=True)]
        self.write("\n")

    def document(self, note: str) -> Document:
        """Return the document; its ``note`` is completed by the words that are hidden."""
        hidden = [piece.text for piece in self.left_out if piece.reason == HIDDEN]
        count = len(" ".join(hidden).split())
        if count:
            note += f"; {plural(count, 'word')} that a reader does not see left out"
        text = "".join(self._pieces)
        return Document(text, note, tuple(self.left_out), tuple(self._pages))
