"""Standard input for the commands that ask a person."""

import sys
from io import StringIO, TextIOWrapper

from _courseware.console import ClosedStream


def take_any_input() -> None:
    """Let ``input`` replace bytes that are not text, and find a closed stream empty."""
    if isinstance(sys.stdin, ClosedStream):
        sys.stdin = StringIO()
    elif isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
