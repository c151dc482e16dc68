"""Reports of `marking` in a real browser: hostile text is text, and axe is content."""

import pytest

from marking.report.html import render_pages
from tests.browser.opened import LOOKS, Opener, violations
from tests.marking.test_report import FAILED, NOW, judged_result, result

HOSTILE = "<script>alert(1)</script>"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_axe_finds_nothing_in_a_report(width: int, scheme: str, opener: Opener) -> None:
    judged = judged_result("a3", FAILED)
    results = [result("a1"), result("a2", None), judged]
    for text in render_pages(results, NOW, "https://x.org/").values():
        assert violations(opener.open(text, "", width, scheme)) == []


def test_a_hostile_name_and_output_run_nothing(opener: Opener) -> None:
    """The opener fails on every dialog, error, message and request."""
    for text in render_pages([result("a1"), result("a2")], NOW).values():
        page = opener.open(text)
        assert HOSTILE in page.inner_text("main")
        assert page.locator("script, img, iframe").count() == 0


def test_the_page_of_a_class_is_not_wider_than_a_phone(opener: Opener) -> None:
    results = [result("a1"), judged_result("a2", FAILED * 3)]
    for text in render_pages(results, NOW).values():
        page = opener.open(text, width=360)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
