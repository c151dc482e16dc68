"""The step in which two outputs of this coursework differ."""

LINES_PER_STEP = 12  # dashes, the step line, dashes, nine rows
STEP_PARTS = ("the step line", "the dashes", *(f"row {k}" for k in range(1, 10)))


def place_of(line: int, right: str, other: str) -> str:
    """Name the step, and the part of it, on a line of an output file.

    >>> place_of(29, "", ""), place_of(1, "", "")
    ('step 3, row 2', 'the dashes at the top')
    """
    steps_before, part = divmod(line - 1, LINES_PER_STEP)
    if part == 0:
        where = f"after step {steps_before}" if steps_before else "at the top"
        return f"the dashes {where}"
    return f"step {steps_before + 1}, {STEP_PARTS[part - 1]}"
