"""Where the parts of a vector, a queue or a stack are drawn."""

from collections.abc import Iterator

from adt.show.shapes import Arrow, Box, Marked, Path, Shape, Style, Words, centred
from adt.show.states import Element, LineState, Mark

ARROW = 4  # columns from box to box of a queue
TOP = "top"
EMPTY = {"vector": "(no elements)", "queue": "tail → (empty) → head", "stack": "top → (empty)"}
SIGNS: dict[Mark, str] = {"arrives": "▲ arrives", "leaves": "▽ leaves", "read": "○ read"}
