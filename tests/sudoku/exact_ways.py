"""The ways in which `sudoku.exact` can find an answer, for the tests of all of them."""

import shutil
import subprocess
import sys
import sysconfig
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from sudoku import exact
from tests.places import ROOT

if TYPE_CHECKING:
    from sudoku.exact.masks import Search

SOURCE = ROOT / "sudoku" / "exact" / "masks.py"
COMMAND = ["-m", "mypyc", "sudoku/exact/masks.py"]
HOW = f"to compile it: pip install -e '.[fast]' && python {' '.join(COMMAND)}"

COMPILED = pytest.param("as words, compiled", marks=pytest.mark.slow)
USED = ["as one integer", COMPILED]


@pytest.fixture(scope="session")
def interpreted() -> ModuleType:
    """`masks` as Python, also where it has been compiled."""
    pytest.importorskip("librt.vecs", reason=f"needs what mypy brings; {HOW}")
    spec = spec_from_file_location("masks_as_python", SOURCE)
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> "type[Search]":
    """`masks.Search` compiled: the one that is there, or one made for these tests."""
    search = exact.compiled()
    if search:
        return search
    if missing := what_is_missing():
        pytest.skip(f"masks.py is not compiled, and {missing} is missing; {HOW}")
    folder = copied(tmp_path_factory.mktemp("compiled"))
    subprocess.run([sys.executable, *COMMAND], cwd=folder, check=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact, "__path__", [str(folder / "sudoku" / "exact")])
        search = exact.compiled.__wrapped__()
    assert search
    return search


def what_is_missing() -> str:
    compiler = str(sysconfig.get_config_var("CC")).split()[0]
    header = Path(sysconfig.get_path("include"), "Python.h")
    if not shutil.which(compiler):
        return "a C compiler"
    if not header.exists():
        return "Python.h"
    return next((name for name in ("mypyc", "setuptools") if not find_spec(name)), "")


def copied(folder: Path) -> Path:
    """``folder`` with what `masks` needs in it, and nothing compiled."""
    package = folder / "sudoku"
    shutil.copytree(
        SOURCE.parent, package / "exact", ignore=shutil.ignore_patterns("*.so", "*.pyd")
    )
    shutil.copy(ROOT / "sudoku" / "errors.py", package)
    (package / "__init__.py").touch()
    return folder


@pytest.fixture(params=["as words", *USED])
def way(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> "type[Search] | None":
    """What `exact` asks first in this test."""
    search: type[Search] | None = None
    if request.param == "as words":
        search = request.getfixturevalue("interpreted").Search
    elif request.param == "as words, compiled":
        search = request.getfixturevalue("compiled")
    monkeypatch.setattr(exact, "compiled", lambda: search)
    return search


@pytest.fixture
def step(way: "type[Search] | None") -> int:
    """Which puzzles to try: one in 20 if `masks` runs as Python, which is slow."""
    return 20 if way and way.__module__ == "masks_as_python" else 1


@pytest.fixture
def only_compiled(compiled: "type[Search]", monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled way alone in this test."""
    monkeypatch.setattr(exact, "compiled", lambda: compiled)


@pytest.fixture
def one_integer(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other way in this test, as where nothing is compiled."""
    monkeypatch.setattr(exact, "compiled", lambda: None)
