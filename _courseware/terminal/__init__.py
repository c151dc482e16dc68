"""Command lines: the start of a program, options, input and output, and messages."""
