"""One test of a rubric: the program that it runs, and the correct answer."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from _courseware.grading import AnswerKind

MAX_INPUT_CHARACTERS = 2_000  # in a report


class Test(NamedTuple):
    """One test: how to run a submission, and the correct answer.

    ``id`` is such as "output/board1". ``argv`` are the arguments of Python, and
    ``inputs`` the files to add, by name. ``answer_source`` says what is compared with
    ``expected``, one of `AnswerKind`. For a student's unit tests, it is "success" if their
    functions are right, "failure" if one is wrong, or "own" if they are the student's.
    ``output`` is the name of a file that the program writes, or "". ``is_acceptable``
    recognizes other correct answers. ``call`` describes the test in a report.
    """

    id: str
    criterion: str
    argv: tuple[str, ...]
    inputs: dict[str, bytes]
    answer_source: AnswerKind | Literal["success", "failure", "own"]
    output: str = ""
    expected: bytes = b""
    required_files: tuple[str, ...] = ()  # of the submission; (): all
    is_acceptable: Callable[[bytes], bool] | None = None  # whether another is right
    describe: Callable[[bytes], bytes] = bytes  # the answer in the form of ``expected``
    run: str = ""  # tests with the same run share it; "": it has its own
    call: str = ""  # what the test does, for a reader
    seconds: float = 0  # of a processor, which the reference needed
    stdin: bytes = b""

    @property
    def run_id(self) -> str:
        """The id of the run that decides this test."""
        return self.run or self.id

    @property
    def is_drawn(self) -> bool:
        """Whether this runs a student's unit tests, which are in a random order."""
        return self.answer_source in ("success", "failure", "own")

    @property
    def is_condition(self) -> bool:
        """Whether its criterion earns no marks if this test fails."""
        return self.answer_source == "success"

    @property
    def executes(self) -> bool:
        """Whether a program of a student runs; only then a sandbox is needed."""
        return self.answer_source != "judge"

    def shown_inputs(self) -> dict[str, str]:
        """Return the inputs to show in a report, as texts by file name.

        Long inputs are omitted, and so are programs and archives of this project.
        """
        if self.is_drawn or not self.executes:
            return {}
        inputs = self.inputs | ({"standard input": self.stdin} if self.stdin else {})
        texts = {k: v.decode(errors="replace") for k, v in inputs.items()}
        return {
            k: text for k, text in texts.items() if len(text) <= MAX_INPUT_CHARACTERS
        }
