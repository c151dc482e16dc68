"""The module's pseudocode, executed on `adt`.

`reading`: `syntax` says what a program is made of; `tokens` and `parser` turn a text
into one, `notation` a program into text. `running`: `runner` executes it on `adt`,
`events` is what that leaves behind. `writing` translates it into Python. `judging`
compares a student's functions with the hand-out's. `tracing` shows each step.
"""
