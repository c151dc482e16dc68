"""What a hand-out adds to the language: its functions, its tasks and its puzzles."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from pseudocode.reading.vocabulary import name_key

# What is wrong in a grid, such as "2 twice in column 3", and the cells, (row, column)
# from 0.
Clash: TypeAlias = tuple[str, Sequence[tuple[int, int]]]


class Task(NamedTuple):
    """A task of a hand-out that asks for a function, and the marks for it."""

    function: str
    marks: int


def _no_grid(rows: list[object]) -> None:
    return None


@dataclass(frozen=True, eq=False)
class Handout:
    """A hand-out, as the stages of the language need it.

    ``functions`` are the kinds of the parameters of each function that it names, and
    ``short_names`` its names by shorter ones, such as PermuteRow. ``tasks`` are those
    that ask for a function, by number, such as "4". ``template`` is the statement that
    it prints in a function that is not filled in. Programs that are translated import
    its functions from the Python ``module``. The commands ``trace`` and ``walkthrough``
    of its ``program`` show a call. Each turn of a loop of the function ``search`` is an
    attempt, and ``clashes`` returns what is wrong in an attempt, or None if the rows are
    no grid.
    """

    functions: Mapping[str, Sequence[str]]
    short_names: Mapping[str, str]
    tasks: Mapping[str, Task]
    template: str = ""
    module: str = ""
    program: str = ""
    search: str = ""
    clashes: Callable[[list[object]], Sequence[Clash] | None] = _no_grid

    @cached_property
    def kinds(self) -> dict[str, Sequence[str]]:
        """The kinds of the parameters, such as "Vector", by name key."""
        return {name_key(name): kinds for name, kinds in self.functions.items()}

    @cached_property
    def short_keys(self) -> dict[str, str]:
        """The functions by the name keys of their shorter names."""
        return {name_key(short): name for short, name in self.short_names.items()}

    def has(self, name: str) -> bool:
        """Return whether the hand-out has a function ``name``."""
        return name_key(name) in self.kinds

    def recognizes(self, name: str) -> bool:
        """Return whether ``name`` is a function of the hand-out, or a shorter name."""
        return self.has(self.full_name(name))

    def full_name(self, name: str) -> str:
        """Return the hand-out's spelling of a function name that students shorten.

        A name in capitals stays so. Any other name is returned unchanged.
        """
        full = self.short_keys.get(name_key(name), name)
        return full.upper() if name.isupper() else full


NO_HANDOUT = Handout({}, {}, {})
