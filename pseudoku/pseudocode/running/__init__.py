"""A program is executed on `adt`, with its operations in a log."""
