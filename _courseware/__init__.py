"""Code that the programs `pseudoku`, `sudoku` and `marking` share.

`_courseware.terminal` has their command lines, `_courseware.text` reads and writes
files, and `_courseware.draw` draws structures, grids and HTML pages. The package is
private, because only these programs use it. It is separate from `adt`, because `adt` is
a library without command lines and Sudoku. This file, that of `terminal` and
`terminal.start` can be read by every Python, even version 2.
"""
