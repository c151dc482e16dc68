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
    "←": "<- := ⟵ ⇐ ⇦ ⬅ ⟸ ↞ 🠐 🠔 🡐 🡄 🡨 \uf0ac \uf0df \uf0e7 \\leftarrow \\gets",
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
    **dict.fromkeys("( ) [ ] { } , ; : . .. ++ += -= *= /= %=".split(), ""),
}
SIGNS = {other: sign for sign, row in SPELLINGS.items() for other in row.split()}
SIGNS |= {sign: sign for sign in SPELLINGS}

# Signs of other languages, with the sign of the notation.
SLIPS = {"%": "mod", "<--": "←", "<—": "←", "←-": "←", "~=": "≠", "=/=": "≠", "~": "¬"}

# The others are one character, or a backslash and a word.
LONG_SIGNS = [sign for sign in (*SIGNS, *SLIPS) if len(sign) > 1 and sign[0] != "\\"]

MOST_TOKENS = 30_000  # a student's answer has a thousand

TOKEN = re.compile(
    r"""
    (?P<blank> [^\S\n]+ | [\u200b-\u200d\u2060\ufeff\u00ad]+ )
    | (?P<word> [^\W\d]\w* )
    | (?P<break> \n (?: [^\S\n]* \d+ [^\S\n]* : (?!=) )? )
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
# A heading, a ruled line, or a remark of BASIC.
HEADING = re.compile(
    r"""[^\S\n]* (?:
    [*_]{0,2} (?: task | question | exercise | problem | part | q ) [^\S\n]* \d+ \b
        (?! [^\n]* (?: ← | <- | = ) )
        [^\n]*? (?= $ | \b (?: function | def | procedure | algorithm ) \b )
    | (?: answer | solution | pseudo-?code ) [^\S\n]* :? [^\S\n]* $
    | (?: input | output | require | ensure | returns | parameter )s? [^\S\n]* : [^\n]*
    | page [^\S\n]* \d+ (?: [^\S\n]* (?: of | / ) [^\S\n]* \d+ )? [^\S\n]* $
    | [-–—] [^\S\n]* \d+ [^\S\n]* [-–—] [^\S\n]* $
    | [(\[] [^\S\n]* \d+ [^\S\n]* marks? [^\S\n]* [)\]] [^\S\n]* $
    | (?! end | return | else ) \w [\w .,:&–—-]* [^\S\n]{4} \d{1,3} [^\S\n]* $
    | ``` [^\n]* | ([-=~_*])\1{3,} [^\S\n]* $ | rem \b [^\n]* )""",
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)
PASCAL, BRACED = re.compile(r"(?i)\bbegin\b"), re.compile(r"\{[^{}\n]*\}")
# Bullets and vertical bars; DASH is a bullet if enough lines have it.
BULLET = re.compile(r"[^\S\n]*(?:(?:[•▪◦‣●○■▸➢│┃¦]|\|(?!\|))[^\S\n]*)+")
DASH = re.compile(r"[^\S\n]*[-*–+>][^\S\n]+(?=\S)")
# The number before a line of a listing, in any form but `12:`.
LINE_NUMBER = re.compile(
    r"""[^\S\n]* (?: \((\d{1,6})\) | (\d{1,6})[.)]? )
    (?= [^\S\n]* (?: $ | [^\W\d] | // | \# | … | \.\.\. ) )""",
    re.VERBOSE | re.MULTILINE,
)
FEWEST_NUMBERED = 3  # lines
LISTING_NUMBER = re.compile(r"[^\S\n]*\d+[^\S\n]*:(?!=)")
# What closes another language's comment, and a text on the same line.
COMMENTS = {"/*": "*/", "(*": "*)", '"' * 3: '"' * 3, "'" * 3: "'" * 3}
CLOSING = {**COMMENTS, '"': '"', "'": "'", "“": "”", "‘": "’"}
# What follows `//` where it divides: one operand, or several with signs between.
DIVISOR = re.compile(r"\s*(?:(\d+)|([^\W\d]\w*)(?=\s*[-+*/×−)\]]|\s*$))")


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
        self.line, self.indent = 0, -1
        self.unclosed: set[str] = set()  # openings that the line does not close
        self.arrow = 0  # the last line with an arrow
        self.begin_line(0)

    def begin_line(self, at: int) -> None:
        end = self.source.text.find("\n", at)
        self.line_end = len(self.source.text) if end < 0 else end
        self.line, self.indent = self.line + 1, -1
        self.unclosed &= {*COMMENTS}

    def closed(self, opening: str, at: int) -> int:
        """Return where the text or comment at ``at`` ends, or 0."""
        if opening in self.unclosed:
            return 0
        closing = CLOSING[opening]
        last = None if opening in COMMENTS else self.line_end
        end = self.source.text.find(closing, at + len(opening), last)
        again = self.source.text.find(opening, at + len(opening), end)
        if end < 0 or (opening in ("/*", "(*") and self.line_end < again < end):
            self.unclosed.add(opening)
            return 0
        return end + len(closing)

    def add(self, kind: str, text: str, at: int, end: int) -> None:
        first = not self or self[-1].line != self.line
        self.append(Token(kind, text, at, end, self.line, self.indent, first))

    def stop(self, name: str, at: int, most: int) -> None:
        self.stops.append(diagnosis(self.source, at, name, most=f"{most:,}"))

    def slip(self, at: int, name: str, /, **fields: object) -> None:
        if len(self.slips) <= MOST_NOTES:
            self.slips.append(diagnosis(self.source, at, name, **fields))


def read_tokens(source: Source) -> Tokens:
    tokens, text = Tokens(source), source.text
    if PASCAL.search(text):
        text = BRACED.sub(lambda found: " " * len(found[0]), text)
    numbered = line_numbers(tokens)
    skipped = furniture(tokens) | numbered
    aligned = numbers_aligned(text, numbered)
    line_start = 0 if aligned else numbered.get(0, 0)
    position = skipped.get(0, 0)
    while found := TOKEN.match(text, position):
        at, position, group = position, found.end(), found.lastgroup or ""
        if group == "blank":
            continue
        if group == "break":
            tokens.begin_line(at + 1)
            line_start = at + 1 if aligned else numbered.get(at + 1, position)
            position = skipped.get(at + 1, position)
            continue
        if group == "comment" and not divides(tokens, at):
            position = tokens.line_end
            continue
        if group == "opening":
            end = tokens.closed(found.group(), at)
            position = end or at + 1
            if not end and found.group() == "'" and tokens.indent < 0:
                position = tokens.line_end
                tokens.slip(at, "other-comment")
                continue
            if end and found.group() in COMMENTS:
                tokens.slip(at, "other-comment")
                for _ in range(text.count("\n", at, end)):
                    tokens.begin_line(text.find("\n", at, end) + 1)
                continue
            group = "string" if end else "sign"
        if tokens.indent < 0:
            tokens.indent = len(text[line_start:at].expandtabs(4))
        if len(tokens) >= MOST_TOKENS:
            tokens.stop("too-long", tokens[-1].end, MOST_TOKENS)
            break
        add_token(tokens, group, at, position)
    tokens.begin_line(len(text))
    end = tokens[-1].end if tokens.stops else len(text)
    tokens.add("end of text", "", end, end)
    return tokens


def line_numbers(tokens: Tokens) -> dict[int, int]:
    """Return the starts of lines with a number in a form that is not `TOKEN`'s,
    each with the end of its number.
    """
    numbered, text = numbered_lines(tokens.source.text), tokens.source.text
    if numbered:
        tokens.slip(min(numbered), "numbered-lines")
    if listed := LISTING_NUMBER.match(text):
        numbered[0] = listed.end()
    return numbered


def furniture(tokens: Tokens) -> dict[int, int]:
    """Return the starts of lines with a heading, a rule or a bullet, and their ends."""
    text, at, lines = tokens.source.text, 0, 0
    headings: dict[int, int] = {}
    bullets: dict[int, int] = {}
    dashes: dict[int, int] = {}
    for line in text.split("\n"):
        for pattern, ends in ((HEADING, headings), (BULLET, bullets), (DASH, dashes)):
            if found := pattern.match(text, at):
                ends[at] = found.end()
        lines += bool(line.strip())
        at += len(line) + 1
    if len(dashes) >= max(FEWEST_NUMBERED, lines / 2):
        bullets |= dashes
    if bullets:
        tokens.slip(min(bullets), "line-mark")
    if headings:
        tokens.slip(min(headings), "heading-line")
    return bullets | headings


def numbers_aligned(text: str, numbered: dict[int, int]) -> bool:
    """Return whether the lines are aligned as if they had no numbers before them."""
    behind = re.compile(r"[^\S\n]*")
    spaces = {at: behind.match(text, end) for at, end in numbered.items()}
    ends = {at: found.end() for at, found in spaces.items() if found}
    from_line = {end - at for at, end in ends.items()}
    return 0 < len(from_line) <= len({ends[at] - numbered[at] for at in ends})


def numbered_lines(text: str) -> dict[int, int]:
    """Return the start of each line and the end of its number in a listing, or {}.

    In a listing, at least two of three lines have a number: the previous number plus
    one, or 1.

    >>> numbered_lines("8 x ← 1\\n(9) y ← 1\\n10. z ← 1\\n")
    {0: 1, 8: 11, 18: 21}
    """
    ends: dict[int, int] = {}
    at, lines, last = 0, 0, -1
    for line in text.split("\n"):
        found = LINE_NUMBER.match(text, at) if line.strip() else None
        number = int(found[1] or found[2]) if found else -1
        if found and (not ends or number in (1, last + 1)):
            ends[at], last = found.end(), number
        lines += bool(line.strip())
        at += len(line) + 1
    return ends if len(ends) >= max(FEWEST_NUMBERED, 2 * lines / 3) else {}


def add_token(tokens: Tokens, group: str, at: int, end: int) -> None:
    kind, text = group, tokens.source.text[at:end]
    if group == "word":
        kind, text = word_kind(text)
        tokens.names.add(text)
    elif group == "sign":
        kind = sign_kind(tokens, text, at)
        if kind == "←":
            tokens.arrow = tokens.line
    elif group == "comment":
        kind = "//"
    if kind in TWO_WORDS:
        first, second = TWO_WORDS[kind]
        tokens.slip(at, "two-words", text=text, first=first, second=second)
        tokens.add(first, first, at, end)
        kind = text = second
    tokens.add(kind, text, at, end)


def word_kind(text: str) -> tuple[str, str]:
    """Return the kind of a word, and the word without ligatures."""
    if not text.isascii():
        text = normalize("NFKC", text)
        if not text.isidentifier():
            return "unknown", text
    lower = text.lower()
    return (lower if lower in TWO_WORDS else KEYWORDS.get(lower, "name")), text


def sign_kind(tokens: Tokens, text: str, at: int) -> str:
    kind = SIGNS.get(text) or SIGNS.get(normalize("NFKC", text), "")
    if not kind and text in SLIPS:
        kind = SLIPS[text]
        tokens.slip(at, "other-sign", text=text, sign=kind)
    return kind or "unknown"


def divides(tokens: Tokens, at: int) -> bool:
    """Return whether the ``//`` at ``at``, between operands, is a division."""
    text = tokens.source.text
    if text[at : at + 2] != "//" or not tokens or tokens.arrow != tokens.line:
        return False
    right = DIVISOR.match(text, at + 2, tokens.line_end)
    if tokens[-1].kind not in ("name", "number", ")", "]") or not right:
        return False
    return bool(right[1]) or right[2] in tokens.names
