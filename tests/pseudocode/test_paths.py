"""Every argument takes one of the paths that are found, and each path is taken."""

from itertools import product
from random import Random

import pytest

from pseudocode.judging.callers import Caller
from pseudocode.judging.domains import Case
from pseudocode.judging.exercise import read_exercise
from pseudocode.judging.paths import Chosen, OptionSearch, explore
from pseudocode.reading.source import RunError
from pseudocode.running.tracked import (
    RunPath,
    Term,
    Terms,
    Tracked,
    TrackedCondition,
    plain_number,
)
from pseudocode.running.values import Value, format_value
from pseudoku.exercises import judge
from pseudoku.reference import parse, reference
from tests.pseudocode.texts import TABLES

# Of random programs in which the search for arguments of a path takes too much work.
HARD_SEEDS = (301,)


def result(caller: Caller, arguments: list[Value]) -> str:
    try:
        return format_value(caller.call("F", *arguments))
    except RunError as error:
        return str(error)


def check_paths(body: str) -> bool:
    """Compare the paths of F with running it for every argument.

    Return whether arguments were found, or excluded, for every path.
    """
    exercise = read_exercise(TABLES["domain"], "domain.toml")
    (domain,) = exercise.domains
    caller = Caller(exercise, parse(f"function F(a, b, v) {body} end function"))
    caller.load()
    paths: list[dict[TrackedCondition, bool]] = []

    def run(path: RunPath, chosen: Chosen) -> None:
        result(caller, Case(domain, chosen).arguments(path))
        paths.append(path.outcomes)

    search = OptionSearch(domain.choices, exercise.known)
    explored = explore(search, tuple(domain.example), run, 10_000)
    assert explored.complete == (explored.unsolved is None)
    assert explored.paths == len(paths)
    assert len({frozenset(path.items()) for path in paths}) == len(paths)
    taken = set()
    for chosen in product(*map(range, map(len, domain.choices))):
        path = RunPath(Terms())
        found = result(caller, Case(domain, chosen).arguments(path))
        assert found == result(caller, Case(domain, chosen).arguments())
        taken.add(frozenset(shown(path.outcomes)))
    found_paths = {frozenset(shown(path)) for path in paths}
    assert found_paths == taken if explored.complete else found_paths <= taken
    return explored.complete


def shown(outcomes: dict[TrackedCondition, bool]) -> list[str]:
    """Return the conditions as text, which does not depend on the order of terms."""

    def text(part: object) -> str:
        if isinstance(part, Term):
            return f"({part.sign} {' '.join(map(text, part.parts))})"
        return str(part)

    found = []
    for (sign, left, right), outcome in outcomes.items():
        sides = [text(left), text(right)]
        found.append(f"{sorted(sides) if sign == '=' else sides} {sign} {outcome}")
    return found


@pytest.mark.parametrize("body", TABLES["paths"])
def test_the_paths_are_those_of_every_argument(body: str) -> None:
    assert check_paths(body)


@pytest.mark.sampled(15, most=80)
@pytest.mark.parametrize("seed", range(1_000))
def test_the_paths_of_random_programs_are_those_of_every_argument(seed: int) -> None:
    assert check_paths(random_body(Random(seed))) == (seed not in HARD_SEEDS)


def random_body(random: Random) -> str:
    numbers = ["a", "b", "v[1]", "v[2]", "1", "2", "x"]

    def number(depth: int) -> str:
        if depth == 0:
            return random.choice(numbers)
        sign = random.choice("+−×")
        return f"({number(depth - 1)} {sign} {number(depth - 1)})"

    def condition() -> str:
        sign = random.choice("=≠<>≤≥")
        return f"{number(random.randrange(2))} {sign} {number(random.randrange(3))}"

    def statements(depth: int) -> str:
        parts = []
        for _ in range(random.randrange(1, 3)):
            kind = random.randrange(4 if depth else 2)
            if kind == 0:
                parts.append(f"x ← {number(2)} mod {random.choice('357')}")
            elif kind == 1:
                parts.append(f"v[{random.choice('12')}] ← {number(1)}")
            elif kind == 2:
                body, other = statements(depth - 1), statements(depth - 1)
                parts.append(f"if {condition()} then {body} else {other} end if")
            else:
                parts.append(
                    f"if {condition()} then return {number(1)} end if"
                    f" for 1 ≤ k ≤ a do {statements(depth - 1)} end for"
                )
        return " ".join(parts)

    return f"x ← 1 {statements(2)} return x"


def test_the_reference_has_few_paths() -> None:
    """PermuteRows rotates each row or not. CheckColumn has four columns, of which the
    second, the third or the fourth element is not found, or all are. CheckGrids has
    four sub-grids likewise, but stops at the first that is bad.
    """
    found = judge(parse(reference().source.text))
    paths = [verdict["paths"] for verdict in found.values()]
    assert {verdict["verdict"] for verdict in found.values()} == {"pass"}
    assert not any(verdict["notes"] for verdict in found.values())
    assert paths == [1, 4, 8, 13, 16, 13, 1]


def test_plain_numbers_are_not_tracked() -> None:
    path = RunPath(Terms())
    number = path.number(3, path.terms.cell(0, 0))
    assert type(plain_number(number)) is int and type(plain_number(3)) is int
    assert list(path.outcomes.values()) == [True]
    for made in (
        number + 1,
        1 + number,
        number - 4,
        number * number,
        7 - number,
        -number,
    ):
        assert isinstance(made, Tracked)
    for plain in (7 % number, number / 2, number // 2, number * 10**15, number + 0.5):
        assert not isinstance(plain, Tracked)
