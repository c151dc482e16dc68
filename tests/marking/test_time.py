"""Time limits: the short one, the full one, and who gets it."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marking import engine, rubric
from marking.engine import TOLERANCE, QueuedTest, run_all
from marking.intake.submission import Submission
from marking.journal import Journal, RunKey
from marking.plan import time_limits
from marking.results import MarkedClass
from marking.sandbox.interpreters import own_interpreter
from marking.sandbox.job import Job, Outcome
from marking.sandbox.launcher import Sandbox, Tier
from marking.tests import all_tests
from tests.marking.classes import (
    DATA,
    class_of,
    encoded,
    marked,
    planned_tests,
    run_program,
    runs_rubric,
)

LOOP = "while True: pass\n"


class FakePlace:
    """Answers jobs without a sandbox; *needs* has the seconds of each test."""

    def __init__(self, needs: dict[str, float]) -> None:
        self.needs = needs
        self.started: list[tuple[str, float]] = []

    def answer(self, job: Job) -> bytes:
        (test,) = job.argv
        self.started.append((test, job.seconds))
        how = "time" if self.needs[test] > job.seconds else "exit"
        return encoded(Outcome(how, 0, 1, 1, 1))


def tasks_of(needs: dict[str, float]) -> list[QueuedTest]:
    """A task for each test, which is called STUDENT/CRITERION/NAME."""
    return [
        QueuedTest(
            RunKey(test[0], test, test),
            Job((test,), "3", {}, (), 1, 2**28, 2**20, 16),
            test.split("/")[1],
            5,
        )
        for test in needs
    ]


def backend_of(pool: ThreadPoolExecutor, place: FakePlace) -> engine.Backend:
    return engine.Backend(lambda job: pool.submit(place.answer, job), lambda: 1)


def started(needs: dict[str, float], folder: Path) -> list[tuple[str, float]]:
    """The runs that were started, without those of all tests with the short limit."""
    place = FakePlace(needs)
    with closing(Journal(folder)) as journal, ThreadPoolExecutor(1) as pool:
        summary = run_all(tasks_of(needs), journal, backend_of(pool, place))
    assert (summary.started, summary.failures) == (len(needs), {})
    assert place.started[: len(needs)] == [(test, 1) for test in needs]
    return place.started[len(needs) :]


FULL = 5 * TOLERANCE


@given(st.lists(st.sampled_from(["a/x", "a/u", "b/u", "b/x", "c/u"]), max_size=20))
def test_a_student_s_own_tests_run_one_after_another(kinds: list[str]) -> None:
    """The criterion u has the student's own tests."""
    waiting = tasks_of({f"{kind}/{n}": 1 for n, kind in enumerate(kinds)})
    waiting = [
        task._replace(drawn="failure" if task.criterion == "u" else "")
        for task in waiting
    ]
    order, running = [*waiting], list[QueuedTest]()
    while waiting or running:
        task = engine.next_task(waiting, running)
        if task is None:
            running.pop()  # one of them ends
            continue
        waiting.remove(task)
        running.append(task)
        drawn = [task.run.id for task in running if task.drawn]
        assert len(drawn) == len(set(drawn))
        before = order[: order.index(task)]
        assert all(old.drawn for old in before if old in waiting)


@pytest.mark.parametrize(("needs", "full"), DATA["cases"]["full"])
def test_one_test_with_the_full_limit_decides_for_its_criterion(
    needs: dict[str, float], full: list[str], tmp_path: Path
) -> None:
    assert sorted(started(needs, tmp_path)) == [(test, FULL) for test in sorted(full)]


@given(
    st.dictionaries(
        st.from_regex(r"[ab]/[xyz]/[1-3]", fullmatch=True),
        st.sampled_from([0.5, 3.0, 7.0, 99.0]),
        min_size=1,
    )
)
def test_at_most_two_tests_of_a_student_are_stopped_at_the_full_limit(
    tmp_path_factory: pytest.TempPathFactory, needs: dict[str, float]
) -> None:
    runs = started(needs, tmp_path_factory.mktemp("any"))
    assert len(set(runs)) == len(runs)
    for student in "ab":
        endless = [test for test, _ in runs if test[0] == student and needs[test] == 99]
        assert len(endless) <= engine.MAX_ENDLESS_TESTS
    slow = {test for test, seconds in needs.items() if 1 < seconds < FULL}
    if 99 not in needs.values():
        assert {test for test, _ in runs} == slow


