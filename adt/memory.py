"""Memory as in Task 7 of the Pseudoku hand-out, which counts each read and write.

>>> memory = Memory()
>>> row = memory.new_array(5)
>>> memory.write(4, row)
>>> memory.write(row, row, 1)
>>> memory.integer(row), memory.pointer(row, 1), memory.pointer(row, 2)
(4, Pointer(address=0), None)
>>> memory.cells, memory.reads, memory.writes
(5, 3, 2)
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, TypeAlias

from adt.errors import MemoryFault

__all__ = ["NEXT", "VALUE", "Content", "Memory", "Pointer", "Traversal", "new_list"]


class Pointer:
    """The address of a cell. A program can store and follow it, but not add to it."""

    __slots__ = ("_address",)

    def __init__(self, address: int) -> None:
        self._address = address

    @property
    def address(self) -> int:
        return self._address

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pointer) and self._address == other._address

    def __hash__(self) -> int:
        return hash(self._address)

    def __repr__(self) -> str:
        return f"Pointer(address={self._address})"


Content: TypeAlias = int | Pointer | None

# A linked list is made of nodes: arrays of two cells.
VALUE: Final = 0
NEXT: Final = 1


class Memory:
    """Cells at addresses 0, 1, 2, ..., each an integer, a pointer or null.

    Cells are allocated in arrays. A pointer and an offset name a cell of an array.
    Reads and writes use `_locate`, which refuses cells outside the array.
    """

    def __init__(self) -> None:
        self._cells: list[Content] = []
        self._array_at: list[range] = []  # for each cell, the addresses of its array
        self.reads = 0
        self.writes = 0

    @property
    def cells(self) -> int:
        """The number of cells that have been allocated."""
        return len(self._cells)

    def new_array(self, length: int) -> Pointer:
        """Return a pointer to the first of ``length`` new cells, each null."""
        if length < 1:
            raise MemoryFault(f"NEW ARRAY of {length} cells: it must have at least 1")
        addresses = range(len(self._cells), len(self._cells) + length)
        self._array_at += [addresses] * length
        self._cells += [None] * length
        return Pointer(addresses.start)

    def read(self, pointer: Pointer, offset: int = 0) -> Content:
        """READ of the cell ``offset`` cells after ``pointer``.

        MemoryFault outside the array.
        """
        address = self._locate("READ", pointer, offset)
        self.reads += 1
        return self._cells[address]

    def write(self, content: Content, pointer: Pointer, offset: int = 0) -> None:
        """WRITE of ``content`` to that cell; MemoryFault outside the array."""
        address = self._locate("WRITE", pointer, offset)
        self.writes += 1
        self._cells[address] = content

    def integer(self, pointer: Pointer, offset: int = 0) -> int | None:
        """READ of an integer or null; MemoryFault if the cell holds a pointer."""
        content = self.read(pointer, offset)
        if isinstance(content, Pointer):
            address = pointer.address + offset
            raise MemoryFault(
                f"READ {address}: a pointer to {content.address}; expected an integer"
            )
        return content

    def pointer(self, pointer: Pointer, offset: int = 0) -> Pointer | None:
        """READ of a pointer or null; MemoryFault if the cell holds an integer."""
        content = self.read(pointer, offset)
        if isinstance(content, int):
            address = pointer.address + offset
            raise MemoryFault(
                f"READ {address}: the integer {content}; expected a pointer"
            )
        return content

    def arrays(self) -> Iterator[tuple[int, tuple[Content, ...]]]:
        """Yield the address and the cells of each array; this counts no reads."""
        address = 0
        while address < len(self._cells):
            array = self._array_at[address]
            yield address, tuple(self._cells[array.start : array.stop])
            address = array.stop

    def _locate(self, operation: str, pointer: Pointer, offset: int) -> int:
        if not 0 <= pointer.address < len(self._cells):
            raise MemoryFault(
                f"{operation} {pointer.address + offset}: no array at "
                f"{pointer.address}; memory has {len(self._cells)} cells"
            )
        address = pointer.address + offset
        array = self._array_at[pointer.address]
        if address not in array:
            raise MemoryFault(
                f"{operation} {address}: outside the array at "
                f"{array.start} to {array.stop - 1}"
            )
        return address


def new_list(memory: Memory, length: int) -> Pointer:
    """Return a pointer to the first of ``length`` new nodes, whose values are null."""
    nodes = [memory.new_array(2) for _ in range(length)]
    for node, following in pairwise(nodes):
        memory.write(following, node, NEXT)
    return nodes[0]


class Traversal:
    """A pointer into a list; it moves to each requested node and stays there."""

    def __init__(self, memory: Memory, first: Pointer) -> None:
        self._memory = memory
        self._first = first
        self._node = first
        self._position = 1

    def node(self, position: int) -> Pointer:
        """Return the node at ``position``, starting from here or from the first node.

        Each step is one read. Raise MemoryFault if the list has fewer nodes.
        """
        if position < self._position:
            self._node = self._first
            self._position = 1
        while self._position < position:
            following = self._memory.pointer(self._node, NEXT)
            if following is None:
                raise MemoryFault(
                    f"NODE {position}: the list has {self._position} nodes"
                )
            self._node = following
            self._position += 1
        return self._node

    def length(self) -> int:
        """Return the number of nodes, with one read for each."""
        length = 0
        node: Pointer | None = self._first
        while node is not None:
            length += 1
            node = self._memory.pointer(node, NEXT)
        return length
