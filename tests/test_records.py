"""Records are named tuples or dataclasses, which reject fields that they do not have."""

import inspect
from collections.abc import Iterator
from dataclasses import is_dataclass
from importlib import import_module

import pytest

from tests.test_imports import MODULES

NOT_TO_IMPORT = {"marking.sandbox.supervisor", "sudoku.cit591.sudoku_test"}


def classes() -> Iterator[type]:
    """Every class that a module of the project defines."""
    for name in MODULES:
        if name not in NOT_TO_IMPORT and not name.endswith("__main__"):
            for value in vars(import_module(name)).values():
                if inspect.isclass(value) and value.__module__ == name:
                    yield value


def records() -> Iterator[type]:
    for each in classes():
        if is_dataclass(each) or issubclass(each, tuple) and hasattr(each, "_fields"):
            yield each


def test_a_record_rejects_a_misspelt_a_missing_and_a_surplus_field() -> None:
    found = list(records())
    assert len(found) > 60
    for record in found:
        fields = inspect.signature(record).parameters
        values = dict.fromkeys(fields)
        with pytest.raises(TypeError, match="surplus"):
            type.__call__(record, **values, surplus=None)
        with pytest.raises(TypeError, match="positional argument"):
            type.__call__(record, *values, None)
        needed = [f for f in fields.values() if f.default is inspect.Parameter.empty]
        for field in needed:
            others = {name: None for name in fields if name != field.name}
            with pytest.raises(TypeError, match=f"missing.*'{field.name}'"):
                type.__call__(record, **others)
        for name in fields:
            values = dict.fromkeys(fields)
            values[f"{name}e"] = values.pop(name)
            with pytest.raises(TypeError, match=f"missing|{name}e"):
                type.__call__(record, **values)


def test_the_signature_of_a_class_names_what_it_takes() -> None:
    kinds = {inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL}
    for each in classes():
        made: object = vars(each).get("__init__")
        if inspect.isfunction(made) and not issubclass(each, Exception):
            parameters = inspect.signature(made).parameters.values()
            assert not any(parameter.kind in kinds for parameter in parameters), each
