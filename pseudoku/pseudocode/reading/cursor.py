"""Read the tokens of a text one after the other."""

from collections.abc import Callable
from functools import cached_property
from typing import NoReturn, TypeAlias, TypeVar

from pseudoku.pseudocode.reading.advice import MAX_ERRORS, diagnosis_name, make_remark
from pseudoku.pseudocode.reading.cutter import begins, cut
from pseudoku.pseudocode.reading.lines import blank_furniture
from pseudoku.pseudocode.reading.rules import rewrite
from pseudoku.pseudocode.reading.source import Remark, Source
from pseudoku.pseudocode.reading.tokens import Token, closers, read_tokens
from pseudoku.pseudocode.reading.words import name_key

T = TypeVar("T")

# Where reading may begin again: a token, the depth, and how much was noted before it.
Checkpoint: TypeAlias = tuple[int, int, int, int]
MAX_NESTING = 60  # nested blocks, brackets and operators


class ParseError(Exception):
    """The text at ``at`` cannot be understood; reading continues below it."""

    def __init__(self, at: int, name: str, /, **fields: object) -> None:
        super().__init__(name)
        self.at = at
        self.name = name
        self.fields = fields


class MistakeLimitError(Exception):
    """The text has more than MAX_ERRORS mistakes; reading stops."""


