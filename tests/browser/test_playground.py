"""The playground: this project in the browser, built as the site has it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from subprocess import run
from sys import executable
from threading import Thread
from typing import Final

import pytest

from tests.browser.opened import Browser, Page
from tests.places import ANSWERS, ROOT

READY: Final = 60_000  # milliseconds until Python has started, at most

pytestmark = pytest.mark.skipif(
    not (which("npm") and find_spec("build")),
    reason="there is no npm here, or no build (the extra docs)",
)


class Handler(SimpleHTTPRequestHandler):
    """Serves a folder, and records the paths that were asked for."""

    seen: list[str]

    def log_message(self, format: str, *arguments: object) -> None:
        self.seen.append(self.path)


class Server:
    """A server on loopback. The site is at `/some/place/`."""

    def __init__(self, folder: Path) -> None:
        self.seen: list[str] = []
        handler = type("Seen", (Handler,), {"seen": self.seen})
        self._server = ThreadingHTTPServer(
            ("127.0.0.1", 0), partial(handler, directory=str(folder))
        )
        self._thread = Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()
        self.address = f"http://127.0.0.1:{self._server.server_port}/some/place/"

    def stop(self) -> None:
        if self._thread.is_alive():
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a site that has only the playground, at some/place."""
    folder = tmp_path_factory.mktemp("playground")
    site = folder / "some" / "place"
    site.mkdir(parents=True)
    command = [executable, str(ROOT / "web" / "playground.py"), str(site)]
    done = run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return folder


class Visitor:
    """Somebody at the page. Other hosts do not answer, and nothing is reported."""

    def __init__(self, browser: Browser, folder: Path, **options: object) -> None:
        self.server = Server(folder)
        self.context = browser.new_context(accept_downloads=True, **options)
        self.problems: list[str] = []
        self.page = self.opened()

    def opened(self, hash: str = "") -> Page:
        page = self.context.new_page()
        page.set_default_timeout(READY)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda message: self.problems.append(message.text))
        page.on("request", lambda request: self.check(request.url))
        page.goto(f"{self.server.address}playground/{hash}")
        return page

    def check(self, url: str) -> None:
        if not url.startswith((self.server.address, "blob:", "data:")):
            self.problems.append(f"asked for {url}")

    def close(self) -> None:
        self.context.close()
        self.server.stop()

    def state(self, text: str) -> None:
        """Wait until the page says *text*."""
        self.page.locator("#state", has_text=text).wait_for()

    def write(self, text: str) -> None:
        """Replace the program."""
        box = self.page.get_by_role("textbox", name="Program")
        box.fill(text)

    def press(self, button: str, done: str) -> None:
        self.page.click(f"#{button}")
        self.state(f"Done: {done}")


@contextmanager
def visit(browser: Browser, folder: Path, **options: object) -> Iterator[Visitor]:
    visitor = Visitor(browser, folder, **options)
    try:
        visitor.state("Ready")
        yield visitor
    finally:
        visitor.close()
    assert not visitor.problems


def terminal(*words: str, folder: Path) -> str:
    """What a command of `pseudoku` or `sudoku` prints in a terminal."""
    start = f"import sys; sys.argv[0] = {words[0]!r}; from {words[0]}.cli import main; "
    command = [executable, "-c", f"{start}sys.exit(main(sys.argv[1:]))", *words[1:]]
    environment = {"PYTHONPATH": str(ROOT), "PATH": ""}
    done = run(
        command, cwd=folder, env=environment, capture_output=True, encoding="utf-8",
        check=False,
    )  # fmt: skip
    return done.stdout


def test_the_example_of_the_first_visit_is_judged(
    browser: Browser, built: Path, tmp_path: Path
) -> None:
    with visit(browser, built) as visitor:
        visitor.press("judge", "Judge")
        page = visitor.page
        assert page.inner_text("#verdicts caption") == "Sum: 23 of 34"
        assert page.locator("#verdicts tr[data-task]").count() == 7
        shown = json.loads(page.text_content("#json") or "")
    program = (ANSWERS / "mixed_three_mistakes.pseudo").read_text("utf-8")
    text = program.partition("\n")[2]
    (tmp_path / "answer.txt").write_text(text, "utf-8")
    out = terminal("pseudoku", "judge", "--json", "answer.txt", folder=tmp_path)
    assert shown == json.loads(out)
