"""Rewritten answers, and an interpreter and a marker of them that share no code.

The answers are written in a few statements of Python, which a printer turns into the
module's notation. Python itself runs them, on structures that are defined here, and
`is_right` compares the results with the rules of the hand-out. So the verdict on a
rewritten answer does not depend on the program that is tested.
"""

import ast
import copy
from collections.abc import Callable, Iterator
from functools import cache
from itertools import permutations, product
from random import Random
from types import FunctionType
from typing import Final, NamedTuple, Protocol, TypeVar

T = TypeVar("T")

ANSWERS: Final = {
    "1": """
def MakeVector(row):
    puzzle = Vector(4)
    for i in span(1, 4):
        puzzle[i] = row
    return puzzle
""",
    "2": """
def PermuteVector(row, p):
    if p == 0:
        return row
    q = Queue()
    for i in span(1, 4):
        q.ENQUEUE(row[i])
    for i in span(1, p):
        q.ENQUEUE(q.HEAD())
        q.DEQUEUE()
    for i in span(1, 4):
        row[i] = q.HEAD()
        q.DEQUEUE()
    return row
""",
    "3": """
def PermuteRows(puzzle, x, y, z):
    puzzle[1] = PermuteVector(puzzle[1], x)
    puzzle[2] = PermuteVector(puzzle[2], y)
    puzzle[3] = PermuteVector(puzzle[3], z)
    return puzzle
""",
    "4": """
def SearchStack(stack, item):
    other = Stack()
    while not stack.EMPTY():
        if stack.TOP() == item:
            stack.POP()
            while not other.EMPTY():
                stack.PUSH(other.TOP())
                other.POP()
            return stack
        other.PUSH(stack.TOP())
        stack.POP()
    while not other.EMPTY():
        stack.PUSH(other.TOP())
        other.POP()
    return False
""",
    "5": """
def CheckColumn(puzzle, j):
    numbers = Stack()
    for k in span(1, 4):
        numbers.PUSH(k)
    for k in span(1, 4):
        value = puzzle[k][j]
        if SearchStack(numbers, value) == False:
            return False
    return True
""",
    "6": """
def CheckGrids(puzzle):
    for a in span(0, 1):
        for b in span(0, 1):
            numbers = Stack()
            for k in span(1, 4):
                numbers.PUSH(k)
            for i in span(1, 2):
                for j in span(1, 2):
                    value = puzzle[2 * a + i][2 * b + j]
                    if SearchStack(numbers, value) == False:
                        return False
    return True
""",
    "8": """
def MakeSolution(row):
    for x in span(0, 3):
        for y in span(0, 3):
            for z in span(0, 3):
                puzzle = MakeVector(row)
                puzzle = PermuteRows(puzzle, x, y, z)
                if ColChecks(puzzle) == True:
                    if CheckGrids(puzzle) == True:
                        return puzzle
    return False
""",
}
MOST_TURNS: Final = 3000  # of loops, in one call


class Run(Protocol):
    """An answer that can be called."""

    def __call__(self, *arguments: object) -> object: ...


class Broken(Exception):
    """The answer breaks, or does not end."""


class Unclear(Exception):
    """It uses the top or head of nothing: NULL says a lecture, an error say others."""


class Vector:
    def __init__(self, length: int, *values: object) -> None:
        self.values: list[object] = list(values)
        self.values += [None] * (length - len(values))

    def _place(self, position: object) -> int:
        if type(position) is not int or not 1 <= position <= len(self.values):
            raise Broken
        return position - 1

    def __getitem__(self, position: object) -> object:
        value = self.values[self._place(position)]
        if value is None:
            raise Broken
        return value

    def __setitem__(self, position: object, value: object) -> None:
        if value is None:
            raise Broken
        place = self._place(position)
        if value is not self.values[place]:  # storing a vector where it is is no copy
            self.values[place] = (
                copy.deepcopy(value) if isinstance(value, Vector) else value
            )


