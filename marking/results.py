"""Compute the results of students from submissions, the journal and the rubric."""

import json
import re
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Final

from marking.engine import (
    MAX_ENDLESS_TESTS,
    QueuedTest,
    is_open,
    repeat_with_full_limit,
)
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
from marking.sandbox.launcher import Sandbox, Tier
from marking.sandbox.packages import package_versions
from marking.sandbox.plain import Plain
from marking.test import Test
from marking.unit_tests import Units, judge_units, parse_units
from marking.verdict import RunVerdict, join_notes, judge_outcome

FUNCTION: Final = re.compile(
    rb"^(?:async[ \t]+)?def[ \t]+([^\s(]+)[ \t]*\(", re.MULTILINE
)
MAX_CODE_CHARACTERS: Final = 120  # characters of a line of a program
MAX_UNITS_CHARACTERS: Final = 2_000  # of the names and errors of units left out


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
        required = self.rubric.python
        actual = self.python.version
        other = f"Python {required} is not installed; the programs ran in {actual}"
        self.notes = [self.rubric.choice] if self.rubric.choice else []
        self.notes += [] if required in ("3", actual) else [other]
        self.packages = package_versions(
            self.rubric.run.packages, self.python
        )  # "": none
        versions = " ".join([actual, *self.packages.values()])
        if self.tier == "plain":
            self.submissions = {
                student: drop_pdf(submission)
                for student, submission in self.submissions.items()
            }
        self.tasks: dict[tuple[str, str], QueuedTest] = {}
        for student, submission in sorted(self.submissions.items()):
            for test in self.tests:
                place = student, test.run or test.id
                if place not in self.tasks and self.can_run(student, test):
                    job = make_job(self.rubric, submission, test)
                    run = RunKey(*place, job_key(self.rubric, job, versions))
                    short, full = time_limits(self.rubric, test)
                    # A student's own endless function says nothing about ours.
                    is_own = test.answer_source == "own"
                    group = test.id if is_own else test.run or test.criterion
                    drawn = test.answer_source if test.is_drawn else ""
                    task = QueuedTest(
                        run, replace(job, seconds=short), group, full, drawn
                    )
                    self.tasks[place] = task.full_limit_test() if task.is_full else task

    def runner(self) -> Sandbox | Plain:
        """Return the object that runs the programs: a sandbox, or plain processes."""
        return Plain() if self.tier == "plain" else Sandbox(self.tier, self.python)

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
        question = submission.review_reason
        notes = [*filter(None, [question]), *submission.notes, *self.notes]
        notes += self.changed_files(submission)
        runs = self.can_run(student.id)
        due = [] if question and not runs else self.tests
        tests = [self.test_result(student.id, test, journal) for test in due]
        self.judge_unit_tests(student.id, tests, journal)
        if submission.omitted_files:
            leave_to_person(tests, f"not in the sandbox: {submission.omitted_files}")
        missing = missing_files(self.rubric, submission)
        if missing and not question:
            notes.append(f"{' and '.join(missing)} not handed in")
        if submission.omitted_files and any(test["verdict"] == "MAN" for test in tests):
            notes.append(f"not in the sandbox: {submission.omitted_files}")
        if self.tier == "open":
            notes.append("ran without a sandbox")
        words, text = self.words_and_text(student.id, journal)
        by_person = [part.id for part in self.rubric.criterion if part.by == "person"]
        tasks = {name: name.removeprefix("task") for name in by_person}
        notes += [f"{k}: {words[v]} words" for k, v in tasks.items() if v in words]
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
            self.source_deductions(submission) if runs else [],
            has_files=runs or bool(question),
        )
        is_open = not marks.complete or (question and runs and "mark" not in given)
        status = "manual" if is_open else "marked"
        return self.make_result(student, status, marks, tests, notes, text)

    def test_result(self, student: str, test: Test, journal: Journal) -> TestResult:
        """Return the result of ``test`` for ``student``, with its outcome in ``journal``.

        ``student`` is an id. Without an outcome, the verdict is "NF" (not found) if
        files are missing, or else "IE" (the harness failed).
        """
        missing = missing_files(self.rubric, self.submissions[student], test)
        if missing:
            note = f"{' and '.join(missing)} not handed in"
            return make_test_result(test, RunVerdict("NF", note))
        task = self.tasks[student, test.run or test.id]
        run = task.run
        endless = self.endless_test(task, journal) if is_open(task, journal) else ""
        if run not in journal.runs or (is_open(task, journal) and not endless):
            note = self.failures.get(run, "did not run")
            return make_test_result(test, RunVerdict("IE", note))
        outcome = journal.outcome(run)
        lacking = [name for name, version in self.packages.items() if not version]
        names = {path.rpartition("/")[2] for path in self.submissions[student].tree}
        hidden = (self.rubric.inputs | names) - {*task.job.beside}
        verdict = judge_outcome(test, outcome, lacking, hidden)
        if outcome.end_reason == "time" and verdict.code == "TLE":
            stopped = f"stopped after {task.job.seconds:g} s; " if endless else ""
            name = f"{endless} " if endless else ""
            note = f"{stopped}{name}did not end in {task.full_seconds:g} s"
            verdict = verdict._replace(note=note)
        result = make_test_result(test, verdict)
        result["code"] = self.source_line(student, verdict.place)
        result["seconds"] = outcome.seconds
        result["cpu"] = outcome.cpu
        result["memory"] = outcome.memory
        result["runs"] = len(journal.runs[run])
        return result

    def judge_unit_tests(
        self, student: str, tests: list[TestResult], journal: Journal
    ) -> None:
        """Set the verdicts in ``tests`` on unit tests, whose runs depend on each other.

        ``tests`` are the results of ``self.tests`` for ``student``, an id. A run
        without a report on its units keeps its verdict, such as "TLE".
        """
        lacking = [name for name, version in self.packages.items() if not version]
        for part in self.rubric.criterion:
            runs: dict[str, Units] = {}
            results: dict[str, TestResult] = {}
            for test, result in zip(self.tests, tests):
                if test.is_drawn and test.criterion == part.id:
                    name = test.id.rpartition("/")[2]
                    results[name] = result
                    if result["verdict"] == "AC":
                        run = self.tasks[student, test.id].run
                        report = journal.outcome(run).stdout
                        runs[name] = parse_units(report) or {}
            verdicts = judge_units(runs, lacking) if runs else {}
            for name, verdict in verdicts.items():
                if name in runs or verdict.code == "MAN":
                    results[name]["verdict"] = verdict.code
                    results[name]["note"] = join_notes(
                        verdict.notes, MAX_UNITS_CHARACTERS
                    )

    def endless_test(self, task: QueuedTest, journal: Journal) -> str:
        """Return the id of the test because of which ``task`` counts as endless, or "".

        A test of the same criterion did not end in its full time limit, or else
        MAX_ENDLESS_TESTS other tests of the same student did not.
        """
        student_tests = (t for t in self.tasks.values() if t.run.id == task.run.id)
        full = repeat_with_full_limit(student_tests, journal)
        endless = [other for other, ended in full if not ended]
        same = [other for other in endless if other.group == task.group]
        if not same and len(endless) < MAX_ENDLESS_TESTS:
            return ""
        return (same or endless)[0].run.test

    def source_line(self, student: str, place: tuple[str, int] | None) -> str:
        """Return the line of a student's program at ``place``, or "".

        ``place`` is (path, line number from 1) or None.
        """
        name, number = place or ("", 0)
        submission = self.submissions[student]
        file = submission.files.get(name.removeprefix(submission.folder), b"")
        data = submission.tree.get(name, file)
        lines = data.decode(errors="replace").splitlines()[:number]
        return (
            lines[-1].strip()[:MAX_CODE_CHARACTERS] if len(lines) == number > 0 else ""
        )

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
        return [
            f"{name}: a changed copy was handed in, and is used"
            for name, original in self.rubric.provided_files.items()
            if (copy := submission.tree.get(submission.folder + name)) is not None
            and is_changed(name, copy, original, self.rubric.known)
        ]

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
        others = "another student" if len(ran) == 1 else f"{len(ran)} other students"
        return f"tests of {others} could be run: look at this submission"

    def words_and_text(
        self, student: str, journal: Journal
    ) -> tuple[dict[str, int], str]:
        """Return the number of words by task, and the text of an answer in pseudocode.

        The judge has counted the words in answers that a person marks. ``student`` is
        an id. Both results are empty if the judge has not run, or has failed.
        """
        judged = [test for test in self.tests if test.answer_source == "judge"]
        if judged and self.can_run(student):
            run = self.tasks[student, judged[0].run or judged[0].id].run
            with suppress(KeyError, ValueError):
                report, text = journal.outcome(run).stdout.splitlines()
                return json.loads(report)["words"], json.loads(text)
        return {}, ""

    def shares(self, tests: list[TestResult]) -> dict[str, Fraction]:
        """Return the weight of the tests passed in each criterion, 0 to 1, by its id.

        ``tests`` are the results of ``self.tests``, in the same order. The share is 0
        if a test that is a condition failed. Criteria with a test left to a person are
        absent.
        """
        shares: dict[str, Fraction] = {}
        for part in self.rubric.criterion:
            verdicts = [
                (test, result["verdict"])
                for test, result in zip(self.tests, tests)
                if test.criterion == part.id and test.answer_source != "own"
            ]
            if not verdicts or any(code == "MAN" for _, code in verdicts):
                continue
            counted = [(test, code) for test, code in verdicts if not test.is_condition]
            passed = sum(code == "AC" for _, code in counted)
            is_met = all(code == "AC" for test, code in verdicts if test.is_condition)
            shares[part.id] = Fraction(is_met * passed, len(counted))
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
        modules = (d for p, d in submission.tree.items() if p.endswith(".py"))
        text = b"\n".join((*submission.files.values(), *modules))
        functions = {name.decode(errors="replace") for name in FUNCTION.findall(text)}
        return [
            part.id
            for part in self.rubric.deduction
            if part.by == "source" and part.check.split()[1] not in functions
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

        ``marks`` is None if there are none. ``status`` is "marked", "manual" (a person
        has still to give marks), "missing" (nothing was handed in) or "not marked".
        ``text`` is that of an answer in pseudocode.
        """
        places = self.rubric.places
        has_marks = marks and (
            marks.complete or any(part is not None for part in marks.criteria.values())
        )
        deductions = marks.deductions if marks else {}
        criteria = []
        for part in self.rubric.criterion:
            awarded = marks.criteria[part.id] if marks else None
            rounded = None if awarded is None else round_half_up(awarded, places)
            maximum = round_half_up(part.marks, places)
            criteria.append(CriterionResult(id=part.id, marks=rounded, most=maximum))
        due = self.due(student)
        return Result(
            id=student.id,
            name=student.name,
            title=self.rubric.title,
            due=due.isoformat() if due else None,
            status=status,
            mark=round_half_up(marks.mark, places) if marks and has_marks else None,
            is_given=marks.is_given if marks else False,
            raw=round_half_up(marks.raw, places) if marks and has_marks else None,
            late_days=marks.late_days if marks else 0,
            late_effect=marks.late_effect if marks else "",
            most=round_half_up(marks.most, places) if marks else None,
            deductions={name: float(off) for name, off in deductions.items()},
            notes=notes,
            sandbox=self.tier,
            criteria=criteria,
            tests=tests,
            text=text,
        )


def drop_pdf(submission: Submission) -> Submission:
    """Return ``submission``, but without its answer if that is a PDF.

    A person must then read the answer, because PDFs are read only in a sandbox.
    """
    if not submission.files.get(ANSWER, b"").lstrip().startswith(b"%PDF-"):
        return submission
    question = "a PDF is read only in a sandbox, with bubblewrap on Linux"
    return replace(submission, files={}, problems=[question])


def leave_to_person(tests: list[TestResult], reason: str) -> None:
    """Set the verdict "MAN" with ``reason`` in all ``tests`` that ran and failed."""
    for test in tests:
        if test["runs"] and test["verdict"] != "AC":
            notes = [note for note in (reason, test["note"]) if note]
            test["verdict"] = "MAN"
            test["note"] = join_notes(notes)


def make_test_result(test: Test, verdict: RunVerdict) -> TestResult:
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
