"""Decide whether a student has changed a file that the course provides."""

import tokenize
from collections.abc import Collection, Iterator
from hashlib import sha256
from io import BytesIO


def is_changed(name: str, copy: bytes, original: bytes, known: Collection[str]) -> bool:
    """Return whether ``copy`` is neither ``original`` nor a ``known`` version.

    ``known`` are results of `code_digest`. If ``name`` ends with ".py", only code is
    compared, otherwise only the words.
    """
    if copy.split() == original.split():
        return False
    digest = code_digest(copy)
    return not name.endswith(".py") or digest not in {code_digest(original), *known}


def code_digest(module: bytes) -> str:
    """Return the SHA-256, in hexadecimal, of the code of a Python module.

    Comments, blank lines and docstrings are ignored, unless the module has syntax
    errors.
    """
    try:
        words = list(_code_words(list(tokenize.tokenize(BytesIO(module).readline))))
    except (SyntaxError, tokenize.TokenError, ValueError):
        return sha256(module).hexdigest()
    # Without a sign between words, since Python 3.12 cuts f-strings into several.
    return sha256("".join(words).encode(errors="replace")).hexdigest()


def _code_words(tokens: list[tokenize.TokenInfo]) -> Iterator[str]:
    """Yield the words of the code in ``tokens``, without comments and docstrings.

    Line ends, indents and dedents are yielded as "<end>", "<in>" and "<out>".
    """
    newline = tokenize.NEWLINE
    marks = {newline: "<end>", tokenize.INDENT: "<in>", tokenize.DEDENT: "<out>"}
    no_code = (tokenize.COMMENT, tokenize.NL, tokenize.ENCODING)
    words = [token for token in tokens if token.type not in no_code]
    starts = True  # whether a statement starts here
    skipped = False  # whether a docstring was skipped in this line
    for token, after in zip(words, [*words[1:], words[-1]]):
        if starts and token.type == tokenize.STRING and after.type == newline:
            skipped = True
        elif token.type in marks:
            if not (skipped and token.type == newline):
                yield marks[token.type]
            starts = True
            skipped = False
        else:
            yield token.string
            starts = False
