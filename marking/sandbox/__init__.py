"""The sandbox: the launcher is outside, the supervisor is inside."""
