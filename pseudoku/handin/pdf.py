"""Make a PDF of the answer with Typst, the extra ``pdf``.

Typst is one package that includes its fonts, so that the same answer gives the same
PDF, byte for byte, on every machine with the same version of Typst. WeasyPrint needs
Pango and the system's fonts, fpdf2 a font file and a manual layout, and pandoc needs
TeX.
"""

import re
from importlib.resources import files

# What `answer` uses of Markdown; each other sign stands for itself.
MARKDOWN_SYNTAX = re.compile(
    r"^```.*?^```$|^- |^(?P<level>#+) |\*\*(?P<strong>.+?)\*\*|\*(?P<emph>.+?)\*"
    r"|(?P<sign>[^\w\s'\"]|_)",
    re.MULTILINE | re.DOTALL,
)


def pdf(answer: str) -> bytes:
    """Return a PDF of the Markdown ``answer``. Raise ImportError without Typst."""
    import typst

    style = (files(__package__) / "answer.typ").read_text("utf-8")
    source = (style + to_typst(answer)).encode()
    document: bytes = typst.compile(source, ignore_system_fonts=True)
    return document


def to_typst(markdown: str) -> str:
    """Return ``markdown`` as Typst markup; lists and code blocks are the same in both.

    >>> to_typst("## A *b*: **c[1]**")
    '== A #emph[b]\\\\: #strong[c\\\\[1\\\\]]'
    """
    return MARKDOWN_SYNTAX.sub(_typst_of_match, markdown)


def _typst_of_match(match: re.Match[str]) -> str:
    """Return the Typst markup for a ``match`` of MARKDOWN_SYNTAX."""
    kind = match.lastgroup
    text = match.group()
    if kind == "level":
        return "=" * len(match["level"]) + " "
    if kind == "sign":
        return "\\" + text
    return f"#{kind}[{to_typst(match[kind])}]" if kind else text
