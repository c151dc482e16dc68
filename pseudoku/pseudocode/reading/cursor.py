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
    """A syntax error at offset ``at``; the parser resumes on the next line."""

    def __init__(self, at: int, name: str, /, **fields: object) -> None:
        super().__init__(name)
        self.offset = at
        self.name = name
        self.fields = fields


class MistakeLimitError(Exception):
    """The text has more than MAX_ERRORS errors, so the parser stops."""


class Cursor:
    """The position of the parser in the tokens of ``source``, and its symbol table."""

    def __init__(self, source: Source) -> None:
        self.source = source
        notes = [*blank_furniture(source), *rewrite(source)]
        self.tokens = read_tokens(source)
        self.tokens.notes[:0] = notes
        self.parts = cut(source, self.tokens)
        self.kinds = [token.kind for token in self.tokens]
        self.last = len(self.kinds) - 1
        self.kinds += ["end of text"] * 3  # to look ahead
        self.notes: list[Remark] = self.tokens.notes
        self.errors: list[Remark] = []
        self.undeclared: set[str] = set()  # variables without a value before
        self.first_spellings: dict[str, str] = {}  # the first spelling of each name
        self.called_functions: set[str] = set()  # functions
        self.remarks_outside: list[Remark] = []  # errors outside functions
        self.variables: dict[str, str] = {}  # of this function so far; their kinds
        self.declared: dict[str, tuple[int, str]] = {}  # structures, with places
        self.depth = 0
        self.unsettled = False  # whether a ``x ← []`` was read
        self.stopped = 0  # where MistakeLimitError was raised
        self.statement_start = 0  # the first token of the statement that is being read
        self.is_lost = False  # whether an end was not where the cutter saw one
        self.move_to(0)

    def declare(self, name: str, kind: str | None = None) -> None:
        """Record that the variable ``name`` gets a value.

        ``kind`` is its kind of structure, "" for another value, or None if the kind
        remains.
        """
        lower = name.lower()
        if kind is None:
            self.variables.setdefault(lower, "")
        else:
            self.variables[lower] = kind
        if self.first_spellings.setdefault(lower, name) == name:
            self.undeclared.discard(name)
        else:
            self.undeclared.add(name)

    def move_to(self, index: int) -> None:
        self.index, self.kind = index, self.kinds[index]
        self.token = self.tokens[index]

    @property
    def text(self) -> str:
        return self.token.text

    @property
    def offset(self) -> int:
        return self.token.start

    def checkpoint(self) -> Checkpoint:
        return self.index, self.depth, len(self.notes), len(self.errors)

    def restore(self, mark: Checkpoint) -> None:
        """Return to the position of a checkpoint; drop all later notes and errors."""
        index, self.depth, slips, errors = mark
        self.move_to(index)
        del self.notes[slips:], self.errors[errors:]

    def advance(self) -> None:
        """Go to the next token, or stay at the end of the part."""
        if self.kind != "end of text":
            self.move_to(self.index + 1)

    @property
    def next(self) -> Token:
        return self.peek(1)

    def peek(self, count: int) -> Token:
        return self.tokens[min(self.index + count, self.last)]

    @property
    def word(self) -> str:
        return self.token.text.lower()

    @property
    def next_kind(self) -> str:
        return self.kinds[self.index + 1]

    @property
    def is_first(self) -> bool:
        """Whether the current token is the first on its line."""
        return self.token.starts_line

    def accept(self, kind: str) -> bool:
        """Skip the current token if it is of ``kind``; return whether it was."""
        if self.kind != kind:
            return False
        self.advance()
        return True

    def expect(self, kind: str, where: str) -> None:
        if not self.accept(kind):
            self.fail("missing-sign", sign=kind, where=where)

    def current_token_text(self) -> str:
        """Return the current token in the form of messages, such as ``'end'``."""
        if self.index == self.last:
            return "the end of the text"
        if self.is_past_line_end:
            return "the end of the line"
        if self.kind == "string":
            return f"the text {self.text}"
        if not self.text.isprintable():
            return " ".join(f"U+{ord(mark):04X}" for mark in self.text)
        return f"'{self.text}'"

    @property
    def previous_end(self) -> int:
        """The end of the previous token."""
        return self.tokens[self.index - 1].end

    def text_between(self, start: int, end: int | None = None) -> str:
        """Return the text from offset ``start`` to ``end``, as one line.

        Without ``end``, it ends with the previous token.
        """
        text = self.source.text[start : self.previous_end if end is None else end]
        return " ".join(text.split())

    @property
    def is_apart(self) -> bool:
        """Whether the current symbol cannot continue the line above."""
        return self.offset in self.tokens.apart

    @property
    def is_past_line_end(self) -> bool:
        """Whether the current token starts a later line than the current statement."""
        return self.is_first and self.index > self.statement_start

    @cached_property
    def matching_brackets(self) -> dict[int, int]:
        """The index of the closing bracket, by the index of the opening one."""
        return closers(self.kinds)

    def kind_after_bracket(self, index: int) -> str:
        """Return the kind of the token after the closing bracket, or "" without one.

        ``index`` is that of the token with the opening bracket.
        """
        closer = self.matching_brackets.get(index)
        return self.kinds[closer + 1] if closer else ""

    def begins(self, index: int) -> bool:
        """Return whether an assignment or a call begins at the token ``index``."""
        name = self.kinds[index] == "name"
        return name and begins(self.tokens, self.matching_brackets, index)

    @cached_property
    def user_functions(self) -> set[str]:
        """The name keys of the functions defined in the text."""
        heads = [part.first for part in self.parts if part.is_function]
        named = [head + (self.kinds[head] == "function") for head in heads]
        return {name_key(self.tokens[index].text) for index in named}

    def fail(self, name: str, at: int | None = None, /, **fields: object) -> NoReturn:
        """Raise ParseError for the diagnosis ``name`` at offset ``at``.

        ``fields`` fill the fields of its message. By default, the error is at the
        current token or, if this is on a later line than the statement, at the end of
        the token before.
        """
        here = self.previous_end if self.is_past_line_end else self.offset
        place = here if at is None else at
        raise ParseError(place, name, **{"found": self.current_token_text(), **fields})

    def no_statement(self, otherwise: str) -> str:
        """Return the name of the diagnosis for a statement that starts here.

        If the current token has none, return ``otherwise``.
        """
        return diagnosis_name("statement", self.kind, self.text, otherwise=otherwise)

    def add_note(self, name: str, at: int | None = None, /, **fields: object) -> None:
        """Add a note on text that is understood, but not in the module's notation.

        ``name`` is its diagnosis, and ``fields`` fill the fields of the message. ``at``
        is an offset, by default that of the current token.
        """
        place = self.offset if at is None else at
        self.tokens.add_note(place, name, **{"text": self.text, **fields})

    def note_and_skip(self, name: str, /, **fields: object) -> None:
        """Add a note on the current token, and skip the token."""
        self.add_note(name, None, **fields)
        self.advance()

    def recover(self, read: Callable[[], T], *stops: str) -> T | None:
        """Return the result of ``read``; after a syntax error, record it, return None.

        After an error, continue on the next line, or at a token of a kind in ``stops``.
        Raise MistakeLimitError if there are already MAX_ERRORS errors.
        """
        depth = self.depth
        try:
            return read()
        except ParseError as misread:
            error = misread
        if len(self.errors) >= MAX_ERRORS:
            self.stopped = error.offset
            raise MistakeLimitError from error
        remark = make_remark(self.source, error.offset, error.name, **error.fields)
        self.errors.append(remark)
        self.depth = depth
        if self.index == self.statement_start:
            self.advance()
        while self.kind not in stops and not self.is_first:
            self.advance()
        return None

    def enter_nesting(self) -> None:
        """Count a level of nesting. Raise ParseError above MAX_NESTING."""
        self.depth += 1
        if self.depth > MAX_NESTING:
            self.fail("too-deep", most=MAX_NESTING)
