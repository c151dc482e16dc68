"""Recognise other languages, and names of functions that were not read."""

import re

from pseudoku.pseudocode.reading import syntax
from pseudoku.pseudocode.reading.names import near
from pseudoku.pseudocode.reading.words import HANDOUT, in_full, key

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


def mentioned(text: str, program: syntax.Program) -> set[str]:
    """Return the hand-out's functions that ``text`` names but ``program`` lacks.

    A call of a function in ``program`` does not count. The answer to such a task is in
    the text, perhaps, but it could not be read; it is not missing.

    >>> from pseudoku.pseudocode.reading.parser import parse
    >>> text = "Make Vector takes row. function F(a) return CheckGrids(a) end function"
    >>> mentioned(text, parse(text).program)
    {'MakeVector'}
    """
    names = {key(name): name for name in HANDOUT}
    own = {key(function.name) for function in program.functions}
    calls = {call.at for call in syntax.calls(program)}
    found: set[str] = set()
    meant: dict[str, str] = {}  # by word
    for word in re.finditer(r"[^\W\d]\w*", text[:LONGEST]):
        if word.start() in calls:
            continue
        following = re.compile(r"[ -]([^\W\d]\w*)").match(text, word.end())
        for one in (word[0], word[0] + following[1] if following else ""):
            if one not in meant:
                full = key(in_full(one))
                meant[one] = full if full in names else near(full, names)
            name = meant[one]
            if name and name not in own:
                found.add(names[name])
    return found
