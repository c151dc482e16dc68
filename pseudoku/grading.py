"""Pseudoku: the judge's verdict on each function of an answer in pseudocode."""

from _courseware.grading import Expected, GradingError
from pseudoku.errors import PseudokuError
from pseudoku.pseudocode.judging.exercise import read_exercise
from pseudoku.pseudocode.judging.judge import misjudged_samples
from pseudoku.reference import TASK_FUNCTIONS

TASK_OF_FUNCTION = {name: task for task, name in TASK_FUNCTIONS.items()}
EXERCISE = "exercise"  # whose inputs are files of docs/exercises.md
DOES = {
    **dict.fromkeys(TASK_OF_FUNCTION, "the verdict of the [judge](judging.md)"),
    EXERCISE: "the same, for the function of an [exercise](exercises.md)",
}
WITHOUT_INPUT = (*TASK_OF_FUNCTION,)


def expected(do: str, name: str, data: bytes) -> Expected:
    """Return the verdict on the function that the job ``do`` names.

    With ``do`` "exercise", ``data`` is the text of an exercise in the file ``name``,
    and the verdict is on its function.
    """
    function = exercise_function(name, data) if do == EXERCISE else do
    verdict = TASK_OF_FUNCTION.get(function, function)
    call = f"python3 -m pseudoku judge, function {function}"
    return Expected(verdict, "judge", call=call)


def exercise_function(name: str, data: bytes) -> str:
    """Return the name of the function in an exercise.

    ``data`` is the content of its file, and ``name`` the name of the file. Raise
    GradingError if it is no exercise, or if a sample answer in it is misjudged.
    """
    try:
        exercise = read_exercise(data.decode(), name)
        for fault in misjudged_samples(exercise):
            raise GradingError(f"{name}: {fault}")
    except (UnicodeDecodeError, PseudokuError) as error:
        raise GradingError(str(error)) from error
    return exercise.name
