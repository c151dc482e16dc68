"""Run the parts of the tests that are asked for, and notice what is left out.

With pytest and mypy alone, nine tests out of ten run: what needs an extra that is not
installed is skipped. If ALLOWED_SKIPS is in the environment, a test that is skipped, or
expected to fail, for a reason that does not match this regular expression makes the run
fail: so CI notices what it leaves out.
"""

import os
import re
from collections.abc import Generator, Iterator

import pytest

from tests.parts import COUNTS, PARTS, counts_text, part_name, uncollected_tests

# The modules that an extra of setup.cfg brings.
MODULES = {
    "test": ("hypothesis", "jinja2", "lark", "markdown_it", "markupsafe", "shtab"),
    "pdf": ("pypdf", "typst"),
    "cluster": ("distributed",),
    "browser": ("axe_playwright_python", "playwright"),
    "docs": ("build", "furo", "myst_parser", "sphinx"),
}
EXTRAS = {module: extra for extra, modules in MODULES.items() for module in modules}
MISSING = re.compile(r"ModuleNotFoundError: No module named '(\w+)")


def part_names(words: str) -> list[str]:
    """Return the names in ``words``, which commas separate; ``all`` means each part."""
    names = list(PARTS) if words == "all" else words.split(",")
    for name in names:
        if name not in PARTS:
            expected = ", ".join(PARTS)
            raise pytest.UsageError(f"no part {name!r}; expected some of {expected}")
    return names


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("parts of the tests")
    group.addoption(
        "--part",
        default="default",
        metavar="NAME[,NAME...]",
        help=f"run these parts: {', '.join(PARTS)}; or all of them",
    )
    group.addoption(
        "--counts",
        action="store_true",
        help="write the number of tests of each part to tests/counts.txt; run none",
    )


def pytest_configure(config: pytest.Config) -> None:
    part_names(config.getoption("part"))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    if config.getoption("counts"):
        return
    parts = part_names(config.getoption("part"))
    deselected = [item for item in items if part_name(item) not in parts]
    if deselected:
        config.hook.pytest_deselected(items=deselected)
        items[:] = [item for item in items if part_name(item) in parts]


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """With ``--counts``, write the counts in place of running the tests."""
    if not session.config.getoption("counts") or session.testsfailed:
        return None
    write_counts(session)
    return True


def write_counts(session: pytest.Session) -> None:
    """Write the number of tests of each part. Raise UsageError if a test is left out."""
    if session.config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        raise pytest.UsageError("--counts counts all tests; expected no path")
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    for report in reporter.stats.get("skipped", []) if reporter else []:
        raise pytest.UsageError(f"--counts: {report.nodeid}: {report.longrepr[2]}")
    if uncollected := [*uncollected_tests(session.items)]:
        raise pytest.UsageError(*uncollected)
    COUNTS.write_bytes(counts_text(session.items).encode())


def reason_of(module: str) -> str:
    return f"needs {module}: pip install -e .[{EXTRAS[module]}]"


def skipped(report: pytest.CollectReport | pytest.TestReport, module: str) -> None:
    """Make a skip of ``report``, which failed for want of ``module``."""
    report.outcome = "skipped"
    report.longrepr = (report.nodeid, 0, f"Skipped: {reason_of(module)}")


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[
    None, pytest.CollectReport, pytest.CollectReport
]:
    report = yield
    names = MISSING.findall(str(report.longrepr)) if report.failed else []
    if names and names[-1] in EXTRAS:
        skipped(report, names[-1])
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    call: pytest.CallInfo[None],
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    error = call.excinfo and call.excinfo.value
    if isinstance(error, ModuleNotFoundError) and error.name in EXTRAS:
        skipped(report, error.name)
    return report


def not_allowed(config: pytest.Config) -> Iterator[str]:
    """Yield the test and reason of each skip that ALLOWED_SKIPS does not match."""
    allowed = os.environ.get("ALLOWED_SKIPS")
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if not reporter or not allowed:
        return
    for report in reporter.stats.get("skipped", []):
        reason = str(report.longrepr[2]).removeprefix("Skipped: ")
        if not re.search(allowed, reason):
            yield f"{report.nodeid}: {reason}"
    for report in reporter.stats.get("xfailed", []):
        if not re.search(allowed, report.wasxfail):
            yield f"{report.nodeid}: expected to fail: {report.wasxfail}"


@pytest.hookimpl(wrapper=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None, None, None]:
    if any(not_allowed(session.config)) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
    yield


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in not_allowed(terminalreporter.config):
        terminalreporter.write_line(f"must not be skipped: {line}", red=True)
