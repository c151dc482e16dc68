"""Make puzzles that keep a promise.

Read `generator` first, which makes puzzles with one solution. `promises` says what
a puzzle must be besides that; those of the courses are in their rooms. `symmetry`
groups the cells of the givens. `relatives` makes puzzles with a rare property.
"""
