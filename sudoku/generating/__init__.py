"""Make puzzles that meet a condition.

`generator` makes puzzles with one solution. `conditions` defines what else a puzzle
must satisfy; each course has its own conditions. `symmetry` groups the cells of the
givens. `relatives` makes puzzles with a rare property.
"""
