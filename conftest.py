"""Skip what needs an extra that is not installed, and fail if too much is skipped.

With pytest and mypy alone, nine tests out of ten run. If ALLOWED_SKIPS is in the
environment, a test that is skipped for a reason that does not match this regular
expression makes the run fail: so CI notices what it leaves out.
"""

import os
import re
from collections.abc import Generator, Iterator

import pytest

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
    """Yield the reason of each skip that ALLOWED_SKIPS does not match."""
    allowed = os.environ.get("ALLOWED_SKIPS")
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    for report in reporter.stats.get("skipped", []) if reporter and allowed else []:
        reason = str(report.longrepr[2]).removeprefix("Skipped: ")
        if not re.search(str(allowed), reason):
            yield f"{report.nodeid}: {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None, None, None]:
    if any(not_allowed(session.config)) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
    yield


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in not_allowed(terminalreporter.config):
        terminalreporter.write_line(f"must not be skipped: {line}", red=True)
