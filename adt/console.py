"""What the command lines share: input, output, one-line errors, exit statuses."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from typing import Final, NoReturn

YES: Final = 0
NO: Final = 1
BAD: Final = 2  # usage, or input that cannot be read
LIMIT: Final = 3
INTERRUPTED: Final = 130
READER_GONE: Final = 141

MOST_BYTES: Final = 64 * 2**20


class CommandError(Exception):
    """One line for the person at the terminal, and the status to end with."""

    def __init__(self, message: str, status: int = BAD) -> None:
        super().__init__(message)
        self.status = status


def at(name: str, line: int, column: int, message: str) -> str:
    """``message`` behind its place, lines and columns counted from 1."""
    return f"{name}:{line}:{column}: {message}"


class Parser(ArgumentParser):
    """An argument parser whose every complaint is one line."""

    def error(self, message: str) -> NoReturn:
        raise CommandError(message)


def nearest(word: str, known: Iterable[str]) -> str:
    """A question that offers the known word most like ``word``, or nothing."""
    from difflib import get_close_matches  # only a mistake needs it

    by_lower = {name.lower(): name for name in known}
    close = get_close_matches(word.lower(), by_lower, n=1)
    return f"; did you mean {by_lower[close[0]]}?" if close else ""


def read_text(path: str, most: int = MOST_BYTES) -> str:
    """The text of the file at ``path``, or of standard input if it is ``-``.

    CommandError if it cannot be read, is no UTF-8 text, or has over ``most`` bytes.
    """
    name = shown(path)
    try:
        if path == "-":
            data = sys.stdin.buffer.read(most + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(most + 1)
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error
    if len(data) > most:
        raise CommandError(f"{name}: larger than {most:,} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        message = f"byte {data[error.start]:#04x}, expected UTF-8 text"
        raise CommandError(at(name, line, column, message)) from error


def shown(path: str) -> str:
    """The name by which a message calls ``path``."""
    return "standard input" if path == "-" else path


def write_text(path: str, text: str) -> None:
    """Write the whole of ``text`` to ``path``, or to standard output if it is ``-``.

    A file is written beside its place and then renamed: whatever goes wrong, the old
    file stays as it was. CommandError if it cannot be written.
    """
    if path == "-":
        sys.stdout.write(text)
        return
    try:
        replace_file(path, text.encode())
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error


def replace_file(path: str, data: bytes) -> None:
    """Put ``data`` into the file at ``path`` at once, or raise OSError."""
    place = os.path.realpath(path)
    if os.path.exists(place) and not os.path.isfile(place):
        with open(place, "wb") as device:  # /dev/null, a pipe: nothing to keep
            device.write(data)
        return
    beside = f"{place}.{os.getpid()}.part"
    try:
        with open(beside, "xb") as file:
            file.write(data)
        if os.path.exists(place):
            os.chmod(beside, os.stat(place).st_mode & 0o7777)
            if not os.access(place, os.W_OK):
                raise PermissionError(13, "Permission denied", path)
        os.replace(beside, place)
    except BaseException:
        if os.path.exists(beside):
            os.unlink(beside)
        raise


def run(prog: str, command: Callable[[], int], debug: bool = False) -> int:
    """What ``command`` returns; what it raises, as one line and a status."""
    try:
        status = command()
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # The interpreter flushes once more at its end: let that go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_GONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except CommandError as error:
        if debug:
            raise
        print(f"{prog}: error: {error}", file=sys.stderr)
        return error.status
    except OSError as error:  # the output, or what a command opens itself
        if debug:
            raise
        print(f"{prog}: error: {error.strerror}", file=sys.stderr)
        return BAD
