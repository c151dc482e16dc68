"""Fixtures of several test files of Pseudoku."""

from tests.pseudocode.files import file

__all__ = ["file"]
