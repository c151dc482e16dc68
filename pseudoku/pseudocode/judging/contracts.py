"""What each task of the hand-out asks for, tried out on a student's function.

Results count, not the way there. What the hand-out asks of the way (a queue, a call of
SearchStack) is noted and costs nothing here: that is for a person to weigh.
"""

from collections.abc import Callable, Sequence
from itertools import permutations, product

from adt.stack import ArrayStack
from adt.vector import ArrayVector
from pseudoku.pseudocode.judging.trial import (
    Trial,
    Wrong,
    numbers_in,
    puzzle,
    row,
    stack,
)
from pseudoku.pseudocode.reading.parser import parse
from pseudoku.pseudocode.reading.source import LimitReached, RunError
from pseudoku.pseudocode.running.values import NOTHING, Value, elements, equal, show

ROWS = list(permutations((1, 2, 3, 4)))
TRIPLES = list(product(range(4), repeat=3))
SOLVED = ((1, 2, 3, 4), (3, 4, 1, 2), (2, 1, 4, 3), (4, 3, 2, 1))
CORNERS = [(top, left) for top in (0, 2) for left in (0, 2)]

Numbers = Sequence[int]
Grid = list[list[int]]


def rotated(numbers: Numbers, places: int) -> list[int]:
    return [*numbers[places:], *numbers[:places]]


def make_vector(trial: Trial) -> None:
    for numbers in (*ROWS, (5, 6, 6, 9)):
        result = trial.call(lambda: [row(numbers)])
        trial.expect(result, puzzle([numbers] * 4))
        trial.unchanged("row")
        assert isinstance(result, ArrayVector)
        for k in range(1, 5):
            independent(trial, result, k)


def independent(trial: Trial, result: ArrayVector[Value], k: int) -> None:
    """Wrong if storing into element ``k`` is seen anywhere else."""
    element, given = result[k], trial.arguments[0]
    before = [show(given), *(show(result[n]) for n in range(1, 5) if n != k)]
    assert isinstance(element, ArrayVector)
    kept, element[k] = element[k], 0
    after = [show(given), *(show(result[n]) for n in range(1, 5) if n != k)]
    if after[0] != before[0]:
        trial.wrong(f"shares row with element {k}", "a vector of its own")
    if after != before:
        trial.wrong(f"shares element {k} with another", "vectors of their own")
    element[k] = kept


def permute_vector(trial: Trial) -> None:
    anew = False
    for numbers, p in product((*ROWS, (5, 6, 6, 9)), range(4)):
        result = trial.call(lambda: [row(numbers), p])
        trial.expect(result, row(rotated(numbers, p)))
        anew = anew or result is not trial.arguments[0]
    if anew:
        trial.note("returns another vector; the hand-out overwrites row")
    if not turns_on(trial):
        trial.note("for p = 5, which the hand-out rules out, p = 1 would be natural")


def turns_on(trial: Trial) -> bool:
    """Whether five places to the left are one; nothing that the hand-out asks for."""
    try:
        result = trial.call(lambda: [row((2, 4, 1, 3)), 5])
    except RunError:
        return False
    return equal(result, row((4, 1, 3, 2)))


def permute_rows(trial: Trial) -> None:
    different = ((1, 2, 3, 4), (2, 4, 1, 3), (4, 3, 1, 2), (3, 2, 4, 1))
    for rows, triple in product((((2, 4, 1, 3),) * 4, different), TRIPLES):
        result = trial.call(lambda: [puzzle(rows), *triple])
        trial.expect(result, puzzle(map(rotated, rows, (*triple, 0))))


def search_stack(trial: Trial) -> None:
    stacks = [top for size in range(5) for top in permutations((1, 2, 3, 4), size)]
    for top_first, item in product(stacks, range(1, 6)):
        result = trial.call(lambda: [stack(top_first), item])
        if item not in top_first:
            trial.expect(result, False)
            continue
        left = [number for number in top_first if number != item]
        held = elements(result) if isinstance(result, ArrayStack) else [False]
        if sorted(map(show, held)) != sorted(map(str, left)):
            trial.wrong(f"gives {show(result)}", f"{show(stack(left))} in any order")


def check_column(trial: Trial) -> None:
    for column, j in product(product((1, 2, 3, 4), repeat=4), range(4)):
        good = set(column) == {1, 2, 3, 4}
        rows = grid_with_column(column, j, good)
        result = trial.call(lambda: [puzzle(rows), j + trial.base])
        trial.expect(result, good)
        trial.unchanged("puzzle")


