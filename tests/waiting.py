"""Waiting for other processes: until something is so, or the test fails."""

import time
from collections.abc import Callable


def until(is_so: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until something is so; fail after this many seconds."""
    ends = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < ends, "it is still not so"
        time.sleep(0.02)
