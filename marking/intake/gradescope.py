"""Read the submitters and times in Gradescope's ``submission_metadata.yml``.

The file is YAML with tags of Ruby, which no safe YAML reader accepts. The few lines
that are needed have a fixed form.
"""

import re
from datetime import datetime
from typing import Final, NamedTuple

from marking.errors import MarkingError
from marking.intake.submission import File

METADATA_FILE: Final = "submission_metadata.yml"
MAX_METADATA_BYTES: Final = 64 * 2**20
SUBMISSION: Final = re.compile(r"(\w+):$")
KEY: Final = re.compile(r"  :(\w+):(.*)$")
SUBMITTER_LINE: Final = re.compile(r"  (?:-| ) :(name|sid|email):(.*)$")
TIME: Final = re.compile(
    r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d+)? *(Z|UTC|[+-]\d\d:?\d\d)?['\"]?$"
)


class Submitter(NamedTuple):
    """One of the students of a submission; ``sid`` is the student's id."""

    name: str = ""
    sid: str = ""
    email: str = ""


def read_metadata(file: File) -> dict[str, tuple[list[Submitter], datetime | None]]:
    """Return the submitters and the time of each submission, by the name of its folder.

    Raise MarkingError if ``file`` is too large or cannot be read.
    """
    data = file.read(MAX_METADATA_BYTES + 1)
    if len(data) > MAX_METADATA_BYTES:
        raise MarkingError(f"{METADATA_FILE}: larger than {MAX_METADATA_BYTES:,} bytes")
    submitters: dict[str, tuple[list[Submitter], datetime | None]] = {}
    people: list[Submitter] = []
    name = key = ""
    for line in data.decode(errors="replace").split("\n"):
        line = line.rstrip("\r")
        if match := SUBMISSION.fullmatch(line):
            name = match[1]
            key = ""
            people = []
            submitters[name] = people, None
        elif match := KEY.fullmatch(line):
            key = match[1]
        elif key == "submitters" and (match := SUBMITTER_LINE.fullmatch(line)):
            if line.startswith("  -"):
                people.append(Submitter())
            if people:
                field = {match[1]: yaml_scalar(match[2])}
                people[-1] = people[-1]._replace(**field)
        is_time = name and key == "created_at" and TIME.search(line)
        if is_time and not submitters[name][1]:
            submitters[name] = people, parse_utc_time(line)
    return submitters


def yaml_scalar(text: str) -> str:
    """Return the text of a YAML scalar on one line; "" for null.

    >>> yaml_scalar(" 'O''Neil'"), yaml_scalar(' "\\\\u0130pek"'), yaml_scalar(" ''")
    ("O'Neil", 'İpek', '')
    """
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) > 1 and text[0] == text[-1] == '"':
        return re.sub(
            r'\\(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|(["\\/]))',
            lambda m: m[3] or chr(int(m[1] or m[2], 16)),
            text[1:-1],
        )
    return "" if text in ("null", "~") else text


def parse_utc_time(text: str) -> datetime | None:
    """Return the time at the end of ``text``, in UTC if without a zone, or None."""
    match = TIME.search(text.strip().strip("'\""))
    if match is None:
        return None
    zone = "+00:00" if match[3] in (None, "Z", "UTC") else match[3]
    try:
        return datetime.fromisoformat(f"{match[1]}T{match[2]}{zone}")
    except ValueError:
        return None
