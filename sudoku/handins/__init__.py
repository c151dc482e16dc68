"""The reference as each course wants it submitted."""
