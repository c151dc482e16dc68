"""Split text into tokens, and read them one after the other.

The kind of a token is the keyword or the sign itself, in the module's spelling, or
one of "name", "number", "string", "unknown" and "end of text". Pasted signs are
corrected, and comments left out.
"""

import re
from collections.abc import Callable
from functools import cached_property
from itertools import islice
from typing import NamedTuple, NoReturn, TypeAlias, TypeVar
from unicodedata import normalize

from pseudoku.pseudocode.reading.advice import (
    MOST_MISTAKES,
    MOST_NOTES,
    about,
    diagnosis,
)
from pseudoku.pseudocode.reading.furniture import blank_furniture
from pseudoku.pseudocode.reading.rules import rewrite
from pseudoku.pseudocode.reading.source import Remark, Source
from pseudoku.pseudocode.reading.words import (
    KEYWORDS,
    TWO_WORDS,
    in_full,
    is_handout_name,
    key,
)

# Each sign, and all other spellings of it that people type or paste.
SPELLINGS = {
    "←": "<- <– <− ‹- ‹– := ⟵ ⇐ ⇦ ⬅ ⟸ ↞ 🠐 🠔 🡐 🡄 🡨 \uf0ac \uf0df \uf0e7 \\leftarrow \\gets",
    "≠": "!= <> =\u0338 \u0338= \uf0b9 \\neq \\ne",
    "≤": "<= =< ⩽ ≦ \uf0a3 \\leq \\le \\leqslant",
    "≥": ">= => ⩾ ≧ \uf0b3 \\geq \\ge \\geqslant",
    "=": "== ===",
    "<": "\\lt",
    ">": "\\gt",
    "+": "",
    "−": "- – — ‐ ‑ ⁻ \uf02d",
    "**": "",
    "→": "-> ⟶ \\to \\rightarrow",
    "×": "* · ⋅ ∙ ∗ ✕ ⨯ \uf0b4 \\times \\cdot",
    "/": "÷ ∕ ⁄ \\div",
    "mod": "\\bmod \\mod",
    "∧": "&& & ⋀ \uf0d9 \\land \\wedge",
    "∨": "|| ⋁ \uf0da \\lor \\vee",
    "¬": "! ∼ \uf0d8 \\neg \\lnot",
    "⌊": "\uf0eb \\lfloor",
    "⌋": "\uf0fb \\rfloor",
    "⌈": "\uf0e9 \\lceil",
    "⌉": "\uf0f9 \\rceil",
    "∈": "\\in",
    "...": "… ⋯ ⋮ \\ldots \\dots",
    **dict.fromkeys("( ) [ ] { } , ; : . .. ++ += -= *= /= %= //".split(), ""),
}
SIGNS = {other: sign for sign, row in SPELLINGS.items() for other in row.split()}
SIGNS |= {sign: sign for sign in SPELLINGS}
# Signs of other languages, which are noted.
SLIPS = {
    "%": "mod",
    "<--": "←",
    "<—": "←",
    "‹—": "←",
    "←-": "←",
    "~=": "≠",
    "=/=": "≠",
    "~": "¬",
}

SIGNS |= SLIPS
LONG_SIGNS = [sign for sign in SIGNS if len(sign) > 1 and sign[0] != "\\"]
WORDS = KEYWORDS | dict(zip(TWO_WORDS, TWO_WORDS))
MOST_TOKENS = 30_000  # a student's answer has a thousand

TOKEN = re.compile(
    r"""
    [\s\u200b-\u200d\u2060\ufeff\u00ad]*+
    (?: (?P<word> [^\W\d]\w* )
      | (?P<number> \d+ (?: \.\d+ )? )
      | (?P<comment> // | \# | [▷⊳▹] | (?<!\S) --+ (?: \s | \w+[^\S\n]+\w | $ ) )
      | (?P<opening> /\* | \(\* | \"{3} | '{3} | ["'“‘] )
      | (?P<sign> [^\\FIRST] | \\[a-zA-Z]+ | SIGNS | . )
      | (?P<end> \Z ) )
    """.replace("FIRST", re.escape("".join({one[0] for one in LONG_SIGNS}))).replace(
        "SIGNS",
        "|".join(map(re.escape, sorted(LONG_SIGNS, key=len, reverse=True))),
    ),
    re.VERBOSE | re.MULTILINE,
)
PASCAL, BRACED = r"(?i)\bbegin\b", r"\{[^{}\n]*\}"
# What closes another language's comment, and a text on the same line.
COMMENTS = {"/*": "*/", "(*": "*)", '"' * 3: '"' * 3, "'" * 3: "'" * 3}
CLOSING = {**COMMENTS, '"': '"', "'": "'", "“": "”", "‘": "’"}
CONTEXT = ("//", *CLOSING)  # what they are depends on what is around them
BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
# What follows `//` where it divides: one operand, or several with signs between.
DIVISOR = r"\s*(?:(\d+)|([^\W\d]\w*)(?=\s*[-+*/×−)\]]|\s*$))"


