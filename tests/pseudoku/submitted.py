"""What the submission of Pseudoku holds."""

import re

from pseudoku.handin.answer import answer

FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SAYS_34 = "Sum: 34 of 34\n"


def blocks(kind: str) -> list[str]:
    """The pseudocode or the drawings of the submission."""
    return [text for found, text in FENCED.findall(answer()) if found == kind]