class Stack:
    def __init__(self, *values: object) -> None:
        self.values = [*values]  # the top or the head comes last

    def EMPTY(self) -> bool:
        return not self.values

    def PUSH(self, value: object) -> None:
        if value is None:
            raise Broken
        self.values.append(value)

    def TOP(self) -> object:
        if not self.values:
            raise Unclear
        return self.values[-1]

    def POP(self) -> object:
        if not self.values:
            raise Broken
        return self.values.pop()


class Queue:
    def __init__(self) -> None:
        self.values: list[object] = []

    def EMPTY(self) -> bool:
        return not self.values

    def ENQUEUE(self, value: object) -> None:
        if value is None:
            raise Broken
        self.values.insert(0, value)

    def HEAD(self) -> object:
        if not self.values:
            raise Unclear
        return self.values[-1]

    def DEQUEUE(self) -> object:
        if not self.values:
            raise Broken
        return self.values.pop()


def same(one: object, other: object) -> bool:
    if isinstance(one, Vector) and isinstance(other, Vector):
        pairs = zip(one.values, other.values, strict=False)
        return len(one.values) == len(other.values) and all(same(*p) for p in pairs)
    if isinstance(one, Stack | Queue) and isinstance(other, Stack | Queue):
        raise Broken  # what makes two of them equal is nowhere said
    return type(one) is type(other) and one == other


def truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise Broken
    return value


def number(value: object) -> int:
    if type(value) is not int:
        raise Broken
    return value


# The reference, in Python.


def rotated(values: list[object], places: int) -> list[object]:
    return values[places:] + values[:places]


def make_vector(row: Vector) -> Vector:
    made = Vector(4)
    for k in range(1, 5):
        made[k] = row
    return made


def permute_vector(row: object, p: int) -> Vector:
    if not isinstance(row, Vector) or len(row.values) != 4:
        raise Broken
    row.values[:] = rotated(row.values, max(0, number(p)) % 4)
    return row


def permute_rows(puzzle: Vector, x: int, y: int, z: int) -> Vector:
    if not isinstance(puzzle, Vector):
        raise Broken
    for k, p in enumerate((x, y, z), 1):
        row = puzzle[k]
        assert isinstance(row, Vector)
        puzzle[k] = permute_vector(row, p)
    return puzzle


def exchanging(puzzle: Vector, x: int, y: int, z: int) -> Vector:
    return permute_rows(puzzle, z, x, y)


def search_stack(stack: Stack, item: object) -> object:
    if not isinstance(stack, Stack):
        raise Broken
    for k in reversed(range(len(stack.values))):
        if same(stack.values[k], item):
            del stack.values[k]
            return stack
    return False


def is_whole(values: list[object]) -> bool:
    return sorted(map(str, values)) == ["1", "2", "3", "4"]


def rows_of(puzzle: object) -> list[list[object]]:
    if not isinstance(puzzle, Vector):
        raise Broken
    rows = [row.values for row in puzzle.values if isinstance(row, Vector)]
    if len(puzzle.values) != 4 or [len(row) for row in rows] != [4] * 4:
        raise Broken
    return rows


def check_column(puzzle: object, j: int) -> bool:
    if number(j) not in (1, 2, 3, 4):
        raise Broken
    return is_whole([row[j - 1] for row in rows_of(puzzle)])


def col_checks(puzzle: object) -> bool:
    return all(check_column(puzzle, j) for j in (1, 2, 3, 4))


def check_grids(puzzle: object) -> bool:
    rows = rows_of(puzzle)
    return all(
        is_whole([rows[a + i][b + j] for i in (0, 1) for j in (0, 1)])
        for a in (0, 2)
        for b in (0, 2)
    )


def make_solution(row: Vector) -> object:
    for x, y, z in product(range(4), repeat=3):
        puzzle = permute_rows(make_vector(row), x, y, z)
        if col_checks(puzzle) and check_grids(puzzle):
            return puzzle
    return False


