"""Mark a class of students: run their programs, which are untrusted, in a sandbox.

Read the files in the order in which a submission passes through them:

1. `rubric`: what is marked, from a TOML file.
2. `intake`: what a learning platform delivers becomes a folder for each student.
3. `plan` and `test`: the tests of a submission.
4. `sandbox` runs them, with the programs of `drivers`; the result is an ``Outcome``.
5. `verdict`: an outcome becomes a verdict with its reason.
6. `engine` does this for a class and keeps the `results`; `marks` adds them up.
7. `report`: tables and pages for markers, students and platforms.

``python -m marking`` is the command line, `cli`.
"""
