"""The text of a PDF, read by pdftotext, or else by pypdf."""

import re
from io import BytesIO
from itertools import product
from logging import CRITICAL, getLogger
from shutil import which
from subprocess import DEVNULL, PIPE, Popen
from tempfile import TemporaryFile
from threading import Timer

from _courseware.terminal.messages import CommandError
from _courseware.text.documents import Document

PDF_SECONDS = 30
MAX_PDF_BYTES = 32 * 2**20
MAX_TEXT_BYTES = 2**20
NO_READER = "a PDF; to read it, install pdftotext (poppler-utils) or pypdf"
# Between two columns: what is used is 1. Numbers of lines and bullets are no column.
GUTTER = re.compile(rb"(?<=\x01)\x00{2,}(?=\x01)")
WORDS = re.compile(r"\S+")
GAP = re.compile(r"\S {4,}\S")
LETTERS = re.compile(r"[^\W\d_]{2}")
MIN_LINES = 4  # that have text on both sides of a gutter
MIN_SHARE_OF_LINES = 0.4  # of the shorter column
MAX_LINES = 1_000  # of a page that is searched for columns
MAX_TITLE_LINES = 4
MIN_MEDIAN_GAP = 4  # blanks; words in the columns of a table are nearer
EXPECTED_PDF = "expected one that is whole and has no password, or text"


def pdf_text(data: bytes, name: str) -> Document:
    """Return the text of a PDF, laid out as on its pages, and a note on the reader.

    The note is such as "answer.pdf: read by pypdf". Pages are separated by form feeds,
    and two columns are put one below the other. Raise CommandError, with the file's
    ``name`` in the message, if ``data`` cannot be read, or neither pdftotext nor pypdf
    is installed.
    """
    if len(data) > MAX_PDF_BYTES:
        raise CommandError(f"{name}: larger than {MAX_PDF_BYTES:,} bytes")
    if program := which("pdftotext"):
        text = by_pdftotext(program, data, name)
        return Document(in_one_column(text), f"{name}: read by pdftotext -layout")
    try:
        import pypdf
    except ImportError:
        raise CommandError(f"{name}: {NO_READER}") from None
    getLogger("pypdf").setLevel(CRITICAL)  # it prints what it repairs
    try:
        pages = pypdf.PdfReader(BytesIO(data)).pages
        text = "\f".join(page.extract_text(extraction_mode="layout") for page in pages)
    except Exception as error:  # a damaged PDF can raise any
        raise CommandError(
            f"{name}: a PDF that pypdf cannot read; {EXPECTED_PDF}"
        ) from error
    return Document(in_one_column(text[:MAX_TEXT_BYTES]), f"{name}: read by pypdf")


def in_one_column(text: str) -> str:
    """Return ``text`` with two columns of a page, if any, one below the other.

    Pages are separated by form feeds.
    """
    return "\f".join(map(page_in_one_column, text.split("\f")))


def page_in_one_column(page: str) -> str:
    """Return a page with its right column below the left, if it has two columns.

    Two columns are separated by a gutter, which is blank in every line except titles:
    up to four lines at the top and one at the bottom. If another line crosses the
    gutter, or a table is above the columns, the page is returned unchanged.
    """
    lines = page.split("\n")
    if len(lines) > MAX_LINES:
        return page
    filled = [k for k, line in enumerate(lines) if line.strip()]
    for top, bottom in product(range(MAX_TITLE_LINES + 1), range(2)):
        if len(filled) < top + bottom + MIN_LINES:
            break
        first, end = filled[top], filled[-1 - bottom] + 1
        if any(map(GAP.search, lines[:first])):
            break
        if columns := columns_of(lines[first:end]):
            return "\n".join([*lines[:first], *columns, *lines[end:]])
    return page


def columns_of(lines: list[str]) -> list[str]:
    """Return the lines of the left column, an empty line, and those of the right one.

    Return [] if ``lines`` are in one column.
    """
    used = bytearray(max(map(len, lines)))
    for line in lines:
        for match in WORDS.finditer(line):
            used[match.start() : match.end()] = b"\x01" * len(match[0])
    for gutter in GUTTER.finditer(bytes(used)):
        left = [line[: gutter.start()].rstrip() for line in lines]
        right = [line[gutter.end() :].rstrip() for line in lines]
        gaps = sorted(
            gutter.end() - len(start) + len(end) - len(end.lstrip())
            for start, end in zip(left, right)
            if end and LETTERS.search(start)
        )
        shorter = min(sum(map(bool, column)) for column in (left, right))
        several = len(gaps) >= max(MIN_LINES, MIN_SHARE_OF_LINES * shorter)
        if several and gaps[len(gaps) // 2] >= MIN_MEDIAN_GAP:
            return [*left, "", *right]
    return []


def by_pdftotext(program: str, data: bytes, name: str) -> str:
    """Return the text of the PDF ``data``, read by ``program``, the path of pdftotext.

    The text is cut at 1 MiB. Raise CommandError, with the file's ``name`` in the
    message, if the program fails or takes too long.
    """
    words = [program, "-layout", "-enc", "UTF-8", "-", "-"]
    with TemporaryFile() as file:
        file.write(data)
        file.seek(0)
        with Popen(words, stdin=file, stdout=PIPE, stderr=DEVNULL) as process:
            timer = Timer(PDF_SECONDS, process.kill)
            timer.start()
            assert process.stdout is not None
            text = process.stdout.read(MAX_TEXT_BYTES)
            if len(text) == MAX_TEXT_BYTES:
                process.kill()
            status = process.wait()
            timer.cancel()
    if status and len(text) < MAX_TEXT_BYTES:
        late = f" in {PDF_SECONDS} seconds" if status < 0 else ""
        raise CommandError(
            f"{name}: a PDF that pdftotext cannot read{late}; {EXPECTED_PDF}"
        )
    return text.decode("utf-8", "replace")
