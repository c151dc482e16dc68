"""Programs that are valid Python: they do what they do in Python, or are not read."""

import ast
from collections import deque
from copy import copy
from itertools import product
from queue import LifoQueue, Queue

import pytest

from adt.vector import ArrayVector
from pseudoku.pseudocode.judging.judge import judge
from pseudoku.pseudocode.reading.parser import parse
from pseudoku.pseudocode.reading.source import LimitReached, RunError
from pseudoku.pseudocode.running.runner import Runner
from pseudoku.pseudocode.running.values import Value, plain
from tests.pseudoku.pseudocode_texts import right

# Each defines f(row, p) for a list of four numbers and a number from 0 to 3.
PROGRAMS = """
def f(row, p):
    return row[p:] + row[:p]
---
def f(row, p):
    q = deque()
    for n in row:
        q.append(n)
    for _ in range(p):
        q.append(q.popleft())
    return [q.popleft() for _ in range(4)]
---
def f(row, p):
    q = deque(row)
    q.rotate(-p)
    return list(q)
---
def f(row, p):
    while p > 0:
        row.append(row.pop(0))
        p -= 1
    return row
---
def f(row, p):
    new = [0] * 4
    for i in range(4):
        new[i - p] = row[i]
    return new
---
def f(row, p):
    q = Queue()
    [q.put(v) for v in row]
    for i in range(1, p + 1):
        q.put(q.get())
    row[0], row[1] = q.get(), q.get()
    for i in range(2, 4):
        row[i] = q.get()
    return row
---
class Q:
    def __init__(self):
        self.items = []

    def put(self, item):
        self.items.insert(0, item)

    def get(self):
        return self.items.pop()

    def is_empty(self):
        return len(self.items) == 0


def f(row, p):
    q = Q()
    for x in row:
        q.put(x)
    for i in range(p):
        q.put(q.get())
    found = []
    while not q.is_empty():
        found.append(q.get())
    return found
---
def f(row, p):
    grid = [[row[k] + i for k in range(4)] for i in range(3, -1, -1)]
    for index, one in enumerate(grid):
        one[index] = -p
    return [grid[p], grid[-1], 2 * [p]]
---
def f(row, p):
    stack = []
    for n in row:
        stack.append(n)
    kept = []
    while stack:
        if stack[-1] == p:
            break
        kept.insert(0, stack.pop())
    return kept if len(kept) else p
---
def f(row, p):
    a = [row] * 2
    a[0][p] = 9
    return a
---
def f(row, p):
    total = 0
    for n in [1, 2, 3]:
        if n == p or n in row and not n > 2:
            continue
        elif 1 <= n and n < 3:
            total += n // 2
        else:
            total = total * 2 + n % 2
    return total
---
def f(row, p):
    for x, y, z in product(range(4), repeat=3):
        if x * y == 3 + z or row[x] == y + p:
            return [x, y, z, [*row]]
    return len(row)
---
class Pile:
    "Elements, one on the other."

    def __init__(self):
        self.x = []

    def add(self, x):
        self.x.append(x)

    def take(self):
        return self.x.pop()

    def size(self):
        return len(self.x)


def f(row, p):
    pile = Pile()
    for n in row[p:]:
        pile.add(n)
    found = []
    while pile.size() > 0:
        found.append(pile.take())
    return found
---
def f(row, p):
    found = []
    for n in row:
        if n == row[p]:
            row.remove(n)
        found.append(n)
    return [found, row]
---
def copy(row):
    return [9, 9]


def f(row, p):
    return copy(row) + [len(row)]
---
def f(row, p):
    return None if p == 0 else row[p] is None
---
def f(row, p):
    copied = copy(row)
    copied.remove(row[p])
    del row[-1]
    return [copied[-1], len(copied), row]
---
def f(row, p):
    x = [row.pop(0)] + row[:1]
    return [x, [p] * 1500]
---
import collections
import queue

def f(row, p):
    q, others = queue.Queue(), collections.deque()
    q.put(row[p])
    others.append(p)
    return [q.get(), others.popleft()]
""".split("---\n")


