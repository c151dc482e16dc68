"""The search of ``generate``, as a person at a terminal sees it."""

import sys
from collections.abc import Iterator
from time import monotonic

from sudoku.generating.generator import OutOfTries


class Trials:
    """Which puzzle is looked for in which try, on a terminal, after a second."""

    def __init__(self, quiet: bool) -> None:
        self.ended: OutOfTries | None = None
        self._shows = not quiet and sys.stderr.isatty()
        self._next = monotonic() + 1
        self._width = 0

    def tell(self, number: int, trial: int) -> None:
        if self._shows and monotonic() > self._next:
            text = f"puzzle {number}, try {trial:,}"
            sys.stderr.write("\r" + text.ljust(self._width))
            sys.stderr.flush()
            self._next = monotonic() + 0.2
            self._width = len(text)

    def over(self, found: Iterator[str]) -> Iterator[str]:
        """What is ``found``, when the terminal is clear again.

        Where the tries run out behind a puzzle, this ends too, and ``ended`` tells why:
        what was found can be written whole.
        """
        some = False
        try:
            for puzzle in found:
                self._clear()
                yield puzzle
                some = True
        except OutOfTries as error:
            if not some:
                raise
            self.ended = error
        finally:
            self._clear()

    def _clear(self) -> None:
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            self._width = 0
