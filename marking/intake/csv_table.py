"""Read CSV tables of markers and platforms, and write them with changed cells."""

import codecs
import csv
from collections.abc import Iterator
from io import StringIO
from typing import NamedTuple

from marking.errors import MarkingError

UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
MAX_TABLE_BYTES = 32 * 2**20
MAX_FIELD_CHARACTERS = 2**20


class CsvTable(NamedTuple):
    """The rows of a CSV file as cells, with the file's encoding and separator.

    ``places`` are FILE:LINE for each of ``rows``, such as "roster.csv:2". The first row
    contains the headings. Rows without text are left out.
    """

    encoding: str
    separator: str
    places: list[str]
    rows: list[list[str]]

    @property
    def head(self) -> list[str]:
        """The headings, without spaces around them."""
        return [cell.strip() for cell in self.rows[0]]

    def body(self) -> Iterator[tuple[str, list[str]]]:
        """Yield (FILE:LINE, stripped cells) for each row after the headings.

        Raise MarkingError for a row with more or fewer cells than the headings.
        """
        expected = len(self.rows[0])
        for place, row in zip(self.places[1:], self.rows[1:]):
            if len(row) != expected:
                raise MarkingError(f"{place}: {len(row)} cells; expected {expected}")
            yield place, [cell.strip() for cell in row]

    def to_bytes(self) -> bytes:
        """Return the table as a CSV file, with CRLF line ends."""
        stream = StringIO()
        csv.writer(stream, delimiter=self.separator).writerows(self.rows)
        return stream.getvalue().encode(self.encoding)


def read_table(path: str) -> CsvTable:
    """Return the table in the CSV file at ``path``.

    Raise MarkingError if it cannot be read, is too large, or is not a table.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_TABLE_BYTES + 1)
    except OSError as error:
        raise MarkingError(f"{path}: {error.strerror}") from error
    if len(data) > MAX_TABLE_BYTES:
        raise MarkingError(f"{path}: larger than {MAX_TABLE_BYTES:,} bytes")
    return parse_table(path, data)


def parse_table(path: str, data: bytes) -> CsvTable:
    """Parse ``data``, the content of the CSV file ``path``, in UTF-8 or UTF-16.

    The separator is a comma, a semicolon or a tab. Raise MarkingError if ``data`` is
    not a table.
    """
    encoding = "utf-8-sig" if data.startswith(codecs.BOM_UTF8) else "utf-8"
    if data[:2] in UTF_16_MARKS:
        encoding = "utf-16"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise MarkingError(f"{path}: not UTF-8; save it as CSV UTF-8") from error
    csv.field_size_limit(MAX_FIELD_CHARACTERS)
    separator = max(",;\t", key=text.partition("\n")[0].count)
    reader = csv.reader(StringIO(text, newline=""), strict=True, delimiter=separator)
    places = []
    rows = []
    try:
        for cells in reader:
            if any(map(str.strip, cells)):
                places.append(f"{path}:{reader.line_num}")
                rows.append(cells)
    except csv.Error as error:
        raise MarkingError(f"{path}:{reader.line_num}: {error}") from error
    if not rows:
        raise MarkingError(f"{path}: no lines; expected a table")
    return CsvTable(encoding, separator, places, rows)
