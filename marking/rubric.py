"""Rubrics: what is tested in a coursework, and how many marks each part has.

`read_rubric` parses a TOML file into frozen dataclasses. An unknown key is an error, so
that a misspelt key cannot cost marks.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import MISSING, dataclass, fields
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from types import UnionType
from typing import Literal, NewType, TypeVar, get_args, get_origin, get_type_hints

from _courseware.terminal.messages import CommandError, quote_text, suggestion
from _courseware.text.decoding import decode_unicode
from marking.errors import MarkingError

PACKAGED = Path(__file__).parent / "rubrics"
RUN = "run"
CALL = "call"  # the kinds of tests that need no course
CALLS_EXAMPLE = '["f(3) == 9"]'
ANSWER = "answer"  # the name of an answer that may have any name
BYTES_BY_UNIT = {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30}
IDENTIFIER_PATTERN = re.compile(r"[a-z][a-z0-9_-]*", re.IGNORECASE)
FILE_NAME = re.compile(r"\*|[^/\\.\0][^/\\\0]*")
PACKAGE = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?")
QUOTED = re.compile(r"""\"[^"\n]*\"|'[^'\n]*'""")
RESERVED = "id name status raw late_days most deductions mark notes".split()
MAX_RUBRIC_BYTES = 2**20  # of a rubric
MAX_DOTS_PER_LINE = 30  # in a line, outside quotes
ByteSize = NewType("ByteSize", int)  # bytes, written such as "64 MiB"


@dataclass(frozen=True)
class RubricTable:
    """A table of a rubric; its fields have the names of the keys in the TOML file.

    In every table, ``quote`` cites the hand-out, and ``choice`` explains a decision
    that the hand-out leaves open.
    """

    def faults(self) -> Iterator[tuple[str, str]]:
        """Yield (key, message) for each value of the right type that is not allowed."""
        yield from ()


@dataclass(frozen=True)
class Group(RubricTable):
    """Tests of one kind, ``do``, on input files or calls.

    RUN runs the first required file, with ``arguments`` in which "{}" is the name of
    the input, or else with the input, or ``stdin``, as standard input. What it prints,
    or the file ``output``, is compared with ``expected`` or a file NAME.out. CALL
    evaluates ``calls``. A course has other kinds.
    """

    do: str
    inputs: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    stdin: str | None = None
    expected: str | None = None
    output: str = ""

    def faults(self) -> Iterator[tuple[str, str]]:
        """Yield keys that ``do`` or another key excludes or lacks, and wrong values."""
        used = {
            "arguments": self.arguments,
            "stdin": self.stdin is not None,
            "expected": self.expected is not None,
            "output": self.output,
        }
        for key in used if self.do != RUN else ():
            if used[key]:
                yield key, 'expected only with do = "run"'
        if self.do != CALL and self.calls:
            yield "calls", 'expected only with do = "call"'
        if self.do == CALL and not self.calls:
            yield "calls", f"missing; expected a list such as {CALLS_EXAMPLE}"
        if self.do == RUN and not self.inputs and self.expected is None:
            yield "expected", "missing; expected a text, or inputs with NAME.out beside"
        if self.stdin is not None and self.inputs:
            yield "stdin", "expected no inputs beside it"
        if self.output and not FILE_NAME.fullmatch(self.output):
            yield "output", f"{self.output!r}; expected a file name"


@dataclass(frozen=True)
class Criterion(RubricTable):
    """A part of the marks, awarded by tests or by a person.

    If ``award`` is "each", the marks are in proportion to the tests passed; if it is
    "all", every test must pass. ``times`` is "" or the id of another criterion, whose
    share of its marks multiplies these marks.
    """

    id: str
    marks: Fraction
    award: Literal["each", "all"] = "each"  # "all": every test or nothing
    by: Literal["tests", "person"] = "tests"
    times: str = ""  # the criterion whose share multiplies the marks
    test: tuple[Group, ...] = ()
    quote: str = ""
    choice: str = ""

    def faults(self) -> Iterator[tuple[str, str]]:
        yield from _identifier_faults(self.id)
        if (self.by == "tests") != bool(self.test):
            yield "test", 'expected tests, or by = "person" and no tests'


@dataclass(frozen=True)
class Deduction(RubricTable):
    """A percentage that is taken off the mark if it applies.

    A person decides, or the "source": the deduction applies if the program does not
    define the function in ``check``, such as "function solve".
    """

    id: str
    percent: Fraction
    by: Literal["source", "person"] = "person"  # "source": it must match `check`
    check: str = ""
    quote: str = ""
    choice: str = ""

    def faults(self) -> Iterator[tuple[str, str]]:
        """Yield a wrong id, a percentage over 100, and a check that ``by`` excludes."""
        yield from _identifier_faults(self.id)
        if self.percent > 100:
            yield "percent", f"{float(self.percent):g}; expected at most 100"
        pattern = r"function [A-Za-z_]\w*" if self.by == "source" else ""
        if not re.fullmatch(pattern, self.check):
            expected = '"function NAME"' if pattern else 'by = "source", or no check'
            yield "check", f"{self.check!r}; expected {expected}"


