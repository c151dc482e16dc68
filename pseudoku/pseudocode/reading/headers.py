"""Reading the headers of ``if``, ``while`` and ``for``."""

from abc import abstractmethod

from pseudoku.pseudocode.reading import notation
from pseudoku.pseudocode.reading.counting import DOWN, UP, Counting
from pseudoku.pseudocode.reading.cursor import Misread
from pseudoku.pseudocode.reading.foreign import HEADER as FORM
from pseudoku.pseudocode.reading.foreign import TYPES, no_statement
from pseudoku.pseudocode.reading.operators import SUM
from pseudoku.pseudocode.reading.syntax import Expression, For, Hole

STARTERS = ("if", "while", "for", "return", "break", "continue", "new", "...")


class Headers(Counting):
    def condition(self, word: str) -> Expression:
        """The condition before ``word``; after a mistake, a hole in its place."""
        at, depth = self.at, self.depth
        try:
            condition = self.expression()
            self.opening(word)
        except Misread as error:
            self.depth = depth
            self.skip_header(error)
            return Hole(at, "a condition that could not be read")
        return condition

    def skip_header(self, error: Misread) -> None:
        """Go past a header in which something was wrong."""
        self.wrong(error)
        while self.kind not in ("then", "do", "end of text") and not self.is_first:
            self.advance()
        if self.kind in ("then", "do"):
            self.advance()

    def opening(self, word: str) -> None:
        """Go past the ``then`` or ``do`` of a header."""
        if self.kind == word:
            self.advance()
        elif self.kind in ("then", "do", ":"):
            self.slip(self.at, f"'{self.text}' for '{word}': write '{word}'")
            self.advance()
        elif self.kind == "name" and not self.is_first and self.is_misspelt(word):
            self.slip(self.at, f"'{self.text}' is misspelt: write '{word}'")
            self.advance()
        elif self.kind == "{":
            return  # the block tells it
        elif self.is_first or self.kind in STARTERS or self.is_statement():
            self.slip(self.behind, f"no '{word}' behind the header: add it")
        else:
            hint = self.prose() or no_statement(self.kind, self.text, self.next_text)
            self.misread(f"expected '{word}', found {self.found()}{hint}")
        if self.kind == ":":
            self.slip(self.at, f"':' behind '{word}': leave it out")
            self.advance()

    @abstractmethod
    def is_statement(self) -> bool:
        """Whether a statement begins here."""

    def prose(self) -> str:
        """A word of advice if the words before the token here are plain English."""
        if self.kind == "←":
            return "; '=' compares: x = 1"
        if self.kind == "else":
            return "; 'if' is a statement: if c then x ← 1 else x ← 2 end if"
        if self.kind not in ("name", "¬"):
            return ""
        if self.kinds[self.index - 1] not in ("name", "number", "]", ")"):
            return ""
        return ": this reads as prose; write it with signs, as in x = 1 or EMPTY[s]"

    def for_header(self, at: int) -> For:
        """A ``for`` without its body; after a mistake, with holes in its place."""
        depth = self.depth
        try:
            header = self.any_header(at)
            self.opening("do")
        except Misread as error:
            self.depth = depth
            self.skip_header(error)
            hole = Hole(at, "a header that could not be read")
            return For(at, hole, False, "", False, hole, 1, None, [])
        return header

    def any_header(self, at: int) -> For:
        """``1 ≤ i ≤ 4``, or what other languages write for it."""
        start = self.at
        closing = self.header_bracket()
        if self.has_type():
            self.advance()
        counted = self.is_counted()
        header = self.counted(at) if counted else self.ranged(at)
        if self.kind in ("∧", ",") and header.guard is None:
            header.guard = self.guard()
        if closing:
            self.expect(")", "to close the header")
        found = "brackets round the" if closing else ""
        found = "another language's" if counted else found
        if found:
            self.slip(start, f"{found} header: write {notation.header(header)}")
        return header

    def has_type(self) -> bool:
        """Whether the variable stands behind its type: int i = 0."""
        if self.text.lower() not in TYPES or self.next_kind != "name":
            return False
        return self.next_text.lower() not in ("in", "from")

    def guard(self) -> Expression:
        self.slip(self.at, "a condition in a for header: write a while, or a break")
        self.advance()
        return self.expression()

    def header_bracket(self) -> bool:
        """Go past a bracket round the whole header, and say if one was here."""
        if self.kind != "(":
            return False
        depth = 0
        for index in range(self.index, len(self.kinds) - 1):
            depth += {"(": 1, ")": -1}.get(self.kinds[index], 0)
            if depth == 0:
                behind = self.kinds[index + 1]
                if behind in (*UP, *DOWN, "+", "−", "×", "/", "mod"):
                    return False
                break
        self.advance()
        return True

    def ranged(self, at: int) -> For:
        """``1 ≤ i ≤ 4``."""
        if self.kind == "name" and self.text.lower() == "each":
            self.misread(f"'for each' has no positions: {FORM}")
        first = self.expression(SUM)
        one, signs = self.kind, UP if self.kind in UP else DOWN
        if one in DOWN:
            self.slip(self.at, "a for counts up: write 1 ≤ i ≤ 4, and use 5 − i")
        self.sign(signs, "expected ≤ or < between first value and variable")
        variable = self.text
        where = f"found {self.found()} where the variable is, between two ends"
        self.sign(("name",), where)
        two = self.kind
        self.sign(signs, f"a for header has two ends, both with {signs[0]}")
        last = self.expression(SUM)
        step = 1 if one in UP else -1
        return For(at, first, one in "<>", variable, two in "<>", last, step, None, [])

    def sign(self, kinds: tuple[str, ...], message: str) -> None:
        """Go past a token of one of ``kinds``; Misread with ``message`` otherwise."""
        if self.kind not in kinds:
            self.misread(f"{message}: {FORM}")
        self.advance()
