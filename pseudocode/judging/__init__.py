"""Judge a student's functions by running them.

Read `exercise` (what a function must do), `callers` (which call an answer and the
reference), `trial` (how one function is tested) and `judge` (from trials to a verdict).
`steps` replaces the known functions in a trial, and `paths` proves that the runs so far
stand for all arguments. `absent` decides whether a function is missing or was not read,
and `doubts` what the text that was left out may mean. `nearest` looks for the change that makes a wrong function right, among those of
`edits`, and `hints` puts it into words.
"""
