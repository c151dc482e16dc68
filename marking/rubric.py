"""Rubrics: what a coursework tests, and what each part is worth.

`read_rubric` turns a TOML file into frozen dataclasses. It rejects an unknown key, with
the file and the key, so that a misspelt key cannot cost marks.
"""

import re
import tomllib
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Final

from _courseware.terminal.messages import CommandError, quoted, suggestion
from _courseware.text.decoding import decode_unicode
from marking.errors import MarkingError

PACKAGED: Final = Path(__file__).parent / "rubrics"
ANSWER: Final = "answer"  # the name of an answer that may have any name
SIZES: Final = {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30}
SPANS: Final = {"s": "seconds", "min": "minutes", "h": "hours"}
IDENTIFIER: Final = re.compile(r"[a-z][a-z0-9_-]*", re.IGNORECASE)
FILE_NAME: Final = re.compile(r"\*|[^/\\.\0][^/\\\0]*")
PACKAGE: Final = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?")
QUOTED: Final = re.compile(r"""\"[^"\n]*\"|'[^'\n]*'""")
MAX_RUBRIC_BYTES: Final = 2**20  # of a rubric
MAX_DOTS_PER_LINE: Final = 30  # in a line, outside quotes


@dataclass(frozen=True)
class Group:
    """Tests of one kind, with their inputs or calls."""

    do: str
    inputs: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()


@dataclass(frozen=True)
class Criterion:
    """A part of the marks."""

    id: str
    marks: Fraction
    award: str = "each"  # "all": every test or nothing
    by: str = "tests"  # or "person"
    times: str = ""  # the criterion whose share multiplies the marks
    test: tuple[Group, ...] = ()
    quote: str = ""
    choice: str = ""


@dataclass(frozen=True)
class Deduction:
    """A percentage that is taken off the marks if it applies."""

    id: str
    percent: Fraction
    by: str = "person"  # or "source": the program must match `check`
    check: str = ""
    quote: str = ""
    choice: str = ""


@dataclass(frozen=True)
class Limits:
    """Limits of one test: seconds, bytes of memory and of output, processes."""

    seconds: Fraction = Fraction(30)
    memory: int = 2**30
    output: int = 2**20  # of each stream and of each file
    processes: int = 16
    quote: str = ""
    choice: str = ""


@dataclass(frozen=True)
class Late:
    """The rule for late submissions."""

    rule: str  # "cap", "scale" or "deduct"
    percent: Fraction = Fraction(0)  # of the total, per day
    points: Fraction = Fraction(0)  # per day
    days: str = "begun"  # or "full"; a day is 24 hours
    grace: timedelta = timedelta(0)  # as if the due date were later by this
    most_days: int | None = None  # after that: 0
    due: datetime | None = None
    quote: str = ""
    choice: str = ""


@dataclass(frozen=True)
class Rubric:
    """A coursework and how it is marked, according to its hand-out."""

    course: str
    title: str
    total: Fraction
    files: tuple[str, ...]
    tests: str
    criterion: tuple[Criterion, ...]
    python: str = "3"
    optional: tuple[str, ...] = ()  # files that only some tests need
    provided: dict[str, bytes] = field(default_factory=dict)  # what students were given
    known: tuple[str, ...] = ()  # digests of other originals of these files
    packages: tuple[str, ...] = ()  # installed ones that programs may import
    compare: str = "exact"  # or "blanks": the number of blanks between words is ignored
    places: int = 2
    limits: Limits = Limits()
    late: Late | None = None
    deduction: tuple[Deduction, ...] = ()
    quote: str = ""
    choice: str = ""
    path: Path = PACKAGED  # of the rubric

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the required files in a sandbox."""
        return (ANSWER,) if "*" in self.files else self.files

    @property
    def wanted(self) -> tuple[str, ...]:
        """The names of the files that a submission may contain."""
        return (*self.files, *self.optional)

    @property
    def inputs(self) -> set[str]:
        """The names of the inputs of all tests."""
        groups = (group for part in self.criterion for group in part.test)
        return {name for group in groups for name in group.inputs}

    def input(self, name: str) -> bytes:
        """Return the content of the input *name*. Raise MarkingError."""
        return read_file_bytes(self.path.parent / self.tests / name)


def read_file_bytes(path: Path) -> bytes:
    """Return the bytes of a file. Raise MarkingError if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise MarkingError(f"{path}: {error.strerror}") from error


