"""Settings of all tests: random samples, garbage collection and signals."""

import gc
import os
import signal
import tempfile
from collections import defaultdict
from pathlib import Path
from random import Random

import pytest

from tests.seeds import SEED

try:
    from hypothesis import settings
    from hypothesis.configuration import set_hypothesis_home_dir
except ModuleNotFoundError:
    pass  # the tests that need it are skipped
else:
    # Without this, its caches would go to a folder `.hypothesis` of the checkout.
    set_hypothesis_home_dir(
        Path(tempfile.gettempdir(), "hypothesis-sudoku-courseworks")
    )
    # No deadline: no test depends on how fast the machine is. In CI, every run of a day
    # draws the same examples; elsewhere new ones, and a failure prints how to draw its
    # example again. `--hypothesis-profile=many` draws many.
    for profile, examples in (("few", 25), ("many", 400)):
        settings.register_profile(
            profile,
            max_examples=examples,
            deadline=None,
            database=None,
            print_blob=True,
        )
    settings.load_profile("few")

# A shell starts what runs in the background with Ctrl-C ignored, and processes inherit
# that; the tests send it.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    if "CI" in os.environ and config.getoption("hypothesis_seed", None) is None:
        config.option.hypothesis_seed = str(SEED)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the day's cases of ``sampled`` tests: those run by default, and the slow.

    A test ``sampled(5, most=20)`` has 5 cases by default and 20 more that are slow; the
    others run on other days. Without ``most``, all others are slow.
    """
    later = set()
    cases = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sampled") and not item.get_closest_marker("slow"):
            cases[item.nodeid.partition("[")[0]].append(item)
    for test, group in cases.items():
        (number,) = group[0].iter_markers("sampled")
        few, most = number.args[0], number.kwargs.get("most", len(group))
        Random(f"{SEED} {test}").shuffle(group)
        for item in group[few:]:
            item.add_marker(pytest.mark.slow)
        later |= {*group[few + most :]}
    items[:] = [item for item in items if item not in later]


def pytest_collection() -> None:
    gc.disable()


def pytest_collection_finish() -> None:
    """Exclude the tests from garbage collection, which saves a sixth of the time."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if terminalreporter.stats.get("failed"):
        terminalreporter.write_line(f"random samples were drawn with SEED={SEED}")
