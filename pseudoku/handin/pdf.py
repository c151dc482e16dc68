"""The answer as a PDF, set by Typst: the extra ``pdf``.

Typst is one package without dependencies, and brings its fonts. So the same answer is
the same PDF, byte for byte, on every machine that has the same version of it.
WeasyPrint needs Pango and the fonts of the system, fpdf2 a font file and a layout
written by hand, and pandoc TeX.
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
    """Return a PDF of ``answer``, which is Markdown.

    Raise ImportError if Typst is not installed.
    """
    import typst

    style = (files(__package__) / "answer.typ").read_text("utf-8")
    source = (style + to_typst(answer)).encode()
    document: bytes = typst.compile(source, ignore_system_fonts=True)
    return document


def to_typst(markdown: str) -> str:
    """Return ``markdown`` in the markup of Typst, whose lists and fences are the same.

    >>> to_typst("## A *b*: **c[1]**")
    '== A #emph[b]\\\\: #strong[c\\\\[1\\\\]]'
    """
    return MARKDOWN_SYNTAX.sub(typst_of_match, markdown)


def typst_of_match(match: re.Match[str]) -> str:
    kind, text = match.lastgroup, match.group()
    if kind == "level":
        return "=" * len(match["level"]) + " "
    if kind == "sign":
        return "\\" + text
    return f"#{kind}[{to_typst(match[kind])}]" if kind else text
