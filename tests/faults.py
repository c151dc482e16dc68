"""Simulate a failing disk: the n-th call that changes a file raises an error."""

import builtins
import io
import os
from collections.abc import Callable
from errno import ENOSPC
from pathlib import Path
from typing import Final, Protocol

import pytest

# The functions of `os` that change files; each takes a path or a descriptor first.
CALLS: Final = ("replace", "rename", "mkdir", "chmod", "unlink", "remove")
CALLS_ON_DESCRIPTORS: Final = ("write", "fsync", "fdatasync", "ftruncate")
WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def disk_full() -> OSError:
    return OSError(ENOSPC, os.strerror(ENOSPC))


class Function(Protocol):
    def __call__(self, *words: object, **named: object) -> object: ...


class Faults:
    """Counts the calls that change files in a folder, and makes one of them fail.

    The call with the number *at*, counted from 1, raises the error that *error*
    returns; 0 means that none fails. ``calls`` are the names of the calls so far.
    """

    def __init__(
        self, folder: Path, at: int = 0, error: Callable[[], BaseException] = disk_full
    ) -> None:
        self.folder = os.path.realpath(folder) + os.sep
        self.at = at
        self.error = error
        self.calls: list[str] = []

    def call(self, name: str) -> None:
        self.calls.append(name)
        if len(self.calls) == self.at:
            raise self.error()

    def is_inside(self, file: object) -> bool:
        if isinstance(file, int):
            try:
                path = os.readlink(f"/proc/self/fd/{file}")
            except OSError:
                return False
        elif isinstance(file, (str, Path)):
            path = os.path.abspath(file)
        else:
            return False
        return f"{path}/".startswith(self.folder)

    def install(self, patch: pytest.MonkeyPatch) -> None:
        for name in (*CALLS, *CALLS_ON_DESCRIPTORS):
            patch.setattr(os, name, self.counted(name, getattr(os, name)))
        opens, reads = getattr(os, "open"), getattr(io, "open")
        patch.setattr(os, "open", self.counted("open", opens, self.writes))
        patch.setattr(builtins, "open", self.opener(reads))
        patch.setattr(io, "open", self.opener(reads))

    def writes(self, flags: object) -> bool:
        return isinstance(flags, int) and bool(flags & WRITING)

    def counted(
        self,
        name: str,
        real: Function,
        applies: Callable[[object], bool] = lambda _: True,
    ) -> Function:
        def function(*words: object, **named: object) -> object:
            if self.is_inside(words[0]) and applies(words[-1]):
                self.call(name)
            return real(*words, **named)

        return function

    def opener(self, real: Function) -> Function:
        faults = self

        class Watched(io.FileIO):
            def write(self, data: memoryview, /) -> int:  # type: ignore[override]
                faults.call("write")
                return super().write(data) or 0

            def close(self) -> None:
                if not self.closed:
                    super().close()
                    faults.call("close")

        def opened(*words: object, **named: object) -> object:
            file, mode = words[0], words[1] if len(words) > 1 else "r"
            assert isinstance(mode, str)
            if not {*mode} & {*"wxa"} or not faults.is_inside(file):
                return real(*words, **named)
            faults.call("open")
            watched: io.FileIO = Watched(str(file), mode.replace("b", ""))
            binary = io.BufferedWriter(watched)
            return binary if "b" in mode else io.TextIOWrapper(binary, "utf-8")

        return opened


def files_in(folder: Path) -> dict[str, bytes]:
    """Return the contents of all files in and below a folder, by relative path."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def restore(folder: Path, files: dict[str, bytes]) -> None:
    """Make a folder contain these files, by relative path, and nothing else."""
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def mixtures(
    old: dict[str, bytes], new: dict[str, bytes], now: dict[str, bytes]
) -> list[str]:
    """Return the names of files that are neither as before nor as they should be.

    *old*, *new* and *now* are the contents of files by name: before, after, and as
    found.
    """
    return [
        name
        for name in {*old, *new, *now}
        if now.get(name) not in (old.get(name), new.get(name))
    ]