@pytest.mark.parametrize("text", PROGRAMS)
def test_a_python_program_gives_what_python_gives(text: str) -> None:
    parsed = parse(text)
    assert not parsed.errors and {note.code for note in parsed.slips} == {"E97 python"}
    names: dict[str, object] = {"deque": deque, "Queue": Queue, "LifoQueue": LifoQueue}
    names |= {"product": product, "copy": copy}
    exec(text, names)
    function = names["f"]
    assert callable(function)
    for row, p in product(((1, 2, 3, 4), (2, 4, 1, 3), (4, 4, 0, 7)), range(4)):
        runner = Runner()
        runner.load(parsed.program, parsed.source)
        vector: ArrayVector[Value] = ArrayVector(4)
        for k, number in enumerate(row, start=1):
            vector[k] = number
        found = runner.call("f", [vector, p])
        assert plain(found) == function([*row], p), (row, p)


@pytest.mark.parametrize(
    "line",
    ["x = sorted(row)", "x = set(row)", "x = row[::-1]", "x = {1: 2}", "row.sort()",
     "x = lambda: 1", "x = row[0] if p else f(row).pop()", "del row[0:1]",
     "for x in zip(row, row): pass", "try:\n        p = 1\n    except E: pass",
     "x = q.get()", "assert p", "x = row ** 2", "p: int", "x = f'{p}'", "with p: pass",
     "while [n for n in row]: pass",
     "x = int(p / 2)", "x = row.append(1)",
     "r = SearchStack(s, p)\n    if not r: return 1", "x = (y := 2)", "row += [1]",
     "if SearchStack(s, p): return 1", "s = Stack()\n    if s: return 1",
     "for n in row: p = 1\n    else: p = 2", "x = [n for n in row if n]",
     "q = Queue()\n    x = q.pop()", "print(row)", "x = 0 < p < 3",
     "x = [row.pop()] + [row.pop() for _ in range(2)]", "row[row.pop()] += 1",
     "q = Queue()\n    x = list(q)", "for n in Queue(): p = n", "x = row.pop(index=0)",
     "x = SearchStack([1, 2], p)", "x = Queue(4)", "for k in ragne(4): pass"],
)  # fmt: skip
def test_what_python_has_and_the_reader_does_not_understand_is_an_error(
    line: str,
) -> None:
    parsed = parse(f"def f(row, p):\n    {line}\n    return p\n")
    assert [one.code for one in parsed.errors][:1] in (
        ["E98 python-only"], ["E95 two-readings"]
    )  # fmt: skip


def test_a_list_that_grows_takes_more_and_more_steps() -> None:
    parsed = parse("def f(row):\n    while True:\n        row.append(row[0])\n")
    runner = Runner(limit=100_000)
    runner.load(parsed.program, parsed.source)
    vector: ArrayVector[Value] = ArrayVector(1)
    vector[1] = 1
    with pytest.raises(LimitReached):
        runner.call("f", [vector])
    assert len(vector) < 2_000


def test_a_list_that_is_repeated_too_often_is_not_made() -> None:
    parsed = parse("def f(row):\n    x = [0] * 900_000\n    return x * 900_000\n")
    runner = Runner()
    runner.load(parsed.program, parsed.source)
    with pytest.raises(LimitReached):
        runner.call("f", [None])


@pytest.mark.parametrize(
    ("old", "new"),
    [("self.items = []", "self.items = [7]"), ("class Queue:", "class Queue(deque):"),
     ("(self, item)", "(self)"), ("self.items.append", "self.bag.append")],
)  # fmt: skip
def test_a_class_that_does_more_than_hold_a_list_is_not_read(
    old: str, new: str
) -> None:
    text = WRONG_CLASS.format("return self.items.pop(0)")
    assert not parse(text).errors and parse(text.replace(old, new)).errors


WRONG_CLASS = """
class Queue:
    def __init__(self):
        self.items = []

    def enqueue(self, item):
        self.items.append(item)

    def dequeue(self):
        {}


def f(row, p):
    q = Queue()
    q.enqueue(p)
    return q.dequeue()
"""


