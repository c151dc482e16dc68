"""The progress of ``generate`` on a terminal."""

from collections.abc import Iterator

from _courseware.progress import ProgressLine
from sudoku.generating.generator import OutOfTries


class Trials:
    """The number of the puzzle and of the attempt, shown after a second."""

    def __init__(self, quiet: bool) -> None:
        self.ended: OutOfTries | None = None
        self._progress = ProgressLine(not quiet)

    def show(self, number: int, trial: int) -> None:
        self._progress.show(f"puzzle {number}, attempt {trial:,}")

    def over(self, made: Iterator[str]) -> Iterator[str]:
        """Yield each puzzle of *made* after clearing the line on the terminal.

        If *made* raises OutOfTries, this sets ``ended`` to the error and ends normally,
        so that the puzzles so far can be written. Without any puzzle, raise the error.
        """
        any_made = False
        try:
            for puzzle in made:
                self._progress.clear()
                yield puzzle
                any_made = True
        except OutOfTries as error:
            if not any_made:
                raise
            self.ended = error
        finally:
            self._progress.clear()
