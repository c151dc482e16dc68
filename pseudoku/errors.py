"""What can go wrong in Pseudoku."""


class PseudokuError(Exception):
    """Every error of this package that is the user's to mend."""
