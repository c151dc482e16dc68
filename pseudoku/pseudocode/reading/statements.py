"""Reading the statements that have no block: assignments, ``new``, ``return``."""

from collections.abc import Callable
from typing import NoReturn, TypeVar

from pseudoku.pseudocode.reading import notation
from pseudoku.pseudocode.reading.blocks import BEHIND_A_NAME, LEADING, Unbalanced
from pseudoku.pseudocode.reading.cursor import Misread
from pseudoku.pseudocode.reading.expressions import STARTS
from pseudoku.pseudocode.reading.headers import Headers
from pseudoku.pseudocode.reading.syntax import (
    Assign,
    Binary,
    Call,
    Expression,
    Hole,
    Literal,
    Name,
    New,
    Operation,
    Perform,
    Return,
    Select,
    Statement,
)
from pseudoku.pseudocode.reading.words import KINDS, SIZED, nearest_word

T = TypeVar("T")

STEPS = {"++": "+", "−": "−", "+=": "+", "-=": "−"}
BRACKETS = {"(": ")", "[": "]"}


class Statements(Headers):
    trying = False  # whether a statement is only tried, to see if it is one

    def is_statement(self) -> bool:
        """Whether an assignment or a call begins at the name here."""
        if self.trying:
            return True  # one statement ahead is far enough
        return self.kind == "name" and isinstance(self.attempt(), (Assign, Perform))

    def attempt(self) -> Statement | None:
        """The statement here if there is one; nothing of it is taken or noted."""
        return self.looking_ahead(self.statement)

    def looking_ahead(self, read: Callable[[], T]) -> T | None:
        """What ``read`` gives, or None if it cannot be read; all stays as it is."""
        start, slips, errors = self.index, len(self.slips), len(self.errors)
        depth, trying, self.trying = self.depth, self.trying, True
        try:
            return read()
        except (Misread, Unbalanced):
            return None
        finally:
            self.goto(start)
            self.depth, self.trying = depth, trying
            del self.slips[slips:], self.errors[errors:]

    def returning(self) -> Return:
        at = self.at
        self.advance()
        if self.kind in (*STARTS, "−", "...") and not self.assigns_below():
            return Return(at, self.value(at))
        if self.kind in ("new", "["):
            self.value(at)
        self.slip(at, "'return' with nothing behind it: write what it gives")
        return Return(at, None)

    def assigns_below(self) -> bool:
        """Whether a new line begins here, with what an arrow follows."""
        if not self.is_first or self.kind != "name":
            return False
        return self.looking_ahead(self.postfixed_kind) == "←"

    def postfixed_kind(self) -> str:
        self.postfixed()
        return self.kind

    def goes_on(self) -> bool:
        """Whether the name here begins a statement, or is a keyword misspelt."""
        if self.next_kind not in BEHIND_A_NAME and nearest_word(self.text, LEADING):
            return True
        return self.is_statement()

    def value(self, at: int) -> Expression:
        """An expression to assign or return, or a hole if it is prose."""
        start, line = self.at, self.lines[self.index]
        value = self.expression()
        if self.kind != "name" or self.lines[self.index] != line or self.goes_on():
            return value
        while self.kind != "end of text" and self.lines[self.index] == line:
            self.advance()
        words = self.written(start)
        self.slip(start, f"prose, read as a hole: write '{words}' as an expression")
        return Hole(start, words)

    def named_statement(self) -> Statement:
        """An assignment, or a call or an operation that stands alone."""
        at, start = self.at, self.index
        if self.text.lower() in KINDS and self.next_kind == "name":
            return self.typed(at)
        target = self.postfixed()
        if self.kind in ("then", "do") and nearest_word(self.texts[start], ("while",)):
            self.goto(start)
            self.respell()
            return self.statement()
        if isinstance(target, (Call, Operation)):
            if self.kind in ("←", "="):
                self.misread("a value is stored in a variable or an element: v[k] ← o")
            return Perform(at, target)
        if isinstance(target, (Name, Select)) and self.kind in ("←", "="):
            return self.assignment(at, target)
        if isinstance(target, (Name, Select)) and self.is_step():
            return self.stepping(at, target)
        self.no_statement(start)

    def typed(self, at: int) -> Statement:
        """``Queue q``, with or without a value."""
        if self.kinds[self.index + 2] in ("←", "="):
            self.slip(at, f"variables have no types: leave '{self.text}' out")
            self.advance()
            return self.named_statement()
        self.slip(at, f"no 'new' before '{self.text}': add it")
        return self.new(at)

    def is_step(self) -> bool:
        return self.kind in STEPS and (self.kind != "−" or self.next_kind == "−")

    def no_statement(self, start: int) -> NoReturn:
        """Misread: what begins at ``start`` is an expression, or plain English."""
        if self.kind == "name" and not self.is_first:
            self.goto(start)
            self.misread("this reads as prose: write a statement, such as PUSH[x, s]")
        self.misread(f"expected '←' after this, found {self.found()}")

    def assignment(self, at: int, target: Name | Select) -> Statement:
        arrow, slipped = self.at, self.at if self.kind == "=" else None
        self.advance()
        if self.assigns_below():
            raise Misread(arrow, f"nothing behind '{self.source.text[arrow]}'")
        if self.kind == "new":
            return self.new_value(at, target)
        value = self.value(at)
        if slipped is not None:
            form = f"{self.written(at, slipped)} ← {self.written(slipped + 1)}"
            self.slip(slipped, f"'=' compares: write {form} to assign")
        return Assign(at, target, value)

    def stepping(self, at: int, target: Name | Select) -> Assign:
        """``k++``, ``k--``, ``k += 2`` and their like."""
        sign, place = STEPS[self.kind], self.at
        by: Expression = Literal(place, 1)
        name, short = self.written(at, place), self.kind in ("++", "−")
        if self.kind == "−":
            self.advance()
        self.advance()
        mark = self.written(place)
        if not short:
            by = self.expression()
        form = f"{name} ← {name} {sign} {notation.expression(by, notation.UNARY)}"
        self.slip(place, f"'{mark}' in place: write {form}")
        return Assign(at, target, Binary(place, sign, target, by))

    def new_value(self, at: int, target: Name | Select) -> New:
        """``x ← new Queue()``."""
        if not isinstance(target, Name):
            self.misread("new makes a variable: new Vector v(4), then store v")
        place = self.at
        self.advance()
        kind = self.new_kind()
        length = self.length(kind)
        shown = f"{target.name}(n)" if kind in SIZED else target.name
        self.slip(place, f"no arrow with 'new': write new {kind} {shown}")
        return New(at, kind, target.name, self.measured(kind, length, target.name))

    def new(self, at: int) -> New:
        """The rest of ``new Vector w(n)``."""
        kind = self.new_kind()
        length = None
        if self.kind in BRACKETS:
            self.slip(self.at, f"the size before the name: write new {kind} w(n)")
            length = self.length(kind)
        if self.kind != "name":
            self.misread(f"expected the name of the new {kind}, found {self.found()}")
        name = self.text
        self.advance()
        return New(
            at, kind, name, self.measured(kind, length or self.length(kind), name)
        )

    def new_kind(self) -> str:
        word = self.text.lower()
        if self.kind == "name" and word not in KINDS:
            word = nearest_word(word, KINDS)
            if word:
                self.slip(self.at, f"'{self.text}' is misspelt: write {KINDS[word]}")
        if word not in KINDS:
            known = ", ".join(KINDS.values())
            self.misread(f"expected one of {known} after 'new', found {self.found()}")
        self.advance()
        return KINDS[word]

    def length(self, kind: str) -> Expression | None:
        """The length in brackets that a new vector or array has."""
        if self.kind not in BRACKETS or self.is_first:
            return None
        at, closing = self.at, BRACKETS[self.kind]
        self.advance()
        found = None if self.kind == closing else self.expression()
        self.expect(closing, "after the length")
        if closing == "]":
            self.slip(at, "a length has round brackets: new Vector w(n)")
        if kind not in SIZED:
            self.slip(at, f"a {kind} has no length: leave the brackets out")
            return None
        return found

    def measured(
        self, kind: str, length: Expression | None, name: str
    ) -> Expression | None:
        if kind in SIZED and length is None:
            self.misread(f"a {kind} has a fixed length: write new {kind} {name}(4)")
        return length
