"""The mutants of tests/mutate.py, and what kills them."""

from pathlib import Path

import pytest

from tests import mutate
from tests.mutate import (
    Mutant,
    changes,
    matching_files,
    mutated_text,
    run_mutants,
    write_module,
)
from tests.places import ROOT

PRODUCT = '''\
LIMIT = 1 + 2

def total(é: list[int], most: int | None = 3) -> int:
    """Return 1 + 2.

    >>> total([])
    0
    """
    text: str | None = f"{1 + 2}"
    if "é" in é or (most) is not None:
        total = len(é) - 0x1F
        print(text)
        print(text)
    total //= [n for n in é if n]
    done = (1 <
            total)
    return total


def is_odd(n: int) -> bool:
    return n % 2 == True
'''


TREE = {
    "product.py": """\
def add(a, b):
    return a + b

def is_less(a, b):
    return a < b
""",
    "test_add.py": """\
from product import add

def test_add():
    assert add(1, 2) == 3
""",
    "test_red.py": """\
def test_red():
    assert False  # with each mutant, and without
""",
}


def test_each_kind_of_change_is_made_in_functions_where_a_line_occurs_once() -> None:
    assert [f"{kind}: {changed}" for kind, _, changed in changes(PRODUCT)] == [
        'condition: if not ("é" in é or (most) is not None):',
        'operator: if "é" in é and (most) is not None:',
        'operator: if "é" not in é or (most) is not None:',
        'operator: if "é" in é or (most) is None:',
        "operator: total = len(é) + 0x1F",
        "constant: total = len(é) - 32",
        "condition: total //= [n for n in é if not (n)]",
        "constant: done = (2 <",
        "result: return (total) + 1",
        "result: return not (n % 2 == True)",
        "operator: return n % 2 != True",
        "operator: return n // 2 == True",
        "constant: return n % 3 == True",
        "constant: return n % 2 == False",
    ]


def test_a_mutant_whose_line_is_gone_or_no_longer_unique_is_not_made(
    tmp_path: Path,
) -> None:
    mutant = Mutant("adt", "result", "product.py", "return 1", "return None")
    assert mutated_text(tmp_path, mutant) is None
    path = tmp_path / "product.py"
    path.write_text("if x:\n    return 1\n")
    assert mutated_text(tmp_path, mutant) == "if x:\n    return None\n"
    path.write_text("if x:\n    return 1\nreturn 1\n")
    assert mutated_text(tmp_path, mutant) is None


def test_no_compiled_code_of_an_earlier_mutant_is_left(tmp_path: Path) -> None:
    # Python would use it if both texts have one length and were written in one second.
    compiled = tmp_path / "__pycache__" / "product.cpython-311.pyc"
    compiled.parent.mkdir()
    compiled.touch()
    write_module(tmp_path / "product.py", "")
    assert not compiled.exists()


@pytest.mark.slow
def test_a_mutant_survives_until_a_test_file_of_its_room_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in TREE.items():
        (tmp_path / name).write_text(text)
    room = {"product": ["product.py"], "tests": ["test_*.py"]}
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # they load slowly
    monkeypatch.setitem(mutate.ROOMS, "tiny", room)
    survivor = Mutant("tiny", "operator", "product.py", "return a < b", "return a > b")
    killed = Mutant("tiny", "operator", "product.py", "return a + b", "return a - b")
    results = run_mutants(tmp_path, [survivor, killed])
    assert [mutant.killed_by for mutant in results] == ["", "test_add.py"]
    assert (tmp_path / "product.py").read_text() == TREE["product.py"]


@pytest.mark.parametrize("room", mutate.ROOMS)
def test_every_room_has_code_tests_and_stored_mutants(room: str) -> None:
    for pattern in mutate.ROOMS[room]["product"] + mutate.ROOMS[room]["tests"]:
        assert matching_files(ROOT, [pattern]), pattern
    assert room in {mutant.room for mutant in mutate.read_stored()}
