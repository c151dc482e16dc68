"""The sizes of the project stay below their budgets.

``tests/budget.toml`` has them. Lowering a number is free. A number rises only within
the budget of an issue, in a commit that says why.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tests.places import ROOT

BUDGET = ROOT / "tests" / "budget.toml"


def lines_by_room(root: Path, rooms: Iterable[str]) -> Counter[str]:
    """Return the lines of Python below ``root`` in each room.

    A room is the path of a folder. A file belongs to the innermost room around it.
    """
    innermost_first = sorted(rooms, key=len, reverse=True)
    lines = Counter(dict.fromkeys(innermost_first, 0))
    for room in innermost_first:
        for path in (root / room).rglob("*.py"):
            file = path.relative_to(root)
            if "node_modules" in file.parts:
                continue
            around = {parent.as_posix() for parent in file.parents}
            owner = next(other for other in innermost_first if other in around)
            if owner == room:
                lines[room] += len(path.read_text("utf-8").splitlines())
    return lines


def page_sizes(root: Path) -> dict[str, int]:
    """Return the number of pages below ``root``, and of their words."""
    pages = [root / "README.md", *(root / "docs").rglob("*.md")]
    words = sum(len(page.read_text("utf-8").split()) for page in pages)
    return {"files": len(pages), "words": words}


def excesses(sizes: Mapping[str, int], budget: Mapping[str, int]) -> Iterator[str]:
    """Yield a line for each size above its budget, or without one."""
    for name, size in sizes.items():
        if size > budget.get(name, 0):
            yield f"{name}: {size}; the budget is {budget.get(name, 0)}"


def test_no_room_is_above_its_budget_nor_are_the_pages() -> None:
    budget = tomllib.loads(BUDGET.read_text("utf-8"))
    lines = lines_by_room(ROOT, budget["lines"])
    assert [*excesses(lines, budget["lines"])] == []
    assert [*excesses(page_sizes(ROOT), budget["pages"])] == []


def test_each_package_has_a_budget() -> None:
    budget = tomllib.loads(BUDGET.read_text("utf-8"))
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert packages - set(budget["lines"]) == set()


def test_a_line_above_a_budget_is_noticed(tmp_path: Path) -> None:
    for file, text in (("a/one.py", "1\n2\n"), ("a/b/two.py", "1\n2\n3\n")):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text)
    lines = lines_by_room(tmp_path, ["a", "a/b"])
    assert lines == {"a": 2, "a/b": 3}
    assert [*excesses(lines, {"a": 2, "a/b": 3})] == []
    assert [*excesses(lines, {"a": 1})] == [
        "a/b: 3; the budget is 0",
        "a: 2; the budget is 1",
    ]
