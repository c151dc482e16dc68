"""Where a block ends: by its ``end``, or by its indentation if an ``end`` is missing.

Newlines and indentation mean nothing as long as every block has its ``end``. Where one
is missing, the text around it is read again with `by_indent` set: then a block that
stands further right than its header also ends where the text goes back to the left.
"""

from abc import abstractmethod
from collections.abc import Callable
from typing import TypeVar

from pseudoku.pseudocode.reading.cursor import Misread
from pseudoku.pseudocode.reading.expressions import Expressions
from pseudoku.pseudocode.reading.foreign import DEFINING, TYPES
from pseudoku.pseudocode.reading.source import Remark, Source
from pseudoku.pseudocode.reading.syntax import Block, Statement
from pseudoku.pseudocode.reading.words import KINDS, nearest_word

T = TypeVar("T")

OPENERS = ("if", "for", "while", "function")
LEADING = (*OPENERS, "return", "else", "end", "new", "break", "continue")
# What stands between the header of a block and the block itself.
WORDS = {"if": "then ", "for": "do ", "while": "do ", "function": "", "repeat": ""}
# What may stand behind the name that begins a statement.
BEHIND_A_NAME = ("←", "=", "[", "(", ".", "++", "+=", "-=", "−")


class Unbalanced(Exception):
    """A block has no ``end``, or one of another kind."""


class Opener:
    """The header of a block that is being read."""

    def __init__(self, kind: str, line: int, indent: int) -> None:
        self.kind = kind
        self.line = line
        self.indent = indent  # of the line on which it stands
        self.indented = False  # whether the block stands further right
        self.braced = False  # whether the block stands between { and }


