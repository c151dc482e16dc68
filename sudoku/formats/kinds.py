"""Classify lines of text, each without regard to the lines around it."""

import re
from typing import Literal, NamedTuple, TypeAlias

from sudoku.formats.cell_tokens import (
    CELL_CHARACTERS,
    CELL_SIGNS,
    EMPTY_FIELD,
    MIN_LINE_CELLS,
    BadCells,
    blank_brackets,
    cells_of_line,
    is_frame,
    long_words,
    split_cells,
    split_words,
)
from sudoku.formats.columns import TableHeading, has_grid

LineKind: TypeAlias = Literal[
    "row",  # nine cells
    "cells",  # 81 cells
    "record",  # a line with a word of 81 cells, and maybe other words
    "heading",  # the names of the columns of records
    "frame",
    "table rule",  # in Markdown or Org mode, for nine columns
    "empty",
    "comment",
    "section",
    "title",
    "label",  # a number or a date, which may be the title of a puzzle
    "bad row",  # a line of which most could be the cells of a row
    "bad long",  # a line that should be 81 cells
    "bad",
]


LABEL_PREFIX, LABEL_SUFFIX = r"[\[({<=~:#\s]*", r"[.:)]?[\])}>=~:,\s]*"
YEAR = r"(?:19|20)\d\d"
DATE = (
    rf"{LABEL_PREFIX}(?:{YEAR}[-/.年] ?\d{{1,2}}[-/.月] ?\d{{1,2}}日?"
    rf"|\d{{1,2}}[-/.] ?\d{{1,2}}[-/.] ?(?:{YEAR}|\d\d))(?![\d_*-])"
    rf"[T,\s]*(?:\d{{1,2}}:\d\d(?::\d\d)?Z?)?{LABEL_SUFFIX}"
)
LABEL = (
    rf"{LABEL_PREFIX}(?:[-*_–—]+\s+)?"
    r"(?:9 ?[x×*, ] ?9|[a-zA-Z№]{0,2}\.? ?[1-9]\d{0,6}(?: ?/ ?\d+|st|nd|rd|th)?)"
    rf"{LABEL_SUFFIX}(?:(?<=\s)[-*_–—]+\s*)?"
)
# Tabs after the last one may be empty cells. Dashes are those of lists in YAML.
QUOTES = r"[ \t]*(?:>(?:[ \t]*>)*|- (?=\[))"
TABLE_RULE = re.compile(
    r"\s*(?:\|\s*)?:?-+:?\s*(?:\|\s*:?-+:?\s*){8}\|?\s*"
    r"|\s*\|-+(?:\+-+){8}\|\s*"  # of Emacs' Org mode and PostgreSQL
)
TAGS = (
    r"(?i:\[/?(?:code|quote|spoiler|hide|list|pre|tt|size|colou?r|font|url|img|[biu*])"
    r"(?:=[^\]\n]{0,200})?\]|\[\d?,\d?\]"  # the last ones are R's, of matrices
    r"|</?(?:pre|code|tt|p|br|b|i|span|div|blockquote)(?:\s[^>\n]{0,200})?/?>)"
)
# In a line that is no document, because it is quoted or begins with a name.
EXPECTED_START = "expected a list or an object at the start of its line"
DOCUMENT_START = re.compile(
    r"\{\s*[\"']|\[\s*\[|\[(?=(?:\s*[\"']?[\d._*-]{0,81}[\"']?\s*,){8})"
)
NOT_IN_NAMES = frozenset("[](){},\"'")  # these are in lists, not in names
TITLE_PREFIXES = " \t<>=*-(/%!`;\\"  # before titles, and before comments in programs
TO_WORDS = {
    **dict.fromkeys((ord("_"), *range(0xDC80, 0xDD00))),
    **dict.fromkeys(map(ord, "()[]{}/="), " "),
}


