"""Hacettepe: naked singles, step by step.

Read `singles` first: the program that the hand-out describes. `reading` reads a grid.
`course` defines the puzzles generated for the course and the files to submit.
`command` is the command line, and `explanation` puts each step into words. `outputs`
names the step in which two outputs differ.
"""