class Blocks(Expressions):
    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.open: list[Opener] = []
        self.by_indent = False
        self.respelt: dict[int, Remark] = {}  # by token: these stay as they were read

    @abstractmethod
    def statement(self) -> Statement:
        """The next statement, of any kind."""

    def indent(self) -> int:
        """The indent of the line that the token here stands on."""
        return self.tokens.indents[self.index]

    def opener(self) -> Opener:
        return Opener(self.kind, self.lines[self.index], self.indent())

    def balanced(self, read: Callable[[], T]) -> T:
        """What ``read`` gives, by indentation if it does not succeed without."""
        start, slips, errors = self.index, len(self.slips), len(self.errors)
        depth, opened = self.depth, len(self.open)
        try:
            return read()
        except Unbalanced:
            self.goto(start)
            del self.slips[slips:], self.errors[errors:], self.open[opened:]
            self.depth, self.by_indent = depth, True
            return read()
        finally:
            self.by_indent = False

    def block(self, opener: Opener) -> Block:
        self.deeper()
        self.open.append(opener)
        self.brace(opener)
        body: Block = []
        # A block that begins on its header's line goes on below, further right.
        further = not self.is_first or self.indent() > opener.indent
        opener.indented = self.by_indent and further
        while not self.block_ends(opener):
            self.guarded(body)
        self.open.pop()
        self.depth -= 1
        return body

    def brace(self, opener: Opener) -> None:
        """Go past a ``{`` at the beginning of a block; its ``}`` is an end then."""
        opener.braced = self.kind == "{"
        if opener.braced:
            word = "" if self.kinds[self.index - 1] == "else" else WORDS[opener.kind]
            self.slip(self.at, f"a block in braces: write {word}… end {opener.kind}")
            self.advance()

    def block_ends(self, opener: Opener) -> bool:
        self.before_statement()
        while self.kind == "end" and self.by_indent and self.is_surplus(opener):
            self.wrong(Misread(self.at, f"'end {self.ended()}' here ends nothing"))
            self.advance()
            self.advance()
            self.before_statement()
        if self.kind in ("end", "else", "function", "end of text"):
            return True
        if self.kind == "}" and opener.braced:
            return True
        if self.is_until():
            return True
        return opener.indented and self.is_first and self.indent() <= opener.indent

    def is_until(self) -> bool:
        """Whether the end of the ``repeat`` that is being read stands here."""
        if not self.open or self.open[-1].kind != "repeat":
            return False
        return self.kind == "name" and self.text.lower() == "until"

    def before_statement(self) -> None:
        """Put right what may stand before a statement, and its first word."""
        if self.kind == "number" and self.is_first:
            self.slip(self.at, "a number before a statement, read as a line's: 12:")
            self.advance()
            self.take(".")
            self.tokens.firsts[self.index] = True
        if self.kind == "name" and self.next_kind not in BEHIND_A_NAME:
            self.respell()

    def respell(self) -> bool:
        """Take the name here for the keyword that it is nearest to, if one is near."""
        word, told = nearest_word(self.text, LEADING), "misspelt"
        if self.defines():
            word, told = "function", "another language's"
        if word:
            message = f"'{self.text}' is {told}: write '{word}'"
            self.respelt[self.index] = self.source.remark(self.at, message)
            self.kinds[self.index] = self.kind = word
        return bool(word)

    def defines(self) -> bool:
        """Whether the name here is another language's word for ``function``."""
        word, after = self.text.lower(), self.kinds[self.index + 1 : self.index + 60]
        if after[:2] != ["name", "("]:
            return False
        if word in KINDS and ")" in after[:-1]:  # Vector v(4), or Vector F(Vector v) {
            return after[after.index(")") + 1] == "{"
        return word in DEFINING or word in TYPES

    def guarded(self, body: Block) -> None:
        """Read a statement into ``body``; after a mistake, go on with the next line."""
        start, depth, opened = self.index, self.depth, len(self.open)
        self.started = start
        try:
            body.append(self.statement())
            self.line_end()
        except Misread as error:
            self.wrong(error)
            self.depth = depth
            del self.open[opened:]
            if self.index == start:
                self.advance()
            while not self.is_first and self.kind not in ("end", "else", "function"):
                self.advance()

    def line_end(self) -> None:
        """Go past the marks that other notations put at the end of a line."""
        while self.kind in (":", ";", ",", "."):
            followed = not self.tokens.firsts[self.index + 1]
            if followed and self.kind != ";":
                return
            self.slip(self.at, f"'{self.text}' at the end of a line: leave it out")
            self.advance()

    def close(self, opener: Opener) -> None:
        """Go past the ``end`` of ``opener``, or say that it is missing."""
        kind = opener.kind
        if opener.braced and self.take("}"):
            return
        if self.kind != "end" or self.belongs_outside(opener):
            self.by_indentation()
            message = f"no 'end {kind}' for the '{kind}' of line {opener.line}: add it"
            self.slip(self.behind, message)
            return
        at, ended = self.at, self.ended()
        self.advance()
        if ended:
            if ended != kind:
                self.by_indentation()
                self.slip(at, f"'end {ended}' ends a '{kind}': write 'end {kind}'")
            self.advance()
        elif self.kind == "name" and (self.is_misspelt(kind) or self.is_last_word()):
            self.slip(at, f"'end {self.text}' ends a '{kind}': write 'end {kind}'")
            self.advance()
        else:
            self.slip(at, f"'end' alone: write 'end {kind}'")

    def ended(self) -> str:
        """The kind that the ``end`` here names; what heads the next line is no kind."""
        index, firsts = self.index + 1, self.tokens.firsts
        kind = self.kinds[index]
        if kind not in OPENERS or (firsts[index] and not firsts[index + 1]):
            return ""
        return kind

    def is_last_word(self) -> bool:
        """Whether a name stands here behind ``end``, and nothing behind it."""
        ends = self.tokens.firsts[self.index + 1 : self.index + 2] == [True]
        return ends and self.kind == "name" and not self.is_first

    def by_indentation(self) -> None:
        """Unbalanced, unless it is known and the text is read by its indentation."""
        if not self.by_indent:
            raise Unbalanced

    def is_misspelt(self, kind: str) -> bool:
        return not self.is_first and bool(nearest_word(self.text, [kind]))

    def belongs_outside(self, opener: Opener) -> bool:
        """Whether the ``end`` here is that of a block around ``opener``'s."""
        if not self.by_indent:
            return False
        indent, kind = self.indent(), self.ended()
        if self.is_first and indent < opener.indent and opener.indented:
            return True
        if kind in ("", opener.kind):
            return False
        if self.is_first and indent == opener.indent and opener.indented:
            return False
        return any(outer.kind == kind for outer in self.open)

    def is_surplus(self, opener: Opener) -> bool:
        """Whether the ``end`` here ends nothing at all."""
        kind = self.ended()
        if not kind or any(outer.kind == kind for outer in self.open):
            return False
        if self.is_first and self.indent() == opener.indent and opener.indented:
            return False
        for index in range(self.index + 2, len(self.kinds) - 1):
            if self.kinds[index] == "end" and self.kinds[index + 1] == opener.kind:
                return True
            if self.kinds[index] == "function":
                return False
        return False
