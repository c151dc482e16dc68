"""The parser's place among the tokens, and what it has to say there."""

from typing import NoReturn

from pseudoku.pseudocode.reading.source import Remark, Source
from pseudoku.pseudocode.reading.tokens import Tokens, read_tokens

DEEPEST = 60  # blocks, brackets and operators inside one another


class Misread(Exception):
    """The text at ``at`` cannot be understood; reading goes on further down."""

    def __init__(self, at: int, message: str) -> None:
        super().__init__(message)
        self.at = at
        self.message = message


class Cursor:
    """A place among the tokens of ``source``; ``kind`` is that of the token there."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.tokens: Tokens = read_tokens(source)
        self.kinds = self.tokens.kinds
        self.texts = self.tokens.texts
        self.starts = self.tokens.starts
        self.lines = self.tokens.lines
        self.slips: list[Remark] = self.tokens.slips
        self.errors: list[Remark] = []
        self.depth = 0
        self.started = 0  # the first token of the statement that is being read
        self.goto(0)

    def goto(self, index: int) -> None:
        self.index = index
        self.kind = self.kinds[index]

    def advance(self) -> None:
        """Go to the next token; the last one is never left."""
        if self.index < len(self.kinds) - 1:
            self.index += 1
            self.kind = self.kinds[self.index]

    @property
    def text(self) -> str:
        return self.texts[self.index]

    @property
    def at(self) -> int:
        return self.starts[self.index]

    @property
    def next_kind(self) -> str:
        return self.kinds[min(self.index + 1, len(self.kinds) - 1)]

    @property
    def next_text(self) -> str:
        return self.texts[min(self.index + 1, len(self.kinds) - 1)]

    @property
    def is_first(self) -> bool:
        """Whether the token here is the first on its line."""
        return self.tokens.firsts[self.index]

    def take(self, kind: str) -> bool:
        """Go past a token of ``kind`` if one is here, and say whether it was."""
        if self.kind != kind:
            return False
        self.advance()
        return True

    def expect(self, kind: str, where: str) -> None:
        if not self.take(kind):
            self.misread(f"expected '{kind}' {where}, found {self.found()}")

    def found(self) -> str:
        """The token here, in words."""
        if self.kind == "end of text":
            return "the end of the text"
        if self.is_below:
            return "the end of the line"
        if self.kind == "string":
            return f"the text {self.text}"
        if not self.text.isprintable():
            return " ".join(f"U+{ord(mark):04X}" for mark in self.text)
        return f"'{self.text}'"

    @property
    def behind(self) -> int:
        """Where the token before the one here ends."""
        return self.tokens.ends[self.index - 1]

    def written(self, start: int, end: int | None = None) -> str:
        """The text from ``start`` to ``end``, or to the token here, on one line."""
        text = self.source.text[start : self.behind if end is None else end]
        return " ".join(text.split())

    @property
    def is_below(self) -> bool:
        """Whether the statement that is being read has no more words on its line."""
        return self.is_first and self.index > self.started

    def misread(self, message: str) -> NoReturn:
        raise Misread(self.behind if self.is_below else self.at, message)

    def slip(self, at: int, message: str) -> None:
        """Something is understood that the module writes in another way."""
        self.slips.append(self.source.remark(at, message))

    def wrong(self, error: Misread) -> None:
        self.errors.append(self.source.remark(error.at, error.message))

    def deeper(self) -> None:
        """One thing inside another begins: more than DEEPEST are refused."""
        self.depth += 1
        if self.depth > DEEPEST:
            self.misread(f"more than {DEEPEST} things inside one another")
