"""COMP9021: the puzzles generated for the course, and the files to submit."""

from _courseware.terminal.messages import plural
from sudoku.comp9021 import preemptive
from sudoku.comp9021.closure import MAX_SET_CELLS, CellMasks, apply_sets, masks_of
from sudoku.courses import Course, HandIn, format_puzzle
from sudoku.errors import SudokuError
from sudoku.generating.conditions import (
    MIN_OPEN_CELLS,
    SOLVED,
    STUCK,
    Condition,
    ConditionVerdict,
)
from sudoku.grid import UNITS, grid_of, possible_digits

TEX_WRITERS = {
    "bare": preemptive.bare_tex,
    "forced": preemptive.forced_tex,
    "marked": preemptive.marked_tex,
    "worked": preemptive.worked_tex,
}
# Puzzles that need preemptive sets of seven and eight cells. To find one from scratch
# takes up to a minute.
EXAMPLES = {
    (7, SOLVED): (
        "..........46982......46328..8.6.934....7248...14...97.4382.76...951..7..........."
    ),
    (7, STUCK): (
        "............982......46328....6.934....72.8...14...9..438...6...951.............."
    ),
    (8, SOLVED): (
        "2...94............8.3..14.26.2.8.9..4.795...8..9..25.6..87..2.3.........5.43..6.9"
    ),
    (8, STUCK): (
        "..........2..9.61...94..3...15.3.79....21......4..7.2...89.2.5..463...8.........."
    ),
}


class PreemptiveSets(Condition):
    """The condition that forced digits and preemptive sets solve a puzzle or fail.

    ``ending`` is "solved" or "stuck". If ``needs`` is given, the largest sets that
    change the result have that number of cells. Raise SudokuError if it is not 0 to
    MAX_SET_CELLS.
    """

    def __init__(self, needs: int | None = None, ending: str = SOLVED) -> None:
        if needs is not None and not 0 <= needs <= MAX_SET_CELLS:
            reason = "a set of nine leaves no other cell"
            raise SudokuError(
                f"a set of {needs}; expected 0 to {MAX_SET_CELLS}: {reason}"
            )
        self._needs = needs
        self._ending = ending
        self.sparse = needs is not None and needs > 5
        self.example = EXAMPLES.get((needs, ending), "") if needs else ""
        self.most = 80 - needs if needs else 81
        if ending == STUCK:
            self.most = min(self.most, 81 - MIN_OPEN_CELLS)

    def check(self, puzzle: str) -> ConditionVerdict:
        """Apply smaller sets than needed, then sets of any size, then of that size.

        Return "lost" if the smaller sets leave no work for larger ones, or if a puzzle
        that should be stuck is solved.
        """
        marks = _masks_after_forced(puzzle)
        if self._needs:
            apply_sets(marks, self._needs - 1)
            if not _has_open_unit(marks, self._needs):
                return "lost"
        end = dict(marks)
        apply_sets(end)
        if self._ending == STUCK and is_solved(end):
            return "lost"
        if self._needs is not None:
            if self._needs and marks == end:
                return "lost"
            apply_sets(marks, self._needs)
            if marks != end:
                return "more givens"
        wants_more = self._ending == SOLVED and not is_solved(end)
        return "more givens" if wants_more else "kept"

    def facts(self, puzzle: str) -> dict[str, float | str]:
        """Return the size of the largest sets that change a mark, and the ending."""
        marks = _masks_after_forced(puzzle)
        end = dict(marks)
        apply_sets(end)
        needs = 0
        while marks != end:
            needs += 1
            apply_sets(marks, needs)
        return {"needs": needs, "ending": SOLVED if is_solved(end) else STUCK}

    def __str__(self) -> str:
        after = "solved by" if self._ending == SOLVED else "stuck after"
        if self._needs is None:
            return f"{after} forced digits and preemptive sets"
        if self._needs == 0:
            return f"{after} forced digits; preemptive sets change nothing"
        cells = plural(self._needs, "cell")
        some = f"some of {cells} and no larger ones"
        return f"{after} forced digits and preemptive sets, {some}"


def _masks_after_forced(puzzle: str) -> CellMasks:
    grid = preemptive.with_forced_digits(grid_of(puzzle))
    return masks_of(possible_digits(grid))


def is_solved(marks: CellMasks) -> bool:
    """Return whether each cell has exactly one mark."""
    return all(digits.bit_count() == 1 for digits in marks.values())


def _has_open_unit(marks: CellMasks, size: int) -> bool:
    """Return whether a unit has more than ``size`` cells with two or more marks."""
    open_cells = {cell for cell, digits in marks.items() if digits.bit_count() > 1}
    return any(len(open_cells.intersection(unit)) > size for unit in UNITS)


def texts(puzzle: str) -> list[str]:
    """Return the input for ``puzzle`` and the contents of the four LaTeX files."""
    grid = grid_of(puzzle)
    return [
        format_puzzle(grid, "digits"),
        *(make(grid) for make in TEX_WRITERS.values()),
    ]


COURSE = Course(
    input_format="digits",
    options=("needs", "ending"),
    condition=lambda options: PreemptiveSets(options.needs, options.ending or SOLVED),
    file_templates=(
        "sudoku_{}.txt",
        *(f"sudoku_{{}}_{name}.tex" for name in TEX_WRITERS),
    ),
    texts=texts,
    hand_in=HandIn("sudoku.py", "sudoku.comp9021.preemptive", ("Sudoku",)),
)
