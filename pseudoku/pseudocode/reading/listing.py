"""The numbers that stand before the lines of a listing, in any form but ``12:``."""

import re

NUMBER = re.compile(
    r"""[^\S\n]* (?: \((\d{1,6})\) | (\d{1,6})[.)]? )
    (?= [^\S\n]* (?: $ | [^\W\d] | // | \# | … | \.\.\. ) )""",
    re.VERBOSE | re.MULTILINE,
)
FEWEST = 3  # lines


def numbered_lines(text: str) -> dict[int, int]:
    """Where each line begins, and where its number ends, if ``text`` is a listing.

    It is one if two lines of three are numbered, each with one more than the last, or
    from 1 again.

    >>> numbered_lines("8 x ← 1\\n(9) y ← 1\\n10. z ← 1\\n")
    {0: 1, 8: 11, 18: 21}
    """
    ends: dict[int, int] = {}
    at, lines, last = 0, 0, -1
    for line in text.split("\n"):
        found = NUMBER.match(text, at) if line.strip() else None
        number = int(found[1] or found[2]) if found else -1
        if found and (not ends or number in (1, last + 1)):
            ends[at], last = found.end(), number
        lines += bool(line.strip())
        at += len(line) + 1
    return ends if len(ends) >= max(FEWEST, 2 * lines / 3) else {}
