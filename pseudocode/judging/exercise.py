"""Read an exercise: a TOML file that says what a function must do.

docs/exercises.md describes the format.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Annotated, NamedTuple, TypeAlias

from pseudocode.judging.domains import Argument, Arguments, Domain, read_domains
from pseudocode.judging.records import ExerciseError, ExerciseTable, TomlTable, items_of
from pseudocode.judging.steps import KnownFunctions, Translation
from pseudocode.reading import syntax
from pseudocode.reading.handout import NO_HANDOUT, Handout
from pseudocode.reading.parser import Parsed
from pseudocode.reading.source import Source
from pseudocode.reading.vocabulary import OPERATIONS, name_key

Functions: TypeAlias = Parsed | None


@dataclass(frozen=True, eq=False)
class Variant(ExerciseTable):
    """Another function of the exercise's name."""

    message: Annotated[str, "noted on results of the function"]
    text: Annotated[Parsed, "the function, named as the exercise"]


@dataclass(frozen=True, eq=False)
class ArgumentsText(ExerciseTable):
    """The end of a message on a wrong result, which describes the arguments."""

    message: Annotated[str, "the end of the message; `{}` are the elements"]
    text: Annotated[Parsed, "`Explain`, which returns their vector"]
    otherwise: Annotated[str, "the end for FALSE"] = ""


@dataclass(frozen=True, eq=False)
class FurtherTest(ExerciseTable):
    """A further test of an answer: with other arguments or with mocks."""

    message: Annotated[str, "noted on a wrong result; `{}` is the error"]
    severity: Annotated[str, "`review` or `note`, which changes no verdict"] = "review"
    arguments: Annotated[Arguments | None, "by default, the usual ones"] = None
    where: Annotated[Functions, "as above, for these arguments"] = None
    text: Annotated[Functions, "the mocks, with the names of helpers"] = None
    enqueue: Annotated[Functions, "`Enqueue`, which changes numbers enqueued"] = None
    calls: Annotated[Mapping[str, int] | None, "the fewest: `{ENQUEUE = 7}`"] = None


class Check(NamedTuple):
    """A test of an answer: its ``domains``, and the ``known`` functions it may call.

    Only the arguments are tried for which the function in ``where``, if any, is TRUE.
    """

    domains: Sequence[Domain]
    known: KnownFunctions
    where: Parsed | None
    test: FurtherTest
    is_mock: bool = False  # mocks replace what the exercise names


@dataclass(frozen=True, eq=False)
class SearchCoverage(ExerciseTable):
    """A test whether a search function finds the one argument that its checks accept.

    The checks are replaced by functions that accept only one argument; sometimes one
    group of them accepts all. A search that checks the same arguments as one of the
    ``alternatives`` gets the message of that function.
    """

    groups: Annotated[tuple[tuple[str, ...], ...], "names of checks"]
    message: Annotated[str, "noted if an accepted argument is not found"]
    below_minimum: Annotated[str, "noted below a minimum; `{}` is the number"]
    minimum: Annotated[int, "how many arguments must be checked"] = 1
    calls: Annotated[int, "how often one function must be called"] = 1
    text: Annotated[Functions, "mocks"] = None
    alternatives: Annotated[tuple[Variant, ...], "searches that are right too"] = ()


@dataclass(frozen=True, eq=False)
class Allowance(ExerciseTable):
    """What an answer may make and do in a run; if it is more, a person decides."""

    Vector: Annotated[int | None, "how many vectors, arrays and lists"] = None
    Queue: Annotated[int | None, "how many queues"] = None
    Stack: Annotated[int | None, "how many stacks"] = None
    recursion: Annotated[bool, "whether a function may call itself"] = True


