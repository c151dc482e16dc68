"""Say of each unit of a hand-out what does it, and which test notices its absence.

    python -m tests.traceability [COURSE ...]          run the mutants
    python -m tests.traceability COURSE HANDOUT.txt    compare the table with the text

A unit is a sentence, a heading, a list item, a table or a listing of a hand-out.
``docs/traceability/COURSE.csv`` has a row for each of them, in their order. The texts are
not ours to publish: a row has the first and last words of its unit, and the first eight
digits of its SHA-256. ``tests/mutants/COURSE.toml`` has, for each row that asks for
something, a change of the product that takes it away, or the reason why there is none.

A mutant is killed if one of the tests of its row fails. The command ends with status 1
if one survives, or if the table differs from the text.
"""

import csv
import re
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from hashlib import sha256
from itertools import zip_longest
from os import cpu_count
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.mutate import copy_project, run_tests, write_module
from tests.parts import written_tests
from tests.places import DOCS, ROOT, tree_of

TABLES: Final = DOCS / "traceability"
MUTANTS: Final = ROOT / "tests" / "mutants"
# A row of another kind is "nothing: " and what it is instead.
ASKING: Final = ("asks", "restricts", "states", "format", "example", "deviates")
SILENT: Final = (
    "heading",
    "background",
    "lecture",
    "advice",
    "handing in",
    "permission",
)
# The number of units of each hand-out, and the digest of its rows.
SEALS: Final[dict[str, tuple[int, str]]] = {
    "cit591": (135, "46bafb2f"),
    "comp9021": (131, "ac7e8c69"),
    "hacettepe": (96, "b1ed357e"),
    "northwestern": (63, "68d8e0dc"),
    "pseudoku": (182, "76af1a35"),
}
MAX_SECONDS: Final = 600
LISTING: Final = re.compile(r"(`{3,}[^`].*?`{3,})", re.DOTALL)
ITEM: Final = re.compile(r"(?:[-•]\s*)?(?:\\bullet\s*)?(?:[\d.]+\.\s+)?")
SENTENCE_END: Final = re.compile(
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\bpp)(?<!\b[A-Z])[.!?][\"”)*`]*(?=\s+[A-Z\"“`*(])"
)


class Row(NamedTuple):
    """A unit of a hand-out, and what does it."""

    number: str
    hash: str
    sentence: str
    kind: str
    code: str  # names of Python, commands and pages, with "; " between them
    tests: str  # names of tests, with a space between them

    @property
    def is_asking(self) -> bool:
        return self.kind in ASKING


class Mutant(NamedTuple):
    """A text that occurs once in a file, and what replaces it."""

    file: str
    old: str
    new: str


def units(text: str) -> Iterator[str]:
    """Yield each unit of a hand-out.

    Adjacent lines with tabs or without letters are one table. A line that begins in
    lower case goes on with the prose before it, on the same page or not.
    """
    block = ""
    for number, part in enumerate(LISTING.split(text)):
        lines = [part] if number % 2 else filter(str.strip, part.splitlines())
        for line in lines:
            if is_table(line) and is_table(block):
                block += f"\n{line}"
            elif line.strip()[0].islower() and re.search(r"[\w,]$", block):
                block += f" {line.strip()}"
            else:
                yield from sentences(block)
                block = line if is_table(line) else line.strip()
    yield from sentences(block)


def is_table(text: str) -> bool:
    return "```" not in text and ("\t" in text or not re.search("[A-Za-z]", text))


def sentences(block: str) -> Iterator[str]:
    """Yield the units of a block: a table or a listing is one."""
    if block.startswith("```") or is_table(block):
        yield from filter(None, [block.strip()])
        return
    start = 0
    text = ITEM.sub("", block, count=1)
    for end in SENTENCE_END.finditer(text):
        yield text[start : end.end()].strip()
        start = end.end()
    if text[start:].strip():
        yield text[start:].strip()


def quotation(unit: str) -> str:
    """Return the first five and the last four words of a unit, or all of a short one."""
    words = unit.split()
    return " ".join(words if len(words) < 10 else [*words[:5], "…", *words[-4:]])


def digest(text: str) -> str:
    """Return the first eight digits of the SHA-256 of ``text``."""
    return sha256(text.encode()).hexdigest()[:8]


def seal(rows: Sequence[Row]) -> tuple[int, str]:
    """Return the number of rows, and a digest of their hashes and of which ask."""
    return len(rows), digest(" ".join(f"{row.hash} {row.is_asking}" for row in rows))


def read_rows(course: str) -> list[Row]:
    with (TABLES / f"{course}.csv").open(encoding="utf-8", newline="") as file:
        [_, *rows] = csv.reader(file)
    return [Row(*row) for row in rows]


def read_mutants(course: str) -> dict[str, Mutant | str]:
    """Return the mutant of each row that has one, or the reason why it has none."""
    table = tomllib.loads((MUTANTS / f"{course}.toml").read_text("utf-8"))
    return {
        number: entry["reason"] if "reason" in entry else Mutant(**entry)
        for number, entry in table.items()
    }