class ClassifiedLine(NamedTuple):
    """A line of text with its kind, such as "row" or "title".

    ``source`` is the line without a comment. ``text`` is the cells of a row or of a
    line of 81, the name of a section, or the text of a comment. ``mistake`` says why
    the line is not a row; it is None for a row, and for a line surely not meant as one.
    """

    kind: LineKind
    source: str
    text: str = ""  # the cells, or the name of a section
    mistake: BadCells | None = None


def classify_line(text: str) -> ClassifiedLine:
    """Return the line ``text`` with the kind that it seems to be by itself.

    >>> lines = "5 3 . | . 7 . | . . .", "+---+", "Grid 01", "[State]", "5 z", "-" * 9
    >>> [classify_line(line).kind for line in lines]
    ['row', 'frame', 'title', 'section', 'bad', 'row']
    """
    line, mark, comment = text.rstrip("\r\n").partition("#")
    has_fields = line.count("\t") > 7
    if not line.strip() and not has_fields:
        return ClassifiedLine("comment" if mark else "empty", line, comment)
    if is_frame(line) and not has_fields:
        return ClassifiedLine(
            "table rule" if TABLE_RULE.fullmatch(line) else "frame", line
        )
    if name := section_name(line):
        return ClassifiedLine("section", line, name)
    if (start := DOCUMENT_START.search(line)) and not blank_brackets(line):
        mistake = BadCells(start.start() + 1, start[0], EXPECTED_START)
        return ClassifiedLine("bad long", line, mistake=mistake)
    if has_grid(line):
        return ClassifiedLine("record", line)
    parts = split_cells(blank_brackets(line) or line)
    try:
        cells = cells_of_line(line, parts)
    except BadCells as mistake:
        signs = [text for _, text in parts]
        return classify_without_cells(line, signs, mistake.with_traceback(None))
    return ClassifiedLine("row" if len(cells) == 9 else "cells", line, cells)


def classify_without_cells(
    line: str, signs: list[str], mistake: BadCells
) -> ClassifiedLine:
    """Return ``line``, which is neither 9 nor 81 cells, with its kind.

    ``signs`` are the parts into which the line was split, and ``mistake`` says why they
    are not cells.
    """
    if TableHeading(line).is_known():
        return ClassifiedLine("heading", line)
    good = sum(text in CELL_SIGNS or text == EMPTY_FIELD for text in signs)
    is_row = 7 < len(signs) < 11 and 3 * good >= 2 * len(signs)
    names = len(signs) == 9 and not good and all(text[0].isalpha() for text in signs)
    if not is_row and (names or is_title(line) or not any(map(is_cell_or_word, line))):
        if ends_in_row(line):
            return ClassifiedLine("label", line, mistake=mistake)
        return ClassifiedLine("title", line)
    if is_label(line, DATE) or (not is_row and is_label(line)):
        return ClassifiedLine("label", line, mistake=mistake)
    kind: LineKind = "bad row" if 4 < good < 20 else "bad"
    return ClassifiedLine(
        "bad long" if len(signs) >= MIN_LINE_CELLS else kind, line, mistake=mistake
    )


def ends_in_row(line: str) -> bool:
    """Return whether ``line`` ends in nine cells, written as one or nine words."""
    parts = split_words(line)
    return any(
        len(part) == 9 and CELL_CHARACTERS.issuperset(part) for part in parts[-1:]
    ) or (len(parts) > 9 and all(part in CELL_CHARACTERS for part in parts[-9:]))


def is_cell_or_word(sign: str) -> bool:
    return sign in CELL_CHARACTERS or sign.isalnum()


def section_name(line: str) -> str:
    """Return the name in a line such as ``[Puzzle]`` or ``[Grid 7]``, or ""."""
    bare = line.strip().replace("[[", "[").replace("]]", "]")  # as in TOML
    name = bare[1:-1] if bare[:1] == "[" and bare[-1:] == "]" else ""
    is_name = name[:2].isalpha() and NOT_IN_NAMES.isdisjoint(name)
    return name if is_name and not CELL_CHARACTERS.issuperset(name) else ""


