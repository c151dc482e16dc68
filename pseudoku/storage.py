"""Task 7: three concrete structures for the puzzle vector, on `adt.memory`.

Each structure *is* a vector of four vectors, so every function of `tasks` runs on it.
The structures differ in the cell in which they keep an element; `_place` returns that
cell. docs/task7.md explains and draws them.

>>> from adt import vector_of
>>> memory = Memory()
>>> puzzle = PointerArrays(memory)
>>> for i in range(1, 5):
...     puzzle[i] = vector_of(2, 4, 1, 3)
>>> before = memory.reads
>>> puzzle[3][2], memory.reads - before, memory.cells
(4, 2, 25)
"""

from abc import abstractmethod

from adt.errors import PositionError
from adt.memory import VALUE, Memory, Pointer, Traversal, new_list
from adt.vector import Vector, outside_error, unfilled_error
from pseudoku.tasks import Row

SIZE = 4


def check_position(operation: str, position: int) -> None:
    """Raise PositionError, naming ``operation``, unless ``position`` is 1 to 4."""
    if position not in range(1, SIZE + 1):
        raise outside_error(operation, position, SIZE)


def new_array(memory: Memory, elements: int) -> Pointer:
    """Return a pointer to a new array: LENGTH (4), then ``elements`` cells."""
    first = memory.new_array(1 + elements)
    memory.write(SIZE, first)
    return first


def read_length(memory: Memory, first: Pointer) -> int:
    length = memory.integer(first)
    assert length is not None
    return length


class StoredRow(Row):
    """A vector of four integers in memory.

    ``first`` points to the first cell of its array or list.
    """

    memory: Memory
    first: Pointer  # to the first cell of the array, or of the list

    def __len__(self) -> int:
        return read_length(self.memory, self.first)

    @abstractmethod
    def _place(self, position: int) -> tuple[Pointer, int]:
        """Return the cell of the element at ``position``: a pointer and an offset."""

    def __getitem__(self, position: int) -> int:
        check_position("SELECT", position)
        number = self.memory.integer(*self._place(position))
        if number is None:
            raise unfilled_error(position, SIZE)
        return number

    def __setitem__(self, position: int, element: int) -> None:
        check_position("STORE", position)
        self.memory.write(element, *self._place(position))


class ArrayRow(StoredRow):
    """A row in an array of five cells: LENGTH in cell 0, position j in cell j.

    A new array is made unless ``first`` points to one.
    """

    def __init__(self, memory: Memory, first: Pointer | None = None) -> None:
        self.memory = memory
        self.first = new_array(memory, SIZE) if first is None else first

    def _place(self, position: int) -> tuple[Pointer, int]:
        return self.first, position


class SliceRow(StoredRow):
    """A row of a FlatArray: four consecutive cells of its array.

    ``first`` points to the array, and ``before`` is the number of elements before the
    row.
    """

    def __init__(self, memory: Memory, first: Pointer, before: int) -> None:
        self.memory = memory
        self.first = first
        self._before = before

    def _place(self, position: int) -> tuple[Pointer, int]:
        return self.first, self._before + position


class ListRow(StoredRow):
    """A row in a linked list of four nodes, each with a number.

    A new list is made unless ``first`` points to one.
    """

    def __init__(self, memory: Memory, first: Pointer | None = None) -> None:
        self.memory = memory
        self.first = new_list(memory, SIZE) if first is None else first
        self._traversal = Traversal(memory, self.first)

    def __len__(self) -> int:
        return self._traversal.length()

    def _place(self, position: int) -> tuple[Pointer, int]:
        return self._traversal.node(position), VALUE


def copy_numbers(source: Row, target: Row) -> None:
    """Store the four numbers of ``source`` in ``target``."""
    for k in range(1, SIZE + 1):
        target[k] = source[k]


class StoredPuzzle(Vector[Row]):
    """The puzzle vector in memory: four elements, each a vector of four integers."""

    memory: Memory
    first: Pointer

    def __len__(self) -> int:
        return read_length(self.memory, self.first)

    @abstractmethod
    def _store(self, position: int, row: Row) -> None:
        """Store ``row`` at ``position``, after both have been checked."""

    def __setitem__(self, position: int, element: Row) -> None:
        check_position("STORE", position)
        if not isinstance(element, StoredRow) and len(element) != SIZE:
            raise PositionError(
                f"STORE {position}: a vector of length {len(element)}; expected {SIZE}"
            )
        self._store(position, element)


class FlatArray(StoredPuzzle):
    """One array of 17 cells: LENGTH in cell 0, puzzle[i][j] in cell 4(i - 1) + j."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.first = new_array(memory, SIZE * SIZE)

    def __getitem__(self, position: int) -> Row:
        check_position("SELECT", position)
        return SliceRow(self.memory, self.first, SIZE * (position - 1))

    def _store(self, position: int, row: Row) -> None:
        copy_numbers(row, self[position])


class PointingPuzzle(StoredPuzzle):
    """A puzzle vector whose elements are pointers to rows.

    Storing a row copies its numbers. If ``share``, storing redirects the pointer to
    that row instead, so that two elements can be the same row (an alias).
    """

    row_kind: type[ArrayRow] | type[ListRow]

    def __init__(self, memory: Memory, share: bool = False) -> None:
        self.memory = memory
        self.first = self._new_pointers()
        self._share = share

    @abstractmethod
    def _new_pointers(self) -> Pointer:
        """Return a pointer to a new structure of four pointers, each of them null."""

    @abstractmethod
    def _place(self, position: int) -> tuple[Pointer, int]:
        """Return the cell of the pointer at ``position``: a pointer and an offset."""

    def __getitem__(self, position: int) -> Row:
        check_position("SELECT", position)
        first = self.memory.pointer(*self._place(position))
        if first is None:
            raise unfilled_error(position, SIZE)
        return self.row_kind(self.memory, first)

    def _store(self, position: int, row: Row) -> None:
        place = self._place(position)
        if self._share:
            self.memory.write(self._own_row(row).first, *place)
            return
        first = self.memory.pointer(*place)
        if first is not None:
            copy_numbers(row, self.row_kind(self.memory, first))
        else:
            self.memory.write(self.new_row(row).first, *place)

    def _own_row(self, row: Row) -> StoredRow:
        """Return ``row`` itself if it is in this memory, otherwise a copy of it."""
        if isinstance(row, self.row_kind) and row.memory is self.memory:
            return row
        return self.new_row(row)

    def new_row(self, row: Row) -> StoredRow:
        """Return a new row in this memory, with the numbers of ``row``."""
        new = self.row_kind(self.memory)
        copy_numbers(row, new)
        return new


class PointerArrays(PointingPuzzle):
    """An array of four pointers to four arrays, each with its LENGTH in cell 0."""

    row_kind = ArrayRow

    def _new_pointers(self) -> Pointer:
        return new_array(self.memory, SIZE)

    def _place(self, position: int) -> tuple[Pointer, int]:
        return self.first, position


class ListOfLists(PointingPuzzle):
    """A linked list of four nodes, each with a pointer to a list of four nodes."""

    row_kind = ListRow

    def __len__(self) -> int:
        return Traversal(self.memory, self.first).length()

    def _new_pointers(self) -> Pointer:
        return new_list(self.memory, SIZE)

    def _place(self, position: int) -> tuple[Pointer, int]:
        return Traversal(self.memory, self.first).node(position), VALUE
