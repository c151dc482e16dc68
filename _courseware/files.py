"""Write a file completely or not at all, and never over an input."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EACCES
from stat import S_ISREG

TYPE_CHECKING = False  # True for type checkers; see _console
if TYPE_CHECKING:
    from typing import BinaryIO


class Unchanged(Exception):
    """Raised in `replacing` to leave the file unchanged."""


def is_same_file(input_path: str | int, output_path: str) -> bool:
    """Return whether two paths, which may differ, name the same regular file.

    The input may be a file descriptor. A device may be both input and output.
    """
    try:
        source = os.stat(input_path)
        target = os.stat(output_path)
    except (OSError, ValueError):  # it does not exist, or is not a valid name
        return False
    return os.path.samestat(source, target) and S_ISREG(target.st_mode)


def replace_file(path: str, data: bytes) -> None:
    """Write ``data`` to the file at ``path``, or leave the file unchanged.

    Errors are those of `replacing`.
    """
    with replacing(path) as file:
        file.write(data)


@contextmanager
def replacing(path: str) -> "Iterator[BinaryIO]":
    """Yield a file that replaces the one at ``path``, unless an exception is raised.

    The file keeps its mode, and links to it stay valid. Raise OSError, with ``path`` as
    its file name, if the file cannot be written.
    """
    place = os.path.realpath(path)
    is_device = os.path.exists(path) and not os.path.isfile(path)  # or a pipe
    name = path if is_device else unfinished(place)
    try:
        with open(name, "wb" if is_device else "xb") as file:
            if not is_device and os.path.exists(place):
                keep_mode(name, place)
            yield file
        if not is_device:
            os.replace(name, place)
    except BaseException as error:  # also Ctrl-C and SIGTERM
        if not is_device:
            with suppress(FileNotFoundError):
                os.unlink(name)
        if isinstance(error, OSError) and error.filename in (None, name, place):
            raise OSError(error.errno, error.strerror, path) from error
        if not isinstance(error, Unchanged):
            raise


def unfinished(place: str) -> str:
    """Return the path of a new file in the folder of ``place``.

    The name of the new file is short, because ``place`` may have the maximum length. It
    is random, because process numbers are reused and a killed process leaves its file.
    """
    return os.path.join(os.path.dirname(place), f".{os.urandom(8).hex()}.part")


def keep_mode(name: str, place: str) -> None:
    """Give ``name`` the mode of ``place``. Raise OSError if that is not writable."""
    os.chmod(name, os.stat(place).st_mode & 0o7777)
    if not os.access(place, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES))