class TableReader:
    """Reads the values of one TOML table, and rejects wrong ones."""

    def __init__(self, name: str, path: str, table: object) -> None:
        self.name, self.path = name, path
        if not isinstance(table, dict):
            raise MarkingError(f"{name}: {path}: {table!r}; expected a table")
        self.table: dict[str, object] = dict(table)

    def expect(self, *keys: str) -> None:
        """Raise MarkingError if the table has another key."""
        for key in self.table:
            if key not in keys:
                expected = f"expected {', '.join(keys)}"
                raise self.error(key, f"unknown key; {expected}")

    def error(self, key: str, message: str) -> MarkingError:
        return MarkingError(f"{self.name}: {self.path}{key}: {message}")

    def text(self, key: str, default: str | None = None) -> str:
        value = self.table.pop(key, default)
        if not isinstance(value, str):
            raise self.error(key, f"{describe_value(value)}; expected a string")
        return value

    def choice_of(self, key: str, choices: tuple[str, ...], default: str = "") -> str:
        value = self.text(key, default or None)
        if value not in choices:
            raise self.error(key, f"{value!r}; expected {' or '.join(choices)}")
        return value

    def number(self, key: str, default: int | None = None) -> Fraction:
        value = self.table.pop(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.error(key, f"{describe_value(value)}; expected a number")
        if not 0 <= value <= 10**9:
            raise self.error(key, f"{value}; expected 0 to 1,000,000,000")
        return Fraction(str(value))

    def whole(self, key: str, default: int | None = None) -> int:
        value = self.number(key, default)
        if value.denominator != 1:
            raise self.error(key, f"{float(value)}; expected a whole number")
        return int(value)

    def size(self, key: str, default: int) -> int:
        if key not in self.table:
            return default
        match = re.fullmatch(r"(\d{1,6}) ([KMG]iB)", self.text(key))
        if not match:
            raise self.error(key, 'not a size; expected for example "64 MiB"')
        return int(match[1]) * SIZES[match[2]]

    def span(self, key: str) -> timedelta:
        text = self.text(key, "0 s")
        match = re.fullmatch(r"(\d{1,6}) (s|min|h)", text)
        if not match:
            raise self.error(key, f'{text!r}; expected for example "30 s" or "15 min"')
        return timedelta(**{SPANS[match[2]]: int(match[1])})

    def texts(self, key: str, default: list[str] | None = None) -> tuple[str, ...]:
        value = self.table.pop(key, default)
        if isinstance(value, list):
            strings = tuple(item for item in value if isinstance(item, str))
            if len(strings) == len(value):
                return strings
        raise self.error(key, f"{describe_value(value)}; expected a list of strings")

    def tables(self, key: str) -> list["TableReader"]:
        value = self.table.pop(key, [])
        if not isinstance(value, list):
            raise self.error(key, f"{describe_value(value)}; expected a list of tables")
        return [
            TableReader(self.name, f"{self.path}{key} {number}: ", item)
            for number, item in enumerate(value, 1)
        ]

    def inner(self, key: str) -> "TableReader | None":
        if key not in self.table:
            return None
        return TableReader(self.name, f"{self.path}{key}.", self.table.pop(key))

    def time(self, key: str) -> datetime | None:
        value = self.table.pop(key, None)
        if value is None:
            return None
        if not isinstance(value, datetime) or value.tzinfo is None:
            example = "2023-08-07T10:00:00+10:00"
            raise self.error(key, f"expected a time with its zone, such as {example}")
        return value


def describe_value(value: object) -> str:
    """Return *value* for a message, or "missing"."""
    return "missing" if value is None else repr(value)[:60]


def rubric_path(name: str) -> Path:
    """Return the path of the rubric *name*: a course, or a TOML file."""
    packaged = PACKAGED / f"{name}.toml"
    return packaged if IDENTIFIER.fullmatch(name) and packaged.exists() else Path(name)


def rubric_names() -> list[str]:
    """Return the names of the rubrics of this package."""
    return sorted(path.stem for path in PACKAGED.glob("*.toml"))


def read_rubric(name: str) -> Rubric:
    """Return the rubric *name*, a course or a TOML file. Raise MarkingError."""
    path = rubric_path(name)
    if path == Path(name) and not name.endswith(".toml"):
        names = f"; expected {', '.join(rubric_names())}, or a .toml file"
        raise MarkingError(
            f"no rubric {quoted(name)}{suggestion(name, rubric_names()) or names}"
        )
    try:
        with open(path, "rb") as file:
            text = decode_unicode(
                file.read(MAX_RUBRIC_BYTES + 1), str(path), MAX_RUBRIC_BYTES
            )
        check_text(str(path), text)
        table = tomllib.loads(text)
    except OSError as error:
        raise MarkingError(f"{path}: {error.strerror}") from error
    except CommandError as error:
        raise MarkingError(str(error)) from error
    except (ValueError, RecursionError) as error:
        raise MarkingError(f"{path}: {error}") from error
    return rubric_of(TableReader(str(path), "", table), path)


def check_text(name: str, text: str) -> None:
    """Raise MarkingError if *text* could exhaust the memory of the TOML parser.

    The memory for a key grows with the square of the number of its dots.
    """
    for number, line in enumerate(text.splitlines(), 1):
        dots = QUOTED.sub("", line).partition("#")[0].count(".")
        if dots > MAX_DOTS_PER_LINE:
            expected = f"expected at most {MAX_DOTS_PER_LINE}"
            raise MarkingError(f"{name}:{number}: {dots:,} dots; {expected}")


def rubric_of(top: TableReader, path: Path) -> Rubric:
    """Return the Rubric in the top-level table *top* of the file *path*."""
    not_at_top = ("packages", "compare", "path")
    keys = [name for name in names_of(Rubric) if name not in not_at_top]
    top.expect("schema", *keys, "run")
    if top.whole("schema") != 1:
        raise top.error("schema", "expected 1")
    tests = top.text("tests", "")
    packages, compare = parse_run(top.inner("run"))
    rubric = Rubric(
        course=top.text("course"),
        title=top.text("title"),
        total=top.number("total"),
        files=top.texts("files"),
        tests=tests,
        criterion=tuple(map(parse_criterion, top.tables("criterion"))),
        python=top.text("python", "3"),
        optional=top.texts("optional", []),
        provided=provided(top, path.parent / tests),
        known=top.texts("known", []),
        packages=packages,
        compare=compare,
        places=top.whole("places", 2),
        limits=parse_limits(top.inner("limits")),
        late=parse_late(top.inner("late")),
        deduction=tuple(map(parse_deduction, top.tables("deduction"))),
        quote=top.text("quote", ""),
        choice=top.text("choice", ""),
        path=path,
    )
    check_rubric(top, rubric)
    return rubric


def check_rubric(top: TableReader, rubric: Rubric) -> None:
    """Raise MarkingError if the parts of the rubric contradict each other."""
    if not rubric.files:
        raise top.error("files", 'expected the names of the files, or "*"')
    if not re.fullmatch(r"3(\.\d{1,2})?", rubric.python):
        raise top.error("python", f'{rubric.python!r}; expected "3", or such as "3.6"')
    if rubric.places > 6:
        raise top.error("places", f"{rubric.places}; expected 0 to 6")
    for name in rubric.wanted:
        if not FILE_NAME.fullmatch(name):
            raise top.error("files", f"{name!r}; expected a file name")
        if rubric.wanted.count(name) > 1:
            raise top.error("files", f"{name!r} occurs twice")
    if "*" in rubric.files and len(rubric.wanted) > 1:
        raise top.error("files", '"*" takes every file; expected no other names')
    identifiers = [part.id for part in rubric.criterion]
    identifiers += [deduction.id for deduction in rubric.deduction]
    for each in identifiers:
        if identifiers.count(each) > 1:
            raise top.error("criterion", f"the id {each!r} occurs twice")
    worth = sum(part.marks for part in rubric.criterion)
    if worth != rubric.total:
        message = f"{float(rubric.total):g}; the criteria have {float(worth):g} marks"
        raise top.error("total", message)
    tested = [part.id for part in rubric.criterion if part.by == "tests"]
    for number, part in enumerate(rubric.criterion, 1):
        if part.times and part.times not in tested:
            key = f"criterion {number}: times"
            raise top.error(key, f"{part.times!r}; expected a criterion with tests")


def names_of(
    kind: type[Criterion | Group | Deduction | Limits | Late | Rubric],
) -> list[str]:
    """Return the TOML keys of a dataclass."""
    return [field.name for field in fields(kind)]


def parse_criterion(reader: TableReader) -> Criterion:
    reader.expect(*names_of(Criterion))
    criterion = Criterion(
        id=identifier(reader),
        marks=reader.number("marks"),
        award=reader.choice_of("award", ("each", "all"), "each"),
        by=reader.choice_of("by", ("tests", "person"), "tests"),
        times=reader.text("times", ""),
        test=tuple(map(parse_group, reader.tables("test"))),
        quote=reader.text("quote", ""),
        choice=reader.text("choice", ""),
    )
    if (criterion.by == "tests") != bool(criterion.test):
        raise reader.error("test", 'expected tests, or by = "person" and no tests')
    return criterion


def parse_group(reader: TableReader) -> Group:
    reader.expect(*names_of(Group))
    group = Group(
        reader.text("do"), reader.texts("inputs", []), reader.texts("calls", [])
    )
    return group


def parse_deduction(reader: TableReader) -> Deduction:
    reader.expect(*names_of(Deduction))
    deduction = Deduction(
        id=identifier(reader),
        percent=reader.number("percent"),
        by=reader.choice_of("by", ("source", "person"), "person"),
        check=reader.text("check", ""),
        quote=reader.text("quote", ""),
        choice=reader.text("choice", ""),
    )
    if deduction.percent > 100:
        raise reader.error(
            "percent", f"{float(deduction.percent):g}; expected at most 100"
        )
    pattern = r"function [A-Za-z_]\w*" if deduction.by == "source" else ""
    if not re.fullmatch(pattern, deduction.check):
        expected = '"function NAME"' if pattern else 'by = "source", or no check'
        raise reader.error("check", f"{deduction.check!r}; expected {expected}")
    return deduction


def identifier(reader: TableReader) -> str:
    value = reader.text("id")
    if not IDENTIFIER.fullmatch(value) or value in RESERVED:
        raise reader.error("id", f"{value!r}; expected a letter, then letters, digits")
    return value


RESERVED: Final = "id name status raw late_days most deductions mark notes".split()


def parse_limits(reader: TableReader | None) -> Limits:
    if reader is None:
        return Limits()
    reader.expect(*names_of(Limits))
    usual = Limits()
    limits = Limits(
        seconds=reader.number("seconds", int(usual.seconds)),
        memory=reader.size("memory", usual.memory),
        output=reader.size("output", usual.output),
        processes=reader.whole("processes", usual.processes),
        quote=reader.text("quote", ""),
        choice=reader.text("choice", ""),
    )
    for key, value, minimum in (
        ("seconds", limits.seconds, Fraction(1, 10)),
        ("memory", limits.memory, 64 * 2**20),
        ("output", limits.output, 2**10),
        ("processes", limits.processes, 1),
    ):
        if value < minimum:
            raise reader.error(key, f"too low; expected at least {float(minimum):g}")
    if limits.output > 16 * 2**20:
        raise reader.error("output", "too high; expected at most 16 MiB")
    return limits


def provided(reader: TableReader, folder: Path) -> dict[str, bytes]:
    """Return the files that the course gave to every student, by name."""
    names = reader.texts("provided", [])
    for name in names:
        if not FILE_NAME.fullmatch(name):
            raise reader.error("provided", f"{name!r}; expected a file name")
    try:
        return {name: read_file_bytes(folder / name) for name in names}
    except MarkingError as error:
        raise reader.error("provided", str(error)) from error


def parse_run(reader: TableReader | None) -> tuple[tuple[str, ...], str]:
    """Return the packages that programs may import, and how outputs are compared."""
    if reader is None:
        return (), "exact"
    reader.expect("packages", "compare")
    packages = reader.texts("packages", [])
    compare = reader.choice_of("compare", ("exact", "blanks"), "exact")
    for name in packages:
        if not PACKAGE.fullmatch(name):
            raise reader.error("packages", f"{name!r}; expected a name as pip has it")
    return packages, compare


def parse_late(reader: TableReader | None) -> Late | None:
    if reader is None:
        return None
    reader.expect(*names_of(Late))
    most_days = reader.table.get("most_days")
    late = Late(
        rule=reader.choice_of("rule", ("cap", "scale", "deduct")),
        percent=reader.number("percent", 0),
        points=reader.number("points", 0),
        days=reader.choice_of("days", ("begun", "full"), "begun"),
        grace=reader.span("grace"),
        most_days=None if most_days is None else reader.whole("most_days"),
        due=reader.time("due"),
        quote=reader.text("quote", ""),
        choice=reader.text("choice", ""),
    )
    if bool(late.percent) == bool(late.points):
        raise reader.error("percent", "expected either percent or points")
    return late
