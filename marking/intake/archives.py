"""Reading zips, which may be hostile. Nothing is written to the disk.

Names are only compared and shown, so a name that leads out of the archive does no harm.
Only the list of entries is read, and of an entry no more than what is asked for: a bomb
costs what its list costs.
"""

import stat
import struct
import zlib
from collections.abc import Iterator
from mmap import mmap
from typing import Final, NamedTuple

from marking.errors import MarkingError

MOST_BYTES: Final = 64 * 2**20  # of a zip inside another
MOST_ENTRIES: Final = 100_000  # of a student's zip
CHUNK: Final = 2**16
END: Final = b"PK\x05\x06"
END_SIZE: Final = 22
END64: Final = b"PK\x06\x06"
LOCATOR_SIZE: Final = 20  # of the record that says where END64 is
ENTRY: Final = struct.Struct("<4s4B4HL2L5H2L")  # and its signature
SIGNATURE: Final = b"PK\x01\x02"
HEADER_SIZE: Final = 30  # of the header before the bytes of an entry
ENCRYPTED: Final = 0x1
UNKNOWN: Final = 0xFFFF_FFFF  # the number is in the extra field of large zips

Data = bytes | mmap


class Member(NamedTuple):
    """A file in a zip. *kind* says what it is if it is not a plain file."""

    path: str
    kind: str
    data: Data
    start: int
    size: int  # packed
    method: int
    check: int  # CRC-32

    def read(self, most: int) -> bytes:
        """Return its first *most* bytes. Raise MarkingError if it is damaged."""
        header = self.data[self.start : self.start + HEADER_SIZE]
        if len(header) < HEADER_SIZE:
            raise MarkingError("damaged")
        name, extra = struct.unpack_from("<2H", header, 26)
        start = self.start + HEADER_SIZE + name + extra
        try:
            content = unpacked(self, start, most)
        except zlib.error as error:
            raise MarkingError("damaged") from error
        if len(content) < most and zlib.crc32(content) != self.check:
            raise MarkingError("damaged")
        return content


def unpacked(member: Member, start: int, most: int) -> bytes:
    """Return the first *most* bytes of *member*, whose packed bytes begin at *start*."""
    end = start + member.size
    if member.method == 0:
        return member.data[start : min(end, start + most)]
    if member.method != zlib.DEFLATED:
        raise MarkingError(f"packed with method {member.method}, which is not read")
    stream = zlib.decompressobj(-zlib.MAX_WBITS)
    content = b""
    for at in range(start, end, CHUNK):
        chunk = member.data[at : min(end, at + CHUNK)]
        content += stream.decompress(chunk, most - len(content))
        if stream.eof or len(content) >= most:
            break
    return content


def members(data: Data, most: int = MOST_ENTRIES) -> Iterator[Member]:
    """Yield the entries of the zip *data*. Raise MarkingError if it is not one."""
    at, number, shift = directory(data)
    if number > most:
        raise MarkingError(f"a zip with {number:,} entries; expected at most {most:,}")
    for _ in range(number):
        if len(data) < at + ENTRY.size:
            raise MarkingError("a damaged zip")
        fields = ENTRY.unpack(data[at : at + ENTRY.size])
        signature, flags, method = fields[0], fields[5], fields[6]
        check, size, real_size = fields[9:12]
        lengths, mode, start = fields[12:15], fields[17] >> 16, fields[18]
        if signature != SIGNATURE:
            raise MarkingError("a damaged zip")
        at += ENTRY.size
        name = data[at : at + lengths[0]]
        if UNKNOWN in (size, real_size, start):
            extra = data[at + lengths[0] : at + lengths[0] + lengths[1]]
            size, start = large(extra, real_size, size, start)
        at += sum(lengths)
        kind = kind_of(mode, is_folder=name.endswith((b"/", b"\\")))
        if flags & ENCRYPTED:
            kind = kind or "encrypted"
        yield Member(path_of(name), kind, data, start + shift, size, method, check)


def directory(data: Data) -> tuple[int, int, int]:
    """Return where the list of entries is, their number, and what precedes the zip."""
    end = data.rfind(END, max(0, len(data) - 2**16 - END_SIZE))
    if end < 0 or len(data) < end + END_SIZE:
        raise MarkingError("not a zip")
    number, size, start = struct.unpack_from("<H2L", data, end + 10)
    if UNKNOWN in (size, start) or number == 0xFFFF:
        locator = data[max(0, end - LOCATOR_SIZE) : end]
        if locator[:4] == b"PK\x06\x07":
            end = data.rfind(END64, 0, end)
            if end < 0 or len(data) < end + 56:
                raise MarkingError("a damaged zip")
            number, size, start = struct.unpack_from("<3Q", data, end + 32)
    at = end - size
    if at < 0 or number > size // ENTRY.size:
        raise MarkingError("a damaged zip")
    return at, number, at - start


def large(extra: bytes, real_size: int, size: int, start: int) -> tuple[int, int]:
    """Return the packed size and the start of an entry of a large zip."""
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, at)
        if kind == 1:
            wanted = [value == UNKNOWN for value in (real_size, size, start)]
            if length < 8 * sum(wanted) or len(extra) < at + 4 + length:
                break
            values = iter(struct.unpack_from(f"<{sum(wanted)}Q", extra, at + 4))
            _, size, start = (
                next(values) if is_wanted else value
                for is_wanted, value in zip(wanted, (real_size, size, start))
            )
            return size, start
        at += 4 + length
    raise MarkingError("a damaged zip")


def kind_of(mode: int, is_folder: bool = False) -> str:
    """Return what a file of this mode is, or "" if it is a plain file."""
    if is_folder or stat.S_ISDIR(mode):
        return "folder"
    if stat.S_ISLNK(mode):
        return "a link"
    return "" if stat.S_IFMT(mode) in (0, stat.S_IFREG) else "a device or a pipe"


def path_of(name: bytes) -> str:
    """Return a name as a path inside the zip, with "/" between its parts."""
    # macOS writes UTF-8 without saying so; Windows may write "\\" and code page 437.
    try:
        text = name.decode()
    except UnicodeDecodeError:
        text = name.decode("cp437")
    parts = text.replace("\\", "/").split("/")
    return "/".join(part for part in parts if part not in ("", ".", ".."))
