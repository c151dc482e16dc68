"""Rewrite answers at random, each with the verdict of a marker that is not the judge.

The answers are written in a few statements of Python. A rewrite changes one part of an
answer, `notation` prints it, and `independent_marker` says whether it is right. So the
verdict on a rewritten answer does not depend on the program that is tested.
"""

import ast
import copy
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, TypeVar

from tests.pseudocode.independent_marker import (
    exchanging,
    function_of,
    is_right,
    negated,
)
from tests.pseudocode.notation import printed, style_of

T = TypeVar("T")

ANSWERS: Final[dict[str, str]] = dict(
    re.findall(
        r"^=== (.)\n((?:(?!=== ).*\n)*)",
        (Path(__file__).parent / "python_answers.txt").read_text("utf-8"),
        re.MULTILINE,
    )
)


# Each rewrite changes one part of a tree in place, or returns False.

Rewrite = Callable[[ast.FunctionDef, Random], bool]


def bodies(tree: ast.AST) -> list[list[ast.stmt]]:
    found = []
    for node in ast.walk(tree):
        for name in ("body", "orelse"):
            if getattr(node, name, None) and isinstance(node, ast.stmt):
                found.append(getattr(node, name))
    return found


def variables(tree: ast.FunctionDef) -> list[str]:
    names = [argument.arg for argument in tree.args.args]
    stored = (n for n in ast.walk(tree) if isinstance(n, ast.Name))
    names += [n.id for n in stored if isinstance(n.ctx, ast.Store)]
    return list(dict.fromkeys(names))


def some(nodes: list[T], random: Random) -> T | None:
    return random.choice(nodes) if nodes else None


def every(tree: ast.AST, kind: type[T]) -> list[T]:
    return [node for node in ast.walk(tree) if isinstance(node, kind)]


class Renaming(ast.NodeTransformer):
    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self.new if node.id == self.old else node.id
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.arg = self.new if node.arg == self.old else node.arg
        return node


class Replacing(ast.NodeTransformer):
    def __init__(self, name: str, value: ast.expr) -> None:
        self.name, self.value = name, value

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return copy.deepcopy(self.value) if node.id == self.name else node


def rename(tree: ast.FunctionDef, random: Random) -> bool:
    old = random.choice(variables(tree))
    new = random.choice(["tmp", "count", "val1", "theRow", "m", "aux", "myStack", "w"])
    if new in variables(tree):
        return False
    Renaming(old, new).visit(tree)
    return True


def turn_comparison(tree: ast.FunctionDef, random: Random) -> bool:
    node = some(every(tree, ast.Compare), random)
    if node is None:
        return False
    turned = {ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE}
    node.ops = [turned.get(type(node.ops[0]), type(node.ops[0]))()]
    node.left, node.comparators = node.comparators[0], [node.left]
    return True


def turn_sum(tree: ast.FunctionDef, random: Random) -> bool:
    sums = [n for n in every(tree, ast.BinOp) if not isinstance(n.op, ast.Sub)]
    node = some(sums, random)
    if node is None:
        return False
    node.left, node.right = node.right, node.left
    return True


def else_first(tree: ast.FunctionDef, random: Random) -> bool:
    node = some(every(tree, ast.If), random)
    if node is None:
        return False
    if node.orelse:
        node.test, node.body, node.orelse = negated(node.test), node.orelse, node.body
    else:
        node.test, node.orelse = negated(node.test), node.body
        node.body = [ast.parse("unused = 0").body[0]]
    return True


def with_while(tree: ast.FunctionDef, random: Random) -> bool:
    """Replace a for loop of ``tree`` by a while loop, with a name for the last number.

    Return False if there is none.
    """
    found = [
        (body, k, node)
        for body in bodies(tree)
        for k, node in enumerate(body)
        if isinstance(node, ast.For)
    ]
    if not found:
        return False
    body, k, node = random.choice(found)
    assert isinstance(node.target, ast.Name) and isinstance(node.iter, ast.Call)
    name = node.target.id
    low, high = node.iter.args
    start = ast.Assign([ast.Name(name, ast.Store())], low)
    more = ast.Compare(ast.Name(name, ast.Load()), [ast.LtE()], [high])
    step = ast.parse(f"{name} = {name} + 1").body[0]
    body[k : k + 1] = [start, ast.While(more, [*node.body, step], [])]
    return True


def from_zero(tree: ast.FunctionDef, random: Random) -> bool:
    """Change a for loop of ``tree`` to count from one number less.

    Its variable is replaced by itself plus one. Return False if there is no such loop.
    """
    node = some(every(tree, ast.For), random)
    if node is None or not isinstance(node.target, ast.Name):
        return False
    assert isinstance(node.iter, ast.Call)
    more = ast.BinOp(ast.Name(node.target.id, ast.Load()), ast.Add(), ast.Constant(1))
    node.body = [Replacing(node.target.id, more).visit(one) for one in node.body]
    node.iter.args = [less_one(bound) for bound in node.iter.args]
    return True


