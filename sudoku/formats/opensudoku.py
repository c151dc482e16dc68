"""The XML of OpenSudoku: a tag ``<game data="..."/>`` for each puzzle.

The data are 81 digits, or ``version: N`` and for each cell its digit, its notes and
whether the player may change it. Digits that the player may change are not givens.
"""

from collections.abc import Iterator
from xml.parsers.expat import ErrorString, ExpatError, ParserCreate

from sudoku.formats.cells import CELLS, EXPECTED, TO_DOTS
from sudoku.formats.source import Entry, FormatError, Lines, Puzzle
from sudoku.grid import CELLS as LOCATIONS
from sudoku.grid import cell_name

MOST_UNSEEN = 2**16  # characters in one tag
ROOTS = ("opensudoku", "opensudoku2")


def puzzles(lines: Lines) -> Iterator[Entry]:
    """Yield the puzzles up to the end of the XML.

    Raise FormatError at a mistake after which nothing can be read.
    """
    reader = Reader(lines)
    lines.keeps_marks = True
    try:
        for line in lines:
            yield from reader.read(line.decode("utf-8", "replace"))
            if reader.depth == 0 and reader.has_root:
                return
        reader.parser.Parse("", True)
    except ExpatError as error:
        detail = f"{ErrorString(error.code)}; expected XML of OpenSudoku"
        place = reader.start + error.lineno, error.offset + 1
        raise FormatError(lines.name, *place, detail) from error
    finally:
        lines.keeps_marks = False


class Reader:
    """An XML parser, and the puzzles of the tags that it has parsed."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.start = lines.number - 1  # the number of lines before the XML
        self.depth = 0
        self.has_root = False
        self.entries: list[Entry] = []  # not yielded yet
        self.unseen = 0  # characters since the end of the last tag
        self.parser = ParserCreate()
        self.parser.StartDoctypeDeclHandler = self.doctype
        self.parser.StartElementHandler = self.element
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.other

    def read(self, text: str) -> Iterator[Entry]:
        """Yield the puzzles that end in ``text``, a line or a piece of a line."""
        self.unseen += len(text)
        self.parser.Parse(text, False)
        if self.unseen > MOST_UNSEEN:
            detail = f"no end of a tag in {MOST_UNSEEN:,} bytes; expected '>'"
            raise self.lines.error(1, detail)
        yield from self.entries
        self.entries.clear()

    def doctype(
        self, name: str, system: str | None, public: str | None, subset: bool
    ) -> None:
        """Raise FormatError: entities can grow without end or include other files."""
        raise self.error("a document type (<!DOCTYPE>); expected XML without one")

    def element(self, name: str, attributes: dict[str, str]) -> None:
        self.unseen = 0
        self.depth += 1
        if not self.has_root and name not in ROOTS:
            raise self.error(f"<{name[:20]}>; expected <opensudoku>")
        self.has_root = True
        if name == "game":
            try:
                self.entries.append(self.game(attributes.get("data", "")))
            except FormatError as error:
                self.entries.append(error.with_traceback(None))  # to save memory

    def end(self, name: str) -> None:
        self.unseen = 0
        self.depth -= 1

    def other(self, text: str) -> None:
        self.unseen = 0

    def game(self, data: str) -> Puzzle:
        """Return the puzzle of a tag ``game``. Raise FormatError if it is not one."""
        cells = self.givens(data) if data.startswith("version") else data.strip()
        for location, mark in zip(LOCATIONS, cells):
            if mark not in CELLS:
                name = cell_name(location)
                raise self.error(f"a game with {mark!r} in {name}; {EXPECTED}")
        if len(cells) != 81:
            raise self.error(f"a game with {len(cells)} cells; expected 81")
        line = self.start + self.parser.CurrentLineNumber
        return Puzzle(cells.translate(TO_DOTS), self.lines.name, line)

    def givens(self, data: str) -> str:
        """Return the digits of ``version: N digit|notes|0|...`` that cannot change."""
        body = data.split(None, 2)[2:]
        fields = [field for field in "".join(body).split("|") if field]
        size = len(fields) // 81
        if len(fields) % 81 or size not in (3, 4):
            raise self.error(
                f"a game with {len(fields)} fields; expected 3 or 4 for each cell"
            )
        pairs = zip(fields[::size], fields[size - 1 :: size])
        return "".join(digit if fixed == "0" else "0" for digit, fixed in pairs)

    def error(self, detail: str) -> FormatError:
        """Return an error at the current tag."""
        line = self.start + self.parser.CurrentLineNumber
        column = self.parser.CurrentColumnNumber + 1
        return FormatError(self.lines.name, line, column, detail)
