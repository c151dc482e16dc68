"""Reading and writing files: encodings, PDF, Word, gzip, and safe replacement."""
