"""Write a file completely or not at all, and never over an input of the command."""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from errno import EACCES, ENOENT
from io import BufferedIOBase
from stat import S_ISREG
from typing import TYPE_CHECKING, BinaryIO

from _courseware.terminal.messages import display_name

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

MAX_BUFFERED_BYTES = 2**20

# The regular files that the command has read, and those that its results will replace,
# by device and inode.
inputs: set[tuple[int, int]] = set()
outputs: dict[tuple[int, int], str] = {}


class OverwriteError(Exception):
    """The output of a command is one of its inputs."""

    def __init__(self, output: str) -> None:
        super().__init__(
            f"{display_name(output)} is also an input; expected another file"
        )


def identity(file: str | int) -> tuple[int, int] | None:
    """Return the device and inode of a regular file, or None for any other file.

    ``file`` is a path or a descriptor. Two paths of one file give the same result. A
    device may be both an input and an output.
    """
    try:
        status = os.stat(file)
    except (OSError, ValueError):  # it does not exist, or is not a valid name
        return None
    return (status.st_dev, status.st_ino) if S_ISREG(status.st_mode) else None


@contextmanager
def open_input(path: str) -> Iterator[BinaryIO]:
    """Yield an input of the command: a file, or standard input for ``-``.

    Raise OverwriteError if the result of the command will replace it.
    """
    if source := identity(0 if path == "-" else path):
        inputs.add(source)
        if source in outputs:
            raise OverwriteError(outputs[source])
    if path == "-":
        yield sys.stdin.buffer
    else:
        with open(path, "rb") as file:
            yield file


def check_not_input(path: str) -> None:
    """Raise OverwriteError if the command has read the file at ``path``."""
    if identity(path) in inputs:
        raise OverwriteError(path)


class OutputFile(BufferedIOBase):
    """The result that goes to the file at ``path``, in memory while it is small.

    The file is opened once the result is large. If the process is killed before that,
    it leaves no unfinished file behind.
    """

    def __init__(self, path: str, files: ExitStack) -> None:
        self.name = path
        self._files = files
        self._buffer = bytearray()
        self._file: BinaryIO | None = None

    def writable(self) -> bool:
        return True

    def write(self, data: "ReadableBuffer", /) -> int:
        size = len(self._buffer)
        self._buffer += data
        size = len(self._buffer) - size
        if self._file or len(self._buffer) > MAX_BUFFERED_BYTES:
            self.write_through()
        return size

    def is_empty(self) -> bool:
        return not self._buffer and self._file is None

    def write_through(self) -> None:
        """Open the file if it is not open, and write the buffered bytes to it."""
        if self._file is None:
            self._file = self._files.enter_context(replacing(self.name))
        self._file.write(self._buffer)
        self._buffer.clear()


@contextmanager
def open_output(path: str) -> Iterator[OutputFile]:
    """Yield an output file; at the end, it replaces the file at ``path``.

    Raise OSError first if the file cannot be written.
    """
    target = identity(path)
    with ExitStack() as files:
        result = files.enter_context(OutputFile(path, files))
        if is_stream(path):
            result.write_through()  # raises OSError for a folder
        else:
            check_writable(path)
        if target:
            outputs[target] = path
            files.callback(outputs.pop, target)
        yield result
        check_not_input(path)


def is_stream(path: str) -> bool:
    """Return whether ``path`` exists but is a device, a pipe or a folder."""
    return os.path.exists(path) and not os.path.isfile(path)


def check_writable(path: str) -> None:
    """Raise OSError if the file at ``path`` cannot be created or replaced."""
    if not path:
        raise OSError(ENOENT, os.strerror(ENOENT), path)
    place = os.path.realpath(path)
    folder = os.path.dirname(place)
    try:
        os.stat(os.path.join(folder, ""))
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from error
    if not os.access(place if os.path.exists(place) else folder, os.W_OK):
        raise OSError(EACCES, os.strerror(EACCES), path)


def replace_file(path: str, data: bytes) -> None:
    """Write ``data`` to the file at ``path``, or leave the file unchanged.

    Errors are those of `replacing`.
    """
    with replacing(path) as file:
        file.write(data)


@contextmanager
def replacing(path: str) -> Iterator[BinaryIO]:
    """Yield a temporary file; it replaces the file at ``path`` unless an error occurs.

    The file keeps its mode, and links to it stay valid. Raise OSError, with ``path`` as
    its file name, if the file cannot be written.
    """
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

    What exists when the file gets its name decides, so two commands that run at the
    same time never replace a file of each other. Raise FileExistsError if ``path``
    exists then, and OSError if the file cannot be written; both name ``path``.
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
    """Rename the file ``name`` to ``path``. Raise FileExistsError if ``path`` exists."""
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
    """Return a path for a temporary file in the folder of ``place``."""
    # The name is short, because `place` may have the maximum length. It is random, not
    # a process number: these repeat (the first of every container is the same), and a
    # killed process leaves its file.
    return os.path.join(os.path.dirname(place), f".{os.urandom(8).hex()}.part")


def keep_mode(name: str, place: str) -> None:
    """Give the file ``name`` the mode of the file ``place``.

    Raise PermissionError if ``place`` cannot be written.
    """
    os.chmod(name, os.stat(place).st_mode & 0o7777)
    if not os.access(place, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES))
