"""The answers that a course's reference solution gives in the tests of `marking`.

A course has a module ``grading`` with two names: DOES maps each kind of test that a
rubric may ask for to a description, and the function ``expected`` returns the answer to
an input. `marking` itself knows no course.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

AnswerKind = Literal["stdout", "last line", "file", "value", "judge"]


class Expected(NamedTuple):
    """The correct answer in one test of a student's functions.

    ``answer`` says what must be equal to ``text``: standard output, the last line of an
    error message, the file named ``output``, or the value of a function. For "judge",
    the student answers in pseudocode, and ``text`` is the name of a task. Otherwise,
    functions of the submission are called by ``inside.py`` in the folder of the course.
    ``call`` describes the test in a report. ``accepts`` returns whether another answer
    is correct too. ``data`` is the input that the program gets, if it differs from the
    file named in the rubric.
    """

    text: str
    answer: AnswerKind = "stdout"  # or the last line of an error, a file, or a value
    output: str = ""  # the name of the file
    call: str = ""  # what the test does, for a reader
    accepts: Callable[[bytes], bool] | None = None  # whether another answer is right
    data: bytes | None = None  # the input as programs get it, if it is not as it was


class GradingError(ValueError):
    """Raised if a rubric asks for a test whose input or call cannot be used."""
