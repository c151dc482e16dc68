"""What a program calls the structures of a step, those inside others too."""

from collections.abc import Iterator
from typing import TypeAlias

from adt.vector import Vector
from pseudoku.pseudocode.running.machine import Routine
from pseudoku.pseudocode.running.values import (
    STRUCTURES,
    Array,
    Missing,
    Structure,
    Value,
    elements,
)

Variables: TypeAlias = dict[str, Value | Missing]

MOST_NAMED = 100  # variables and elements that are looked at


def first_position(structure: Structure, routine: Routine | None) -> int:
    """Where ``routine`` begins to count the positions of ``structure``."""
    if isinstance(structure, Array):
        return 0
    return routine.base if routine else 1


def named(
    variables: Variables, routine: Routine | None
) -> Iterator[tuple[str, Structure]]:
    """Each structure under each of its names: variables first, then their elements."""
    left = MOST_NAMED
    level = list(variables.items())
    while level and left > 0:
        inner: list[tuple[str, Value | Missing]] = []
        for name, value in level[:left]:
            if isinstance(value, STRUCTURES):
                yield name, value
            if isinstance(value, Vector):
                first, held = first_position(value, routine), elements(value, left)
                inner += [(f"{name}[{k}]", one) for k, one in enumerate(held, first)]
        left -= len(level)
        level = inner


def shared(variables: Variables, routine: Routine | None) -> list[list[str]]:
    """For each structure that has two names or more, these names."""
    found: dict[int, list[str]] = {}
    for name, structure in named(variables, routine):
        found.setdefault(id(structure), []).append(name)
    return [names for names in found.values() if len(names) > 1]
