"""What the commands share that ask a person."""

import sys
from io import StringIO, TextIOWrapper

from adt._console import ClosedStream


def take_any_input() -> None:
    """Let ``input`` return words that are not text, and end if nothing is open."""
    if isinstance(sys.stdin, ClosedStream):
        sys.stdin = StringIO()
    elif isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
