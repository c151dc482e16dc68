"""Recognise the languages that are not read."""

import re

# Signs of languages that are not read. A text with none of the words has no sign; words
# are found faster than a pattern is compiled.
SIGNS = {
    "LaTeX": ("\\", r"\\begin\{|\\(?:State|Function|If|For|While|Return|Procedure)\b"),
    "Java": (
        "public private protected System.out >( int[]",
        r"\b(?:public|private|protected)\s+(?:static\b|class\b|[\w\[\]]+\s+\w+\()"
        r"|System\.out|new\s+\w+<\w*>\(|\bint\[\]",
    ),
    "C": (
        "#include int malloc -> std::",
        r"#include\b|\bint\s*\*|\*\w+\s*=\s*malloc|->\w+|\bint\s+\w+\[\d*\]"
        r"|std::|printf\(",
    ),
    "JavaScript": (
        "=> const === console.log",
        r"=>\s*\{|\bconst\s+\w+\s*=|[^=]===[^=]|console\.log",
    ),
    "Haskell": ("::", r"(?m)^\w+\s*::[^\n]*->"),
}
LONGEST = 200_000  # characters


def other_language(text: str) -> tuple[str, int]:
    """Return the language of ``text`` that is not read, or "", and where it shows.

    >>> other_language("public static int f(int[] row) { return row[0]; }")
    ('Java', 0)
    >>> other_language("function F(a) return a end function")
    ('', 0)
    """
    start = text[:LONGEST]
    for language, (words, signs) in SIGNS.items():
        if any(word in start for word in words.split()):
            if found := re.search(signs, start):
                return language, found.start()
    return "", 0
