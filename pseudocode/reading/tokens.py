"""Split pseudocode into tokens.

The ``kind`` of a token is its keyword or symbol in the course's spelling (``←`` for
``<-``), or one of "name", "number", "string", "unknown" and "end of text". Comments are
left out.
"""

import re
from itertools import islice
from typing import NamedTuple
from unicodedata import normalize

from pseudocode.reading import operators
from pseudocode.reading.advice import MAX_NOTES, make_remark
from pseudocode.reading.source import Remark, Source
from pseudocode.reading.vocabulary import KEYWORDS, TWO_WORDS

# Each sign, and all other spellings of it that people type or paste.
TOKEN_SPELLINGS = operators.SPELLINGS | {
    "←": "<- <– <− ‹- ‹– := ⟵ ⇐ ⇦ ⬅ ⟸ ↞ 🠐 🠔 🡐 🡄 🡨 \uf0ac \uf0df \uf0e7 \\leftarrow \\gets",
    "**": "",
    "→": "-> ⟶ \\to \\rightarrow",
    "¬": "! ∼ \uf0d8 \\neg \\lnot",
    "⌊": "\uf0eb \\lfloor",
    "⌋": "\uf0fb \\rfloor",
    "⌈": "\uf0e9 \\lceil",
    "⌉": "\uf0f9 \\rceil",
    "∈": "\\in",
    "...": "… ⋯ ⋮ \\ldots \\dots",
    **dict.fromkeys("( ) [ ] { } , ; : . .. ++ += -= *= /= %= //".split(), ""),
}
SYMBOL_KINDS = {
    other: sign for sign, row in TOKEN_SPELLINGS.items() for other in row.split()
}
SYMBOL_KINDS |= {sign: sign for sign in TOKEN_SPELLINGS}
# Signs of other languages, which are noted.
NOTED_SYMBOLS = operators.FOREIGN_SIGNS | {
    "<--": "←",
    "<—": "←",
    "‹—": "←",
    "←-": "←",
    "~": "¬",
}

SYMBOL_KINDS |= NOTED_SYMBOLS
LONG_SYMBOLS = [sign for sign in SYMBOL_KINDS if len(sign) > 1 and sign[0] != "\\"]
WORD_KINDS = KEYWORDS | dict(zip(TWO_WORDS, TWO_WORDS))
MAX_TOKENS = 30_000  # a student's answer has a thousand

TOKEN_PATTERN = re.compile(
    r"""
    [\s\u200b-\u200d\u2060\ufeff\u00ad]*+
    (?: (?P<word> [^\W\d]\w* )
      | (?P<number> \d+ (?: \.\d+ )? )
      | (?P<comment> // | \# | [▷⊳▹] | (?<!\S) --+ (?: \s | \w+[^\S\n]+\w | $ ) )
      | (?P<opening> /\* | \(\* | \"{3} | '{3} | ["'“‘] )
      | (?P<sign> [^\\FIRST] | \\[a-zA-Z]+ | SIGNS | . )
      | (?P<end> \Z ) )
    """.replace("FIRST", re.escape("".join({one[0] for one in LONG_SYMBOLS}))).replace(
        "SIGNS",
        "|".join(map(re.escape, sorted(LONG_SYMBOLS, key=len, reverse=True))),
    ),
    re.VERBOSE | re.MULTILINE,
)
PASCAL_BEGIN = r"(?i)\bbegin\b"
PASCAL_COMMENT = r"\{[^{}\n]*\}"
# What closes another language's comment, and a text on the same line.
COMMENTS = {"/*": "*/", "(*": "*)", '"' * 3: '"' * 3, "'" * 3: "'" * 3}
CLOSING_QUOTES = {**COMMENTS, '"': '"', "'": "'", "“": "”", "‘": "’"}
CLOSING_BRACKETS = {"(": ")", "[": "]", "{": "}"}
# What these are depends on what is around them.
CONTEXT_SYMBOLS = ("//", *CLOSING_QUOTES)
BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
# What follows `//` where it divides: one operand, or several with signs between.
DIVISOR = re.compile(r"\s*(?:(\d+)|([^\W\d]\w*)(?=\s*[-+*/×−)\]]|\s*$))")


