"""Find, check and call the library that `kernel` has compiled from ``kernel.c``.

Native code can do what the user can, so only a library that the user has compiled is
loaded: it and its folder must belong to the user or root, nobody else may be able to
replace them, and its content must be what `kernel` wrote.
"""

import ctypes
import hashlib
import os
import stat
import sys
import sysconfig
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from sudoku.errors import SudokuError

SOURCE = Path(__file__).with_name("kernel.c")
# Between two calls, Python can handle Ctrl-C.
MAX_GUESSES_PER_CALL = 20_000
MAX_SOLUTIONS_PER_CALL = 1_000  # solutions of one call
FIRST_SOLUTIONS = 16  # solutions of one call if perhaps only the first is wanted
MAX_BYTES = 2**20  # of a library; ours has 40,000
# A puzzle and its solution, which the library must find before it is used.
PUZZLE = (
    "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
)
SOLUTION = (
    "468931527751624839392578461134756298289413675675289314846192753513867942927345186"
)


class Progress(ctypes.Structure):
    """The first field of ``struct search``: the number of puzzles that are done."""

    _fields_ = [("puzzle", ctypes.c_int64)]


class Kernel:
    """The compiled search in the library at ``path``.

    Raise OSError if it cannot be loaded.
    """

    def __init__(self, path: Path) -> None:
        library = ctypes.CDLL(str(path))
        self._size = ctypes.c_int64.in_dll(library, "search_size").value
        self._go_on = library.go_on
        number = ctypes.c_int64
        self._go_on.restype = number
        self._go_on.argtypes = [ctypes.c_void_p, ctypes.c_char_p, number, number]
        self._go_on.argtypes += [number, ctypes.c_void_p, ctypes.c_void_p]
        self._go_on.argtypes += [number, number]

    def solutions(self, puzzle: str) -> Iterator[str]:
        """Yield the solutions of ``puzzle``, in the order of `tree.search`.

        Each is a string of 81 digits.
        """
        return self._search_in_c([puzzle], sys.maxsize, [], FIRST_SOLUTIONS)

    def solve(self, puzzles: Sequence[str], limit: int) -> Iterator[list[str]]:
        """Yield a list of the solutions of each puzzle, at most ``limit`` of each.

        A puzzle is 81 digits and dots; this is not checked.
        """
        counts: list[int] = []
        room = min(limit * len(puzzles), MAX_SOLUTIONS_PER_CALL)
        waiting, start = list(self._search_in_c(puzzles, limit, counts, room)), 0
        for number in counts:
            yield waiting[start : start + number]
            start += number

    def count(
        self, puzzles: Sequence[str], limit: int, excluded: int = -1
    ) -> list[int]:
        """Return the number of solutions of each puzzle, or ``limit`` if it has more.

        Solutions that contain the candidate ``excluded`` are not counted; it is
        ``9 * cell + digit``, both from 0, or -1 for none.
        """
        counts: list[int] = []
        for _ in self._search_in_c(puzzles, limit, counts, 0, excluded):
            pass
        return counts

    def _search_in_c(
        self,
        puzzles: Sequence[str],
        limit: int,
        counts: list[int],
        room: int,
        excluded: int = -1,
    ) -> Iterator[str]:
        """Yield the solutions of ``puzzles``; append the number for each to ``counts``.

        ``limit`` is the maximum per puzzle, and ``room`` how many one call of the
        library can return. If it is 0, solutions are only counted. Solutions with the
        candidate ``excluded`` are left out.
        """
        number = len(puzzles)
        texts = "".join(puzzles).encode()
        search = ctypes.create_string_buffer(self._size)
        progress = Progress.from_buffer(search)
        counted = (ctypes.c_int64 * number)()
        buffer = ctypes.create_string_buffer(81 * room) if room else None
        max_solutions = room or sys.maxsize
        while progress.puzzle < number:
            written = self._go_on(
                search,
                texts,
                number,
                limit,
                excluded,
                counted,
                buffer,
                max_solutions,
                MAX_GUESSES_PER_CALL,
            )
            if buffer:
                text = buffer.raw[: 81 * written].decode()
                for start in range(0, len(text), 81):
                    yield text[start : start + 81]
        counts += counted


def library_in(folder: Path) -> Path:
    """Return the path in ``folder`` of the library for this version of ``kernel.c``."""
    version = hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:16]
    return folder / f"kernel-{version}-{sysconfig.get_platform()}.so"


def load_kernel(folder: str | Path) -> Kernel | None:
    """Return the kernel in ``folder``, or None if it is missing or not trusted."""
    try:
        return trusted_kernel(Path(folder))
    except (SudokuError, OSError, AttributeError, ValueError):
        return None


def trusted_kernel(folder: Path) -> Kernel:
    """Return the kernel in ``folder``, an absolute path.

    Raise SudokuError, with the reason, if it is not trusted. Raise OSError if it cannot
    be read or loaded, and AttributeError or ValueError if it is another library.
    """
    path = library_in(folder)
    check_folder(folder)
    content = read_trusted(path)
    if hashlib.sha256(content).hexdigest().encode() != read_trusted(hash_of(path)):
        raise SudokuError(f"{path}: not as it was compiled")
    kernel = Kernel(path)
    if next(kernel.solve([PUZZLE], 2)) != [SOLUTION]:
        raise SudokuError(f"{path}: a wrong solution")
    return kernel


def hash_of(path: Path) -> Path:
    """Return the path of the file with the SHA-256, in hexadecimal, of the library."""
    return path.with_suffix(".sha256")


def check_folder(folder: Path) -> None:
    """Raise SudokuError if another user could replace ``folder`` or a file in it.

    In a folder with the sticky bit, such as ``/tmp``, only its owner can replace a
    file. Raise OSError if ``folder`` does not exist.
    """
    if not folder.is_absolute():
        raise SudokuError(f"{folder}: not an absolute path")
    check(folder, folder.lstat(), stat.S_ISDIR)
    for parent in folder.resolve().parents:
        status = parent.stat()
        if not status.st_mode & stat.S_ISVTX:
            check(parent, status, stat.S_ISDIR)


def check(path: Path, status: os.stat_result, is_kind: Callable[[int], bool]) -> None:
    """Raise SudokuError if ``path`` has another type, or others may write to it.

    ``status`` is its status, and ``is_kind`` the test of its file type, such as
    `stat.S_ISDIR`. On Windows, only the type is checked.
    """
    if not is_kind(status.st_mode):
        raise SudokuError(f"{path}: a link, or not what belongs there")
    if os.name == "nt":
        return
    if status.st_uid not in (0, os.geteuid()):
        raise SudokuError(f"{path}: it belongs to another user")
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise SudokuError(f"{path}: others may write to it; run chmod go-w")


def read_trusted(path: Path) -> bytes:
    """Return the content of the file at ``path``, at most MAX_BYTES.

    Raise SudokuError if it is not a regular file, or if others may write to it.
    """
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    check(path, path.lstat(), stat.S_ISREG)
    with open(os.open(path, flags | getattr(os, "O_BINARY", 0)), "rb") as file:
        check(path, os.fstat(file.fileno()), stat.S_ISREG)
        return file.read(MAX_BYTES)
