"""What the three programs share, in three rooms.

`terminal` has command lines: `start` begins a program, `console` runs its commands.
`text` reads and writes files. `draw` draws structures and grids, and has the shell of
every page. It is private, because only these programs use it, and a package of its own,
because `adt` is a library that knows nothing of command lines and Sudoku. Every Python
can read this file, that of `terminal` and `start`, even version 2.
"""
