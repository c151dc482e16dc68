"""Command lines: starting, options, input and output, messages, statuses."""
