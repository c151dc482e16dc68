"""What a page shows at a step: what is in view, by rectangles, and what is ringed."""

from typing import Final

from tests.browser.opened import SCRIPTS, Page

COMPARED: Final = SCRIPTS["COMPARED"]
SIZES: Final = ((360, 740), (768, 1024), (1280, 720), (1920, 1080))


def out_of_view(page: Page, every: int = 1) -> list[list[object]]:
    """Return the steps of *page* at which something is out of view.

    Each is a list of the number of the step and the names of what is out of view. Only
    each *every*-th step and the last one are looked at.
    """
    found: list[list[object]] = page.evaluate(SCRIPTS["OUT_OF_VIEW"], every)
    return found
