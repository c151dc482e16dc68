"""A test, as every coursework describes it."""

from typing import Literal, NamedTuple

Answer = Literal["stdout", "last line", "file"]


class Test(NamedTuple):
    """One run of a submission, and what the reference expects of it."""

    id: str
    criterion: str
    argv: tuple[str, ...]
    inputs: dict[str, bytes]
    answer: Answer  # where the submission's answer is
    output: str  # the file that contains it
    expected: bytes
    absent: tuple[str, ...] = ()  # the last line of standard error begins with one of
    #                               these if the submission lacks the function

    def outputs(self) -> tuple[str, ...]:
        """Return the names of the files that the box must bring back."""
        return (self.output,) if self.output else ()
