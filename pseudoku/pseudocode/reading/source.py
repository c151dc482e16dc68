"""The text of a program, places in it, and remarks about them."""

from bisect import bisect_right
from itertools import takewhile
from typing import NamedTuple

from pseudoku.errors import PseudokuError

# A listing pasted from a word processor breaks its lines in several ways.
LINE_BREAKS = str.maketrans(dict.fromkeys("\r\v\f\x85\u2028\u2029", "\n"))

LONGEST = 500  # characters of a message; a name in it may be of any length


class Source:
    """The text of a program and the name of the file it came from."""

    def __init__(self, text: str, name: str = "pseudocode") -> None:
        text = text.replace("\r\n", "\n")
        self.text = text.translate(LINE_BREAKS)
        self.feeds = [at for at, mark in enumerate(text) if mark == "\f"]
        self.name = name
        self._starts: list[int] = []

    def place(self, at: int) -> tuple[int, int]:
        """Return the line and the column of the character ``at``, counted from 1.

        >>> Source("x ← 1\\ny ← 2").place(6)
        (2, 1)
        """
        if not self._starts:
            breaks = (at for at, mark in enumerate(self.text) if mark == "\n")
            self._starts = [0, *(at + 1 for at in breaks)]
        line = bisect_right(self._starts, at)
        return line, at - self._starts[line - 1] + 1

    def remark(self, at: int, message: str, code: str = "") -> "Remark":
        if len(message) > LONGEST:
            message = f"{message[:LONGEST]}..."
        return Remark(self.name, *self.place(at), message, code)


class Remark(NamedTuple):
    """A message about one place of a program.

    ``code`` is a code and a name of `advice`, such as ``E07 missing-end``, or empty.
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

    def data(self) -> dict[str, str | int]:
        """Return the remark as data for JSON."""
        code, _, name = self.code.partition(" ")
        data: dict[str, str | int] = {"code": code, "name": name, "file": self.name}
        place = {"line": self.line, "column": self.column}
        return data | place | {"message": self.message}


class PseudocodeError(PseudokuError):
    """A program has errors, at one or more places."""

    def __init__(self, remarks: list[Remark]) -> None:
        super().__init__("; ".join(map(str, remarks)))
        self.remarks = remarks


class RunError(PseudocodeError):
    """A program failed while it ran."""

    def __init__(self, remark: Remark) -> None:
        super().__init__([remark])


class LimitReached(RunError):
    """A program needed more steps, nested calls or memory than it may use."""


def pseudocode(docstring: str | None) -> str:
    """Return the indented block after the ``::`` of ``docstring``."""
    if docstring is None:
        lost = "the pseudocode is in docstrings, which python -OO drops"
        raise PseudokuError(f"{lost}; run Python without -OO")
    lines = docstring.partition("::\n\n")[2].splitlines()
    indent = lines[0][: -len(lines[0].lstrip())]
    block = takewhile(lambda line: not line.strip() or line.startswith(indent), lines)
    return "\n".join(line.removeprefix(indent) for line in block).rstrip() + "\n"
