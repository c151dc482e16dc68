"""Hacettepe: naked singles, step by step.

Read `singles` first: the program that the hand-out describes. `reading` reads a grid.
`course` says which puzzles are made for the course and what a student submits.
`command` is the command line, and `explanation` puts each step into words.
"""
