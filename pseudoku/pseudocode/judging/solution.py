"""Test MakeSolution: its results, its search, and whether it follows the checks."""

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import TypeAlias

from pseudoku.pseudocode.judging.trial import (
    EXAMPLE,
    ROWS,
    TRIPLES,
    Act,
    Numbers,
    Trial,
    Wrong,
    elements_of,
    puzzle,
    rotate,
    rotated,
    row,
)
from pseudoku.pseudocode.reading.source import LimitReached, RunError
from pseudoku.pseudocode.running.machine import Frame
from pseudoku.pseudocode.running.values import NOTHING, Missing, Value, equal, show

Triple: TypeAlias = tuple[int, ...]

ORDERS: list[Triple] = list(permutations((1, 2, 3)))
SOLUTIONS = ((1, 3, 2), (3, 1, 2))  # in the order in which the reference finds them
GRIDS = {(x, (x + 2) % 4, 2) for x in range(4)}  # what CheckGrids accepts
FEWEST = 32  # rotations that a search tries if they add up; usually it tries 35


class Checks:
    """Checks that accept some rotations of ``numbers``, and see which are tried.

    PermuteRows takes x, y and z in the given ``order``, and adds ``more`` to numbers
    that are smaller than that.
    """

    def __init__(
        self,
        numbers: Numbers,
        grids: Iterable[Triple] = GRIDS,
        columns: Iterable[Triple] = ORDERS,
        order: Triple = (1, 2, 3),
        more: int = 0,
    ) -> None:
        self.turned = [rotated([one + more for one in numbers], k) for k in range(4)]
        self.grids, self.columns = set(grids), set(columns)
        self.order, self.more = order, more
        self.made: set[Triple] = set()  # by PermuteRows
        self.tried: set[Triple] = set()  # by a check
        self.adds_up = False

    def acts(self) -> dict[str, Act]:
        columns = dict.fromkeys(("CheckColumn", "ColChecks"), self.check_columns)
        return {
            "PermuteRows": self.permute_rows,
            "CheckGrids": lambda frame: self.rotation(frame[0]) in self.grids,
            **columns,
        }

    def check_columns(self, frame: Frame) -> Value:
        return self.rotation(frame[0]) in self.columns

    def rotation(self, value: Value | Missing) -> Triple:
        """Return the rotation of the first rows in ``value``, which is tried.

        It is relative to the last row, as for the reference's checks.
        """
        last = elements_of(elements_of(value)[-1]) if elements_of(value) else []
        rotation = rotation_in(value, last) if last in self.turned else ()
        self.tried |= {rotation} - {()}
        return rotation

    def permute_rows(self, frame: Frame) -> Value | Missing:
        rows, asked = elements_of(frame[0]), [frame[place] for place in self.order]
        places = [max(p, 0) % 4 for p in asked if isinstance(p, int)]
        if len(rows) != 4 or len(places) != 3:
            return NOTHING
        for one, p in zip(rows, [*places, 0]):
            rotate(one, p, self.more)
        made = rotation_in(frame[0], self.turned[0])
        self.adds_up = self.adds_up or made != tuple(places)
        self.made.add(made)
        return frame[0]


def rotation_in(value: Value | Missing, numbers: Sequence[Value | Missing]) -> Triple:
    """Return the places by which the rows in ``value`` are ``numbers`` rotated.

    Return () if they are not, or if the last row is rotated too.
    """
    held = [elements_of(one) for one in elements_of(value)]
    places = [numbers.index(one[0]) for one in held if one and one[0] in numbers]
    same = held == [rotated(numbers, k) for k in places]
    return tuple(places[:3]) if same and len(places) == 4 and not places[3] else ()


