"""Parse pseudocode: a text becomes a syntax tree, with notes and errors.

Read `source` (the text and its lines), `syntax` (the tree) and `operators`, then the
steps in the order in which they run:

1. `lines` removes headings, list marks and page numbers, and records them.
2. `rules` rewrites lines in other notations.
3. `tokens` splits the text; `segmenter` decides where each function begins and ends.
4. `parser` parses the functions with `statements` and `expressions`, which read from a
   `cursor`.
5. `spelling` corrects names.

`vocabulary` has the words, `advice` all messages, and `handout` what a hand-out adds.
`notation` writes a tree as text again.
"""
