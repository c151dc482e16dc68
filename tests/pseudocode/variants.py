"""Read answers from a file of bodies and changes, such as ``cheats.txt``."""

import re
from pathlib import Path

from pseudoku.reference import TASK_FUNCTIONS, reference

PARAMETERS = {
    **{"1": "row", "2": "row, p", "3": "puzzle, x, y, z", "4": "stack, item"},
    **{"5": "puzzle, j", "6": "puzzle", "8": "row"},
}


def variants(name: str) -> dict[str, tuple[str, str]]:
    """Return the task and the text of each answer in the file ``name``, by its name."""
    text = (Path(__file__).parent / name).read_text("utf-8")
    macros = dict(re.findall(r"^([A-Z_]+) = (.*)$", text, re.MULTILINE))
    for _ in range(3):  # a macro may have macros in it
        text = re.sub(r"\{([A-Z_]+)\}", lambda found: macros[found[1]], text)
    entries = re.findall(r"^(\d) (.*)\n((?:  .*\n)+)", text, re.MULTILINE)
    return {name: (task, answer(task, lines)) for task, name, lines in entries}


def answer(task: str, lines: str) -> str:
    """Return the answer to ``task`` that ``lines`` describe.

    A line begins with a sign: "-" and "+" replace a text of the reference's function,
    "^" inserts a text at its start, "&" adds a copy of another function with a new
    name, and "!" adds any text in front. Lines without a sign are a new body.
    """
    around, body, old, changed = "", "", "", function(task)
    for sign, rest in re.findall(
        r"^  ([-+^&!])? ?(.*(?:\n    .*)*)", lines, re.MULTILINE
    ):
        rest = " ".join(rest.split())
        if sign == "-":
            assert rest in changed, rest
            old = rest
        elif sign == "+":
            changed = changed.replace(old, rest, 1)
        elif sign == "^":
            changed = changed.replace(")", f") {rest}", 1)
        elif sign == "&":
            helper, new = rest.split()
            around += function(helper).replace(TASK_FUNCTIONS[helper], new) + "\n"
        elif sign == "!":
            around += rest + "\n"
        else:
            body += rest + " "
    header = f"function {TASK_FUNCTIONS[task]}({PARAMETERS[task]})\n"
    return around + (f"{header}{body}end function" if body else changed)


def function(task: str) -> str:
    """Return the reference's function for ``task``, on one line."""
    texts = [
        " ".join(one.split()) for one in reference().source.text.split("end function")
    ]
    start = f"function {TASK_FUNCTIONS[task]}("
    return next(one for one in texts if one.startswith(start)) + " end function"
