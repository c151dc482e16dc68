"""The box: the launcher is outside, the supervisor is inside."""
