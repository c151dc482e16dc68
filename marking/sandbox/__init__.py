"""Run untrusted programs: the launcher is outside a sandbox, the supervisor inside."""
