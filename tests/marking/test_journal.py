"""The journal: what is written is found again; what is torn is dropped."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marking.errors import MarkingError
from marking.journal import JOURNAL_FILE, Journal, RunKey
from marking.sandbox import job, launcher, supervisor
from marking.sandbox.job import Outcome, Output, SandboxError
from tests.marking.classes import encoded

RUN = RunKey("z1", "worked/sudoku_4", "k" * 64)
ALL = bytes(range(256))


def outcome(how: str = "exit", size: int = 0) -> Outcome:
    return Outcome(
        how, 0, 0.5, 0.4, 10**6, ALL, b"@", {"x.tex": Output("file", ALL * size)}
    )


def test_the_last_outcome_of_a_test_is_found_again_even_after_a_restart(
    tmp_path: Path,
) -> None:
    for made in (outcome("time"), outcome(size=300), outcome("time", 2)):
        journal = Journal(tmp_path)
        journal.add(RUN, encoded(made), full=made.end_reason == "exit")
        assert journal.outcome(RUN) == made
        journal.close()
    journal = Journal(tmp_path)
    assert [line.full for line in journal.runs[RUN]] == [False, True, False]
    assert journal.outcome(RUN) == made
    journal.close()


def test_an_unfinished_last_line_is_dropped_wherever_it_ends(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.add(RUN, encoded(outcome()))
    kept = (tmp_path / JOURNAL_FILE).read_bytes()
    journal.add(RUN._replace(test="other"), encoded(outcome()))
    journal.close()
    whole = (tmp_path / JOURNAL_FILE).read_bytes()
    for end in range(len(kept), len(whole), 97):
        (tmp_path / JOURNAL_FILE).write_bytes(whole[:end])
        journal = Journal(tmp_path)
        assert list(journal.runs) == [RUN]
        journal.close()
        assert (tmp_path / JOURNAL_FILE).read_bytes() == kept


def test_any_other_damage_is_reported_with_its_line(tmp_path: Path) -> None:
    (tmp_path / JOURNAL_FILE).write_text("{}\n")
    with pytest.raises(MarkingError, match="journal.jsonl:1: damaged.* full: missing"):
        Journal(tmp_path)


def test_a_folder_has_one_run_at_a_time(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    with pytest.raises(MarkingError, match="another run is using this folder"):
        Journal(tmp_path)
    journal.close()
    Journal(tmp_path).close()


def test_a_removed_student_leaves_no_line(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.add(RUN, encoded(outcome(size=400)))
    other = RUN._replace(id="z2")
    journal.add(other, encoded(outcome()))
    journal.remove(["z1"])
    assert list(journal.runs) == [other] and journal.outcome(other) == outcome()
    journal.add(RUN, encoded(outcome()))
    assert journal.outcome(RUN) == outcome()
    journal.close()
    lines = (tmp_path / JOURNAL_FILE).read_text().splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["z2", "z1"]


@given(st.lists(st.binary()))
def test_netstrings_give_back_their_parts(parts: list[bytes]) -> None:
    assert job.decode_netstrings(job.encode_netstrings(parts)) == parts


EIGHT = st.lists(st.binary(max_size=20), min_size=8, max_size=8)


@given(st.binary() | EIGHT.map(job.encode_netstrings))
def test_no_answer_of_a_supervisor_breaks_the_harness(data: bytes) -> None:
    with pytest.raises(SandboxError):
        job.decode_outcome(data)


def test_the_launcher_waits_as_long_as_the_supervisor() -> None:
    assert launcher.KILL_FACTOR == supervisor.WALL_TIME_FACTOR
    assert supervisor.netstrings([b"a", b""]) == job.encode_netstrings([b"a", b""])
