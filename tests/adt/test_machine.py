"""Long runs of operations on a structure, on copies of it, and on copies of those."""

import copy
import pickle
from collections.abc import Callable

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
)

from adt.contents import contents
from tests.adt.oracle import KINDS, Pair, Structure, check, new_pair, perform, steps

Copier = Callable[[Structure], Structure]


def pickled(structure: Structure) -> Structure:
    copied: Structure = pickle.loads(pickle.dumps(structure))
    return copied


class Structures(RuleBasedStateMachine):
    """Structures and their models; what is done to a structure changes no other."""

    pairs = Bundle[Pair]("pairs")

    def __init__(self) -> None:
        super().__init__()
        self.known: list[Pair] = []
        self.elements = 0

    @initialize(target=pairs, kind=st.sampled_from(KINDS), length=st.integers(0, 5))
    def create(self, kind: type[Structure], length: int) -> Pair:
        self.known.append(new_pair(kind, length))
        return self.known[-1]

    # One rule: an example with either changes or copies alone would show nothing.
    @rule(
        target=pairs,
        pair=pairs,
        choices=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 6)), max_size=10),
        copier=st.sampled_from([copy.copy, copy.deepcopy, pickled]),
    )
    def change_and_copy(
        self, pair: Pair, choices: list[tuple[int, int]], copier: Copier
    ) -> Pair:
        structure, model = pair
        for choice, position in choices:
            self.elements += 1
            # An element is a list, so that copies of it can be told apart.
            possible = steps(structure, [position], [self.elements])
            perform(pair, possible[choice if choice < len(possible) else 0])
        copied = copier(structure)
        elements = zip(contents(structure), contents(copied), strict=True)
        shared = {a is b for a, b in elements if isinstance(a, list)}
        assert shared <= {copier is copy.copy}
        self.known.append((copied, copy.deepcopy(model)))
        return self.known[-1]

    @invariant()
    def structures_hold_what_their_models_hold(self) -> None:
        for pair in self.known:
            check(pair)


TestStructures = Structures.TestCase
TestStructures.settings = settings(stateful_step_count=12)