@dataclass(frozen=True)
class Run(RubricTable):
    """How programs run: the packages that they may import.

    ``hints`` is the level, 0 (none) to 3, of hints on wrong answers in pseudocode.
    """

    packages: tuple[str, ...] = ()
    hints: int = 0  # the level of hints in the notes on wrong answers in pseudocode

    def faults(self) -> Iterator[tuple[str, str]]:
        """Yield each package without a valid name, and a level of hints over 3."""
        for name in self.packages:
            if not PACKAGE.fullmatch(name):
                yield "packages", f"{name!r}; expected a name as pip has it"
        if self.hints > 3:
            yield "hints", f"{self.hints}; expected 0 to 3"


@dataclass(frozen=True)
class Limits(RubricTable):
    """The limits of one test: seconds, bytes of memory, bytes of output, processes."""

    seconds: Fraction = Fraction(30)
    memory: ByteSize = ByteSize(2**30)
    output: ByteSize = ByteSize(2**20)  # of each stream and of each file
    processes: int = 16
    quote: str = ""
    choice: str = ""

    def faults(self) -> Iterator[tuple[str, str]]:
        """Yield each limit below its minimum, and ``output`` above its maximum."""
        for key, value, minimum in (
            ("seconds", self.seconds, 0.1),
            ("memory", self.memory, 64 * 2**20),
            ("output", self.output, 2**10),
            ("processes", self.processes, 1),
        ):
            if value < minimum:
                yield key, f"too low; expected at least {minimum:g}"
        if self.output > 16 * 2**20:
            yield "output", "too high; expected at most 16 MiB"


@dataclass(frozen=True)
class Late(RubricTable):
    """The rule for late submissions.

    ``percent`` of the total or ``points`` are lost per day. ``rule`` says how: "cap"
    limits the mark to what is left, "scale" multiplies it in proportion, "deduct"
    subtracts. A day counts when "begun" or only when "full". After ``most_days``, the
    mark is 0.
    """

    rule: Literal["cap", "scale", "deduct"]
    percent: Fraction = Fraction(0)  # of the total, per day
    points: Fraction = Fraction(0)  # per day
    days: Literal["begun", "full"] = "begun"  # a day is 24 hours
    most_days: int | None = None  # after that: 0
    due: datetime | None = None
    quote: str = ""
    choice: str = ""

    def faults(self) -> Iterator[tuple[str, str]]:
        if bool(self.percent) == bool(self.points):
            yield "percent", "expected either percent or points"


def _repeated_items(items: Sequence[str]) -> list[str]:
    return [item for item in items if items.count(item) > 1]


def _identifier_faults(identifier: str) -> Iterator[tuple[str, str]]:
    """Yield a fault, as `RubricTable.faults` does, if ``identifier`` cannot be an id."""
    if not IDENTIFIER_PATTERN.fullmatch(identifier) or identifier in RESERVED:
        yield "id", f"{identifier!r}; expected a letter, then letters, digits"


