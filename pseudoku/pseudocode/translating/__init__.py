"""A program becomes Python."""