REFERENCE: Final[dict[str, object]] = {
    "MakeVector": make_vector,
    "PermuteVector": permute_vector,
    "PermuteRows": permute_rows,
    "SearchStack": search_stack,
    "CheckColumn": check_column,
    "ColChecks": col_checks,
    "CheckGrids": check_grids,
    "MakeSolution": make_solution,
}


class Runnable(ast.NodeTransformer):
    """Comparisons by `same`, true or false conditions, and loops that are counted."""

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        (operator,) = node.ops
        pair = [node.left, node.comparators[0]]
        if isinstance(operator, ast.Eq | ast.NotEq):
            call: ast.expr = called("same", *pair)
            return negated(call) if isinstance(operator, ast.NotEq) else call
        node.left, node.comparators = (
            called("number", pair[0]),
            [called("number", pair[1])],
        )
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not):
            node.operand = called("truth", node.operand)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        node.left, node.right = (
            called("number", node.left),
            called("number", node.right),
        )
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        self.generic_visit(node)
        node.test = called("truth", node.test)
        return node

    def visit_While(self, node: ast.While) -> ast.AST:
        self.generic_visit(node)
        node.test = called("turn", called("truth", node.test))
        return node


def called(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), [*arguments], [])


def negated(expression: ast.expr) -> ast.UnaryOp:
    return ast.UnaryOp(ast.Not(), expression)


def function_of(tree: ast.FunctionDef, **others: object) -> Run:
    """The function that ``tree`` defines, with *others* in place of the reference's.

    It may raise Broken.
    """
    turns = [0]

    def turn(goes_on: bool) -> bool:
        turns[0] += 1
        if turns[0] > MOST_TURNS:
            raise Broken
        return goes_on

    def span(first: object, last: object) -> Iterator[int]:
        for k in range(number(first), number(last) + 1):
            turn(True)
            yield k

    names: dict[str, object] = {**REFERENCE, "Vector": Vector, "Stack": Stack}
    names |= {"Queue": Queue, "same": same, "truth": truth, "number": number}
    names |= {"turn": turn, "span": span, **others}
    module = ast.Module([Runnable().visit(copy.deepcopy(tree))], [])
    for node in ast.walk(module):  # a rewrite may take the only statement of a loop
        if isinstance(node, (ast.For, ast.While, ast.If)) and not node.body:
            node.body.append(ast.Pass())
    exec(compile(ast.fix_missing_locations(module), "answer", "exec"), names)
    made = names[tree.name]
    assert isinstance(made, FunctionType)

    def run(*arguments: object) -> object:
        turns[0] = 0
        try:
            return made(*arguments)
        except (NameError, TypeError, AttributeError, AssertionError) as error:
            raise Broken from error

    return run


# What is right, by the hand-out.


def vector(values: "tuple[int, ...]") -> Vector:
    return Vector(4, *values)


def puzzle_of(rows: "tuple[tuple[int, ...], ...]") -> Vector:
    return Vector(4, *map(vector, rows))


ROWS: Final = list(permutations((1, 2, 3, 4)))


@cache
def grids() -> "list[tuple[tuple[int, ...], ...]]":
    """Grids, good and bad: solved ones with one cell, two cells or a block changed."""
    random = Random(7)
    made = make_solution(vector((2, 4, 1, 3)))
    base = [tuple(map(number, row)) for row in rows_of(made)]
    found = [tuple(base)]
    for _ in range(400):
        rows = [[*row] for row in base]
        digits = random.sample((1, 2, 3, 4), 4)
        rows = [[digits[cell - 1] for cell in row] for row in rows]
        kind = random.randrange(4)
        for _ in range((0, 1, 2, 8)[kind]):
            rows[random.randrange(4)][random.randrange(4)] = random.randint(1, 4)
        if kind == 3:
            random.shuffle(rows)
        found.append(tuple(map(tuple, rows)))
    return found


