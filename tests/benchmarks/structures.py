"""What an operation of `adt` costs beside Python's own list and deque.

    python tests/benchmarks/structures.py

Each structure holds 10, 1,000 and 100,000 elements while the operation is repeated;
all of them take turns, and the ratio to the raw structure is taken turn by turn. Where
pyrsistent and pydatastructs are installed they run beside ours.
"""

import sys
from collections import deque
from collections.abc import Callable
from pathlib import Path
from statistics import median
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
TURNS = 11
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
    """What ``one(1); other()`` is for each contender, with ``size`` elements inside."""
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
    """What ``one[k]`` is for each contender, k through all positions in order."""
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


def measured(contenders: Contenders, size: int) -> dict[str, list[float]]:
    """ns for one operation, turn by turn."""
    select = "positions" in next(iter(contenders.values()))
    times = REPEATS // size + 1 if select else 1
    operations = times * size if select else REPEATS
    timers = {
        name: Timer(
            IN_ORDER if select else PAIR, globals=names | {"turns": range(REPEATS)}
        )
        for name, names in contenders.items()
    }
    results: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(TURNS):
        for name, timer in timers.items():
            results[name].append(timer.timeit(times) / operations * 1e9)
    return results


def main() -> None:
    rows: dict[tuple[str, str], list[str]] = {}
    for size in SIZES:
        for what, contenders in (pairs(size) | selections(size)).items():
            results = measured(contenders, size)
            raw = next(iter(results.values()))
            for name, ns in results.items():
                ratio = median(a / b for a, b in zip(ns, raw, strict=True))
                cell = f"{median(ns):.0f} ns, {ratio:.1f} ×"
                rows.setdefault((what, name), []).append(cell)
    print("| operation | structure |" + "".join(f" {n:,} held |" for n in SIZES))
    print("|---|---|" + "---|" * len(SIZES))
    for (what, name), cells in rows.items():
        print(f"| {what} | {name} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
