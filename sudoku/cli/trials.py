"""The progress of ``generate`` on a terminal."""

import sys
from collections.abc import Iterator
from time import monotonic

from sudoku.generating.generator import OutOfTries


class Trials:
    """The number of the puzzle and of the attempt, shown after a second."""

    def __init__(self, quiet: bool) -> None:
        self.ended: OutOfTries | None = None
        self._shows = not quiet and sys.stderr.isatty()
        self._next = monotonic() + 1
        self._width = 0

    def show(self, number: int, trial: int) -> None:
        if self._shows and monotonic() > self._next:
            text = f"puzzle {number}, attempt {trial:,}"
            sys.stderr.write("\r" + text.ljust(self._width))
            sys.stderr.flush()
            self._next = monotonic() + 0.2
            self._width = len(text)

    def over(self, made: Iterator[str]) -> Iterator[str]:
        """Yield each puzzle of *made* after clearing the line on the terminal.

        If *made* raises OutOfTries, this sets ``ended`` to the error and ends normally,
        so that the puzzles so far can be written. Without any puzzle, raise the error.
        """
        any_made = False
        try:
            for puzzle in made:
                self._clear()
                yield puzzle
                any_made = True
        except OutOfTries as error:
            if not any_made:
                raise
            self.ended = error
        finally:
            self._clear()

    def _clear(self) -> None:
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            self._width = 0
