"""Texts in pseudocode for several tests, and a check of what is read in them."""

import tomllib
from pathlib import Path

from pseudocode.reading.notation import program_lines
from pseudoku.reference import parse

TABLES = tomllib.loads((Path(__file__).parent / "texts.toml").read_text("utf-8"))


def right(text: str) -> str:
    """Return ``text`` in the course's own notation; fail if it has errors."""
    parsed = parse(text)
    assert not parsed.errors, parsed.errors
    return "".join(program_lines(parsed.program))