def test_a_run_that_was_killed_goes_on_with_the_runs_that_are_due(
    tmp_path: Path,
) -> None:
    needs = {"a/x/1": 7.0, "a/x/2": 7.0, "a/x/3": 99.0, "b/x/1": 99.0, "b/x/2": 99.0}
    whole = started(needs, tmp_path)
    lines = (tmp_path / "journal.jsonl").read_bytes().splitlines(True)
    for count in range(len(lines) + 1):
        (tmp_path / "journal.jsonl").write_bytes(b"".join(lines[:count]))
        place = FakePlace(needs)
        with closing(Journal(tmp_path)) as journal, ThreadPoolExecutor(1) as pool:
            run_all(tasks_of(needs), journal, backend_of(pool, place))
            assert not [*engine.due_in_full(tasks_of(needs), journal)]
        assert len(place.started) == len(lines) - count
        assert {*place.started} <= {*whole, *((test, 1) for test in needs)}


def test_only_a_limit_that_the_hand_out_does_not_state_is_lowered() -> None:
    quoted, ours_ = rubric.read_rubric("comp9021"), rubric.read_rubric("cit591")
    test = all_tests(quoted)[0]
    for needed, limits in ((0, (1, 30)), (0.2, (4, 30)), (9, (30, 30))):
        assert time_limits(quoted, test._replace(seconds=needed)) == limits
    for needed, limits in ((0, (1, 5)), (0.05, (1, 10)), (0.1, (2, 20)), (9, (30, 30))):
        assert time_limits(ours_, test._replace(seconds=needed)) == limits


def test_the_reference_is_timed_and_the_judge_gets_the_whole_limit() -> None:
    assert all(0 < test.seconds < 1 for test in planned_tests("northwestern"))
    pseudoku = rubric.read_rubric("pseudoku")
    for test in planned_tests("pseudoku"):
        assert time_limits(pseudoku, test) == (60, 60)


def test_a_loop_says_which_test_did_not_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def outcome_bytes(sandbox: Sandbox, job: Job) -> bytes:
        return encoded(Outcome("time", 0, job.seconds, 1, 1))

    monkeypatch.setattr(Sandbox, "outcome_bytes", outcome_bytes)
    monkeypatch.setattr("marking.cli.run.tier_for", lambda tests, python: "open")
    class_of(tmp_path / "class", {"loop": LOOP})
    (tmp_path / "loops.toml").write_text(runs_rubric(6, 5, 6))
    rows = marked(tmp_path / "loops.toml", tmp_path, "--trust-submissions")
    assert rows["loop"]["mark"] == "0"
    result = (tmp_path / "out" / "results" / "loop.json").read_text("utf-8")
    tests = json.loads(result)["tests"]
    assert {test["verdict"] for test in tests} == {"TLE"}
    notes = [test["note"] for test in tests]
    assert notes[0] == "did not end in 5 s"
    assert {*notes[1:]} == {"stopped after 1 s; output/i1 did not end in 5 s"}
    assert [test["runs"] for test in tests] == [2, 1, 1, 1, 1, 1]


def test_the_tests_of_a_criterion_share_a_limit_and_a_student_s_own_do_not() -> None:
    tests = planned_tests("cit591")
    own = Submission({"sudoku.py": b"", "sudoku_test.py": b""})
    python = own_interpreter()
    read = rubric.read_rubric("cit591")
    marked = MarkedClass(read, tests, [], {"a": own}, {}, "open", python)
    groups = {test: task.criterion for (_, test), task in marked.tasks.items()}
    expected = {test.id: test.criterion for test in tests}
    assert groups == {**expected, "unit-tests/own": "unit-tests/own"}


@pytest.mark.nightly
@pytest.mark.sandbox
@pytest.mark.usefixtures("busy_machine")
def test_a_loop_is_stopped_by_the_clock_20_times_of_20_on_a_busy_processor() -> None:
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})  # also of the sandbox, not of the others
    try:
        outcomes = [run_program(LOOP, seconds=0.5) for _ in range(20)]
    finally:
        os.sched_setaffinity(0, before)
    assert [outcome.end_reason for outcome in outcomes] == ["time"] * 20


@pytest.mark.parametrize(
    "tier", [pytest.param("sandbox", marks=pytest.mark.sandbox), "open"]
)
def test_of_a_stream_that_is_not_compared_both_ends_are_kept(tier: Tier) -> None:
    done = run_program("print('first' + 'x' * 2**21 + 'last')", tier)
    assert (done.end_reason, done.status) == ("exit", 0)
    start, note, end = done.stdout.split(b"\n", 2)
    assert start.startswith(b"first") and end.endswith(b"last\n")
    assert note == b"[%d bytes are left out here]" % (2**21 + 10 - 2**17)
    assert len(start) == len(end) == 2**16


def test_what_is_printed_and_compared_has_a_limit() -> None:
    for limit, how in ((10, "exit"), (9, "output")):
        argv = ("-c", "print('123456789')")
        job = Job(argv, "3", {}, (), 30, 2**28, limit, 16, compares_stdout=True)
        done = Sandbox("open", own_interpreter()).run(job)
        assert (done.end_reason, done.stdout) == (how, b"123456789\n"[:limit])
