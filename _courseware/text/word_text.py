"""The text of a Word file (.docx), from the paragraphs of its XML.

Elements of a paragraph are read or left out by closed lists. What is in no list and has
text is read, and recorded as a doubt.
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

KIND = "Word file"
WORD_NAMESPACE = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
# Twips of indentation for one blank: two levels of a list are 720 apart.
TWIPS_PER_BLANK = 144
MAX_HIDDEN_HALF_POINTS = 8  # nobody reads a text of 4 points
ELEMENT_CHARACTERS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
READ_THROUGH = frozenset(
    "r hyperlink smartTag sdt sdtContent ins moveTo fldSimple customXml bdo dir "
    "AlternateContent Choice oMath oMathPara".split()
)
# What the author took out, and what is no text of the line: a paragraph in a box has a
# line of its own.
LEFT_OUT = frozenset(
    "del moveFrom pPr rPr instrText delText sdtPr sdtEndPr fldData delInstrText "
    "oMathParaPr ctrlPr p".split()
)
PICTURES = ("drawing", "pict", "object")
SYMBOL_FONT = 0xF000  # the first code of a font such as Wingdings
OFF = ("0", "false", "none", "off")


def word_text(data: bytes, name: str) -> Document:
    """Return the text of a Word file.

    The note is such as "answer.docx: read as a Word file". Headers, footers, comments
    and deleted text are omitted. Raise CommandError, with the file's ``name`` in the
    message, if ``data`` cannot be read.
    """
    root = read_xml(data, "word/document.xml", name, KIND)
    for parent in root.iter():  # what follows repeats its text for an older Word
        for fallback in parent.findall(FALLBACK):
            parent.remove(fallback)
    text = DocumentText()
    layout = Layout(*(f"{WORD_NAMESPACE}{tag}" for tag in ("p", "tr", "tc")))
    for paragraphs in layout.lines(root):
        before = len(text.left_out)
        visible = False
        for count, paragraph in enumerate(paragraphs):
            if count:
                text.write(" ")
            visible |= _write_paragraph(paragraph, text)
        if visible or not all(map(_is_end_removed, paragraphs)):
            text.end_line(visible, before)
    return text.document(f"{name}: read as {article(KIND)}")


def _write_paragraph(paragraph: Element, text: DocumentText) -> bool:
    """Write the visible text of a paragraph, indented as in the document, to ``text``.

    Return whether there is any.
    """
    text.write(_indentation(paragraph))
    visible = ""
    waiting = [(part, True) for part in reversed(paragraph)]
    while waiting:
        element, is_known = waiting.pop()
        kind = element.tag.rpartition("}")[2]
        piece = ""
        if kind in ("t", "sym") or kind in ELEMENT_CHARACTERS:
            piece = _element_text(element, kind)
        elif kind in PICTURES:
            if element.find(f".//{WORD_NAMESPACE}p") is None:
                text.leave_out("", PICTURE)
        elif kind == "r" and _style_reason(element):
            reason = _style_reason(element)
            words = _run_text(element)
            if words and reason != "struck":
                text.leave_out(words, reason)
            if reason == RAISED:
                waiting += [(part, is_known) for part in reversed(element)]
        elif kind not in LEFT_OUT:
            if is_known and kind not in READ_THROUGH:  # recorded with what is in it
                words = "".join(element.itertext()).strip()
                if words:
                    text.leave_out(words, UNKNOWN)
                is_known = False
            waiting += [(part, is_known) for part in reversed(element)]
        text.write(piece)
        visible += piece
    return bool(visible.strip())


def _element_text(element: Element, kind: str) -> str:
    """Return the text of an element that holds no others, such as a tabulator."""
    match kind:
        case "t":
            return element.text or ""
        case "sym":
            return _symbol(element)
        case "br" if _attribute(element, "type") == "page":
            return "\f"
        case _:
            return ELEMENT_CHARACTERS[kind]


def _is_end_removed(paragraph: Element) -> bool:
    marks = paragraph.findall(f"{WORD_NAMESPACE}pPr/{WORD_NAMESPACE}rPr/*")
    return any(mark.tag.endswith(("}del", "}moveFrom")) for mark in marks)


def _symbol(element: Element) -> str:
    """Return the character of a ``sym`` element, or U+FFFD, which no program has."""
    code = _attribute(element, "char")
    if not re.fullmatch("[0-9A-Fa-f]{1,4}", code):
        return "\ufffd"
    number = int(code, 16)
    return chr(number if number > 0xFF else number + SYMBOL_FONT)


def _run_text(run: Element) -> str:
    return "".join(e.text or "" for e in run.iter() if e.tag.endswith("}t"))


def _style_reason(run: Element) -> str:
    """Return why ``run``, text in one style, is no plain text of its line, or "".

    It is HIDDEN for hidden, white or tiny text, "struck" or RAISED.
    """
    items = run.findall(f"{WORD_NAMESPACE}rPr/*")
    value_of = {item.tag.rpartition("}")[2]: _attribute(item, "val") for item in items}
    size = _parse_int(value_of.get("sz", ""))
    is_tiny = 0 < size <= MAX_HIDDEN_HALF_POINTS
    is_white = value_of.get("color", "").upper() == "FFFFFF"
    if is_tiny or is_white or value_of.get("vanish", "0") not in OFF:
        return HIDDEN
    if any(value_of.get(line, "0") not in OFF for line in ("strike", "dstrike")):
        return "struck"
    if value_of.get("vertAlign", "baseline") != "baseline":
        return RAISED
    height = _parse_int(value_of.get("position", "").lstrip("-"))
    return RAISED if height else ""


def _attribute(element: Element, name: str) -> str:
    return element.get(f"{WORD_NAMESPACE}{name}") or ""


def _indentation(paragraph: Element) -> str:
    """Return the spaces that indent a paragraph, for its list level or margin."""
    level = paragraph.find(
        f"{WORD_NAMESPACE}pPr/{WORD_NAMESPACE}numPr/{WORD_NAMESPACE}ilvl"
    )
    place = paragraph.find(f"{WORD_NAMESPACE}pPr/{WORD_NAMESPACE}ind")
    blanks = 0
    if level is not None:
        blanks = 2 * _parse_int(_attribute(level, "val"))
    elif place is not None:
        margin = _attribute(place, "left") or _attribute(place, "start")
        blanks = _parse_int(margin) // TWIPS_PER_BLANK
    return " " * min(blanks, 100)


def _parse_int(text: str) -> int:
    """Return ``text`` as an int, or 0 if it is not a number of at most eight digits."""
    return int(text) if text.isdecimal() and len(text) < 9 else 0