def make_solution(trial: Trial) -> None:
    is_solution(trial, EXAMPLE)
    rows = trial.random.sample(ROWS, 6)
    if any([is_solution(trial, numbers, Checks(numbers)) for numbers in rows]):
        trial.notes.append("finds a solution other than the first, (1, 3, 2)")
    asked_for = ("MakeVector", "PermuteRows", "CheckGrids", "ColChecks")
    uses_all = trial.requires(*asked_for)
    checks = without_solution(trial)
    searches(trial, checks)
    tried = sorted(checks.tried)
    if uses_all and tried:
        with trial.doubting("{}"):
            for _ in range(5):
                follows_checks(trial, tried)
            with trial.doubting("does not use what MakeVector and PermuteRows return"):
                follows_checks(trial, tried, more=10)


def is_solution(trial: Trial, numbers: Numbers, checks: Checks | None = None) -> int:
    """Return which solution it finds for ``numbers``, 0 or 1. Raise Wrong if none."""
    with trial.exchanged(checks.acts() if checks else {}):
        result = trial.call(lambda: [row(numbers)])
    found = rotation_in(result, numbers)
    if found not in SOLUTIONS:
        expected = puzzle(map(rotated, [numbers] * 4, (*SOLUTIONS[0], 0)))
        trial.wrong(f"gives {show(result)}", show(expected))
    return SOLUTIONS.index(found)


def without_solution(trial: Trial) -> Checks:
    """Return checks that accept nothing, after a run with them; note its result."""
    checks = Checks(EXAMPLE, (), ())
    result: Value | Missing = False
    try:
        with trial.exchanged(checks.acts()):
            result = trial.call(lambda: [row(EXAMPLE)])
    except LimitReached:
        trial.notes.append("does not end if no rotation works")
    except RunError as error:
        trial.notes.append(f"stops if no rotation works: {error}")
    if result not in (False, None, NOTHING):
        gives = f"gives {show(result)} if no rotation works"
        trial.notes.append(f"{gives}; FALSE would be better")
    tried = len(checks.tried)
    if checks.adds_up and tried < len(TRIPLES):
        trial.notes.append("the rotations add up: each starts from the last puzzle")
    if 0 < tried < (FEWEST if checks.adds_up else len(TRIPLES)):
        trial.doubts.append(f"tries {tried} of the 64 rotations")
    return checks


def searches(trial: Trial, checks: Checks) -> None:
    """Raise Wrong if it finds no solution with x, y and z exchanged."""
    if checks.made and checks.made <= {*SOLUTIONS}:
        only = " and ".join(map(str, sorted(checks.made)))
        raise Wrong(f"does not search for the rotations: it tries only {only}")
    for order in ORDERS[1:]:
        tried = [exchange(one, order) for one in checks.tried]
        if tried and not {*tried} & {*SOLUTIONS}:
            continue
        try:
            is_solution(trial, EXAMPLE, Checks(EXAMPLE, order=order))
        except Wrong as error:
            raise Wrong(f"if PermuteRows exchanges x, y and z: {error}") from None


def exchange(triple: Triple, order: Triple) -> Triple:
    return tuple([triple[place - 1] for place in order])


def follows_checks(trial: Trial, tried: list[Triple], more: int = 0) -> None:
    """Raise Wrong if it does not find the one rotation that both checks accept.

    An answer that checks puzzles by itself too can be right and yet not find it.

    If there is ``more``, MakeVector takes another row, and PermuteRows changes it.
    """
    draw = trial.random
    (given, other), order = draw.sample(ROWS, 2), draw.choice(ORDERS)
    target = exchange(draw.choice(tried), order)
    grids = {target, *draw.sample(TRIPLES, 32)}
    columns = {*TRIPLES} - grids | {target}
    made = other if more else given
    checks = Checks(made, grids, columns, order, more)
    acts: dict[str, Act] = {"MakeVector": lambda _: puzzle([made] * 4)}
    with trial.exchanged(checks.acts() | acts):
        result = trial.call(lambda: [row(given)])
    expected = puzzle(map(rotated, checks.turned[:1] * 4, (*target, 0)))
    if not equal(result, expected):
        only = f"where CheckGrids and ColChecks accept only {show(expected)}"
        raise Wrong(f"does not follow the checks: it gives {show(result)} {only}")
