"""What a student handed in."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Submission:
    """The required files of one student, and remarks on where they were found."""

    id: str
    files: dict[str, bytes]
    place: str
    notes: tuple[str, ...] = ()
    name: str = ""  # of the student, if the layout has it


@dataclass(frozen=True)
class Unmatched:
    """Something in the class folder that is nobody's submission."""

    path: str
    why: str
