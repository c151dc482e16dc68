"""A run, shown step by step."""
