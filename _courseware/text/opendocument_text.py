"""The text of an OpenDocument file (.odt), from the paragraphs of its XML."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from _courseware.text.zipped_xml import Hidden, Layout, note, read_xml

OASIS = "urn:oasis:names:tc:opendocument:xmlns"
OFFICE, STYLE, TABLE, TEXT = (
    f"{{{OASIS}:{part}:1.0}}" for part in ("office", "style", "table", "text")
)
FORMAT = f"{{{OASIS}:xsl-fo-compatible:1.0}}"
MAX_HIDDEN_POINTS = 4
CENTIMETRES = {"cm": 1.0, "mm": 0.1, "in": 2.54, "pt": 2.54 / 72}
CENTIMETRES_PER_BLANK = 0.254  # of indentation, as in Word files
MAX_BLANKS = 1000  # in one element
MAX_DEPTH = 50  # of elements in a paragraph


def opendocument_text(data: bytes, name: str) -> tuple[str, str]:
    """Return the text of an OpenDocument file, and a note on how it was read.

    The note is such as "answer.odt: read as an OpenDocument file". Footnotes, comments,
    deleted and hidden text are omitted. Raise CommandError, with the file's ``name`` in
    the message, if ``data`` cannot be read.
    """
    root = read_xml(data, "content.xml", name, "OpenDocument file")
    styles = {
        style.get(f"{STYLE}name", ""): style for style in root.iter(f"{STYLE}style")
    }
    for heading in root.iter(f"{TEXT}h"):
        heading.tag = f"{TEXT}p"
    for parent in root.iter():
        for tag in ("tracked-changes", "note", "annotation"):
            for element in parent.findall(f"{TEXT}{tag}"):
                element.clear()
    hidden = Hidden()
    layout = Layout(f"{TEXT}p", f"{TABLE}table-row", f"{TABLE}table-cell")

    def text_of(paragraph: Element) -> str:
        style = styles.get(paragraph.get(f"{TEXT}style-name", ""))
        start = "" if style is None else start_of_line(style)
        return start + "".join(texts(paragraph, styles, hidden))

    lines = layout.lines(root, text_of)
    return "\n".join(lines) + "\n", note(name, "OpenDocument file", hidden)


def texts(
    element: Element, styles: dict[str, Element], hidden: Hidden, depth: int = 0
) -> Iterator[str]:
    """Yield the pieces of visible text in ``element``, a paragraph or a part of one.

    ``styles`` maps the name of each style to its element. Words of hidden text are
    counted in ``hidden``. ``depth`` is the number of elements of the paragraph around
    this one; elements nested deeper than MAX_DEPTH are skipped.
    """
    yield collapsed(element.text)
    for child in element:
        kind, style = child.tag, styles.get(child.get(f"{TEXT}style-name", ""))
        if kind == f"{TEXT}s":
            count = child.get(f"{TEXT}c", "1")
            yield " " * min(
                int(count) if count.isdecimal() and len(count) < 9 else 1, MAX_BLANKS
            )
        elif kind == f"{TEXT}tab":
            yield "\t"
        elif kind == f"{TEXT}line-break":
            yield "\n"
        elif style is not None and is_hidden(style):
            hidden.add("".join(child.itertext()))
        elif kind != f"{TEXT}p" and depth < MAX_DEPTH:  # one in a frame has its line
            yield from texts(child, styles, hidden, depth + 1)
        yield collapsed(child.tail)


def collapsed(text: str | None) -> str:
    """Return ``text`` with one space for each run of white space; "" for None.

    OpenDocument stores further spaces as elements.
    """
    return re.sub(r"[ \t\r\n]+", " ", text or "")


def is_hidden(style: Element) -> bool:
    """Return whether text in this style is hidden, white or at most 4 points high."""
    properties = style.find(f"{STYLE}text-properties")
    if properties is None:
        return False
    size = re.fullmatch(
        r"(\d{1,9}(?:\.\d{1,9})?)pt", properties.get(f"{FORMAT}font-size", "")
    )
    return (
        properties.get(f"{TEXT}display") == "none"
        or properties.get(f"{FORMAT}color", "").lower() == "#ffffff"
        or size is not None
        and float(size[1]) <= MAX_HIDDEN_POINTS
    )


def start_of_line(style: Element) -> str:
    """Return the spaces that indent a paragraph in ``style``.

    If the paragraph begins a page, a form feed comes first.
    """
    properties = style.find(f"{STYLE}paragraph-properties")
    if properties is None:
        return ""
    margin = re.fullmatch(
        r"(\d{1,9}(?:\.\d{1,9})?)(cm|mm|in|pt)",
        properties.get(f"{FORMAT}margin-left", ""),
    )
    blanks = 0
    if margin:
        blanks = int(float(margin[1]) * CENTIMETRES[margin[2]] / CENTIMETRES_PER_BLANK)
    page = properties.get(f"{FORMAT}break-before") == "page"
    return "\f" * page + " " * min(blanks, 100)
