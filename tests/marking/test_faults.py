"""The folder of a run, where the n-th call that changes a file in it fails."""

from collections.abc import Callable
from pathlib import Path

import pytest

from marking.cli import main
from tests.faults import Faults, disk_full, files_in, mixtures, restore
from tests.marking.classes import class_of, hand_in, small_rubric

pytestmark = [pytest.mark.nightly, pytest.mark.sandbox]

LATE = """\
[late]
rule = "cap"
percent = 5
due = 2023-08-07T10:00:00Z
"""
GRADES = "Identifier,Full name,Email address,Status,Grade,Maximum Grade\n"
JOURNAL = "journal.jsonl"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a run that is complete."""
    monkeypatch.chdir(tmp_path)
    class_of(tmp_path / "class", {"a1": hand_in("comp9021"), "b2": "x"})
    Path("two.toml").write_text(small_rubric("preassess", MORE=LATE))
    Path("Grades.csv").write_text(
        GRADES + "Participant 1,a1,a1@x,,,10.00\nParticipant 2,b2,b2@x,,,10.00\n"
    )
    late = "2023-08-08T00:00:00Z"
    Path("roster.csv").write_text(f"id,lms,submitted_at\na1,1,\nb2,2,{late}\n")
    assert main(["run", "two.toml", "class", "-o", "out"]) == 0
    return tmp_path / "out"


@pytest.mark.parametrize(
    "line",
    [
        "run two.toml class -o out --roster roster.csv",  # the marks change
        "report out --format html",
        "report out --format moodle=Grades.csv --roster roster.csv",
        "forget out a1",
    ],
)
@pytest.mark.parametrize(
    ("error", "status"), [(disk_full, 2), (KeyboardInterrupt, 130)]
)
def test_a_failing_call_leaves_each_file_as_before_or_as_it_should_be(
    line: str,
    error: Callable[[], BaseException],
    status: int,
    run: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    old = files_in(run)
    with monkeypatch.context() as patch:
        whole = Faults(run)
        whole.install(patch)
        assert main(line.split()) == 0, capsys.readouterr().err
    new = files_in(run)
    assert whole.calls and new != old
    for at, name in enumerate(whole.calls, 1):
        restore(run, old)
        capsys.readouterr()
        with monkeypatch.context() as patch:
            faults = Faults(run, at, error)
            faults.install(patch)
            ended = main(line.split())
        said = f"call {at}, {name}: {capsys.readouterr().err}"
        now = files_in(run)
        changed = {name for name in mixtures(old, new, now) if name != JOURNAL}
        assert not changed, said
        assert now[JOURNAL] in (old[JOURNAL], new[JOURNAL]), said
        is_harmless = name in ("mkdir", "open", "ftruncate") and now == new
        assert ended == status or is_harmless, said
        assert "Traceback" not in said
    # What failed can be done later.
    assert main(line.split()) == 0
    late = files_in(run)
    assert {**late, JOURNAL: b""} == {**new, JOURNAL: b""}
