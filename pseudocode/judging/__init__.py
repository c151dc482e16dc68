"""Judge a student's functions by running them, task by task."""
