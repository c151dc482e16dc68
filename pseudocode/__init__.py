"""The language of the university course: read, run, trace, translate and judge it.

It knows no coursework. A hand-out is a record (`reading.handout`), and an exercise is a
file (docs/exercises.md); both are arguments. Read the stages in this order; each hands
its result to the next ones:

1. `reading`: a text becomes a syntax tree, with notes and errors (``Parsed``).
2. `running`: a tree runs on the structures of `adt` and logs its operations (``Log``).
3. `tracing`: a run becomes a record of its steps (``RunRecord``), as text or a page.
4. `translating`: a tree becomes a Python module.
5. `judging`: a tree and an ``Exercise`` become a verdict, by runs that stand for all
   arguments (``TaskVerdict``), and a hint (``Mend``).

Their docstrings say where to begin. `tracing`, `translating` and `judging` do not know
each other.
"""
