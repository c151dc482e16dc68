"""Random programs of Python: the runner gives what Python gives."""

import re
from collections import deque
from queue import Empty, Queue
from random import Random
from textwrap import indent

import pytest

from adt.vector import ArrayVector
from pseudoku.pseudocode.reading.parser import parse
from pseudoku.pseudocode.running.runner import Runner
from pseudoku.pseudocode.running.values import Value, plain

START = """
class Pile:
    def __init__(self):
        self.x = []

    def add(self, one):
        self.x.append(one)

    def take(self):
        return self.x.pop()

    def size(self):
        return len(self.x)


def f(row, p):
    found = [p]
    line = deque(row)
    held = Queue()
    pile = Pile()
    a = 0
    k = 0
"""
# What may stand for each letter; the first of each have no other letters in them.
GRAMMAR = {
    "n": """0; 1; 2; 3; p; a; k; len(found); len(row); row[-1]; found[0]; line[0]
row.pop(0); line.popleft(); held.get(); pile.take(); found.pop(); row[{n}]
({n} {o} {n}); -{n}; found.pop({n})""",
    "o": "+; -; *; //; %",
    "r": "==; !=; <; >; <=; >=",
    "c": """row == []; found != []; not found; len(row); pile.size() > 0; {n} {r} {n}
{n} in row; {n} not in found; not {c}; ({c} and {c}); ({c} or {c})""",
    "l": """row.copy(); found + row; [*row]; row[{n}:]; row[:{n}]; [{n}] * 2; [{n}, {n}]
[v + {n} for v in row]; list(range({n} % 4)); [{n} for v in range({n} % 4)]
[x[0] for x in [[v, {n}] for v in row]]""",
    "s": """found.append(a); pass; a = {n}; a += {n}; row[{n}] = {n}; found = {l}
row = {l}; found.append({n}); found.insert({n}, {n}); found.remove({n}); del row[{n}]
line.append({n}); held.put({n}); pile.add({n}); a = {n} if {c} else {n}
row[0], row[1] = {n}, {n}; [held.put(v) for v in found]; return {l}
if {c}:#{b}; if {c}:#{b}#else:#{b}; for v in row:#{b}; for k in range({n} % 4):#{b}
for k, v in enumerate(row):#{b}; for v in row:#    if {c}:#        break#{b}
t{d} = 3#while t{d} > 0 and {c}:#    t{d} -= 1#{b}""",
}


def drawn(draw: Random, kind: str, depth: int) -> str:
    """Return a random part; deep inside there are only simple ones."""
    if kind == "d":
        return str(depth)
    if kind == "b":
        body = [drawn(draw, "s", depth + 1) for _ in range(draw.randint(1, 3))]
        return indent("\n".join(body), "    ")
    choices = re.split("[;\n] ?", GRAMMAR[kind])
    text = draw.choice(choices[:2] if depth > 4 else choices).replace("#", "\n")
    return re.sub(r"\{(\w)\}", lambda part: drawn(draw, part[1], depth + 1), text)


class Impatient(Queue[int]):
    """A queue that does not wait for an element."""

    def get(self, block: bool = False, timeout: float | None = None) -> int:
        return super().get(block)


@pytest.mark.parametrize(
    "seeds", [range(40), pytest.param(range(40, 2000), marks=pytest.mark.slow)], ids=len
)
def test_a_random_program_gives_what_python_gives(seeds: range) -> None:
    read = done = 0
    for seed in seeds:
        body = drawn(Random(seed), "b", 0)
        text = f"{START}{body}\n    return [row, found, a]\n"
        parsed = parse(text)
        if parsed.errors:
            continue
        read += 1
        names: dict[str, object] = {"deque": deque, "Queue": Impatient}
        exec(text, names)
        for row, p in (((1, 2, 3, 4), 2), ((4, 0, 4, 7), 0)):
            function = names["f"]
            assert callable(function)
            try:
                wanted = function([*row], p)
            except (IndexError, ValueError, ArithmeticError, Empty):
                continue
            runner = Runner()
            runner.load(parsed.program, parsed.source)
            vector: ArrayVector[Value] = ArrayVector(4)
            for k, number in enumerate(row, start=1):
                vector[k] = number
            assert plain(runner.call("f", [vector, p])) == wanted, text
            done += 1
    assert read > 0.7 * len(seeds) and done > 0.3 * len(seeds)
