"""Read the tables of an exercise file as records, whose fields are the keys."""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from types import UnionType
from typing import TypeAlias, TypeVar, get_args, get_origin

from pseudocode.errors import LanguageError
from pseudocode.reading import syntax
from pseudocode.reading.parser import Parsed, parse
from pseudocode.reading.source import Source
from pseudocode.reading.vocabulary import name_key

MAX_CHARACTERS_PARSED = 5_000_000  # to find the line of a key

Numbers: TypeAlias = tuple[int, ...]
# The size of a number is (), that of a structure of four numbers (4,), and that of a
# vector of four vectors of three numbers (4, 3).
StructureSize: TypeAlias = tuple[int, ...]
StructureSizes: TypeAlias = tuple[StructureSize, ...]
KeyPath: TypeAlias = tuple[str, ...]  # keys, and indices in lists, from "0"


class ExerciseError(LanguageError):
    """Raised if a file does not describe an exercise."""


@dataclass(frozen=True, eq=False)
class ExerciseTable:
    """A table of an exercise file; its subclasses have a field for each key.

    The annotation of a key is its type and, for docs/exercises.md, its meaning.
    """

    table: "TomlTable"

    @classmethod
    def keys(cls) -> Iterator[tuple[str, object, str]]:
        """Yield the name, the type and the meaning of each key."""
        for name, annotation in cls.__annotations__.items():
            if hasattr(annotation, "__metadata__"):
                yield name, *get_args(annotation)

    def function(
        self, key: str, name: str, parameters: Sequence[str] = ()
    ) -> syntax.Function:
        """Return the last function ``name`` in the program of ``key``.

        Raise ExerciseError if there is none with as many ``parameters``, if given, or
        none with the same parameters if the name is "Where".
        """
        program: Parsed = getattr(self, key)
        for function in reversed(program.program.functions):
            expected = parameters or function.parameters
            if name_key(function.name) == name_key(name):
                has_as_many = len(function.parameters) == len(expected)
                if function.parameters == expected or has_as_many and name != "Where":
                    return function
        parameter_list = f"({', '.join(parameters)})" if parameters else ""
        raise self.table.error(key, f"a function {name}{parameter_list}")

    def require(self, key: str, choices: Sequence[str]) -> None:
        """Raise ExerciseError if the text of ``key`` is not in ``choices``."""
        if getattr(self, key) not in choices:
            raise self.table.error(key, " or ".join(filter(None, choices)))


T = TypeVar("T", bound=ExerciseTable)


class TomlTable:
    """A table, or a list with its indices as keys, in the file ``source``.

    ``path`` leads to its ``values``. Functions in them may call those of the hand-out
    of the ``source``.
    """

    def __init__(self, source: Source, path: KeyPath, value: object) -> None:
        self.source = source
        self.path = path
        self.values = items_of(value)

    def inner(self, key: str) -> "TomlTable":
        """Return the table in this table at ``key``, which must be there."""
        return TomlTable(self.source, (*self.path, key), self.values[key])

    def read(self, kind: type[T], **known: object) -> T:
        """Return the table as a ``kind``, whose fields ``known`` are not in the table.

        Raise ExerciseError for an unknown key, or a missing or wrong value.
        """
        keys = {name: values for name, values, _ in kind.keys() if name not in known}
        self.check_keys(keys)
        for name, values in keys.items():
            if name in self.values:
                known[name] = self.value(name, values)
            elif not hasattr(kind, name):  # a field without a default
                raise self.error(name, DESCRIPTIONS.get(values, "a table"))
        return kind(self, **known)

    def check_keys(self, known: Iterable[str]) -> None:
        """Raise ExerciseError for a key that is not ``known``; name a similar one."""
        for key in self.values:
            if key not in known:
                names = get_close_matches(key, known, n=1) or sorted(known)
                expected = ", ".join(map(repr, names))
                raise self.located_error(
                    key, f"unknown key {key!r}; expected {expected}"
                )

    def error(self, key: str, expected: str) -> ExerciseError:
        """Return the error that the value of ``key`` is missing or not ``expected``."""
        found = f"; found {self.values[key]!r:.60}" if key in self.values else ""
        name = self.path[-1] if key.isdecimal() else key
        return self.located_error(key, f"{name}: expected {expected}{found}")

    def located_error(self, key: str, message: str) -> ExerciseError:
        """Return an error at ``key`` or, if it is missing, at the key of the table."""
        path = (*self.path, key) if key in self.values else self.path
        offset = _key_offset(self.source.text, path)
        return ExerciseError(str(self.source.remark(offset, message)))

    def value(self, key: str, kind: object) -> object:
        """Return the value of ``key`` as the type ``kind`` of a field.

        Raise ExerciseError if it has another type.
        """
        value = self.values[key]
        origin = get_origin(kind)
        item_types = get_args(kind)
        if origin is UnionType:
            return self.value(key, item_types[0])
        if kind in READERS:
            return READERS[kind](self, key)
        inner = self.inner(key)
        if isinstance(value, list) and origin is tuple:
            return tuple([inner.value(index, item_types[0]) for index in inner.values])
        if isinstance(value, dict) and origin is Mapping:
            return {name: inner.value(name, item_types[1]) for name in value}
        if isinstance(value, dict) and isinstance(kind, type):
            if issubclass(kind, ExerciseTable):
                return inner.read(kind)
        is_negative = kind is int and isinstance(value, int) and value < 0
        if kind is not object and (type(value) is not kind or is_negative):
            raise self.error(key, DESCRIPTIONS.get(kind, "a table"))
        return value


