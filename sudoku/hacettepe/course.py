"""Hacettepe: the puzzles generated for the course, and the files to submit."""

from sudoku.courses import Course, HandIn, format_puzzle
from sudoku.generating.conditions import Condition, ConditionVerdict
from sudoku.grid import grid_of
from sudoku.hacettepe import singles


class NakedSingles(Condition):
    """The condition that naked singles alone solve a puzzle."""

    def check(self, puzzle: str) -> ConditionVerdict:
        grid = grid_of(puzzle)
        for _ in singles.solve(grid):
            pass
        return "kept" if all(map(all, grid)) else "more givens"

    def facts(self, puzzle: str) -> dict[str, float | str]:
        return {"steps": sum(1 for _ in singles.solve(grid_of(puzzle)))}

    def __str__(self) -> str:
        return "solved by naked singles alone"


def texts(puzzle: str) -> list[str]:
    """Return the input for ``puzzle``, without a newline at its end, and the steps."""
    grid = grid_of(puzzle)
    puzzle_rows = format_puzzle(grid, "digits").removesuffix("\n")
    return [puzzle_rows, singles.all_steps(grid)]


COURSE = Course(
    input_format="digits",
    options=(),
    condition=lambda options: NakedSingles(),
    file_templates=("i{}.txt", "o{}.txt"),
    texts=texts,
    hand_in=HandIn(
        "sudoku.py",
        "sudoku.hacettepe.singles",
        ("main",),
        keeps_annotations=False,  # the Python 3.6 of the course cannot evaluate them
        footer='if __name__ == "__main__":\n    main()',
        archive="b{}.zip",
    ),
)
