"""CIT 591: elimination in sets.

Read `elimination` first: the hand-out's functions. `reading` reads a list of lists
without running it. `course` says which puzzles are made for the course and what a
student submits, and `sudoku_test` is the file of unit tests that belongs to it.
`command` is the command line, and `explanation` puts each step into words.
"""
