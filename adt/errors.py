"""What can go wrong in an abstract data type."""


class ADTError(Exception):
    """Every error that a structure of this package raises."""


class EmptyError(ADTError):
    """TOP, POP, HEAD or DEQUEUE of a structure that holds nothing."""


class PositionError(ADTError):
    """SELECT or STORE at a position that the vector has not, or has not filled."""


class MemoryFault(ADTError):
    """READ or WRITE outside an array, or of a cell that holds another kind of thing."""
