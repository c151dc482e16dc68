"""Marking a class: untrusted submissions of one coursework, run in a sandbox.

Read `rubric` (what is marked), then `plan` (the tests of a submission), `sandbox`
(where they run), `verdict` and `marks`. ``python -m marking`` is the command line.
"""
