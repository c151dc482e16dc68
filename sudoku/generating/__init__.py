"""Making puzzles that keep a promise.

Read `generator` first, which makes puzzles with one solution. `promises` judges whether
a puzzle suits a coursework. `symmetry` groups the cells of the givens, `closure` and
`limits` help to judge, and `answers` makes the input and output files of a coursework.
"""
