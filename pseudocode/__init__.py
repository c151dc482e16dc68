"""Read, run, trace, translate and judge the pseudocode of the university course.

`reading` parses text into a syntax tree, and writes a tree as text. `running` executes
a tree on the structures of `adt` and logs each operation. `tracing` shows a run step by
step. `translating` writes a tree as Python. `judging` marks a student's functions.
"""
