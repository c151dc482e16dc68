"""Read the XML in Word and OpenDocument files, which are ZIP archives."""

from collections.abc import Iterator
from io import BytesIO
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element
from zipfile import BadZipFile, ZipFile

from _courseware.terminal.messages import CommandError

MAX_XML_BYTES = 16_000_000  # unpacked; a student's document has 200,000
ZIP_ERRORS = BadZipFile, EOFError, KeyError, OSError, RuntimeError, ValueError


class Layout(NamedTuple):
    """The XML names of a paragraph, a table row and a table cell in some format."""

    paragraph: str
    row: str
    cell: str

    def lines(self, root: Element) -> Iterator[list[Element]]:
        """Yield the paragraphs of each line of the document below ``root``.

        A table row is one line if each of its cells has one paragraph, as in a program
        with line numbers; otherwise each paragraph is a line.
        """
        first_in_row: dict[Element, list[Element]] = {}
        others: set[Element] = set()
        for row in root.iter(self.row):
            cells = [[*cell.iter(self.paragraph)] for cell in row.iter(self.cell)]
            if len(cells) > 1 and all(len(cell) == 1 for cell in cells):
                paragraphs = [cell[0] for cell in cells]
                first_in_row[paragraphs[0]] = paragraphs
                others |= {*paragraphs[1:]}
        for paragraph in root.iter(self.paragraph):
            if paragraph not in others:
                yield first_in_row.get(paragraph, [paragraph])


def read_xml(data: bytes, member: str, name: str, kind: str) -> Element:
    """Return the root element of the XML file ``member`` in the ZIP archive ``data``.

    ``name`` is the name of the document, and ``kind`` its kind, such as "Word file".
    Raise CommandError, with both in the message, if it cannot be read or is too large.
    """
    try:
        with ZipFile(BytesIO(data)) as archive, archive.open(member) as file:
            xml = file.read(MAX_XML_BYTES + 1)
        if len(xml) > MAX_XML_BYTES:
            limit = f"{MAX_XML_BYTES:,} bytes"
            raise CommandError(f"{name}: {article(kind)} of more than {limit}")
        # These programs write no DOCTYPE; without one, no entity can expand.
        if b"<!DOCTYPE" in xml or b"\0" in xml[:100]:
            raise ValueError
        return ElementTree.fromstring(xml)
    except (*ZIP_ERRORS, ElementTree.ParseError) as error:
        raise CommandError(f"{name}: {damage_message(kind)}") from error


def damage_message(kind: str) -> str:
    return f"a damaged {kind}; expected a whole one, or plain text"


def article(kind: str) -> str:
    """Return ``kind`` with its indefinite article, such as "a Word file"."""
    return f"{'an' if kind[0] in 'AEIO' else 'a'} {kind}"