@cache
def files_of_tests() -> dict[str, list[str]]:
    """Return the files in which each test is written, by its name."""
    files: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for name in written_tests(tree_of(path)):
            files.setdefault(name, []).append(path.relative_to(ROOT).as_posix())
    return files


def faults(
    course: str, rows: Sequence[Row], mutants: dict[str, Mutant | str]
) -> Iterator[str]:
    """Yield a line for each mistake in a table and its mutants."""
    if seal(rows) != SEALS[course]:
        yield f"{course}: a row or its kind changed: the seal is {seal(rows)}"
    for number, row in enumerate(rows, start=1):
        if row.number != f"{number}":
            yield f"{course} {row.number}: expected row {number}"
        yield from (f"{course} {number}: {fault}" for fault in row_faults(row, mutants))
    asking = {row.number for row in rows if row.is_asking}
    for extra in mutants.keys() - asking:
        yield f"{course} {extra}: a mutant, but a row that asks for nothing"


def row_faults(row: Row, mutants: dict[str, Mutant | str]) -> Iterator[str]:
    """Yield each mistake in a row and its mutant."""
    if not row.is_asking:
        if row.kind not in [f"nothing: {kind}" for kind in SILENT]:
            yield f"unknown kind {row.kind!r}"
        return
    if not row.code:
        yield "no code"
    for name in row.tests.split():
        if name not in files_of_tests():
            yield f"no test {name}"
    match mutants.get(row.number):
        case None:
            yield "neither a mutant nor the reason why there is none"
        case Mutant(file, old, new):
            path = ROOT / file
            count = path.read_text("utf-8").count(old) if path.is_file() else 0
            if count != 1 or old == new:
                yield f"the text of its mutant is {count} times in {file}"
            if not row.tests:
                yield "a mutant without a test"


def fails(folder: Path, names: Iterable[str]) -> bool:
    """Return whether one of the tests ``names`` fails in ``folder``, or takes too long.

    A test that cannot be collected does not count: it would fail for another reason.
    """
    tests = {f"{file}::{name}" for name in names for file in files_of_tests()[name]}
    done = run_tests(folder, ["-x", "--part", "all", *sorted(tests)], MAX_SECONDS)
    if not done:
        return True
    if done.returncode not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        print(done.stdout[-2000:])
    return done.returncode == pytest.ExitCode.TESTS_FAILED


def is_killed(folder: Path, row: Row, mutant: Mutant) -> bool:
    """Return whether one of the tests of ``row`` fails with ``mutant``, in a copy."""
    path = folder / mutant.file
    original = path.read_text("utf-8")
    write_module(path, original.replace(mutant.old, mutant.new))
    try:
        return fails(folder, row.tests.split())
    finally:
        write_module(path, original)


def survivors(course: str, folders: Sequence[Path]) -> Iterator[str]:
    """Run the mutants of a hand-out, and yield a line for each that survives.

    The tests must pass without a mutant.
    """
    mutants = read_mutants(course)
    pairs = [(row, mutants.get(row.number)) for row in read_rows(course)]
    own = [(row, mutant) for row, mutant in pairs if isinstance(mutant, Mutant)]
    if fails(folders[0], {name for row, _ in own for name in row.tests.split()}):
        yield f"{course}: a test of a row fails without a mutant"

    def run_share(copy: int) -> list[str]:
        share = own[copy :: len(folders)]
        return [
            f"{course} {row.number} survives {row.tests}: {mutant}"
            for row, mutant in share
            if not is_killed(folders[copy], row, mutant)
        ]

    with ThreadPoolExecutor(len(folders)) as executor:
        for lines in executor.map(run_share, range(len(folders))):
            yield from lines
    print(f"{course}: {len(own)} mutants were run", flush=True)


def differences(course: str, text: str) -> Iterator[str]:
    """Yield a line for each row that does not have the hash and words of its unit."""
    pairs = zip_longest(read_rows(course), units(text))
    for number, (row, unit) in enumerate(pairs, start=1):
        told = (row.hash, row.sentence) if row else None
        expected = (digest(unit), quotation(unit)) if unit else None
        if told != expected:
            yield f"{course} {number}: expected {expected}, got {told}"


def main(arguments: Sequence[str]) -> int:
    """Return 1 if a mutant survives, or if a table differs from the text."""
    match arguments:
        case [course, path] if path not in SEALS:
            problems = [*differences(course, Path(path).read_text("utf-8"))]
        case _:
            with tempfile.TemporaryDirectory() as scratch:
                copies = range(cpu_count() or 1)
                folders = [copy_project(Path(scratch, str(copy))) for copy in copies]
                courses = arguments or SEALS
                problems = [line for one in courses for line in survivors(one, folders)]
    for problem in problems:
        print(problem)
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