class Token(NamedTuple):
    kind: str
    text: str
    start: int
    end: int  # not start + len(text): a ligature is one character
    line: int
    indent: int  # of the line
    first: bool  # on the line


class Tokens(list[Token]):
    """The tokens of ``source``, ending with "end of text", and the notes on them."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        self.source = source
        self.slips: list[Remark] = []
        self.stops: list[Remark] = []  # why the rest of the text is not read
        self.names: set[str] = set()  # of this function, in the tokens `named`
        self.named = 0
        self.known: dict[str, str] = {}  # the kinds of words and signs so far
        self.unclosed: set[str] = set()  # openings that the line does not close
        self.line_end = -1
        self.arrow = 0  # the last line with an arrow

    def read(self, text: str) -> None:
        line, margin, indent, last, position = 1, 0, 0, 0, 0
        known, group, append = self.known, "", self.append
        while group != "end":
            most = max(1, MOST_TOKENS + 1 - len(self))  # and the end
            for found in islice(TOKEN.finditer(text, position), most):
                begin = position
                at, position = found.span(found.lastindex or 0)
                if at != begin and text[begin:at] != " ":
                    if lines := text.count("\n", begin, at):
                        line, margin = line + lines, text.rfind("\n", begin, at) + 1
                if first := line != last:
                    indent = len(text[margin:at].expandtabs(4))
                word = text[at:position]
                if kind := known.get(word):
                    if kind == "←":
                        self.arrow = line
                    last = line
                    append(Token(kind, word, at, position, line, indent, first))
                    continue
                group = found.lastgroup or "end"
                if group == "opening" or group == "comment":
                    group, position = self.unread(group, at, position, line, first)
                    if group == "comment":
                        if lines := text.count("\n", at, position):
                            line += lines
                            margin = text.rfind("\n", at, position) + 1
                        break
                last = line
                kind, word = self.kind(group, text[at:position], at)
                if kind in TWO_WORDS:
                    one, word = TWO_WORDS[kind]
                    append(Token(one, one, at, position, line, indent, first))
                    kind, first = word, False
                elif kind == "←":
                    self.arrow = line
                elif group == "end":
                    line, first = line + 1, True
                append(Token(kind, word, at, position, line, indent, first))
                if group == "end" or group != found.lastgroup:
                    break
            else:  # there are more
                del self[MOST_TOKENS:]
                end = self[-1].end
                self.stop("too-long", end, MOST_TOKENS)
                append(Token("end of text", "", end, end, line + 1, 0, True))
                return

    def kind(self, group: str, text: str, at: int) -> tuple[str, str]:
        """Return the kind of the token ``text``, and the text in plain letters."""
        kind, written = group, text
        if group in ("word", "sign") and not text.isascii():
            text = normalize("NFKC", text)  # without ligatures
        if group == "word":
            known = text.isidentifier()
            kind = WORDS.get(text.lower(), "name") if known else "unknown"
        elif group == "sign":
            kind = SIGNS.get(text, "unknown")
        elif group == "end":
            return "end of text", ""
        if text in SLIPS or kind in TWO_WORDS:
            right = " ".join(TWO_WORDS.get(kind, (kind,)))
            self.slip(at, "other-sign", text=text, word=right)
        elif group != "string" and text == written and text not in CONTEXT:
            self.known[text] = kind
        return kind, text

    def unread(
        self, group: str, at: int, end: int, line: int, first: bool
    ) -> tuple[str, int]:
        """Return what begins at ``at``, a text, a comment or a sign, and its end."""
        text, opening = self.source.text, self.source.text[at:end]
        if at >= self.line_end:
            self.line_end = text.find("\n", at)
            self.line_end = len(text) if self.line_end < 0 else self.line_end
            self.unclosed &= {*COMMENTS}
        if group == "comment":
            divides = opening == "//" and self.arrow == line and self.divides(at)
            return ("sign", end) if divides else ("comment", self.line_end)
        closing, comment, end, again = CLOSING[opening], opening in COMMENTS, -1, -1
        start = at + len(opening)
        if opening not in self.unclosed:
            end = text.find(closing, start, None if comment else self.line_end)
            again = text.find(opening, start, end)
        if end < 0 or (opening in ("/*", "(*") and self.line_end < again < end):
            self.unclosed.add(opening)
            comment, end = opening == "'" and first, -1
        if comment:
            self.slip(at, "other-comment")
            return "comment", self.line_end if end < 0 else end + len(closing)
        return ("sign", at + 1) if end < 0 else ("string", end + len(closing))

    def divides(self, at: int) -> bool:
        """Return whether the ``//`` at ``at``, between operands, is a division."""
        right = re.compile(DIVISOR).match(self.source.text, at + 2, self.line_end)
        if self[-1].kind not in ("name", "number", ")", "]") or not right:
            return False
        for token in self[self.named :]:
            if token.kind == "function":
                self.names.clear()  # prose has other words
            elif token.kind == "name":
                self.names.add(token.text)
        self.named = len(self)
        return bool(right[1]) or right[2] in self.names

    def stop(self, name: str, at: int, most: int) -> None:
        self.stops.append(diagnosis(self.source, at, name, most=f"{most:,}"))

    def slip(self, at: int, name: str, /, **fields: object) -> None:
        if len(self.slips) <= MOST_NOTES:
            self.slips.append(diagnosis(self.source, at, name, **fields))


