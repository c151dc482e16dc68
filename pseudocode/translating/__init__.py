"""Translate a program into Python: `infer` finds types, and `writer` writes.

Begin with `translate`.
"""