def test_a_small_class_is_read_only_if_its_methods_are_those_of_a_queue() -> None:
    assert not parse(WRONG_CLASS.format("return self.items.pop(0)")).errors
    for body in ("self.items.pop(0)", "return self.items[1]", "return 3"):
        assert parse(WRONG_CLASS.format(body)).errors, body


def test_a_class_that_is_a_stack_under_the_name_of_a_queue_is_a_stack() -> None:
    assert "new Stack q" in right(WRONG_CLASS.format("return self.items.pop()"))


def test_positions_of_a_python_program_are_those_of_python() -> None:
    parsed = parse("def f(row):\n    row[4] = row[0]\n    return row\n")
    runner = Runner()
    runner.load(parsed.program, parsed.source)
    vector: ArrayVector[Value] = ArrayVector(4)
    vector[1] = 3
    with pytest.raises(RunError, match="positions are 0 to 3"):
        runner.call("f", [vector])


def test_a_call_of_an_operation_of_the_module_is_not_python() -> None:
    parsed = parse(
        "def F(s):\n    if EMPTY(s):\n        return True\n    return False\n"
    )
    assert not parsed.errors and not parsed.program.functions[0].python


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("int[] f(int[] row) {\n  return row;\n}", "Java"),
        ("#include <stdio.h>\nint f(int a) { return a; }", "C"),
        ("\\begin{algorithmic}\n\\State x\n\\end{algorithmic}", "LaTeX"),
        ("const f = (row) => {\n  return row;\n};", "JavaScript"),
        ("f :: [Int] -> Int\nf row = 1", "Haskell"),
    ],
)
def test_another_language_is_named_and_not_read(text: str, language: str) -> None:
    parsed = parse(text)
    assert not parsed.program.functions and not parsed.program.statements
    (stop,) = parsed.stops
    assert (
        stop.message
        == f"this looks like {language}; write it in the module's pseudocode"
    )


def test_a_python_program_that_counts_from_1_is_read_as_the_notation() -> None:
    text = (
        "def f(row):\n    for i in range(1, 5):\n        row[i] = i\n    return row\n"
    )
    assert not parse(text).program.functions[0].python
    for zero in ("range(4)", "range(0, 4)", "range(1, 4)"):
        python = parse(text.replace("range(1, 5)", zero) + "    x = row[0]\n")
        assert python.program.functions[0].python


@pytest.mark.parametrize(
    ("value", "verdict"),
    [("[row[:] for _ in range(4)]", "pass"), ("[row] * 4", "review"),
     ("[row, row, row, row[:]]", "review"), ("[row] * 3", "fail")],
)  # fmt: skip
def test_a_list_stored_in_several_places_is_left_to_a_person(
    value: str, verdict: str
) -> None:
    parsed = parse(f"def make_vector(row):\n    return {value}\n")
    assert judge(parsed)["1"]["verdict"] == verdict


def test_the_columns_of_a_python_program_count_from_0() -> None:
    text = """
def check_column(puzzle, j):
    numbers = [1, 2, 3, 4]
    for k in range(4):
        numbers = search_stack(numbers, puzzle[k][j])
        if numbers is False:
            return False
    return True
"""
    assert parse(text).base == 0 and judge(parse(text))["5"]["verdict"] == "pass"
    assert judge(parse(text.replace("[k][j]", "[j][k]")))["5"]["verdict"] == "fail"


@pytest.mark.parametrize(
    "line",
    ["x = " + "1 + " * 900 + "1", "x = a[" + "1 + " * 300 + "1]",
     "x = " + "-" * 80 + "1",
     "x = " + "not " * 80 + "a",
     "".join(f"if a:\n{'  ' * k}" for k in range(2, 80)) + "x = 1"],
)  # fmt: skip
def test_a_python_program_that_is_nested_too_deeply_is_not_read(line: str) -> None:
    text = f"def f(a):\n  {line}\n"
    ast.parse(text)  # valid Python
    assert parse(text).errors
