"""Northwestern: class Board, depth-first search and breadth-first search.

Read `search` first: the hand-out's class and functions. `starter` has what the starter
file provides besides them, and `reading` reads a board. `limits` counts and limits the
boards of a search. `course` defines the puzzles generated for the course and the file
to submit. `command` is the command line, and `explanation` puts each step of a search
into words.
"""
