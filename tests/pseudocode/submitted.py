"""Read the submission of Pseudoku that this project exports."""

import re

from pseudoku.handin.answer import answer

FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SAYS_34 = "Sum: 34 of 34\n"


def blocks(kind: str) -> list[str]:
    """Return the blocks of one kind in the submission, such as its pseudocode."""
    return [text for found, text in FENCED.findall(answer()) if found == kind]
