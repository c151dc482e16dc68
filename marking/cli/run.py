"""``run RUBRIC PATH -o DIR``: mark a class, or continue to do so."""

import json
from argparse import Namespace
from collections import Counter
from contextlib import AbstractContextManager, closing
from dataclasses import replace
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

from _courseware.terminal import console, messages, options
from _courseware.terminal.shell import install_advice
from marking.cli.rubric import rubric_argument
from marking.cli.show import read_result, result_paths
from marking.cluster import cluster
from marking.engine import Backend, available_processors, run_all, thread_backend
from marking.errors import MarkingError
from marking.intake.layouts import LAYOUTS, read_class
from marking.intake.owners import LATE_WITHOUT_TIME, match_entries
from marking.intake.roster import STUDENT_ID, Student, read_given_marks, read_roster
from marking.intake.submission import Submission, Unmatched, WantedFiles
from marking.journal import JOURNAL_FILE, Journal
from marking.marks import Result
from marking.report import tables, text
from marking.report.summary import STATUSES
from marking.results import MarkedClass
from marking.rubric import Rubric, read_rubric
from marking.sandbox.interpreters import submission_interpreter
from marking.sandbox.probe import sandbox_problem, tier_for
from marking.tests import all_tests

TODO_FILE = "given-todo.csv"


def arguments(parser: options.Parser) -> None:
    rubric_argument(parser)
    parser.add_argument("path", metavar="PATH", help="the class: a folder, or a zip")
    parser.add_argument(
        "-o",
        "--output",
        dest="folder",
        metavar="DIR",
        required=True,
        help="the folder for the marks",
    )
    parser.add_argument(
        "--roster",
        metavar="FILE",
        help="the platform's table of students, or CSV: id, name, lms, group …",
    )
    parser.add_argument(
        "--given",
        metavar="FILE",
        help="marks that a person gave, as CSV: id, criterion, marks …",
    )
    parser.add_argument(
        "--layout",
        choices=LAYOUTS,
        metavar="NAME",
        help=f"{', '.join(LAYOUTS)} (default: from the names in PATH)",
    )
    parser.add_argument(
        "--jobs",
        type=options.integer_in_range(1),
        metavar="N",
        default=available_processors(),
        help="run N tests at a time (default: one for each processor)",
    )
    parser.add_argument(
        "--cluster", metavar="FILE", help="a scheduler file of Dask, instead of --jobs"
    )
    parser.add_argument(
        "--again",
        action="append",
        metavar="ID",
        default=[],
        help="run the tests of this student again; can be repeated",
    )
    parser.add_argument(
        "--trust-submissions",
        action="store_true",
        help="if no sandbox can be created, run without protection",
    )


def run(arguments: Namespace) -> int:
    rubric = read_rubric(arguments.rubric)
    tests = all_tests(rubric)
    python = submission_interpreter(rubric.python)
    tier = "sandbox" if arguments.cluster else tier_for(tests, python)
    roster = _read_students(arguments.roster)
    given_marks = read_given_marks(arguments.given, rubric) if arguments.given else {}
    wanted = WantedFiles(rubric.files, rubric.optional)
    entries = read_class(arguments.path, arguments.layout, wanted, roster)
    submissions, unmatched = match_entries(entries, roster, wanted)
    if not submissions:
        raise messages.CommandError(_no_submission_message(arguments.path, unmatched))
    students = _add_times(roster, submissions, rubric)
    unknown = sorted(set(given_marks) - {student.id for student in students})
    if unknown:
        raise messages.CommandError(_unknown_students_message(arguments.given, unknown))
    for student in arguments.again:
        if student not in submissions:
            raise messages.CommandError(f"{student!r} has handed in nothing")
    if tier == "open" and not arguments.trust_submissions:
        unsafe = "--trust-submissions runs the programs without protection"
        raise messages.CommandError(
            f"cannot create a sandbox here: {sandbox_problem(python)}; "
            f"'marking doctor' shows details; {unsafe}"
        )
    marked = MarkedClass(
        rubric, tests, students, submissions, given_marks, tier, python
    )
    for name in marked.absent_packages:
        console.note(f"marking run: the package {name} is not installed")
    folder = _open_run_folder(Path(arguments.folder), rubric)
    tasks = list(marked.tasks.values())
    with closing(Journal(folder)) as journal:
        with _open_backend(marked, arguments.cluster, arguments.jobs) as backend:
            if arguments.again:  # not before there is a backend to run them
                journal.remove(arguments.again)
            summary = run_all(tasks, journal, backend)
        marked.failures = summary.failures
        results = marked.results(journal)
        _write_reports(folder, marked, unmatched, results)
    for reason in sorted(set(summary.failures.values())):
        console.note(f"marking run: not marked: {reason}")
    console.note(f"tests run: {summary.started} of {len(tasks)}")
    console.note(_status_summary(results, unmatched, arguments.folder))
    return messages.NO if summary.failures else messages.YES


