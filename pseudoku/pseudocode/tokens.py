"""Text into tokens: what was pasted is put right, comments are left out.

A token's kind is the keyword or the sign itself, in the module's spelling, or one of
"name", "number", "string", "unknown" and "end of text". The tokens stand in columns
of a table, not in objects of their own, which makes reading them quick.
"""

import re
from bisect import bisect_left
from unicodedata import normalize

from pseudoku.pseudocode.source import Remark, Source
from pseudoku.pseudocode.words import KEYWORDS, TWO_WORDS

INSIDE = -1  # the indent of a token that is not the first on its line

# Each sign in the module's spelling, and in every other that people type or paste.
SPELLINGS = {
    "←": "<- := ⟵ ⇐ \uf0ac \\leftarrow \\gets",
    "≠": "!= <> =\u0338 \u0338= \uf0b9 \\neq \\ne",
    "≤": "<= =< ⩽ ≦ \uf0a3 \\leq \\le \\leqslant",
    "≥": ">= => ⩾ ≧ \uf0b3 \\geq \\ge \\geqslant",
    "=": "",
    "<": "\\lt",
    ">": "\\gt",
    "+": "",
    "−": "- – — ‐ ‑ ⁻ \uf02d",
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
    "...": "… ⋯ ⋮ \\ldots \\dots",
    **dict.fromkeys("( ) [ ] { } , ; : . .. ++ -- += -=".split(), ""),
}
SIGNS = {other: sign for sign, row in SPELLINGS.items() for other in row.split()}
SIGNS |= {sign: sign for sign in SPELLINGS}
SIGNS |= {"−−": "--", "––": "--"}

# Signs of other languages, with the right form.
SLIPS = {"==": "=", "%": "mod", "<--": "←", "<—": "←", "===": "=", "←-": "←"}

TOKEN = re.compile(
    r"""
    (?P<blank> [^\S\n]+ | [\u200b-\u200d\u2060\ufeff\u00ad]+ )
    | (?P<word> [^\W\d]\w* )
    | (?P<break> \n (?: [^\S\n]* \d+ [^\S\n]* : (?!=) )? )
    | (?P<number> \d+ (?: \.\d+ )? )
    | (?P<comment> // | \# )
    | (?P<string> "[^"\n]*" | '[^'\n]*' | “[^”\n]*” | ‘[^’\n]*’ )
    | (?P<sign> \\[a-zA-Z]+ | SIGNS | . )
    """.replace(
        "SIGNS",
        "|".join(map(re.escape, sorted([*SIGNS, *SLIPS], key=len, reverse=True))),
    ),
    re.VERBOSE,
)
LISTING_NUMBER = re.compile(r"[^\S\n]*\d+[^\S\n]*:(?!=)")
# What follows `//` where it divides: one operand, or several with signs between.
DIVISOR = re.compile(r"\s*(?:(\d+)|([^\W\d]\w*)(?=\s*[-+*/×−)\]]|\s*$))")


class Tokens:
    """The tokens of a source, and the slips that are plain from a token alone."""

    __slots__ = ("source", "kinds", "texts", "starts", "lines", "indents", "slips")

    def __init__(self, source: Source) -> None:
        self.source = source
        self.kinds: list[str] = []
        self.texts: list[str] = []
        self.starts: list[int] = []
        self.lines: list[int] = []
        self.indents: list[int] = []
        self.slips: list[Remark] = []

    def add(self, kind: str, text: str, at: int, line: int, indent: int) -> None:
        self.kinds.append(kind)
        self.texts.append(text)
        self.starts.append(at)
        self.lines.append(line)
        self.indents.append(indent)

    def slip(self, at: int, message: str) -> None:
        self.slips.append(self.source.remark(at, message))


def read_tokens(source: Source) -> Tokens:
    """The tokens of ``source``, the last one "end of text"."""
    tokens, text = Tokens(source), source.text
    listed = LISTING_NUMBER.match(text)
    position = listed.end() if listed else 0
    line, line_start, indented = 1, 0, False
    while found := TOKEN.match(text, position):
        at, position, group = position, found.end(), found.lastgroup
        if group == "blank":
            continue
        if group == "break":
            line, line_start, indented = line + 1, at + 1, False
            continue
        if group == "comment" and not divides(tokens, at, line):
            end = text.find("\n", at)
            position = len(text) if end < 0 else end
            continue
        indent = INSIDE if indented else len(text[line_start:at].expandtabs(4))
        indented = True
        add_token(tokens, group or "", found.group(), at, line, indent)
    tokens.add("end of text", "", len(text), line + 1, 0)
    return tokens


def add_token(
    tokens: Tokens, group: str, text: str, at: int, line: int, indent: int
) -> None:
    if group == "word":
        if not text.isascii():
            text = normalize("NFKC", text)
        lower = text.lower()
        if lower in TWO_WORDS:
            first, second = TWO_WORDS[lower]
            tokens.slip(at, f"'{text}' is two words: write '{first} {second}'")
            tokens.add(first, first, at, line, indent)
            tokens.add(second, second, at, line, INSIDE)
        else:
            tokens.add(KEYWORDS.get(lower, "name"), text, at, line, indent)
    elif group == "sign":
        tokens.add(sign_kind(tokens, text, at), text, at, line, indent)
    elif group == "comment":
        tokens.add("//", text, at, line, indent)
    else:
        tokens.add(group, text, at, line, indent)


def sign_kind(tokens: Tokens, text: str, at: int) -> str:
    kind = SIGNS.get(text) or SIGNS.get(normalize("NFKC", text), "")
    if not kind and text in SLIPS:
        kind = SLIPS[text]
        tokens.slip(at, f"'{text}' is not the module's sign: write '{kind}'")
    return kind or "unknown"


def divides(tokens: Tokens, at: int, line: int) -> bool:
    """Whether the ``//`` at ``at`` divides: after an arrow, between two operands."""
    text = tokens.source.text
    if text[at] == "#" or not tokens.kinds:
        return False
    if tokens.kinds[-1] not in ("name", "number", ")", "]"):
        return False
    first = bisect_left(tokens.lines, line)
    end = text.find("\n", at)
    right = DIVISOR.match(text[at + 2 : len(text) if end < 0 else end])
    if "←" not in tokens.kinds[first:] or not right:
        return False
    return bool(right[1]) or right[2] in tokens.texts
