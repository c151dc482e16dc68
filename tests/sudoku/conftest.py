"""The fixtures of several test files of the exact solver."""

from tests.sudoku.exact_ways import in_c, kernel, no_cache, one_integer, way

__all__ = ["in_c", "kernel", "no_cache", "one_integer", "way"]
