"""Compare operations by their results or their errors."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product


def outcome(operation: Callable[[], object], *errors: type[Exception]) -> object:
    """Return the result of ``operation``, or the name of the error that it raises.

    An error that is none of ``errors`` is raised again.
    """
    try:
        return operation()
    except errors as error:
        return type(error).__name__


def runs(operations: Sequence[str], length: int) -> Iterator[tuple[str, ...]]:
    """Yield all sequences of ``length`` operations; shorter ones begin one of them."""
    return product(operations, repeat=length)
