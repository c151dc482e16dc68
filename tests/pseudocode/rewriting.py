"""Rewrite answers at random, each with the verdict of a marker that is not the judge.

The answers are written in a few statements of Python. A rewrite changes one part of an
answer, `notation` prints it, and `independent_marker` says whether it is right. So the
verdict on a rewritten answer does not depend on the program that is tested.
"""

import ast
import copy
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, TypeVar

from tests.pseudocode.independent_marker import (
    exchanging,
    function_of,
    is_right,
    negated,
)
from tests.pseudocode.notation import printed

T = TypeVar("T")

ANSWERS: Final[dict[str, str]] = dict(
    re.findall(
        r"^=== (.)\n((?:(?!=== ).*\n)*)",
        (Path(__file__).parent / "python_answers.txt").read_text("utf-8"),
        re.MULTILINE,
    )
)


# Each rewrite changes one part of a tree in place. Where there is no such part, it
# raises NoPlace or, from a choice among no parts, IndexError.

Rewrite = Callable[[ast.FunctionDef, Random], None]


class NoPlace(Exception):
    """Raised if an answer has no part that a rewrite changes."""


def bodies(tree: ast.AST) -> list[list[ast.stmt]]:
    parts = [
        getattr(node, name, [])
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt)
        for name in ("body", "orelse")
    ]
    return [part for part in parts if part]


def statements(tree: ast.AST) -> Iterator[tuple[list[ast.stmt], int, ast.stmt]]:
    """Yield each statement with the block that it is in, and its index there."""
    for body in bodies(tree):
        for k, node in enumerate(body):
            yield body, k, node


def several(tree: ast.FunctionDef, random: Random) -> list[ast.stmt]:
    """Return one of the blocks that have more than one statement."""
    body = random.choice(bodies(tree))
    if len(body) == 1:
        raise NoPlace
    return body


def variables(tree: ast.FunctionDef) -> list[str]:
    names = [argument.arg for argument in tree.args.args]
    names += [n.id for n in every(tree, ast.Name) if isinstance(n.ctx, ast.Store)]
    return list(dict.fromkeys(names))


def every(tree: ast.AST, kind: type[T]) -> list[T]:
    return [node for node in ast.walk(tree) if isinstance(node, kind)]


class Replacing(ast.NodeTransformer):
    """Replaces a variable by an expression."""

    def __init__(self, name: str, value: ast.expr) -> None:
        self.name, self.value = name, value

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return copy.deepcopy(self.value) if node.id == self.name else node


def loops(tree: ast.AST) -> list[tuple[list[ast.stmt], int, ast.For]]:
    """Return the for loops, each with the block that it is in, and its index there."""
    found = statements(tree)
    return [(body, k, node) for body, k, node in found if isinstance(node, ast.For)]


def bounds_of(loop: ast.For) -> tuple[str, list[ast.expr]]:
    assert isinstance(loop.target, ast.Name) and isinstance(loop.iter, ast.Call)
    return loop.target.id, loop.iter.args


def rename(tree: ast.FunctionDef, random: Random) -> None:
    old = random.choice(variables(tree))
    new = random.choice(["tmp", "count", "val1", "theRow", "m", "aux", "myStack", "w"])
    if new in variables(tree):
        raise NoPlace
    for name in every(tree, ast.Name):
        name.id = new if name.id == old else name.id
    for parameter in every(tree, ast.arg):
        parameter.arg = new if parameter.arg == old else parameter.arg


def turn_comparison(tree: ast.FunctionDef, random: Random) -> None:
    node = random.choice(every(tree, ast.Compare))
    turned = {ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE}
    node.ops = [turned.get(type(node.ops[0]), type(node.ops[0]))()]
    node.left, node.comparators = node.comparators[0], [node.left]


def turn_sum(tree: ast.FunctionDef, random: Random) -> None:
    sums = [n for n in every(tree, ast.BinOp) if not isinstance(n.op, ast.Sub)]
    node = random.choice(sums)
    node.left, node.right = node.right, node.left


def else_first(tree: ast.FunctionDef, random: Random) -> None:
    node = random.choice(every(tree, ast.If))
    node.test = negated(node.test)
    otherwise = node.orelse or [ast.parse("unused = 0").body[0]]
    node.body, node.orelse = otherwise, node.body


def with_while(tree: ast.FunctionDef, random: Random) -> None:
    """Replace a for loop by a while loop, with a name for the last number."""
    body, k, node = random.choice(loops(tree))
    name, (low, high) = bounds_of(node)
    start = ast.Assign([ast.Name(name, ast.Store())], low)
    more = ast.Compare(ast.Name(name, ast.Load()), [ast.LtE()], [high])
    step = ast.parse(f"{name} = {name} + 1").body[0]
    body[k : k + 1] = [start, ast.While(more, [*node.body, step], [])]


def from_zero(tree: ast.FunctionDef, random: Random) -> None:
    """Let a for loop count from one number less, and use its variable plus one."""
    node = random.choice(every(tree, ast.For))
    name, bounds = bounds_of(node)
    more = ast.BinOp(ast.Name(name, ast.Load()), ast.Add(), ast.Constant(1))
    node.body = [Replacing(name, more).visit(one) for one in node.body]
    bounds[:] = map(less_one, bounds)


