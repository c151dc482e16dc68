"""Find arguments for every path that a run can take through a program.

A path is the sequence of conditions that a run tests, with their outcomes. After a run,
each condition is negated in turn, and arguments are sought that satisfy the negation
and all conditions before it. When none is left, every argument takes a known path.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple, TypeAlias, cast

from pseudoku.pseudocode.judging.steps import KnownFunctions, Outcome, Shape
from pseudoku.pseudocode.running.tracked import (
    OPERATIONS,
    Condition,
    Operand,
    Path,
    Term,
    Terms,
)

MAX_SEARCH = 20_000  # units of work in the search for the arguments of one path
MAX_SEARCHES = 60_000  # in all searches of an exploration
MAX_VALUES = 1_000  # in a set of values; beyond, only the bounds are known

Options: TypeAlias = Sequence[tuple[int, ...]]  # of a choice
Chosen: TypeAlias = tuple[int, ...]  # the number of an option for each choice
# The values that a term can have: all of them, or all between two bounds.
Values: TypeAlias = set[int] | range
Decision: TypeAlias = tuple[Condition, bool]


class GivenUp(Exception):
    """Raised if a search for arguments takes too many steps."""


class Prefix(NamedTuple):
    """The first conditions of a path as a linked list, the last condition first."""

    before: "Prefix | None"
    decision: Decision

    def decisions(self) -> list[Decision]:
        """Return all ``(condition, outcome)``, from the first to the last."""
        found, at = [self.decision], self.before
        while at is not None:
            found.append(at.decision)
            at = at.before
        return found[::-1]


class Explored(NamedTuple):
    """How many paths `explore` ran, whether these are all, and an unsolved condition.

    ``unsolved`` is a condition for which no arguments were found in time, or None.
    """

    paths: int
    complete: bool
    unsolved: Condition | None


def explore(
    choices: Sequence[Options],
    start: Chosen,
    known: KnownFunctions,
    run: Callable[[Path, Chosen], None],
    limit: int,
) -> Explored:
    """Call ``run`` once for each path, with arguments that take the path.

    Each of ``choices`` lists the options for a part of the arguments. ``run`` gets an
    empty Path, to which the run adds its conditions, and the index of an option for
    each choice, ``start`` in the first run. ``known`` are the functions that the
    program may call. Stop after ``limit`` paths.
    """
    terms, search = Terms(), Search(choices, known)
    negated: Counter[Condition] = Counter()
    serial, paths = count(), 0
    waiting: list[tuple[int, int, Chosen, Prefix | None]] = [(0, 0, start, None)]
    unsolved: Condition | None = None
    while waiting:
        _, _, chosen, prefix = heappop(waiting)
        decisions = prefix.decisions() if prefix else []
        if decisions:
            try:
                found = search.find(chosen, decisions)
            except GivenUp:
                unsolved = unsolved or decisions[-1][0]
                continue
            if found is None:
                continue
            chosen = found
        if paths == limit:
            return Explored(paths, False, unsolved)
        path = Path(terms)
        run(path, chosen)
        paths += 1
        before = {condition for condition, _ in decisions}
        for condition, outcome in path.outcomes.items():
            if condition not in before:
                other = Prefix(prefix, (condition, not outcome))
                priority = negated[condition], next(serial)
                heappush(waiting, (*priority, chosen, other))
                negated[condition] += 1
                prefix = Prefix(prefix, (condition, outcome))
    return Explored(paths, unsolved is None, unsolved)


class Search:
    """A search for options that satisfy conditions on the arguments of a program.

    Each of ``choices`` lists its options. ``known`` are the functions whose results
    occur in conditions.
    """

    def __init__(self, choices: Sequence[Options], known: KnownFunctions) -> None:
        self._choices, self._known = choices, known
        self._left = MAX_SEARCHES
        self._stop = 0  # where the search that takes place gives up
        self._found: dict[frozenset[Decision], Mapping[int, int] | None] = {}

    def find(self, start: Chosen, decisions: Sequence[Decision]) -> Chosen | None:
        """Return an option index for each choice that satisfies ``decisions``, or None.

        ``start`` satisfies all decisions except the last; choices that are not
        connected with the last one keep their option. Raise GivenUp if the search takes
        too long.
        """
        concerned, linked = connected_decisions(decisions)
        key = frozenset(linked)
        if key not in self._found:
            last = choices_of(decisions[-1][0])  # first: it may contradict itself
            order = sorted(concerned, key=lambda one: (one not in last, one))
            try:
                self._found[key] = self._solve(start, order, linked)
            except GivenUp:
                order.sort(key=lambda one: -self._spread(one, start, decisions[-1][0]))
                self._found[key] = self._solve(start, order, linked)
        options = self._found[key]
        if options is None:
            return None
        return tuple(options.get(one, number) for one, number in enumerate(start))

    def _spread(self, choice: int, start: Chosen, condition: Condition) -> int:
        """Return how much ``choice`` can change left minus right side of ``condition``.

        The other choices have their option in ``start``. It is the maximum difference
        minus the minimum, or 0 if the condition compares no numbers.
        """
        if condition.sign == "shape":
            return 0
        assigned, values = dict(enumerate(start)), []
        for number in range(len(self._choices[choice])):
            assigned[choice] = number
            left = self._value(condition.left, assigned)
            right = self._value(cast("Operand", condition.right), assigned)
            if left is not None and right is not None:
                values.append(left - right)
        return max(values, default=0) - min(values, default=0)

    def _solve(
        self, start: Chosen, order: Sequence[int], decisions: Sequence[Decision]
    ) -> Mapping[int, int] | None:
        """Return the options that satisfy ``decisions``, by choice, or None for none.

        Choices are assigned in ``order``, each with its option in ``start`` first.
        Raise GivenUp if it takes too long.
        """
        if self._left <= 0:
            raise GivenUp
        self._stop = max(0, self._left - MAX_SEARCH)
        assigned: dict[int, int] = {}
        allowed: dict[int, list[int]] = {}
        for one in order:
            numbers = [start[one], *range(len(self._choices[one]))]
            allowed[one] = [*dict.fromkeys(numbers)]
        later: list[Decision] = []
        for decision in reversed(decisions):  # the negated one first
            concerned = choices_of(decision[0])
            if len(concerned) == 1:
                (one,) = concerned
                allowed[one] = [
                    number
                    for number in allowed[one]
                    if self._holds(decision, {one: number})
                ]
            else:
                later.append(decision)
        places = {one: place for place, one in enumerate(order)}
        whole: list[list[Decision]] = [[] for _ in order]
        partial: list[list[Decision]] = [[] for _ in order]
        for decision in later:
            touched = sorted(places[one] for one in choices_of(decision[0]))
            whole[touched[-1]].append(decision)
            if decision[0].sign != "shape":
                for place in touched[:-1]:
                    partial[place].append(decision)

        def assign(place: int) -> bool:
            if place == len(order):
                return True
            one = order[place]
            for number in allowed[one]:
                self._spend(1)
                assigned[one] = number
                if (
                    all(self._holds(each, assigned) for each in whole[place])
                    and all(
                        self._can_hold(each, assigned, allowed)
                        for each in partial[place]
                    )
                    and assign(place + 1)
                ):
                    return True
            assigned.pop(one, None)
            return False

        return assigned if all(allowed.values()) and assign(0) else None

    def _spend(self, units: int) -> None:
        self._left -= units
        if self._left < self._stop:
            raise GivenUp

    def _holds(self, decision: Decision, assigned: Mapping[int, int]) -> bool:
        """Return whether a condition has its outcome for the ``assigned`` options."""
        (sign, left, right), outcome = decision
        if sign == "shape":
            assert isinstance(left, Term)
            found = self._outcome(left, assigned)
            return found is not None and (found.shape == right) is outcome
        one = self._value(left, assigned)
        assert isinstance(right, (int, Term))
        other = self._value(right, assigned)
        if one is None or other is None:
            return False
        return (one == other if sign == "=" else one < other) is outcome

    def _value(self, term: Operand, assigned: Mapping[int, int]) -> int | None:
        """Return the value of ``term`` for the ``assigned`` options.

        It is None if a call in the term fails or a divisor is 0.
        """
        if isinstance(term, int):
            return term
        if term.sign == "cell":
            choice, place = term.parts
            assert isinstance(choice, int) and isinstance(place, int)
            return self._choices[choice][assigned[choice]][place]
        if term.sign == "out":
            call, place = term.parts
            assert isinstance(call, Term) and isinstance(place, int)
            outcome = self._outcome(call, assigned)
            if outcome is None or place >= len(outcome.numbers):
                return None
            return outcome.numbers[place]
        left, right = (self._value(part, assigned) for part in operands(term))
        if left is None or right is None or (term.sign == "mod" and right == 0):
            return None
        return int(OPERATIONS[term.sign](left, right))

    def _outcome(self, call: Term, assigned: Mapping[int, int]) -> Outcome | None:
        """Return the outcome of the known function in ``call``, or None if it fails."""
        key = tuple([assigned[one] for one in call.choices])
        if key not in call.outcomes:
            self._spend(5)
            name, shape, *_ = cast("tuple[str, Shape]", call.parts)
            numbers = [self._value(part, assigned) for part in operands(call)]
            call.outcomes[key] = None
            if None not in numbers:
                plain = tuple(cast("list[int]", numbers))
                found = self._known.outcome(name, shape, plain)
                if isinstance(found, Outcome):
                    call.outcomes[key] = found
        return cast("Outcome | None", call.outcomes[key])

    def _can_hold(
        self,
        decision: Decision,
        assigned: Mapping[int, int],
        allowed: Mapping[int, Sequence[int]],
    ) -> bool:
        """Return False if no ``allowed`` options give the condition its outcome.

        ``assigned`` has the options chosen so far; the outcome is that in ``decision``.
        """
        (sign, left, right), outcome = decision
        assert isinstance(right, (int, Term))
        one = self._reachable(left, assigned, allowed)
        other = self._reachable(right, assigned, allowed)
        if one is None or other is None:
            return True
        if sign == "<":
            return (
                min_of(one) < max_of(other) if outcome else max_of(one) >= min_of(other)
            )
        if outcome:
            if isinstance(one, set) and isinstance(other, set):
                return not one.isdisjoint(other)
            return min_of(one) <= max_of(other) and min_of(other) <= max_of(one)
        known = min_of(one) == max_of(one) and min_of(other) == max_of(other)
        return not known or min_of(one) != min_of(other)

    def _reachable(
        self,
        term: Operand,
        assigned: Mapping[int, int],
        allowed: Mapping[int, Sequence[int]],
    ) -> Values | None:
        """Return a set or range of all possible values of ``term``, or None if unknown.

        ``assigned`` has the options chosen so far, and ``allowed`` the possible ones of
        each choice.
        """
        if isinstance(term, int):
            return {term}
        if term.choices <= assigned.keys():
            value = self._value(term, assigned)
            return None if value is None else {value}
        if term.sign == "cell":
            choice, place = term.parts
            assert isinstance(choice, int) and isinstance(place, int)
            options = self._choices[choice]
            return {options[number][place] for number in allowed[choice]}
        if term.sign == "out":
            return None
        left, right = (
            self._reachable(part, assigned, allowed) for part in operands(term)
        )
        if left is None or right is None:
            return None
        self._spend(1)
        if isinstance(left, set) and isinstance(right, set):
            self._spend(len(left) * len(right) // 100)
        return combined(term.sign, left, right)


def connected_decisions(
    decisions: Sequence[Decision],
) -> tuple[set[int], list[Decision]]:
    """Return the choices and decisions that are connected with the last decision.

    Decisions are connected if they share a choice, directly or through others.
    """
    concerned = set(choices_of(decisions[-1][0]))
    linked, rest = [decisions[-1]], [*decisions[:-1]]
    while True:
        near = [one for one in rest if choices_of(one[0]) & concerned]
        if not near:
            return concerned, linked[::-1]
        linked += near
        rest = [one for one in rest if not choices_of(one[0]) & concerned]
        concerned.update(*(choices_of(one[0]) for one in near))


def choices_of(condition: Condition) -> frozenset[int]:
    found: frozenset[int] = frozenset()
    for part in condition[1:]:
        if isinstance(part, Term):
            found |= part.choices
    return found


def operands(term: Term) -> Iterator[Operand]:
    for part in term.parts[2:] if term.sign == "call" else term.parts:
        assert isinstance(part, (int, Term))
        yield part


def min_of(values: Values) -> int:
    return values[0] if isinstance(values, range) else min(values)


def max_of(values: Values) -> int:
    return values[-1] if isinstance(values, range) else max(values)


def combined(sign: str, left: Values, right: Values) -> Values:
    """Return all results of the operator ``sign`` on a left and a right value.

    More than MAX_VALUES are returned as a range that contains them.
    """
    apply = OPERATIONS[sign]
    if isinstance(left, set) and isinstance(right, set):
        if sign != "mod" or 0 not in right:
            found = {int(apply(one, other)) for one in left for other in right}
            if len(found) <= MAX_VALUES:
                return found
    if sign == "mod":
        largest = max(abs(min_of(right)), abs(max_of(right)))
        return range(-largest, largest + 1)
    ends = [
        int(apply(one, other))
        for one in (min_of(left), max_of(left))
        for other in (min_of(right), max_of(right))
    ]
    return range(min(ends), max(ends) + 1)