def is_right(task: str, run: Run) -> bool | None:
    """Return whether ``run`` is right; None if that depends on what is unclear."""
    try:
        return RIGHT[task](run)
    except Broken:
        return False
    except Unclear:
        return None


def right_1(run: Run) -> bool:
    for row in ROWS:
        given = vector(row)
        made = run(given)
        if rows_of(made) != [[*row]] * 4 or given.values != [*row]:
            return False
        assert isinstance(made, Vector)
        parts = [id(part) for part in made.values]
        if len({*parts, id(given)}) < 5:
            return False
    return True


def right_2(run: Run) -> bool:
    for row, p in product(ROWS, range(4)):
        made = run(vector(row), p)
        if not isinstance(made, Vector) or made.values != rotated([*row], p):
            return False
    return True


def right_3(run: Run) -> bool:
    some = [(ROWS[0],) * 4, (ROWS[1], ROWS[7], ROWS[14], ROWS[20])]
    for rows, turns in product(some, product(range(4), repeat=3)):
        expected = [
            rotated([*row], p) for row, p in zip(rows, (*turns, 0), strict=True)
        ]
        if rows_of(run(puzzle_of(rows), *turns)) != expected:
            return False
    return True


def right_4(run: Run) -> bool:
    stacks = [some for size in range(5) for some in permutations((1, 2, 3, 4), size)]
    for held, item in product(stacks, range(1, 6)):
        made = run(Stack(*held), item)
        left = [one for one in held if one != item]
        if item not in held:
            if made is not False:
                return False
        elif not isinstance(made, Stack) or sorted(map(str, made.values)) != sorted(
            map(str, left)
        ):
            return False
    return True


def right_5(run: Run) -> bool:
    for rows, j in product(grids(), (1, 2, 3, 4)):
        if run(puzzle_of(rows), j) is not check_column(puzzle_of(rows), j):
            return False
    return True


def right_6(run: Run) -> bool:
    return all(run(puzzle_of(rows)) is check_grids(puzzle_of(rows)) for rows in grids())


def right_8(run: Run) -> bool:
    for row in ROWS:
        made = run(vector(row))
        rows = rows_of(made)
        if not (col_checks(made) and check_grids(made)) or rows[3] != [*row]:
            return False
        if any(one not in [rotated([*row], p) for p in range(4)] for one in rows):
            return False
    return True


RIGHT: Final[dict[str, Callable[[Run], bool]]] = {
    **{"1": right_1, "2": right_2, "3": right_3, "4": right_4},
    **{"5": right_5, "6": right_6, "8": right_8},
}


# The rewrites. Each changes one part of a tree in place, or returns False.

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
    """A loop that counts by itself, with its own name for the last number."""
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
    """A loop from one number less, with one more wherever its variable is used."""
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
    """The value of an assignment, a return or an operation gets a name first."""
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
    """A statement that changes nothing."""
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
    """A return moves into the loop before it."""
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
    """An answer that has been rewritten a few times, and whether it is right."""
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


# The printer.

SIGNS: Final[dict[type[ast.AST], str]] = {
    **{ast.Add: "+", ast.Sub: "−", ast.Mult: "×", ast.Eq: "=", ast.NotEq: "≠"},
    **{ast.Lt: "<", ast.LtE: "≤", ast.Gt: ">", ast.GtE: "≥"},
}


class Style(NamedTuple):
    """How an answer is written: signs and words, and what is left out."""

    arrow: str = "←"
    true: str = "TRUE"
    then: str = " then"
    do: str = " do"
    indent: str = "  "
    comment: str = ""
    numbered: bool = False
    upper: bool = False


