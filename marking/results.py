"""Compute the results of students from submissions, the journal and the rubric."""

import json
import re
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from marking.engine import MAX_ENDLESS_TESTS, QueuedTest, is_cut_short
from marking.intake.originals import is_changed
from marking.intake.roster import Student
from marking.intake.submission import Submission
from marking.journal import Journal, RunKey
from marking.marks import (
    CriterionResult,
    Marks,
    Result,
    TestResult,
    compute_marks,
    round_half_up,
)
from marking.plan import job_key, make_job, missing_files, time_limits
from marking.rubric import ANSWER, Rubric
from marking.sandbox.interpreters import Interpreter
from marking.sandbox.job import Job
from marking.sandbox.launcher import Sandbox, Tier
from marking.sandbox.packages import package_versions
from marking.sandbox.plain import PlainBackend
from marking.test import Test
from marking.unit_tests import judge_units, parse_units
from marking.verdict import CodePlace, RunVerdict, join_notes, judge_outcome

FUNCTION = re.compile(rb"^(?:async[ \t]+)?def[ \t]+([^\s(]+)[ \t]*\(", re.MULTILINE)
MAX_CODE_CHARACTERS = 120  # characters of a line of a program
MAX_UNITS_CHARACTERS = 2_000  # of the names and errors of units left out


class JudgedAnswer(NamedTuple):
    """What the judge has read of an answer in pseudocode.

    ``words`` has the number of words by task, of answers that a person marks.
    """

    words: dict[str, int]
    text: str


