"""Somebody at the playground: a server with its page, and what is done on the page."""

import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from subprocess import run
from sys import executable
from threading import Thread
from typing import TYPE_CHECKING, Final, TypeAlias
from zlib import compressobj

from tests.browser.opened import SCRIPTS, Browser, Page, press
from tests.places import ANSWERS, ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Route as Route
else:
    Route = None

Changed: TypeAlias = dict[str, Callable[[Route], None]]

READY: Final = 60_000  # milliseconds until Python has started or a command is done


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


class Visitor:
    """Somebody at the page. Only the site answers, and each other request is noted."""

    def __init__(
        self, browser: Browser, folder: Path, changed: Changed | None = None
    ) -> None:
        """``changed`` are answers of the server to some addresses, if they are others."""
        self.server = Server(folder)
        self.problems: list[str] = []
        workers = "block" if changed else "allow"  # they would answer first
        self.context = browser.new_context(service_workers=workers)
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        for address, answer in (changed or {}).items():
            self.context.route(address, answer)
        self.page = self.opened()

    def opened(self, hash: str = "", script: str = "") -> Page:
        """Open the page in another tab, where *script* runs first."""
        page = self.context.new_page()
        page.add_init_script(script)
        page.set_default_timeout(READY)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda message: self.note(message.text))
        page.on("request", lambda request: self.check(request.url))
        page.goto(f"{self.server.address}playground/{hash}")
        return page

    def note(self, text: str) -> None:
        """Note what a console says, except that a test blocks service workers."""
        if text != "Service Worker registration blocked by Playwright":
            self.problems.append(text)

    def check(self, url: str) -> None:
        if not url.startswith((self.server.address, "blob:", "data:")):
            self.problems.append(f"asked for {url}")

    def close(self) -> None:
        self.context.close()
        self.server.stop()

    def begin_again(self) -> None:
        """Leave the page as a first visit finds it, except that Python goes on."""
        self.problems.clear()
        self.page, *others = self.context.pages
        for other in others:
            other.close()
        self.size(1280, 720)
        self.page.emulate_media(color_scheme="light")
        self.page.evaluate(SCRIPTS["BEGIN_AGAIN"])
        self.page.locator("#walk[aria-disabled=false]").wait_for(state="attached")

    # What is done on the page

    def size(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def go_to(self, hash: str) -> None:
        """Change the address, as a link in the page would."""
        self.page.evaluate("(hash) => { location.hash = hash; }", hash)

    def visit_tab(self, page: Page) -> None:
        """Go on in another tab, when it shows a program."""
        self.page = page
        page.locator("#state", has_not_text="Loading").wait_for()

    def reload(self) -> None:
        self.page.reload()
        self.visit_tab(self.page)

    def write(self, text: str) -> None:
        """Write a program over the one that is there."""
        if not self.page.is_visible("#program"):
            self.page.click("#show-code")
        self.page.fill("#program", text)

    def type_over(self, text: str) -> None:
        """Type a program over the one that is there."""
        self.page.locator("#program").press("Control+a")
        self.page.keyboard.type(text)

    def press(self, button: str, words: str) -> None:
        """Press a button, and wait for the end of the command that *words* name."""
        self.clear_state()
        press(self.page, button)
        self.state(f"Done: {words}")

    def judge(self) -> None:
        """Judge the program, and wait for the walk through the first failed call."""
        self.page.click("#judge")
        self.page.locator("body:not(.running)").wait_for()

    def hint(self, level: int) -> None:
        """Choose the level of hints. Judging takes longer with them."""
        self.go_to(f"#hints={level}")
        shown = f"document.getElementById('hints').value === '{level}'"
        self.page.wait_for_function(shown)

    def drop(self, name: str, text: str) -> None:
        """Drop a file with an exercise, and wait until it has been read."""
        self.clear_state()
        self.page.evaluate(SCRIPTS["DROP"], [name, text])
        self.state("Done: Exercise")

    def paste_grid(self, text: str) -> None:
        self.clear_state()
        self.page.locator("#stage .board input").first.evaluate(SCRIPTS["PASTE"], text)
        self.state("Done: Paste")

    def copy_link(self) -> str:
        """Copy the link, and return what it has after the ``#``."""
        self.clear_state()
        press(self.page, "copy-link")
        self.state("The link is copied.")
        address: str = self.page.evaluate("navigator.clipboard.readText()")
        return "#" + address.partition("#")[2]

    # What the page shows

    def state(self, text: str) -> None:
        """Wait until the page says *text*."""
        self.page.locator("#state", has_text=text).wait_for()

    def clear_state(self) -> None:
        self.page.evaluate("document.getElementById('state').textContent = ''")

    def read(self) -> str:
        """Return the program, as the page downloads it."""
        with self.page.expect_download() as download:
            press(self.page, "download")
        assert download.value.suggested_filename == "answer.txt"
        return Path(download.value.path()).read_text("utf-8")

    def where(self) -> str:
        text: str = self.page.inner_text("#where")
        return text

    def chips(self) -> list[str]:
        found: list[str] = self.page.locator("#verdicts button").all_inner_texts()
        return found

    def grid(self) -> str:
        """The puzzle on the board, in 81 characters."""
        fields = self.page.locator("#stage .board input").all()
        return "".join(field.input_value() or "." for field in fields)

    def printed(self) -> str:
        """The text in the stage."""
        return "".join(self.page.locator("#stage pre").all_text_contents())

    def focused(self) -> str:
        """Return the id or the name of the element that has the focus."""
        found: str = self.page.evaluate(
            "(({id, ariaLabel}) => id || ariaLabel)(document.activeElement)"
        )
        return found

    def is_stale(self) -> bool:
        """Return whether verdicts and steps are shown as of an older program."""
        chips, words = self.page.evaluate(
            """[getComputedStyle(verdicts).textDecorationLine,
              getComputedStyle(where, "::before").content]"""
        )
        assert (chips == "line-through") == ("before the edit" in words)
        return bool(chips == "line-through")


@contextmanager
def visit(
    browser: Browser,
    folder: Path,
    changed: Changed | None = None,
    state: str = "Ready: Python 3.14",
) -> Iterator[Visitor]:
    """Visit the page, wait until it says ``state``, and look at the end for errors."""
    visitor = Visitor(browser, folder, changed)
    try:
        visitor.state(state)
        yield visitor
    finally:
        visitor.close()
    assert not visitor.problems


def answer(name: str) -> str:
    """The text of an answer without what the tests expect of it."""
    lines = (ANSWERS / f"{name}.pseudo").read_text("utf-8").splitlines(keepends=True)
    return "".join(lines[2:] if lines[1].startswith("// note") else lines[1:])


def terminal(*words: str, folder: Path, **texts: str) -> str:
    """What a command of `pseudoku` or `sudoku` prints in a terminal."""
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text, "utf-8", newline="")
    start = f"import sys; sys.argv[0] = {words[0]!r}; from {words[0]}.cli import main; "
    command = [executable, "-c", f"{start}sys.exit(main(sys.argv[1:]))", *words[1:]]
    environment = {"PYTHONPATH": str(ROOT), "PATH": ""}
    done = run(
        command, cwd=folder, env=environment, capture_output=True, encoding="utf-8",
        check=False,
    )  # fmt: skip
    return done.stdout + done.stderr


def readable(message: str) -> str:
    """Return what a command prints as the page shows it, without words of a terminal."""
    message = re.sub(r"(?m)^\w+ \w+: error: ", "", message)
    message = re.sub(r"(?m)^(call:1:1|exercise\.toml): ", "", message)
    return re.sub(r"\w+\.(?:txt|toml):(\d+):\d+:", r"line \1:", message)


def word(text: str) -> str:
    """*text* as a link has it."""
    packer = compressobj(9, wbits=-15)
    packed = packer.compress(text.encode()) + packer.flush()
    return urlsafe_b64encode(packed).decode().rstrip("=")