def is_title(line: str) -> bool:
    """Return whether ``line`` may be the title of a puzzle.

    A title begins with a word, perhaps after a comment sign or a bracket. A word whose
    letters can all be blanks, such as ``xxx``, does not count.

    >>> lines = "Grid 01", "puzzle,solution", "// easy", "int[][] g = {", "xxx 53x 7xx"
    >>> [is_title(line) for line in lines]
    [True, True, True, True, False]
    """
    first = split_words(line.lstrip(TITLE_PREFIXES).translate(TO_WORDS))[:1]
    word = re.sub(r"(?:\.\.\.|[.!?…])?\*{0,3}$|[-'’]", "", "".join(first))
    letters = word.rstrip("0123456789")
    few_digits = len(word) - len(letters) < 5  # as in Grid01
    no_blanks = letters.isalpha() and not CELL_CHARACTERS.issuperset(letters)
    is_named = len(letters) > 1 or line.rstrip()[-1:] == "="  # as MATLAB shows M
    return is_named and few_digits and no_blanks and not long_words(line)


def is_label(line: str, form: str = LABEL) -> bool:
    """Return whether ``line`` is a number, a size or a date, perhaps before a title.

    ``form`` is the regular expression to match: LABEL for numbers and sizes, or DATE.

    >>> lines = "12", "(1)", "-- 1 --", "=== 1 ===", "9 x 9", "5 Jan 2024", "2/50"
    >>> [is_label(line) for line in lines]
    [True, True, True, True, True, True, True]
    >>> [is_label(line) for line in ("0", "7 5", "5 z", "1 2 3 4", "12345678")]
    [False, False, False, False, False]
    >>> lines = "2024-01-05", "5.1.2024", "1/5/24, 10:35 PM", "2024年1月5日", "5.1.24 7"
    >>> [is_label(line, DATE) for line in lines]
    [True, True, True, True, False]
    """
    bare = line.strip()
    match = re.match(form, bare)
    rest = bare[match.end() :] if match else "?"
    return not rest or is_title(rest)


def strip_markup(line: str) -> str:
    """Return ``line`` with spaces for its quotation signs and the tags of forums.

    >>> strip_markup("> > [tt]5 3 [/tt]<br />")
    '        5 3            '
    """
    if ">" not in line and "]" not in line:
        return line
    return re.sub(rf"^{QUOTES}|{TAGS}", lambda match: " " * len(match[0]), line)


def is_xml(line: str) -> bool:
    """Return whether ``line`` begins with an XML tag, other than HTML in forums."""
    start = line.lstrip()[:2]
    is_tag = start[:1] == "<" and (start[1:] in ("?", "!") or start[1:].isalpha())
    return is_tag and not re.match(TAGS, line.lstrip())


def is_list(line: str) -> bool:
    """Return whether ``line`` begins a list or a JSON object.

    >>> lines = "[[5, 3, 0,", "grid = [", "array([[0,", '{"puzzle":', "((5,"
    >>> [is_list(line) for line in lines]
    [True, True, True, True, True]
    >>> lines = "[Puzzle]", "[2]", "# [[", "[5, 3, 0, 0, 7, 0, 0, 0, 0],", "Easy ([])"
    >>> [is_list(line) for line in lines]
    [False, False, False, False, False]
    """
    line = line.partition("#")[0].strip()
    if line[:1] in ("[", "{"):
        named = section_name(line) or re.match(rf"\[\d+\]|{TAGS}|{DATE}", line)
        return not (named or blank_brackets(line))
    value = line.partition("=")[2].lstrip() or line
    name, _, called = value.partition("(")  # as in numpy.array([[
    if not name or name.replace(".", "").isidentifier():
        return called[:1] in ("[", "(")
    return value != line and (value[:1] == "[" or value[:2] in ("{{", "{'", '{"'))
