"""Read records of a run's folder: JSON objects with the keys and types of a TypedDict.

Files of the folder may be damaged, of another version, or somebody else's.
"""

import json
from types import NoneType, UnionType
from typing import Final, TypeVar, get_args, get_origin, get_type_hints, is_typeddict

from marking.errors import MarkingError

T = TypeVar("T")
MAX_NUMBER: Final = 10**15  # no record of ours has a larger one
KIND_NAMES: Final[dict[object, str]] = {
    str: "a string",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    NoneType: "null",
}


def parse_record(kind: type[T], data: bytes, place: str) -> T:
    """Return the JSON object *data* as the TypedDict *kind*.

    *place* is the path of the file, for messages. Raise MarkingError if *data* is not
    such an object.
    """
    try:
        record: T = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise MarkingError(f"{place}: damaged: {error}") from error
    if problem := record_problem(kind, record):
        raise MarkingError(f"{place}: damaged, or of another version: {problem}")
    return record


def record_problem(kind: object, value: object) -> str:
    """Return what is wrong with *value*, from JSON, as a value of type *kind*, or ""."""
    kinds = get_args(kind)
    if isinstance(kind, UnionType):
        if value is None and NoneType in kinds:
            return ""
        return record_problem(kinds[0], value)
    if isinstance(kind, type) and is_typeddict(kind) and isinstance(value, dict):
        types = get_type_hints(kind)
        if different := sorted(value.keys() ^ types.keys()):
            return (
                f"{different[0]}: {'unknown' if different[0] in value else 'missing'}"
            )
        items = [(key, types[key], value[key]) for key in types]
    elif get_origin(kind) is list and isinstance(value, list):
        items = [(str(number), kinds[0], item) for number, item in enumerate(value, 1)]
    elif get_origin(kind) is dict and isinstance(value, dict):
        items = [(key, kinds[1], item) for key, item in value.items()]
    elif is_of_kind(kind, value):
        return ""
    else:
        return f"expected {KIND_NAMES.get(kind, 'a list or an object')}"
    problems = ((key, record_problem(type_, item)) for key, type_, item in items)
    return next((f"{key}: {problem}" for key, problem in problems if problem), "")


def is_of_kind(kind: object, value: object) -> bool:
    """Return whether *value* is a string, bool or number of type *kind*."""
    if kind not in (int, float):
        return type(value) is kind
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    has_kind = kind is float or isinstance(value, int)
    return has_kind and -MAX_NUMBER < value < MAX_NUMBER
