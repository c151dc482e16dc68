"""The text of an OpenDocument file (.odt), from the paragraphs of its XML.

As in a Word file, what is in no list and has text is read, and recorded as a doubt.
"""

import re
from xml.etree.ElementTree import Element

from _courseware.text.documents import (
    HIDDEN,
    PICTURE,
    RAISED,
    UNKNOWN,
    Document,
    DocumentText,
)
from _courseware.text.zipped_xml import Layout, article, read_xml

KIND = "OpenDocument file"
OASIS = "urn:oasis:names:tc:opendocument:xmlns"
STYLE, TABLE, TEXT = (f"{{{OASIS}:{part}:1.0}}" for part in ("style", "table", "text"))
FORMAT = f"{{{OASIS}:xsl-fo-compatible:1.0}}"
MAX_HIDDEN_POINTS = 4
CENTIMETRES = {"cm": 1.0, "mm": 0.1, "in": 2.54, "pt": 2.54 / 72}
CENTIMETRES_PER_BLANK = 0.254  # of indentation, as in Word files
MAX_BLANKS = 1000  # in one element
MAX_DEPTH = 50  # of elements in a paragraph
LENGTH = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)(cm|mm|in|pt)")
ELEMENT_CHARACTERS = {"tab": "\t", "line-break": "\n"}
READ_THROUGH = ("span", "a", "meta", "ruby", "ruby-base")
# Paragraphs that are not in the text of the document.
ASIDE = ("tracked-changes", "note", "annotation")
LEFT_OUT = (*ASIDE, "p", "ruby-text")  # a paragraph in a frame has a line of its own


def opendocument_text(data: bytes, name: str) -> Document:
    """Return the text of an OpenDocument file.

    The note is such as "answer.odt: read as an OpenDocument file". Footnotes, comments
    and deleted text are omitted. Raise CommandError, with the file's ``name`` in the
    message, if ``data`` cannot be read.
    """
    root = read_xml(data, "content.xml", name, KIND)
    reader = Reader(root)
    for heading in root.iter(f"{TEXT}h"):
        heading.tag = f"{TEXT}p"
    for element in root.iter():
        if _local_name(element) in ASIDE:
            tail = element.tail
            element.clear()
            element.tail = tail
    for paragraphs in Layout(
        f"{TEXT}p", f"{TABLE}table-row", f"{TABLE}table-cell"
    ).lines(root):
        reader.write_line(paragraphs)
    return reader.text.document(f"{name}: read as {article(KIND)}")


class Reader:
    """Writes the paragraphs of the document below ``root`` to `text`."""

    def __init__(self, root: Element) -> None:
        self.text = DocumentText()
        self._styles = {
            style.get(f"{STYLE}name", ""): style for style in root.iter(f"{STYLE}style")
        }
        self._visible = False  # whether the line has text so far

    def write_line(self, paragraphs: list[Element]) -> None:
        """Write a line of ``paragraphs``; several are the cells of a table row."""
        before = len(self.text.left_out)
        self._visible = False
        for count, paragraph in enumerate(paragraphs):
            if count:
                self.text.write(" ")
            style = self._style(paragraph)
            self.text.write("" if style is None else _start_of_line(style))
            self._write_part(paragraph)
        self.text.end_line(self._visible, before)

    def _style(self, element: Element) -> Element | None:
        return self._styles.get(element.get(f"{TEXT}style-name", ""))

    def _write(self, text: str) -> None:
        self.text.write(text)
        self._visible |= text.strip() != ""

    def _write_part(
        self, element: Element, is_known: bool = True, depth: int = 0
    ) -> None:
        """Write the visible text in ``element``, a paragraph or a part of one.

        ``is_known`` is whether no element of unknown meaning is around it, and
        ``depth`` the number of elements of the paragraph around it.
        """
        style = self._style(element)
        reason = "" if style is None else _style_reason(style)
        words = "".join(element.itertext()).strip() if reason else ""
        if words and reason != "struck":
            self.text.leave_out(words, reason)
        if reason in (HIDDEN, "struck"):
            return
        self._write(_collapse_spaces(element.text))
        for child in element:
            self._write_child(child, is_known, depth)
            self._write(_collapse_spaces(child.tail))

    def _write_child(self, child: Element, is_known: bool, depth: int) -> None:
        """Write the visible text in ``child``, an element in `_write_part`."""
        kind = _local_name(child)
        if kind == "s":
            count = child.get(f"{TEXT}c", "1")
            number = int(count) if count.isdecimal() and len(count) < 9 else 1
            self._write(" " * min(number, MAX_BLANKS))
        elif kind in ELEMENT_CHARACTERS:
            self._write(ELEMENT_CHARACTERS[kind])
        elif kind == "frame":
            if child.find(f".//{TEXT}p") is None:
                self.text.leave_out("", PICTURE)
        elif kind not in LEFT_OUT:
            is_read = kind in READ_THROUGH and depth < MAX_DEPTH
            if is_known and not is_read:
                words = "".join(child.itertext()).strip()
                if words:
                    self.text.leave_out(words, UNKNOWN)
            if depth < MAX_DEPTH:
                self._write_part(child, is_known and is_read, depth + 1)


def _local_name(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def _collapse_spaces(text: str | None) -> str:
    """Return ``text`` with one space for each run of white space; "" for None.

    OpenDocument stores further spaces as elements.
    """
    return re.sub(r"[ \t\r\n]+", " ", text or "")


def _style_reason(style: Element) -> str:
    """Return why text in ``style`` is no plain text of its line, or "".

    It is HIDDEN for hidden, white or tiny text, "struck" or RAISED.
    """
    properties = style.find(f"{STYLE}text-properties")
    if properties is None:
        return ""
    size = LENGTH.fullmatch(properties.get(f"{FORMAT}font-size", ""))
    if size and size[2] == "pt" and float(size[1]) <= MAX_HIDDEN_POINTS:
        return HIDDEN
    if properties.get(f"{TEXT}display") == "none":
        return HIDDEN
    if properties.get(f"{FORMAT}color", "").lower() == "#ffffff":
        return HIDDEN
    if properties.get(f"{STYLE}text-line-through-style", "none") != "none":
        return "struck"
    position = properties.get(f"{STYLE}text-position", "0%").split()
    return "" if position[:1] in ([], ["0%"]) else RAISED


def _start_of_line(style: Element) -> str:
    """Return the spaces that indent a paragraph in ``style``.

    If the paragraph begins a page, a form feed comes first.
    """
    properties = style.find(f"{STYLE}paragraph-properties")
    if properties is None:
        return ""
    margin = LENGTH.fullmatch(properties.get(f"{FORMAT}margin-left", ""))
    blanks = 0
    if margin:
        blanks = int(float(margin[1]) * CENTIMETRES[margin[2]] / CENTIMETRES_PER_BLANK)
    page = properties.get(f"{FORMAT}break-before") == "page"
    return "\f" * page + " " * min(blanks, 100)