@dataclass(frozen=True)
class Rubric(RubricTable):
    """A coursework and how it is marked, as its hand-out says.

    ``schema`` is 1, the version of the format. ``course`` is "" or a course that this
    project knows, with further kinds of tests. ``total`` is the highest mark. ``files``
    are the required file names, or "*" for one file of any name. ``tests`` is the
    folder of the inputs, relative to that of the rubric. ``python`` is a version such
    as "3.6", or "3". ``provided`` are the files that students were given, and ``known``
    are digests of other originals of them. Marks are rounded to ``places`` decimals.
    """

    schema: int
    title: str
    total: Fraction
    files: tuple[str, ...]
    course: str = ""  # with further kinds of tests
    criterion: tuple[Criterion, ...] = ()
    tests: str = ""  # the folder of the inputs
    python: str = "3"
    optional: tuple[str, ...] = ()  # files that only some tests need
    provided: tuple[str, ...] = ()  # what students were given
    known: tuple[str, ...] = ()  # digests of other originals of these files
    places: int = 2
    run: Run = Run()
    limits: Limits = Limits()
    late: Late | None = None
    deduction: tuple[Deduction, ...] = ()
    quote: str = ""
    choice: str = ""
    path: Path = PACKAGED  # of the rubric

    def faults(self) -> Iterator[tuple[str, str]]:
        """Yield wrong keys of the rubric itself, and conflicts between its criteria."""
        if self.schema != 1:
            yield "schema", "expected 1"
        if not self.files:
            yield "files", 'expected the names of the files, or "*"'
        if not re.fullmatch(r"3(\.\d{1,2})?", self.python):
            yield "python", f'{self.python!r}; expected "3", or such as "3.6"'
        if self.places > 6:
            yield "places", f"{self.places}; expected 0 to 6"
        yield from self.file_faults()
        ids = [part.id for part in self.criterion]
        ids += [deduction.id for deduction in self.deduction]
        for identifier in _repeated_items(ids):
            yield "criterion", f"the id {identifier!r} occurs twice"
        worth = sum(part.marks for part in self.criterion)
        if worth != self.total:
            message = f"the criteria have {float(worth):g} marks"
            yield "total", f"{float(self.total):g}; {message}"
        tested = [part.id for part in self.criterion if part.test and part.marks]
        for number, part in enumerate(self.criterion, 1):
            if part.times and part.times not in tested:
                message = f"{part.times!r}; expected a criterion with tests and marks"
                yield f"criterion {number}: times", message

    def file_faults(self) -> Iterator[tuple[str, str]]:
        """Yield the faults of the names and of the files that the course provides."""
        for key, names in ("files", self.expected_files), ("provided", self.provided):
            for name in names:
                if not FILE_NAME.fullmatch(name):
                    yield key, f"{name!r}; expected a file name"
        try:
            self.provided_files
        except MarkingError as error:
            yield "provided", str(error)
        for name in _repeated_items(self.expected_files):
            yield "files", f"{name!r} occurs twice"
        if "*" in self.files and len(self.expected_files) > 1:
            yield "files", '"*" takes every file; expected no other names'

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the required files; "answer" if any name is allowed."""
        return (ANSWER,) if "*" in self.files else self.files

    @property
    def expected_files(self) -> tuple[str, ...]:
        """The names of the required and the optional files, or "*" for any name."""
        return (*self.files, *self.optional)

    @cached_property
    def provided_files(self) -> dict[str, bytes]:
        """The contents of the files that the course gave to students, by name."""
        return {name: self.input(name) for name in self.provided}

    @property
    def inputs(self) -> set[str]:
        """The names of the input files of all tests."""
        groups = (group for part in self.criterion for group in part.test)
        return {name for group in groups for name in group.inputs}

    def input(self, name: str) -> bytes:
        """Return the content of an input file, or raise MarkingError if unreadable."""
        path = self.path.parent / self.tests / name
        try:
            return path.read_bytes()
        except OSError as error:
            raise MarkingError(f"{path}: {error.strerror}") from error


T = TypeVar("T", bound=RubricTable)


class TableReader:
    """Reads one TOML table of the rubric ``name``, and rejects wrong keys and values.

    ``path`` is the keys above the table, such as "limits.", for messages. Raise
    MarkingError if ``table`` is not a table.
    """

    def __init__(self, name: str, path: str, table: object) -> None:
        self.name = name
        self.path = path
        if not isinstance(table, dict):
            raise MarkingError(f"{name}: {path}: {table!r}; expected a table")
        self.table: dict[str, object] = dict(table)

    def read(self, kind: type[T], **known: object) -> T:
        """Return the table as a dataclass ``kind``, whose fields are the keys.

        Fields in ``known`` get these values and are not read. Raise MarkingError for an
        unknown key, or a missing or wrong value.
        """
        types = get_type_hints(kind)
        for key in self.table:
            if key not in types or key == "path":
                expected = ", ".join(name for name in types if name != "path")
                raise self.error(key, f"unknown key; expected {expected}")
        values = dict(known)
        for field_ in fields(kind):
            is_required = field_.default is field_.default_factory is MISSING
            if field_.name not in known and (is_required or field_.name in self.table):
                values[field_.name] = self.value(field_.name, types[field_.name])
        instance = kind(**values)
        for key, message in instance.faults():
            raise self.error(key, message)
        return instance

    def value(self, key: str, field_type: object) -> object:
        """Return the value of ``key``, converted to the type of its field.

        Raise MarkingError if the value cannot be converted.
        """
        if field_type in READERS:
            return READERS[field_type](self, key)
        arguments = get_args(field_type)
        if isinstance(field_type, UnionType):  # with None, for a key that is missing
            return self.value(key, arguments[0])
        if get_origin(field_type) is Literal:
            return self.choice(key, arguments)
        if get_origin(field_type) is tuple:
            return tuple(reader.read(arguments[0]) for reader in self.tables(key))
        assert isinstance(field_type, type) and issubclass(field_type, RubricTable)
        reader = TableReader(self.name, f"{self.path}{key}.", self.table[key])
        return reader.read(field_type)

    def error(self, key: str, message: str) -> MarkingError:
        return MarkingError(f"{self.name}: {self.path}{key}: {message}")

    def text(self, key: str) -> str:
        value = self.table.get(key)
        if not isinstance(value, str):
            raise self.error(key, f"{_describe_value(value)}; expected a string")
        return value

    def choice(self, key: str, words: Sequence[str]) -> str:
        value = self.text(key)
        if value not in words:
            raise self.error(key, f"{value!r}; expected {' or '.join(words)}")
        return value

    def number(self, key: str) -> Fraction:
        """Return the exact number ``key``; raise MarkingError if not 0 to 10**9."""
        value = self.table.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.error(key, f"{_describe_value(value)}; expected a number")
        if not 0 <= value <= 10**9:
            raise self.error(key, f"{value}; expected 0 to 1,000,000,000")
        return Fraction(str(value))

    def whole(self, key: str) -> int:
        value = self.number(key)
        if value.denominator != 1:
            raise self.error(key, f"{float(value)}; expected a whole number")
        return int(value)

    def size(self, key: str) -> int:
        match = re.fullmatch(r"(\d{1,6}) ([KMG]iB)", self.text(key))
        if not match:
            raise self.error(key, 'not a size; expected for example "64 MiB"')
        return int(match[1]) * BYTES_BY_UNIT[match[2]]

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the list of strings ``key``; raise MarkingError if it is none."""
        value = self.table.get(key)
        if isinstance(value, list):
            strings = tuple(item for item in value if isinstance(item, str))
            if len(strings) == len(value):
                return strings
        raise self.error(key, f"{_describe_value(value)}; expected a list of strings")

    def tables(self, key: str) -> list["TableReader"]:
        """Return readers of the tables ``key``; raise MarkingError if it is no list."""
        value = self.table[key]
        if not isinstance(value, list):
            description = _describe_value(value)
            raise self.error(key, f"{description}; expected a list of tables")
        return [
            TableReader(self.name, f"{self.path}{key} {number}: ", item)
            for number, item in enumerate(value, 1)
        ]

    def time(self, key: str) -> datetime:
        """Return the time ``key``; raise MarkingError if it is none, or has no zone."""
        value = self.table[key]
        if not isinstance(value, datetime) or value.tzinfo is None:
            example = "2023-08-07T10:00:00+10:00"
            raise self.error(key, f"expected a time with its zone, such as {example}")
        return value


