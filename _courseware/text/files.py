"""Write a file completely or not at all, and never over an input of the command."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EISDIR, ENOENT
from stat import S_ISREG
from typing import IO, BinaryIO

from _courseware.terminal.messages import display_name

MAX_BUFFERED_BYTES = 2**20
DESCRIPTORS = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}
DESCRIPTOR_PATTERN = re.compile(r"/dev/fd/([0-9]{1,6})")

# The regular files that the command has read, and those that its results will replace,
# by device and inode.
inputs: set[tuple[int, int]] = set()
outputs: dict[tuple[int, int], str] = {}


class OverwriteError(Exception):
    """Raised if the output of a command would replace one of its inputs.

    ``output`` is the path of the file.
    """

    def __init__(self, output: str) -> None:
        super().__init__(
            f"{display_name(output)} is also an input; expected another file"
        )


def identity(file: str | int) -> tuple[int, int] | None:
    """Return the device and inode of a regular file, or None for any other or no file.

    ``file`` is a path or a descriptor. All paths of a file have the same result. A
    device has None because it may be both an input and an output.
    """
    try:
        status = os.stat(file)
    except (OSError, ValueError):  # it does not exist, or is not a valid name
        return None
    return (status.st_dev, status.st_ino) if S_ISREG(status.st_mode) else None


@contextmanager
def open_input(path: str) -> Iterator[BinaryIO]:
    """Yield the file at ``path``, open for reading, or standard input for ``-``.

    The file is remembered as an input, which no output may replace. Raise
    OverwriteError if it is open as an output already, and OSError if it cannot be read.
    """
    source = identity(0 if path == "-" else path)
    if source:
        inputs.add(source)
        if source in outputs:
            raise OverwriteError(outputs[source])
    if path == "-":
        yield sys.stdin.buffer
    else:
        with open(path, "rb") as file:
            yield file


def check_not_input(path: str) -> None:
    if identity(path) in inputs:
        raise OverwriteError(path)


@contextmanager
def open_output(path: str) -> Iterator[IO[bytes]]:
    """Yield a temporary file for the result that `save_output` writes to ``path``.

    It is in memory while the result is small. Until it is closed, the file at ``path``
    cannot be opened as an input. Raise OSError at once if ``path`` cannot be written.
    """
    from tempfile import SpooledTemporaryFile  # rarely needed, and slow to import

    check_writable(path)
    target = identity(path)
    if target:
        outputs[target] = path
    try:
        with SpooledTemporaryFile(MAX_BUFFERED_BYTES) as result:
            yield result
    finally:
        if target:
            del outputs[target]


def save_output(result: IO[bytes], path: str) -> None:
    """Replace the file at ``path`` by ``result``.

    Raise OverwriteError if this command has read the file at ``path``.
    """
    check_not_input(path)
    result.seek(0)
    with replacing(path) as file:
        while block := result.read(MAX_BUFFERED_BYTES):
            file.write(block)


def is_stream(path: str) -> bool:
    """Return whether ``path`` is a device, a pipe or a folder, not a file."""
    return os.path.exists(path) and not os.path.isfile(path)


def descriptor_of(path: str) -> int | None:
    """Return the open file of this process that ``path`` names, or None.

    >>> descriptor_of("/dev/stdout"), descriptor_of("/dev/fd/3"), descriptor_of("a.txt")
    (1, 3, None)
    """
    match = DESCRIPTOR_PATTERN.fullmatch(path)
    return int(match[1]) if match else DESCRIPTORS.get(path)


def check_writable(path: str) -> None:
    """Raise OSError if the file at ``path`` cannot be created or replaced."""
    if not path:
        raise OSError(ENOENT, os.strerror(ENOENT), path)
    if os.path.isdir(path):
        raise OSError(EISDIR, os.strerror(EISDIR), path)
    place = os.path.realpath(path)
    folder = os.path.dirname(place)
    try:
        os.stat(os.path.join(folder, ""))
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from error
    if not os.access(place if os.path.exists(place) else folder, os.W_OK):
        raise OSError(EACCES, os.strerror(EACCES), path)


def replace_file(path: str, data: bytes) -> None:
    """Write ``data`` to the file at ``path``, completely or not at all.

    Symbolic links to it stay valid, and it keeps its mode. Raise OSError if it cannot be
    written.
    """
    with replacing(path) as file:
        file.write(data)


@contextmanager
def replacing(path: str) -> Iterator[BinaryIO]:
    """Yield a temporary file that replaces the file at ``path`` at the end.

    If the body of the ``with`` statement raises an error, the file is unchanged.
    Symbolic links to it stay valid, and it keeps its mode; a device, a pipe or an open
    file such as /dev/stdout is written directly. Raise OSError, with ``path`` as its
    file name, if the file cannot be written.
    """
    descriptor = descriptor_of(path)
    if descriptor is not None:
        with open(os.dup(descriptor), "wb") as file:  # where its last writer stopped
            yield file
        return
    place = os.path.realpath(path)
    is_file = not is_stream(path)
    name = unfinished(place) if is_file else path
    try:
        with open(name, "xb" if is_file else "wb") as file:
            if is_file and os.path.exists(place):
                keep_mode(name, place)
            yield file
        if is_file:
            os.replace(name, place)
    except BaseException as error:  # also Ctrl-C and SIGTERM
        if is_file:
            with suppress(OSError):
                os.unlink(name)
        if isinstance(error, OSError) and error.filename in (None, name, place):
            raise OSError(error.errno, error.strerror, path) from error
        raise


def create_file(path: str, data: bytes) -> None:
    """Write ``data`` to a new file at ``path``, completely or not at all.

    Raise FileExistsError if ``path`` exists, and OSError if the file cannot be written;
    both name ``path``. Two commands that run at the same time never replace a file of
    each other.
    """
    name = unfinished(os.path.abspath(path))
    try:
        with open(name, "xb") as file:
            file.write(data)
        name_new(name, path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from error
    finally:
        with suppress(OSError):
            os.unlink(name)


def name_new(name: str, path: str, windows: bool = os.name == "nt") -> None:
    """Rename ``name`` to ``path``. Raise FileExistsError if ``path`` exists."""
    if windows:
        os.rename(name, path)  # which replaces nothing there
        return
    try:
        os.link(name, path)
    except FileExistsError:
        raise
    except OSError:  # FAT and some network folders have no links
        with open(path, "xb"):
            pass
        os.replace(name, path)


def unfinished(place: str) -> str:
    """Return a new path for a temporary file in the folder of the path ``place``."""
    # The name is short, because `place` may have the maximum length. It is random, not
    # a process number: these repeat (the first of every container is the same), and a
    # killed process leaves its file.
    return os.path.join(os.path.dirname(place), f".{os.urandom(8).hex()}.part")


def keep_mode(name: str, place: str) -> None:
    """Give the file ``name`` the permissions of the file ``place``.

    Raise PermissionError if ``place`` cannot be written.
    """
    os.chmod(name, os.stat(place).st_mode & 0o7777)
    if not os.access(place, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES))
