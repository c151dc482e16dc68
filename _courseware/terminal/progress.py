"""A line on the terminal that shows the progress of a command."""

import sys
from time import monotonic


class ProgressLine:
    """A line of progress, rewritten in place after a command has run for a second.

    It is written to standard error if ``shows`` is true and standard error is a
    terminal. Otherwise, if ``log_seconds`` is not 0, a new line is written at this
    interval.
    """

    def __init__(self, shows: bool, log_seconds: float = 0) -> None:
        self.shows = shows and sys.stderr.isatty()
        self._log_seconds = 0 if self.shows else log_seconds
        self._start = monotonic()
        self._next = self._start + 1
        self._lines = 1  # in a log, with the next one
        self._width = 0  # of the text on the terminal

    def seconds(self) -> float:
        return monotonic() - self._start

    def show(self, text: str) -> None:
        """Write ``text`` over the line, at most ten times a second.

        In a log, ``text`` is a new line, once in each interval.
        """
        now = monotonic()
        if self.shows and now > self._next:
            sys.stderr.write("\r" + text.ljust(self._width))
            sys.stderr.flush()
            self._next = now + 0.1
            self._width = len(text)
        elif self._log_seconds and now >= self._start + self._log_seconds * self._lines:
            print(text, file=sys.stderr, flush=True)
            self._lines += 1

    def clear(self) -> None:
        """Erase the line on the terminal, so that other text can be written."""
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            self._width = 0