READERS: dict[object, Callable[[TableReader, str], object]] = {
    str: TableReader.text,
    tuple[str, ...]: TableReader.texts,
    Fraction: TableReader.number,
    int: TableReader.whole,
    ByteSize: TableReader.size,
    datetime: TableReader.time,
}


def _describe_value(value: object) -> str:
    return "missing" if value is None else repr(value)[:60]


def rubric_names() -> list[str]:
    return sorted(path.stem for path in PACKAGED.glob("*.toml"))


def read_rubric(name: str) -> Rubric:
    """Return the rubric ``name``, which is a course or the path of a TOML file.

    Raise MarkingError if there is none, or if it has an error.
    """
    path = Path(name)
    if name in rubric_names():
        path = PACKAGED / f"{name}.toml"
    elif not name.endswith(".toml"):
        names = f"; expected {', '.join(rubric_names())}, or a .toml file"
        raise MarkingError(
            f"no rubric {quote_text(name)}{suggestion(name, rubric_names()) or names}"
        )
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_RUBRIC_BYTES + 1)
        text = decode_unicode(data, str(path), MAX_RUBRIC_BYTES)
        _check_text(str(path), text)
        table = tomllib.loads(text)
    except OSError as error:
        raise MarkingError(f"{path}: {error.strerror}") from error
    except CommandError as error:
        raise MarkingError(str(error)) from error
    except (ValueError, RecursionError) as error:
        raise MarkingError(f"{path}: {error}") from error
    top = TableReader(str(path), "", table)
    return top.read(Rubric, path=path)


def _check_text(name: str, text: str) -> None:
    """Raise MarkingError if parsing ``text``, a rubric, could exhaust the memory.

    Memory for a key grows with the square of its dots, which are limited per line.
    ``name`` is the path in the message.
    """
    for number, line in enumerate(text.splitlines(), 1):
        dots = QUOTED.sub("", line).partition("#")[0].count(".")
        if dots > MAX_DOTS_PER_LINE:
            expected = f"expected at most {MAX_DOTS_PER_LINE}"
            raise MarkingError(f"{name}:{number}: {dots:,} dots; {expected}")
