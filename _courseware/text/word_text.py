"""The text of a Word file (.docx), from the paragraphs of its XML."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from _courseware.text.zipped_xml import Hidden, Layout, note, read_xml

WORD_NAMESPACE = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
# Twips of indentation for one blank: two levels of a list are 720 apart.
TWIPS_PER_BLANK = 144
MAX_HIDDEN_HALF_POINTS = 8  # nobody reads a text of 4 points
ELEMENT_CHARACTERS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}


def word_text(data: bytes, name: str) -> tuple[str, str]:
    """Return the text of a Word file, and a note on how it was read.

    The note is such as "answer.docx: read as a Word file". Headers, footers, comments,
    deleted and hidden text are omitted. Raise CommandError, with the file's ``name`` in
    the message, if ``data`` cannot be read.
    """
    root = read_xml(data, "word/document.xml", name, "Word file")
    for parent in root.iter():  # what follows repeats its text for an older Word
        for fallback in parent.findall(FALLBACK):
            parent.remove(fallback)
    hidden = Hidden()
    layout = Layout(*(f"{WORD_NAMESPACE}{tag}" for tag in ("p", "tr", "tc")))
    lines = layout.lines(root, lambda paragraph: paragraph_text(paragraph, hidden))
    return "\n".join(lines) + "\n", note(name, "Word file", hidden)


def paragraph_text(paragraph: Element, hidden: Hidden) -> str:
    """Return the visible text of a paragraph, indented as in the document.

    The words of hidden text are counted in ``hidden``.
    """
    return indentation(paragraph) + "".join(texts(paragraph, hidden))


def texts(paragraph: Element, hidden: Hidden) -> Iterator[str]:
    """Yield the visible text of ``paragraph``, and count hidden words in ``hidden``."""
    waiting = [*reversed(paragraph)]
    while waiting:
        element = waiting.pop()
        kind = element.tag.removeprefix(WORD_NAMESPACE)
        if kind == "t":
            yield element.text or ""
        elif kind == "br" and attribute(element, "type") == "page":
            yield "\f"
        elif kind in ELEMENT_CHARACTERS:
            yield ELEMENT_CHARACTERS[kind]
        elif kind == "r" and is_hidden(element):
            hidden.add(
                "".join(text.text or "" for text in element.iter(f"{WORD_NAMESPACE}t"))
            )
        elif kind not in ("p", "del", "pPr"):  # a paragraph in a box has its own line
            waiting += reversed(element)


def is_hidden(run: Element) -> bool:
    """Return whether ``run``, text in one style, is hidden, white or tiny."""
    properties = run.find(f"{WORD_NAMESPACE}rPr")
    if properties is None:
        return False
    property_of = {item.tag.removeprefix(WORD_NAMESPACE): item for item in properties}
    if "vanish" in property_of and attribute(property_of["vanish"], "val") not in (
        "0",
        "false",
    ):
        return True
    white = (
        "color" in property_of
        and attribute(property_of["color"], "val").upper() == "FFFFFF"
    )
    size = parse_int(attribute(property_of["sz"], "val")) if "sz" in property_of else 0
    return white or 0 < size <= MAX_HIDDEN_HALF_POINTS


def attribute(element: Element, name: str) -> str:
    return element.get(f"{WORD_NAMESPACE}{name}") or ""


def indentation(paragraph: Element) -> str:
    """Return the spaces that indent a paragraph, for its list level or margin."""
    level = paragraph.find(
        f"{WORD_NAMESPACE}pPr/{WORD_NAMESPACE}numPr/{WORD_NAMESPACE}ilvl"
    )
    place = paragraph.find(f"{WORD_NAMESPACE}pPr/{WORD_NAMESPACE}ind")
    blanks = 0
    if level is not None:
        blanks = 2 * parse_int(attribute(level, "val"))
    elif place is not None:
        margin = attribute(place, "left") or attribute(place, "start")
        blanks = parse_int(margin) // TWIPS_PER_BLANK
    return " " * min(blanks, 100)


def parse_int(text: str) -> int:
    """Return ``text`` as an int, or 0 if it is not a number of at most eight digits."""
    return int(text) if text.isdecimal() and len(text) < 9 else 0
