"""Name the step in which two outputs of Hacettepe's program differ."""

LINES_PER_STEP = 12  # dashes, the step line, dashes, nine rows
STEP_PARTS = ("the step line", "the dashes", *(f"row {k}" for k in range(1, 10)))


def place_of(line: int, right: str, other: str) -> str:
    """Return the step of a line of an output file, and the part of the step.

    The step and the part follow from the number ``line``, from 1; ``right`` and
    ``other`` are not used.

    >>> place_of(29, "", ""), place_of(1, "", "")
    ('step 3, row 2', 'the dashes at the top')
    """
    steps_before, part = divmod(line - 1, LINES_PER_STEP)
    if part == 0:
        where = f"after step {steps_before}" if steps_before else "at the top"
        return f"the dashes {where}"
    return f"step {steps_before + 1}, {STEP_PARTS[part - 1]}"
