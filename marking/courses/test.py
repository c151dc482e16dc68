"""A test of any coursework."""

from collections.abc import Callable
from typing import Final, Literal, NamedTuple

Answer = Literal["stdout", "last line", "file", "success", "failure", "judge"]

MAX_INPUT_CHARACTERS: Final = 2_000  # in a report


class Test(NamedTuple):
    """One test: command line, input files, and the output expected from the reference.

    `answer` says where the answer is: on standard output, in the last line of standard
    error, in the file `output`, or in the success or failure of a student's unit tests.
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
    # Whether another answer is right.
    is_acceptable: Callable[[bytes], bool] | None = None
    run: str = ""  # tests with the same run share it; "": it has its own
    call: str = ""  # what the test does, for a reader
    is_condition: bool = False  # if it fails, the criterion earns no marks
    executes: bool = True  # the student's program; only then a sandbox is needed
    seconds: float = 0  # of a processor, which the reference needed

    @property
    def is_drawn(self) -> bool:
        """Whether the test runs a student's unit tests, in a random order."""
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
        """Return the names of the files to copy from the sandbox."""
        return (self.output,) if self.output else ()
