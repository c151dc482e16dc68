"""Pseudoku: the ten tasks of the hand-out."""
