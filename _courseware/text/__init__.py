"""Reading and writing files: encodings, PDF, Word, and safe replacement."""