def less_one(bound: ast.expr) -> ast.expr:
    if isinstance(bound, ast.Constant) and isinstance(bound.value, int):
        return ast.Constant(bound.value - 1)
    return ast.BinOp(bound, ast.Sub(), ast.Constant(1))


def unroll(tree: ast.FunctionDef, random: Random) -> bool:
    for body in random.sample(found := bodies(tree), len(found)):
        for k, node in enumerate(body):
            if isinstance(node, ast.For) and isinstance(node.target, ast.Name):
                assert isinstance(node.iter, ast.Call)
                bounds = [getattr(one, "value", None) for one in node.iter.args]
                low, high = bounds
                if isinstance(low, int) and isinstance(high, int) and high - low < 4:
                    name = node.target.id
                    body[k : k + 1] = [
                        Replacing(name, ast.Constant(turn)).visit(copy.deepcopy(one))
                        for turn in range(low, high + 1)
                        for one in node.body
                    ]
                    return len(body) < 30
    return False


def by_a_name(tree: ast.FunctionDef, random: Random) -> bool:
    """Give a name to the value of an assignment or a return, in a statement before it.

    Return False if the statement that was drawn has no such value.
    """
    body = random.choice(bodies(tree))
    k = random.randrange(len(body))
    node = body[k]
    if isinstance(node, ast.Assign | ast.Return) and node.value is not None:
        if any(isinstance(n, ast.Name) and n.id in STRUCTURES for n in ast.walk(node)):
            return False
        value, node.value = node.value, ast.Name("held", ast.Load())
    else:
        return False
    body.insert(k, ast.Assign([ast.Name("held", ast.Store())], value))
    return True


def say_more(tree: ast.FunctionDef, random: Random) -> bool:
    """Insert a statement that does not change the result. Return True."""
    body = random.choice(bodies(tree))
    more = random.choice(["steps = 1", "if 1 < 2:\n    steps = 0", "steps = 2 * 3"])
    body.insert(random.randrange(len(body) + 1), ast.parse(more).body[0])
    return True


def other_number(tree: ast.FunctionDef, random: Random) -> bool:
    numbers = [n for n in every(tree, ast.Constant) if type(n.value) is int]
    node = some(numbers, random)
    if node is None or not isinstance(node.value, int):
        return False
    node.value = max(0, node.value + random.choice((-1, 1)))
    return True


def other_sign(tree: ast.FunctionDef, random: Random) -> bool:
    node = some(every(tree, ast.Compare), random)
    if node is None:
        return False
    node.ops = [random.choice((ast.Eq, ast.NotEq, ast.Lt, ast.LtE))()]
    return True


def other_truth(tree: ast.FunctionDef, random: Random) -> bool:
    truths = [n for n in every(tree, ast.Constant) if isinstance(n.value, bool)]
    node = some(truths, random)
    if node is None:
        return False
    node.value = not node.value
    return True


def other_name(tree: ast.FunctionDef, random: Random) -> bool:
    used = [n for n in every(tree, ast.Name) if n.id in variables(tree)]
    node = some(used, random)
    if node is None:
        return False
    node.id = random.choice(variables(tree))
    return True


def forget(tree: ast.FunctionDef, random: Random) -> bool:
    body = random.choice(bodies(tree))
    if len(body) == 1:
        return False
    del body[random.randrange(len(body))]
    return True


def swap(tree: ast.FunctionDef, random: Random) -> bool:
    body = random.choice(bodies(tree))
    if len(body) == 1:
        return False
    k = random.randrange(len(body) - 1)
    body[k : k + 2] = reversed(body[k : k + 2])
    return True


def swap_arguments(tree: ast.FunctionDef, random: Random) -> bool:
    longer = [n for n in every(tree, ast.Call) if len(n.args) > 1]
    node = some(longer, random)
    if node is None:
        return False
    k = random.randrange(len(node.args) - 1)
    node.args[k : k + 2] = reversed(node.args[k : k + 2])
    return True


def without_test(tree: ast.FunctionDef, random: Random) -> bool:
    for body in random.sample(found := bodies(tree), len(found)):
        for k, node in enumerate(body):
            if isinstance(node, ast.If):
                body[k : k + 1] = node.body
                return True
    return False


def return_early(tree: ast.FunctionDef, random: Random) -> bool:
    """Move a return into the loop before it. Return False if there is none."""
    for body in bodies(tree):
        if len(body) > 1 and isinstance(body[-1], ast.Return):
            before = body[-2]
            if isinstance(before, ast.For | ast.While):
                before.body.append(body.pop())
                return True
    return False


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
        if rewrite(changed, random):
            tree = ast.fix_missing_locations(changed)
    right = is_right(task, function_of(tree))
    if task == "8" and right:  # with 24 rows, a test that is missing may not show
        exchanged = is_right(task, function_of(tree, PermuteRows=exchanging))
        right = right if exchanged else None
    return Rewritten(task, printed(tree, style_of(random)), right)


def definition(text: str) -> ast.FunctionDef:
    (tree,) = ast.parse(text).body
    assert isinstance(tree, ast.FunctionDef)
    return tree