def _unknown_students_message(path: str, unknown: list[str]) -> str:
    names = ", ".join(map(messages.quote_text, unknown))
    noun = "student" if len(unknown) == 1 else "students"
    return f"{messages.display_name(path)}: no {noun} {names} in this class"


def _read_students(path: str | None) -> list[Student] | None:
    """Return the students of the roster at ``path``, or None if ``path`` is None.

    Print a note on ignored columns. Raise MarkingError if the file is not a roster.
    """
    if path is None:
        return None
    roster = read_roster(path)
    if roster.ignored:
        columns = ", ".join(map(messages.quote_text, roster.ignored))
        console.note(f"{messages.display_name(path)}: columns ignored: {columns}")
    return roster.students


def _no_submission_message(path: str, unmatched: list[Unmatched]) -> str:
    problem = f"{messages.display_name(path)}: no submission was found"
    if not unmatched:
        return f"{problem}; expected a folder or a file for each student"
    first = unmatched[0]
    return f"{problem}: {first.path}: {first.why} ({len(unmatched)} in all)"


def _add_times(
    roster: list[Student] | None, submissions: dict[str, Submission], rubric: Rubric
) -> list[Student]:
    """Return the students of ``roster``, or else of ``submissions``, with their times.

    A time of submission is that of the roster, or else of the platform; without a time
    zone, it gets that of the due date. Missing names are filled in, too. In
    ``submissions``, by student's id, the doubt LATE_WITHOUT_TIME is removed once a time
    is known.
    """
    zone = None
    if rubric.late and rubric.late.due:
        zone = rubric.late.due.tzinfo
    students = []
    for student in roster or map(Student, sorted(submissions)):
        submission = submissions.get(student.id, Submission())
        time = student.submitted_at or submission.submitted_at
        if time and not time.tzinfo:
            time = time.replace(tzinfo=zone or UTC)
        name = student.name or submission.name
        students.append(replace(student, name=name, submitted_at=time))
        is_answered = time or not rubric.late
        if submission.review_reason == LATE_WITHOUT_TIME and is_answered:
            submissions[student.id] = replace(submission, problems=[])
    return students


def _open_run_folder(folder: Path, rubric: Rubric) -> Path:
    """Create ``folder`` if it is missing, and return it.

    Raise CommandError if it contains files, but no journal of an earlier run, or
    results of a rubric that has another title than ``rubric``, and no criterion of it.
    """
    name = messages.display_name(str(folder))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if any(folder.iterdir()) and not (folder / JOURNAL_FILE).is_file():
        message = f"not empty, and without the {JOURNAL_FILE} of a former run"
        expected = "expected a new folder, or that of a former run"
        raise messages.CommandError(f"{name}: {message}; {expected}")
    ids = {part.id for part in rubric.criterion}
    for path in result_paths(folder).values():
        try:
            former = read_result(path)
        except (MarkingError, OSError):  # the run writes it again
            continue
        is_other = ids.isdisjoint(part["id"] for part in former["criteria"])
        if former["title"] != rubric.title and is_other:
            message = f"has results of {messages.quote_text(former['title'])}"
            expected = f"expected {messages.quote_text(rubric.title)}, or a new folder"
            raise messages.CommandError(f"{name}: {message}; {expected}")
    return folder


