"""The possible arguments of an exercise, as its file describes them."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Annotated, NamedTuple, TypeAlias

from adt.queue import LinkedQueue
from adt.stack import ArrayStack
from adt.vector import ArrayVector
from pseudocode.judging.paths import ChoiceOptions, Chosen
from pseudocode.judging.records import (
    ExerciseTable,
    Numbers,
    StructureSize,
    StructureSizes,
    TomlTable,
)
from pseudocode.judging.steps import store_elements
from pseudocode.running.tracked import RunPath
from pseudocode.running.values import Structure, Value

MAX_OPTIONS = 10_000  # of one choice
MAX_ARGUMENT_NUMBERS = 64  # numbers in the arguments
MAX_SIZES = 100  # combinations of sizes


@dataclass(frozen=True, eq=False)
class Argument(ExerciseTable):
    """The possible values of a parameter."""

    of: Annotated[Numbers, "the possible numbers"] = ()
    vector: Annotated[
        StructureSizes, "a vector of this length; `[4, 3]`: 4 of length 3"
    ] = ()
    stack: Annotated[StructureSizes, "a stack of this size"] = ()
    queue: Annotated[StructureSizes, "a queue of this size"] = ()
    distinct: Annotated[bool, "no two elements of a structure are equal"] = False
    sorted: Annotated[bool, "they ascend from position 1, the top or the head"] = False
    example: Annotated[object, "the first or, without `of`, only value"] = ()
    position: Annotated[bool, "the number is a position"] = False

    @property
    def sizes(self) -> StructureSizes:
        return self.vector or self.stack or self.queue or ((),)

    @property
    def kind(self) -> type[Structure]:
        """The class of the structures; there are none if the size is ()."""
        if self.stack:
            return ArrayStack
        return LinkedQueue if self.queue else ArrayVector

    def options(self, size: StructureSize) -> ChoiceOptions:
        """Return the options of each choice, for a value of this ``size``.

        An option is a tuple of numbers that are chosen together: those of a row if they
        are distinct or sorted, otherwise one.
        """
        is_row = size and (self.distinct or self.sorted)
        count = size[-1] if is_row else 1
        ways: Iterator[tuple[int, ...]]
        if not self.sorted:
            ways = itertools.permutations(self.of, count)
        elif self.distinct:
            ways = itertools.combinations(sorted(self.of), count)
        else:
            ways = itertools.combinations_with_replacement(sorted(self.of), count)
        options = [*itertools.islice(ways, MAX_OPTIONS + 1)]
        if not options:
            raise self.table.error("of", f"{count} numbers or more")
        if len(options) > MAX_OPTIONS:
            raise self.table.error("of", f"at most {MAX_OPTIONS:,} ways to choose them")
        return options


Arguments: TypeAlias = Mapping[str, Argument]  # by parameter


class Domain:
    """All ``arguments`` of certain ``sizes``, one for each parameter.

    `choices` lists the options for each number, or for several numbers that are chosen
    together, and `example` has the index of an option for each of them. `count` is the
    number of all arguments. `parameters` has each Argument with its size.
    """

    def __init__(
        self, arguments: Sequence[Argument], sizes: Sequence[StructureSize]
    ) -> None:
        self.choices: list[ChoiceOptions] = []
        self.example: list[int] = []
        self.parameters = [*zip(arguments, sizes)]
        for argument, size in self.parameters:
            example = tuple([n for n in _leaves(argument.example) if type(n) is int])
            count = prod(size)
            if example and len(example) != count:
                raise argument.table.error("example", f"{count} numbers")
            if not example and count and not argument.of:
                raise argument.table.error("of", f"{count} numbers")
            options = argument.options(size) if argument.of else [example]
            together = len(options[0])
            for start in range(0, count, together or 1):
                option = example[start : start + together] or options[0]
                if option not in options:
                    raise argument.table.error("example", "numbers of the domain")
                self.choices.append(options)
                self.example.append(options.index(option))
        self.count = prod(map(len, self.choices))

    def example_case(self) -> "Case":
        """Return the arguments of the example."""
        return Case(self, tuple(self.example))


class Case(NamedTuple):
    """Arguments of a call: the index of an option for each choice of ``domain``."""

    domain: Domain
    chosen: Chosen

    def arguments(self, path: RunPath | None = None, shift: int = 0) -> list[Value]:
        """Return the arguments.

        With a ``path``, numbers with several options are tracked, and a run adds its
        conditions to the path. ``shift`` is added to arguments that are positions.
        """
        numbers = self._numbers(path)
        values = []
        for argument, size in self.domain.parameters:
            value = _build(argument.kind, size, numbers)
            if argument.position and isinstance(value, int) and shift:
                value += shift
            values.append(value)
        return values

    def _numbers(self, path: RunPath | None) -> Iterator[int]:
        for choice, options in enumerate(self.domain.choices):
            for index, number in enumerate(options[self.chosen[choice]]):
                if path is not None and len(options) > 1:
                    number = path.number(number, path.terms.cell(choice, index))
                yield number


def _build(kind: type[Structure], size: StructureSize, numbers: Iterator[int]) -> Value:
    """Return a structure of this ``size`` with the next ``numbers``, or a number.

    Elements start at position 1, at the head of a queue, or at the top of a stack.
    """
    if not size:
        return next(numbers)
    structure = kind(size[0]) if issubclass(kind, ArrayVector) else kind()
    store_elements(structure, [_build(kind, size[1:], numbers) for _ in range(size[0])])
    return structure


def read_domains(
    table: TomlTable, arguments: Arguments, parameters: Sequence[str]
) -> list[Domain]:
    """Return a domain for each combination of the sizes of all ``parameters``.

    ``table`` has the key ``arguments``. Raise ExerciseError if they are invalid.
    """
    inner = table.inner("arguments")
    inner.check_keys(parameters)
    for name in parameters:
        if name not in arguments:
            raise inner.error(name, "a table")
    ordered = [arguments[name] for name in parameters]
    sizes = [argument.sizes for argument in ordered]
    if prod(map(len, sizes)) > MAX_SIZES:
        raise table.error("arguments", f"at most {MAX_SIZES} combinations of sizes")
    domains = [
        Domain(ordered, combination) for combination in itertools.product(*sizes)
    ]
    for domain in domains:
        if sum(len(options[0]) for options in domain.choices) > MAX_ARGUMENT_NUMBERS:
            message = f"at most {MAX_ARGUMENT_NUMBERS} numbers in them"
            raise table.error("arguments", message)
    return domains


def _leaves(value: object) -> Iterator[object]:
    if isinstance(value, list | tuple):
        for element in value:
            yield from _leaves(element)
    else:
        yield value
