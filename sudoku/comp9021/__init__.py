"""COMP9021: forced digits, preemptive sets and LaTeX.

Read `preemptive` first: class Sudoku with the hand-out's five methods, then the
techniques. `reading` reads a grid, and `tex` writes the LaTeX. `course` defines the
puzzles that are generated for the course and the files that a student submits.
`command` is the command line, and `explanation` puts each step of the techniques into
words. `closure` applies preemptive sets fast. `outputs` compares two LaTeX files.
"""
