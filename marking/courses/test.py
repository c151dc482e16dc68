"""A test of any coursework."""

from collections.abc import Callable
from typing import Final, Literal, NamedTuple

Answer = Literal["stdout", "last line", "file", "success", "failure", "judge"]

MAX_INPUT_CHARACTERS: Final = 2_000  # characters of an input in a report


class Test(NamedTuple):
    """One run of a submission, and what the reference expects of it.

    The answer is what is printed, the last line of standard error, the content of
    `output`, or that a student's unit tests succeed or fail.
    """

    id: str
    criterion: str
    argv: tuple[str, ...]
    inputs: dict[str, bytes]
    answer_source: Answer
    output: str = ""
    expected: bytes = b""
    required_files: tuple[
        str, ...
    ] = ()  # the files of the submission that it uses; (): all
    is_acceptable: Callable[[bytes], bool] | None = (
        None  # whether another answer is right
    )
    run: str = ""  # tests with the same run share it; "": it has its own
    call: str = ""  # what the test does, for a reader
    is_condition: bool = False  # if it fails, the criterion earns no marks
    executes: bool = True  # the student's program; only then a sandbox is needed
    seconds: float = 0  # of a processor, which the reference needed

    @property
    def is_drawn(self) -> bool:
        """Whether it runs a student's unit tests, in an order drawn for each."""
        return self.answer_source in ("success", "failure")

    def shown_inputs(self) -> dict[str, str]:
        """Return the inputs to show in a report: short texts, but no program of ours."""
        if self.answer_source in ("success", "failure", "judge"):
            return {}
        texts = {k: v.decode(errors="replace") for k, v in self.inputs.items()}
        return {
            name: text
            for name, text in texts.items()
            if len(text) <= MAX_INPUT_CHARACTERS
        }

    def outputs(self) -> tuple[str, ...]:
        """Return the names of the files that the sandbox must bring back."""
        return (self.output,) if self.output else ()
