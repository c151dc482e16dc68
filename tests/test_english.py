"""The worst turns of un-English prose do not come back.

Prose is a page without its code blocks, and in a module the comments and all strings:
docstrings, messages and help texts.
"""

import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.places import DOCS, ROOT

PAGES: Final = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]
MODULES: Final = [
    path
    for package in ("_courseware", "adt", "marking", "pseudoku", "sudoku")
    for path in sorted((ROOT / package).rglob("*.py"))
]
PROSE_TOKENS: Final = {tokenize.COMMENT, tokenize.STRING}
CODE_BLOCK: Final = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)

INSTEAD: Final = {
    r"\bstands?\b(?! (for|alone))": "is, occurs",
    r"\bbehind\b": "after",
    r"\b(is|are|was|were|be) told\b": "is reported",
    r"\btells?\b": "says, shows, prints, reports",
    r"(?<!there )\b(is|are) no (?!longer\b|more than\b|better\b)\w": "is not a",
    r"\bso many\b": "that number of",
    r"\bunless (told|asked)\b": "default:",
    r"\bwhoever\b|\bwho (searches|finds)\b": "a relative clause, or a person",
    r"\bone like this\b|\bnone like\b": "a match, no match",
    r"\bone and the same\b": "the same",
    r"\bnone will do\b": "none works",
    r"\b(shall|anew|amiss|thereof|whence|hereby)\b": "must, again, wrong",
    r"\bwas to be\b|\bwere to be\b": "should have been",
    r"\bby that\b[,.;]": "therefore",
    r"\b(mend|mends|mended)\b": "fix, correct",
    r"\bheld by\b": "enforced by",
    r"\bto the letter\b": "exactly",
    r"\b(ms|µs|bytes|times|lines) a (puzzle|line|step|cell|board)\b": "per",
}
ANY: Final = re.compile("|".join(INSTEAD), re.IGNORECASE)


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """Each comment and string of a module, with its line."""
    with tokenize.open(path) as file:
        for token in tokenize.generate_tokens(file.readline):
            if token.type in PROSE_TOKENS or token.type == middle_of_f_string():
                yield token.start[0], token.string


def middle_of_f_string() -> int | None:
    """Newer Pythons cut an f-string into tokens."""
    return getattr(tokenize, "FSTRING_MIDDLE", None)


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """Each line of prose in *path*, with its number."""
    if path.suffix == ".py":
        pieces = list(strings(path))
    else:
        text = path.read_text("utf-8")
        pieces = [(1, CODE_BLOCK.sub(lambda block: "\n" * block[0].count("\n"), text))]
    for first, piece in pieces:
        for number, line in enumerate(piece.splitlines(), start=first):
            yield number, line


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", [*PAGES, *MODULES], ids=name_of)
def test_no_page_and_no_module_has_a_turn_that_a_native_speaker_would_not_use(
    path: Path,
) -> None:
    if not ANY.search(path.read_text("utf-8")):
        return  # most files, in a tenth of the time
    turns = [
        f"{name_of(path)}:{number}: {match[0]!r}; write: {better}"
        for number, line in prose(path)
        for turn, better in INSTEAD.items()
        if (match := re.search(turn, line, re.IGNORECASE))
    ]
    assert not turns, "\n".join(turns)
