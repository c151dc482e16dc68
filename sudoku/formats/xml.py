"""Read the XML of OpenSudoku, and of KSudoku's saved games.

OpenSudoku has a tag ``<game data="..."/>`` for each puzzle. The data are 81 digits, or
``version: N`` and, for each cell, its digit, its notes and whether the player may
change it. Digits that the player may change are not givens. KSudoku has the givens
between ``<values>`` and ``</values>``: ``_`` is a blank, and ``b`` to ``j`` are 1 to 9.
"""

from collections.abc import Iterator
from xml.parsers.expat import ErrorString, ExpatError, ParserCreate

from sudoku.formats.cell_tokens import CELL_CHARACTERS, EXPECTED, TO_DOTS
from sudoku.formats.entries import Entry, FormatError, Lines, Puzzle
from sudoku.grid import CELLS as LOCATIONS
from sudoku.grid import cell_name

MAX_TAG_CHARACTERS = 2**16
ROOTS = ("opensudoku", "opensudoku2", "ksudoku")
LETTERS = str.maketrans("bcdefghij", "123456789", "\n")


def read_xml(lines: Lines) -> Iterator[Entry]:
    """Yield the puzzles and errors in ``lines``, up to the end of the XML.

    Raise FormatError at a mistake after which nothing can be read.
    """
    reader = XmlReader(lines)
    try:
        for line in lines:
            yield from reader.read(line.decode("utf-8", "replace"))
            if reader.depth == 0 and reader.root:
                return
        reader.parser.Parse("", True)
    except ExpatError as error:
        detail = f"{ErrorString(error.code)}; expected XML of OpenSudoku or KSudoku"
        place = reader.start + error.lineno, error.offset + 1
        raise FormatError(lines.name, *place, detail) from error


class XmlReader:
    """An XML parser that collects the puzzles in the tags parsed so far."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.start = lines.number - 1  # the number of lines before the XML
        self.depth = 0
        self.root = ""  # the first tag
        self.is_plain = True  # whether it is not a variant of Sudoku
        self.entries: list[Entry] = []  # those not yielded yet
        self.values: str | None = None  # the text in a tag of cells
        self.characters_since_tag = 0
        self.parser = ParserCreate()
        self.parser.StartDoctypeDeclHandler = self.doctype
        self.parser.StartElementHandler = self.on_start
        self.parser.EndElementHandler = self.on_end
        self.parser.CharacterDataHandler = self.on_text

    def read(self, text: str) -> Iterator[Entry]:
        """Parse ``text``, a line or a piece of one; yield the puzzles that end in it.

        Raise FormatError if a tag is too long.
        """
        self.characters_since_tag += len(text)
        self.parser.Parse(text, False)
        if self.characters_since_tag > MAX_TAG_CHARACTERS:
            detail = f"no end of a tag in {MAX_TAG_CHARACTERS:,} bytes; expected '>'"
            raise self.lines.error(1, detail)
        yield from self.entries
        self.entries.clear()

    def doctype(
        self, name: str, system: str | None, public: str | None, subset: bool
    ) -> None:
        """Raise FormatError for a document type with a DTD.

        Entities in a DTD can grow without limit or include files.
        """
        if system or public or subset:
            raise self.error("a document type (<!DOCTYPE>); expected only its name")

    def on_start(self, name: str, attributes: dict[str, str]) -> None:
        self.characters_since_tag = 0
        self.depth += 1
        if not self.root and name not in ROOTS:
            raise self.error(f"<{name[:20]}>; expected <opensudoku> or <ksudoku>")
        self.root = self.root or name
        if name == "game" and self.root != "ksudoku":
            self.add(attributes.get("data", ""))
        elif name == "graph" and self.root == "ksudoku":
            kind = attributes.get("type"), attributes.get("order")
            self.is_plain = kind == ("sudoku", "9")
        elif name == "values":
            self.values = ""

    def on_end(self, name: str) -> None:
        self.characters_since_tag = 0
        self.depth -= 1
        if name == "values" and self.values is not None:
            self.add(self.values.strip().translate(LETTERS))
            self.values = None

    def on_text(self, text: str) -> None:
        self.characters_since_tag = 0
        # Longer values are wrong anyway.
        if self.values is not None and len(self.values) < 1000:
            self.values += text[:1000]

    def add(self, data: str) -> None:
        """Add the puzzle in ``data``, or the error in it, to the entries."""
        try:
            self.entries.append(self.game(data))
        except FormatError as error:
            self.entries.append(error.with_traceback(None))  # to save memory

    def game(self, data: str) -> Puzzle:
        """Return the puzzle in ``data``, the text of a game.

        ``data`` is 81 cells, or ``version: N ...`` as OpenSudoku writes it. Raise
        FormatError if it is neither, or if the game is a Sudoku variant.
        """
        if not self.is_plain:
            raise self.error('a variant of Sudoku; expected type="sudoku" order="9"')
        cells = self.givens(data) if data.startswith("version") else data.strip()
        for location, mark in zip(LOCATIONS, cells):
            if mark not in CELL_CHARACTERS:
                name = cell_name(location)
                raise self.error(f"a game with {mark!r} in {name}; {EXPECTED}")
        if len(cells) != 81:
            raise self.error(f"a game with {len(cells)} cells; expected 81")
        line = self.start + self.parser.CurrentLineNumber
        return Puzzle(cells.translate(TO_DOTS), self.lines.name, line)

    def givens(self, data: str) -> str:
        """Return the 81 digits of ``data``, with 0 for each that the player may change.

        ``data`` is ``version: N digit|notes|0|...``, with 3 or 4 fields for each cell,
        of which the last is 0 for a given. Raise FormatError for another number of
        fields.
        """
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
        line = self.start + self.parser.CurrentLineNumber
        column = self.parser.CurrentColumnNumber + 1
        return FormatError(self.lines.name, line, column, detail)
