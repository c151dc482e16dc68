"""Read the submitters and times in Gradescope's ``submission_metadata.yml``.

The file is YAML with tags of Ruby, which no safe YAML reader accepts. The few lines
that are needed have a fixed form.
"""

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from marking.errors import MarkingError
from marking.intake.submission import File

METADATA_FILE = "submission_metadata.yml"
MAX_METADATA_BYTES = 64 * 2**20
SUBMISSION = re.compile(r"(\w+):$")
KEY = re.compile(r"  :(\w+):(.*)$")
SUBMITTER_LINE = re.compile(r"  (?:-| ) :(name|sid|email):(.*)$")
TIME = re.compile(
    r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d+)? *(Z|UTC|[+-]\d\d:?\d\d)?['\"]?$"
)
# Other escapes in a YAML string stay as they are.
ESCAPE_PATTERN = re.compile(
    r'\\(?:x(?P<byte>[\dA-Fa-f]{2})|u(?P<code>[\dA-Fa-f]{4})|(?P<symbol>["\\/]))'
)


class Submitter(NamedTuple):
    """One of the students of a submission; ``sid`` is the student's id."""

    name: str = ""
    sid: str = ""
    email: str = ""


@dataclass
class SubmissionMetadata:
    """The submitters of a submission, and its time if known."""

    submitters: list[Submitter] = field(default_factory=list)
    submitted_at: datetime | None = None


def read_metadata(file: File) -> dict[str, SubmissionMetadata]:
    """Return the metadata of each submission, by the name of its folder.

    Raise MarkingError if ``file`` is too large or cannot be read.
    """
    data = file.read(MAX_METADATA_BYTES + 1)
    if len(data) > MAX_METADATA_BYTES:
        raise MarkingError(f"{METADATA_FILE}: larger than {MAX_METADATA_BYTES:,} bytes")
    submissions: dict[str, SubmissionMetadata] = {}
    submission = None
    key = ""
    for line in data.decode(errors="replace").split("\n"):
        line = line.rstrip("\r")
        name_match = SUBMISSION.fullmatch(line)
        key_match = KEY.fullmatch(line)
        if name_match:
            submission = SubmissionMetadata()
            submissions[name_match[1]] = submission
            key = ""
        elif submission is None:
            continue
        elif key_match:
            key = key_match[1]
        elif key == "submitters":
            _add_submitter_line(submission.submitters, line)
        is_time = key == "created_at" and TIME.search(line)
        if is_time and submission.submitted_at is None:
            submission.submitted_at = _parse_utc_time(line)
    return submissions


def _add_submitter_line(submitters: list[Submitter], line: str) -> None:
    """Add the name, id or email address in ``line`` to the last of ``submitters``.

    A line with a dash starts the next submitter. Other lines are ignored.
    """
    match = SUBMITTER_LINE.fullmatch(line)
    if match is None:
        return
    if line.startswith("  -"):
        submitters.append(Submitter())
    if submitters:
        field_values = {match[1]: _yaml_scalar(match[2])}
        submitters[-1] = submitters[-1]._replace(**field_values)


def _yaml_scalar(text: str) -> str:
    """Return the text of a YAML scalar on one line; "" for null.

    >>> _yaml_scalar(" 'O''Neil'"), _yaml_scalar(' "\\\\u0130pek"'), _yaml_scalar(" ''")
    ("O'Neil", 'İpek', '')
    """
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) > 1 and text[0] == text[-1] == '"':
        return ESCAPE_PATTERN.sub(_unescape, text[1:-1])
    return "" if text in ("null", "~") else text


def _unescape(match: re.Match[str]) -> str:
    if match["symbol"]:
        return match["symbol"]
    return chr(int(match["byte"] or match["code"], 16))


def _parse_utc_time(text: str) -> datetime | None:
    """Return the time at the end of ``text``, in UTC if without a zone, or None."""
    match = TIME.search(text.strip().strip("'\""))
    if match is None:
        return None
    zone = "+00:00" if match[3] in (None, "Z", "UTC") else match[3]
    try:
        return datetime.fromisoformat(f"{match[1]}T{match[2]}{zone}")
    except ValueError:
        return None
