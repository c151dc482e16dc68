"""Parse pseudocode: text to tokens, syntax tree and notes, and back to text."""
