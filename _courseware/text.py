"""The text in the bytes of a file, in any encoding, or in a PDF."""

from _courseware.input import text_in, utf_16
from _courseware.messages import CommandError, at

CONTROLS = frozenset([*range(9), *range(14, 26), *range(28, 32)])  # in no text
SECONDS = 30  # for the text of a PDF
MOST_PDF = 32 * 2**20  # bytes
MOST_TEXT = 2**20  # bytes of its text
NO_READER = "a PDF; to read it, install pdftotext (poppler-utils) or pypdf"


def unicode(data: bytes, name: str, most: int) -> str:
    """Return the text in ``data``, which is UTF-8 or UTF-16.

    Raise CommandError, with ``name``, if it is not, or has more than ``most`` bytes.
    """
    data = unpacked(data, name, most)
    try:
        return data.decode(utf_16(data) or "utf-8-sig")
    except UnicodeDecodeError as error:
        raise no_text(data, error.start, name, "UTF-8 text") from error


def document(data: bytes, name: str, most: int) -> tuple[str, str]:
    """Return the text in ``data`` and a note on how it was read, or "".

    Raise CommandError, with ``name``, if it cannot be read.
    """
    if data.startswith(b"%PDF-"):
        return pdf_text(data, name)
    data = unpacked(data, name, most)
    encoding = utf_16(data)
    guess = f"{name}: read as {encoding.upper()}" if "-" in encoding[4:] else ""
    try:
        return data.decode(encoding or "utf-8-sig"), guess
    except UnicodeDecodeError as error:
        if encoding:
            raise no_text(data, error.start, name) from error
    for place, one in enumerate(data):
        if one in CONTROLS:
            raise no_text(data, place, name)
    try:
        return data.decode("cp1252"), f"{name}: not UTF-8; read as Windows-1252"
    except UnicodeDecodeError:
        return data.decode("latin-1"), f"{name}: not UTF-8; read as Latin-1"


def unpacked(data: bytes, name: str, most: int) -> bytes:
    try:
        data = data if len(data) > most else text_in(data, most + 1)
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error
    if len(data) > most:
        raise CommandError(f"{name}: larger than {most:,} bytes")
    return data


def no_text(data: bytes, place: int, name: str, expected: str = "text") -> CommandError:
    line = data.count(b"\n", 0, place) + 1
    column = place - data.rfind(b"\n", 0, place)
    found = f"byte {data[place]:#04x}; expected {expected}"
    return CommandError(at(name, line, column, found))


def pdf_text(data: bytes, name: str) -> tuple[str, str]:
    """Return the text of a PDF, laid out as on its pages, and how it was read.

    Raise CommandError, with ``name``, if it cannot be read.
    """
    if len(data) > MOST_PDF:
        raise CommandError(f"{name}: larger than {MOST_PDF:,} bytes")
    from shutil import which

    if program := which("pdftotext"):
        return by_pdftotext(program, data, name), f"{name}: read by pdftotext -layout"
    try:
        import pypdf
    except ImportError:
        raise CommandError(f"{name}: {NO_READER}") from None
    from io import BytesIO
    from logging import CRITICAL, getLogger

    getLogger("pypdf").setLevel(CRITICAL)  # it prints what it repairs
    try:
        pages = pypdf.PdfReader(BytesIO(data)).pages
        text = "\f".join(page.extract_text(extraction_mode="layout") for page in pages)
    except Exception as error:  # a damaged PDF can raise any
        raise CommandError(f"{name}: a PDF that pypdf cannot read") from error
    return text[:MOST_TEXT], f"{name}: read by pypdf"


def by_pdftotext(program: str, data: bytes, name: str) -> str:
    """Return the text of a PDF, read by ``program`` in at most SECONDS."""
    from subprocess import DEVNULL, PIPE, Popen
    from tempfile import TemporaryFile
    from threading import Timer

    words = [program, "-layout", "-enc", "UTF-8", "-", "-"]
    with TemporaryFile() as file:
        file.write(data)
        file.seek(0)
        with Popen(words, stdin=file, stdout=PIPE, stderr=DEVNULL) as process:
            timer = Timer(SECONDS, process.kill)
            timer.start()
            assert process.stdout is not None
            text = process.stdout.read(MOST_TEXT)
            if len(text) == MOST_TEXT:
                process.kill()
            elif process.wait():
                unread = f"a PDF that pdftotext cannot read in {SECONDS} seconds"
                raise CommandError(f"{name}: {unread}")
            timer.cancel()
    return text.decode("utf-8", "replace")
