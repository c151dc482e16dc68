"""Draw the pictures of docs/explain.md, by commands of the project.

Run it from the top of a checkout after changing what a picture looks like:

    python3 -m tests.gallery
"""

from collections.abc import Iterator
from typing import Final

from pseudoku import cli as pseudoku_cli
from sudoku import cli as sudoku_cli
from sudoku.explain import explain
from tests.places import DOCS, GOLDEN

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
    "Last cell": (
        "..14.........7...2......3.....1..84.25........3...........52..67......1......3...",
        30,
    ),
    "Hidden single": (
        "...569...........7.69.2..14..8....4.3.4.71......4.....5..6.......7...18......2..9",
        15,
    ),
    "Naked single": (
        ".6.9............57.......1.....57....3....8......4....5.4..6...1.....4.....3..2..",
        32,
    ),
    "Pointing": (
        "4...9.....8.....2....5..7...6..82.........5.1.........3.51........3...8.7........",
        29,
    ),
    "Claiming": (
        ".423........8..1..........7....725...7..4...........3........548..6.....1........",
        26,
    ),
    "Naked pair": (
        ".3.6..7......25....1.......2.9....8....4...3.5........8..79..........4.6......1..",
        29,
    ),
    "X-wing": (
        "3..2........1.7...7.6.3.5...7...9.8.9...2...4.1.8...5...9.4.3.1...7.2........8..6",
        24,
    ),
    "Hidden pair": (
        ".27....9....1...........5...9.....428..5..................24..75.....3..1...7....",
        27,
    ),
    "Naked triple": (
        "....75....1..2.....4...3...5.....3.2...8...1.......6.....1..48.2........7........",
        28,
    ),
    "Swordfish": (
        "3.......1.2...5.......6.....52...7.....13.............1.....64....2...8....5.7...",
        48,
    ),
    "Hidden triple": (
        ".2.....74.98.1.............7..3.5..6....2.9..1..............83....6.7......4.....",
        18,
    ),
    "XY-wing": (
        "...569...........7.69.2..14..8....4.3.4.71......4.....5..6.......7...18......2..9",
        38,
    ),
    "XYZ-wing": (
        "..5....76.4.31.............48....1.....5.7......6.....3...2.4..1..........7......",
        27,
    ),
    "Naked quad": (
        "12......9.5..9.2.3........4.3.........18.........246......67.5...2.41.7.9........",
        11,
    ),
    "Jellyfish": (
        "...7..........92.5..8.2........8..1771...64....3.4...21......3.97.2.8...8.4.7....",
        35,
    ),
    "Hidden quad": (
        "9.15...46425.9..8186..1..2.5.2.......19...46.6.......2196.4.2532...6.817.....1694",
        8,
    ),
    "Skyscraper": (
        ".27....9....1...........5...9.....428..5..................24..75.....3..1...7....",
        30,
    ),
    "Two-string kite": (
        "....75....1..2.....4...3...5.....3.2...8...1.......6.....1..48.2........7........",
        29,
    ),
    "Turbot fish": (
        ".27....9....1...........5...9.....428..5..................24..75.....3..1...7....",
        28,
    ),
    "X-chain": (
        ".2......1...5..7..4.............2.4..8..6......7...5..5.....12....73.......6.....",
        39,
    ),
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