def style_of(random: Random) -> Style:
    return Style(
        arrow=random.choice(("←", "<-", ":=", "<--", "=")),
        true=random.choice(("TRUE", "true", "True")),
        then=random.choice((" then", " then", " do", "")),
        do=random.choice((" do", " do", "")),
        indent=random.choice(("  ", "    ", "\t")),
        comment=random.choice(("", "", " // next", " # next")),
        numbered=random.random() < 0.2,
        upper=random.random() < 0.3,
    )


def printed(tree: ast.FunctionDef, style: Style = Style()) -> str:
    lines = [*block(tree, style, 0)]
    if style.comment:
        lines[1] += style.comment
    if style.numbered:
        lines = [f"{k}: {line}" for k, line in enumerate(lines, 1)]
    return "\n".join(lines) + "\n"


def block(node: ast.stmt, style: Style, depth: int) -> Iterator[str]:
    start = style.indent * depth

    def inner(body: list[ast.stmt]) -> Iterator[str]:
        for one in body:
            yield from block(one, style, depth + 1)

    match node:
        case ast.FunctionDef(name=name, body=body, args=arguments):
            named = name.upper() if style.upper else name
            yield f"function {named}({', '.join(a.arg for a in arguments.args)})"
            yield from inner(body)
            yield "end function"
        case ast.For(target=ast.Name(id=name), iter=ast.Call(args=[low, high])):
            bounds = f"{shown(low, style)} ≤ {name} ≤ {shown(high, style)}"
            yield f"{start}for {bounds}{style.do}"
            yield from inner(node.body)
            yield f"{start}end for"
        case ast.While(test=test):
            yield f"{start}while {shown(test, style)}{style.do}"
            yield from inner(node.body)
            yield f"{start}end while"
        case ast.If(test=test, orelse=otherwise):
            yield f"{start}if {shown(test, style)}{style.then}"
            yield from inner(node.body)
            if otherwise:
                yield f"{start}else"
                yield from inner(otherwise)
            yield f"{start}end if"
        case ast.Return(value=ast.expr() as value):
            yield f"{start}return {shown(value, style)}"
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.Call(func=ast.Name(id="Vector"), args=[size]),
        ):
            yield f"{start}new Vector {name}({shown(size, style)})"
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.Call(func=ast.Name(id=("Stack" | "Queue") as kind)),
        ):
            yield f"{start}new {kind} {name}"
        case ast.Assign(targets=[target], value=value):
            yield f"{start}{shown(target, style)} {style.arrow} {shown(value, style)}"
        case ast.Expr(value=value):
            yield start + shown(value, style)
        case _:
            raise ValueError(ast.dump(node))


def shown(node: ast.expr, style: Style, inside: bool = False) -> str:
    match node:
        case ast.Constant(value=bool() as value):
            return style.true if value else cased("FALSE", style.true)
        case ast.Constant(value=value):
            return str(value)
        case ast.Name(id=name):
            return name
        case ast.Subscript(value=value, slice=position):
            return f"{shown(value, style)}[{shown(position, style)}]"
        case ast.Call(func=ast.Attribute(value=owner, attr=operation), args=given):
            parts = [shown(one, style) for one in (*given, owner)]
            return f"{operation}[{', '.join(parts)}]"
        case ast.Call(func=ast.Name(id=name), args=given):
            named = name.upper() if style.upper else name
            return f"{named}({', '.join(shown(one, style) for one in given)})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return f"¬{shown(operand, style, True)}"
        case ast.BinOp(left=left, op=operator, right=right):
            text = f"{shown(left, style, True)} {SIGNS[type(operator)]} "
            text += shown(right, style, True)
            return f"({text})" if inside else text
        case ast.Compare(left=left, ops=[sign], comparators=[right]):
            text = f"{shown(left, style)} {SIGNS[type(sign)]} {shown(right, style)}"
            return f"({text})" if inside else text
    raise ValueError(ast.dump(node))


def cased(word: str, like: str) -> str:
    return word if like.isupper() else word.lower() if like.islower() else word.title()
