"""Arrange the memory structures of Task 7 in a picture."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from adt.memory import NEXT, VALUE, Memory, Pointer
from adt.show.states import ArrayState, MemoryState, PointerState, memory_state
from adt.vector import vector_of
from pseudoku.storage import (
    SIZE,
    FlatArray,
    ListOfLists,
    PointerArrays,
    PointingPuzzle,
    StoredPuzzle,
    StoredRow,
)

POSITION_LABELS = [f"[{k}]" for k in range(1, SIZE + 1)]
POINTING: dict[str, type[PointingPuzzle]]
POINTING = {"pointers": PointerArrays, "nodes": ListOfLists}
ROW_COLUMN = 2  # the column of the first cell of a row that pointers lead to
NODE_LINES = 6  # from a node of the outer list to the next one
NODE_COLUMNS = 3  # from a node of a row to the next one


class RecordingMemory(Memory):
    """A memory that records the addresses of its reads in `seen`, for a picture."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[int] = []

    def read(self, pointer: Pointer, offset: int = 0) -> int | Pointer | None:
        content = super().read(pointer, offset)
        self.seen.append(pointer.address + offset)
        return content


def store_rows(
    kind: str, rows: Sequence[Sequence[int]], memory: Memory
) -> StoredPuzzle:
    """Return a new structure in ``memory`` that contains copies of ``rows``.

    ``kind`` is "flat" (one array), "pointers" (an array of pointers to arrays) or
    "nodes" (a list of lists).
    """
    puzzle = FlatArray(memory) if kind == "flat" else POINTING[kind](memory)
    for i, row in enumerate(rows, start=1):
        puzzle[i] = vector_of(*row)
    return puzzle


def share_row(
    kind: str, row: Sequence[int], memory: Memory
) -> tuple[PointingPuzzle, StoredRow]:
    """Return a puzzle whose four elements are pointers to one row, and this row.

    MakeVector has this result if storing a row only redirects a pointer. ``kind`` is
    "pointers" or "nodes".
    """
    puzzle = POINTING[kind](memory, share=True)
    row_pointer = puzzle.new_row(vector_of(*row))
    for i in range(1, SIZE + 1):
        puzzle[i] = row_pointer
    return puzzle, row_pointer


def puzzle_state(puzzle: StoredPuzzle, row: StoredRow | None = None) -> MemoryState:
    """Return the state to draw of the whole memory of ``puzzle``, with labels.

    ``row`` is drawn as a variable that points to its first cell.
    """
    state = memory_state(puzzle.memory)
    arrays = {array["address"]: array for array in state["arrays"]}
    if isinstance(puzzle, FlatArray):
        arrays[puzzle.first.address]["labels"] = ["LENGTH", *[""] * SIZE**2]
        state["spans"] = [
            {"name": f"puzzle[{i}]", "first": SIZE * (i - 1) + 1, "last": SIZE * i}
            for i in range(1, SIZE + 1)
        ]
    elif isinstance(puzzle, PointerArrays):
        _place_arrays(arrays, puzzle.first.address)
    else:
        _place_nodes(arrays, puzzle.first.address)
    state["variables"] = [{"name": "puzzle", "to": puzzle.first.address}]
    if row is not None:
        state["variables"].append({"name": "row", "to": row.first.address})
    return state


def _place_arrays(arrays: dict[int, ArrayState], first: int) -> None:
    """Place the pointers below each other, and each row next to its pointer.

    ``arrays`` are the states to draw, by address; ``first`` is the address of the
    pointers.
    """
    root = arrays[first]
    root["pitch"] = 4
    root["labels"] = ["LENGTH", *POSITION_LABELS]
    lines = [root["line"] + 4 * k for k in range(1, SIZE + 1)]
    pointers = [_address_pointed_to(content) for content in root["cells"][1:]]
    for address, line in _target_lines(pointers, lines).items():
        arrays[address]["column"] = ROW_COLUMN
        arrays[address]["line"] = line
    lowest = max(pointers, key=lambda address: arrays[address]["line"])
    arrays[lowest]["labels"] = ["LENGTH", *POSITION_LABELS]


def _place_nodes(arrays: dict[int, ArrayState], first: int) -> None:
    """Place the nodes of the outer list below each other, each row next to its node.

    ``arrays`` are the states to draw, by address; ``first`` is the address of the list.
    """
    outer = list(_list_nodes(arrays, first))
    _label_nodes(outer)
    for i, node in enumerate(outer):
        node["line"] = NODE_LINES * i
        node["pitch"] = 2
    pointers = [_address_pointed_to(node["cells"][VALUE]) for node in outer]
    lines = [node["line"] for node in outer]
    for address, line in _target_lines(pointers, lines).items():
        for j, node in enumerate(_list_nodes(arrays, address)):
            node["column"] = ROW_COLUMN + NODE_COLUMNS * j
            node["line"] = line
    _label_nodes(_list_nodes(arrays, pointers[-1]))


def _label_nodes(nodes: Iterable[ArrayState]) -> None:
    for node, label in zip(nodes, POSITION_LABELS):
        node["labels"] = [label, ""]


def _list_nodes(arrays: dict[int, ArrayState], address: int) -> Iterator[ArrayState]:
    following: int | PointerState | None = {"to": address}
    while following is not None:
        node = arrays[_address_pointed_to(following)]
        yield node
        following = node["cells"][NEXT]


def _address_pointed_to(content: int | PointerState | None) -> int:
    assert isinstance(content, dict)
    return content["to"]


def _target_lines(pointers: list[int], lines: list[int]) -> dict[int, int]:
    """Return, for each address, the line halfway between the pointers to it.

    Pointer k of ``pointers``, an address, is drawn on line k of ``lines``, in order.
    """
    return {
        address: (lines[pointers.index(address)] + last) // 2
        for address, last in zip(pointers, lines)
    }


def mark_reads(state: MemoryState, addresses: Collection[int]) -> None:
    """Mark the cells at ``addresses`` as read, and all others as unread."""
    for array in state["arrays"]:
        cells = range(array["address"], array["address"] + len(array["cells"]))
        array["marks"] = ["read" if cell in addresses else "" for cell in cells]
