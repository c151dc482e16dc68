"""The answers to all ten tasks as one text in Markdown."""

from pkgutil import get_data

from pseudocode.reading.source import docstring_pseudocode
from pseudoku import handout
from pseudoku.reference import MANUAL_TASK_MARKS, TASK_FUNCTIONS, TASK_MARKS

TITLE = "# Algorithms and Data Structures I: Sudoku assignment\n"


def answer() -> str:
    """Return the answers to all ten tasks in Markdown, one section for each task."""
    tasks = sorted(TASK_MARKS | MANUAL_TASK_MARKS, key=int)
    return "\n".join([TITLE, *map(section, tasks)])


def section(task: str) -> str:
    """Return the heading and the answer of ``task``, such as "4", in Markdown."""
    if task in MANUAL_TASK_MARKS:
        return (get_data(__package__, f"task{task}.md") or b"").decode()
    name = TASK_FUNCTIONS[task]
    code = docstring_pseudocode(vars(handout)[name].__doc__)
    return f"## Task {task}: {name}\n\n```pseudocode\n{code}```\n"
