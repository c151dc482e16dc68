"""CIT 591: elimination in sets.

Read `elimination` first: the hand-out's functions. `reading` reads a list of lists
without running it. `course` defines the puzzles generated for the course and the files
to submit; `sudoku_test`, the unit tests, is one of these files.
`command` is the command line, and `explanation` puts each step into words.
"""
