"""``judge --jobs``: several processes change nothing but the time."""

import os
from argparse import Namespace
from pathlib import Path

import pytest

from pseudoku.cli import main
from tests.places import ANSWERS

Captured = pytest.CaptureFixture[str]
PATHS = [str(path) for path in sorted(ANSWERS.glob("*.pseudo"))[::24]]


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("options", [[], ["--json", "--task", "2"]])
def test_two_processes_print_the_same_in_the_same_order(
    options: list[str], capsys: Captured
) -> None:
    words = ["judge", "--hints", "0", PATHS[0], "missing.txt", *PATHS[1:], *options]
    alone = main(words), capsys.readouterr()
    assert "missing.txt: No such file" in alone[1].err
    both = main([*words, "--jobs", "2"]), capsys.readouterr()
    assert both == alone


def test_the_result_of_two_processes_does_not_replace_an_input(
    tmp_path: Path, capsys: Captured
) -> None:
    answer = tmp_path / "answer.txt"
    answer.write_text(Path(PATHS[0]).read_text("utf-8"), "utf-8")
    before = answer.read_bytes()
    words = ["judge", PATHS[1], str(answer), "--jobs", "2", "-o", str(answer)]
    assert main(words) == 2
    assert "is also an input" in capsys.readouterr().err
    assert answer.read_bytes() == before


def test_a_process_that_is_killed_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setattr("pseudoku.cli.judge.judge_with_captured_output", end_process)
    assert main(["judge", *PATHS[:2], "--jobs", "2"]) == 2
    said = "pseudoku judge: error: a --jobs process ended unexpectedly\n"
    assert capsys.readouterr().err == said


def end_process(path: str, arguments: Namespace) -> tuple[int, str, str]:
    os._exit(9)
