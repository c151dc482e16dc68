"""The text of a program, places in it, and remarks about them."""

import re
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate, takewhile
from typing import NamedTuple

from pseudoku.errors import PseudokuError

# A listing pasted from a word processor breaks its lines in several ways.
LINE_BREAKS = re.compile("[\r\v\f\x85\u2028\u2029]")

HEADER_END = re.compile(r"\b(?:then|do)\b|[:{]\s*$", re.IGNORECASE)

# Characters of a message; a name in it may be of any length.
MAX_MESSAGE_CHARACTERS = 500


class Source:
    """The text of a program, and the name of its file.

    `text` is the text to be read, after rewriting; `original` is the text as written.
    They have the same lines.
    """

    def __init__(self, text: str, name: str = "pseudocode") -> None:
        # A form feed begins a page; it ends a line only if none has ended before it.
        text = text.replace("\r\n", "\n").replace("\n\f", "\f")
        self.original = self.text = LINE_BREAKS.sub("\n", text)
        self.name = name
        pages = (LINE_BREAKS.sub("\n", page) for page in text.split("\f")[:-1])
        # The indices of the first lines of pages.
        self.page_starts = [*accumulate(page.count("\n") + 1 for page in pages)]
        # By line: how far its text was moved to the left, and the column from which it
        # was rewritten, if it was.
        self.columns: dict[int, tuple[int, int]] = {}
        # By line: how far a heading such as ``Task 3`` is indented.
        self.tasks: dict[int, int] = {}
        self._starts: list[int] = []

    def replace_text(self, text: str) -> None:
        """Replace `text` by ``text``, which has the same lines."""
        self.text, self._starts = text, []

    def line_start(self, index: int) -> int:
        """Return the offset of the first character of line ``index``, from 0."""
        if not self._starts:
            lengths = (len(line) + 1 for line in self.text.split("\n"))
            self._starts = [0, *accumulate(lengths)][:-1]
        return self._starts[index]

    def line_and_column(self, at: int) -> tuple[int, int]:
        """Return the line and the column of the character ``at``, counted from 1.

        >>> Source("x ← 1\\ny ← 2").line_and_column(6)
        (2, 1)
        """
        self.line_start(0)
        line = bisect_right(self._starts, at)
        column = at - self._starts[line - 1] + 1
        moved, rewritten = self.columns.get(line, (0, 0))
        if 0 < rewritten < column:
            column = rewritten
        return line, column + moved

    def condition_text(self, at: int) -> str:
        """Return the text of the condition at offset ``at``, as written.

        It ends before ``then``, ``do`` or the end of the line.

        >>> Source("while (x = 1) do").condition_text(7)
        'x = 1'
        """
        line, column = self.line_and_column(at)
        rest = self.original.split("\n")[line - 1][column - 1 :].strip(" (")
        text = HEADER_END.split(rest)[0].strip()
        while text.endswith(")") and text.count(")") > text.count("("):
            text = text[:-1].strip()
        return text

    def line_range(self, start: int, end: int) -> tuple[int, int]:
        """Return the lines that contain the text from ``start`` to ``end``, as a range.

        ``start`` and ``end`` are offsets. The result is (first, stop), indices from 0;
        the line with the index ``stop`` is no longer in the range.
        """
        return self.line_and_column(start)[0] - 1, self.line_and_column(
            max(start, end - 1)
        )[0]

    def page_number(self, line: int) -> int:
        """Return the page of a line, both counted from 1."""
        return 1 + bisect_right(self.page_starts, line - 1)

    @cached_property
    def is_spaced(self) -> bool:
        """Whether most lines are preceded by a blank line."""
        lines = [line.strip() for line in self.original.split("\n")]
        above = [above for above, line in zip(lines, lines[1:]) if line]
        return 5 * above.count("") > 3 * len(above)

    def remark(self, at: int, message: str, code: str = "") -> "Remark":
        if len(message) > MAX_MESSAGE_CHARACTERS:
            message = f"{message[:MAX_MESSAGE_CHARACTERS]}..."
        return Remark(self.name, *self.line_and_column(at), message, code)


class Remark(NamedTuple):
    """A message about a position in a program; line and column count from 1.

    ``code`` is a code and a name of `advice`, such as ``E07 missing-end``, or "".
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

    def as_dict(self) -> dict[str, str | int]:
        """Return the fields of the remark for JSON."""
        code, _, name = self.code.partition(" ")
        data: dict[str, str | int] = {"code": code, "name": name, "file": self.name}
        place = {"line": self.line, "column": self.column}
        return data | place | {"message": self.message}


class PseudocodeError(PseudokuError):
    """The errors of a program, at one or more positions."""

    def __init__(self, remarks: list[Remark]) -> None:
        super().__init__("; ".join(map(str, remarks)))
        self.remarks = remarks


class RunError(PseudocodeError):
    """An error at run time."""

    def __init__(self, remark: Remark) -> None:
        super().__init__([remark])


class RunLimitError(RunError):
    """A run exceeded its limit of steps, nested calls or memory."""


def docstring_pseudocode(docstring: str | None) -> str:
    """Return the indented block after the ``::`` of ``docstring``, without indentation.

    Raise PseudokuError if there is no docstring, because Python dropped it.
    """
    if docstring is None:
        lost = "the pseudocode is in docstrings, which python -OO drops"
        raise PseudokuError(f"{lost}; run Python without -OO")
    lines = docstring.partition("::\n\n")[2].splitlines()
    indent = lines[0][: -len(lines[0].lstrip())]
    block = takewhile(lambda line: not line.strip() or line.startswith(indent), lines)
    return "\n".join(line.removeprefix(indent) for line in block).rstrip() + "\n"
