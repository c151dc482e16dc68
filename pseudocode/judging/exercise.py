"""Read an exercise: a TOML file that says what a function must do.

docs/exercises.md describes the format.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Annotated, NamedTuple

from pseudocode.judging.domains import Argument, Domain, read_domains
from pseudocode.judging.records import ExerciseError, Record, Table
from pseudocode.judging.steps import KnownFunctions, Translation
from pseudocode.reading import syntax
from pseudocode.reading.handout import NO_HANDOUT, Handout
from pseudocode.reading.parser import Parsed
from pseudocode.reading.source import Source
from pseudocode.reading.vocabulary import OPERATIONS, name_key


@dataclass(frozen=True, eq=False)
class Variant(Record):
    """Another function of the exercise's name."""

    message: Annotated[str, "what is noted on a result of this function"]
    text: Annotated[Parsed, "the function, with the exercise's name"]


@dataclass(frozen=True, eq=False)
class Explanation(Record):
    """The end of a message on a wrong result, which describes the arguments."""

    message: Annotated[str, "the end of a message; the `{}` are the vector's elements"]
    text: Annotated[Parsed, "a function `Explain` that returns a vector or FALSE"]
    otherwise: Annotated[str, "the end if it returns FALSE"] = ""


@dataclass(frozen=True, eq=False)
class FurtherTest(Record):
    """A further test of an answer: with other arguments or with mocks."""

    message: Annotated[str, "what is noted if a result is wrong; `{}` is the error"]
    severity: Annotated[str, '`"review"` or, if it changes no verdict, `"note"`'] = (
        "review"
    )
    arguments: Annotated[
        Mapping[str, Argument] | None, "without them, the usual ones"
    ] = None
    where: Annotated[Parsed | None, "a function `Where`, as for the exercise"] = None
    text: Annotated[Parsed | None, "the mocks"] = None
    enqueue: Annotated[
        Parsed | None, "a function `Enqueue` that changes each number ENQUEUE adds"
    ] = None
    calls: Annotated[
        Mapping[str, int], "the minimum of calls in a run, such as `{ENQUEUE = 7}`"
    ] = field(default_factory=dict)


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
class SearchCoverage(Record):
    """A test whether a search function finds the one argument that its checks accept.

    The checks are replaced by functions that accept only one argument; sometimes one
    group of them accepts all. A search that checks the same arguments as one of the
    ``alternatives`` gets the message of that function.
    """

    groups: Annotated[tuple[tuple[str, ...], ...], "names of functions that check"]
    message: Annotated[str, "what is noted if an accepted argument is not found"]
    below_minimum: Annotated[str, "what is noted below a minimum; `{}` is the number"]
    minimum: Annotated[int, "how many of the arguments must be checked"] = 1
    calls: Annotated[int, "how often one of the functions must be called"] = 1
    text: Annotated[Parsed | None, "the mocks"] = None
    alternatives: Annotated[tuple[Variant, ...], "other searches"] = ()


class Coursework(NamedTuple):
    """What the exercises of a hand-out share: its functions, all in one program.

    ``translations`` are the same functions in Python, by name key.
    """

    reference: Parsed
    translations: Mapping[str, Translation]


@dataclass(frozen=True, eq=False)
class Exercise(Record):
    """An exercise: the function ``name``, its possible arguments and its reference.

    If it is that of a ``task`` of a hand-out, such as "4", the ``coursework`` has the
    reference. `known_functions` are the functions that an answer may call, by name key;
    `known` runs them and the reference.
    """

    name: Annotated[str, "the name of the function"]
    reference: Annotated[Parsed, "a right answer"]
    arguments: Annotated[Mapping[str, Argument], "a table for each parameter"]
    where: Annotated[
        Parsed | None, "`Where`, a function that is TRUE for the arguments to be tried"
    ] = None
    marks: Annotated[int, "the marks of a pass"] = 1
    helpers: Annotated[Parsed | None, "functions that the answer may call"] = None
    uses: Annotated[tuple[str, ...], "operations and helpers it must call"] = ()
    must_preserve: Annotated[str, "a parameter that may not be changed"] = ""
    overwrites: Annotated[str, "a parameter that should be changed and returned"] = ""
    any_order: Annotated[bool, "a stack or queue may have any order"] = False
    separate: Annotated[bool, "no vector may be stored in two places"] = False
    right: Annotated[tuple[str, ...], "answers that pass"] = ()
    wrong: Annotated[tuple[str, ...], "answers that do not"] = ()
    alternatives: Annotated[tuple[Variant, ...], "functions that are right too"] = ()
    hints: Annotated[tuple[Variant, ...], "wrong functions, with a hint"] = ()
    explanation: Annotated[Explanation | None, "the end of each message"] = None
    outside_domain: Annotated[tuple[FurtherTest, ...], "tests of other arguments"] = ()
    mocks: Annotated[
        tuple[FurtherTest, ...], "tests in which helpers are replaced"
    ] = ()
    search_coverage: Annotated[SearchCoverage | None, "a test of a search"] = None
    task: str = ""
    coursework: Coursework | None = None

    def __post_init__(self) -> None:
        """Raise ExerciseError if keys do not fit the function or each other."""
        for key in ("must_preserve", "overwrites"):
            self.require(key, ["", *self.parameters])
        helpers = [function.name for function, _ in self.known_functions.values()]
        for name in self.uses:
            if name not in OPERATIONS and name not in helpers:
                raise self.table.error("uses", "operations, such as PUSH, and helpers")
        coverage = self.search_coverage
        searches = coverage.alternatives if coverage else ()
        for variant in (*self.alternatives, *self.hints, *searches):
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
        return self.function("reference", self.name).parameters

    @cached_property
    def known_functions(self) -> dict[str, tuple[syntax.Function, Source]]:
        known = self.reference if self.coursework else self.helpers
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
        translations = self.coursework.translations if self.coursework else {}
        return KnownFunctions(
            [program for program in programs if program],
            {} if mocks else translations,
        )

    @cached_property
    def domains(self) -> list[Domain]:
        """The possible arguments: a domain for each combination of sizes."""
        return read_domains(self.table, self.arguments, self.parameters)

    @cached_property
    def checks(self) -> list[Check]:
        """The further tests: with other arguments, then with mocks."""
        return [
            Check(
                read_domains(test.table, test.arguments, self.parameters)
                if test.arguments
                else self.domains,
                self.known_with(test.text),
                test.where if test.arguments else self.where,
                test,
                test in self.mocks,
            )
            for test in (*self.outside_domain, *self.mocks)
        ]


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
        table = Table(Source(text, file, handout), (), tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ExerciseError(f"{file}: {error}") from None
    known: dict[str, object] = {}
    if coursework:
        known["reference"] = coursework.reference
        known["marks"] = handout.tasks[task].marks
    return table.read(Exercise, task=task, coursework=coursework, **known)
