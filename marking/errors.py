"""The error that a marker can correct."""


class MarkingError(Exception):
    """Something is wrong with a rubric, a folder or another input of the marker.

    The message is one line.
    """
