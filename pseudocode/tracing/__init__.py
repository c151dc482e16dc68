"""Show a run step by step."""
