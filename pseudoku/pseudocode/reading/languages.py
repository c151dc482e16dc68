"""Recognise the languages that are not read."""

import re
import warnings
from textwrap import dedent

from pseudoku.pseudocode.reading.words import OPERATIONS

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
# What a text that looks like Python has if it is in the module's notation.
NOTATION = re.compile(rf"\b(?:{'|'.join(OPERATIONS)}|Vector|Array)\(")


def may_be_other(text: str) -> bool:
    """Return whether ``text`` has a word of another language."""
    words = " ".join(words for words, _ in SIGNS.values()).split()
    return "def " in text or any(word in text for word in words)


def other_language(text: str) -> tuple[str, int]:
    """Return the language of ``text`` that is not read, or "", and the line, from 0.

    >>> other_language("public static int f(int[] row) { return row[0]; }")
    ('Java', 0)
    >>> other_language("function F(a) return a end function")
    ('', 0)
    """
    start = text[:LONGEST]
    for language, (words, signs) in SIGNS.items():
        if any(word in start for word in words.split()):
            if found := re.search(signs, start):
                return language, start.count("\n", 0, found.start())
    at = start.find("def ")
    if at >= 0 and is_python(start):
        return "Python", start.count("\n", 0, at)
    return "", 0


def is_python(text: str) -> bool:
    """Return whether ``text`` is Python, and not the module's notation like Python.

    Python counts from 0, and a list may be in several places.

    >>> is_python("def F(row, p):\\n    return row[p:] + row[:p]")
    True
    >>> is_python("def F(row):\\n    for i in range(1, 5):\\n        s.push(row[i])")
    False
    """
    import ast  # 5 ms, which few texts need

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(dedent(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return not NOTATION.search(text) and first_positions(text) != {"1"}


def first_positions(text: str) -> set[str]:
    """Return the first positions of the vectors that a text like Python shows."""
    first = {"0": "0", "-1": "0", "4": "1"}
    for name, start, more in re.findall(r"for (\w+) in range\(([^,)]*)(,?)", text):
        start = start.strip() if more else "0"
        if first.setdefault(name, start) != start:
            first[name] = ""
    positions = re.findall(r"(?<=[\w\])])\[\s*(-?\w+)\s*\]", text)
    return {first.get(one, "") for one in positions} & {"0", "1"}
