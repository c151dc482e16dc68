"""Draw the pictures of docs/explain.md, by commands of the project.

Run it from the top of a checkout after changing what a picture looks like:

    python3 -m tests.gallery
"""

import tomllib
from collections.abc import Iterator
from typing import Final

from pseudoku import cli as pseudoku_cli
from sudoku import cli as sudoku_cli
from sudoku.explain import explain
from tests.places import DOCS, GOLDEN, ROOT

MAIN: Final = {"pseudoku": pseudoku_cli.main, "sudoku": sudoku_cli.main}
FOLDER: Final = DOCS / "gallery"
SAMPLES: Final = "$PROJECT/tests/golden"

# The name of each picture, what it shows, and the command that draws it.
PICTURES: Final = {
    "pair": (
        "COMP9021: in row 2, two cells have only the marks 4 and 7, so r2c7 loses 4",
        f"sudoku draw {SAMPLES}/comp9021/sudoku_5.txt --method preemptive "
        "--step 11 -o pair.svg",
    ),
    "queue": (
        "Pseudoku, Task 2: the queue after 2 was added at the tail, before it leaves",
        "pseudoku draw queue 2 3 1 4 2 -o queue.svg",
    ),
}
# The techniques of the ladder, in its order: a puzzle, and a step of its explanation.
TECHNIQUES: Final = {
    name: (str(row["puzzle"]), int(row["step"]))
    for name, row in tomllib.loads(
        (ROOT / "tests" / "gallery.toml").read_text("utf-8")
    ).items()
}


def techniques() -> str:
    """Return the pictures of docs/explain.md: each technique with its reason."""
    return "\n".join([*map(technique, TECHNIQUES), "### Other pictures\n", *others()])


def technique(name: str) -> str:
    """Return the section on the technique *name*: a picture and the reason."""
    puzzle, number = TECHNIQUES[name]
    step = explain(puzzle, "human").steps[number - 1]
    picture = f"![{name}](gallery/{file_name(name)}.svg)"
    return f"### {name}\n\n{picture}\n\n{step.reason}\n"


def others() -> Iterator[str]:
    """Yield the pictures of other kinds, each with the command that draws it."""
    for name, (caption, command) in PICTURES.items():
        yield f"![{caption}](gallery/{name}.svg)\n\n    python3 -m {command}\n"


def file_name(name: str) -> str:
    return name.lower().replace(" ", "-")


def drawing(name: str) -> str:
    """Return the command, without ``python3 -m``, that draws the technique *name*."""
    puzzle, number = TECHNIQUES[name]
    file = f"{file_name(name)}.svg"
    return f"sudoku draw {puzzle} --method human --step {number} -o {file}"


COMMANDS: Final = {
    **{name: command for name, (_, command) in PICTURES.items()},
    **{file_name(name): drawing(name) for name in TECHNIQUES},
}


def draw(name: str, folder: str) -> None:
    """Run the command that draws the picture *name*, and write it into *folder*."""
    program, *words = COMMANDS[name].replace(SAMPLES, str(GOLDEN)).split()
    words[-1] = f"{folder}/{words[-1]}"
    assert MAIN[program](words) == 0


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in COMMANDS:
        draw(name, str(FOLDER))
