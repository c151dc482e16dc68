"""Pseudoku: the judge's verdict on each function of an answer in pseudocode."""

from _courseware.grading import Expected, GradingError
from pseudocode.errors import LanguageError
from pseudocode.judging.exercise import read_exercise
from pseudocode.judging.judge import misjudged_samples
from pseudoku.reference import HANDOUT, TASK_FUNCTIONS

TASK_OF_FUNCTION = {name: task for task, name in TASK_FUNCTIONS.items()}
EXERCISE = "exercise"  # whose inputs are files of docs/exercises.md
DOES = {
    **dict.fromkeys(TASK_OF_FUNCTION, "the verdict of the [judge](judging.md)"),
    EXERCISE: "the same, for the function of an [exercise](exercises.md)",
}
# The packages that the judge needs; the last one has its command.
JUDGE = ("_courseware", "adt", "pseudocode", "pseudoku")
WITHOUT_INPUT = (*TASK_OF_FUNCTION,)


def expected(do: str, name: str, data: bytes) -> Expected:
    """Return the verdict of the judge on the function of an answer.

    ``do`` is the name of a function of the hand-out, or "exercise": then ``data`` is
    the text of an exercise file called ``name``.
    """
    function = _exercise_function(name, data) if do == EXERCISE else do
    verdict = TASK_OF_FUNCTION.get(function, function)
    call = f"python3 -m pseudoku judge, function {function}"
    return Expected(verdict, "judge", call=call)


def _exercise_function(name: str, data: bytes) -> str:
    """Return the name of the function that the exercise file ``data`` asks for.

    ``name`` is the name of the file. Raise GradingError if it is not an exercise, or if
    a sample answer in it is misjudged.
    """
    try:
        exercise = read_exercise(data.decode(), name, HANDOUT)
        for fault in misjudged_samples(exercise):
            raise GradingError(f"{name}: {fault}")
    except (UnicodeDecodeError, LanguageError) as error:
        raise GradingError(str(error)) from error
    return exercise.name
