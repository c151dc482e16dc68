"""Puzzles and helpers for the tests of the formats."""

from collections.abc import Iterable

from sudoku.formats import FORMATS, Puzzle, parse, write

EASY = (
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
)
BARE = (
    "...2.14...5..........7........36.1...3..5..........7.27......8.....3..6.1........"
)
EXACT = [style for style in FORMATS if style != "candidates"]


def text_of(puzzles: Iterable[str], style: str) -> str:
    return "".join(write(puzzles, style))


def cells_in(text: str) -> list[str]:
    """Return the puzzles of a text, with "" in place of each error."""
    return [found.cells if isinstance(found, Puzzle) else "" for found in parse(text)]
