"""Read records of a run's folder: JSON objects with the keys and types of a TypedDict.

Files of the folder may be damaged, of another version, or somebody else's.
"""

import json
from collections.abc import Iterable
from types import NoneType, UnionType
from typing import TypeVar, get_args, get_origin, get_type_hints, is_typeddict

from marking.errors import MarkingError

T = TypeVar("T")
MAX_RECORD_NUMBER = 10**15  # no record of ours has a larger one
TYPE_NAMES: dict[object, str] = {
    str: "a string",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    NoneType: "null",
}


def parse_record(record_type: type[T], data: bytes, path: str) -> T:
    """Return the JSON object ``data`` as the TypedDict ``record_type``.

    ``path`` names the file in messages. Raise MarkingError if ``data`` is not such an
    object.
    """
    try:
        record: T = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise MarkingError(f"{path}: damaged: {error}") from error
    problem = _value_problem(record_type, record)
    if problem:
        raise MarkingError(f"{path}: damaged, or of another version: {problem}")
    return record


def _value_problem(value_type: object, value: object) -> str:
    """Return why ``value``, from JSON, is not of ``value_type``, or "".

    The keys that lead to the problem come first, and list items count from 1, as in
    ``criteria: 2: marks: expected a number``.
    """
    if isinstance(value_type, UnionType):
        alternatives = get_args(value_type)
        if value is None and NoneType in alternatives:
            return ""
        return _value_problem(alternatives[0], value)
    if isinstance(value, dict) and is_typeddict(value_type):
        return _field_problem(value_type, value)
    origin = get_origin(value_type)
    if isinstance(value, list) and origin is list:
        [item_type] = get_args(value_type)
        items = [(str(number), item) for number, item in enumerate(value, 1)]
        return _first_problem((key, item_type, item) for key, item in items)
    if isinstance(value, dict) and origin is dict:
        _, item_type = get_args(value_type)
        return _first_problem((key, item_type, item) for key, item in value.items())
    if _is_of_type(value_type, value):
        return ""
    return f"expected {TYPE_NAMES.get(value_type, 'a list or an object')}"


def _field_problem(record_type: object, record: dict[str, object]) -> str:
    """Return the first key that is unknown, missing or wrong in ``record``, or ""."""
    types = get_type_hints(record_type)
    different_keys = sorted(record.keys() ^ types.keys())
    if different_keys:
        key = different_keys[0]
        return f"{key}: unknown" if key in record else f"{key}: missing"
    return _first_problem((key, types[key], record[key]) for key in types)


def _first_problem(items: Iterable[tuple[str, object, object]]) -> str:
    """Return the first problem of ``items``, each a key, a type and a value, or ""."""
    for key, item_type, item in items:
        problem = _value_problem(item_type, item)
        if problem:
            return f"{key}: {problem}"
    return ""


def _is_of_type(value_type: object, value: object) -> bool:
    """Return whether ``value`` is a string, bool or number of ``value_type``."""
    if value_type not in (int, float):
        return type(value) is value_type
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    has_type = value_type is float or isinstance(value, int)
    return has_type and -MAX_RECORD_NUMBER < value < MAX_RECORD_NUMBER
