"""``submission_metadata.yml``: who handed in what on Gradescope, and when.

The file is YAML with tags of Ruby, which no safe reader of YAML accepts, and it
contains every result of every attempt. The few lines that are wanted have a fixed form.
"""

import re
from datetime import UTC, datetime
from typing import Final, NamedTuple

from marking.errors import MarkingError
from marking.intake.submission import File

METADATA: Final = "submission_metadata.yml"
MOST_BYTES: Final = 256 * 2**20
SUBMISSION: Final = re.compile(r"(\w+):$")
KEY: Final = re.compile(r"  :(\w+):(.*)$")
OF_SUBMITTER: Final = re.compile(r"  (?:-| ) :(name|sid|email):(.*)$")
TIME: Final = re.compile(
    r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d+)?\s*(Z|UTC|[+-]\d\d:?\d\d)?$"
)


class Submitter(NamedTuple):
    """One of the students who handed in together."""

    name: str
    sid: str
    email: str


def read_metadata(
    file: File,
) -> dict[str, tuple[tuple[Submitter, ...], datetime | None]]:
    """Return the submitters and the time of each submission. Raise MarkingError."""
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise MarkingError(f"{METADATA}: larger than {MOST_BYTES:,} bytes")
    found: dict[str, tuple[tuple[Submitter, ...], datetime | None]] = {}
    name, key, time = "", "", None
    people: list[dict[str, str]] = []
    for line in data.decode("utf-8-sig", "replace").splitlines():
        if match := SUBMISSION.fullmatch(line):
            name, key, time, people = match[1], "", None, []
        elif match := KEY.fullmatch(line):
            key = match[1]
            if key == "created_at":
                time = time_of(match[2])
        elif key == "created_at" and line.startswith("    utc:"):
            time = time_of(line.partition(":")[2])
        elif key == "submitters" and (match := OF_SUBMITTER.fullmatch(line)):
            if line.startswith("  -"):
                people.append({})
            if people:
                people[-1][match[1]] = scalar(match[2])
        else:
            continue
        if name:
            submitters = tuple(
                Submitter(p.get("name", ""), p.get("sid", ""), p.get("email", ""))
                for p in people
            )
            found[name] = submitters, time
    return found


def scalar(text: str) -> str:
    """Return the text of a YAML scalar on one line.

    >>> scalar(" 'O''Neil'"), scalar(' "\\\\u0130pek"'), scalar(" Ada"), scalar(" ''")
    ("O'Neil", 'İpek', 'Ada', '')
    """
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) > 1 and text[0] == text[-1] == '"':
        return re.sub(
            r'\\(?:x(..)|u(....)|(["\\/]))',
            lambda m: m[3] or chr(int(m[1] or m[2], 16)),
            text[1:-1],
        )
    return "" if text in ("null", "~") else text


def time_of(text: str) -> datetime | None:
    """Return the time in *text*, or None. Gradescope's times are in UTC."""
    match = TIME.search(scalar(text))
    if match is None:
        return None
    time = datetime.fromisoformat(f"{match[1]}T{match[2]}")
    if match[3] in (None, "Z", "UTC"):
        return time.replace(tzinfo=UTC)
    return datetime.fromisoformat(f"{time.isoformat()}{match[3]}")
