"""A check of the reader of pseudocode, for several tests."""

from pseudocode.reading.notation import program_lines
from pseudoku.reference import parse


def right(text: str) -> str:
    """Return ``text`` in the course's own notation; fail if it has errors."""
    parsed = parse(text)
    assert not parsed.errors, parsed.errors
    return "".join(program_lines(parsed.program))
