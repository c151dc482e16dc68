"""A marker of answers written in Python that shares no code with the judge.

Python itself runs the answers, on structures that are defined here, and `is_right`
compares the results with the rules of the hand-out.
"""

import ast
import copy
from collections.abc import Callable, Iterator
from functools import cache
from itertools import permutations, product
from random import Random
from types import FunctionType
from typing import Final, Protocol

MOST_TURNS: Final = 3000  # of loops, in one call
MAX_SIZE: Final = 1000  # of a vector that is copied, in elements


class Run(Protocol):
    """An answer that can be called, with the arguments of its task."""

    def __call__(self, *arguments: object) -> object: ...


class Broken(Exception):
    """Raised if an answer does something impossible, such as a POP of an empty stack.

    It is raised, too, if the answer does not end.
    """


class Unclear(Exception):
    """Raised if an answer uses the top or the head of an empty structure.

    A lecture says that this is NULL, other places that it is an error.
    """


def require(condition: bool) -> None:
    if not condition:
        raise Broken


class Vector:
    def __init__(self, length: int, *values: object) -> None:
        self.values: list[object] = list(values)
        self.values += [None] * (length - len(values))

    def _place(self, position: object) -> int:
        require(1 <= number(position) <= len(self.values))
        return number(position) - 1

    def __getitem__(self, position: object) -> object:
        value = self.values[self._place(position)]
        require(value is not None)
        return value

    def __setitem__(self, position: object, value: object) -> None:
        require(value is not None)
        place = self._place(position)
        if value is not self.values[place]:  # storing a vector where it is is no copy
            if isinstance(value, Vector):
                require(size(value) <= MAX_SIZE)  # it may be in itself, in a loop
                value = copy.deepcopy(value)
            self.values[place] = value


def size(value: object) -> int:
    """Return how many elements a vector has, with those of the vectors in it."""
    return 1 + sum(map(size, value.values)) if isinstance(value, Vector) else 1


class Held:
    """The elements of a stack or a queue; what leaves next comes last."""

    def __init__(self, *values: object) -> None:
        self.values = [*values]

    def EMPTY(self) -> bool:
        return not self.values

    def next(self) -> object:
        if not self.values:
            raise Unclear
        return self.values[-1]

    def leave(self) -> object:
        require(bool(self.values))
        return self.values.pop()


class Stack(Held):
    TOP, POP = Held.next, Held.leave

    def PUSH(self, value: object) -> None:
        require(value is not None)
        self.values.append(value)


class Queue(Held):
    HEAD, DEQUEUE = Held.next, Held.leave

    def ENQUEUE(self, value: object) -> None:
        require(value is not None)
        self.values.insert(0, value)


def same(one: object, other: object) -> bool:
    if isinstance(one, Vector) and isinstance(other, Vector):
        pairs = zip(one.values, other.values, strict=False)
        return len(one.values) == len(other.values) and all(same(*p) for p in pairs)
    # What makes two stacks or queues equal is nowhere said.
    require(not (isinstance(one, Held) and isinstance(other, Held)))
    return type(one) is type(other) and one == other


def truth(value: object) -> bool:
    require(isinstance(value, bool))
    return value is True


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
    require(isinstance(puzzle, Vector))
    for k, p in enumerate((x, y, z), 1):
        puzzle[k] = permute_vector(puzzle[k], p)
    return puzzle


def exchanging(puzzle: Vector, x: int, y: int, z: int) -> Vector:
    return permute_rows(puzzle, z, x, y)


def search_stack(stack: Stack, item: object) -> object:
    require(isinstance(stack, Stack))
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
    require(len(puzzle.values) == 4 and [len(row) for row in rows] == [4] * 4)
    return rows


def check_column(puzzle: object, j: int) -> bool:
    require(number(j) in (1, 2, 3, 4))
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
    **{"MakeVector": make_vector, "PermuteVector": permute_vector},
    **{"PermuteRows": permute_rows, "SearchStack": search_stack},
    **{"CheckColumn": check_column, "ColChecks": col_checks},
    **{"CheckGrids": check_grids, "MakeSolution": make_solution},
}


class Runnable(ast.NodeTransformer):
    """Changes the syntax tree of an answer to run it by the rules of pseudocode.

    Comparisons call `same`, conditions must be true or false, operands must be numbers,
    and the turns of loops are counted.
    """

    def visit(self, node: ast.AST) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Compare(left, [ast.Eq()], [right]):
                return called("same", left, right)
            case ast.Compare(left, [ast.NotEq()], [right]):
                return negated(called("same", left, right))
            case ast.Compare(left, _, [right]):
                node.left = called("number", left)
                node.comparators = [called("number", right)]
            case ast.UnaryOp(ast.Not(), operand):
                node.operand = called("truth", operand)
            case ast.BinOp(left, _, right):
                node.left = called("number", left)
                node.right = called("number", right)
            case ast.If(test):
                node.test = called("truth", test)
            case ast.While(test):
                node.test = called("turn", called("truth", test))
        return node


