"""``check RUBRIC FILE``: mark one submission, and show full differences."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from _courseware.terminal import console, messages, options
from marking import rubric
from marking.cli.explain import rubric_argument
from marking.engine import available_processors, run_all, thread_backend
from marking.intake.archives import file_kind
from marking.intake.layouts import folder_files
from marking.intake.roster import Student
from marking.intake.submission import (
    MAX_FILE_BYTES,
    DiskFile,
    Submission,
    WantedFiles,
    select_files,
)
from marking.journal import Journal
from marking.report.text import student_page
from marking.results import MarkedClass
from marking.rubric import Rubric
from marking.sandbox.interpreters import submission_interpreter
from marking.sandbox.probe import tier_for
from marking.tests import all_tests


def arguments(parser: options.Parser) -> None:
    rubric_argument(parser)
    parser.add_argument(
        "file",
        metavar="FILE",
        help="the program, with others from its folder; or a submission's folder",
    )
    options.options(parser, "json")


def run(arguments: Namespace) -> int:
    read = rubric.read_rubric(arguments.rubric)
    submission = submission_at(arguments.file, read)
    python = submission_interpreter(read.python)
    tests = all_tests(read)
    tier = tier_for(tests, python)
    student = Student("yours", due=read.late.due if read.late else None)
    on_time = replace(read, late=None)  # nothing says when it was handed in
    marked = MarkedClass(
        on_time, tests, [student], {"yours": submission}, {}, tier, python
    )
    tasks = [*marked.tasks.values()]
    with TemporaryDirectory() as folder, closing(Journal(Path(folder))) as journal:
        with thread_backend(marked.runner(), available_processors()) as place:
            summary = run_all(tasks, journal, place)
        marked.failures = summary.failures
        (result,) = marked.results(journal)
    if arguments.json:
        console.print_json(result)
    else:
        print(student_page(result, with_expected=True), end="")
    verdicts = {test["verdict"] for test in result["tests"]}
    passed = verdicts == {"AC"}
    return messages.YES if passed else messages.NO


def submission_at(path: str, read: Rubric) -> Submission:
    """Return the submission at *path*, which is a folder or a program.

    Other files in the program's folder that *read*, the rubric, names are used too.
    Raise CommandError if a file cannot be read or is too large.
    """
    if Path(path).is_dir():
        wanted = WantedFiles(read.files, read.optional)
        return select_files(folder_files(Path(path)), wanted)
    files = {read.names[0]: read_submitted_file(path)}
    folder = Path(path).parent
    others = (*read.names[1:], *read.optional)
    for name in others:
        if (folder / name).exists():
            files[name] = read_submitted_file(str(folder / name))
    near = () if "*" in read.files else files_beside(folder)
    selection = select_files(near, WantedFiles((Path(path).name,), others))
    return Submission(files, selection.tree)


def files_beside(folder: Path) -> Iterator[DiskFile]:
    """Yield the files in *folder*, and Python files up to two levels below."""
    for pattern in ("*", "*/*.py", "*/*/*.py"):
        for place in folder.glob(pattern):
            kind = file_kind(place.lstat().st_mode)
            yield DiskFile(place.relative_to(folder).as_posix(), kind, place)


def read_submitted_file(path: str) -> bytes:
    """Return the content of a file.

    Raise CommandError if it cannot be read or is too large.
    """
    data = console.read_bytes(path, MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        name = messages.display_name(path)
        raise messages.CommandError(f"{name}: larger than {MAX_FILE_BYTES:,} bytes")
    return data
