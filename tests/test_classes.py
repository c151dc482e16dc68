"""How the classes of the project may be built on one another."""

from abc import ABCMeta
from collections.abc import Iterator
from importlib import import_module

import pytest

from tests.test_imports import MODULES, TO_COMPILE, name_of

PACKAGES = ("_courseware", "adt", "pseudoku", "sudoku", "marking")


def classes() -> Iterator[type]:
    """Every class that a module of the project defines."""
    for name in map(name_of, MODULES):
        if name != TO_COMPILE and not name.endswith("__main__"):
            module = import_module(name.removesuffix(".__init__"))
            for value in vars(module).values():
                if isinstance(value, type) and value.__module__ == module.__name__:
                    yield value


CLASSES = sorted(set(classes()), key=lambda one: (one.__module__, one.__name__))


def name_of_class(one: type) -> str:
    return f"{one.__module__}.{one.__name__}"


@pytest.mark.parametrize("one", CLASSES, ids=name_of_class)
def test_a_class_has_at_most_three_ancestors_of_ours(one: type) -> None:
    ancestors = [
        base for base in one.__mro__[1:] if base.__module__.split(".")[0] in PACKAGES
    ]
    assert len(ancestors) <= 3


@pytest.mark.parametrize("one", CLASSES, ids=name_of_class)
def test_only_an_abstract_base_class_has_abstract_methods(one: type) -> None:
    marked = [
        name
        for name, value in vars(one).items()
        if getattr(value, "__isabstractmethod__", False)
    ]
    assert not marked or isinstance(one, ABCMeta), marked
