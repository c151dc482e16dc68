"""Make puzzles that meet a condition.

Read `generator` first, which makes puzzles with one solution. `conditions` says what
a puzzle must be besides that; those of the courses are in their rooms. `symmetry`
groups the cells of the givens. `relatives` makes puzzles with a rare property.
"""
