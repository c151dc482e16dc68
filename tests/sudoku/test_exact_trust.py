"""Native code is loaded only if it is the user's own: every other library is ignored."""

import ctypes
import hashlib
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sudoku import exact
from sudoku.errors import SudokuError
from sudoku.exact.kernel import compile_library, main
from sudoku.exact.library import (
    PUZZLE,
    SOLUTION,
    Kernel,
    check,
    check_folder,
    hash_of,
    library_in,
    load_kernel,
    trusted_kernel,
)
from tests.places import ROOT

# It has the names of the kernel, finds nothing, and leaves a file where it is loaded.
HOSTILE = """
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int64_t search_size = 4096;
__attribute__((constructor)) static void begin(void) {
    FILE *file = fopen(getenv("LOADED"), "w");
    if (file) fclose(file);
}
int64_t go_on(int64_t *search, char *texts, int64_t number) {
    *search = number;
    return 0;
}
"""


class Attack:
    """A home folder, the kernel's folder in it, and a hostile library that is built."""

    def __init__(self, home: Path, hostile: bytes) -> None:
        self.home, self.hostile = home, hostile
        self.folder = home / ".cache" / "sudoku-courseworks"
        self.environment: dict[str, str] = {"HOME": str(home)}

    def place(self, folder: Path | None = None, content: bytes | None = None) -> Path:
        """Put the library and its hash into ``folder``; return the library."""
        path = library_in(folder or self.folder)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.write_bytes(self.hostile if content is None else content)
        hash_of(path).write_text(hashlib.sha256(path.read_bytes()).hexdigest())
        for file in (path, hash_of(path)):
            file.chmod(0o700)
        return path


def relative_cache(attack: Attack) -> None:
    attack.place(attack.home / "caches" / "sudoku-courseworks")
    attack.environment["XDG_CACHE_HOME"] = "caches"


def no_home(attack: Attack) -> None:
    attack.place(attack.home / "~" / ".cache" / "sudoku-courseworks")
    attack.environment = {"HOME": "~"}


def linked_folder(attack: Attack) -> None:
    elsewhere = attack.home / "elsewhere"
    attack.place(elsewhere)
    attack.folder.parent.mkdir()
    attack.folder.symlink_to(elsewhere)


def linked_file(attack: Attack) -> None:
    path = attack.place()
    path.rename(attack.home / "hostile")
    path.symlink_to(attack.home / "hostile")


def linked_hash(attack: Attack) -> None:
    path = hash_of(attack.place())
    path.rename(attack.home / "hash")
    path.symlink_to(attack.home / "hash")


def shared_folder(attack: Attack) -> None:
    attack.place().parent.chmod(0o777)


def folder_of_a_group(attack: Attack) -> None:
    attack.place().parent.chmod(0o770)


def shared_parent(attack: Attack) -> None:
    attack.place().parent.parent.chmod(0o777)


def shared_file(attack: Attack) -> None:
    attack.place().chmod(0o777)


def shared_hash(attack: Attack) -> None:
    hash_of(attack.place()).chmod(0o666)


def no_hash(attack: Attack) -> None:
    hash_of(attack.place()).unlink()


def another_hash(attack: Attack) -> None:
    hash_of(attack.place()).write_text("0" * 64)


def cut(attack: Attack) -> None:
    attack.place().write_bytes(attack.hostile[:4096])


def one_bit(attack: Attack) -> None:
    path, at = attack.place(), len(attack.hostile) // 2
    changed = bytearray(attack.hostile)
    changed[at] ^= 1
    path.write_bytes(changed)


def empty(attack: Attack) -> None:
    attack.place(content=b"")


def a_text(attack: Attack) -> None:
    attack.place(content=b"of another machine")


def a_folder(attack: Attack) -> None:
    path = attack.place()
    path.unlink()
    path.mkdir()


def a_pipe(attack: Attack) -> None:
    path = attack.place()
    path.unlink()
    os.mkfifo(path)


def of_another_user(attack: Attack) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root becomes another user")
    os.chown(attack.place(), 12345, 12345)


def folder_of_another_user(attack: Attack) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root becomes another user")
    os.chown(attack.place().parent, 12345, 12345)


