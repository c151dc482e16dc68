"""What each task of the hand-out asks for, tried out on a student's function.

Results count, not the way there. What the hand-out asks of the way (a queue, a call of
SearchStack) is noted and costs nothing here: that is for a person to weigh.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product

from adt.stack import ArrayStack
from adt.vector import ArrayVector
from pseudoku.pseudocode.parser import parse
from pseudoku.pseudocode.source import RunError
from pseudoku.pseudocode.trial import Trial, Wrong, numbers_in, puzzle, row, stack
from pseudoku.pseudocode.values import NOTHING, Value, elements, show

ROWS = list(permutations((1, 2, 3, 4)))
TRIPLES = list(product(range(4), repeat=3))
SOLVED = ((1, 2, 3, 4), (3, 4, 1, 2), (2, 1, 4, 3), (4, 3, 2, 1))
BLOCKS = [(top, left) for top in (0, 2) for left in (0, 2)]

Numbers = Sequence[int]
Grid = list[list[int]]


def rotated(numbers: Numbers, places: int) -> list[int]:
    return [*numbers[places:], *numbers[:places]]


def make_vector(trial: Trial) -> None:
    for numbers in (*ROWS, (5, 6, 6, 9)):
        given = row(numbers)
        result = trial.call(given)
        trial.expect(result, puzzle([numbers] * 4))
        trial.unchanged(given, row(numbers), "row")
        assert isinstance(result, ArrayVector)
        for k in range(1, 5):
            independent(trial, given, result, k)


def independent(
    trial: Trial, given: ArrayVector[Value], result: ArrayVector[Value], k: int
) -> None:
    """Wrong if storing into element ``k`` is seen anywhere else."""
    element, before = result[k], show(given)
    others = [show(result[n]) for n in range(1, 5) if n != k]
    assert isinstance(element, ArrayVector)
    kept, element[k] = element[k], 0
    after = [show(result[n]) for n in range(1, 5) if n != k]
    if show(given) != before:
        trial.wrong(f"shares row with element {k}", "a vector of its own")
    if after != others:
        trial.wrong(f"shares element {k} with another", "vectors of their own")
    element[k] = kept


def permute_vector(trial: Trial) -> None:
    anew = False
    for numbers, p in product((*ROWS, (5, 6, 6, 9)), range(4)):
        given = row(numbers)
        result = trial.call(given, p)
        trial.expect(result, row(rotated(numbers, p)))
        anew = anew or result is not given
    if anew:
        trial.note("returns another vector; the hand-out overwrites row")

    if not turns_on(trial):
        trial.note("for p = 5, which the hand-out rules out, p = 1 would be natural")


def turns_on(trial: Trial) -> bool:
    """Whether five places to the left are one; nothing that the hand-out asks for."""
    try:
        return show(trial.call(row((2, 4, 1, 3)), 5)) == show(row((4, 1, 3, 2)))
    except RunError:
        return False


def permute_rows(trial: Trial) -> None:
    different = ((1, 2, 3, 4), (2, 4, 1, 3), (4, 3, 1, 2), (3, 2, 4, 1))
    for rows, triple in product((((2, 4, 1, 3),) * 4, different), TRIPLES):
        result = trial.call(puzzle(rows), *triple)
        places = (*triple, 0)
        trial.expect(result, puzzle(map(rotated, rows, places)))


def search_stack(trial: Trial) -> None:
    stacks = [top for size in range(5) for top in permutations((1, 2, 3, 4), size)]
    for top_first, item in product(stacks, range(1, 6)):
        result = trial.call(stack(top_first), item)
        if item not in top_first:
            trial.expect(result, False)
            continue
        left = [number for number in top_first if number != item]
        if not isinstance(result, ArrayStack):
            trial.wrong(f"gives {show(result)}", f"{show(stack(left))} in any order")
        if sorted(map(show, elements(result))) != sorted(map(str, left)):
            trial.wrong(f"gives {show(result)}", f"{show(stack(left))} in any order")


def check_column(trial: Trial) -> None:
    for column, j in product(product((1, 2, 3, 4), repeat=4), range(4)):
        good = set(column) == {1, 2, 3, 4}
        for rows in grids_with_column(column, j, good):
            given = puzzle(rows)
            trial.expect(trial.call(given, j + trial.base), good)
            trial.unchanged(given, puzzle(rows), "puzzle")


def grids_with_column(column: Numbers, j: int, good: bool) -> Iterator[Grid]:
    """A grid with ``column``: all the rest of it says the opposite."""
    if good:
        rows = [[number] * 4 for number in (1, 1, 2, 2)]
    else:
        start = SOLVED.index(next(one for one in SOLVED if one[j] == column[j]))
        rows = [list(SOLVED[(k + start - j) % 4]) for k in range(4)]
    for k in range(4):
        rows[k][j] = column[k]
    yield rows


def check_grids(trial: Trial) -> None:
    for block, (top, left) in product(product((1, 2, 3, 4), repeat=4), BLOCKS):
        rows = [list(one) for one in SOLVED]
        for k, number in enumerate(block):
            rows[top + k // 2][left + k % 2] = number
        given = puzzle(rows)
        trial.expect(trial.call(given), set(block) == {1, 2, 3, 4})
        trial.unchanged(given, puzzle(rows), "puzzle")


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
    result = trial.call(row((1, 1, 2, 2)))
    if result not in (False, None, NOTHING):
        trial.wrong(f"gives {show(result)}", "FALSE, as no rotation is a solution")
    happened = trial.watched(row((2, 4, 1, 3)))
    if happened.count("MakeVector") == 1 < happened.count("PermuteRows"):
        trial.note("MakeVector stands outside the loops: the rotations add up")
    elif later:
        trial.note("finds another solution than the first one, (1, 3, 2)")
    trial.quick.load(EXCHANGED.checked(), EXCHANGED.source)
    try:
        is_solution(trial, (2, 4, 1, 3))
    except Wrong as error:
        found = f"{error} (when PermuteRows exchanges x, y and z)"
        raise Wrong(f"the rotations are written down, not searched: {found}") from None


def is_solution(trial: Trial, numbers: Numbers) -> Grid:
    """The solution that the function gives for ``numbers``; Wrong if it is none."""
    result = trial.call(row(numbers))
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
