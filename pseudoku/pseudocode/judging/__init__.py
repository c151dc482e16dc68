"""A student's functions against the tasks of the hand-out."""
