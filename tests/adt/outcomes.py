"""What an operation gives, or which error it raises."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product


def outcome(operation: Callable[[], object], *errors: type[Exception]) -> object:
    """What ``operation`` gives, or the name of the one of ``errors`` it raises."""
    try:
        return operation()
    except errors as error:
        return type(error).__name__


def runs(operations: Sequence[str], length: int) -> Iterator[tuple[str, ...]]:
    """All runs of exactly ``length`` operations: each shorter one begins one of them."""
    return product(operations, repeat=length)
