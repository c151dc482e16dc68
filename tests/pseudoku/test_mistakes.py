"""Wrong translations, each refused by a test of test_tasks.py.

A mistake is a change in the source of `pseudoku.tasks`: in one function, what stands
there now and what a wrong answer has in its place.
"""

import inspect
from types import FunctionType, ModuleType

import pytest

import pseudoku.tasks
from tests.pseudoku import test_tasks

TURNS = "for _ in range(1, p + 1):\n        q.enqueue(q.head())\n        q.dequeue()"
FOUND = "            found = True\n"
ON_FALSE = "if result is False:"

MISTAKES = [
    ("an element is the row itself", "make_vector", "copy_vector(row)", "row"),
    ("only three elements are filled", "make_vector", "range(1, 5)", "range(1, 4)"),
    ("rotates right", "permute_vector", "range(1, p + 1)", "range(p, 4)"),
    ("rotates once too often", "permute_vector", "range(1, p + 1)", "range(p + 1)"),
    ("dequeues before it enqueues", "permute_vector", TURNS, TURNS.replace(
        "q.enqueue(q.head())\n        q.dequeue()",
        "q.dequeue()\n        q.enqueue(q.head())",
    )),
    ("returns the queue", "permute_vector", "    return row\n", "    return q\n"),
    ("returns a new vector", "permute_vector", "    return row\n",
        "    return copy_vector(row)\n"),
    ("permutes elements 2, 3 and 4", "permute_rows", "[3] = permute_vector(puzzle[3]",
        "[4] = permute_vector(puzzle[4]"),
    ("permutes by y, x, z", "permute_rows", "(puzzle[1], x)", "(puzzle[1], y)"),
    ("is FALSE when fewer than four are left", "search_stack", "if found:",
        "if found and not stack.empty():"),
    ("pops twice on a hit", "search_stack", FOUND, FOUND + "            stack.pop()\n"),
    ("does not put back what it looked at", "search_stack", "stack.push(seen.top())",
        "pass"),
    ("turns the stack over", "search_stack", "return stack", "return seen"),
    ("removes nothing", "search_stack", FOUND, FOUND + "            seen.push(item)\n"),
    ("looks at the top only", "search_stack", "while not stack.empty() and",
        "if not stack.empty() and"),
    ("ignores the result", "check_column", ON_FALSE, "if False:"),
    ("takes an empty stack for FALSE", "check_column", ON_FALSE,
        "if result is False or result.empty():"),
    ("reads a row for a column", "check_column", "puzzle[k][j]", "puzzle[j][k]"),
    ("uses a new stack for each element", "check_column", "value = puzzle",
        "numbers = ArrayStack()\n        for n in range(1, 5):\n"
        "            numbers.push(n)\n        value = puzzle"),
    ("checks three elements", "check_column", "k <= 4", "k < 4"),
    ("returns TRUE inside the loop", "col_checks", "    return True",
        "        return True"),
    ("checks one block twice", "check_grids", "left = 2 * b + 1", "left = 2 * a + 1"),
    ("uses one stack for all blocks", "check_grids", "numbers.push(n)",
        "numbers.push(n) if a + b == 0 else None"),
    ("returns TRUE after the first block", "check_grids", "    return True",
        "            return True"),
    ("ignores the result in a block", "check_grids", ON_FALSE, "if False:"),
    ("never looks at the columns", "make_solution", "col_checks(puzzle) is True",
        "True"),
    ("never looks at the blocks", "make_solution", "check_grids(puzzle) is True",
        "True"),
    ("returns the last candidate on failure", "make_solution", "return False",
        "return puzzle"),
    ("hard-codes the triple", "make_solution", "puzzle = permute_rows(puzzle, x, y, z)",
        "return permute_rows(puzzle, 1, 3, 2)"),
    ("tries z outermost", "make_solution", "permute_rows(puzzle, x, y, z)",
        "permute_rows(puzzle, z, y, x)"),
    ("returns TRUE for the puzzle", "make_solution", "return puzzle", "return True"),
    ("spoils the row", "make_solution", "puzzle = make_vector(row)",
        "puzzle = make_vector(row)\n                row[1] = row[1] + 4"),
]  # fmt: skip

TESTS = [
    test
    for name, test in vars(test_tasks).items()
    if name.startswith("test_") and isinstance(test, FunctionType)
]


def mistaken(function: str, right: str, wrong: str) -> ModuleType:
    """`pseudoku.tasks` with ``wrong`` for the last ``right`` in ``function``."""
    source = inspect.getsource(pseudoku.tasks)
    code = inspect.getsource(getattr(pseudoku.tasks, function))
    before, found, after = code.rpartition(right)
    assert found, f"{function} has no {right!r}"
    module = ModuleType("mistaken")
    exec(source.replace(code, before + wrong + after), vars(module))
    return module


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake[0])
def test_a_mistake_is_refused(mistake: tuple[str, str, str, str]) -> None:
    module = mistaken(*mistake[1:])
    tests = sorted(TESTS, key=lambda test: mistake[1] not in test.__name__)
    assert any(refuses(test, module) for test in tests)  # those of the function first


def refuses(test: FunctionType, module: ModuleType) -> bool:
    try:
        test(module)
    except NameError:
        raise  # no wrong answer: a misspelt one
    except Exception:
        return True
    return False


@pytest.mark.nightly  # test_tasks.py runs the same
def test_the_right_translation_is_accepted() -> None:
    assert not any(refuses(test, pseudoku.tasks) for test in TESTS)
