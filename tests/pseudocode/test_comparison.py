"""A wrong result beside the expected one: which elements differ."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from adt.show.states import StructureKind, line_state
from pseudocode.tracing.comparison import align_elements

FEW = st.lists(st.integers(1, 4), max_size=6)


@given(st.sampled_from(["queue", "stack", "vector"]), FEW, FEW)
def test_what_differs_is_what_no_alignment_can_pair(
    kind: StructureKind, one: list[int], other: list[int]
) -> None:
    pairs = [*align_elements(line_state(kind, one), line_state(kind, other))]
    sides = [[pair[k] for pair in pairs if pair[k] is not None] for k in (1, 2)]
    if kind == "stack":  # in any order
        sides = [sorted(side, key=str) for side in sides]
        one, other = sorted(one), sorted(other)
    assert sides == [one, other]
    assert all(differs == (mine != wanted) for differs, mine, wanted in pairs)
    same = sum(not differs for differs, _, _ in pairs)
    assert same == most_in_common(kind, one, other)


def most_in_common(kind: StructureKind, one: list[int], other: list[int]) -> int:
    """How many elements of two structures of a *kind* can be paired with equal ones."""
    if kind == "vector":
        return sum(mine == wanted for mine, wanted in zip(one, other))
    if kind == "stack":
        return (Counter(one) & Counter(other)).total()
    parts = (
        {part for n in range(7) for part in combinations(side, n)}
        for side in (one, other)
    )
    return max(map(len, set.intersection(*parts)))
