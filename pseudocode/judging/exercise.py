"""Read an exercise: a TOML file that says what a function must do.

docs/exercises.md describes the format.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import (
    combinations,
    combinations_with_replacement,
    islice,
    permutations,
    product,
)
from math import prod
from typing import NamedTuple, TypeAlias, Union, cast

from adt.queue import LinkedQueue
from adt.stack import ArrayStack
from adt.vector import ArrayVector
from pseudocode.errors import LanguageError
from pseudocode.judging.paths import Chosen, Options
from pseudocode.judging.steps import KnownFunctions, Translation, store_elements
from pseudocode.reading.handout import NO_HANDOUT, Handout
from pseudocode.reading.parser import Parsed, parse
from pseudocode.reading.vocabulary import OPERATIONS, name_key
from pseudocode.running.tracked import Path
from pseudocode.running.values import Structure, Value

MAX_OPTIONS = 10_000  # of one choice
MAX_CELLS = 64  # numbers in the arguments
MAX_SIZES = 100  # combinations of sizes


# A value of the domain: the place of a number, as its choice and its position there, or
# a structure.
Cell: TypeAlias = tuple[int, int]
Template: TypeAlias = Union[Cell, "StructureTemplate"]


class ExerciseError(LanguageError):
    """Raised if a file does not describe an exercise."""


class StructureTemplate(NamedTuple):
    """A structure to build: its class and the templates of its elements.

    Elements start at position 1, at the head of a queue, or at the top of a stack.
    """

    kind: type[Structure]
    elements: Sequence[Template]


class Domain:
    """All possible arguments of certain sizes.

    `templates` has a template for each parameter. `choices` lists the options for each
    number, or for several numbers that are chosen together.
    """

    def __init__(self) -> None:
        self.templates: list[Template] = []
        self.choices: list[Options] = []
        self.example: list[int] = []  # the number of an option for each choice
        self.positions: set[int] = set()  # parameters that are positions

    def number(self, cell: Cell, chosen: Chosen) -> int:
        return self.choices[cell[0]][chosen[cell[0]]][cell[1]]

    def arguments(
        self, chosen: Chosen, path: Path | None = None, shift: int = 0
    ) -> list[Value]:
        """Return the arguments for ``chosen``, the index of an option for each choice.

        With a ``path``, numbers with several options are tracked, and a run adds its
        conditions to the path. ``shift`` is added to arguments that are positions.
        """

        def build(template: Template) -> Value:
            if isinstance(template, StructureTemplate):
                kind, elements = template
                length = len(elements)
                structure = kind(length) if issubclass(kind, ArrayVector) else kind()
                store_elements(structure, [build(element) for element in elements])
                return structure
            number = self.number(template, chosen)
            if path is None or len(self.choices[template[0]]) == 1:
                return number
            return path.number(number, path.terms.cell(*template))

        values = [build(template) for template in self.templates]
        for place in self.positions if shift else ():
            values[place] = cast("int", values[place]) + shift
        return values


class Check(NamedTuple):
    """A further test of an answer: runs with other arguments or other known functions.

    ``domains`` are the arguments, and ``known`` the functions that the answer may call.
    A wrong result adds the ``message`` to the trial's notes or, if ``severity`` is
    "review", to its doubts; {} in it is the error. ``enqueue`` is a function that changes each number
    before it enters a queue, or None. ``calls`` has the minimum number of calls by
    operation or function.
    """

    message: str
    severity: str
    domains: Sequence[Domain]
    known: KnownFunctions
    enqueue: Parsed | None = None
    calls: Mapping[str, int] = {}
    is_mock: bool = False  # mocks replace what the exercise names


class Variant(NamedTuple):
    """Another function, ``text``, with a ``message`` on answers with its results."""

    message: str
    text: Parsed


class SearchCoverage(NamedTuple):
    """A test whether a search function finds the one argument that its checks accept.

    ``groups`` are the names of functions that check an argument. They are replaced by
    functions that accept only one argument; sometimes one group accepts all. The search
    must check at least ``minimum`` of the arguments that the reference checks, and make
    ``calls`` calls of one function; if not, the doubt is ``below_minimum``. If it
    misses an accepted argument, the doubt is ``message``. If it checks the same
    arguments as one of the ``alternatives``, it gets the message of that function. ``known`` are the functions
    that the answer may call.
    """

    groups: Sequence[Sequence[str]]
    minimum: int
    calls: int
    below_minimum: str
    message: str
    known: KnownFunctions
    alternatives: Sequence[Variant]


class Explanation(NamedTuple):
    """The end of a message on a wrong result, which describes the arguments.

    It is ``message``, each {} replaced by an element of the vector that the function in
    ``text`` returns, or ``otherwise`` if the function returns no vector.
    """

    message: str
    otherwise: str
    text: Parsed


class Coursework(NamedTuple):
    """What the exercises of a hand-out share: its functions, all in one program.

    ``translations`` are the same functions in Python, by name key.
    """

    reference: Parsed
    translations: Mapping[str, Translation]


class Exercise:
    """An exercise: the function ``name``, its possible arguments and its reference.

    ``table`` is the exercise file. If it is that of a ``task`` of a hand-out, such as
    "4", the reference is in ``coursework``. `known_functions` are the functions that an
    answer may call, by name key; `known` runs them and the reference.
    """

    def __init__(
        self, table: "Table", task: str = "", coursework: Coursework | None = None
    ) -> None:
        self.name = table.text("name")
        self.task = task
        if coursework:
            self.marks = table.handout.tasks[task].marks
            self.reference = coursework.reference
        else:
            self.marks = table.number("marks", 1)
            self.reference = self._reference(table)
        self.any_order = table.flag("any_order")
        self.separate = table.flag("separate")
        known_program = self.reference if coursework else None
        if table.get("helpers") is not None:
            known_program = table.program("helpers")
        self.known_functions = (
            {
                name_key(function.name): (function, known_program.source)
                for function in known_program.program.functions
            }
            if known_program
            else {}
        )
        self._texts = [self.reference]
        if known_program and known_program is not self.reference:
            self._texts.insert(0, known_program)
        translations = coursework.translations if coursework else {}
        self.known = KnownFunctions(self._texts, translations)
        self._arguments = table.table("arguments")
        self.parameters = self._parameters()
        parameters = ["", *self.parameters]
        self.must_preserve = table.choice("must_preserve", "", parameters)
        self.overwrites = table.choice("overwrites", "", parameters)
        self.uses = table.texts("uses")
        helpers = [function.name for function, _ in self.known_functions.values()]
        for name in self.uses:
            if name not in OPERATIONS and name not in helpers:
                raise table.error("uses", "operations, such as PUSH, and helpers")
        self.alternatives = self._variants(table, "alternatives")
        self.hints = self._variants(table, "hints")
        self.right, self.wrong = table.texts("right"), table.texts("wrong")
        explanation = table.optional("explanation")
        self.explanation = self._explanation(explanation) if explanation else None
        self._checks = [
            (check, kind == "mocks")
            for kind in ("outside_domain", "mocks")
            for check in table.tables(kind)
        ]
        coverage = table.optional("search_coverage")
        self.search_coverage = self._search_coverage(coverage) if coverage else None

    def _reference(self, table: "Table") -> Parsed:
        text = table.program("reference")
        names = [name_key(function.name) for function in text.program.functions]
        if name_key(self.name) not in names:
            raise table.error("name", "the name of a function in the reference")
        return text

    def _parameters(self) -> list[str]:
        functions = self.reference.program.functions
        key = name_key(self.name)
        (function,) = [
            function for function in functions if name_key(function.name) == key
        ][-1:]
        return function.parameters

    def _calls(self, table: "Table") -> dict[str, int]:
        calls = table.optional("calls")
        return {name: calls.number(name, 0) for name in calls.values} if calls else {}

    def _known_with(self, texts: list[Parsed]) -> KnownFunctions:
        return KnownFunctions([*self._texts, *texts]) if texts else self.known

    def _variants(self, table: "Table", key: str) -> list[Variant]:
        variants = []
        for subtable in table.tables(key):
            message = subtable.text("message")
            variants.append(Variant(message, subtable.program("text", self.name)))
            subtable.finish()
        return variants

    def _explanation(self, table: "Table") -> Explanation:
        explanation = Explanation(
            table.text("message"), table.text("otherwise", ""), table.program("text")
        )
        table.finish()
        return explanation

    def _search_coverage(self, table: "Table") -> SearchCoverage:
        texts = [table.program("text")] if "text" in table.values else []
        coverage = SearchCoverage(
            table.groups("groups"),
            table.number("minimum", 1),
            table.number("calls", 1),
            table.text("below_minimum"),
            table.text("message"),
            self._known_with(texts),
            self._variants(table, "alternatives"),
        )
        table.finish()
        return coverage

    @cached_property
    def domains(self) -> list[Domain]:
        """The possible arguments: a domain for each combination of sizes."""
        return read_domains(self._arguments, self.parameters)

    @cached_property
    def checks(self) -> list[Check]:
        """The further tests: with other arguments, then with other functions."""
        checks = []
        for table, is_mock in self._checks:
            arguments = table.optional("arguments")
            texts = (
                [table.program("text")] if is_mock and "text" in table.values else []
            )
            check = Check(
                table.text("message"),
                table.choice("severity", "review", ("review", "note")),
                read_domains(arguments, self.parameters) if arguments else self.domains,
                self._known_with(texts),
                table.program("enqueue") if "enqueue" in table.values else None,
                self._calls(table),
                is_mock,
            )
            table.finish()
            checks.append(check)
        return checks


class Table:
    """A table of an exercise file, whose values are read by key.

    ``where`` is the key of the table, such as ``arguments.row``, for messages. The programs
    in it may use the functions of the ``handout``.
    """

    def __init__(
        self, file: str, where: str, values: Mapping[str, object], handout: Handout
    ) -> None:
        self.file = file
        self.where = where
        self.values = values
        self.handout = handout
        self._read: set[str] = set()

    def error(self, key: str, expected: str) -> ExerciseError:
        place = f"{self.where}.{key}" if self.where else key
        actual = f"; found {self.values[key]!r:.60}" if key in self.values else ""
        return ExerciseError(f"{self.file}: {place}: expected {expected}{actual}")

    def finish(self) -> None:
        """Raise ExerciseError if the table has a key that was not read."""
        self.allow(self._read, "a key of an exercise")

    def allow(self, keys: Iterable[str], what: str) -> None:
        """Raise ExerciseError if the table has a key that is not in ``keys``.

        ``what`` describes the keys in the message, such as "a key of a parameter".
        """
        for key in sorted(self.values.keys() - {*keys}):
            place = f"{self.where}.{key}" if self.where else key
            key_list = ", ".join(sorted(keys))
            raise ExerciseError(
                f"{self.file}: {place} is not {what}; expected {key_list}"
            )

    def get(self, key: str) -> object:
        self._read.add(key)
        return self.values.get(key)

    def text(self, key: str, default: str | None = None) -> str:
        value = self.get(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, str):
            raise self.error(key, "a text")
        return value

    def choice(self, key: str, default: str, choices: Sequence[str]) -> str:
        """Return the text of ``key``. Raise ExerciseError if not in ``choices``."""
        value = self.text(key, default)
        if value not in choices:
            raise self.error(key, " or ".join(filter(None, choices)))
        return value

    def number(self, key: str, default: int) -> int:
        value = self.get(key)
        value = default if value is None else value
        if type(value) is not int or value < 0:
            raise self.error(key, "a whole number")
        return value

    def flag(self, key: str) -> bool:
        value = self.get(key)
        if not isinstance(value, (bool, type(None))):
            raise self.error(key, "true or false")
        return bool(value)

    def texts(self, key: str) -> list[str]:
        value = self.get(key) or []
        if not isinstance(value, list) or not all(
            isinstance(item, str) for item in value
        ):
            raise self.error(key, "a list of texts")
        return value

    def groups(self, key: str) -> list[list[str]]:
        value = self.get(key)
        if not isinstance(value, list) or not value:
            raise self.error(key, "a list of lists of texts")
        groups = {
            f"{key}[{number}]": group for number, group in enumerate(value, start=1)
        }
        inner = Table(self.file, self.where, groups, self.handout)
        return [inner.texts(place) for place in groups]

    def program(self, key: str, name: str = "") -> Parsed:
        """Parse the text of ``key``.

        Raise ExerciseError if it has errors or no function, or none called ``name``.
        """
        place = f"{self.where}.{key}" if self.where else key
        parsed = parse(self.text(key), f"{self.file}: {place}", handout=self.handout)
        if parsed.errors:
            raise ExerciseError(str(parsed.errors[0]))
        names = [name_key(function.name) for function in parsed.program.functions]
        if not names or (name and name_key(name) not in names):
            raise self.error(key, f"a function {name}".rstrip())
        return parsed

    def table(self, key: str) -> "Table":
        subtable = self.optional(key)
        if subtable is None:
            raise self.error(key, "a table")
        return subtable

    def optional(self, key: str) -> "Table | None":
        value = self.get(key)
        if value is None:
            return None
        if not isinstance(value, dict):
            raise self.error(key, "a table")
        where = f"{self.where}.{key}".strip(".")
        return Table(self.file, where, value, self.handout)

    def tables(self, key: str) -> "list[Table]":
        value = self.get(key) or []
        if not isinstance(value, list) or not all(
            isinstance(item, dict) for item in value
        ):
            raise self.error(key, f"[[{key}]]")
        where = f"{self.where}.{key}".strip(".")
        return [
            Table(self.file, f"{where}[{number}]", subtable, self.handout)
            for number, subtable in enumerate(value, start=1)
        ]


PARAMETER_KEYS = (
    *("vector", "stack", "queue", "of", "only", "distinct", "sorted", "example"),
    "position",
)
KINDS: dict[str, type[Structure]] = {
    **{"vector": ArrayVector, "queue": LinkedQueue, "stack": ArrayStack}
}


def read_domains(table: Table, parameters: Sequence[str]) -> list[Domain]:
    """Return a domain for each combination of the sizes of all ``parameters``.

    ``table`` has a table for each parameter. Raise ExerciseError if it is invalid.
    """
    table.allow(parameters, "a parameter of the reference")
    specifications = [table.table(name) for name in parameters]
    for specification in specifications:
        specification.allow(PARAMETER_KEYS, "a key of a parameter")
    sizes = [parameter_sizes(specification) for specification in specifications]
    if prod(map(len, sizes)) > MAX_SIZES:
        raise ExerciseError(
            f"{table.file}: more than {MAX_SIZES} combinations of sizes"
        )
    return [read_domain(specifications, combination) for combination in product(*sizes)]


def parameter_sizes(table: Table) -> list[tuple[int, ...]]:
    """Return the possible sizes of the parameter that ``table`` describes.

    A size is ``()`` for a number, ``(4,)`` for a structure of four numbers, and
    ``(4, 3)`` for a vector of four vectors of three. Raise ExerciseError for others.
    """
    for kind in KINDS:
        if kind in table.values:
            value = table.get(kind)
            if isinstance(value, list) and kind == "vector":
                lengths = [
                    number for number in value if type(number) is int and number > 0
                ]
                if len(lengths) != len(value) or len(value) not in (1, 2):
                    raise table.error(kind, "a length, or two")
                return [tuple(lengths)]
            return [(number,) for number in numbers_of(table, kind)]
    return [()]


def numbers_of(table: Table, key: str) -> list[int]:
    """Return the numbers in the value of ``key``: ``5``, ``"1..4"`` or ``[1, 3]``.

    Raise ExerciseError unless they are different whole numbers, at most MAX_OPTIONS.
    """
    value = table.get(key)
    if isinstance(value, str):
        first, dots, last = value.partition("..")
        try:
            value = [*range(int(first), int(last) + 1)] if dots else []
        except ValueError:
            value = []
    if type(value) is int:
        value = [value]
    if not isinstance(value, list) or not value:
        raise table.error(key, 'numbers, such as "1..4" or [1, 3]')
    if not all(type(element) is int for element in value) or len({*value}) < len(value):
        raise table.error(key, "different whole numbers")
    if len(value) > MAX_OPTIONS:
        raise table.error(key, f"at most {MAX_OPTIONS:,} numbers")
    return value


def read_domain(
    specifications: Sequence[Table], sizes: Sequence[tuple[int, ...]]
) -> Domain:
    """Return the domain in which the parameters have these ``sizes``.

    ``specifications`` are the parameters' tables, in the same order. Raise
    ExerciseError if the arguments have more than MAX_CELLS numbers.
    """
    domain = Domain()
    for place, (table, size) in enumerate(zip(specifications, sizes)):
        if table.flag("position"):
            domain.positions.add(place)
        kinds = [kind for word, kind in KINDS.items() if word in table.values]
        cells = add_choices(domain, table, size)
        domain.templates.append(nested(kinds[0] if kinds else ArrayVector, cells, size))
    if sum(len(options[0]) for options in domain.choices) > MAX_CELLS:
        file = specifications[0].file
        raise ExerciseError(f"{file}: more than {MAX_CELLS} numbers in the arguments")
    return domain


def nested(
    kind: type[Structure], cells: Iterator[Cell], size: tuple[int, ...]
) -> Template:
    """Return the template of a parameter: a structure of this ``size``, or a number.

    Its numbers are taken from ``cells``.
    """
    if not size:
        return next(cells)
    parts = [nested(kind, cells, size[1:]) for _ in range(size[0])]
    return StructureTemplate(kind, parts)


def add_choices(domain: Domain, table: Table, size: tuple[int, ...]) -> Iterator[Cell]:
    """Add the choices of a parameter to ``domain``; return a cell for each number.

    A cell ``(choice, place)`` is the number at index ``place`` of the option chosen.
    ``table`` describes the parameter. Raise ExerciseError if its example is invalid.
    """
    count = prod(size)
    options, together = parameter_options(table, size)
    example = [*flat(table.get("example") or [])]
    if example and len(example) != count:
        raise table.error("example", f"{count} numbers")
    first = len(domain.choices)
    for start in range(0, count, together) if together else [0]:
        domain.choices.append(options)
        shown = tuple(example[start : start + together]) or options[0]
        if shown not in options:
            raise table.error("example", "numbers of the domain")
        domain.example.append(options.index(shown))
    return (
        (choice, place)
        for choice in range(first, len(domain.choices))
        for place in range(together)
    )


def parameter_options(table: Table, size: tuple[int, ...]) -> tuple[Options, int]:
    """Return ``(options, count)``: the choices of a parameter of this ``size``.

    An option is a tuple of ``count`` numbers chosen together: all numbers of the
    parameter if ``table`` has the key ``only``, those of a row if they are distinct or
    sorted, otherwise one.
    """
    only = table.get("only")
    if only is not None:
        every = only if isinstance(only, list) else [only]
        rows = [
            tuple([n for n in flat(structure) if type(n) is int]) for structure in every
        ]
        if not rows or {*map(len, rows)} != {prod(size)}:
            raise table.error("only", f"values of {prod(size)} numbers")
        return rows, prod(size)
    numbers = numbers_of(table, "of")
    distinct, ordered = table.flag("distinct"), table.flag("sorted")
    if not size or not (distinct or ordered):
        return [(number,) for number in numbers], min(1, prod(size))
    together = size[-1]
    ways: Iterator[tuple[int, ...]] = permutations(numbers, together)
    if ordered:
        choose = combinations if distinct else combinations_with_replacement
        ways = choose(sorted(numbers), together)
    options = [*islice(ways, MAX_OPTIONS + 1)]
    if not options:
        raise table.error("of", f"{together} numbers or more")
    if len(options) > MAX_OPTIONS:
        raise table.error("of", f"at most {MAX_OPTIONS:,} ways to choose the numbers")
    return options, together


def flat(value: object) -> Iterator[object]:
    """Yield the items in nested lists, or ``value`` itself if it is not a list."""
    if isinstance(value, list):
        for element in value:
            yield from flat(element)
    else:
        yield value


def read_exercise(
    text: str,
    file: str,
    handout: Handout = NO_HANDOUT,
    task: str = "",
    coursework: Coursework | None = None,
) -> Exercise:
    """Parse the TOML ``text`` of an exercise. Raise ExerciseError if it is invalid.

    ``file`` is its file name, for messages. The answers are to the ``handout``; if the
    exercise is its ``task``, such as "4", the reference is in ``coursework``.
    """
    try:
        table = Table(file, "", tomllib.loads(text), handout)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ExerciseError(f"{file}: {error}") from None
    exercise = Exercise(table, task, coursework)
    table.finish()
    return exercise
