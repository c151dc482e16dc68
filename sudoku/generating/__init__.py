"""Making puzzles that keep a promise.

Read `generator`, which makes unique and minimal puzzles, and `promises`, which says
what a coursework needs of one. `symmetry` places the givens, `limits` bounds a search,
and `answers` writes a coursework's input with the output expected for it.
"""