ATTACKS: list[Callable[[Attack], None]] = [
    *(relative_cache, no_home, linked_folder, linked_file, linked_hash, shared_folder),
    *(folder_of_a_group, shared_parent, shared_file, shared_hash, no_hash),
    *(another_hash, cut, one_bit, empty, a_text, a_folder, a_pipe, of_another_user),
    folder_of_another_user,
]


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The compiled HOSTILE."""
    if not shutil.which("cc"):
        pytest.skip("there is no C compiler")
    source = tmp_path_factory.mktemp("hostile") / "hostile.c"
    source.write_text(HOSTILE)
    made = source.with_suffix(".so")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", made, source], check=True)
    return made.read_bytes()


@pytest.fixture
def attack(tmp_path: Path, hostile: bytes) -> Iterator[Attack]:
    yield Attack(tmp_path, hostile)


def solved(attack: Attack) -> tuple[str, bool]:
    """What ``sudoku solve`` prints under attack, and whether the library was loaded."""
    loaded = attack.home / "loaded"
    run = subprocess.run(
        [sys.executable, "-m", "sudoku", "solve", "-q", PUZZLE],
        cwd=attack.home,
        env={"PYTHONPATH": str(ROOT), "LOADED": str(loaded), **attack.environment},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.stderr == "", run.stderr
    return run.stdout, loaded.exists()


@pytest.mark.slow
@pytest.mark.parametrize("prepare", ATTACKS, ids=lambda prepare: prepare.__name__)
def test_no_library_of_others_is_loaded(
    prepare: Callable[[Attack], None], attack: Attack
) -> None:
    prepare(attack)
    assert solved(attack) == (f"{SOLUTION}\n", False)


@pytest.mark.slow
def test_a_library_that_finds_nothing_is_not_used(attack: Attack) -> None:
    """With its hash in a private folder it is loaded: who can write there is the user."""
    attack.place()
    assert solved(attack) == (f"{SOLUTION}\n", True)
    attack.place(content=HOSTILE.encode())
    assert load_kernel(attack.folder) is None


UNLOADED = [prepare for prepare in ATTACKS if prepare not in (empty, a_text)]


@pytest.mark.parametrize("prepare", UNLOADED, ids=lambda prepare: prepare.__name__)
def test_nothing_but_a_trusted_library_reaches_the_loader(
    prepare: Callable[[Attack], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    attack = Attack(tmp_path, b"hostile" * 10_000)
    prepare(attack)
    for name, value in attack.environment.items():
        monkeypatch.setenv(name, value)
    if "XDG_CACHE_HOME" not in attack.environment:
        monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(ctypes, "CDLL", lambda path: pytest.fail(path))
    assert exact.loaded_kernel.__wrapped__() is None


def test_what_belongs_to_another_user_is_refused(tmp_path: Path) -> None:
    status = [*tmp_path.stat()]
    for uid, refused in ((0, False), (os.geteuid(), False), (os.geteuid() + 1, True)):
        status[4] = uid
        try:
            check(tmp_path, os.stat_result(status), stat.S_ISDIR)
        except SudokuError as error:
            assert refused and str(error) == f"{tmp_path}: it belongs to another user"
        else:
            assert not refused


def test_a_folder_in_one_with_the_sticky_bit_is_trusted(tmp_path: Path) -> None:
    folder = tmp_path / "common" / "folder"
    folder.mkdir(mode=0o700, parents=True)
    folder.parent.chmod(0o777)
    with pytest.raises(SudokuError, match="common: others may write to it"):
        check_folder(folder)
    folder.parent.chmod(0o1777)
    check_folder(folder)


@pytest.mark.slow
def test_the_command_says_why_a_library_was_not_used_and_replaces_it(
    no_cache: Path, capsys: pytest.CaptureFixture[str], kernel: Kernel
) -> None:
    path = compile_library()
    path.write_bytes(path.read_bytes()[:4096])
    assert main([]) == 0
    note = f"the library that was there was not used: {path}: not as it was compiled"
    assert capsys.readouterr().err == f"note: {note}\n"
    assert main([]) == 0 and capsys.readouterr().err == ""
    assert trusted_kernel(no_cache).count([PUZZLE], 2) == [1]


@pytest.mark.slow
def test_a_folder_that_is_not_safe_gets_no_library(
    no_cache: Path, capsys: pytest.CaptureFixture[str], kernel: Kernel
) -> None:
    no_cache.mkdir()
    no_cache.chmod(0o777)
    assert main([]) == 2
    error = f"{no_cache}: others may write to it; run chmod go-w"
    assert (
        capsys.readouterr().err == f"python3 -m sudoku.exact.kernel: error: {error}\n"
    )
    assert [*no_cache.iterdir()] == []


def test_without_a_home_there_is_no_folder(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "caches")
    monkeypatch.setenv("HOME", "~")
    assert exact.cache_folder() == ""
    assert main([]) == 2
    assert "there is no home folder; set XDG_CACHE_HOME" in capsys.readouterr().err
