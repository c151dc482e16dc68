"""Split text into tokens, with pasted signs corrected and comments left out.

The kind of a token is the keyword or the sign itself, in the module's spelling, or
one of "name", "number", "string", "unknown" and "end of text".
"""

import re
from typing import NamedTuple
from unicodedata import normalize

from pseudoku.pseudocode.reading.advice import MOST_NOTES, diagnosis
from pseudoku.pseudocode.reading.source import Remark, Source
from pseudoku.pseudocode.reading.words import KEYWORDS, TWO_WORDS

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
    (?P<blank> [^\S\n]+ | [\u200b-\u200d\u2060\ufeff\u00ad]+ )
    | (?P<word> [^\W\d]\w* )
    | (?P<break> \n )
    | (?P<number> \d+ (?: \.\d+ )? )
    | (?P<comment> // | \# | [▷⊳▹] | (?<!\S) --+ (?: \s | \w+[^\S\n]+\w | $ ) )
    | (?P<opening> /\* | \(\* | \"{3} | '{3} | ["'“‘] )
    | (?P<sign> \\[a-zA-Z]+ | SIGNS | . )
    """.replace(
        "SIGNS",
        "|".join(map(re.escape, sorted(LONG_SIGNS, key=len, reverse=True))),
    ),
    re.VERBOSE | re.MULTILINE,
)
PASCAL, BRACED = r"(?i)\bbegin\b", r"\{[^{}\n]*\}"
# What closes another language's comment, and a text on the same line.
COMMENTS = {"/*": "*/", "(*": "*)", '"' * 3: '"' * 3, "'" * 3: "'" * 3}
CLOSING = {**COMMENTS, '"': '"', "'": "'", "“": "”", "‘": "’"}
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
        self.names: set[str] = set()
        self.known: dict[str, str] = {}  # the kinds of words and signs so far
        self.line, self.last, self.indent = 0, 0, -1
        self.unclosed: set[str] = set()  # openings that the line does not close
        self.arrow = 0  # the last line with an arrow
        self.begin_line(0)

    def begin_line(self, at: int, lines: int = 1) -> None:
        end = self.source.text.find("\n", at)
        self.line_end = len(self.source.text) if end < 0 else end
        self.line, self.indent = self.line + lines, -1
        self.unclosed &= {*COMMENTS}

    def opened(self, opening: str, at: int) -> tuple[str, int]:
        """Return what begins at ``at``, a text, a comment or a sign, and its end."""
        text, closing, start = self.source.text, CLOSING[opening], at + len(opening)
        comment, end, again = opening in COMMENTS, -1, -1
        if opening not in self.unclosed:
            end = text.find(closing, start, None if comment else self.line_end)
            again = text.find(opening, start, end)
        if end < 0 or (opening in ("/*", "(*") and self.line_end < again < end):
            self.unclosed.add(opening)
            comment, end = opening == "'" and self.indent < 0, -1
        if comment:
            self.slip(at, "other-comment")
            return "comment", self.line_end if end < 0 else end + len(closing)
        return ("sign", at + 1) if end < 0 else ("string", end + len(closing))

    def add(self, kind: str, text: str, at: int, end: int) -> None:
        first = self.line != self.last
        self.last = self.line
        self.append(Token(kind, text, at, end, self.line, self.indent, first))

    def stop(self, name: str, at: int, most: int) -> None:
        self.stops.append(diagnosis(self.source, at, name, most=f"{most:,}"))

    def slip(self, at: int, name: str, /, **fields: object) -> None:
        if len(self.slips) <= MOST_NOTES:
            self.slips.append(diagnosis(self.source, at, name, **fields))


def read_tokens(source: Source) -> Tokens:
    tokens, text = Tokens(source), source.text
    if "begin" in text.lower() and re.search(PASCAL, text):
        text = re.sub(BRACED, lambda found: " " * len(found[0]), text)
    margin = position = 0
    while found := TOKEN.match(text, position):
        at, position, group = position, found.end(), found.lastgroup or ""
        if group == "opening":
            group, position = tokens.opened(found.group(), at)
        elif group == "comment" and divides(tokens, at):
            group = "sign"
        elif group == "comment":
            position = tokens.line_end
        if group == "break":
            tokens.begin_line(position)
            margin = position
        elif group == "comment" and (lines := text.count("\n", at, position)):
            margin = text.rfind("\n", at, position) + 1
            tokens.begin_line(margin, lines)
        elif group not in ("blank", "comment"):
            if tokens.indent < 0:
                tokens.indent = len(text[margin:at].expandtabs(4))
            if len(tokens) >= MOST_TOKENS:
                tokens.stop("too-long", tokens[-1].end, MOST_TOKENS)
                break
            add_token(tokens, group, at, position)
    tokens.begin_line(len(text))
    end = tokens[-1].end if tokens.stops else len(text)
    tokens.add("end of text", "", end, end)
    return tokens


def add_token(tokens: Tokens, group: str, at: int, end: int) -> None:
    kind, text = group, tokens.source.text[at:end]
    if known_kind := tokens.known.get(text):  # without a note
        if known_kind == "←":
            tokens.arrow = tokens.line
        elif known_kind == "function":
            tokens.names.clear()  # prose has other words
        elif known_kind == "name":
            tokens.names.add(text)
        tokens.add(known_kind, text, at, end)
        return
    if group in ("word", "sign") and not text.isascii():
        text = normalize("NFKC", text)  # without ligatures
    if group == "word":
        known = text.isidentifier()
        kind = WORDS.get(text.lower(), "name") if known else "unknown"
        if kind == "function":
            tokens.names.clear()
        tokens.names.add(text)
    elif group == "sign":
        kind = SIGNS.get(text, "unknown")
        tokens.arrow = tokens.line if kind == "←" else tokens.arrow
    if text in SLIPS:
        tokens.slip(at, "other-sign", text=text, word=kind)
    if kind in TWO_WORDS:
        first, second = TWO_WORDS[kind]
        tokens.slip(at, "other-sign", text=text, word=f"{first} {second}")
        tokens.add(first, first, at, end)
        kind = text = second
    elif text not in SLIPS and text.isascii():
        tokens.known[text] = kind
    tokens.add(kind, text, at, end)


def divides(tokens: Tokens, at: int) -> bool:
    """Return whether the ``//`` at ``at``, between operands, is a division."""
    text = tokens.source.text
    if text[at : at + 2] != "//" or not tokens or tokens.arrow != tokens.line:
        return False
    right = re.compile(DIVISOR).match(text, at + 2, tokens.line_end)
    if tokens[-1].kind not in ("name", "number", ")", "]") or not right:
        return False
    return bool(right[1]) or right[2] in tokens.names
