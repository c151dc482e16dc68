"""The base class of the errors of Pseudoku."""


class PseudokuError(Exception):
    """Base class of the errors that a user of this package can correct."""