@dataclass(frozen=True, eq=False)
class Exercise(ExerciseTable):
    """An exercise: the function ``name``, its possible arguments and its reference.

    If it is a ``task`` of a hand-out, such as "4", an answer may call the functions of
    the reference, and ``translations`` are the same in Python. `known_functions` are
    those that an answer may call, by name key; `known` runs them and the reference.
    """

    name: Annotated[str, "the function's name"]
    reference: Annotated[Parsed, "a right answer"]
    arguments: Annotated[Arguments, "a table for each parameter, here P"]
    where: Annotated[Functions, "`Where`, TRUE for the arguments to be tried"] = None
    marks: Annotated[int, "for a pass; by default 1"] = 1
    helpers: Annotated[Functions, "functions that the answer may call"] = None
    uses: Annotated[
        tuple[str, ...], "operations and helpers; without one, `review`"
    ] = ()
    allows: Annotated[Allowance | None, "upper bounds; beyond them, `review`"] = None
    must_preserve: Annotated[str, "a parameter that may not be changed"] = ""
    overwrites: Annotated[str, "a parameter to be changed and returned"] = ""
    any_order: Annotated[bool, "a stack or queue may have any order"] = False
    separate: Annotated[bool, "no vector may be in two places"] = False
    right: Annotated[tuple[str, ...], "answers that get `pass`"] = ()
    wrong: Annotated[tuple[str, ...], "answers that do not"] = ()
    alternatives: Annotated[tuple[Variant, ...], "functions that are right too"] = ()
    hints: Annotated[tuple[Variant, ...], "the same for wrong functions"] = ()
    explanation: Annotated[ArgumentsText | None, "of the arguments of an error"] = None
    outside_domain: Annotated[tuple[FurtherTest, ...], "tests that cost nothing"] = ()
    mocks: Annotated[tuple[FurtherTest, ...], "the same with other helpers"] = ()
    search_coverage: Annotated[SearchCoverage | None, "a test of a search"] = None
    task: str = ""
    translations: Mapping[str, Translation] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raise ExerciseError if keys do not fit the function or each other."""
        for key in ("must_preserve", "overwrites"):
            self.require(key, ["", *self.parameters])
        helpers = [function.name for function, _ in self.known_functions.values()]
        for name in self.uses:
            if name not in OPERATIONS and name not in helpers:
                raise self.table.error("uses", "operations, such as PUSH, and helpers")
        variants = [*self.alternatives, *self.hints]
        if self.search_coverage:
            variants += self.search_coverage.alternatives
        for variant in variants:
            variant.function("text", self.name, self.parameters)
        if self.explanation:
            self.explanation.function("text", "Explain", self.parameters)
        if self.where:
            self.function("where", "Where", self.parameters)
        for test in (*self.outside_domain, *self.mocks):
            if test.where:
                test.function("where", "Where", self.parameters)
            test.require("severity", ["review", "note"])
            if test.enqueue:
                test.function("enqueue", "Enqueue", ["element"])

    @cached_property
    def parameters(self) -> list[str]:
        """The names of the parameters of the exercise's function."""
        return self.function("reference", self.name).parameters

    @cached_property
    def known_functions(self) -> dict[str, tuple[syntax.Function, Source]]:
        """The functions that an answer may call, with sources, by name key."""
        known = self.reference if self.task else self.helpers
        functions = known.program.functions if known else []
        source = known.source if known else self.reference.source
        return {name_key(function.name): (function, source) for function in functions}

    @property
    def known(self) -> KnownFunctions:
        return self.known_with(None)

    @cache
    def known_with(self, mocks: Parsed | None) -> KnownFunctions:
        """Return the known functions, or ``mocks`` in place of those of their names."""
        programs = [self.helpers, self.reference, mocks]
        return KnownFunctions(
            [program for program in programs if program],
            {} if mocks else self.translations,
        )

    @cached_property
    def domains(self) -> list[Domain]:
        """The possible arguments: a domain for each combination of sizes."""
        return read_domains(self.table, self.arguments, self.parameters)

    @cached_property
    def checks(self) -> list[Check]:
        """The further tests: with other arguments, then with mocks."""
        checks = []
        for test in (*self.outside_domain, *self.mocks):
            domains = self.domains
            where = test.where or self.where
            if test.arguments is not None:
                domains = read_domains(test.table, test.arguments, self.parameters)
                where = test.where
            known = self.known_with(test.text)
            checks.append(Check(domains, known, where, test, test in self.mocks))
        return checks


def read_exercise(
    text: str,
    file: str,
    handout: Handout = NO_HANDOUT,
    task: str = "",
    reference: Parsed | None = None,
    translations: Mapping[str, Translation] = {},
) -> Exercise:
    """Parse the TOML ``text`` of an exercise. Raise ExerciseError if it is invalid.

    ``file`` is its file name, for messages. The answers are to the ``handout``; if the
    exercise is its ``task``, such as "4", the reference is not in the file, and
    ``translations`` are the functions of the reference in Python, by name key.
    """
    try:
        table = TomlTable(Source(text, file, handout), (), tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ExerciseError(f"{file}: {error}") from None
    arguments = items_of(table.values.get("arguments"))
    described = {key for key, *_ in Argument.keys()}
    for key, *_ in Exercise.keys():
        if key in arguments and described.isdisjoint(items_of(arguments[key])):
            message = f"{key} belongs above [arguments]"
            raise table.inner("arguments").located_error(key, message)
    known: dict[str, object] = {"task": task, "translations": translations}
    if reference:
        known["reference"] = reference
        known["marks"] = handout.tasks[task].marks
    return table.read(Exercise, **known)
