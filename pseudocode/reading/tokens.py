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
SPELLINGS = operators.SPELLINGS | {
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
SYMBOL_KINDS = {other: sign for sign, row in SPELLINGS.items() for other in row.split()}
SYMBOL_KINDS |= {sign: sign for sign in SPELLINGS}
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
# What these are depends on what is around them.
CONTEXT_SYMBOLS = ("//", *CLOSING_QUOTES)
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
        self.apart: set[int] = set()  # offsets of signs that continue no line above
        self.names: set[str] = set()  # of this function, in the tokens `named`
        self.indexed_tokens = 0
        self.known: dict[str, str] = {}  # the kinds of words and signs so far
        self.unclosed: set[str] = set()  # openings that the line does not close
        self.line_end = -1
        self.arrow = 0  # the last line with an arrow

    def read(self, text: str) -> None:  # noqa: C901 (calls take too long here)
        """Append the tokens of ``text``, at most MAX_TOKENS, and an "end of text"."""
        line = 1
        margin = 0
        indent = 0
        last = 0
        position = 0
        known = self.known
        group = ""
        append = self.append
        while group != "end":
            tokens_left = max(1, MAX_TOKENS + 1 - len(self))  # and the end
            for match in islice(TOKEN_PATTERN.finditer(text, position), tokens_left):
                begin = position
                offset, position = match.span(match.lastindex or 0)
                if offset != begin and text[begin:offset] != " ":
                    if lines := text.count("\n", begin, offset):
                        line = line + lines
                        margin = text.rfind("\n", begin, offset) + 1
                if first := line != last:
                    indent = len(text[margin:offset].expandtabs(4))
                word = text[offset:position]
                if kind := known.get(word):
                    if kind == "←":
                        self.arrow = line
                    last = line
                    append(Token(kind, word, offset, position, line, indent, first))
                    continue
                group = match.lastgroup or "end"
                if group == "opening" or group == "comment":
                    group, position = self.classify_opening(
                        group, offset, position, line, first
                    )
                    if group == "comment":
                        if lines := text.count("\n", offset, position):
                            line += lines
                            margin = text.rfind("\n", offset, position) + 1
                        break
                last = line
                kind, word = self.kind(group, text[offset:position], offset)
                if kind in TWO_WORDS:
                    first_word, word = TWO_WORDS[kind]
                    place = offset, position, line, indent, first
                    append(Token(first_word, first_word, *place))
                    kind = word
                    first = False
                elif kind == "←":
                    self.arrow = line
                elif group == "end":
                    line = line + 1
                    first = True
                append(Token(kind, word, offset, position, line, indent, first))
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
            self.known[text] = kind
        return kind, text

    def classify_opening(
        self, group: str, offset: int, end: int, line: int, first: bool
    ) -> tuple[str, int]:
        """Return what the quotation mark or comment mark at ``offset`` begins.

        The result is ``(type, end)``: "string", "comment" or "sign", and the offset
        after it. ``group`` is "opening" or "comment", ``end`` the offset after the
        mark, and ``first`` whether the mark is the first on its ``line``.
        """
        text = self.source.text
        opening = self.source.text[offset:end]
        if offset >= self.line_end:
            self.line_end = text.find("\n", offset)
            self.line_end = len(text) if self.line_end < 0 else self.line_end
            self.unclosed &= {*COMMENTS}
        if group == "comment":
            divides = opening == "//" and self.arrow == line and self.divides(offset)
            return ("sign", end) if divides else ("comment", self.line_end)
        closing = CLOSING_QUOTES[opening]
        comment = opening in COMMENTS
        end = -1
        again = -1
        start = offset + len(opening)
        if opening not in self.unclosed:
            end = text.find(closing, start, None if comment else self.line_end)
            again = text.find(opening, start, end)
        if end < 0 or (opening in ("/*", "(*") and self.line_end < again < end):
            self.unclosed.add(opening)
            comment = opening == "'" and first
            end = -1
        if comment:
            self.add_note(offset, "other-comment")
            return "comment", self.line_end if end < 0 else end + len(closing)
        return ("sign", offset + 1) if end < 0 else ("string", end + len(closing))

    def divides(self, offset: int) -> bool:
        """Return whether the ``//`` at ``offset`` is a division and not a comment.

        A division has an operand before it and, after it, a number or a name that
        occurs earlier in the function.
        """
        right = re.compile(DIVISOR).match(self.source.text, offset + 2, self.line_end)
        if self[-1].kind not in ("name", "number", ")", "]") or not right:
            return False
        for token in self[self.indexed_tokens :]:
            if token.kind == "function":
                self.names.clear()  # prose has other words
            elif token.kind == "name":
                self.names.add(token.text)
        self.indexed_tokens = len(self)
        return bool(right[1]) or right[2] in self.names

    def stop(self, name: str, offset: int, limit: int) -> None:
        self.stop_reasons.append(
            make_remark(self.source, offset, name, most=f"{limit:,}")
        )

    def add_note(self, offset: int, name: str, /, **fields: object) -> None:
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
    opened: dict[str, list[int]] = {")": [], "]": [], "}": []}
    for index, kind in enumerate(kinds):
        if kind in ("(", "[", "{"):
            opened[{"(": ")", "[": "]", "{": "}"}[kind]].append(index)
        elif opened.get(kind):
            closer_of[opened[kind].pop()] = index
        elif kind == "end of text":
            opened = {")": [], "]": [], "}": []}
    return closer_of
