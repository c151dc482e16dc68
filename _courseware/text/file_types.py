"""Recognize files that are not plain text in UTF-8: UTF-16, and documents to reject."""

UTF_16_MARKS = (
    b"\xff\xfe",
    b"\xfe\xff",
)  # how a text in UTF-16 begins, if it has a mark
SAMPLE = 1000  # bytes
SAVE = "expected text; save it as plain text"
IMAGE = "an image; expected text"
WORD_FILE = f"a Word file; {SAVE}"  # a ZIP archive with the folder word
ZIP_MAGIC = b"PK\x03\x04"
DOCUMENTS = {  # bytes at some place of a file, and what it is
    (0, b"%PDF-"): "a PDF; expected text, such as 'pdftotext -layout' writes",
    (38, b"application/vnd.oasis."): f"an OpenDocument file; {SAVE}",
    (0, b"\x1f\x8b"): "a file packed with gzip; expected text; unpack it with gunzip",
    (0, ZIP_MAGIC): "a ZIP archive, or a document in one; expected text",
    (0, b"\xd0\xcf\x11\xe0"): f"a document of an old Word or Excel; {SAVE}",
    (0, b"{\\rtf"): f"an RTF document; {SAVE}",
}
DOCUMENTS |= dict.fromkeys(
    [(0, b"7z\xbc\xaf"), (0, b"Rar!\x1a")], "a 7z or RAR archive; expected text"
)
DOCUMENTS |= dict.fromkeys(
    [
        *((0, start) for start in (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\0")),
        *((4, kind) for kind in (b"ftyphei", b"ftypmif1")),  # as phones take them
        (8, b"WEBP"),
    ],
    IMAGE,
)


def document_problem(data: bytes) -> str:
    """Return an error message if ``data`` begins like a document or image, else ""."""
    for (place, mark), message in DOCUMENTS.items():
        if data.startswith(mark, place):
            return WORD_FILE if mark == ZIP_MAGIC and b"word/" in data else message
    return ""


def detect_utf_16(data: bytes) -> str:
    """Return "utf-16", "utf-16-le" or "utf-16-be", or "" if ``data`` is not UTF-16.

    The first is for text with a byte order mark. Text without a mark is recognized if
    most of its characters are ASCII, because every other byte is then zero.
    """
    if data.startswith(UTF_16_MARKS):
        return "utf-16"
    even = data[:SAMPLE:2]
    odd = data[1:SAMPLE:2]
    zeros = even.count(0) > 0.7 * len(even), odd.count(0) > 0.7 * len(odd)
    return {(False, True): "utf-16-le", (True, False): "utf-16-be"}.get(zeros, "")
