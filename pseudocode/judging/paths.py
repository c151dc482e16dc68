"""Find arguments for every path that a run can take through a program.

A path is the sequence of conditions that a run tests, with their outcomes. After a run,
each condition is negated in turn, and arguments are sought that satisfy the negation
and all conditions before it. When none is left, every argument takes a known path.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple, TypeAlias, cast

from pseudocode.judging.steps import CallOutcome, KnownFunctions, ValueShape
from pseudocode.reading.operators import COMPUTE, DIVISIONS
from pseudocode.running.tracked import Operand, RunPath, Term, Terms, TrackedCondition

MAX_SEARCH = 20_000  # units of work in the search for the arguments of one path
MAX_SEARCHES = 60_000  # in all searches of an exploration
MAX_VALUES = 1_000  # in a set of values; beyond, only the bounds are known

ChoiceOptions: TypeAlias = Sequence[tuple[int, ...]]  # of a choice
Chosen: TypeAlias = tuple[int, ...]  # the number of an option for each choice
# The values that a term can have: all of them, or all between two bounds.
Values: TypeAlias = set[int] | range
Branch: TypeAlias = tuple[TrackedCondition, bool]


class GivenUp(Exception):
    """Raised if a search for arguments takes too many steps."""


class Prefix(NamedTuple):
    """The first conditions of a path as a linked list, the last condition first."""

    before: "Prefix | None"
    decision: Branch

    def decisions(self) -> list[Branch]:
        """Return all ``(condition, outcome)``, from the first to the last."""
        decisions: list[Branch] = []
        prefix: Prefix | None = self
        while prefix is not None:
            decisions.append(prefix.decision)
            prefix = prefix.before
        return decisions[::-1]


class Candidate(NamedTuple):
    """The beginning of a path that may exist, and arguments that nearly take it.

    ``chosen`` satisfies all conditions of ``prefix`` but the last one. Candidates whose
    last condition was negated least often come first, then the oldest.
    """

    times_negated: int
    serial: int
    chosen: Chosen
    prefix: Prefix | None


class Explored(NamedTuple):
    """How many paths `explore` ran, whether these are all, and an unsolved condition.

    ``unsolved`` is a condition for which no arguments were found in time, or None.
    """

    paths: int
    complete: bool
    unsolved: TrackedCondition | None


def explore(
    search: "OptionSearch",
    start: Chosen,
    run: Callable[[RunPath, Chosen], None],
    limit: int,
) -> Explored:
    """Call ``run`` once for each path, with arguments that take the path.

    ``run`` gets an empty RunPath, to which the run adds its conditions, and the index of
    an option for each choice of ``search``, ``start`` in the first run. Stop after
    ``limit`` paths.
    """
    search.renew()
    times_negated: Counter[TrackedCondition] = Counter()
    serial = count()
    paths = 0
    waiting = [Candidate(0, 0, start, None)]
    unsolved: TrackedCondition | None = None
    while waiting:
        _, _, chosen, prefix = heappop(waiting)
        decisions = prefix.decisions() if prefix else []
        if decisions:
            try:
                solution = search.find(chosen, decisions)
            except GivenUp:
                unsolved = unsolved or decisions[-1][0]
                continue
            if solution is None:
                continue
            chosen = solution
        if paths == limit:
            return Explored(paths, complete=False, unsolved=unsolved)
        path = RunPath(search.terms)
        run(path, chosen)
        paths += 1
        earlier_conditions = {condition for condition, _ in decisions}
        for condition, outcome in path.outcomes.items():
            if condition not in earlier_conditions:
                negation = Prefix(prefix, (condition, not outcome))
                times = times_negated[condition]
                heappush(waiting, Candidate(times, next(serial), chosen, negation))
                times_negated[condition] += 1
                prefix = Prefix(prefix, (condition, outcome))
    return Explored(paths, unsolved is None, unsolved)


class OptionSearch:
    """A search for options that satisfy conditions on the arguments of a program.

    Each of ``choices`` lists its options. ``known`` are the functions whose results
    occur in conditions. What was found serves all explorations with this search.
    """

    def __init__(self, choices: Sequence[ChoiceOptions], known: KnownFunctions) -> None:
        self._choices = choices
        self._known = known
        self.terms = Terms()
        self._units_left = MAX_SEARCHES
        self._min_units_left = 0  # below which the running search gives up
        self._solutions: dict[frozenset[Branch], Mapping[int, int] | None] = {}

    def renew(self) -> None:
        """Allow MAX_SEARCHES units of work for another exploration."""
        self._units_left = MAX_SEARCHES

    def find(self, start: Chosen, decisions: Sequence[Branch]) -> Chosen | None:
        """Return an option index for each choice that satisfies ``decisions``, or None.

        ``start`` satisfies all decisions except the last; choices that are not
        connected with the last one keep their option. Raise GivenUp if the search takes
        too long.
        """
        choices, connected = _connected_decisions(decisions)
        key = frozenset(connected)
        if key not in self._solutions:
            negated, _ = decisions[-1]
            # Its choices come first: it may contradict itself.
            first = _choices_of(decisions[-1])
            order = sorted(choices, key=lambda choice: (choice not in first, choice))
            try:
                self._solutions[key] = self._solve(start, order, connected)
            except GivenUp:
                order.sort(key=lambda choice: -self._spread(choice, start, negated))
                self._solutions[key] = self._solve(start, order, connected)
        solution = self._solutions[key]
        if solution is None:
            return None
        return tuple(
            solution.get(choice, option) for choice, option in enumerate(start)
        )

    def _spread(self, choice: int, start: Chosen, condition: TrackedCondition) -> int:
        """Return how much ``choice`` can change left minus right side of ``condition``.

        The other choices have their option in ``start``. It is the maximum difference
        minus the minimum, or 0 if the condition compares no numbers.
        """
        if condition.sign == "shape":
            return 0
        assigned = dict(enumerate(start))
        values = []
        for number in range(len(self._choices[choice])):
            assigned[choice] = number
            left = self._value(condition.left, assigned)
            right = self._value(cast("Operand", condition.right), assigned)
            if left is not None and right is not None:
                values.append(left - right)
        return max(values, default=0) - min(values, default=0)

    def _solve(
        self, start: Chosen, order: Sequence[int], decisions: Sequence[Branch]
    ) -> Mapping[int, int] | None:
        """Return the options that satisfy ``decisions``, by choice, or None for none.

        Choices are assigned in ``order``, each with its option in ``start`` first.
        Raise GivenUp if it takes too long.
        """
        if self._units_left <= 0:
            raise GivenUp
        self._min_units_left = max(0, self._units_left - MAX_SEARCH)
        branches = decisions[::-1]  # the negated one first
        of_one_choice = [branch for branch in branches if len(_choices_of(branch)) == 1]
        of_several = [branch for branch in branches if len(_choices_of(branch)) > 1]
        allowed = self._allowed_options(start, order, of_one_choice)
        decided, undecided = _checks_by_choice(order, of_several)
        assigned: dict[int, int] = {}

        def is_possible(index: int) -> bool:
            """Return whether no decision excludes the option of ``order[index]``."""
            for decision in decided[index]:
                if not self._holds(decision, assigned):
                    return False
            for decision in undecided[index]:
                if not self._can_hold(decision, assigned, allowed):
                    return False
            return True

        def assign(index: int) -> bool:
            """Assign ``order[index]`` and all after it; return whether it succeeds."""
            if index == len(order):
                return True
            choice = order[index]
            for option in allowed[choice]:
                self._spend(1)
                assigned[choice] = option
                if is_possible(index) and assign(index + 1):
                    return True
            assigned.pop(choice, None)
            return False

        return assigned if all(allowed.values()) and assign(0) else None

    def _allowed_options(
        self, start: Chosen, order: Sequence[int], decisions: Sequence[Branch]
    ) -> dict[int, list[int]]:
        """Return the options of each choice that satisfy ``decisions``.

        Each decision depends on one choice. The option in ``start`` comes first.
        """
        allowed: dict[int, list[int]] = {}
        for choice in order:
            options = [start[choice], *range(len(self._choices[choice]))]
            allowed[choice] = [*dict.fromkeys(options)]
        for decision in decisions:
            (choice,) = _choices_of(decision)
            allowed[choice] = [
                option
                for option in allowed[choice]
                if self._holds(decision, {choice: option})
            ]
        return allowed

    def _spend(self, units: int) -> None:
        self._units_left -= units
        if self._units_left < self._min_units_left:
            raise GivenUp

    def _holds(self, decision: Branch, assigned: Mapping[int, int]) -> bool:
        """Return whether a condition has its outcome for the ``assigned`` options."""
        (sign, left, right), outcome = decision
        if sign == "shape":
            assert isinstance(left, Term)
            call = self._outcome(left, assigned)
            return call is not None and (call.shape == right) is outcome
        assert isinstance(right, (int, Term))
        left_value = self._value(left, assigned)
        right_value = self._value(right, assigned)
        if left_value is None or right_value is None:
            return False
        if sign == "=":
            return (left_value == right_value) is outcome
        return (left_value < right_value) is outcome

    def _value(self, term: Operand, assigned: Mapping[int, int]) -> int | None:
        """Return the value of ``term`` for the ``assigned`` options.

        It is None if a call in the term fails or a divisor is 0.
        """
        if isinstance(term, int):
            return term
        if term.sign == "cell":
            choice, index = term.parts
            assert isinstance(choice, int) and isinstance(index, int)
            return self._choices[choice][assigned[choice]][index]
        if term.sign == "out":
            call, index = term.parts
            assert isinstance(call, Term) and isinstance(index, int)
            outcome = self._outcome(call, assigned)
            if outcome is None or index >= len(outcome.numbers):
                return None
            return outcome.numbers[index]
        left, right = (self._value(operand, assigned) for operand in _operands(term))
        if left is None or right is None or (term.sign in DIVISIONS and right == 0):
            return None
        return int(COMPUTE[term.sign](left, right))

    def _outcome(self, call: Term, assigned: Mapping[int, int]) -> CallOutcome | None:
        """Return the outcome of the known function in ``call``, or None if it fails."""
        key = tuple([assigned[choice] for choice in call.choices])
        if key not in call.outcomes:
            self._spend(5)
            name, shape, *_ = cast("tuple[str, ValueShape]", call.parts)
            numbers = [self._value(operand, assigned) for operand in _operands(call)]
            call.outcomes[key] = None
            if None not in numbers:
                plain_numbers = tuple(cast("list[int]", numbers))
                outcome = self._known.outcome(name, shape, plain_numbers)
                if isinstance(outcome, CallOutcome):
                    call.outcomes[key] = outcome
        return cast("CallOutcome | None", call.outcomes[key])

    def _can_hold(
        self,
        decision: Branch,
        assigned: Mapping[int, int],
        allowed: Mapping[int, Sequence[int]],
    ) -> bool:
        """Return False if no ``allowed`` options give the condition its outcome.

        ``assigned`` has the options chosen so far; the outcome is that in ``decision``.
        """
        (sign, left, right), outcome = decision
        assert isinstance(right, (int, Term))
        left_values = self._reachable(left, assigned, allowed)
        right_values = self._reachable(right, assigned, allowed)
        if left_values is None or right_values is None:
            return True
        is_equation = outcome and sign == "="
        if is_equation and isinstance(left_values, set):
            if isinstance(right_values, set):
                return not left_values.isdisjoint(right_values)
        left_min = _min_of(left_values)
        left_max = _max_of(left_values)
        right_min = _min_of(right_values)
        right_max = _max_of(right_values)
        if sign == "<":
            return left_min < right_max if outcome else left_max >= right_min
        if outcome:
            return left_min <= right_max and right_min <= left_max
        are_single = left_min == left_max and right_min == right_max
        return not are_single or left_min != right_min

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
            choice, index = term.parts
            assert isinstance(choice, int) and isinstance(index, int)
            options = self._choices[choice]
            return {options[number][index] for number in allowed[choice]}
        if term.sign == "out":
            return None
        left, right = (
            self._reachable(operand, assigned, allowed) for operand in _operands(term)
        )
        if left is None or right is None:
            return None
        self._spend(1)
        if isinstance(left, set) and isinstance(right, set):
            self._spend(len(left) * len(right) // 100)
        return _operation_results(term.sign, left, right)


def _connected_decisions(
    decisions: Sequence[Branch],
) -> tuple[set[int], list[Branch]]:
    """Return the choices and decisions that are connected with the last decision.

    Decisions are connected if they share a choice, directly or through others.
    """
    choices = set(_choices_of(decisions[-1]))
    connected = [decisions[-1]]
    others = [*decisions[:-1]]
    while True:
        adjacent = [branch for branch in others if _choices_of(branch) & choices]
        others = [branch for branch in others if not _choices_of(branch) & choices]
        if not adjacent:
            return choices, connected[::-1]
        connected += adjacent
        choices.update(*map(_choices_of, adjacent))


def _checks_by_choice(
    order: Sequence[int], decisions: Iterable[Branch]
) -> tuple[list[list[Branch]], list[list[Branch]]]:
    """Return the decisions to check after assigning each choice of ``order``.

    The first list has those whose choices are then all assigned, and the second those
    of which some are; the shape of a call cannot be checked before all are.
    """
    index_of_choice = {choice: index for index, choice in enumerate(order)}
    decided: list[list[Branch]] = [[] for _ in order]
    undecided: list[list[Branch]] = [[] for _ in order]
    for decision in decisions:
        condition, _ = decision
        indices = sorted(index_of_choice[choice] for choice in _choices_of(decision))
        decided[indices[-1]].append(decision)
        if condition.sign != "shape":
            for index in indices[:-1]:
                undecided[index].append(decision)
    return decided, undecided


def _choices_of(decision: Branch) -> frozenset[int]:
    """Return the indices of the choices on which ``decision`` depends."""
    condition, _ = decision
    choices: frozenset[int] = frozenset()
    for side in (condition.left, condition.right):
        if isinstance(side, Term):
            choices |= side.choices
    return choices


def _operands(term: Term) -> Iterator[Operand]:
    for operand in term.parts[2:] if term.sign == "call" else term.parts:
        assert isinstance(operand, (int, Term))
        yield operand


def _min_of(values: Values) -> int:
    return values[0] if isinstance(values, range) else min(values)


def _max_of(values: Values) -> int:
    return values[-1] if isinstance(values, range) else max(values)


def _operation_results(sign: str, left: Values, right: Values) -> Values:
    """Return all results of the operator ``sign`` on a left and a right value.

    More than MAX_VALUES are returned as a range that contains them.
    """
    apply = COMPUTE[sign]
    if isinstance(left, set) and isinstance(right, set):
        if sign not in DIVISIONS or 0 not in right:
            values = {int(apply(first, second)) for first in left for second in right}
            if len(values) <= MAX_VALUES:
                return values
    if sign == "mod":
        largest = max(abs(_min_of(right)), abs(_max_of(right)))
        return range(-largest, largest + 1)
    ends = [
        int(apply(end, other))
        for end in (_min_of(left), _max_of(left))
        for other in (_min_of(right), _max_of(right))
    ]
    return range(min(ends), max(ends) + 1)
