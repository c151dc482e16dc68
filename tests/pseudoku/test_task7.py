"""docs/task7.md: its table is counted, its pictures are what the project draws."""

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from adt import vector_of
from adt.memory import Memory
from pseudoku.cli import main
from pseudoku.pictures import share_row, store_rows
from pseudoku.storage import FlatArray, ListOfLists, PointerArrays, StoredPuzzle
from pseudoku.tasks import Row
from tests.places import DOCS

PICTURES = {
    "task7-vector.svg": "vector 2413/1324/3241/4132",
    "task7-shared.svg": "storage pointers --shared",
    "task7-flat.svg": "storage flat",
    "task7-nodes.svg": "storage nodes",
}

Cost = tuple[int, int]  # cells read, cells written
Costs = dict[tuple[int, int], Cost]  # by i and j
Operation = Callable[[StoredPuzzle, int, int], object]

STRUCTURES = "pointers", "flat", "nodes"
ROW = vector_of(2, 4, 1, 3)
OPERATIONS: dict[str, Operation] = {
    "`LENGTH[puzzle]`": lambda puzzle, i, j: len(puzzle),
    "select `puzzle[i]`": lambda puzzle, i, j: puzzle[i],
    "`LENGTH[puzzle[i]]`": lambda puzzle, i, j: len(puzzle[i]),
    "select `puzzle[i][j]`": lambda puzzle, i, j: puzzle[i][j],
    "store `puzzle[i][j] ← o`": lambda puzzle, i, j: store_number(puzzle[i], j),
}
EMPTY = {"pointers": PointerArrays, "flat": FlatArray, "nodes": ListOfLists}


def store_number(row: Row, j: int) -> None:
    row[j] = 1


def store_row(puzzle: StoredPuzzle, i: int, row: Row) -> None:
    puzzle[i] = row


def costs(puzzle: StoredPuzzle, operation: Operation) -> Costs:
    """What ``operation`` costs at each of the 16 places."""
    memory = puzzle.memory
    counted: Costs = {}
    for i, j in product(range(1, 5), repeat=2):
        memory.reads = memory.writes = 0
        operation(puzzle, i, j)
        counted[i, j] = memory.reads, memory.writes
    return counted


def formula(counted: Costs) -> str:
    """``counted`` in words, as a sum of i, j and a number that holds everywhere."""
    parts = []
    for index, unit in enumerate(("read", "write")):
        at = {place: cost[index] for place, cost in counted.items()}
        by_i, by_j = at[2, 1] - at[1, 1], at[1, 2] - at[1, 1]
        rest = at[1, 1] - by_i - by_j
        assert all(at[i, j] == by_i * i + by_j * j + rest for i, j in at)
        if any(at.values()):
            parts.append(amount(by_i, by_j, rest, unit))
    return ", ".join(parts) or "none"


def amount(by_i: int, by_j: int, rest: int, unit: str) -> str:
    assert by_i in (0, 1) and by_j in (0, 1)
    letters = " + ".join(["i"] * by_i + ["j"] * by_j)
    if not letters:
        return f"{rest} {unit}{'s' * (rest != 1)}"
    sign = "" if rest == 0 else f" + {rest}" if rest > 0 else f" − {-rest}"
    return f"{letters}{sign} {unit}s"


def writes_of_new(kind: str) -> str:
    memory = Memory()
    EMPTY[kind](memory)
    assert memory.reads == 0
    return amount(0, 0, memory.writes, "write")


def first_costs(puzzle: StoredPuzzle) -> Costs:
    """What the first row that is stored in each element costs."""
    counted: Costs = {}
    memory = puzzle.memory
    for i in range(1, 5):
        memory.reads = memory.writes = 0
        store_row(puzzle, i, ROW)
        for j in range(1, 5):
            counted[i, j] = memory.reads, memory.writes
    return counted


def table() -> list[str]:
    """The lines of the table, each figure counted."""
    puzzles = [store_rows(kind, [[*ROW]] * 4, Memory()) for kind in STRUCTURES]
    rows = [["cells", *[str(puzzle.memory.cells) for puzzle in puzzles]]]
    sharing = {
        kind: share_row(kind, [*ROW], Memory()) for kind in ("pointers", "nodes")
    }
    cells = {kind: str(puzzle.memory.cells) for kind, (puzzle, _) in sharing.items()}
    rows.append(["cells with one shared row", cells["pointers"], "–", cells["nodes"]])
    for name, operation in OPERATIONS.items():
        rows.append([name, *[formula(costs(one, operation)) for one in puzzles]])
    new = [writes_of_new(kind) for kind in STRUCTURES]
    rows.append(["`new Vector puzzle(4)`", *new])
    empty = [EMPTY[kind](Memory()) for kind in STRUCTURES]
    first = [formula(first_costs(one)) for one in empty]
    rows.append(["store `puzzle[i] ← row` for the first time, copying", *first])
    again = [
        formula(costs(one, lambda puzzle, i, j: store_row(puzzle, i, ROW)))
        for one in empty
    ]
    rows.append(["store it again, copying", *again])
    redirecting = {
        kind: formula(costs(puzzle, lambda puzzle, i, j: store_row(puzzle, i, row)))
        for kind, (puzzle, row) in sharing.items()
    }
    rows.append(["store `puzzle[i] ← row`, redirecting", redirecting["pointers"], "–"])
    rows[-1].append(redirecting["nodes"])
    return [f"| {' | '.join(row)} |" for row in rows]


def test_the_table_of_the_document_is_what_is_counted() -> None:
    text = (DOCS / "task7.md").read_text("utf-8")
    assert "\n".join(table()) in text, "\n".join(table())


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_the_project_draws(name: str, tmp_path: Path) -> None:
    command = f"draw {PICTURES[name]} --svg -o"
    assert main([*command.split(), str(tmp_path / name)]) == 0
    drawn, kept = (tmp_path / name).read_bytes(), (DOCS / "pictures" / name)
    told = f"stale: python3 -m pseudoku {command} docs/pictures/{name}"
    assert kept.exists() and kept.read_bytes() == drawn, told


def test_every_picture_on_disk_is_tested() -> None:
    assert {path.name for path in (DOCS / "pictures").iterdir()} == set(PICTURES)


def test_the_document_shows_every_picture() -> None:
    text = (DOCS / "task7.md").read_text("utf-8")
    assert all(f"](pictures/{name})" in text for name in PICTURES)
