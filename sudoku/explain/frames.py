"""The grid at a step, drawn in ASCII.

``*47`` is a cell of the reason, ``9-4`` has lost its mark 4, ``=5`` gets its digit.
"""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Final

from sudoku.explain.steps import INDEX, State, Step, apply

WIDEST: Final = 7  # characters of a cell; longer texts take two lines, and then space


def frame(before: State, step: Step) -> str:
    """Return the grid after *step*, with what the step changes."""
    texts = cell_texts(before, step)
    longest = max(map(len, texts))
    height = -(-longest // WIDEST)
    width = -(-longest // height)
    rule = ("+" + "-" * (3 * width + 4)) * 3 + "+\n"
    rows = ["".join(lines(texts[k : k + 9], width)) for k in range(0, 81, 9)]
    space = "".join(lines([" "] * 9, width)) if height > 1 else ""
    bands = [space.join(rows[k : k + 3]) for k in (0, 3, 6)]
    return rule + rule.join(bands) + rule


def cell_texts(before: State, step: Step) -> list[str]:
    """Return the text of each cell."""
    after = apply(before, step)
    texts = list(after.grid)
    if after.marks is not None:
        texts = [marks or digit for marks, digit in zip(after.marks, after.grid)]
    for location, digits in step.removed:
        text = texts[INDEX[location]].replace(".", "")
        texts[INDEX[location]] = f"{text}-{''.join(map(str, digits))}"
    for location, digit in step.placed:
        texts[INDEX[location]] = f"={digit}"
    for location in step.cells:
        index = INDEX[location]
        texts[index] = "*" + texts[index].removeprefix("=")
    return texts


def lines(texts: Iterable[str], width: int) -> Iterator[str]:
    """Yield the lines of a row of cells."""
    pieces = [
        [text[k : k + width] for k in range(0, len(text), width)] for text in texts
    ]
    for line in zip_longest(*pieces, fillvalue=""):
        cells = [piece.ljust(width) for piece in line]
        boxes = [" ".join(cells[k : k + 3]) for k in (0, 3, 6)]
        yield f"| {' | '.join(boxes)} |\n"
