"""Reading the headers of ``for`` that other languages have, which count by a step."""

from pseudoku.pseudocode.reading import notation
from pseudoku.pseudocode.reading.blocks import Blocks
from pseudoku.pseudocode.reading.cursor import Misread
from pseudoku.pseudocode.reading.foreign import HEADER as FORM
from pseudoku.pseudocode.reading.operators import SUM
from pseudoku.pseudocode.reading.syntax import Expression, For, Literal
from pseudoku.pseudocode.reading.words import nearest_word

UP, DOWN = ("≤", "<"), ("≥", ">")


class Counting(Blocks):
    def is_counted(self) -> bool:
        if self.kind != "name":
            return False
        index = min(self.index + 1, len(self.kinds) - 1)
        word = self.texts[index].lower()
        return self.kinds[index] in ("←", "=") or word in ("from", "in")

    def counted(self, at: int) -> For:
        """``i from 1 to 4``, ``i = 1 to 4``, ``i = 0; i < 4; i++``."""
        variable, within = self.text, self.next_text.lower() == "in"
        self.advance()
        self.advance()
        if self.text.lower() == "range" and self.next_kind == "(":
            return self.in_range(at, variable)
        first = self.expression(SUM)
        if self.kind == ";":
            return self.stepped(at, variable, first)
        step = self.direction(within)
        last = self.expression(SUM)
        if self.text.lower() in ("step", "by"):
            self.misread(f"the step of a for is 1: {FORM}, or a while")
        return For(at, first, False, variable, False, last, step, None, [])

    def direction(self, within: bool) -> int:
        """Go past ``to``, which gives 1, or ``downto``, -1; ``within``: behind ``in``."""
        word = self.text.lower()
        if self.kind != ".." and word != "to":
            if within:
                self.misread(f"'for … in' counts no positions: {FORM}")
            if not nearest_word(word, ("until", "upto", "downto")):
                self.misread(f"expected 'to', found {self.found()}: {FORM}")
        self.advance()
        return -1 if word == "downto" else 1

    def in_range(self, at: int, variable: str) -> For:
        """``range(4)``, ``range(1, 5)`` or ``range(4, 0, -1)``."""
        place = self.at
        self.advance()
        ends = self.several(")")
        step = 1
        if len(ends) == 3:
            step = {"1": 1, "−1": -1}.get(notation.expression(ends[2]), 0)
        if not step or not 1 <= len(ends) <= 3:
            raise Misread(place, f"the step of a for is 1: {FORM}")
        first = ends[0] if len(ends) > 1 else Literal(place, 0)
        last = ends[min(1, len(ends) - 1)]
        return For(at, first, False, variable, True, last, step, None, [])

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
        words = "".join(self.kinds[start : self.index]).replace("=name", "←name")
        texts = self.texts[start : self.index]
        if variable in texts[:2] and texts[-1] in (variable, "++", "-", "−", "–", "1"):
            if words in ("name++", "++name", "name+=number", "name←name+number"):
                return 1
            if words in ("name−−", "−−name", "name-=number", "name←name−number"):
                return -1
        self.goto(start)
        self.misread(f"the step of a for is 1: {FORM}")
