"""Test MakeSolution: its results, its search, and whether it follows the checks."""

from collections.abc import Collection
from itertools import permutations
from typing import TypeAlias

from pseudoku.pseudocode.judging.trial import (
    EXAMPLE,
    ROWS,
    TRIPLES,
    Acts,
    Case,
    Numbers,
    Trial,
    Wrong,
    elements_of,
    made,
    rotate,
    turned,
)
from pseudoku.pseudocode.running.machine import Frame
from pseudoku.pseudocode.running.values import Missing, Value

Triple: TypeAlias = tuple[int, ...]

ORDERS = list(permutations((1, 2, 3)))  # of x, y, z; and what ColChecks accepts
SOLUTIONS = [(1, 3, 2), (3, 1, 2)]  # in the order in which the reference finds them
GRIDS = [(x, (x + 2) % 4, 2) for x in range(4)]  # what CheckGrids accepts
FEWEST = 32  # rotations that a search tries if they add up; usually it tries 35


class Checks:
    """Checks that accept some rotations of ``numbers``, and see which are tried.

    PermuteRows takes x, y and z in the given ``order``, and adds ``more`` to numbers
    that are smaller than that.
    """

    def __init__(
        self,
        numbers: Numbers,
        grids: Collection[Triple] = GRIDS,
        columns: Collection[Triple] = ORDERS,
        order: Triple = (1, 2, 3),
        more: int = 0,
    ) -> None:
        self.rows = [[one + more for one in numbers]] * 4
        self._known: dict[object, Triple]
        self._known = {turned(self.rows, one): one for one in TRIPLES}
        self.grids, self.columns = grids, columns
        self.order, self.more = order, more
        self.seen: set[Triple] = set()  # made by PermuteRows
        self.tried: set[Triple] = set()  # by a check
        self.adds_up = False

    def acts(self) -> Acts:
        return {
            "PermuteRows": self.permute_rows,
            "CheckGrids": lambda frame: self.tries(frame[0]) in self.grids,
            "ColChecks": lambda frame: self.tries(frame[0]) in self.columns,
            "CheckColumn": lambda frame: self.tries(frame[0]) in self.columns,
        }

    def rotation(self, puzzle: Value | Missing) -> Triple:
        """Return the rotation of the first three rows; () if it is none."""
        rows = tuple([tuple(elements_of(one)) for one in elements_of(puzzle)])
        return self._known.get(rows, ())

    def tries(self, puzzle: Value | Missing) -> Triple:
        rotation = self.rotation(puzzle)
        self.tried |= {rotation} - {()}
        return rotation

    def permute_rows(self, frame: Frame) -> Value | Missing:
        asked = [frame[k] for k in self.order]
        places = [max(p, 0) % 4 for p in asked if isinstance(p, int)]
        for vector, p in zip(elements_of(frame[0]), (*places, 0)):
            rotate(vector, p, self.more)
        seen = self.rotation(frame[0])
        self.adds_up = self.adds_up or seen != tuple(places)
        self.seen.add(seen)
        return frame[0]


def make_solution(trial: Trial) -> None:
    trial.check([solution_of(EXAMPLE)])
    rows = trial.random.sample(ROWS, 6)
    trial.check(solution_of(numbers, Checks(numbers).acts()) for numbers in rows)
    uses_all = trial.requires("MakeVector", "PermuteRows", "CheckGrids", "ColChecks")
    checks = Checks(EXAMPLE, (), ())
    open_result = "if no rotation works, which the hand-out leaves open: {}"
    trial.check([Case([EXAMPLE], False, checks.acts())], open_result, trial.notes)
    if checks.seen and checks.seen <= {*SOLUTIONS}:
        only = " and ".join(map(str, sorted(checks.seen)))
        raise Wrong(f"does not search for the rotations: it tries only {only}")
    tried = sorted(checks.tried)
    for order in ORDERS[1:]:
        reached = {tuple(one[k - 1] for k in order) for one in tried}
        if reached & {*SOLUTIONS} or not tried:
            searches(trial, order)
    if checks.adds_up and len(tried) < len(TRIPLES):
        trial.notes.append("the rotations add up: each starts from the last puzzle")
    if 0 < len(tried) < (FEWEST if checks.adds_up else len(TRIPLES)):
        trial.doubts.append(f"tries {len(tried)} of the 64 rotations")
    if uses_all and tried:
        ignored = "does not follow MakeVector, PermuteRows and the checks: {}"
        trial.check((exchanged(trial, tried) for _ in range(5)), ignored)


def solution_of(numbers: Numbers, acts: Acts | None = None) -> Case:
    first, second = (turned([numbers] * 4, one) for one in SOLUTIONS)
    note = "finds a solution other than the first, (1, 3, 2)"
    return Case([numbers], first, acts or {}, [second], note)


def searches(trial: Trial, order: Triple) -> None:
    """Raise Wrong if it finds no solution with x, y and z exchanged."""
    case = solution_of(EXAMPLE, Checks(EXAMPLE, order=order).acts())
    try:
        trial.check([case._replace(note="")])
    except Wrong as error:
        raise Wrong(f"if PermuteRows exchanges x, y and z: {error}") from None


def exchanged(trial: Trial, tried: list[Triple]) -> Case:
    """Return a case in which both checks accept only one of the rotations ``tried``.

    MakeVector takes another row, and PermuteRows changes it.
    """
    draw = trial.random
    given, other = draw.sample(ROWS, 2)
    target = draw.choice(tried)
    grids = {target, *draw.sample(TRIPLES, 32)}
    checks = Checks(other, grids, {*TRIPLES} - grids | {target}, more=10)
    acts = {**checks.acts(), "MakeVector": lambda _: made([other] * 4)}
    return Case([given], turned(checks.rows, target), acts)
