"""Execute a parsed program on the structures of `adt`, and log its operations."""
