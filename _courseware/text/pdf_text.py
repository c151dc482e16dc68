"""The text of a PDF, read by pdftotext, or else by pypdf."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from io import BytesIO
from logging import CRITICAL, getLogger
from shutil import which
from subprocess import DEVNULL, PIPE, Popen
from tempfile import TemporaryFile
from threading import Timer
from typing import IO, NamedTuple

from _courseware.terminal.messages import CommandError
from _courseware.text.documents import Document
from _courseware.text.pdf_words import MIN_HEIGHT, Word, lay_out

PDF_SECONDS = 30
MAX_PDF_BYTES = 32 * 2**20
MAX_WORDS_BYTES = 8 * 2**20  # of XML; a page has 50,000
NO_READER = "a PDF; to read it, install pdftotext (poppler-utils) or pypdf"
EXPECTED_PDF = "expected one that is whole and has no password, or text"
PAGE_OR_WORD = re.compile(
    rb'<page width="([\d.]+)" height="([\d.]+)">'
    rb'|<word xMin="(\S+)" yMin="(\S+)" xMax="(\S+)" yMax="(\S+)">(.*?)</word>'
)
DRAWING = re.compile(rb"P5\s+(\d+)\s+(\d+)\s+255\s")
DOTS_PER_INCH = 100
MAX_POINTS = 2_000  # of the side of a page that is drawn at this size
MIN_CONTRAST = 24  # of 255 grey values


def pdf_text(data: bytes, name: str) -> Document:
    """Return the text of a PDF, in lines as on its pages.

    The note is such as "answer.pdf: read by pypdf". Raise CommandError, with the file's
    ``name`` in the message, if ``data`` cannot be read, or neither pdftotext nor pypdf
    is installed.
    """
    if len(data) > MAX_PDF_BYTES:
        raise CommandError(f"{name}: larger than {MAX_PDF_BYTES:,} bytes")
    if which("pdftotext"):
        pages = _pages_of_pdftotext(data, name)
        if which("pdftoppm"):
            visible_words = _visible_words(pages, data, name)
            return lay_out(visible_words, f"{name}: read by pdftotext")
        words = (page.words for page in pages)
        note = "read by pdftotext; without pdftoppm, hidden text is not recognized"
        return lay_out(words, f"{name}: {note}")
    try:
        import pypdf
    except ImportError:
        raise CommandError(f"{name}: {NO_READER}") from None
    from _courseware.text.pdf_runs import page_words

    getLogger("pypdf").setLevel(CRITICAL)  # it prints what it repairs
    try:
        pages_of_words = [*map(page_words, pypdf.PdfReader(BytesIO(data)).pages)]
    except Exception as error:  # a damaged PDF can raise any
        raise CommandError(
            f"{name}: a PDF that pypdf cannot read; {EXPECTED_PDF}"
        ) from error
    return lay_out(pages_of_words, f"{name}: read by pypdf")


class Page(NamedTuple):
    width: float
    height: float
    words: list[Word]


def _pages_of_pdftotext(data: bytes, name: str) -> list[Page]:
    """Return the pages of the PDF ``data``.

    What is behind MAX_WORDS_BYTES of XML is not read: the parser reads less. Raise
    CommandError, with the file's ``name`` in the message, if the program fails.
    """
    options = ["-bbox", "-enc", "UTF-8", "-", "-"]
    with _program_output("pdftotext", options, data, name) as file:
        xml = file.read(MAX_WORDS_BYTES)
    pages: list[Page] = []
    for match in PAGE_OR_WORD.finditer(xml):
        width, height, *box, text = match.groups()
        if width:
            pages.append(Page(float(width), float(height), []))
        elif pages:
            left, top, right, bottom = map(float, box)
            word_text = unescape(text.decode("utf-8", "replace"))
            pages[-1].words.append(Word(left, top, right, bottom, word_text))
    return pages


def _visible_words(pages: list[Page], data: bytes, name: str) -> Iterator[list[Word]]:
    """Yield the words of each page, of which those without ink on it are hidden.

    One page at a time is drawn. Raise CommandError, with the file's ``name`` in the
    message, if a page cannot be drawn.
    """
    large = any(max(page.width, page.height) > MAX_POINTS for page in pages)
    size = ["-scale-to", str(MAX_POINTS)] if large else ["-r", str(DOTS_PER_INCH)]
    with _program_output("pdftoppm", ["-gray", *size, "-"], data, name) as file:
        for page in pages:
            drawing = DRAWING.fullmatch(b"".join(file.readline(20) for _ in range(3)))
            if not drawing:
                break
            width, height = map(int, drawing.groups())
            pixels = file.read(width * height)
            scale = width / page.width
            yield [
                word._replace(is_hidden=not _is_seen(word, pixels, width, scale))
                for word in page.words
            ]
        else:
            return
    raise CommandError(f"{name}: a PDF that pdftoppm cannot draw; {EXPECTED_PDF}")


def _is_seen(word: Word, pixels: bytes, width: int, scale: float) -> bool:
    """Return whether a drawing of the page has ink in the box of ``word``.

    ``pixels`` are the rows of the drawing, which has ``scale`` pixels for a point.
    """
    left = max(0, int(word.left * scale))
    right = min(width, int(word.right * scale) + 1)
    if word.height < MIN_HEIGHT or left >= right:
        return False
    rows = range(max(0, int(word.top * scale)), int(word.bottom * scale) + 1)
    box = b"".join(pixels[y * width + left : y * width + right] for y in rows)
    return bool(box) and max(box) - min(box) >= MIN_CONTRAST


@contextmanager
def _program_output(
    program: str, options: list[str], data: bytes, name: str
) -> Iterator[IO[bytes]]:
    """Return a context manager for the output of ``program``, which reads ``data``.

    If the body does not read all of it, the program is stopped, which is no failure.
    Raise CommandError, with the file's ``name``, if it fails or takes too long.
    """
    with TemporaryFile() as file:
        file.write(data)
        file.seek(0)
        command = [which(program) or program, *options]
        with Popen(command, stdin=file, stdout=PIPE, stderr=DEVNULL) as process:
            timer = Timer(PDF_SECONDS, process.kill)
            timer.start()
            assert process.stdout is not None
            try:
                yield process.stdout
                has_rest = process.stdout.read(1) != b""
                status = 0 if has_rest else process.wait()
            finally:
                process.kill()
                timer.cancel()
    if status:
        problem = f"a PDF that {program} cannot read"
        if status < 0:  # stopped by the timer
            problem += f" in {PDF_SECONDS} seconds"
        raise CommandError(f"{name}: {problem}; {EXPECTED_PDF}")
