"""Open pages in a browser: at a width, in light or dark mode, with scripts or not."""

import os
import re
from importlib.resources import files
from itertools import product
from pathlib import Path
from subprocess import run
from sys import executable
from typing import TYPE_CHECKING, Final

import pytest

from marking.journal import lock_file
from tests.places import ROOT
from tests.waiting import until

if TYPE_CHECKING:
    from playwright.sync_api import Browser as Browser
    from playwright.sync_api import Page as Page
else:
    Browser = Page = None

WIDTHS: Final = (360, 768, 1280)
SCHEMES: Final = ("light", "dark")
LOOKS: Final = [*product(WIDTHS, SCHEMES)]
SOME_WIDTHS: Final = [360, pytest.param(768, marks=pytest.mark.slow), 1280]
SIZES: Final = ((360, 740), (768, 1024), (1280, 720), (1920, 1080))
PROJECTORS: Final = ((1280, 720), (1920, 1080), (3840, 2160))
# What is measured on pages, by name.
SCRIPTS: Final = dict(
    re.findall(
        r"// === (\w+): .*\n([^/]+(?:/(?!/ ===)[^/]*)*)",
        (Path(__file__).parent / "measure.js").read_text("utf-8"),
    )
)
TEXT: Final = SCRIPTS["TEXT"]
SCROLLS: Final = SCRIPTS["SCROLLS"]
COMPARED: Final = SCRIPTS["COMPARED"]


def built_once(factory: pytest.TempPathFactory, name: str, *command: str) -> Path:
    """Return the folder *name*, which *command* writes once for all processes.

    *command* is the arguments of Python, to which the folder is added. The processes
    are those of pytest-xdist; the others wait for the first one.
    """
    base = factory.getbasetemp()
    base = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder, done = base / name, base / f"{name}.done"
    done.parent.mkdir(parents=True, exist_ok=True)
    with open(base / f"{name}.lock", "w") as lock:
        until(lambda: try_lock(lock.fileno()), 600)
        if not done.exists():
            run([executable, *command, str(folder)], cwd=ROOT, check=True)
            done.touch()
    return folder


def try_lock(descriptor: int) -> bool:
    """Lock an open file. Return False if another process holds the lock."""
    try:
        lock_file(descriptor)
    except OSError:
        return False
    return True


class Opener:
    """Opens pages in *browser*, and records their requests and their errors.

    The pages are files in *folder*.
    """

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.browser = browser
        self.folder = folder
        self.requests: list[str] = []
        self.errors: list[str] = []
        self.places: list[str] = []

    def open(
        self,
        text: str,
        address: str = "",
        width: int = 1280,
        scheme: str = "light",
        scripts: bool = True,
    ) -> Page:
        """Return the page with the HTML *text*, opened at *address*, such as ``#s11``.

        *width* is that of the window in pixels, and *scheme* is "light" or "dark".
        Without *scripts*, JavaScript is off.
        """
        place = self.folder / f"{len(self.places)}.html"
        place.write_text(text, "utf-8")
        self.places.append(place.as_uri())
        context = self.browser.new_context(
            viewport={"width": width, "height": 760},
            color_scheme=scheme,
            java_script_enabled=scripts,
        )
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self.errors.append(message.text))
        page.on("dialog", lambda dialog: self.errors.append(dialog.message))
        page.goto(place.as_uri() + address)
        return page

    def close(self) -> None:
        for context in self.browser.contexts:
            context.close()
        assert not self.errors
        assert {url.partition("#")[0] for url in self.requests} == {*self.places}


def press(page: Page, name: str) -> None:
    """Click on the element with the id *name*, without Playwright's waiting."""
    page.evaluate(f"document.getElementById('{name}').click()")


def out_of_view(page: Page, every: int = 1) -> list[list[object]]:
    """Return the steps of *page* at which something is out of view, by rectangles.

    Each is a list of the number of the step and the names of what is out of view. Only
    each *every*-th step and the last one are looked at.
    """
    found: list[list[object]] = page.evaluate(SCRIPTS["OUT_OF_VIEW"], every)
    return found


def violations(page: Page) -> list[str]:
    """Return the problems of accessibility that axe-core finds on *page*.

    There is a line such as "RULE: HTML" for each element.
    """
    source = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    page.evaluate(source)
    found: list[str] = page.evaluate(
        """async () => (await axe.run()).violations.flatMap((violation) =>
            violation.nodes.map((node) => `${violation.id}: ${node.html}`))"""
    )
    return found
