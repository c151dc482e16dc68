"""Reading the headers of ``if``, ``while`` and ``for``."""

from abc import abstractmethod

from pseudoku.pseudocode.reading import notation
from pseudoku.pseudocode.reading.blocks import Blocks
from pseudoku.pseudocode.reading.cursor import Misread
from pseudoku.pseudocode.reading.expressions import SUM
from pseudoku.pseudocode.reading.syntax import Expression, For, Hole
from pseudoku.pseudocode.reading.words import advice, nearest_word

UP, DOWN = ("≤", "<"), ("≥", ">")
FORM = "write for 1 ≤ i ≤ 4 do"
STARTERS = ("if", "while", "for", "return", "break", "continue", "new", "...")


class Headers(Blocks):
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
        elif self.kind in ("then", "do"):
            self.slip(self.at, f"'{self.text}' for '{word}': write '{word}'")
            self.advance()
        elif self.kind == ":":
            self.slip(self.at, f"':' for '{word}': write '{word}'")
            self.advance()
        elif self.kind == "name" and not self.is_first and self.is_misspelt(word):
            self.slip(self.at, f"'{self.text}' is misspelt: write '{word}'")
            self.advance()
        elif self.is_first or self.kind in STARTERS or self.is_statement():
            self.slip(self.behind, f"no '{word}' behind the header: add it")
        else:
            hint = self.prose() or advice("{") * (self.kind == "{")
            self.misread(f"expected '{word}', found {self.found()}{hint}")
        if self.kind == ":":
            self.slip(self.at, f"':' behind '{word}': leave it out")
            self.advance()

    @abstractmethod
    def is_statement(self) -> bool:
        """Whether a statement begins here."""

    def prose(self) -> str:
        """A word of advice if the words before the token here are plain English."""
        if self.kind != "name" or self.kinds[self.index - 1] not in ("name", "number"):
            return ""
        return ": this reads as prose; write it with signs, as in EMPTY[s]"

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
        closing, counted = self.header_bracket(), self.is_counted()
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

    def is_counted(self) -> bool:
        if self.kind != "name":
            return False
        index = min(self.index + 1, len(self.kinds) - 1)
        word = self.texts[index].lower()
        return self.kinds[index] in ("←", "=") or word in ("from", "in")

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

    def counted(self, at: int) -> For:
        """``i from 1 to 4``, ``i = 1 to 4``, ``i = 0; i < 4; i++``."""
        variable = self.text
        self.advance()
        self.advance()
        if self.text.lower() == "range":
            self.misread(f"'range' is another language's: {FORM}, or 0 ≤ i < 4")
        first = self.expression(SUM)
        if self.kind == ";":
            return self.stepped(at, variable, first)
        word = self.text.lower()
        if self.kind != ".." and word != "to":
            if not nearest_word(word, ("until", "upto", "downto")):
                self.misread(f"expected 'to', found {self.found()}: {FORM}")
        self.advance()
        last = self.expression(SUM)
        step = -1 if word == "downto" else 1
        return For(at, first, False, variable, False, last, step, None, [])

    def stepped(self, at: int, variable: str, first: Expression) -> For:
        """The rest of ``i = 0; i < 4; i++``."""
        self.advance()
        if self.kind != "name" or self.text != variable:
            self.misread(f"expected the condition of '{variable}': {FORM}")
        self.advance()
        sign = self.kind
        if sign not in UP + DOWN:
            self.misread(f"expected ≤ or <, found {self.found()}: {FORM}")
        self.advance()
        last = self.expression(SUM)
        self.expect(";", "before the step")
        step = self.step(variable)
        if (step > 0) != (sign in UP):
            self.misread(f"this header never ends, or never begins: {FORM}")
        return For(at, first, False, variable, sign in "<>", last, step, None, [])

    def step(self, variable: str) -> int:
        """1 for ``i++`` and ``i ← i + 1``, -1 for ``i--`` and ``i ← i − 1``."""
        start = self.index
        while self.kind not in (")", "do", "end of text") and not self.is_first:
            self.advance()
        words = "".join(self.kinds[start : self.index])
        texts = self.texts[start : self.index]
        if texts[:1] == [variable] and texts[-1] in ("++", "-", "−", "–", "1"):
            if words in ("name++", "name+=number", "name←name+number"):
                return 1
            if words in ("name−−", "name-=number", "name←name−number"):
                return -1
        self.goto(start)
        self.misread(f"the step of a for is 1: {FORM}")
