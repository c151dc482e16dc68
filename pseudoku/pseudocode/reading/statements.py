"""Reading the statements that have no block: assignments, ``new``, ``return``."""

from abc import abstractmethod
from collections.abc import Callable
from typing import NoReturn, TypeVar

from pseudoku.pseudocode.reading import notation
from pseudoku.pseudocode.reading.blocks import BEHIND_A_NAME, LEADING, Unbalanced
from pseudoku.pseudocode.reading.cursor import Misread
from pseudoku.pseudocode.reading.expressions import STARTS
from pseudoku.pseudocode.reading.foreign import TYPES, instead
from pseudoku.pseudocode.reading.headers import STARTERS
from pseudoku.pseudocode.reading.making import Making
from pseudoku.pseudocode.reading.syntax import (
    Assign,
    Binary,
    Call,
    Expression,
    Hole,
    Literal,
    Name,
    Operation,
    Perform,
    Return,
    Select,
    Statement,
)
from pseudoku.pseudocode.reading.words import (
    KINDS,
    form,
    nearest_word,
    operation,
)

T = TypeVar("T")

STEPS = {"++": "+", "−": "−", "+=": "+", "-=": "−"}
STEPS |= {"*=": "×", "/=": "/", "%=": "mod"}
BEHIND_A_WORD = ("name", "number", "string", ":", "{", "new", "<", "end of text")


class Statements(Making):
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
        if self.is_until():
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
        name = operation(words.split()[0])
        right = (
            form(name) if name and name != "EMPTY" else f"'{words}' as an expression"
        )
        self.slip(start, f"prose, read as a hole: write {right}")
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
        return self.foreign(at, start)

    def foreign(self, at: int, start: int) -> Statement:
        """What begins with another language's word, if it is plain; else Misread."""
        word = self.texts[start].lower()
        alone = self.index == start + 1
        if alone and word in TYPES and self.next_kind in ("←", "="):
            self.goto(start)
            return self.typed(at)
        if alone and word == "repeat" and not self.trying and self.repeats():
            self.goto(start)
            return self.repeated(at)
        self.no_statement(start)

    def repeats(self) -> bool:
        """Whether a block may begin here, that ``until`` ends."""
        return self.kind in ("name", *STARTERS) and self.text.lower() != "until"

    @abstractmethod
    def repeated(self, at: int) -> Statement:
        """The rest of ``repeat … until c``."""

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
        word, alone = self.texts[start], self.index == start + 1
        told = instead(word)
        if told and alone and (self.is_below or self.kind in BEHIND_A_WORD):
            raise Misread(self.starts[start], told)
        example = form(operation(word)) if operation(word) else "PUSH[x, s]"
        if self.kind in ("name", "number") and not self.is_first:
            self.goto(start)
            self.misread(f"this reads as prose: write a statement, such as {example}")
        self.misread(f"expected '←' after this, found {self.found()}")

    def assignment(self, at: int, target: Name | Select) -> Statement:
        arrow, slipped = self.at, self.at if self.kind == "=" else None
        sign = self.text
        self.advance()
        if self.assigns_below():
            raise Misread(arrow, f"nothing behind '{self.source.text[arrow]}'")
        behind = self.at
        if self.kind == "new" or self.makes_new():
            return self.new_value(at, target)
        value = self.value(at)
        if slipped is not None:
            right = f"{self.written(at, slipped)} ← {self.written(behind)}"
            self.slip(slipped, f"'{sign}' compares: write {right} to assign")
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
        right = f"{name} ← {name} {sign} {notation.expression(by, notation.UNARY)}"
        self.slip(place, f"'{mark}' in place: write {right}")
        return Assign(at, target, Binary(place, sign, target, by))
