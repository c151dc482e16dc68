"""Wait for other processes."""

import time
from collections.abc import Callable


def until(is_so: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until *is_so* returns True. Raise AssertionError if that takes too long."""
    ends = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < ends, "it is still not so"
        time.sleep(0.02)
