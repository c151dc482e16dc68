"""What the three programs share: command lines, files, pages and pictures of grids.

It is private, because only these programs use it, and a package of its own, because
`adt` is a library that knows nothing of command lines and Sudoku. `start` begins a
program, `console` runs its commands; `page` is the shell of every page; `drawing` draws
structures and grids. Every Python can read this file and `start`, even version 2.
"""
