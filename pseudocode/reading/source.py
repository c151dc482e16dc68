"""The text of a program, positions in it, and messages about these positions."""

import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property
from itertools import accumulate, takewhile
from typing import NamedTuple

from _courseware.text.documents import LeftOut
from pseudocode.errors import LanguageError
from pseudocode.reading.handout import NO_HANDOUT, Handout

# A listing pasted from a word processor breaks its lines in several ways.
LINE_BREAKS = re.compile("[\r\v\f\x85\u2028\u2029]")

HEADER_END = re.compile(r"\b(?:then|do)\b|[:{]\s*$", re.IGNORECASE)

# Characters of a message; a name in it may be of any length.
MAX_MESSAGE_CHARACTERS = 500


class Columns(NamedTuple):
    """How the columns of a line in `Source.text` differ from those as written.

    ``moved`` is how far its text was moved to the left, and ``rewritten_from`` the
    column, after that, from which it was rewritten, or 0.
    """

    moved: int = 0
    rewritten_from: int = 0


UNCHANGED = Columns()


class Source:
    """The text of a program, with conversion of offsets to lines, columns and pages.

    ``text`` is the text to parse, in which other notations are rewritten; ``original``
    is the text as written, with the same lines. ``name`` is the file name for messages,
    and ``handout`` the hand-out that the program answers.
    `left_out` are the pieces of the answer that the parser does not see, beginning with
    those that the reader of the file has left out. ``pages`` are the first lines of
    pages, from 1; without them, form feeds begin pages.
    """

    def __init__(
        self,
        text: str,
        name: str = "pseudocode",
        handout: Handout = NO_HANDOUT,
        *,
        left_out: Iterable[LeftOut] = (),
        pages: Iterable[int] = (),
    ) -> None:
        # A form feed begins a page; it ends a line only if none has ended before it.
        text = text.replace("\r\n", "\n").replace("\n\f", "\f")
        self.original = self.text = LINE_BREAKS.sub("\n", text)
        self.name = name
        self.handout = handout
        self.left_out = [*left_out]
        self.is_reference = False  # an error in it is reported where it is called
        page_texts = (LINE_BREAKS.sub("\n", page) for page in text.split("\f")[:-1])
        # The indices of the lines where the left margin may change.
        self.margin_starts = [*accumulate(page.count("\n") + 1 for page in page_texts)]
        self.page_starts = [line - 1 for line in pages] or self.margin_starts
        self.columns: dict[int, Columns] = {}  # of the lines that were changed
        # By line: how far a heading such as ``Task 3`` is indented.
        self.tasks: dict[int, int] = {}
        self._starts: list[int] = []

    def replace_text(self, text: str) -> None:
        """Set `text` to ``text``, which must have the same number of lines."""
        self.text = text
        self._starts = []

    def line_start(self, index: int) -> int:
        """Return the offset at which line ``index`` begins; both count from 0."""
        if not self._starts:
            lengths = (len(line) + 1 for line in self.text.split("\n"))
            self._starts = [0, *accumulate(lengths)][:-1]
        return self._starts[index]

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Return the line and column, both from 1, of the character at ``offset``.

        In a line that was rewritten, the column is that of the original text.

        >>> Source("x ← 1\\ny ← 2").line_and_column(6)
        (2, 1)
        """
        self.line_start(0)
        line = bisect_right(self._starts, offset)
        column = offset - self._starts[line - 1] + 1
        moved, rewritten_from = self.columns.get(line, UNCHANGED)
        if 0 < rewritten_from < column:
            column = rewritten_from
        return line, column + moved

    def condition_text(self, offset: int) -> str:
        """Return the condition that begins at ``offset``, as written in the source.

        It ends before ``then``, ``do``, or a ``:`` or ``{`` at the end of its line, and
        has no brackets around it.

        >>> Source("while (x = 1) do").condition_text(7)
        'x = 1'
        """
        line, column = self.line_and_column(offset)
        rest = self.original.split("\n")[line - 1][column - 1 :].strip(" (")
        text = HEADER_END.split(rest)[0].strip()
        while text.endswith(")") and text.count(")") > text.count("("):
            text = text[:-1].strip()
        return text

    def line_range(self, start: int, end: int) -> tuple[int, int]:
        """Return ``(first, stop)``: the lines with the text from ``start`` to ``end``.

        Lines count from 0, and ``stop`` is excluded, as for `range`.
        """
        first_line, _ = self.line_and_column(start)
        last_line, _ = self.line_and_column(max(start, end - 1))  # the text may be ""
        return first_line - 1, last_line

    def page_number(self, line: int) -> int:
        """Return the number of the page that contains ``line``; both count from 1."""
        return 1 + bisect_right(self.page_starts, line - 1)

    def has_same_margin(self, line: int, other: int) -> bool:
        """Return whether two lines, from 1, are in one part of the text."""
        section = bisect_right(self.margin_starts, line - 1)
        return section == bisect_right(self.margin_starts, other - 1)

    @cached_property
    def is_spaced(self) -> bool:
        """Whether more than three in five lines have a blank line above them."""
        lines = [line.strip() for line in self.original.split("\n")]
        above = [above for above, line in zip(lines, lines[1:]) if line]
        return 5 * above.count("") > 3 * len(above)

    def remark(self, offset: int, message: str, code: str = "") -> "Remark":
        """Return a remark at ``offset``; a long ``message`` is cut off."""
        if len(message) > MAX_MESSAGE_CHARACTERS:
            message = f"{message[:MAX_MESSAGE_CHARACTERS]}..."
        return Remark(self.name, *self.line_and_column(offset), message, code)


class Remark(NamedTuple):
    """A message about a position in a program; ``line`` and ``column`` count from 1.

    ``name`` is the file name. ``code`` is the code and name of a diagnosis, such as
    ``"E07 missing-end"``, or "" for none.
    """

    name: str
    line: int
    column: int
    message: str
    code: str = ""

    def __str__(self) -> str:
        return f"{self.name}:{self.line}:{self.column}: {self.message}"

    def __repr__(self) -> str:
        return f"<{self}>"

    def to_dict(self) -> dict[str, str | int]:
        """Return the remark as a dictionary for JSON.

        ``code`` is split into ``code`` ("E07") and ``name`` ("missing-end").
        """
        code, _, name = self.code.partition(" ")
        data: dict[str, str | int] = {"code": code, "name": name, "file": self.name}
        position = {"line": self.line, "column": self.column}
        return data | position | {"message": self.message}


class PseudocodeError(LanguageError):
    """Raised if a program has errors; ``remarks`` are messages with positions."""

    def __init__(self, remarks: list[Remark]) -> None:
        super().__init__("; ".join(map(str, remarks)))
        self.remarks = remarks


class RunError(PseudocodeError):
    """Raised if an error occurs while a program runs."""

    def __init__(self, remark: Remark) -> None:
        super().__init__([remark])


class RunLimitError(RunError):
    """Raised if a run exceeds its limit of steps, nested calls or memory."""


def docstring_pseudocode(docstring: str | None) -> str:
    """Return the pseudocode in ``docstring``: the indented block after ``::``.

    Raise LanguageError if ``docstring`` is None, as with ``python -OO``.
    """
    if docstring is None:
        lost = "the pseudocode is in docstrings, which python -OO drops"
        raise LanguageError(f"{lost}; run Python without -OO")
    lines = docstring.partition("::\n\n")[2].splitlines()
    indent = lines[0][: -len(lines[0].lstrip())]
    block = takewhile(lambda line: not line.strip() or line.startswith(indent), lines)
    return "\n".join(line.removeprefix(indent) for line in block).rstrip() + "\n"
