"""Tests that call a function of a submission in a sandbox."""

from importlib.resources import files
from typing import Final

from marking.courses.test import Test
from marking.drivers.functions import ANSWER

DRIVER: Final = files("marking.drivers").joinpath("functions.py").read_text("utf-8")


def calling(
    identity: str,
    words: tuple[str, ...],
    inputs: dict[str, bytes],
    expected: str,
    call: str,
) -> Test:
    """Return a test that calls a function; *words* are the arguments of the driver."""
    return Test(
        identity,
        identity.partition("/")[0],
        ("-c", DRIVER, *words),
        inputs,
        "file",
        ANSWER,
        expected.encode(),
        lacking(words[1]),
        call=call,
    )


def lacking(function: str) -> tuple[str, ...]:
    """Return the starts of the errors of a program without *function* or its class."""
    return (
        f"AttributeError: module 'sudoku' has no attribute {function!r}",
        f"AttributeError: module 'a5' has no attribute {function!r}",
        f"AttributeError: 'Board' object has no attribute {function!r}",
        "AttributeError: module 'a5' has no attribute 'Board'",
    )
