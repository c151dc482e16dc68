"""The four 9 × 9 courseworks."""
