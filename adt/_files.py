"""Writing a file whole, or not at all."""

import os
from errno import EACCES


def replace_file(path: str, data: bytes) -> None:
    """Put ``data`` into the file at ``path`` at once, or raise OSError."""
    place = os.path.realpath(path)
    if os.path.exists(place) and not os.path.isfile(place):
        with open(place, "wb") as device:  # /dev/null, a pipe: nothing to keep
            device.write(data)
        return
    beside = f"{place}.{os.getpid()}.part"
    file = open(beside, "xb")
    try:
        with file:
            file.write(data)
        if os.path.exists(place):
            os.chmod(beside, os.stat(place).st_mode & 0o7777)
            if not os.access(place, os.W_OK):
                raise PermissionError(EACCES, os.strerror(EACCES), path)
        os.replace(beside, place)
    except BaseException:
        os.unlink(beside)
        raise
