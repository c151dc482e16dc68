"""Reading a student's zip, which may be hostile. Nothing is written to the disk."""

import stat
import struct
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import PurePosixPath
from typing import Final
from unicodedata import normalize
from zipfile import BadZipFile, ZipFile, ZipInfo

from marking.errors import MarkingError

MOST_BYTES: Final = 16 * 2**20  # of an archive
MOST_CONTENT: Final = 64 * 2**20  # of everything in it
MOST_ENTRIES: Final = 1_000
MOST_DIRECTORY: Final = 2**20  # bytes of the list of entries
MOST_NAME: Final = 255
MOST_DEPTH: Final = 16
ARCHIVES: Final = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar")
END: Final = b"PK\x05\x06"
DIRECTORY_SIZE: Final = 12  # its offset in the record at the end
ENCRYPTED: Final = 0x1
SYSTEM_FILES: Final = ("__MACOSX/", ".git/", "__pycache__/")


def members(
    data: bytes, is_wanted: Callable[[str], bool], most_file: int
) -> dict[str, bytes]:
    """Return the files in the zip *data* that are wanted, by their paths.

    A file larger than *most_file* is returned with no more than that and one byte.
    Raise MarkingError if any part of the archive is not what a student's zip needs.
    """
    if len(data) > MOST_BYTES:
        raise refused(f"larger than {MOST_BYTES:,} bytes")
    check_directory(data)
    try:
        with ZipFile(BytesIO(data)) as archive:
            entries = archive.infolist()
            check_entries(entries)
            return {
                entry.filename: content(archive, entry, most_file)
                for entry in entries
                if not entry.is_dir() and is_wanted(entry.filename)
            }
    except (BadZipFile, NotImplementedError, zlib.error, OSError) as error:
        raise refused("damaged, or of an unusual kind") from error
    except (EOFError, RuntimeError, ValueError, struct.error) as error:
        raise refused("damaged") from error


def refused(why: str) -> MarkingError:
    return MarkingError(f"archive refused: {why}")


def check_directory(data: bytes) -> None:
    """Raise MarkingError if the list of entries is too long to be read."""
    start = data.rfind(END, max(0, len(data) - 2**16 - 22))
    if start < 0 or len(data) < start + 22:
        raise refused("not a zip")
    (size,) = struct.unpack_from("<L", data, start + DIRECTORY_SIZE)
    if size > MOST_DIRECTORY:
        raise refused(f"more than {MOST_ENTRIES:,} entries")


def check_entries(entries: list[ZipInfo]) -> None:
    """Raise MarkingError if an entry is not a plain file with a plain name."""
    if len(entries) > MOST_ENTRIES:
        raise refused(f"more than {MOST_ENTRIES:,} entries")
    if sum(entry.file_size for entry in entries) > MOST_CONTENT:
        raise refused(f"more than {MOST_CONTENT:,} bytes when unpacked")
    names = set()
    for entry in entries:
        check_name(entry)
        mode = entry.external_attr >> 16
        kind = stat.S_IFMT(mode)
        if kind == stat.S_IFLNK:
            raise refused("it contains a link")
        if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise refused("it contains a device, a pipe or a socket")
        if entry.flag_bits & ENCRYPTED:
            raise refused("it is encrypted")
        name = normalize("NFC", entry.filename).casefold().rstrip("/")
        if name in names:
            raise refused("two entries have the same name")
        names.add(name)
        if name.endswith(ARCHIVES):
            raise refused("it contains another archive")


def check_name(entry: ZipInfo) -> None:
    """Raise MarkingError if the name of *entry* leads out of the archive."""
    # `orig_filename` is as written; `filename` ends at the first NUL.
    name = entry.orig_filename
    parts = PurePosixPath(name).parts
    if name.startswith("/") or ".." in parts or ":" in name or "\\" in name:
        raise refused("a name leads out of it")
    if not parts or not name.isprintable():
        raise refused("a name has characters that cannot be printed")
    if len(parts) > MOST_DEPTH or max(map(len, parts)) > MOST_NAME:
        raise refused("a name is too long")


def is_system(name: str) -> bool:
    return any(name.startswith(part) or f"/{part}" in name for part in SYSTEM_FILES)


def content(archive: ZipFile, entry: ZipInfo, most: int) -> bytes:
    """Return the first bytes of *entry*, whatever size it claims to have."""
    with archive.open(entry) as file:
        return file.read(most + 1)