class Cursor:
    """A position among the tokens of ``source``; ``kind`` is the kind of its token."""

    def __init__(self, source: Source) -> None:
        self.source = source
        notes = [*blank_furniture(source), *rewrite(source)]
        self.tokens = read_tokens(source)
        self.tokens.slips[:0] = notes
        self.parts = cut(source, self.tokens)
        self.kinds = [token.kind for token in self.tokens]
        self.last = len(self.kinds) - 1
        self.kinds += ["end of text"] * 3  # to look ahead
        self.slips: list[Remark] = self.tokens.slips
        self.errors: list[Remark] = []
        self.unknown: set[str] = set()  # variables without a value before
        self.spelt: dict[str, str] = {}  # the first spelling of each name
        self.called: set[str] = set()  # functions
        self.outside: list[Remark] = []  # errors outside functions
        self.variables: dict[str, str] = {}  # of this function so far; their kinds
        self.declared: dict[str, tuple[int, str]] = {}  # structures, with places
        self.depth = 0
        self.unsettled = False  # whether a ``x ← []`` was read
        self.stopped = 0  # where MistakeLimitError was raised
        self.started = 0  # the first token of the statement that is being read
        self.is_lost = False  # whether an end was not where the cutter saw one
        self.goto(0)

    def know(self, name: str, kind: str | None = None) -> None:
        """Remember that the variable ``name`` gets a value, of a ``kind`` if known."""
        lower = name.lower()
        if kind is None:
            self.variables.setdefault(lower, "")
        else:
            self.variables[lower] = kind
        if self.spelt.setdefault(lower, name) == name:
            self.unknown.discard(name)
        else:
            self.unknown.add(name)

    def goto(self, index: int) -> None:
        self.index, self.kind = index, self.kinds[index]
        self.token = self.tokens[index]

    @property
    def text(self) -> str:
        return self.token.text

    @property
    def at(self) -> int:
        return self.token.start

    def mark(self) -> Checkpoint:
        return self.index, self.depth, len(self.slips), len(self.errors)

    def back(self, mark: Checkpoint) -> None:
        """Go back to the token of ``mark``, and drop all later notes and errors."""
        index, self.depth, slips, errors = mark
        self.goto(index)
        del self.slips[slips:], self.errors[errors:]

    def advance(self) -> None:
        """Go to the next token, or stay at the end of the part."""
        if self.kind != "end of text":
            self.goto(self.index + 1)

    @property
    def next(self) -> Token:
        return self.ahead(1)

    def ahead(self, count: int) -> Token:
        return self.tokens[min(self.index + count, self.last)]

    @property
    def word(self) -> str:
        return self.token.text.lower()

    @property
    def next_kind(self) -> str:
        return self.kinds[self.index + 1]

    @property
    def is_first(self) -> bool:
        """Whether the token here is the first on its line."""
        return self.token.first

    def take(self, kind: str) -> bool:
        """Read a token of ``kind`` if it is here; return whether it was."""
        if self.kind != kind:
            return False
        self.advance()
        return True

    def expect(self, kind: str, where: str) -> None:
        if not self.take(kind):
            self.misread("missing-sign", sign=kind, where=where)

    def found(self) -> str:
        """Return the current token as messages name it, such as ``'end'``."""
        if self.index == self.last:
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
        """The end of the previous token."""
        return self.tokens[self.index - 1].end

    def written(self, start: int, end: int | None = None) -> str:
        """Return the text from ``start`` to ``end``, or to here, on one line."""
        text = self.source.text[start : self.behind if end is None else end]
        return " ".join(text.split())

    @property
    def is_apart(self) -> bool:
        """Whether the current symbol continues no expression of the line above."""
        return self.at in self.tokens.apart

    @property
    def is_below(self) -> bool:
        """Whether the line of the statement that is being read has ended."""
        return self.is_first and self.index > self.started

    @cached_property
    def closers(self) -> dict[int, int]:
        """The index of what closes each bracket, by its index."""
        return closers(self.kinds)

    def closed(self, index: int) -> str:
        """Return the kind after what closes the bracket at ``index``, or ""."""
        closer = self.closers.get(index)
        return self.kinds[closer + 1] if closer else ""

    def begins(self, index: int) -> bool:
        """Return whether an assignment or a call begins at the token ``index``."""
        name = self.kinds[index] == "name"
        return name and begins(self.tokens, self.closers, index)

    @cached_property
    def own_names(self) -> set[str]:
        """The keys of the names of the functions in the text."""
        heads = [part.first for part in self.parts if part.is_function]
        named = [head + (self.kinds[head] == "function") for head in heads]
        return {name_key(self.tokens[index].text) for index in named}

    def misread(
        self, name: str, at: int | None = None, /, **fields: object
    ) -> NoReturn:
        """Raise ParseError at ``at``, or here, with the diagnosis ``name``."""
        here = self.behind if self.is_below else self.at
        place = here if at is None else at
        raise ParseError(place, name, **{"found": self.found(), **fields})

    def no_statement(self, otherwise: str) -> str:
        """Return the name of the diagnosis if no statement can begin with this token."""
        return diagnosis_name("statement", self.kind, self.text, otherwise=otherwise)

    def slip(self, name: str, at: int | None = None, /, **fields: object) -> None:
        """Note a slip: text that is understood, but is not the module's notation."""
        place = self.at if at is None else at
        self.tokens.slip(place, name, **{"text": self.text, **fields})

    def skip(self, name: str, /, **fields: object) -> None:
        """Note a slip at the token here, and skip the token."""
        self.slip(name, None, **fields)
        self.advance()

    def attempt(self, read: Callable[[], T], *stops: str) -> T | None:
        """Return the result of ``read``; after a mistake, None.

        Then go to the next line, or to a token of one of the kinds in ``stops``.
        """
        depth = self.depth
        try:
            return read()
        except ParseError as misread:
            error = misread
        if len(self.errors) >= MAX_ERRORS:
            self.stopped = error.at
            raise MistakeLimitError from error
        remark = make_remark(self.source, error.at, error.name, **error.fields)
        self.errors.append(remark)
        self.depth = depth
        if self.index == self.started:
            self.advance()
        while self.kind not in stops and not self.is_first:
            self.advance()
        return None

    def deeper(self) -> None:
        """Count a level of nesting. Raise ParseError above MAX_NESTING."""
        self.depth += 1
        if self.depth > MAX_NESTING:
            self.misread("too-deep", most=MAX_NESTING)