def less_one(bound: ast.expr) -> ast.expr:
    if isinstance(bound, ast.Constant) and isinstance(bound.value, int):
        return ast.Constant(bound.value - 1)
    return ast.BinOp(bound, ast.Sub(), ast.Constant(1))


def unroll(tree: ast.FunctionDef, random: Random) -> None:
    body, k, node = random.choice(loops(tree))
    name, bounds = bounds_of(node)
    low, high = (getattr(one, "value", None) for one in bounds)
    if not (isinstance(low, int) and isinstance(high, int) and high - low < 4):
        raise NoPlace
    body[k : k + 1] = [
        Replacing(name, ast.Constant(turn)).visit(copy.deepcopy(one))
        for turn in range(low, high + 1)
        for one in node.body
    ]
    if len(body) >= 30:
        raise NoPlace


def by_a_name(tree: ast.FunctionDef, random: Random) -> None:
    """Give a name to the value of an assignment or a return, in a statement before it."""
    body, k, node = random.choice([*statements(tree)])
    if not isinstance(node, ast.Assign | ast.Return) or node.value is None:
        raise NoPlace
    if any(name.id in STRUCTURES for name in every(node, ast.Name)):
        raise NoPlace
    value, node.value = node.value, ast.Name("held", ast.Load())
    body.insert(k, ast.Assign([ast.Name("held", ast.Store())], value))


def say_more(tree: ast.FunctionDef, random: Random) -> None:
    """Insert a statement that does not change the result."""
    body = random.choice(bodies(tree))
    more = random.choice(["steps = 1", "if 1 < 2:\n    steps = 0", "steps = 2 * 3"])
    body.insert(random.randrange(len(body) + 1), ast.parse(more).body[0])


def other_number(tree: ast.FunctionDef, random: Random) -> None:
    node = random.choice([n for n in every(tree, ast.Constant) if type(n.value) is int])
    assert isinstance(node.value, int)
    node.value = max(0, node.value + random.choice((-1, 1)))


def other_sign(tree: ast.FunctionDef, random: Random) -> None:
    node = random.choice(every(tree, ast.Compare))
    node.ops = [random.choice((ast.Eq, ast.NotEq, ast.Lt, ast.LtE))()]


def other_truth(tree: ast.FunctionDef, random: Random) -> None:
    truths = [n for n in every(tree, ast.Constant) if isinstance(n.value, bool)]
    node = random.choice(truths)
    node.value = not node.value


def other_name(tree: ast.FunctionDef, random: Random) -> None:
    node = random.choice([n for n in every(tree, ast.Name) if n.id in variables(tree)])
    node.id = random.choice(variables(tree))


def forget(tree: ast.FunctionDef, random: Random) -> None:
    body = several(tree, random)
    del body[random.randrange(len(body))]


def swap(tree: ast.FunctionDef, random: Random) -> None:
    body = several(tree, random)
    k = random.randrange(len(body) - 1)
    body[k : k + 2] = reversed(body[k : k + 2])


def swap_arguments(tree: ast.FunctionDef, random: Random) -> None:
    node = random.choice([n for n in every(tree, ast.Call) if len(n.args) > 1])
    k = random.randrange(len(node.args) - 1)
    node.args[k : k + 2] = reversed(node.args[k : k + 2])


def without_test(tree: ast.FunctionDef, random: Random) -> None:
    tests = [one for one in statements(tree) if isinstance(one[2], ast.If)]
    body, k, node = random.choice(tests)
    assert isinstance(node, ast.If)
    body[k : k + 1] = node.body


def return_early(tree: ast.FunctionDef, random: Random) -> None:
    """Move a return into the loop before it."""
    body = several(tree, random)
    before = body[-2]
    if not isinstance(before, ast.For | ast.While):
        raise NoPlace
    before.body.append(body.pop())


STRUCTURES: Final = ("Vector", "Stack", "Queue")
PRESERVING: Final[list[Rewrite]] = [
    *(rename, turn_comparison, turn_sum, else_first, with_while, from_zero, unroll),
    *(by_a_name, say_more),
]
BREAKING: Final[list[Rewrite]] = [
    *(other_number, other_sign, other_truth, other_name, forget, swap),
    *(swap_arguments, without_test, return_early),
]


class Rewritten(NamedTuple):
    task: str
    text: str
    right: bool | None  # None: it depends on what is unclear


def rewritten(seed: int) -> Rewritten:
    """Return an answer after a few random rewrites, and whether it is still right.

    Odd *seeds* include a rewrite that may break the answer.
    """
    random = Random(seed)
    task = random.choice([*ANSWERS])
    tree = definition(ANSWERS[task])
    wanted = random.sample(PRESERVING, random.randint(1, 4))
    if seed % 2:
        wanted.insert(random.randrange(len(wanted) + 1), random.choice(BREAKING))
    for rewrite in wanted:
        changed = copy.deepcopy(tree)
        try:
            rewrite(changed, random)
        except (NoPlace, IndexError):
            continue
        tree = ast.fix_missing_locations(changed)
    right = is_right(task, function_of(tree))
    if task == "8" and right:  # with 24 rows, a test that is missing may not show
        exchanged = is_right(task, function_of(tree, PermuteRows=exchanging))
        right = right if exchanged else None
    return Rewritten(task, printed(tree), right)


def definition(text: str) -> ast.FunctionDef:
    (tree,) = ast.parse(text).body
    assert isinstance(tree, ast.FunctionDef)
    return tree
