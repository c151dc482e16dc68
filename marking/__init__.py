"""Marking a class: untrusted submissions of one coursework, run in a box.

Read `rubric` (what is marked), then `plan` (the tests of a submission), `box` (where
they run), `verdict` and `marks`. ``python -m marking`` is the command line.
"""
