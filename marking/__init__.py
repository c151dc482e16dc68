"""Mark a class of students: run their programs, which are untrusted, in a sandbox.

Read `rubric` (what is marked), then `plan` (the tests of a submission), `sandbox`
(where they run), `verdict` and `marks`. ``python -m marking`` is the command line.
"""