@dataclass
class MarkedClass:
    """The students of a course to mark, with all that their results depend on.

    Only the outcomes of tests are in the journal. ``submissions``, ``given`` (marks, by
    criterion, deduction or "mark") and the tests to run, ``tasks``, are by student's
    id. ``tier`` is "sandbox", "open" (no isolation) or "plain" (no program of a student
    runs). ``failures`` has the reasons for missing outcomes. ``packages`` maps the
    packages that programs may import to their versions, "" if not installed. ``notes``
    are for everybody.
    """

    rubric: Rubric
    tests: list[Test]
    students: list[Student]
    submissions: dict[str, Submission]
    given: dict[str, dict[str, Fraction]]  # what a person gave, by student
    tier: Tier
    python: Interpreter
    failures: dict[RunKey, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Compute ``notes``, ``packages`` and ``tasks`` from the other fields."""
        self.packages = package_versions(self.rubric.run.packages, self.python)
        self.notes = [self.rubric.choice] if self.rubric.choice else []
        required = self.rubric.python
        actual = self.python.version
        if required not in ("3", actual):
            problem = f"Python {required} is not installed"
            self.notes.append(f"{problem}; the programs ran in {actual}")
        if self.tier == "plain":
            self.submissions = {
                student: _drop_pdf(submission)
                for student, submission in self.submissions.items()
            }
        self.tasks: dict[tuple[str, str], QueuedTest] = {}
        for student in sorted(self.submissions):
            for test in self.tests:
                key = student, test.run_id
                if key not in self.tasks and self.can_run(student, test):
                    self.tasks[key] = self.queue_test(student, test)

    def queue_test(self, student: str, test: Test) -> QueuedTest:
        """Return the run of ``test`` on the submission of ``student``, an id."""
        job = make_job(self.rubric, self.submissions[student], test)
        versions = " ".join([self.python.version, *self.packages.values()])
        run = RunKey(student, test.run_id, job_key(self.rubric, job, versions))
        limits = time_limits(self.rubric, test)
        group = test.run or test.criterion
        if test.answer_source == "own":
            # A student's own endless function says nothing about ours.
            group = test.id
        drawn = test.answer_source if test.is_drawn else ""
        short_job = replace(job, seconds=limits.short)
        task = QueuedTest(run, short_job, group, limits.full, drawn)
        return task.full_limit_test() if task.is_full else task

    @property
    def absent_packages(self) -> list[str]:
        """The packages that programs may import and that are not installed."""
        return [name for name, version in self.packages.items() if not version]

    def runner(self) -> Sandbox | PlainBackend:
        """Return the object that runs the programs: a sandbox, or plain processes."""
        if self.tier == "plain":
            return PlainBackend()
        return Sandbox(self.tier, self.python)

    def can_run(self, student: str, test: Test | None = None) -> bool:
        """Return whether ``student`` has all files that the rubric and ``test`` need."""
        submission = self.submissions.get(student)
        if submission is None:
            return False
        return not missing_files(self.rubric, submission, test)

    def results(self, journal: Journal) -> list[Result]:
        """Return the results of all students, in the order of ``students``."""
        return [self.result(student, journal) for student in self.students]

    def result(self, student: Student, journal: Journal) -> Result:
        """Return the result of ``student``: marks, verdicts and notes."""
        given = self.given_marks_of(student)
        submission = self.submissions.get(student.id)
        if submission is None and "mark" not in given:
            return self.make_result(student, "missing", None, [], [])
        if submission is None:
            marks = compute_marks(self.rubric, {}, given, timedelta(0), [], False)
            notes = ["nothing was handed in"]
            return self.make_result(student, "marked", marks, [], notes)
        needs_review = bool(submission.problems)
        can_run = self.can_run(student.id)
        tests: list[TestResult] = []
        if can_run or not needs_review:
            tests = self.test_results(student.id, journal)
        answer = self.judged_answer(student.id, journal)
        notes = self.submission_notes(submission, tests, answer.words)
        if any(test["verdict"] == "IE" for test in tests):
            notes.append(self.failure_scope(student.id, journal))
            return self.make_result(student, "not marked", None, tests, notes)
        if self.rubric.late and self.due(student) is None:
            notes.append("no due date: counted as on time")
        elif self.rubric.late and student.submitted_at is None:
            notes.append("no time of submission: counted as on time")
        marks = compute_marks(
            self.rubric,
            self.shares(tests),
            given,
            self.late_by(student),
            self.source_deductions(submission) if can_run else [],
            has_files=can_run or needs_review,
        )
        status = "marked" if marks.complete else "manual"
        if needs_review and can_run and "mark" not in given:
            status = "manual"
        return self.make_result(student, status, marks, tests, notes, answer.text)

    def submission_notes(
        self, submission: Submission, tests: list[TestResult], words: dict[str, int]
    ) -> list[str]:
        """Return the notes on ``submission``; ``words`` are those of `JudgedAnswer`."""
        notes = [submission.review_reason] if submission.problems else []
        notes += submission.notes
        notes += self.notes
        notes += self.changed_files(submission)
        missing = missing_files(self.rubric, submission)
        if missing and not submission.problems:
            notes.append(f"{' and '.join(missing)} not handed in")
        if submission.omitted_files and any(test["verdict"] == "MAN" for test in tests):
            notes.append(f"not in the sandbox: {submission.omitted_files}")
        if self.tier == "open":
            notes.append("ran without a sandbox")
        for part in self.rubric.criterion:
            task = part.id.removeprefix("task")
            if part.by == "person" and task in words:
                notes.append(f"{part.id}: {words[task]} words")
        return notes

    def test_results(self, student: str, journal: Journal) -> list[TestResult]:
        """Return the results of all tests for ``student``, an id."""
        results = [self.test_result(student, test, journal) for test in self.tests]
        self.judge_unit_tests(student, results, journal)
        omitted = self.submissions[student].omitted_files
        if omitted:
            _leave_to_person(results, f"not in the sandbox: {omitted}")
        return results

    def test_result(self, student: str, test: Test, journal: Journal) -> TestResult:
        """Return the result of ``test`` for ``student``, an id.

        Without an outcome in ``journal``, the verdict is "NF" (not found) if files are
        missing, or else "IE" (the harness failed).
        """
        missing = missing_files(self.rubric, self.submissions[student], test)
        if missing:
            note = f"{' and '.join(missing)} not handed in"
            return _make_test_result(test, RunVerdict("NF", note))
        task = self.tasks[student, test.run_id]
        cut_short = is_cut_short(task, journal)
        endless = self.endless_test(task, journal) if cut_short else ""
        if task.run not in journal.runs or (cut_short and not endless):
            note = self.failures.get(task.run, "did not run")
            return _make_test_result(test, RunVerdict("IE", note))
        outcome = journal.outcome(task.run)
        hidden = self.hidden_names(student, task.job)
        verdict = judge_outcome(test, outcome, self.absent_packages, hidden)
        if outcome.end_reason == "time" and verdict.code == "TLE":
            verdict = verdict._replace(note=_time_note(task, endless))
        result = _make_test_result(test, verdict)
        result["code"] = self.source_line(student, verdict.place)
        result["seconds"] = outcome.seconds
        result["cpu"] = outcome.cpu
        result["memory"] = outcome.memory
        result["runs"] = len(journal.runs[task.run])
        return result

    def hidden_names(self, student: str, job: Job) -> set[str]:
        """Return the names of files of ``student`` and tests that ``job`` lacks."""
        tree = self.submissions[student].tree
        names = {path.rpartition("/")[2] for path in tree}
        return (self.rubric.inputs | names) - set(job.beside)

    def judge_unit_tests(
        self, student: str, results: list[TestResult], journal: Journal
    ) -> None:
        """Set the verdicts in ``results`` on unit tests, whose runs depend on each other.

        ``results`` are those of ``self.tests`` for ``student``, an id. A run without a
        report on its units keeps its verdict, such as "TLE".
        """
        for part in self.rubric.criterion:
            results_by_run = {
                test.id.rpartition("/")[2]: result
                for test, result in zip(self.tests, results)
                if test.is_drawn and test.criterion == part.id
            }
            runs = {}
            for name, result in results_by_run.items():
                if result["verdict"] == "AC":
                    run = self.tasks[student, result["id"]].run
                    runs[name] = parse_units(journal.outcome(run).stdout) or {}
            if not runs:
                continue
            for name, verdict in judge_units(runs, self.absent_packages).items():
                if name in runs or verdict.code == "MAN":
                    note = join_notes(verdict.notes, MAX_UNITS_CHARACTERS)
                    results_by_run[name]["verdict"] = verdict.code
                    results_by_run[name]["note"] = note

    def endless_test(self, task: QueuedTest, journal: Journal) -> str:
        """Return the id of the test because of which ``task`` counts as endless, or "".

        A test of the same criterion did not end in its full time limit, or else
        MAX_ENDLESS_TESTS other tests of the same student did not.
        """
        endless = []
        for other in self.tasks.values():
            line = journal.last_line(other.run)
            if other.run.id == task.run.id and line and line.is_endless:
                endless.append(other)
        for other in endless:
            if other.group == task.group:
                return other.run.test
        if len(endless) >= MAX_ENDLESS_TESTS:
            return endless[0].run.test
        return ""

    def source_line(self, student: str, place: CodePlace | None) -> str:
        """Return the line of a student's program at ``place``, or "" if unknown."""
        if place is None:
            return ""
        submission = self.submissions[student]
        name = place.path.removeprefix(submission.folder)
        source = submission.tree.get(place.path, submission.files.get(name, b""))
        lines = source.decode(errors="replace").splitlines()
        if not 1 <= place.line <= len(lines):
            return ""
        return lines[place.line - 1].strip()[:MAX_CODE_CHARACTERS]

    def given_marks_of(self, student: Student) -> dict[str, Fraction]:
        """Return a person's marks for ``student``, by criterion, deduction or "mark".

        Marks given to another member of the student's group count too, except a final
        mark, unless the student has other ones.
        """
        marks: dict[str, Fraction] = {}
        for other in self.students if student.group else ():
            if other.group == student.group and other.id in self.given:
                marks = self.given[other.id] | marks
        marks.pop("mark", None)
        return marks | self.given.get(student.id, {})

    def changed_files(self, submission: Submission) -> list[str]:
        """Return a note for each file of the course that the student has changed."""
        notes = []
        for name, original in self.rubric.provided_files.items():
            copy = submission.tree.get(submission.folder + name)
            if copy is not None and is_changed(name, copy, original, self.rubric.known):
                notes.append(f"{name}: a changed copy was handed in, and is used")
        return notes

    def failure_scope(self, student: str, journal: Journal) -> str:
        """Return a note for ``student``, an id, whose tests could not all be run.

        If tests of other students could be run, the note asks to look at this
        submission.
        """
        failed = {run.id for run in self.failures}
        ran = {run.id for run in journal.runs} - failed - {student}
        if student not in failed:
            return "not every test has run, or a test failed that is ours"
        if not ran:
            return "nobody's tests could be run: this is not the student's fault"
        students = "another student" if len(ran) == 1 else f"{len(ran)} other students"
        return f"tests of {students} could be run: look at this submission"

    def judged_answer(self, student: str, journal: Journal) -> JudgedAnswer:
        """Return what the judge has read of the answer of ``student``, an id.

        It is empty if the judge has not run, or has failed.
        """
        judge_tests = [test for test in self.tests if test.answer_source == "judge"]
        if judge_tests and self.can_run(student):
            run = self.tasks[student, judge_tests[0].run_id].run
            with suppress(KeyError, ValueError):
                report, text = journal.outcome(run).stdout.splitlines()
                return JudgedAnswer(json.loads(report)["words"], json.loads(text))
        return JudgedAnswer({}, "")

    def shares(self, results: list[TestResult]) -> dict[str, Fraction]:
        """Return the share of the tests passed in each criterion, 0 to 1, by its id.

        ``results`` are those of ``self.tests``, in the same order. The share is 0 if a
        test that is a condition failed. Criteria with a test left to a person are
        absent.
        """
        shares: dict[str, Fraction] = {}
        for part in self.rubric.criterion:
            conditions: list[str] = []
            counted: list[str] = []
            for test, result in zip(self.tests, results):
                if test.criterion != part.id or test.answer_source == "own":
                    continue
                verdicts = conditions if test.is_condition else counted
                verdicts.append(result["verdict"])
            if not counted or "MAN" in conditions + counted:
                continue
            shares[part.id] = Fraction(counted.count("AC"), len(counted))
            if any(code != "AC" for code in conditions):
                shares[part.id] = Fraction(0)
        return shares

    def late_by(self, student: Student) -> timedelta:
        """Return how long after the due date the submission was, 0 if unknown."""
        due = self.due(student)
        if due is None or student.submitted_at is None:
            return timedelta(0)
        return student.submitted_at - due

    def due(self, student: Student) -> datetime | None:
        return student.due or (self.rubric.late.due if self.rubric.late else None)

    def source_deductions(self, submission: Submission) -> list[str]:
        """Return the ids of deductions for functions that ``submission`` lacks."""
        sources = list(submission.files.values())
        for path, content in submission.tree.items():
            if path.endswith(".py"):
                sources.append(content)
        names = FUNCTION.findall(b"\n".join(sources))
        functions = {name.decode(errors="replace") for name in names}
        return [
            deduction.id
            for deduction in self.rubric.deduction
            if deduction.by == "source" and deduction.check.split()[1] not in functions
        ]

    def make_result(
        self,
        student: Student,
        status: str,
        marks: Marks | None,
        tests: list[TestResult],
        notes: list[str],
        text: str = "",
    ) -> Result:
        """Return the result of ``student`` as data for JSON.

        ``marks`` is None if there are none. ``status`` and ``text``, that of an answer
        in pseudocode, are those of `Result`.
        """
        rounded = partial(round_half_up, places=self.rubric.places)
        criteria = []
        for part in self.rubric.criterion:
            awarded = marks.criteria[part.id] if marks else None
            criterion = CriterionResult(
                id=part.id,
                marks=None if awarded is None else rounded(awarded),
                most=rounded(part.marks),
            )
            criteria.append(criterion)
        due = self.due(student)
        result = Result(
            id=student.id,
            name=student.name,
            title=self.rubric.title,
            due=due.isoformat() if due else None,
            status=status,
            mark=None,
            is_given=False,
            raw=None,
            late_days=0,
            late_effect="",
            most=None,
            deductions={},
            notes=notes,
            sandbox=self.tier,
            criteria=criteria,
            tests=tests,
            text=text,
        )
        if marks is None:
            return result
        result["is_given"] = marks.is_given
        result["late_days"] = marks.late_days
        result["late_effect"] = marks.late_effect
        result["most"] = rounded(marks.most)
        for name, percent in marks.deductions.items():
            result["deductions"][name] = float(percent)
        if marks.complete or any(part["marks"] is not None for part in criteria):
            result["mark"] = rounded(marks.mark)
            result["raw"] = rounded(marks.raw)
        return result


def _time_note(task: QueuedTest, endless_test: str) -> str:
    """Return the note on ``task``, which was stopped at a time limit.

    ``endless_test`` is the id of the test that was stopped at the full limit, or "" if
    that is ``task`` itself.
    """
    fact = f"did not end in {task.full_seconds:g} s"
    if not endless_test:
        return fact
    return f"stopped after {task.job.seconds:g} s; {endless_test} {fact}"


def _drop_pdf(submission: Submission) -> Submission:
    """Return ``submission``, but without its answer if that is a PDF.

    A person must then read the answer, because PDFs are read only in a sandbox.
    """
    if not submission.files.get(ANSWER, b"").lstrip().startswith(b"%PDF-"):
        return submission
    question = "a PDF is read only in a sandbox, with bubblewrap on Linux"
    return replace(submission, files={}, problems=[question])


def _leave_to_person(tests: list[TestResult], reason: str) -> None:
    for test in tests:
        if test["runs"] and test["verdict"] != "AC":
            notes = [note for note in (reason, test["note"]) if note]
            test["verdict"] = "MAN"
            test["note"] = join_notes(notes)


def _make_test_result(test: Test, verdict: RunVerdict) -> TestResult:
    """Return the result of ``test`` with this verdict and no measurements."""
    return TestResult(
        id=test.id,
        verdict=verdict.code,
        seconds=0,
        cpu=0,
        memory=0,
        runs=0,
        note=verdict.note,
        call=test.call,
        inputs=test.shown_inputs(),
        code="",
        difference=verdict.difference,
        judged=verdict.judged,
    )
