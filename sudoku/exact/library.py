"""The library that `kernel` has compiled from ``kernel.c``: where it is, and its calls."""

import ctypes
import hashlib
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from pathlib import Path

SOURCE = Path(__file__).with_name("kernel.c")
GUESSES = 20_000  # of one call; between two calls, Python can handle Ctrl-C
ROOM = 1_000  # solutions of one call
FEW = 16  # solutions of one call if perhaps only the first is wanted


class Progress(ctypes.Structure):
    """The part of ``struct search`` that is read here: the puzzles that are done."""

    _fields_ = [("puzzle", ctypes.c_int64)]


class Kernel:
    """The compiled search of the library at ``path``. Raise OSError if it is none."""

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
        """Yield the solutions of ``puzzle``, in the order of `tree.search`."""
        return self._found([puzzle], sys.maxsize, [], FEW)

    def solve(self, puzzles: Sequence[str], limit: int) -> Iterator[list[str]]:
        """Yield the solutions of each puzzle, at most ``limit`` of each.

        A puzzle is 81 digits and dots; this is not checked.
        """
        counts: list[int] = []
        room = min(limit * len(puzzles), ROOM)
        waiting, start = list(self._found(puzzles, limit, counts, room)), 0
        for number in counts:
            yield waiting[start : start + number]
            start += number

    def count(self, puzzles: Sequence[str], limit: int, barred: int = -1) -> list[int]:
        """Return the number of solutions of each puzzle, or ``limit`` if it has more.

        The candidate ``barred`` is in no solution. It is 9 * cell + digit; both count
        from 0.
        """
        counts: list[int] = []
        for _ in self._found(puzzles, limit, counts, 0, barred):
            pass
        return counts

    def _found(
        self,
        puzzles: Sequence[str],
        limit: int,
        counts: list[int],
        room: int,
        barred: int = -1,
    ) -> Iterator[str]:
        """Yield the solutions, and fill ``counts``. With no room, only fill ``counts``."""
        number = len(puzzles)
        texts = "".join(puzzles).encode()
        search = ctypes.create_string_buffer(self._size)
        progress = Progress.from_buffer(search)
        counted = (ctypes.c_int64 * number)()
        buffer = ctypes.create_string_buffer(81 * room) if room else None
        most = room or sys.maxsize
        while progress.puzzle < number:
            written = self._go_on(
                search, texts, number, limit, barred, counted, buffer, most, GUESSES
            )
            if buffer:
                text = buffer.raw[: 81 * written].decode()
                for start in range(0, len(text), 81):
                    yield text[start : start + 81]
        counts += counted


def library_in(folder: Path) -> Path:
    """Return where in ``folder`` the library of this version of ``kernel.c`` belongs."""
    version = hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:16]
    return folder / f"kernel-{version}-{sysconfig.get_platform()}.so"


def load(folder: str | Path) -> Kernel | None:
    """Return the kernel in ``folder`` if it is there and can be loaded."""
    try:
        return Kernel(library_in(Path(folder)))
    except (OSError, AttributeError, ValueError):
        return None