class Token(NamedTuple):
    """A token; ``start`` and ``end`` are offsets, and lines count from 1."""

    kind: str
    text: str
    start: int
    end: int  # not start + len(text): a ligature is one character
    line: int
    indent: int  # of the line
    starts_line: bool  # on the line


class Tokens(list[Token]):
    """The list of the tokens of ``source``, with messages about them.

    The last token has the kind "end of text". ``notes`` are messages about unusual
    spellings, and ``stop_reasons`` say why the rest of the text was not read.
    """

    def __init__(self, source: Source) -> None:
        super().__init__()
        self.source = source
        self.notes: list[Remark] = []
        self.stop_reasons: list[Remark] = []  # why the rest of the text is not read
        self.corrected_keywords: dict[int, Remark] = {}  # the notes by offset
        # The lines that are read as calls and may be headers, by the names there.
        self.unclear_headers: dict[str, int] = {}
        self.detached_signs: set[int] = set()  # offsets: they continue no line
        self.names_so_far: set[str] = set()  # of this function
        self.named_tokens = 0  # the tokens whose names are in `names_so_far`
        self.kinds_by_text: dict[str, str] = {}  # of words and signs so far
        self.unclosed_openings: set[str] = set()  # on this line
        self.line_end = -1  # the offset where the line of the last opening ends
        self.arrow_line = 0  # the last line with an arrow, from 1; 0: none

    def read(self, text: str) -> None:  # noqa: C901 (calls take too long here)
        """Append the tokens of ``text``, at most MAX_TOKENS, and an "end of text"."""
        line = 1
        line_start = 0
        indent = 0
        token_line = 0  # of the last token
        end = 0
        kinds_by_text = self.kinds_by_text
        append = self.append
        group = ""
        while group != "end":
            # A comment or a string ends the inner loop: the pattern goes on behind it.
            tokens_left = max(1, MAX_TOKENS + 1 - len(self))  # with "end of text"
            for match in islice(TOKEN_PATTERN.finditer(text, end), tokens_left):
                gap_start = end
                start, end = match.span(match.lastindex or 0)
                if start != gap_start and text[gap_start:start] != " ":
                    if lines := text.count("\n", gap_start, start):
                        line += lines
                        line_start = text.rfind("\n", gap_start, start) + 1
                if starts_line := line != token_line:
                    indent = len(text[line_start:start].expandtabs(4))
                word = text[start:end]
                if kind := kinds_by_text.get(word):
                    if kind == "←":
                        self.arrow_line = line
                    token_line = line
                    append(Token(kind, word, start, end, line, indent, starts_line))
                    continue
                group = match.lastgroup or "end"
                if group == "opening" or group == "comment":
                    group, end = self.classify_opening(
                        group, start, end, line, starts_line
                    )
                    if group == "comment":
                        if lines := text.count("\n", start, end):
                            line += lines
                            line_start = text.rfind("\n", start, end) + 1
                        break
                token_line = line
                kind, word = self.kind(group, text[start:end], start)
                if kind in TWO_WORDS:
                    kind, word = TWO_WORDS[kind]
                    append(Token(kind, kind, start, end, line, indent, starts_line))
                    kind = word
                    starts_line = False
                elif kind == "←":
                    self.arrow_line = line
                elif group == "end":
                    line += 1
                    starts_line = True
                append(Token(kind, word, start, end, line, indent, starts_line))
                if group == "end" or group != match.lastgroup:
                    break
            else:  # there are more
                del self[MAX_TOKENS:]
                end = self[-1].end
                self.stop("too-long", end, MAX_TOKENS)
                append(Token("end of text", "", end, end, line + 1, 0, True))
                return

    def kind(self, group: str, text: str, offset: int) -> tuple[str, str]:
        """Return the kind of a token, such as "name", and its text in plain letters.

        ``group`` is the group of TOKEN_PATTERN that matched ``text`` at ``offset``.
        A note is added for a symbol of another language.
        """
        kind = group
        written = text
        if group in ("word", "sign") and not text.isascii():
            text = normalize("NFKC", text)  # without ligatures
        if group == "word":
            is_name = text.isidentifier()
            kind = WORD_KINDS.get(text.lower(), "name") if is_name else "unknown"
        elif group == "sign":
            kind = SYMBOL_KINDS.get(text, "unknown")
        elif group == "end":
            return "end of text", ""
        if text in NOTED_SYMBOLS or kind in TWO_WORDS:
            right = " ".join(TWO_WORDS.get(kind, (kind,)))
            self.add_note(offset, "other-sign", text=text, word=right)
        elif group != "string" and text == written and text not in CONTEXT_SYMBOLS:
            self.kinds_by_text[text] = kind
        return kind, text

    def classify_opening(
        self, group: str, offset: int, end: int, line: int, starts_line: bool
    ) -> tuple[str, int]:
        """Return what the quotation mark or comment mark at ``offset`` begins.

        The result is ``(type, end)``: "string", "comment" or "sign", and the offset
        after it. ``group`` is "opening" or "comment", ``end`` the offset after the
        mark, and ``starts_line`` whether the mark is the first on its ``line``.
        """
        text = self.source.text
        if offset >= self.line_end:
            self.line_end = text.find("\n", offset)
            if self.line_end < 0:
                self.line_end = len(text)
            self.unclosed_openings &= {*COMMENTS}
        opening = text[offset:end]
        if group == "comment":
            if opening == "//" and self.arrow_line == line and self.divides(offset):
                return "sign", end
            return "comment", self.line_end
        closing_end = self.find_closing(opening, end)
        if opening in COMMENTS and closing_end:
            self.add_note(offset, "other-comment")
            return "comment", closing_end
        if closing_end:
            return "string", closing_end
        self.unclosed_openings.add(opening)
        if opening == "'" and starts_line:  # as in Visual Basic
            self.add_note(offset, "other-comment")
            return "comment", self.line_end
        return "sign", offset + 1

    def find_closing(self, opening: str, start: int) -> int:
        """Return the offset after what closes ``opening``, or 0 if nothing does.

        The text after it begins at ``start``; a string must end on its line.
        """
        if opening in self.unclosed_openings:
            return 0
        text = self.source.text
        closing = CLOSING_QUOTES[opening]
        limit = len(text) if opening in COMMENTS else self.line_end
        end = text.find(closing, start, limit)
        if end < 0:
            return 0
        if opening in ("/*", "(*"):  # another one below belongs to the closing sign
            if self.line_end < text.find(opening, start, end):
                return 0
        return end + len(closing)

    def divides(self, offset: int) -> bool:
        """Return whether the ``//`` at ``offset`` is a division and not a comment.

        A division has an operand before it and, after it, a number or a name that
        occurs earlier in the function.
        """
        divisor = DIVISOR.match(self.source.text, offset + 2, self.line_end)
        if self[-1].kind not in ("name", "number", ")", "]") or not divisor:
            return False
        for token in self[self.named_tokens :]:
            if token.kind == "function":
                self.names_so_far.clear()  # prose has other words
            elif token.kind == "name":
                self.names_so_far.add(token.text)
        self.named_tokens = len(self)
        return bool(divisor[1]) or divisor[2] in self.names_so_far

    def stop(self, name: str, offset: int, limit: int) -> None:
        """Add the reason for which the text after ``offset`` is not read."""
        reason = make_remark(self.source, offset, name, most=f"{limit:,}")
        self.stop_reasons.append(reason)

    def add_note(self, offset: int, name: str, /, **fields: object) -> None:
        """Add a note on the diagnosis ``name``, if there are not too many."""
        if len(self.notes) <= MAX_NOTES:
            self.notes.append(make_remark(self.source, offset, name, **fields))


def read_tokens(source: Source) -> Tokens:
    """Return the tokens of ``source``, without Pascal's comments if it is Pascal."""
    tokens = Tokens(source)
    text = source.text
    if "begin" in text.lower() and re.search(PASCAL_BEGIN, text):
        text = re.sub(PASCAL_COMMENT, lambda match: " " * len(match[0]), text)
    tokens.read(text)
    return tokens


def closers(kinds: list[str]) -> dict[int, int]:
    """Return the index of each closing bracket, by that of its opening bracket."""
    closer_of: dict[int, int] = {}
    open_indices: dict[str, list[int]] = {")": [], "]": [], "}": []}
    for index, kind in enumerate(kinds):
        if kind in CLOSING_BRACKETS:
            open_indices[CLOSING_BRACKETS[kind]].append(index)
        elif open_indices.get(kind):
            closer_of[open_indices[kind].pop()] = index
        elif kind == "end of text":
            for indices in open_indices.values():
                indices.clear()
    return closer_of
