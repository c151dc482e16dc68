"""Wrong translations, each refused by a test of test_tasks.py.

The mistakes are those of tests/mistakes/pseudoku_tasks.toml.
"""

import inspect
import tomllib
from types import FunctionType, ModuleType

import pytest

import pseudoku.tasks
from tests.places import ROOT
from tests.pseudoku import test_tasks

TABLE = ROOT / "tests" / "mistakes" / "pseudoku_tasks.toml"
MISTAKES: list[tuple[str, str, str, str]] = [
    (name, function, right, wrong)
    for function, mistakes in tomllib.loads(TABLE.read_text("utf-8")).items()
    for name, (right, wrong) in mistakes.items()
]
TESTS = [
    test
    for name, test in vars(test_tasks).items()
    if name.startswith("test_") and isinstance(test, FunctionType)
]


def mistaken(function: str, right: str, wrong: str) -> ModuleType:
    """`pseudoku.tasks` with ``wrong`` for the last ``right`` in ``function``."""
    source = inspect.getsource(pseudoku.tasks)
    code = inspect.getsource(getattr(pseudoku.tasks, function))
    before, found, after = code.rpartition(right)
    assert found, f"{function} has no {right!r}"
    module = ModuleType("mistaken")
    exec(source.replace(code, before + wrong + after), vars(module))
    return module


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake[0])
def test_a_mistake_is_refused(mistake: tuple[str, str, str, str]) -> None:
    module = mistaken(*mistake[1:])
    tests = sorted(TESTS, key=lambda test: mistake[1] not in test.__name__)
    assert any(refuses(test, module) for test in tests)  # those of the function first


def refuses(test: FunctionType, module: ModuleType) -> bool:
    try:
        test(module)
    except NameError:
        raise  # no wrong answer: a misspelt one
    except Exception:
        return True
    return False


@pytest.mark.nightly  # test_tasks.py runs the same
def test_the_right_translation_is_accepted() -> None:
    assert not any(refuses(test, pseudoku.tasks) for test in TESTS)
