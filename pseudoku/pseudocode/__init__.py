"""The module's pseudocode, executed on `adt`.

Read `syntax` for what a program is made of, `tokens` and `parser` for how a text
becomes one, `runner` for how it runs, `events` for what it leaves behind. `notation`
and `translate` write a program down again, in the module's notation and in Python;
`judge` compares a student's functions with the hand-out's; `tracing` shows each step.
"""
