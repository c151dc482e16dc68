"""What can go wrong in marking."""


class MarkingError(Exception):
    """An error that a marker can correct, with a message of one line."""
