"""The base class of the errors that a marker can correct."""


class MarkingError(Exception):
    """Raised if a rubric, a folder or another input of the marker cannot be used.

    The message is one line.
    """
