"""Translate a program into Python."""
