"""Read ZIP archives, which may be hostile, without writing anything to the disk.

Names are only compared and shown, so a name that leads out of the archive is harmless.
Of each file, only the requested bytes are unpacked, which defuses ZIP bombs.
"""

import stat
import struct
import zlib
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from lzma import LZMAError
from pathlib import Path
from typing import BinaryIO, NamedTuple
from zipfile import BadZipFile, ZipFile, ZipInfo

from marking.errors import MarkingError

MAX_DIRECTORY_BYTES = 16 * 2**20  # of the list of entries, with 100 bytes each
DIRECTORY_END = b"PK\x05\x06"
END_SIZE = 22
LIST_SIZE = 12  # its offset in the record at the end
ENCRYPTED = 0x1
UTF_8 = 0x800
ZIP_ERRORS = (  # what zipfile raises for damaged data
    BadZipFile,
    NotImplementedError,
    RuntimeError,
    OSError,
    EOFError,
    ValueError,
    OverflowError,
    IndexError,
    struct.error,
    zlib.error,
    LZMAError,
)


class ZipMember(NamedTuple):
    """A file or folder in a ZIP archive.

    ``path`` has "/" as separator. ``kind`` is "" for a plain file, or else such as
    "folder" or "a link".
    """

    path: str
    kind: str
    archive: ZipFile
    entry: ZipInfo

    def read(self, max_bytes: int) -> bytes:
        """Return up to ``max_bytes`` of the file; raise MarkingError if damaged."""
        try:
            with self.archive.open(self.entry) as file:
                return file.read(max_bytes)
        except ZIP_ERRORS as error:
            raise MarkingError("damaged") from error


def read_members(place: Path | bytes) -> Iterator[ZipMember]:
    """Yield the files and folders in a ZIP archive, given as a path or as bytes.

    Raise MarkingError if the archive cannot be read.
    """
    if isinstance(place, bytes):
        _check_directory(BytesIO(place))
    elif stat.S_ISREG(place.stat().st_mode):
        with open(place, "rb") as file:
            _check_directory(file)
    else:
        raise MarkingError("not a file")
    try:
        archive = ZipFile(BytesIO(place) if isinstance(place, bytes) else place)
    except ZIP_ERRORS as error:
        raise MarkingError("a damaged zip") from error
    for entry in archive.infolist():
        kind = file_kind(entry.external_attr >> 16)
        if entry.orig_filename.endswith(("/", "\\")):
            kind = "folder"
        if entry.flag_bits & ENCRYPTED:
            kind = kind or "encrypted"
        yield ZipMember(member_path(entry), kind, archive, entry)


def _check_directory(file: BinaryIO) -> None:
    """Raise MarkingError if ``file`` is no ZIP archive, or its list of files is long.

    Unpacking an archive reads this list into memory.
    """
    size = file.seek(0, 2)
    file.seek(max(0, size - 2**16 - END_SIZE))
    tail = file.read()
    end = tail.rfind(DIRECTORY_END)
    if end < 0 or len(tail) < end + END_SIZE:
        raise MarkingError("not a zip")
    [directory_bytes] = struct.unpack_from("<L", tail, end + LIST_SIZE)
    if directory_bytes > MAX_DIRECTORY_BYTES:
        limit = f"more than {MAX_DIRECTORY_BYTES:,} bytes"
        raise MarkingError(f"a zip whose list of files has {limit}; unpack it")


def file_kind(mode: int) -> str:
    """Return the kind of a file with ``mode``: "" (plain), "folder", "a link" or such."""
    if stat.S_ISDIR(mode):
        return "folder"
    if stat.S_ISLNK(mode):
        return "a link"
    return "" if stat.S_IFMT(mode) in (0, stat.S_IFREG) else "a device or a pipe"


def member_path(entry: ZipInfo) -> str:
    """Return the path of an entry inside its archive, with "/" as separator."""
    name = entry.orig_filename
    if not entry.flag_bits & UTF_8:  # macOS writes UTF-8 without saying so
        with suppress(UnicodeError):
            name = name.encode("cp437").decode()
    parts = name.replace("\\", "/").split("/")
    return "/".join(part for part in parts if part not in ("", ".", ".."))
