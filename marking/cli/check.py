"""``check RUBRIC FILE``: your own file, with full differences."""

from argparse import Namespace
from pathlib import Path
from tempfile import TemporaryDirectory

from _courseware import console
from marking import rubric
from marking.cli.explain import rubric_argument
from marking.courses import all_tests
from marking.engine import most_jobs, run_all, show_progress, threads
from marking.intake.roster import Student
from marking.intake.submission import MOST_FILE, Submission
from marking.journal import Journal
from marking.report.text import page
from marking.results import Class
from marking.sandbox.interpreters import for_submissions
from marking.sandbox.launcher import Sandbox, need_linux
from marking.sandbox.packages import versions_of
from marking.sandbox.probe import best_tier


def arguments(parser: console.Parser) -> None:
    rubric_argument(parser)
    parser.add_argument(
        "file", metavar="FILE", help="the program; others are read from its folder"
    )


def run(arguments: Namespace) -> int:
    need_linux()
    read = rubric.read(arguments.rubric)
    own_files = {read.names[0]: content(arguments.file)}
    for name in (*read.names[1:], *read.optional, *read.support):
        path = Path(arguments.file).parent / name
        if path.exists():
            own_files[name] = content(str(path))
    python, note = for_submissions(read.python)
    tier = best_tier(python)
    own = Submission("yours", own_files, arguments.file)
    tests = all_tests(read)
    marked = Class(read, tests, [Student("yours")], {"yours": own}, {}, tier, python)
    marked.packages = versions_of(read.packages, python)
    marked.notes = [text for text in (read.choice, note) if text]
    with TemporaryDirectory() as folder:
        journal = Journal(Path(folder))
        tasks = marked.tasks(["yours"])
        with threads(Sandbox(tier, python), most_jobs()) as place:
            summary = run_all(tasks, journal, place, show_progress)
        marked.failures = summary.failures
        (result,) = marked.results(journal)
        journal.close()
    print(page(result, with_expected=True), end="")
    passed = all(test["verdict"] == "AC" for test in result["tests"])
    return console.YES if passed else console.NO


def content(path: str) -> bytes:
    """Return the bytes of a file. Raise CommandError if it is too large."""
    data = console.read_bytes(path, MOST_FILE + 1)
    if len(data) > MOST_FILE:
        name = console.shown(path)
        raise console.CommandError(f"{name}: larger than {MOST_FILE:,} bytes")
    return data
