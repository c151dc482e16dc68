"""The cases of a ``sampled`` test that do not run by default run in the slow tests."""

import os
import subprocess
import sys

import pytest

from tests.places import ROOT

FILE = "tests/pseudocode/test_recorded_runs.py"  # it samples without `most`


def collected(part: str, seed: str) -> set[str]:
    """The tests of FILE in ``part`` on the day of ``seed``."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", FILE, "--part", part],
        cwd=ROOT,
        env=os.environ | {"SEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return {line for line in done.stdout.splitlines() if line.startswith(FILE)}


@pytest.mark.nightly
def test_each_day_other_cases_run_by_default_and_the_rest_in_the_slow_tests() -> None:
    everything = collected("all", "1") - collected("nightly", "1")
    samples = {seed: collected("default", seed) for seed in ("1", "2", "3")}
    for seed, sample in samples.items():
        assert sample and sample < everything
        assert collected("default", seed) == sample
        assert collected("slow", seed) == everything - sample
    assert len(set(map(frozenset, samples.values()))) > 1
    assert set().union(*samples.values()) > samples["1"]
