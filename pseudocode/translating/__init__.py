"""Translate a pseudocode program into Python."""
