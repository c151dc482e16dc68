"""``check RUBRIC FILE``: mark one submission, and show full differences."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from _courseware.terminal import console, messages, options
from marking.cli.rubric import rubric_argument
from marking.engine import available_processors, run_all, thread_backend
from marking.intake.archives import file_kind
from marking.intake.layouts import folder_files
from marking.intake.roster import Student
from marking.intake.submission import DiskFile, Submission, WantedFiles, select_files
from marking.journal import Journal
from marking.marks import Result
from marking.report.text import student_page
from marking.results import MarkedClass
from marking.rubric import Rubric, read_rubric
from marking.sandbox.interpreters import submission_interpreter
from marking.sandbox.probe import tier_for
from marking.tests import all_tests

STUDENT = "yours"  # the id of the only student


def arguments(parser: options.Parser) -> None:
    rubric_argument(parser)
    parser.add_argument(
        "file",
        metavar="FILE",
        help="the program, with others from its folder; or a submission's folder",
    )
    options.options(parser, "json")


def run(arguments: Namespace) -> int:
    rubric = read_rubric(arguments.rubric)
    submission = _submission_at(arguments.file, rubric)
    result = _mark_submission(submission, rubric)
    if arguments.json:
        console.print_json(result)
    else:
        print(student_page(result, with_expected=True), end="")
    accepted = all(test["verdict"] == "AC" for test in result["tests"])
    return messages.YES if result["tests"] and accepted else messages.NO


def _mark_submission(submission: Submission, rubric: Rubric) -> Result:
    """Run all tests of ``rubric`` on ``submission``, and return its result."""
    python = submission_interpreter(rubric.python)
    tests = all_tests(rubric)
    student = Student(STUDENT, due=rubric.late.due if rubric.late else None)
    marked = MarkedClass(
        replace(rubric, late=None),  # nothing says when it was handed in
        tests,
        [student],
        {STUDENT: submission},
        {},
        tier_for(tests, python),
        python,
    )
    tasks = list(marked.tasks.values())
    with TemporaryDirectory() as folder, closing(Journal(Path(folder))) as journal:
        with thread_backend(marked.runner(), available_processors()) as backend:
            summary = run_all(tasks, journal, backend)
        marked.failures = summary.failures
        return marked.result(student, journal)


def _submission_at(path: str, rubric: Rubric) -> Submission:
    """Return the submission at ``path``, a folder or a single program.

    A program counts as the first required file of the rubric, and can use the files
    beside it. Raise CommandError if the program cannot be read, is empty or is too
    large.
    """
    wanted = WantedFiles(rubric.files, rubric.optional)
    place = Path(path)
    if place.is_dir():
        return select_files(folder_files(place), wanted)
    if "*" in rubric.files:
        files = [DiskFile(place.name, "", place.resolve())]
    else:
        name = rubric.names[0]
        files = [file for file in _files_beside(place.parent) if file.path != name]
        files.append(DiskFile(name, "", place.resolve()))
    submission = select_files(files, wanted)
    if submission.problems:
        message = f"{messages.display_name(path)}: {submission.review_reason}"
        raise messages.CommandError(message)
    return submission


def _files_beside(folder: Path) -> Iterator[DiskFile]:
    """Yield the entries of ``folder``, and Python files up to two levels below it."""
    for pattern in ("*", "*/*.py", "*/*/*.py"):
        for place in folder.glob(pattern):
            kind = file_kind(place.lstat().st_mode)
            yield DiskFile(place.relative_to(folder).as_posix(), kind, place)
