"""A test, as every coursework describes it."""

from collections.abc import Callable
from typing import Literal, NamedTuple

Answer = Literal["stdout", "last line", "file", "success", "failure", "judge"]


class Test(NamedTuple):
    """One run of a submission, and what the reference expects of it.

    The answer is what is printed, the last line of standard error, the content of
    `output`, or that the program succeeds or fails.
    """

    id: str
    criterion: str
    argv: tuple[str, ...]
    inputs: dict[str, bytes]
    answer: Answer
    output: str = ""
    expected: bytes = b""
    absent: tuple[str, ...] = ()  # the last line of standard error begins with one of
    #                               these if the submission lacks the function
    needs: tuple[str, ...] = ()  # the files of the submission that it uses; (): all
    accepts: Callable[[bytes], bool] | None = None  # another answer that is right
    run: str = ""  # tests with the same run share it; "": it has its own
    is_condition: bool = False  # without it, the criterion's other tests count nothing

    def outputs(self) -> tuple[str, ...]:
        """Return the names of the files that the sandbox must bring back."""
        return (self.output,) if self.output else ()
