"""Decode the bytes of a file into text, in any usual encoding or document format."""

import json

from _courseware.terminal.messages import CommandError, located_message
from _courseware.text.documents import Document
from _courseware.text.file_types import ZIP_MAGIC, detect_utf_16, document_problem

CONTROL_BYTES = frozenset([*range(9), *range(14, 26), *range(28, 32)])  # never in text
OPENDOCUMENT_TEXT = b"application/vnd.oasis.opendocument.text"
ZIP_END = b"PK\x05\x06"  # begins the last record of an archive
EXPECTED_NOTEBOOK = "a damaged notebook; expected a list of cells with their source"
EXPECTED_WHOLE_ZIP = "a damaged ZIP archive or Word file; expected a whole one"


def decode_unicode(data: bytes, name: str, max_bytes: int) -> str:
    """Return the text in ``data``: UTF-8 or UTF-16.

    Raise CommandError, with the file's ``name`` in the message, for another encoding or
    more than ``max_bytes``.
    """
    _check_text(data, name, max_bytes)
    try:
        return data.decode(detect_utf_16(data) or "utf-8-sig")
    except UnicodeDecodeError as error:
        raise _decoding_error(data, error.start, name, "UTF-8 text") from error


def refuse_utf_16(data: bytes, name: str) -> None:
    """Raise CommandError if ``data`` is UTF-16 text, which some courses do not read."""
    if detect_utf_16(data):
        problem = "UTF-16, which the course's programs do not read; expected UTF-8"
        raise CommandError(located_message(name, 1, 1, problem))


def decode_document(data: bytes, name: str, max_bytes: int) -> Document:
    """Return the text in ``data``, with a note on its encoding or format.

    ``data`` is a PDF, Word, OpenDocument or Jupyter file, or plain text in any usual
    encoding. The note is such as "answer.txt: not UTF-8; read as Windows-1252", or ""
    for UTF-8, or UTF-16 with a byte order mark. Raise CommandError, with the file's
    ``name`` in the message, if ``data`` cannot be read or is plain text of more than
    ``max_bytes``.
    """
    if data.startswith(b"%PDF-"):
        from _courseware.text.pdf_text import pdf_text  # and subprocess: 14 ms

        return pdf_text(data, name)
    if data.startswith(ZIP_MAGIC) and b"word/" in data:
        from _courseware.text.word_text import word_text  # and zipfile, rarely needed

        return word_text(data, name)
    if data.startswith(ZIP_MAGIC) and data[38:].startswith(OPENDOCUMENT_TEXT):
        from _courseware.text.opendocument_text import opendocument_text

        return opendocument_text(data, name)
    if data.startswith(ZIP_MAGIC) and ZIP_END not in data:
        raise CommandError(f"{name}: {EXPECTED_WHOLE_ZIP}")
    _check_text(data, name, max_bytes)
    if data.lstrip().startswith(b"{") and b'"nbformat"' in data:
        return Document(_notebook_text(data, name), f"{name}: read as a notebook")
    encoding = detect_utf_16(data)
    if not encoding and 0 in data:
        raise _decoding_error(data, data.index(0), name)
    note = f"{name}: read as {encoding.upper()}" if "-" in encoding[4:] else ""
    try:
        return Document(data.decode(encoding or "utf-8-sig"), note)
    except UnicodeDecodeError as error:
        if encoding:
            raise _decoding_error(data, error.start, name) from error
    return _decode_single_bytes(data, name)


def _decode_single_bytes(data: bytes, name: str) -> Document:
    """Return the text in ``data``, in Windows-1252 or else Latin-1.

    Raise CommandError, with the file's ``name``, if it has bytes that no text has.
    """
    for offset, byte in enumerate(data):
        if byte in CONTROL_BYTES:
            raise _decoding_error(data, offset, name)
    try:
        text = data.decode("cp1252")
        encoding = "Windows-1252"
    except UnicodeDecodeError:
        text = data.decode("latin-1")
        encoding = "Latin-1"
    return Document(text, f"{name}: not UTF-8; read as {encoding}")


def _notebook_text(data: bytes, name: str) -> str:
    """Return the texts of all cells of a Jupyter notebook, with empty lines between.

    ``data`` is the notebook's file. Raise CommandError, with the file's ``name`` in the
    message, if it is not a notebook.
    """
    try:
        cells = json.loads(data)["cells"]
        texts = [cell["source"] for cell in cells]
        return "\n\n".join(map("".join, texts)) + "\n"
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise CommandError(f"{name}: {EXPECTED_NOTEBOOK}") from error


def _check_text(data: bytes, name: str, max_bytes: int) -> None:
    """Raise CommandError if ``data`` is a document or has more than ``max_bytes``."""
    if len(data) > max_bytes:
        raise CommandError(f"{name}: larger than {max_bytes:,} bytes")
    problem = document_problem(data)
    if problem:
        raise CommandError(f"{name}: {problem}")


def _decoding_error(
    data: bytes, place: int, name: str, expected: str = "text"
) -> CommandError:
    """Return the error for the byte at index ``place`` of ``data``: it is no text."""
    line = data.count(b"\n", 0, place) + 1
    column = place - data.rfind(b"\n", 0, place)
    problem = f"byte {data[place]:#04x}; expected {expected}"
    return CommandError(located_message(name, line, column, problem))
