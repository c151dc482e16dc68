"""The errors of the abstract data types."""


class ADTError(Exception):
    """Base class of all errors that the structures raise."""


class EmptyError(ADTError):
    """TOP, POP, HEAD or DEQUEUE of a structure that holds nothing."""


class PositionError(ADTError):
    """SELECT or STORE at a position outside the vector, or SELECT of nothing."""


class MemoryFault(ADTError):
    """READ or WRITE outside an array, or READ of a cell of another type."""
