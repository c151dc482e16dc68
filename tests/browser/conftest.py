"""Fixtures to open pages in the Chromium of the system, without a window."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import Final

import pytest

from tests.browser.opened import Browser, Opener

CHROMIUM: Final = which("chromium")
HERE: Final = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    ready = find_spec("playwright") and find_spec("axe_playwright_python") and CHROMIUM
    reason = "there is no Chromium here, or no Playwright (the extra browser)"
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.skipif(not ready, reason=reason))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # Its own sandbox cannot start for root; the pages are ours.
        arguments = ["--no-sandbox"]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def opener(browser: Browser, tmp_path: Path) -> Iterator[Opener]:
    """Yield an `Opener`; at the end, check that its pages had no error or request."""
    opener = Opener(browser, tmp_path)
    yield opener
    opener.close()
