"""The parser's position in a list of tokens, with the notes and names found so far."""

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple, NoReturn, TypeVar

from pseudocode.reading.advice import MAX_ERRORS, diagnosis_name, make_remark
from pseudocode.reading.lines import blank_furniture
from pseudocode.reading.rules import rewrite
from pseudocode.reading.segmenter import begins_assignment_or_call, segment
from pseudocode.reading.source import Remark, Source
from pseudocode.reading.tokens import Token, closers, read_tokens
from pseudocode.reading.vocabulary import name_key

T = TypeVar("T")

MAX_NESTING = 60  # nested blocks, brackets and operators


class ParseError(Exception):
    """Raised at a syntax error; the parser records it and resumes on the next line.

    ``offset`` is that of the error, ``name`` the name of the diagnosis in `advice`, and
    ``fields`` are the values for its message.
    """

    def __init__(self, offset: int, name: str, /, **fields: object) -> None:
        super().__init__(name)
        self.offset = offset
        self.name = name
        self.fields = fields


class Checkpoint(NamedTuple):
    """Where parsing may begin again: a token, the depth, and the number of messages."""

    position: int
    depth: int
    notes: int
    errors: int


class MistakeLimitError(Exception):
    """Raised to stop the parser if the text has more than MAX_ERRORS errors."""


class Cursor:
    """The parser's position in the tokens of ``source``, its notes and symbol table."""

    def __init__(self, source: Source) -> None:
        self.source = source
        notes = [*blank_furniture(source), *rewrite(source)]
        self.tokens = read_tokens(source)
        self.tokens.notes[:0] = notes
        self.sections = segment(source, self.tokens)
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
        self.has_empty_lists = False  # whether a ``x ← []`` was read
        self.stop_offset = 0  # where MistakeLimitError was raised
        self.statement_start = 0  # the first token of the statement that is being read
        self.is_lost = False  # whether an end was not where the segmenter saw one
        self.move_to(0)

    def declare(self, name: str, kind: str | None = None) -> None:
        """Record that the variable ``name`` gets a value at the current token.

        ``kind`` is the structure stored, such as "Queue", or "" for any other value. If
        it is None, a kind recorded earlier remains.
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
        """Make the token at ``index`` the current one."""
        self.index = index
        self.kind = self.kinds[index]
        self.token = self.tokens[index]

    @property
    def text(self) -> str:
        return self.token.text

    @property
    def offset(self) -> int:
        return self.token.start

    def checkpoint(self) -> Checkpoint:
        """Return the present state of reading, to come back to."""
        return Checkpoint(self.index, self.depth, len(self.notes), len(self.errors))

    def restore(self, checkpoint: Checkpoint) -> None:
        """Return to ``checkpoint``; drop the notes and errors added since."""
        self.move_to(checkpoint.position)
        self.depth = checkpoint.depth
        del self.notes[checkpoint.notes :], self.errors[checkpoint.errors :]

    def advance(self) -> None:
        """Go to the next token, if there is one."""
        if self.kind != "end of text":
            self.move_to(self.index + 1)

    @property
    def next(self) -> Token:
        return self.peek(1)

    def peek(self, count: int) -> Token:
        """Return the token ``count`` further on, or the last token."""
        return self.tokens[min(self.index + count, self.last)]

    @property
    def word(self) -> str:
        return self.token.text.lower()

    @property
    def next_kind(self) -> str:
        return self.kinds[self.index + 1]

    @property
    def is_first(self) -> bool:
        return self.token.starts_line

    def accept(self, kind: str) -> bool:
        """Skip the current token if it is of ``kind``, and return whether it is."""
        if self.kind != kind:
            return False
        self.advance()
        return True

    def expect(self, kind: str, where: str) -> None:
        """Skip a token of this ``kind``; raise ParseError if another is there."""
        if not self.accept(kind):
            self.fail("missing-sign", sign=kind, where=where)

    def current_token_text(self) -> str:
        """Return a description of the current token for messages, such as ``'end'``."""
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
        return self.tokens[self.index - 1].end

    def text_from(self, start: int) -> str:
        """Return the source from ``start`` to the end of the previous token, on a line."""
        return " ".join(self.source.text[start : self.previous_end].split())

    @property
    def is_apart(self) -> bool:
        """Whether the current token starts a line separate from the one above."""
        return self.offset in self.tokens.detached_signs

    @property
    def is_past_line_end(self) -> bool:
        """Whether the current token starts a line below the statement's first."""
        return self.is_first and self.index > self.statement_start

    @cached_property
    def matching_brackets(self) -> dict[int, int]:
        """The index of each closing bracket, by the index of its opening bracket."""
        return closers(self.kinds)

    def kind_after_bracket(self, index: int) -> str:
        """Return the kind of the token after the matching closing bracket, or "".

        ``index`` is the token index of the opening bracket.
        """
        closer = self.matching_brackets.get(index)
        return self.kinds[closer + 1] if closer else ""

    def begins_assignment_or_call(self, index: int) -> bool:
        """Return whether an assignment or a call begins at the token ``index``."""
        return self.kinds[index] == "name" and begins_assignment_or_call(
            self.tokens, self.matching_brackets, index
        )

    @cached_property
    def user_functions(self) -> set[str]:
        """The functions defined in the text, in lower case and without ``_``."""
        headers = [section.first for section in self.sections if section.is_function]
        named = [header + (self.kinds[header] == "function") for header in headers]
        return {name_key(self.tokens[index].text) for index in named}

    def fail(
        self, name: str, offset: int | None = None, /, **fields: object
    ) -> NoReturn:
        """Raise ParseError with the diagnosis ``name`` at ``offset``.

        ``fields`` are the values for its message. By default, the error is at the
        current token or, if that token is past the end of the line, after the previous
        one.
        """
        default_offset = self.previous_end if self.is_past_line_end else self.offset
        error_offset = default_offset if offset is None else offset
        fields.setdefault("found", self.current_token_text())
        raise ParseError(error_offset, name, **fields)

    def no_statement(self, otherwise: str) -> str:
        """Return the diagnosis for a statement that starts here, or ``otherwise``."""
        return diagnosis_name("statement", self.kind, self.text, otherwise=otherwise)

    def add_note(
        self, name: str, offset: int | None = None, /, **fields: object
    ) -> None:
        """Add a note on text that is understood but is not in the course's notation.

        ``name`` is the name of a diagnosis, and ``fields`` are the values for its
        message. ``offset`` is by default that of the current token.
        """
        note_offset = self.offset if offset is None else offset
        fields.setdefault("text", self.text)
        self.tokens.add_note(note_offset, name, **fields)

    def note_and_skip(self, name: str, /, **fields: object) -> None:
        """Add a note on the current token, and go to the next one."""
        self.add_note(name, None, **fields)
        self.advance()

    def recover(self, read: Callable[[], T], *stops: str) -> T | None:
        """Return the result of ``read()``, or record its syntax error and return None.

        After an error, the cursor moves to the next line, or to a token whose kind is
        in ``stops``. Raise MistakeLimitError if MAX_ERRORS errors are already recorded.
        """
        depth = self.depth
        try:
            return read()
        except ParseError as misread:
            error = misread
        if len(self.errors) >= MAX_ERRORS:
            self.stop_offset = error.offset
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
        """Add a level of nesting. Raise ParseError if it exceeds MAX_NESTING."""
        self.depth += 1
        if self.depth > MAX_NESTING:
            self.fail("too-deep", most=MAX_NESTING)
