"""What a program calls the structures of a step, those inside others too."""

from collections.abc import Iterator
from typing import TypeAlias

from adt.queue import Queue
from adt.stack import Stack
from adt.vector import Vector
from pseudoku.pseudocode.running.machine import Routine
from pseudoku.pseudocode.running.values import (
    Array,
    Missing,
    Structure,
    Value,
    elements,
)

Variables: TypeAlias = dict[str, Value | Missing]

DEEPEST = 2  # vectors inside vectors
MOST_NAMED = 100  # elements of one vector


def first_position(structure: Structure, routine: Routine | None) -> int:
    """Where ``routine`` begins to count the positions of ``structure``."""
    if isinstance(structure, Array):
        return 0
    return routine.base if routine else 1


def named(
    variables: Variables, routine: Routine | None
) -> Iterator[tuple[str, Structure]]:
    """Each structure under each of its names: a variable, or an element of one."""
    for name, value in variables.items():
        yield from inside(name, value, routine)


def inside(
    name: str, value: Value | Missing, routine: Routine | None, depth: int = 0
) -> Iterator[tuple[str, Structure]]:
    if not isinstance(value, (Vector, Queue, Stack)):
        return
    yield name, value
    if not isinstance(value, Vector) or depth == DEEPEST:
        return
    positions = range(first_position(value, routine), MOST_NAMED)
    for k, element in zip(positions, elements(value)):
        yield from inside(f"{name}[{k}]", element, routine, depth + 1)


def shared(variables: Variables, routine: Routine | None) -> list[list[str]]:
    """For each structure that has two names or more, these names."""
    found: dict[int, list[str]] = {}
    for name, structure in named(variables, routine):
        found.setdefault(id(structure), []).append(name)
    return [names for names in found.values() if len(names) > 1]
