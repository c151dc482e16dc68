"""What the commands share that ask a person."""

import os
import sys
from io import TextIOWrapper


def take_any_input() -> None:
    """Let ``input`` return words that are no text too, and end where nothing is open."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull)
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
