"""``check RUBRIC FILE``: your own file, with full differences."""

from argparse import Namespace
from pathlib import Path
from tempfile import TemporaryDirectory

from adt import _console as console
from marking import rubric
from marking.box.interpreters import for_submissions
from marking.box.launcher import Box
from marking.box.probe import best_tier
from marking.cli.explain import rubric_argument
from marking.courses import all_tests
from marking.engine import most_jobs, run_all, show_progress
from marking.intake.layouts import MOST_FILE
from marking.intake.roster import Student
from marking.intake.submission import Submission
from marking.journal import Journal
from marking.report.text import page
from marking.results import Class


def arguments(parser: console.Parser) -> None:
    rubric_argument(parser)
    parser.add_argument("file", metavar="FILE", help="the program")


def run(arguments: Namespace) -> int:
    read = rubric.read(arguments.rubric)
    if len(read.files) > 1:
        files = ", ".join(read.files)
        raise console.CommandError(f"{read.course} has several files: {files}")
    data = console.read_bytes(arguments.file, MOST_FILE + 1)
    if len(data) > MOST_FILE:
        name = console.shown(arguments.file)
        raise console.CommandError(f"{name}: larger than {MOST_FILE:,} bytes")
    python, note = for_submissions(read.python)
    tier = best_tier(python)
    own = Submission("yours", {read.files[0]: data}, arguments.file)
    tests, notes = all_tests(read), [note] if note else []
    marked = Class(read, tests, [Student("yours")], {"yours": own}, {}, tier, python)
    marked.notes = notes
    with TemporaryDirectory() as folder:
        journal = Journal(Path(folder))
        tasks = [marked.task("yours", test) for test in tests]
        box = Box(tier, python)
        marked.failures = run_all(
            tasks, journal, box, most_jobs(), show_progress
        ).failures
        (result,) = marked.results(journal)
        journal.close()
    print(page(read.title, result, with_expected=True), end="")
    passed = all(test["verdict"] == "AC" for test in result["tests"])
    return console.YES if passed else console.NO
