"""A position among the tokens, with the remarks made so far."""

from collections.abc import Callable
from functools import cached_property
from typing import NoReturn, TypeAlias, TypeVar

from pseudoku.pseudocode.reading.advice import MOST_MISTAKES, about, diagnosis
from pseudoku.pseudocode.reading.furniture import blank_furniture
from pseudoku.pseudocode.reading.rules import rewrite
from pseudoku.pseudocode.reading.source import Remark, Source
from pseudoku.pseudocode.reading.tokens import Token, read_tokens
from pseudoku.pseudocode.reading.words import DEFINING, TYPES, key

T = TypeVar("T")

# Where reading may begin again: a token, the depth, and how much was noted before it.
Mark: TypeAlias = tuple[int, int, int, int, int]
DEEPEST = 60  # nested blocks, brackets and operators


class Misread(Exception):
    """The text at ``at`` cannot be understood; reading continues below it."""

    def __init__(self, at: int, name: str, /, **fields: object) -> None:
        super().__init__(name)
        self.at = at
        self.name = name
        self.fields = fields


class TooMany(Exception):
    """The text has more than MOST_MISTAKES mistakes; reading stops."""


class Opener:
    """The header of a block, at the token where it begins."""

    def __init__(self, cursor: "Cursor", kind: str) -> None:
        self.kind = kind
        self.line = cursor.token.line
        self.indent = cursor.token.indent  # of its line
        self.indented = False  # whether the block is indented more
        self.parts = 0  # statements in the block
        self.begun = ""  # ``begin`` or ``{``, if the block begins with it