def _status_summary(
    results: list[Result], unmatched: list[Unmatched], folder: str
) -> str:
    """Return a line such as "40 marked, 2 manual: see FOLDER/marks.csv"."""
    numbers = Counter(result["status"] for result in results)
    counts = [f"{numbers['marked']} marked"]
    for status in STATUSES[1:]:
        if numbers[status]:
            counts.append(f"{numbers[status]} {status}")
    line = f"{', '.join(counts)}: see {Path(folder) / 'marks.csv'}"
    if not unmatched:
        return line
    entries = f"{len(unmatched)} entries match"
    if len(unmatched) == 1:
        entries = "1 entry matches"
    return f"{line}; {entries} no student: see {Path(folder) / 'unmatched.csv'}"


def _open_backend(
    marked: MarkedClass, scheduler: str | None, jobs: int
) -> AbstractContextManager[Backend]:
    """Return a context manager for the backend that runs jobs: threads or Dask.

    ``scheduler`` is the path of Dask's scheduler file, or None for ``jobs`` threads.
    Raise CommandError if that file or Dask is missing.
    """
    if scheduler is None:
        return thread_backend(marked.runner(), min(jobs, available_processors()))
    if find_spec("distributed") is None:
        message = f"--cluster needs Dask: {install_advice('distributed')}"
        raise messages.CommandError(message)
    if not Path(scheduler).is_file():  # Dask would wait for it
        name = messages.display_name(scheduler)
        raise messages.CommandError(f"{name}: no such file; expected a scheduler file")
    return cluster(scheduler, marked.rubric.python, marked.python.version)


def _write_reports(
    folder: Path, marked: MarkedClass, unmatched: list[Unmatched], results: list[Result]
) -> None:
    """Write the tables and pages of a class into ``folder``.

    The files of students who have left the class are deleted. The table of marks to
    give is not overwritten once a person has entered marks.
    """
    files = _report_files(marked, unmatched, results)
    if _is_filled_in(folder / TODO_FILE, marked.rubric):
        del files[TODO_FILE]
        message = f"{folder / TODO_FILE} has marks, so it was kept"
        console.note(f"{message}; to get a new list, give it another name")
    ids = {student.id for student in marked.students}
    for student in sorted(_former_ids(folder / "marks.csv") - ids):
        for name in (f"results/{student}.json", f"report/{student}.txt"):
            (folder / name).unlink(missing_ok=True)
    for inner_folder in ("results", "report"):
        (folder / inner_folder).mkdir(mode=0o700, exist_ok=True)
    for name, content in files.items():
        encoded = content.encode(errors="backslashreplace")
        path = folder / name
        if not path.exists() or path.read_bytes() != encoded:
            console.write_file(str(path), encoded)


def _report_files(
    marked: MarkedClass, unmatched: list[Unmatched], results: list[Result]
) -> dict[str, str]:
    """Return the tables and pages of a class, by their names in the folder of a run."""
    now = datetime.now(UTC)
    files = {
        "marks.csv": tables.marks_csv(marked.rubric, results),
        "unmatched.csv": tables.unmatched_csv(unmatched),
        TODO_FILE: tables.given_todo_csv(results),
    }
    for result in results:
        data = json.dumps(result, indent=1, ensure_ascii=False)
        shows_expected = text.may_show_expected(result, now)
        files[f"results/{result['id']}.json"] = f"{data}\n"
        files[f"report/{result['id']}.txt"] = text.student_page(result, shows_expected)
    identical = _identical_groups(marked.submissions)
    files["report/class.txt"] = text.marker_page(results, identical)
    return files


def _is_filled_in(table: Path, rubric: Rubric) -> bool:
    """Return whether a person has entered marks in ``table``, or damaged this file."""
    try:
        return bool(read_given_marks(str(table), rubric))
    except MarkingError:
        return table.exists()


def _former_ids(table: Path) -> set[str]:
    """Return the students' ids in ``table``, the marks.csv of an earlier run if any."""
    if not table.exists():
        return set()
    with open(table, encoding="utf-8", errors="replace", newline="") as file:
        ids = {line.partition(",")[0].strip() for line in file}
    return {name for name in ids if STUDENT_ID.fullmatch(name)}


def _identical_groups(submissions: dict[str, Submission]) -> list[list[str]]:
    """Return groups of two or more students, by id, who handed in identical files."""
    groups: dict[frozenset[tuple[str, bytes]], list[str]] = {}
    for key in sorted(submissions):
        files = frozenset(submissions[key].files.items())
        if files:
            groups.setdefault(files, []).append(key)
    return [group for group in groups.values() if len(group) > 1]
