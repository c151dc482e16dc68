"""What the tests of reading share."""

from pseudoku.pseudocode.reading.notation import program_lines
from pseudoku.pseudocode.reading.parser import parse


def right(text: str) -> str:
    """``text`` in the module's own notation."""
    parsed = parse(text)
    assert not parsed.errors, parsed.errors
    return "".join(program_lines(parsed.program))
