"""The exercises of the hand-out's tasks; docs/exercises.md describes the files."""

from functools import cache
from importlib.resources import files

from pseudocode.judging import judge as judging
from pseudocode.judging.exercise import Exercise, read_exercise
from pseudocode.judging.judge import TaskVerdict
from pseudocode.judging.steps import Translation
from pseudocode.reading.parser import Parsed
from pseudocode.reading.vocabulary import name_key
from pseudocode.running.machine import Store
from pseudocode.translating.writer import snake
from pseudoku import handout
from pseudoku.reference import HANDOUT, reference


def _translation(name: str) -> Translation:
    function = vars(handout)[name]
    return lambda arguments: function(*arguments)


@cache
def task_exercise(task: str) -> Exercise:
    """Return the exercise of a task of the hand-out, such as "4"."""
    file = f"{snake(HANDOUT.tasks[task].function)}.toml"
    text = files(__name__).joinpath(file).read_text("utf-8")
    twins = {name_key(name): _translation(name) for name in HANDOUT.functions}
    return read_exercise(text, file, HANDOUT, task, reference(), twins)


def judge(
    parsed: Parsed, base: int = 1, store: Store = "copy"
) -> dict[str, TaskVerdict]:
    """Return the verdict on each task, as in `pseudocode.judging.judge.judge`."""
    exercises = {task: task_exercise(task) for task in HANDOUT.tasks}
    return judging.judge(parsed, exercises, base, store)


def judge_task(
    parsed: Parsed, task: str, base: int = 1, store: Store = "copy"
) -> TaskVerdict:
    """Return the verdict on the function of one task, such as "4"."""
    return judging.judge_exercise(parsed, task_exercise(task), base, store)
