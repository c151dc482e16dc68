"""The base class of the errors of the language."""


class LanguageError(Exception):
    """Base class of the errors that a user of this package can correct."""