def called(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), [*arguments], [])


def negated(expression: ast.expr) -> ast.UnaryOp:
    return ast.UnaryOp(ast.Not(), expression)


def function_of(tree: ast.FunctionDef, **others: object) -> Run:
    """Return the function that ``tree`` defines, so that it can be called.

    It calls the functions of the reference for other tasks, or *others* by the same
    name. A call raises Broken if the answer breaks a rule or does not end.
    """
    turns = [0]

    def turn(goes_on: bool) -> bool:
        turns[0] += 1
        require(turns[0] <= MOST_TURNS)
        return goes_on

    def span(first: object, last: object) -> Iterator[int]:
        for k in range(number(first), number(last) + 1):
            turn(True)
            yield k

    names: dict[str, object] = {**REFERENCE, "Vector": Vector, "Stack": Stack}
    names |= {"Queue": Queue, "same": same, "truth": truth, "number": number}
    names |= {"turn": turn, "span": span, **others}
    tree = copy.deepcopy(tree)
    Runnable().visit(tree)
    module = ast.Module([tree], [])
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

Rows = tuple[tuple[int, ...], ...]
ROWS: Final = list(permutations((1, 2, 3, 4)))


def vector(values: tuple[int, ...]) -> Vector:
    return Vector(4, *values)


def puzzle_of(rows: Rows) -> Vector:
    return Vector(4, *map(vector, rows))


@cache
def grids() -> list[Rows]:
    """Return solved grids, and others with one cell, two cells or a block changed."""
    random = Random(7)
    made = make_solution(vector((2, 4, 1, 3)))
    base = [tuple(map(number, row)) for row in rows_of(made)]
    found = [tuple(base)]
    for _ in range(400):
        digits = random.sample((1, 2, 3, 4), 4)
        rows = [[digits[cell - 1] for cell in row] for row in base]
        kind = random.randrange(4)
        for _ in range((0, 1, 2, 8)[kind]):
            rows[random.randrange(4)][random.randrange(4)] = random.randint(1, 4)
        if kind == 3:
            random.shuffle(rows)
        found.append(tuple(map(tuple, rows)))
    return found


def is_right(task: str, run: Run) -> bool | None:
    """Return whether ``run`` is a right answer to ``task``, such as "1".

    Return None if that depends on something that the hand-out leaves unclear.
    """
    try:
        return all(RIGHT[task](run))
    except Broken:
        return False
    except Unclear:
        return None


# Each yields whether the answer is right for one call, for many calls.


def right_1(run: Run) -> Iterator[bool]:
    for row in ROWS:
        given = vector(row)
        made = run(given)
        yield rows_of(made) == [[*row]] * 4 and given.values == [*row]
        assert isinstance(made, Vector)
        yield len({id(part) for part in (given, *made.values)}) == 5


def right_2(run: Run) -> Iterator[bool]:
    for row, p in product(ROWS, range(4)):
        made = run(vector(row), p)
        yield isinstance(made, Vector) and made.values == rotated([*row], p)


def right_3(run: Run) -> Iterator[bool]:
    some = [(ROWS[0],) * 4, (ROWS[1], ROWS[7], ROWS[14], ROWS[20])]
    for rows, turns in product(some, product(range(4), repeat=3)):
        pairs = zip(rows, (*turns, 0), strict=True)
        expected = [rotated([*row], p) for row, p in pairs]
        yield rows_of(run(puzzle_of(rows), *turns)) == expected


def right_4(run: Run) -> Iterator[bool]:
    stacks = [some for size in range(5) for some in permutations((1, 2, 3, 4), size)]
    for held, item in product(stacks, range(1, 6)):
        made = run(Stack(*held), item)
        if item not in held:
            yield made is False
        else:
            left = sorted(str(one) for one in held if one != item)
            yield isinstance(made, Stack) and sorted(map(str, made.values)) == left


def right_5(run: Run) -> Iterator[bool]:
    for rows, j in product(grids(), (1, 2, 3, 4)):
        yield run(puzzle_of(rows), j) is check_column(puzzle_of(rows), j)


def right_6(run: Run) -> Iterator[bool]:
    for rows in grids():
        yield run(puzzle_of(rows)) is check_grids(puzzle_of(rows))


def right_8(run: Run) -> Iterator[bool]:
    for row in ROWS:
        made = run(vector(row))
        rows = rows_of(made)
        yield col_checks(made) and check_grids(made) and rows[3] == [*row]
        yield all(one in [rotated([*row], p) for p in range(4)] for one in rows)


RIGHT: Final[dict[str, Callable[[Run], Iterator[bool]]]] = {
    **{"1": right_1, "2": right_2, "3": right_3, "4": right_4},
    **{"5": right_5, "6": right_6, "8": right_8},
}
