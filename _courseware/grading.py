"""What a course says about its tests: which there are, and what the reference answers.

The module ``grading`` of a course has DOES, the tests that a rubric may ask for with
what each compares, and the function ``expected``. `marking` knows no course.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

Answer = Literal["stdout", "last line", "file", "value", "judge"]


class Expected(NamedTuple):
    """The reference's answer in one test, and how the program is run.

    With *argv*, a student's file runs as a program with these arguments. Otherwise the
    functions of ``inside.py`` in the folder of the course call it: ``needs`` returns
    the names that it must have, ``answer`` the text of a value. An answer in
    pseudocode is judged; *text* is then the name of the verdict.
    """

    text: str
    answer: Answer = "stdout"  # or the last line of an error, a file, or a value
    argv: tuple[str, ...] | None = None
    output: str = ""  # the name of the file
    call: str = ""  # what the test does, for a reader
    accepts: Callable[[bytes], bool] | None = None  # whether another answer is right
    data: bytes | None = None  # the input as programs get it, if it is not as it was


class GradingError(ValueError):
    """An input or a call that cannot be used in a test."""
