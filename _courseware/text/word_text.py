"""The text of a Word file (.docx), from the paragraphs of its XML."""

from io import BytesIO
from xml.etree import ElementTree
from zipfile import BadZipFile, ZipFile

from _courseware.terminal.messages import CommandError

MAX_XML_BYTES = 16_000_000  # bytes of the unpacked document; a student's has 200,000
MAIN = "word/document.xml"
WORD_NAMESPACE = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
TWIPS_PER_BLANK = (
    144  # of indentation for one blank: two levels of a list are 720 apart
)
ELEMENT_CHARACTERS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
ZIP_ERRORS = BadZipFile, EOFError, KeyError, OSError, RuntimeError, ValueError
EXPECTED_WHOLE_WORD = "a damaged Word file; expected a whole one, or plain text"


def word_text(data: bytes, name: str) -> tuple[str, str]:
    """Return the text in the Word file ``data``, and how it was read.

    Headers, footers, comments and deleted text are left out. Raise CommandError, with
    ``name``, if it cannot be read.
    """
    try:
        with ZipFile(BytesIO(data)) as archive, archive.open(MAIN) as file:
            xml = file.read(MAX_XML_BYTES + 1)
        if len(xml) > MAX_XML_BYTES:
            raise CommandError(
                f"{name}: a Word file of more than {MAX_XML_BYTES:,} bytes"
            )
        # Word writes no DOCTYPE; without one, no entity can expand.
        if b"<!DOCTYPE" in xml or b"\0" in xml[:100]:
            raise CommandError(f"{name}: {EXPECTED_WHOLE_WORD}")
        root = ElementTree.fromstring(xml)
    except (*ZIP_ERRORS, ElementTree.ParseError) as error:
        raise CommandError(f"{name}: {EXPECTED_WHOLE_WORD}") from error
    for parent in root.iter():  # what follows repeats its text for an older Word
        for fallback in parent.findall(FALLBACK):
            parent.remove(fallback)
    lines = [paragraph_text(one) for one in root.iter(f"{WORD_NAMESPACE}p")]
    return "\n".join(lines) + "\n", f"{name}: read as a Word file"


def paragraph_text(paragraph: ElementTree.Element) -> str:
    """Return the text of a paragraph, indented as its style says."""
    parts = [indentation(paragraph)]
    waiting = [*reversed(paragraph)]
    while waiting:
        one = waiting.pop()
        kind = one.tag.removeprefix(WORD_NAMESPACE)
        if kind == "t":
            parts.append(one.text or "")
        elif kind == "br" and one.get(f"{WORD_NAMESPACE}type") == "page":
            parts.append("\f")
        elif kind in ELEMENT_CHARACTERS:
            parts.append(ELEMENT_CHARACTERS[kind])
        elif kind not in ("p", "del", "pPr"):  # a paragraph in a box has its own line
            waiting += reversed(one)
    return "".join(parts)


def indentation(paragraph: ElementTree.Element) -> str:
    level = paragraph.find(
        f"{WORD_NAMESPACE}pPr/{WORD_NAMESPACE}numPr/{WORD_NAMESPACE}ilvl"
    )
    place = paragraph.find(f"{WORD_NAMESPACE}pPr/{WORD_NAMESPACE}ind")
    blanks = 0
    if level is not None:
        blanks = 2 * parse_int(level.get(f"{WORD_NAMESPACE}val"))
    elif place is not None:
        blanks = (
            parse_int(
                place.get(f"{WORD_NAMESPACE}left")
                or place.get(f"{WORD_NAMESPACE}start")
            )
            // TWIPS_PER_BLANK
        )
    return " " * min(blanks, 100)


def parse_int(text: str | None) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 9 else 0
