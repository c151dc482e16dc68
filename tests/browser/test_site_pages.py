"""The pages of the site in a real browser: axe is content, and nothing is cut off."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.browser.opened import LOOKS, WIDTHS, Browser, Page, built_once, violations

pytestmark = pytest.mark.skipif(
    not (find_spec("furo") and find_spec("myst_parser")),
    reason="there is no furo here (the extra docs)",
)
PAGES = ("index", "docs/api", "docs/commands", "docs/task7", "docs/pseudocode")
# By how much the widest of these scrolls; furo cuts off what is wider than the window.
WIDER = """Math.max(...[...document.querySelectorAll("html, .content")].map(
  (part) => part.scrollWidth - part.clientWidth))"""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_once(tmp_path_factory, "docs", "web/build.py", "--docs-only")


@pytest.fixture
def page(browser: Browser, width: int, scheme: str) -> Iterator[Page]:
    size = {"width": width, "height": 760}
    context = browser.new_context(viewport=size, color_scheme=scheme)
    yield context.new_page()
    context.close()


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_and_the_page_is_not_wider_than_the_window(
    name: str, page: Page, site: Path
) -> None:
    page.goto((site / f"{name}.html").as_uri())
    assert violations(page) == []
    assert page.evaluate(WIDER) <= 0


def test_no_page_is_wider_than_a_phone(browser: Browser, site: Path) -> None:
    page = browser.new_page(viewport={"width": WIDTHS[0], "height": 760})
    for path in [*site.glob("*.html"), *site.glob("docs/*.html")]:
        page.goto(path.as_uri())
        assert page.evaluate(WIDER) <= 0, path.name
