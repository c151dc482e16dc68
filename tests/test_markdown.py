"""Every page reads well on GitHub: whole tables, and links that lead somewhere."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.places import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
RENDERER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
BAR = re.compile(r"(?<!\\)\|")


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def tokens(text: str) -> list[Token]:
    return RENDERER.parse(text)


def mistakes_in(text: str) -> Iterator[str]:
    """What is wrong with the tables of a page, with its line."""
    lines = text.splitlines()
    row: list[Token] = []
    for token, inner in zip(tokens(text), [*tokens(text)[1:], None]):
        if token.type == "paragraph_open" and inner and token.map:
            if any(line.startswith("|") for line in inner.content.splitlines()):
                yield f"{token.map[0] + 1}: a row without its table"
        elif token.type == "tr_open":
            row = []
        elif token.type in ("th_open", "td_open") and inner:
            row.append(inner)
            if token.type == "th_open" and not inner.content.strip():
                yield f"{(inner.map or [0])[0] + 1}: a column without a heading"
        elif token.type == "tr_close":
            # The renderer has made the row as long as the heading.
            number = (row[0].map or [0])[0]
            written = BAR.split(
                lines[number].lstrip("> ").rstrip().removeprefix("|").removesuffix("|")
            )
            if len(written) != len(row):
                yield f"{number + 1}: {len(written)} cells; expected {len(row)}"


def inlines(text: str) -> Iterator[Token]:
    for token in tokens(text):
        yield from token.children or ()


def anchors(text: str) -> set[str]:
    """The anchors of the headings of a page, as GitHub names them."""
    found: Counter[str] = Counter()
    names = set()
    for token, inner in zip(tokens(text), tokens(text)[1:]):
        if token.type == "heading_open":
            shown = "".join(part.content for part in inner.children or ())
            name = re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")
            names.add(f"{name}-{found[name]}" if found[name] else name)
            found[name] += 1
    return names | set(re.findall(r'<a (?:id|name)="([^"]+)"', text))


def dead_links(path: Path) -> Iterator[str]:
    text = path.read_text("utf-8")
    for token in inlines(text):
        link = str(token.attrs.get("href") or token.attrs.get("src") or "")
        place, _, anchor = unquote(link).partition("#")
        if not link or re.match(r"[a-z]+:", link):
            continue
        target = path.parent / place if place else path
        if not target.exists():
            yield link
        elif anchor and anchor not in anchors(target.read_text("utf-8")):
            yield link


@pytest.mark.sampled(10)
@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_every_table_is_whole(page: Path) -> None:
    assert list(mistakes_in(page.read_text("utf-8"))) == []


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    assert list(dead_links(page)) == []


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("| a | b |\n|---|---|\n| 1 | 2 |\n\n| 3 | 4 |", "5: a row without its table"),
        ("| a | b |\n|---|\n| 1 | 2 |", "1: a row without its table"),
        ("| a | b |\n|---|---|\n| 1 |", "3: 1 cells; expected 2"),
        ("| a | b |\n|---|---|\n| 1 | `x|y` |", "3: 3 cells; expected 2"),
        ("|  | b |\n|---|---|\n| 1 | 2 |", "1: a column without a heading"),
    ],
)
def test_a_broken_table_would_be_found(text: str, mistake: str) -> None:
    assert list(mistakes_in(text)) == [mistake]


def test_a_dead_link_would_be_found(tmp_path: Path) -> None:
    page, links = tmp_path / "page.md", "[a](no.md) [b](#no) [c](#a-b) [d](page.md#x)"
    page.write_text(f"# `A` b!\n\n{links}\n", "utf-8")
    assert list(dead_links(page)) == ["no.md", "#no", "page.md#x"]
