"""A lexer of the notation for Pygments, and so for Sphinx, minted and Jupyter."""

import re

from pygments.lexer import RegexLexer, bygroups, words
from pygments.token import (
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
    Whitespace,
)

from pseudoku.pseudocode.reading.tokens import SYMBOL_KINDS
from pseudoku.pseudocode.reading.vocabulary import (
    KEYWORDS,
    OPERATIONS,
    STRUCTURE_KINDS,
    TWO_WORDS,
)

CONSTANTS = ("true", "false", "null")
IN_WORDS = ("and", "or", "not", "mod")
STATEMENTS = tuple({*KEYWORDS, *TWO_WORDS} - {*CONSTANTS, *IN_WORDS, "function"})
SIGNS_ALONE = tuple(
    sign for sign in SYMBOL_KINDS if sign != "mod" and sign not in "()[]{},;:."
)


class PseudocodeLexer(RegexLexer):
    """A Pygments lexer for the course's pseudocode; words are matched in any case."""

    name = "Pseudocode of the module"
    aliases = ["pseudocode"]
    filenames = ["*.pseudo"]
    flags = re.IGNORECASE
    tokens = {
        "root": [
            (r"\s+", Whitespace),
            (r"(//|#).*", Comment.Single),
            (r'"[^"\n]*"|“[^”\n]*”', String),
            (r"(function)(\s+)(\w+)", bygroups(Keyword, Whitespace, Name.Function)),
            (words(STATEMENTS + ("function",), r"\b", r"\b"), Keyword),
            (words(CONSTANTS, r"\b", r"\b"), Keyword.Constant),
            (words(IN_WORDS, r"\b", r"\b"), Operator.Word),
            (words(tuple(STRUCTURE_KINDS), r"\b", r"\b"), Keyword.Type),
            (words(tuple(OPERATIONS), r"\b", r"\b"), Name.Builtin),
            (r"\d+(\.\d+)?", Number),
            (r"[^\W\d]\w*", Name),
            (words(SIGNS_ALONE), Operator),
            (r"[][(){},;:.]", Punctuation),
            (r"[^\x00-\x7f]", Text),
        ]
    }