class Cursor:
    """A position among the tokens of ``source``; ``kind`` is the kind of its token."""

    def __init__(self, source: Source, rewriting: bool = True) -> None:
        self.source = source
        notes = list(blank_furniture(source))
        if rewriting:
            notes += rewrite(source)
        self.tokens = read_tokens(source)
        self.tokens.slips[:0] = notes
        self.kinds = [token.kind for token in self.tokens]
        self.last = len(self.kinds) - 1
        self.kinds += ["end of text"] * 3  # to look ahead
        self.slips: list[Remark] = self.tokens.slips
        self.errors: list[Remark] = []
        self.unknown: set[str] = set()  # variables without a value before
        self.spelt: dict[str, str] = {}  # the first spelling of each name
        self.called: set[str] = set()  # functions
        self.outside: list[Remark] = []  # errors outside functions
        self.respelt: dict[int, Remark] = {}  # by token: corrected words
        self.variables: dict[str, str] = {}  # of this function so far; their kinds
        self.declared: dict[str, tuple[int, str]] = {}  # structures, with places
        self.open: list[Opener] = []  # the blocks around the token here
        self.by_indent = False  # whether indentation ends a block: see `blocks`
        self.depth = 0
        self.unsettled = False  # whether a ``x ← []`` was read
        self.stopped = 0  # where TooMany was raised
        self.started = 0  # the first token of the statement that is being read
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

    @property
    def token(self) -> Token:
        return self.tokens[self.index]

    @property
    def text(self) -> str:
        return self.tokens[self.index].text

    @property
    def at(self) -> int:
        return self.tokens[self.index].start

    def mark(self) -> Mark:
        made = len(self.slips), len(self.errors), len(self.open)
        return self.index, self.depth, *made

    def back(self, mark: Mark) -> None:
        """Go back to ``mark``, and forget what was noted since."""
        index, self.depth, slips, errors, opened = mark
        self.goto(index)
        del self.slips[slips:], self.errors[errors:], self.open[opened:]

    def advance(self) -> None:
        """Go to the next token, or stay at the last one."""
        if self.index < self.last:
            self.index += 1
            self.kind = self.kinds[self.index]

    @property
    def next(self) -> Token:
        return self.ahead(1)

    def ahead(self, count: int) -> Token:
        return self.tokens[min(self.index + count, self.last)]

    @property
    def word(self) -> str:
        return self.text.lower()

    @property
    def next_kind(self) -> str:
        return self.kinds[self.index + 1]

    @property
    def is_first(self) -> bool:
        """Whether the token here is the first on its line."""
        return self.tokens[self.index].first

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
        """Return the token here in words, for a message."""
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
        """The end of the previous token."""
        return self.tokens[self.index - 1].end

    def written(self, start: int, end: int | None = None) -> str:
        """Return the text from ``start`` to ``end``, or to here, on one line."""
        text = self.source.text[start : self.behind if end is None else end]
        return " ".join(text.split())

    @property
    def is_below(self) -> bool:
        """Whether the line of the statement that is being read has ended."""
        return self.is_first and self.index > self.started

    @property
    def is_until(self) -> bool:
        """Whether the ``until`` of the ``repeat`` that is being read is here."""
        if not self.open or self.open[-1].kind != "repeat":
            return False
        return self.kind == "name" and self.word == "until"

    @cached_property
    def closers(self) -> dict[int, int]:
        """The index of what closes each bracket, by its index."""
        found: dict[int, int] = {}
        opened: dict[str, list[int]] = {")": [], "]": [], "}": []}
        for index, kind in enumerate(self.kinds):
            if kind in ("(", "[", "{"):
                opened[{"(": ")", "[": "]", "{": "}"}[kind]].append(index)
            elif opened.get(kind):
                found[opened[kind].pop()] = index
        return found

    def closed(self, index: int) -> str:
        """Return the kind after what closes the bracket at ``index``, or ""."""
        closer = self.closers.get(index)
        return self.kinds[closer + 1] if closer else ""

    @cached_property
    def own_names(self) -> set[str]:
        """The keys of the names of the functions in the text."""
        heads = [index for index, kind in enumerate(self.kinds) if kind == "("]
        defining = {"function", *DEFINING, *TYPES}
        return {
            key(self.tokens[index - 1].text)
            for index in heads
            if index > 1 and self.tokens[index - 2].text.lower() in defining
        }

    def misread(
        self, name: str, at: int | None = None, /, **fields: object
    ) -> NoReturn:
        """Raise Misread at ``at``, or here, with the diagnosis ``name``."""
        here = self.behind if self.is_below else self.at
        place = here if at is None else at
        raise Misread(place, name, **{"found": self.found(), **fields})

    def no_statement(self, otherwise: str) -> str:
        """Return the name of the diagnosis for a token that begins no statement."""
        return about("statement", self.kind, self.text, otherwise=otherwise)

    def slip(self, name: str, at: int | None = None, /, **fields: object) -> None:
        """Note a slip: text that is understood, but is not the module's notation."""
        place = self.at if at is None else at
        self.tokens.slip(place, name, **{"text": self.text, **fields})

    def skip(self, name: str, /, **fields: object) -> None:
        """Note a slip at the token here, and skip the token."""
        self.slip(name, None, **fields)
        self.advance()

    def attempt(self, read: "Callable[[], T]", *stops: str) -> T | None:
        """Return the result of ``read``; after a mistake, None.

        Then go to the next line, or to a token of one of the kinds in ``stops``.
        """
        depth, opened = self.depth, len(self.open)
        try:
            return read()
        except Misread as error:
            self.recover(error, depth, opened, stops)
            return None

    def recover(
        self, error: Misread, depth: int, opened: int, stops: tuple[str, ...]
    ) -> None:
        """Note ``error``; go to the next line, or to a token of a kind in ``stops``."""
        if len(self.errors) >= MOST_MISTAKES:
            self.stopped = error.at
            raise TooMany from error
        remark = diagnosis(self.source, error.at, error.name, **error.fields)
        self.errors.append(remark)
        self.depth = depth
        del self.open[opened:]
        if self.index == self.started:
            self.advance()
        while self.kind not in stops and not self.is_first:
            self.advance()

    def deeper(self) -> None:
        """Count a level of nesting. Raise Misread if there are more than DEEPEST."""
        self.depth += 1
        if self.depth > DEEPEST:
            self.misread("too-deep", most=DEEPEST)

    def look_ahead(self, read: "Callable[[Cursor], T]") -> T | None:
        """Return the result of ``read``, or None after Misread; then go back here."""
        mark = self.mark()
        try:
            return read(self)
        except Misread:
            return None
        finally:
            self.back(mark)
