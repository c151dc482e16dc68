"""``show DIR [ID [TEST]]``: print the marks of a class, a student or a test."""

from argparse import Namespace
from collections.abc import Collection, Iterator
from contextlib import closing
from datetime import datetime
from itertools import zip_longest
from pathlib import Path
from unicodedata import combining, east_asian_width

from _courseware.terminal import messages, options
from _courseware.terminal.messages import quote_text
from marking.errors import MarkingError
from marking.intake.csv_table import read_table
from marking.journal import Journal
from marking.marks import Result
from marking.records import parse_record
from marking.report.text import result_lines, test_lines
from marking.sandbox.job import Outcome
from marking.tests import JUDGE_RUN_ID
from marking.verdict import MEANINGS

MAX_SHOWN_CHARACTERS = 4_000


def arguments(parser: options.Parser) -> None:
    parser.add_argument("folder", metavar="DIR", help="the folder of a run")
    parser.add_argument("id", metavar="ID", nargs="?", help="a student")
    parser.add_argument(
        "test", metavar="TEST", nargs="?", help="such as worked/sudoku_4"
    )


def run(arguments: Namespace) -> int:
    folder = require_run_folder(arguments.folder)
    if arguments.id is None:
        lines = _marks_lines(folder)
    elif arguments.test is None:
        lines = result_lines(_load_result(folder, arguments.id), with_expected=True)
    else:
        lines = _test_details(folder, arguments.id, arguments.test)
    for line in lines:
        print(messages.printable(line))
    return messages.YES


def require_run_folder(path: str) -> Path:
    """Return the path as a Path. Raise CommandError if it is no folder of a run."""
    if not (Path(path) / "marks.csv").exists():
        message = "no marks.csv; expected a folder of 'run'"
        raise messages.CommandError(f"{messages.display_name(path)}: {message}")
    return Path(path)


def load_results(folder: Path) -> Iterator[Result]:
    """Yield the results of the run in ``folder``, sorted by student's id.

    Raise MarkingError if a result is damaged.
    """
    for path in sorted(result_paths(folder).values(), key=lambda path: path.stem):
        yield read_result(path)


def read_result(path: Path) -> Result:
    """Return the result in the file ``path``. Raise MarkingError if it is damaged."""
    result = parse_record(Result, path.read_bytes(), str(path))
    if result["id"] != path.stem:
        identity = quote_text(result["id"])
        raise MarkingError(f"{path}: id: {identity}; expected {path.stem}")
    for test in result["tests"]:
        if test["verdict"] not in MEANINGS:
            verdicts = ", ".join(MEANINGS)
            verdict = quote_text(test["verdict"])
            raise MarkingError(f"{path}: verdict: {verdict}; expected {verdicts}")
    due = result["due"]
    if due is not None and not _is_time_with_zone(due):
        expected = "expected a time with its zone"
        raise MarkingError(f"{path}: due: {quote_text(due)}; {expected}")
    if (result["mark"] is None) != (result["raw"] is None):
        raise MarkingError(f"{path}: expected both mark and raw, or neither")
    return result


def _is_time_with_zone(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


def _marks_lines(folder: Path) -> Iterator[str]:
    """Yield the rows of marks.csv in ``folder`` as text with aligned columns."""
    rows = read_table(str(folder / "marks.csv")).rows
    columns = zip_longest(*rows, fillvalue="")  # a damaged row may be short
    widths = [max(map(_display_width, column)) for column in columns]
    for row in rows:
        cells = []
        for cell, width in zip(row, widths):
            padding = " " * (width - _display_width(cell))
            cells.append(cell + padding)
        yield "  ".join(cells).rstrip()


def _display_width(text: str) -> int:
    """Return the number of columns that ``text`` takes on a terminal.

    >>> _display_width("Ada"), _display_width("李小龙"), _display_width("A\u030asa")
    (3, 6, 3)
    """
    wide = sum(east_asian_width(character) in "WF" for character in text)
    accents = sum(combining(character) > 0 for character in text)
    return len(text) + wide - accents


def _load_result(folder: Path, student: str) -> Result:
    """Return the result of the id ``student``. Raise CommandError if there is none."""
    paths = result_paths(folder)
    require_id(student, paths)
    return read_result(paths[student])


def result_paths(folder: Path) -> dict[str, Path]:
    """Return the paths of the results of the run in ``folder``, by student's id."""
    return {path.stem: path for path in sorted((folder / "results").glob("*.json"))}


def require_id(student: str, students: Collection[str]) -> None:
    """Raise CommandError, with a suggestion, if ``student`` is not in ``students``."""
    if student not in students:
        hint = messages.suggestion(student, students)
        raise messages.CommandError(f"no result of {quote_text(student)}{hint}")


def _test_details(folder: Path, student: str, identity: str) -> Iterator[str]:
    """Yield lines on one test of a student: verdict, difference, times and outputs.

    ``identity`` is the id of the test. Raise CommandError if the student or the test
    has no result.
    """
    result = _load_result(folder, student)
    tests = {test["id"]: test for test in result["tests"]}
    if identity not in tests:
        hint = messages.suggestion(identity, tests)
        raise messages.CommandError(f"no test {quote_text(identity)}{hint}")
    yield from test_lines(tests[identity], with_expected=True)
    outcome = _last_outcome(folder, student, identity)
    if outcome:
        yield f"how it ended: {outcome.end_reason}, status {outcome.status}"
        yield f"seconds: {outcome.seconds:.3f}, of CPU time: {outcome.cpu:.3f}"
        yield f"memory: {outcome.memory:,} bytes"
        yield from _output_lines("standard output", outcome.stdout)
        yield from _output_lines("standard error", outcome.stderr)
        for name, output in outcome.outputs.items():
            yield from _output_lines(f"{name} ({output.state})", output.data)


def _last_outcome(folder: Path, student: str, identity: str) -> Outcome | None:
    """Return the last outcome of the test ``identity``, or None if it was not run.

    For an answer in pseudocode, this is the outcome of the judge's only run, which
    judges all tasks.
    """
    names = (identity, JUDGE_RUN_ID)
    with closing(Journal(folder)) as journal:
        runs = [run for run in journal.runs if run.id == student and run.test in names]
        return journal.outcome(runs[-1]) if runs else None


def _output_lines(title: str, data: bytes) -> Iterator[str]:
    text = data.decode(errors="backslashreplace")
    yield f"{title}: {len(data):,} bytes"
    if text:
        for line in text[:MAX_SHOWN_CHARACTERS].split("\n"):
            yield f"  | {line}"
