"""Texts in pseudocode for several tests, and the answers of ``judged.txt``."""

import re
import tomllib
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from pseudocode.reading.notation import program_lines
from pseudoku.reference import parse

HERE = Path(__file__).parent
TABLES = tomllib.loads((HERE / "texts.toml").read_text("utf-8"))
TEXT = (HERE / "judged.txt").read_text("utf-8").replace("␌", "\f")


def right(text: str) -> str:
    """Return ``text`` in the course's own notation; fail if it has errors."""
    parsed = parse(text)
    assert not parsed.errors, parsed.errors
    return "".join(program_lines(parsed.program))


class Case(NamedTuple):
    """An answer to a task, the verdict on it, and its first notes."""

    about: str
    task: str
    verdict: str
    notes: list[str]
    text: str


def changed(text: str, lines: list[str]) -> str:
    """Return ``text`` with the changes that the signs at the ``lines`` describe."""
    around: dict[str, str] = {"<": "", ">": ""}
    old = ""
    for sign, group in groupby(lines, key=lambda line: line[0]):
        part = "".join(f"{line[2:]}\n" for line in group)
        if sign in around:
            around[sign] += part
        elif sign == "-":
            assert f"\n{part}" in f"\n{text}", part
            old = part
        else:
            text = f"\n{text}".replace(f"\n{old}", f"\n{part}", 1)[1:]
    return around["<"] + text + around[">"]


def cases_in(text: str) -> tuple[dict[str, str], list[Case]]:
    """Return the texts that cases change, by name, and the cases."""
    texts: dict[str, str] = {}
    cases, about = [], ""
    for heading, first, body in re.findall(
        r"(?:^## (.*)\n)?^=== (.*)\n((?:(?!## |=== ).*\n)*)", text, re.MULTILINE
    ):
        about = heading or about
        body = body.strip("\n") + "\n"
        kind, rest = first.split(" ", 1)
        if kind == "text":
            texts[rest] = body
            continue
        above, body = re.findall(r"\A((?:! .*\n)*)((?:.*\n)*)", body)[0]
        name, *lines = body.removesuffix("\n").split("\n")
        if name.startswith("@ "):
            body = changed(texts[name[2:]], lines)
        cases.append(Case(about, kind, rest, re.findall("! (.*)\n", above), body))
    return texts, cases


TEXTS, CASES = cases_in(TEXT)
