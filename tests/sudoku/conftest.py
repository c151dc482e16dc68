"""What several test files of the exact solver are given."""

from tests.sudoku.exact_ways import (
    compiled,
    interpreted,
    one_integer,
    only_compiled,
    step,
    way,
)

__all__ = ["compiled", "interpreted", "one_integer", "only_compiled", "step", "way"]
