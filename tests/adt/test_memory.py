"""Task 7's memory: what a cell can hold, where an array ends, what is counted."""

from collections.abc import Callable
from itertools import product

import pytest

from adt.errors import MemoryFault
from adt.memory import Content, Memory, Pointer, Traversal, new_list

LENGTHS = 1, 3, 2
ARRAYS = range(0, 1), range(1, 4), range(4, 6)  # their addresses


def filled() -> Memory:
    """Memory with arrays of LENGTHS, in every cell ten times its address."""
    memory = Memory()
    for length, addresses in zip(LENGTHS, ARRAYS, strict=True):
        start = memory.new_array(length)
        assert start == Pointer(addresses.start)
        for offset in range(length):
            memory.write(10 * (start.address + offset), start, offset)
    return memory


def fault(operation: Callable[[], object]) -> str:
    with pytest.raises(MemoryFault) as raised:
        operation()
    return str(raised.value)


@pytest.mark.parametrize("address", range(6))
def test_an_offset_reaches_only_cells_of_the_same_array(
    address: int,
) -> None:
    (array,) = [addresses for addresses in ARRAYS if address in addresses]
    for offset in range(-7, 8):
        memory, target = filled(), address + offset
        if target in array:
            assert memory.read(Pointer(address), offset) == 10 * target
            memory.write(None, Pointer(address), offset)
            changed = [cell for _, cells in memory.arrays() for cell in cells]
            assert changed == [None if a == target else 10 * a for a in range(6)]
        else:
            bounds = f"outside the array at {array.start} to {array.stop - 1}"
            told = fault(lambda: memory.read(Pointer(address), offset))
            assert told == f"READ {target}: {bounds}"
            told = fault(lambda: memory.write(1, Pointer(address), offset))
            assert told == f"WRITE {target}: {bounds}"


@pytest.mark.parametrize("address", [-1, 6, 7])
def test_an_address_that_was_never_allocated_is_a_fault(address: int) -> None:
    told = fault(lambda: filled().read(Pointer(address)))
    assert told == f"READ {address}: no array at {address}; memory has 6 cells"


@pytest.mark.parametrize("length", [0, -1])
def test_an_array_has_a_cell(length: int) -> None:
    told = fault(lambda: Memory().new_array(length))
    assert told == f"NEW ARRAY of {length} cells: it must have at least 1"


@pytest.mark.parametrize("content", [0, -7, Pointer(0), Pointer(9), None])
def test_a_cell_returns_what_was_written_to_it(content: Content) -> None:
    memory = Memory()
    cell = memory.new_array(1)
    memory.write(content, cell)
    assert memory.read(cell) == content
    assert type(memory.read(cell)) is type(content)


def test_a_pointer_is_not_an_integer() -> None:
    address: object = 3
    assert Pointer(3) == Pointer(3) != address
    assert not hasattr(Pointer(3), "__add__") and not hasattr(Pointer(3), "__index__")
    with pytest.raises(AttributeError):
        setattr(Pointer(3), "address", 4)


def test_an_integer_cannot_be_followed_and_a_pointer_cannot_be_used_in_arithmetic() -> (
    None
):
    memory = Memory()
    cell = memory.new_array(2)
    memory.write(5, cell)
    memory.write(cell, cell, 1)
    assert memory.integer(cell) == 5 and memory.pointer(cell, 1) == cell
    told = fault(lambda: memory.pointer(cell))
    assert told == "READ 0: the integer 5; expected a pointer"
    told = fault(lambda: memory.integer(cell, 1))
    assert told == "READ 1: a pointer to 0; expected an integer"


def test_a_fault_and_a_look_at_all_arrays_count_no_reads() -> None:
    memory = filled()
    fault(lambda: memory.read(Pointer(1), 3))
    fault(lambda: memory.write(1, Pointer(1), 3))
    list(memory.arrays())
    assert (memory.reads, memory.writes) == (0, 6)


def test_a_traversal_reads_one_cell_per_step_and_can_start_again() -> None:
    for positions in product(range(1, 5), repeat=3):
        memory = Memory()
        traversal = Traversal(memory, new_list(memory, 4))
        at = 1
        for position in positions:
            steps = position - at if position >= at else position - 1
            before = memory.reads
            assert traversal.node(position) == Pointer(2 * (position - 1))
            assert memory.reads - before == steps
            at = position


@pytest.mark.parametrize("length", range(1, 6))
def test_a_list_is_read_to_its_end_and_no_further(length: int) -> None:
    memory = Memory()
    traversal = Traversal(memory, new_list(memory, length))
    assert (traversal.length(), memory.reads) == (length, length)
    told = fault(lambda: traversal.node(length + 1))
    assert told == f"NODE {length + 1}: the list has {length} nodes"