def items_of(value: object) -> Mapping[str, object]:
    """Return the items of a table, or of a list by index; other values have none."""
    if isinstance(value, list):
        return {str(index): item for index, item in enumerate(value)}
    return value if isinstance(value, dict) else {}


def _key_offset(text: str, path: KeyPath) -> int:
    """Return the offset in a TOML ``text`` of the key to which ``path`` leads, or 0.

    `tomllib` does not say where it reads a key. One more letter there has an effect on
    the value to which ``path`` leads.
    """
    value = _value_at(text, path)
    words = [key for key in path if not key.isdecimal()]
    matches = re.finditer(re.escape(words[-1]), text) if words else iter(())
    offsets = [0]
    for match in islice(matches, MAX_CHARACTERS_PARSED // (len(text) + 1)):
        offset = match.start()
        if _value_at(f"{text[:offset]}_{text[offset:]}", path) != value:
            offsets.append(offset)
    # A key comes before its value, and a table in a list after those that it counts.
    if words == [*path][-1:]:
        return offsets[:2][-1]
    return offsets[-1]


def _value_at(text: str, path: KeyPath) -> object:
    """Return the value to which ``path`` leads in a TOML ``text``, or None."""
    try:
        value: object = tomllib.loads(text)
        for key in path:
            value = items_of(value)[key]
    except (tomllib.TOMLDecodeError, KeyError):
        return None
    return value


def _read_program(table: TomlTable, key: str) -> Parsed:
    """Return the functions in the text of ``key``, with line numbers of the file."""
    text = table.value(key, str)
    assert isinstance(text, str)
    source = table.source
    offset = source.text.find(text)
    if offset < 0:  # it has escapes
        offset = _key_offset(source.text, (*table.path, key))
    lines_above = source.text.count("\n", 0, offset)
    parsed = parse("\n" * lines_above + text, source.name, handout=source.handout)
    if parsed.errors:
        raise ExerciseError(str(parsed.errors[0]))
    if not parsed.program.functions:
        raise table.error(key, "a function")
    return parsed


def _read_numbers(table: TomlTable, key: str) -> Numbers:
    """Return the numbers in ``5``, ``"1..4"`` or ``[1, 3]``, the value of ``key``."""
    value = table.values[key]
    numbers: Sequence[object] = [value]
    if isinstance(value, list):
        numbers = value
    elif isinstance(value, str):
        match = re.fullmatch(r"(-?\d{1,5})\.\.(-?\d{1,5})", value)
        numbers = range(int(match[1]), int(match[2]) + 1) if match else []
    if not numbers:
        raise table.error(key, DESCRIPTIONS[Numbers])
    integers = tuple([number for number in numbers if type(number) is int])
    if len({*integers}) < len(numbers):
        raise table.error(key, "different whole numbers")
    return integers


def _read_sizes(table: TomlTable, key: str) -> StructureSizes:
    """Return the sizes in the value of ``key``; a list for ``vector`` is one size."""
    lengths = table.values[key]
    if key == "vector" and isinstance(lengths, list):
        sizes: StructureSizes = (tuple(lengths),)
    else:
        sizes = tuple([(number,) for number in _read_numbers(table, key)])
    for size in sizes:
        is_size = all(type(length) is int and length >= 0 for length in size)
        if not is_size or len(size) not in (1, 2):
            raise table.error(key, "a length, or two")
    return sizes


READERS: dict[object, Callable[[TomlTable, str], object]] = {
    Parsed: _read_program,
    Numbers: _read_numbers,
    StructureSizes: _read_sizes,
}
# Of the values of other types: they are tables.
DESCRIPTIONS: dict[object, str] = {
    str: "a text",
    int: "an integer",
    bool: "true or false",
    Parsed: "functions",
    Numbers: 'numbers, such as 4, "1..4" or [1, 3]',
    StructureSizes: "lengths",
    tuple[str, ...]: "texts",
    tuple[tuple[str, ...], ...]: "lists of texts",
    object: "a value",
}