def grid_with_column(column: Numbers, j: int, good: bool) -> Grid:
    """A grid with ``column``: its row j and its other columns say the opposite."""
    if good:
        rows = [[number] * 4 for number in (1, 1, 2, 2)]
    else:
        start = next(k for k, row in enumerate(SOLVED) if row[j] == column[j])
        rows = [list(SOLVED[(k + start - j) % 4]) for k in range(4)]
    for k in range(4):
        rows[k][j] = column[k]
    return rows


def check_grids(trial: Trial) -> None:
    for block, (top, left) in product(product((1, 2, 3, 4), repeat=4), CORNERS):
        rows = [list(row) for row in SOLVED]
        for k, number in enumerate(block):
            rows[top + k // 2][left + k % 2] = number
        result = trial.call(lambda: [puzzle(rows)])
        trial.expect(result, set(block) == {1, 2, 3, 4})
        trial.unchanged("puzzle")


# PermuteRows with the parts of x, y and z exchanged: who searches finds a solution all
# the same, who has written down the right triple does not.
EXCHANGED = parse(
    """
    function PermuteRows(puzzle, x, y, z)
        puzzle[1] ← PermuteVector(puzzle[1], z)
        puzzle[2] ← PermuteVector(puzzle[2], x)
        puzzle[3] ← PermuteVector(puzzle[3], y)
        return puzzle
    end function
    """,
    "reference",
)


def make_solution(trial: Trial) -> None:
    later = False
    for numbers in ROWS:
        first = solutions(numbers)[0]
        later = is_solution(trial, numbers) != first or later
    without_solution(trial)
    happened = trial.watched(row((2, 4, 1, 3)))
    if happened["MakeVector"] == 1 < happened["PermuteRows"]:
        trial.note("MakeVector stands outside the loops: the rotations add up")
    elif later:
        trial.note("finds another solution than the first one, (1, 3, 2)")
    trial.quick.load(EXCHANGED.checked(), EXCHANGED.source)
    try:
        is_solution(trial, (2, 4, 1, 3))
    except Wrong as error:
        reason = f"{error} (when PermuteRows exchanges x, y and z)"
        raise Wrong(f"the rotations are written down, not searched: {reason}") from None


def without_solution(trial: Trial) -> None:
    """Wrong if there is a puzzle for a row that has none; all else is noted."""
    where = "for (1, 1, 2, 2), which no rotation solves"
    try:
        result = trial.call(lambda: [row((1, 1, 2, 2))])
    except LimitReached:
        trial.note(f"never ends {where}")
        return
    if numbers_in(result) is not None:
        trial.wrong(f"gives {show(result)}", "FALSE, as no rotation is a solution")
    if result not in (False, None, NOTHING):
        trial.note(f"gives {show(result)} {where}; FALSE would be natural")


def is_solution(trial: Trial, numbers: Numbers) -> Grid:
    """The solution that the function gives for ``numbers``; Wrong if it is none."""
    result = trial.call(lambda: [row(numbers)])
    for solution in solutions(numbers):
        if numbers_in(result) == solution:
            return solution
    return trial.wrong(f"gives {show(result)}", show(puzzle(solutions(numbers)[0])))


def solutions(numbers: Numbers) -> list[Grid]:
    """The puzzles that rotations of ``numbers`` make and that meet every condition."""
    triples = ((1, 3, 2), (3, 1, 2))
    return [[rotated(numbers, k) for k in (*triple, 0)] for triple in triples]


def way(trial: Trial, task: str) -> None:
    """Note what the hand-out asks of the way, where the function goes another."""
    if task == "2":
        trial.requires(trial.watched(row((2, 4, 1, 3)), 2), ["ENQUEUE"])
    elif task == "3":
        happened = trial.watched(puzzle(SOLVED), 1, 2, 3)
        trial.requires(happened, ["PermuteVector"])
    elif task == "5":
        happened = trial.watched(puzzle(SOLVED), 1 + trial.base)
        trial.requires(happened, ["SearchStack"])
    elif task == "6":
        trial.requires(trial.watched(puzzle(SOLVED)), ["SearchStack"])
    elif task == "8":
        wanted = ["MakeVector", "PermuteRows", "CheckGrids", "ColChecks"]
        trial.requires(trial.watched(row((2, 4, 1, 3))), wanted)


CONTRACTS: dict[str, Callable[[Trial], None]] = {
    "1": make_vector,
    "2": permute_vector,
    "3": permute_rows,
    "4": search_stack,
    "5": check_column,
    "6": check_grids,
    "8": make_solution,
}
