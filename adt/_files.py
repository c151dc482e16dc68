"""Write a file completely or not at all, and never over an input."""

import os
from contextlib import suppress
from errno import EACCES
from stat import S_ISREG


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

    The file keeps its mode, and links to it stay valid. Raise OSError, with ``path`` as
    its file name, if the file cannot be written.
    """
    place = os.path.realpath(path)
    try:
        if os.path.isfile(place) or not os.path.exists(place):
            put_in_place(place, data)
        else:
            with open(place, "wb") as device:  # such as /dev/null or a pipe
                device.write(data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from error


def put_in_place(place: str, data: bytes) -> None:
    """Write ``data`` to a new file in the folder of ``place``. Rename it to ``place``.

    The name of the new file is short, because ``place`` may have the maximum length. It
    is random, because process numbers are reused and a killed process leaves its file.
    """
    unfinished = os.path.join(os.path.dirname(place), f".{os.urandom(8).hex()}.part")
    try:
        with open(unfinished, "xb") as file:
            if os.path.exists(place):
                os.chmod(unfinished, os.stat(place).st_mode & 0o7777)
                if not os.access(place, os.W_OK):
                    raise PermissionError(EACCES, os.strerror(EACCES))
            file.write(data)
        os.replace(unfinished, place)
    except BaseException:  # also Ctrl-C and SIGTERM
        with suppress(FileNotFoundError):
            os.unlink(unfinished)
        raise
