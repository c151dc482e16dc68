"""Recognise the languages that are not read."""

import re

# Signs of languages that are not read.
SIGNS = {
    "LaTeX": r"\\begin\{|\\(?:State|Function|If|For|While|Return|Procedure)\b",
    "Java": r"\b(?:public|private|protected)\s+(?:static\b|class\b|[\w\[\]]+\s+\w+\()"
    r"|System\.out|new\s+\w+<\w*>\(|\bint\[\]",
    "C": r"#include\b|\bint\s*\*|\*\w+\s*=\s*malloc|->\w+|\bint\s+\w+\[\d*\]"
    r"|std::|printf\(",
    "JavaScript": r"=>\s*\{|\bconst\s+\w+\s*=|[^=]===[^=]|console\.log",
    "Haskell": r"(?m)^\w+\s*::[^\n]*->",
}
LONGEST = 200_000  # characters


def other_language(text: str) -> str:
    """Return the language of ``text`` if it is one that is not read, or "".

    >>> other_language("public static int f(int[] row) { return row[0]; }")
    'Java'
    >>> other_language("function F(a) return a end function")
    ''
    """
    for language, signs in SIGNS.items():
        if re.search(signs, text[:LONGEST]):
            return language
    return ""
