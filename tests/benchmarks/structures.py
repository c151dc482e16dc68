"""Measure what an operation of `adt` costs, beside Python's own list and deque.

    python tests/benchmarks/structures.py

Each structure holds 10, 1,000 and 100,000 elements while the operation is repeated.
They take turns. Figures are processor time, and ratios to the raw structure are those
of a turn. If pyrsistent and pydatastructs are installed, they are measured too.
"""

import sys
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from timeit import Timer

sys.path.insert(0, str(Path(__file__).parents[2]))

from adt import (
    ArrayStack,
    ArrayVector,
    LinkedQueue,
    LinkedStack,
    LinkedVector,
    Queue,
    RingQueue,
    Stack,
    Vector,
)

SIZES = (10, 1_000, 100_000)
TURNS = 15
REPEATS = 20_000


def filled_stack(stack: Stack[int], size: int) -> Stack[int]:
    for element in range(size):
        stack.push(element)
    return stack


def filled_queue(queue: Queue[int], size: int) -> Queue[int]:
    for element in range(size):
        queue.enqueue(element)
    return queue


def filled_vector(vector: Vector[int]) -> Vector[int]:
    for position in range(1, len(vector) + 1):
        vector[position] = position
    return vector


PAIR = "for _ in turns: one(1); other()"
IN_ORDER = "for k in positions: one[k]"
Contenders = dict[str, dict[str, object]]


def pairs(size: int) -> dict[str, Contenders]:
    """Return the functions to call for "push + pop" and "enqueue + dequeue".

    They are in dictionaries by operation, then by name of the structure, which holds
    ``size`` elements. Its dictionary has "one", which takes the element to add, and
    "other".
    """
    stacks: Contenders = {}
    raw = list(range(size))
    stacks["list"] = {"one": raw.append, "other": raw.pop}
    for new_stack in (ArrayStack, LinkedStack):
        stack = filled_stack(new_stack(), size)
        stacks[new_stack.__name__] = {"one": stack.push, "other": stack.pop}
    queues: Contenders = {}
    ends = deque(range(size))
    queues["deque"] = {"one": ends.append, "other": ends.popleft}
    for new_queue in (RingQueue, LinkedQueue):
        queue = filled_queue(new_queue(), size)
        queues[new_queue.__name__] = {"one": queue.enqueue, "other": queue.dequeue}
    try:
        import pydatastructs
    except ImportError:
        pass
    else:
        peer = pydatastructs.Stack(list(range(size)))
        stacks["pydatastructs Stack"] = {"one": peer.push, "other": peer.pop}
        other = pydatastructs.Queue(list(range(size)))
        queues["pydatastructs Queue"] = {"one": other.enqueue, "other": other.dequeue}
    return {"push + pop": stacks, "enqueue + dequeue": queues}


def selections(size: int) -> dict[str, Contenders]:
    """Return the structures to select from, and their positions in order.

    They are in dictionaries by operation, which is "select", and then by name of the
    structure, which holds ``size`` elements: "one" is the structure, "positions" a
    range.
    """
    from_one = range(1, size + 1)
    vectors: Contenders = {"list": {"one": list(range(size)), "positions": range(size)}}
    for new_vector in (ArrayVector, LinkedVector):
        vector = filled_vector(new_vector(size))
        vectors[new_vector.__name__] = {"one": vector, "positions": from_one}
    try:
        from pyrsistent import pvector
    except ImportError:
        pass
    else:
        peer = pvector(range(size))
        vectors["pyrsistent pvector"] = {"one": peer, "positions": range(size)}
    return {"select": vectors}


def timers() -> dict[tuple[str, str], dict[int, Callable[[], float]]]:
    """Return functions that measure the nanoseconds of one operation.

    They are by operation and name of the structure, and then by its number of elements.
    """
    found: dict[tuple[str, str], dict[int, Callable[[], float]]] = {}
    for size in SIZES:
        for what, contenders in (pairs(size) | selections(size)).items():
            select = what == "select"
            times = REPEATS // size + 1 if select else 1
            operations = times * size if select else REPEATS
            for name, names in contenders.items():
                names = names | {"turns": range(REPEATS)}
                timer = Timer(IN_ORDER if select else PAIR, "pass", process_time, names)
                found.setdefault((what, name), {})[size] = partial(
                    nanoseconds, timer, times, operations
                )
    return found


def nanoseconds(timer: Timer, times: int, operations: int) -> float:
    return timer.timeit(times) / operations * 1e9


def main() -> None:
    measures = timers()
    turns = [
        {
            (row, size): measure()
            for row, sizes in measures.items()
            for size, measure in sizes.items()
        }
        for _ in range(TURNS)
    ]
    print("| operation | structure |" + "".join(f" {n:,} held |" for n in SIZES))
    print("|---|---|" + "---|" * len(SIZES))
    raw = {what: (what, name) for what, name in reversed(measures)}
    for what, name in measures:
        cells = []
        for size in SIZES:
            ns = [turn[(what, name), size] for turn in turns]
            units = [turn[raw[what], size] for turn in turns]
            ratio = median(a / b for a, b in zip(ns, units, strict=True))
            cells.append(f"{median(ns):.0f} ns, {ratio:.1f} ×")
        print(f"| {what} | {name} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
