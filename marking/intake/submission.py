"""What a student handed in."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Submission:
    """The wanted files of one student, and remarks on where they were found.

    A *question* says why a person has to look: the files could not be read, or it is
    not clear which of them count. The student's status is then `manual`.
    """

    id: str
    files: dict[str, bytes]
    place: str
    notes: tuple[str, ...] = ()
    name: str = ""  # of the student, if the layout has it
    question: str = ""
    submitted_at: datetime | None = None  # if the layout has it


@dataclass(frozen=True)
class Unmatched:
    """Something in the class folder that is nobody's submission."""

    path: str
    why: str
