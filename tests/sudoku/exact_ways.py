"""Fixtures that make `sudoku.exact` use the compiled kernel or plain Python."""

import shlex
import shutil
import sysconfig
from pathlib import Path

import pytest

from sudoku import exact
from sudoku.exact.kernel import compile_library
from sudoku.exact.library import Kernel

COMPILED = pytest.param("in C", marks=pytest.mark.slow)
USED = ["as one integer", COMPILED]


@pytest.fixture(scope="session")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Kernel:
    """Return the kernel, compiled for these tests; skip them without a C compiler."""
    name = str(sysconfig.get_config_var("CC") or "cc")
    if not shutil.which(shlex.split(name)[0]):
        pytest.skip("there is no C compiler")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("CC", name)
        return Kernel(compile_library())


@pytest.fixture(params=USED)
def way(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Kernel | None:
    """Make `exact` use the kernel or plain Python; return the kernel, or None.

    A test with this fixture runs once with each.
    """
    used: Kernel | None = None
    if request.param == "in C":
        used = request.getfixturevalue("kernel")
    monkeypatch.setattr(exact, "loaded_kernel", lambda: used)
    return used


@pytest.fixture
def one_integer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make `exact` use plain Python in this test."""
    monkeypatch.setattr(exact, "loaded_kernel", lambda: None)


@pytest.fixture
def in_c(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make `exact` use the compiled kernel in this test."""
    monkeypatch.setattr(exact, "loaded_kernel", lambda: kernel)


@pytest.fixture
def no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use an empty cache in this test; return the folder for a kernel."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return Path(exact.cache_folder())
