"""Files that are not plain text: gzip is unpacked, and documents get a message."""

from errno import EINVAL
from io import BytesIO

GZIP = b"\x1f\x8b"  # how a file begins that gzip has compressed
UTF_16 = (b"\xff\xfe", b"\xfe\xff")  # how a text in UTF-16 begins
DAMAGED = "a damaged gzip file; expected a whole one"
SAVE = "expected text; save it as plain text"
DOCUMENTS = {  # their first bytes
    b"%PDF-": "a PDF; expected text, such as 'pdftotext -layout' writes",
    b"PK\x03\x04": f"a ZIP archive, such as .docx or .odt; {SAVE}",
    b"\xd0\xcf\x11\xe0": f"a document of an old Word or Excel; {SAVE}",
    b"{\\rtf": f"an RTF document; {SAVE}",
}


def check_start(data: bytes) -> None:
    """Raise OSError if ``data`` begins a document that is not text."""
    for start, message in DOCUMENTS.items():
        if data.startswith(start):
            raise OSError(EINVAL, message)


def text_in(data: bytes, most: int) -> bytes:
    """Return ``data``, or the first ``most`` bytes in it if it is a gzip file.

    Raise OSError if it is damaged, or a document that is not text.
    """
    check_start(data)
    if not data.startswith(GZIP):
        return data
    from gzip import GzipFile  # slow to import, and rarely needed
    from zlib import error as ZlibError

    try:
        return GzipFile(fileobj=BytesIO(data)).read(most)
    except (EOFError, OSError, ZlibError) as error:
        raise OSError(EINVAL, DAMAGED) from error