def read_tokens(source: Source) -> Tokens:
    tokens, text = Tokens(source), source.text
    if "begin" in text.lower() and re.search(PASCAL, text):
        text = re.sub(BRACED, lambda found: " " * len(found[0]), text)
    tokens.read(text)
    return tokens


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
        self.column = -1  # of its first line
        self.unsure = False  # whether a line of it may belong to another block
        self.parts = 0  # statements in the block
        self.begun = ""  # ``begin`` or ``{``, if the block begins with it

    def align(self, cursor: "Cursor") -> None:
        """Note whether the indentation of the statement here says in which block it is.

        In a PDF, the columns of a block may differ by one, and pages in their margins.
        """
        indent = cursor.token.indent
        if self.column < 0:
            self.column = indent
        uneven = abs(indent - self.column) > 1
        self.unsure |= uneven or self.is_on_an_earlier_page(cursor)

    def is_unclear(self, cursor: "Cursor") -> bool:
        """Return whether indentation leaves open that the block ends here."""
        if not self.indented:
            return self.parts > 1
        in_words = cursor.kind in ("end", "function", "end of text")
        return self.unsure or not in_words and self.is_on_an_earlier_page(cursor)

    def is_on_an_earlier_page(self, cursor: "Cursor") -> bool:
        page = cursor.source.page
        return page(self.line) != page(cursor.token.line)


class Cursor:
    """A position among the tokens of ``source``; ``kind`` is the kind of its token."""

    def __init__(self, source: Source) -> None:
        self.source = source
        notes = [*blank_furniture(source), *rewrite(source)]
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
        self.token = self.tokens[index]

    @property
    def text(self) -> str:
        return self.token.text

    @property
    def at(self) -> int:
        return self.token.start

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
    def is_plain_header(self) -> bool:
        """Whether a header without ``function`` is here, as in ``MakeVector(row):``."""
        if self.kind != "name" or self.next_kind != "(" or not self.is_first:
            return False
        closer = self.closers.get(self.index + 1)
        if not closer or not is_handout_name(in_full(self.text)):
            return False
        last, own = self.tokens[closer + 1], key(self.text) in self.own_names
        plain = {*self.kinds[self.index + 2 : closer]} <= {"name", ","}
        return plain and (last.kind in (":", "{") or last.first and not own)

    @property
    def is_apart(self) -> bool:
        """Whether the token here continues no expression, by indentation.

        It begins a line that has a blank line above or is indented no more than the
        statement.
        """
        if not (self.by_indent and self.is_first):
            return False
        begin = self.tokens[self.started]
        return self.token.indent <= begin.indent or self.has_gap

    @property
    def has_gap(self) -> bool:
        """Whether a blank line is above the token here, and not above most lines."""
        between = self.source.text[self.behind : self.at]
        return bool(BLANK_LINE.search(between)) and not self.is_spaced

    @cached_property
    def is_spaced(self) -> bool:
        """Whether most lines have a blank line above."""
        lines = [line.strip() for line in self.source.original.split("\n")]
        below = [above for above, line in zip(lines, lines[1:]) if line]
        return 5 * below.count("") > 3 * len(below)

    @property
    def is_below(self) -> bool:
        """Whether the line of the statement that is being read has ended."""
        return self.is_first and self.index > self.started

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
        kinds = self.kinds
        heads = [index for index, kind in enumerate(kinds) if kind == "function"]
        named = [index + 1 for index in heads if kinds[index + 2] == "("]
        return {key(self.tokens[index].text) for index in named}

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

    def attempt(self, read: Callable[[], T], *stops: str) -> T | None:
        """Return the result of ``read``; after a mistake, None.

        Then go to the next line, or to a token of one of the kinds in ``stops``.
        """
        depth, opened = self.depth, len(self.open)
        try:
            return read()
        except Misread as misread:
            error = misread
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
        return None

    def deeper(self) -> None:
        """Count a level of nesting. Raise Misread if there are more than DEEPEST."""
        self.depth += 1
        if self.depth > DEEPEST:
            self.misread("too-deep", most=DEEPEST)
