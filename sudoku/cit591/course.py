"""CIT 591: the puzzles generated for the course, and the files to submit."""

from sudoku.cit591 import elimination
from sudoku.courses import Course, HandIn, capture_output, format_puzzle
from sudoku.generating.conditions import (
    MIN_OPEN_CELLS,
    SOLVED,
    STUCK,
    Condition,
    ConditionVerdict,
)
from sudoku.grid import Grid, grid_of

FUNCTIONS = (
    "read_sudoku",
    "convertToSets",
    "convertToInts",
    "getRowLocations",
    "getColumnLocations",
    "getBoxLocations",
    "eliminate",
    "isSolved",
    "solve",
    "print_sudoku",
)


class SolvedByElimination(Condition):
    """The condition that elimination solves a puzzle, or only a part of it.

    ``ending`` is "solved" or "stuck".
    """

    def __init__(self, ending: str = SOLVED) -> None:
        self._ending = ending
        # Elimination must also find at least one number.
        self.most = 81 - MIN_OPEN_CELLS - 1 if ending == STUCK else 81

    def check(self, puzzle: str) -> ConditionVerdict:
        """Return whether elimination ends for ``puzzle`` as this condition says."""
        eliminated = _eliminate_all(puzzle)
        is_solved = all(map(all, eliminated))
        if self._ending == SOLVED:
            return "kept" if is_solved else "more givens"
        if is_solved:
            return "lost"
        return "kept" if eliminated != grid_of(puzzle) else "more givens"

    def facts(self, puzzle: str) -> dict[str, float | str]:
        unsolved = sum(row.count(0) for row in _eliminate_all(puzzle))
        return {"ending": STUCK if unsolved else SOLVED, "unsolved": unsolved}

    def __str__(self) -> str:
        partly = "partly " if self._ending == STUCK else ""
        return f"{partly}solved by elimination"


def _eliminate_all(puzzle: str) -> Grid:
    sets = elimination.convertToSets(grid_of(puzzle))
    elimination.solve(sets)
    return elimination.convertToInts(sets)


def texts(puzzle: str) -> list[str]:
    """Return the contents of the files for ``puzzle``.

    They are the input, the array after solving, and the output of ``print_solution``.
    """
    problem = grid_of(puzzle)
    printed = capture_output(lambda: elimination.print_solution(problem))
    return [
        format_puzzle(problem, "list"),
        format_puzzle(_eliminate_all(puzzle), "list"),
        printed,
    ]


COURSE = Course(
    input_format="list",
    options=("ending",),
    condition=lambda options: SolvedByElimination(options.ending or SOLVED),
    file_templates=("puzzle{}.txt", "puzzle{}_solution.txt", "puzzle{}_printed.txt"),
    texts=texts,
    hand_in=HandIn(
        "sudoku.py",
        "sudoku.cit591.elimination",
        (*FUNCTIONS, "main"),
        footer='if __name__ == "__main__":\n    main()',
        tests="sudoku_test.py",
        archive="sudoku.zip",
    ),
)
