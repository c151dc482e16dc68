"""Lay out the words of the pages of a PDF as lines of text, by their coordinates.

All lengths are points, from the upper left corner of a page. Nothing here depends on
what the words mean.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import chain, groupby, pairwise, product
from statistics import median
from typing import NamedTuple

from _courseware.text.documents import (
    HIDDEN,
    LINE_NUMBER,
    PAGE_LINE,
    UNKNOWN,
    Document,
    DocumentText,
    LeftOut,
)

MIN_GUTTER = 9  # the width of the strip between two columns
MIN_MEDIAN_GAP = 18  # in the rows of two columns whose rows are at equal heights
MIN_SHARE_OF_HEIGHTS = 0.6  # of the rows of such columns
MIN_ROWS = 4  # with words of two letters, on each side of a gutter
MAX_TITLE_ROWS = 4  # above two columns; below them there is one at most
EQUAL_HEIGHTS = 1.5
EQUAL_HEADERS = 2
EQUAL_EDGES = 1  # a program sets equal edges to 0.01; indentation is at least 7
POINTS_PER_BLANK = 4
MIN_SHARE_OF_PAGES = 0.6  # that have a header
MIN_SHARE_OF_NUMBERS = 0.9  # that are the number above and 1
MIN_NUMBERS = 3
MIN_HEIGHT = 4  # nobody reads what is lower
GAP = 1.5  # lines, between two paragraphs
# In heights of a word:
GLUED = 0.06
WIDE = 3
OVERLAP = 0.25
TALL_SIGN = 1.6
LETTERS = re.compile(r"[^\W\d_]{2}")
LINE_NUMBER_PATTERN = re.compile(r"(\d{1,4})[.:)|]?")
COMMENT_SIGNS = ("//", "#", "▷", "--", "/*", "(*")


class Word(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float
    text: str
    is_hidden: bool = False  # whether nothing of it is seen on the page

    @property
    def height(self) -> float:
        return max(self.bottom - self.top, 0.1)

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


WordRow = list[Word]  # from left to right, with a word or more


class PagePart(NamedTuple):
    """The rows of a page, or of a column of it, without headers and line numbers.

    ``numbers`` are the numbers of the rows, or "". ``above`` and ``below`` are the
    headers and footers. ``page`` counts from 1.
    """

    rows: list[WordRow]
    numbers: list[str]
    page: int
    is_column: bool
    above: list[WordRow] = []
    below: list[WordRow] = []

    def edges(self) -> list[float]:
        """Return the left edge of each row that has visible words."""
        visible = ([w for w in row if not w.is_hidden] for row in self.rows)
        return [words[0].left for words in visible if words]


def lay_out(pages: Iterable[Sequence[Word]], note: str) -> Document:
    """Return the text of ``pages``, with what was left out of it.

    The left column of a page comes before the right one. Headers and numbers of lines
    are left out. A form feed is where the left margin may change.
    """
    parts = _page_parts([_rows_of(words) for words in pages])
    edges = []
    for part in parts:
        if not part.is_column:
            edges += part.edges()
    shared_columns = _columns_of(edges)
    text = DocumentText()
    above_at_margin = True
    last_middle = 0.0  # of the row above
    for part in parts:
        column_of = _columns_of(part.edges()) if part.is_column else shared_columns
        columns = [column_of.get(edge) for edge in part.edges()]
        at_margin = not part.is_column and 0 in columns
        if part.rows and text.line > 1:
            text.write("\n" if at_margin and above_at_margin else "\f")
        above_at_margin = at_margin
        text.begin_page(part.page)
        _write_headers(text, part.above)
        usual_distance = _median_distance(part.rows)
        for row, number in zip(part.rows, part.numbers):
            distance = row[0].middle - last_middle
            if row is not part.rows[0] and distance > GAP * usual_distance:
                text.write("\n")
            last_middle = row[0].middle
            if number:
                text.left_out.append(LeftOut(text.line, number, LINE_NUMBER))
            _write_row(text, row, column_of)
        _write_headers(text, part.below)
    return text.document(note)


def _median_distance(rows: list[WordRow]) -> float:
    distances = [below[0].middle - row[0].middle for row, below in pairwise(rows)]
    return median(distances) if distances else 0


def _rows_of(words: Iterable[Word]) -> list[WordRow]:
    """Return ``words`` by rows, from top to bottom."""
    rows: list[WordRow] = []
    for word in sorted(words, key=lambda word: word.middle):
        if rows:
            above = rows[-1][-1]
            smaller = min(word.height, above.height)
            if word.middle - above.middle < 0.4 * smaller:
                rows[-1].append(word)
                continue
        rows.append([word])
    return [sorted(row) for row in rows]


# Headers and footers.


def _page_parts(pages: list[list[WordRow]]) -> list[PagePart]:
    """Return the parts of all pages, in the order in which they are read."""
    headers = _header_rows(pages)
    parts: list[PagePart] = []
    for page, rows in enumerate(pages):
        body_rows = [k for k, _ in enumerate(rows) if (page, k) not in headers]
        if not body_rows:
            parts.append(PagePart([], [], page + 1, False, rows))
            continue
        first = body_rows[0]
        end = body_rows[-1] + 1
        sections = _columns_of_page(rows[first:end])
        for section in sections:
            above = rows[:first] if section is sections[0] else []
            below = rows[end:] if section is sections[-1] else []
            numbered = _drop_line_numbers(section.rows)
            part = PagePart(*numbered, page + 1, section.is_column, above, below)
            parts.append(part)
    return parts


class EdgeRow(NamedTuple):
    """A row at the top or the bottom of a page, which may be a header or footer.

    ``page`` and ``number`` count from 0. ``has_gap`` is whether a gap is between it and
    the page's text.
    """

    middle: float
    page: int
    number: int
    has_gap: bool


def _header_rows(pages: list[list[WordRow]]) -> set[tuple[int, int]]:
    """Return the headers and footers, as indices of pages and of rows in them.

    Their texts, but for numbers, are at the same height on most pages or, if no gap is
    between them and the page's text, on all.
    """
    rows_by_text: dict[tuple[str, bool], list[EdgeRow]] = {}
    for page, rows in enumerate(pages):
        indices = range(len(rows))
        for is_top, order in ((True, indices), (False, indices[::-1])):
            block = _edge_block(rows, order)
            for index in block or order[:1]:
                words = " ".join(word.text for word in rows[index])
                text = re.sub(r"\d+", "#", words)
                edge_row = EdgeRow(rows[index][0].middle, page, index, bool(block))
                rows_by_text.setdefault((text, is_top), []).append(edge_row)
    headers: set[tuple[int, int]] = set()
    for edge_rows in rows_by_text.values():
        for edge_row in edge_rows:
            level = [
                other
                for other in edge_rows
                if abs(other.middle - edge_row.middle) <= EQUAL_HEADERS
            ]
            pages_with = {other.page for other in level}
            needed: float = len(pages)
            if all(other.has_gap for other in level):
                needed *= MIN_SHARE_OF_PAGES
            if len(pages_with) > 1 and len(pages_with) >= needed:
                headers |= {(other.page, other.number) for other in level}
    return headers


def _edge_block(rows: list[WordRow], order: Sequence[int]) -> Sequence[int]:
    """Return the indices of the rows before the first gap, of which there are few.

    ``order`` is that of the rows, from the top or from the bottom of the page.
    """
    distances = [abs(rows[a][0].middle - rows[b][0].middle) for a, b in pairwise(order)]
    if len(distances) < MAX_TITLE_ROWS:
        return []
    usual = median(distances)
    for count, distance in enumerate(distances[:MAX_TITLE_ROWS], start=1):
        if distance > GAP * usual:
            return order[:count]
    return []


# Columns of a page, and numbers of lines.


class Section(NamedTuple):
    """The rows of a part of a page; ``is_column`` is whether another is beside it."""

    rows: list[WordRow]
    is_column: bool


def _columns_of_page(rows: list[WordRow]) -> list[Section]:
    """Return the sections of a page in the order in which they are read.

    Two columns have a strip without words between them, except titles.
    """
    for top, bottom in product(range(MAX_TITLE_ROWS + 1), range(2)):
        end = len(rows) - bottom
        words = list(chain.from_iterable(rows[top:end]))
        if end - top < MIN_ROWS:
            break
        for start, stop in _gutters(words):
            left = _rows_of(word for word in words if word.right <= start)
            right = _rows_of(word for word in words if word.left >= stop)
            if _are_columns(left, right):
                title = Section(rows[:top], False)
                columns = [Section(left, True), Section(right, True)]
                sections = [title, *columns, Section(rows[end:], False)]
                return [section for section in sections if section.rows]
    return [Section(rows, False)]


def _gutters(words: list[Word]) -> list[tuple[float, float]]:
    """Return the strips near the middle of ``words`` that none of them covers."""
    begin = min(words).left
    end = max(word.right for word in words)
    quarter = (end - begin) / 4
    strips = []
    covered = begin
    for word in sorted(words):
        middle = (covered + word.left) / 2
        if (
            word.left - covered >= MIN_GUTTER
            and abs(middle - begin - 2 * quarter) <= quarter
        ):
            strips.append((covered, word.left))
        covered = max(covered, word.right)
    return strips


def _are_columns(left: list[WordRow], right: list[WordRow]) -> bool:
    """Return whether the rows beside a strip are two columns, and no table."""
    top = max(left[0][0].top, right[0][0].top)
    bottom = min(left[-1][0].bottom, right[-1][0].bottom)
    left = [row for row in left if top <= row[0].middle <= bottom]
    right = [row for row in right if top <= row[0].middle <= bottom]
    if _count_word_rows(left) < MIN_ROWS or _count_word_rows(right) < MIN_ROWS:
        return False
    comments = sum(row[0].text.startswith(COMMENT_SIGNS) for row in right)
    if 2 * comments >= len(right):
        return False
    gaps = _gaps_between(left, right)
    if len(gaps) < MIN_SHARE_OF_HEIGHTS * len(right):
        return True
    return median(gaps) >= MIN_MEDIAN_GAP


def _count_word_rows(rows: list[WordRow]) -> int:
    return sum(any(LETTERS.search(word.text) for word in row) for row in rows)


def _gaps_between(left: list[WordRow], right: list[WordRow]) -> list[float]:
    """Return the width of the gap before each row on the right that has one beside it."""
    gaps = []
    for row in right:
        for other in left:
            if abs(other[0].middle - row[0].middle) <= EQUAL_HEIGHTS:
                gaps.append(row[0].left - other[-1].right)
                break
    return gaps


def _drop_line_numbers(rows: list[WordRow]) -> tuple[list[WordRow], list[str]]:
    """Return ``rows`` without the numbers of lines, and these numbers by row.

    They are the first words of rows that count upwards and stand one below the other. A
    row of nothing else is dropped.
    """
    groups: list[dict[int, Word]] = []
    for k, row in enumerate(rows):
        word = row[0]
        if not LINE_NUMBER_PATTERN.match(word.text):
            continue
        for group in groups:  # they are aligned left, right or in the middle
            first = next(iter(group.values()))
            if word.left < first.right and first.left < word.right:
                group[k] = word
                break
        else:
            groups.append({k: word})
    for group in groups:
        values = [int(re.sub(r"\D.*", "", word.text)) for word in group.values()]
        count = sum(after in (before + 1, 1) for before, after in pairwise(values))
        if count >= max(MIN_NUMBERS - 1, MIN_SHARE_OF_NUMBERS * (len(group) - 1)):
            return _split_rows(rows, group)
    return rows, [""] * len(rows)


def _split_rows(
    rows: list[WordRow], group: dict[int, Word]
) -> tuple[list[WordRow], list[str]]:
    """Return ``rows`` without the numbers in ``group``, by row, and these numbers.

    The place of a text that is glued to a number is estimated.
    """
    remaining_rows: list[WordRow] = []
    numbers: list[str] = []
    for k, row in enumerate(rows):
        number = group.get(k)
        rest = row
        if number:
            rest = [word for word in row if word is not number]
            text = re.sub(r"^\d+[.:)|]?", "", number.text)
            if text:
                share = len(text) / len(number.text)
                left = number.right - share * (number.right - number.left)
                rest.insert(0, number._replace(left=left, text=text))
        if rest:
            remaining_rows.append(rest)
            numbers.append(number.text if number else "")
    return remaining_rows, numbers


# Columns of text, and words.


def _columns_of(edges: list[float]) -> dict[float, int]:
    """Return the column of the text at each of the left ``edges``, from 0.

    Edges that differ by less than EQUAL_EDGES are in one column.
    """
    column_of: dict[float, int] = {}
    first = margin = min(edges, default=0)
    column = 0
    for edge in sorted(edges):
        if edge - first >= EQUAL_EDGES:
            first = edge
            column = max(column + 1, int((edge - margin) / POINTS_PER_BLANK))
        column_of[edge] = column
    return column_of


def _write_headers(text: DocumentText, rows: list[WordRow]) -> None:
    for row in rows:
        header = " ".join(word.text for word in row)
        text.left_out.append(LeftOut(text.line, header, PAGE_LINE))


def _write_row(text: DocumentText, row: WordRow, column_of: dict[float, int]) -> None:
    """Write ``row`` as a line, in its column. Its hidden words are left out.

    Words that lie on each other are a doubt, and so is an ``=`` in a tall box: some
    fonts' minus is read as one.
    """
    before = len(text.left_out)
    usual_height = median(word.height for word in row)
    for is_hidden, group in groupby(row, lambda word: word.is_hidden):
        if is_hidden:
            text.leave_out(" ".join(word.text for word in group), HIDDEN)
    visible = [word for word in row if not word.is_hidden]
    if visible:
        text.write(" " * column_of[visible[0].left])
        text.write(visible[0].text)
    for previous, word in pairwise(visible):
        gap = (word.left - previous.right) / min(word.height, previous.height)
        blanks = 4 if gap > WIDE else int(gap >= GLUED)
        if gap < -OVERLAP:
            text.leave_out(f"{previous.text} {word.text}", UNKNOWN)
        text.write(" " * blanks + word.text)
    for word in visible:
        if word.text == "=" and word.height >= TALL_SIGN * usual_height:
            text.leave_out(word.text, UNKNOWN)
    text.end_line(bool(visible), before)
