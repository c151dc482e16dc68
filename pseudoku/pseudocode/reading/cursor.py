"""The place among the tokens where the reading is, and what was said so far."""

from collections.abc import Callable
from functools import cached_property
from typing import NoReturn, TypeVar

from pseudoku.pseudocode.reading.advice import MOST_MISTAKES, about, diagnosis
from pseudoku.pseudocode.reading.source import Remark, Source
from pseudoku.pseudocode.reading.tokens import Token, read_tokens
from pseudoku.pseudocode.reading.words import DEFINING, TYPES, key, nearest_word

T = TypeVar("T")

DEEPEST = 60  # blocks, brackets and operators inside one another


class Misread(Exception):
    """The text at ``at`` cannot be understood; reading goes on further down."""

    def __init__(self, at: int, name: str, /, **fields: object) -> None:
        super().__init__(name)
        self.at = at
        self.name = name
        self.fields = fields


class TooMany(Exception):
    """The text has more than MOST_MISTAKES mistakes; reading stops."""


class Opener:
    """The header of a block, at the token where it begins."""

    def __init__(self, cursor: "Cursor") -> None:
        self.kind = cursor.kind
        self.line = cursor.token.line
        self.indent = cursor.token.indent  # of the line on which it stands
        self.indented = False  # whether the block stands further right
        self.braced = False  # whether the block stands between { and }


class Cursor:
    """A place among the tokens of ``source``; ``kind`` is that of the token there."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.tokens = read_tokens(source)
        self.kinds = [token.kind for token in self.tokens]
        self.slips: list[Remark] = self.tokens.slips
        self.errors: list[Remark] = []
        self.surplus: dict[str, tuple[int, int, bool]] = {}  # see `blocks.is_surplus`
        self.respelt: dict[int, Remark] = {}  # by token: these stay as they were read
        self.open: list[Opener] = []  # the blocks around the token here
        self.by_indent = False  # whether indentation ends a block: see `blocks`
        self.trying = False  # whether what is read is only tried
        self.depth = 0
        self.stopped = 0  # where TooMany was raised
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
    def token(self) -> Token:
        return self.tokens[self.index]

    @property
    def next(self) -> Token:
        return self.tokens[min(self.index + 1, len(self.tokens) - 1)]

    @property
    def text(self) -> str:
        return self.tokens[self.index].text

    @property
    def word(self) -> str:
        return self.text.lower()

    @property
    def at(self) -> int:
        return self.tokens[self.index].start

    @property
    def next_kind(self) -> str:
        return self.kinds[min(self.index + 1, len(self.kinds) - 1)]

    @property
    def is_first(self) -> bool:
        """Whether the token here is the first on its line."""
        return self.tokens[self.index].first

    def take(self, kind: str) -> bool:
        """Go past a token of ``kind`` if one is here, and say whether it was."""
        if self.kind != kind:
            return False
        self.advance()
        return True

    def expect(self, kind: str, where: str) -> None:
        if not self.take(kind):
            self.misread("missing-sign", sign=kind, where=where)

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
        return self.tokens[self.index - 1].end

    def written(self, start: int, end: int | None = None) -> str:
        """The text from ``start`` to ``end``, or to the token here, on one line."""
        text = self.source.text[start : self.behind if end is None else end]
        return " ".join(text.split())

    @property
    def is_below(self) -> bool:
        """Whether the statement that is being read has no more words on its line."""
        return self.is_first and self.index > self.started

    @property
    def is_until(self) -> bool:
        """Whether the end of the ``repeat`` that is being read stands here."""
        if not self.open or self.open[-1].kind != "repeat":
            return False
        return self.kind == "name" and self.word == "until"

    def is_misspelt(self, word: str) -> bool:
        return not self.is_first and bool(nearest_word(self.text, [word]))

    @cached_property
    def closers(self) -> dict[int, int]:
        """Where each round bracket is closed, by the tokens of both."""
        found, opened = {}, []
        for index, kind in enumerate(self.kinds):
            if kind == "(":
                opened.append(index)
            elif kind == ")" and opened:
                found[opened.pop()] = index
        return found

    @cached_property
    def own_names(self) -> set[str]:
        """What the functions of the text are called, in small letters."""
        pairs = zip(self.tokens, self.tokens[1:], self.kinds[2:])
        defining = {"function", *DEFINING, *TYPES}
        heads = [(one.text.lower(), name) for one, name, kind in pairs if kind == "("]
        return {key(name.text) for word, name in heads if word in defining}

    def misread(
        self, name: str, at: int | None = None, /, **fields: object
    ) -> NoReturn:
        """Misread at ``at``, or here: the diagnosis ``name``."""
        here = self.behind if self.is_below else self.at
        place = here if at is None else at
        raise Misread(place, name, **{"found": self.found(), **fields})

    def no_statement(self, otherwise: str) -> str:
        """The name of the diagnosis of a token that begins no statement."""
        both = self.text + self.next.text if self.text == "/" else self.kind
        return about("statement", both, self.kind, self.text, otherwise=otherwise)

    def refuse_word(self, word: str, at: int) -> None:
        """Misread if ``word`` is another language's."""
        if name := about("word", word.lower()):
            self.misread(name, at, word=word)

    def slip(self, name: str, at: int | None = None, /, **fields: object) -> None:
        """Something is understood that the module writes in another way."""
        place = self.at if at is None else at
        self.tokens.slip(place, name, **{"text": self.text, **fields})

    def skip(self, name: str, /, **fields: object) -> None:
        """Note the token here, and go past it."""
        self.slip(name, None, **fields)
        self.advance()

    def wrong(self, error: Misread) -> None:
        """Note a mistake; TooMany if there were MOST_MISTAKES before it."""
        if len(self.errors) >= MOST_MISTAKES:
            self.stopped = error.at
            raise TooMany
        remark = diagnosis(self.source, error.at, error.name, **error.fields)
        self.errors.append(remark)

    def deeper(self) -> None:
        """One thing inside another begins: more than DEEPEST are refused."""
        self.depth += 1
        if self.depth > DEEPEST:
            self.misread("too-deep", most=DEEPEST)

    def look_ahead(self, read: "Callable[[Cursor], T]") -> T | None:
        """What ``read`` gives, or None if it cannot be read; all stays as it is."""
        start, slips, errors = self.index, len(self.slips), len(self.errors)
        depth, trying, self.trying = self.depth, self.trying, True
        try:
            return read(self)
        except Misread:
            return None
        finally:
            self.goto(start)
            self.depth, self.trying = depth, trying
            del self.slips[slips:], self.errors[errors:]
