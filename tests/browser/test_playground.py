"""The playground: this project in the browser, built as the site has it."""

import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from shutil import copytree, which
from subprocess import run
from sys import executable
from threading import Thread
from typing import TYPE_CHECKING, Final, TypeAlias
from zlib import compressobj

import pytest

from sudoku.explain import METHODS, explain
from tests.browser.opened import LOOKS, Browser, Page, built_once, press, violations
from tests.browser.panes import COMPARED, out_of_view
from tests.places import ANSWERS, ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Route
else:
    Route = None

READY: Final = 60_000  # milliseconds until Python has started or a command is done
ALL: Final = sorted(ANSWERS.glob("*.pseudo"))
NAMES: Final = [path.stem for path in ALL]
# A copy of seven elements takes long, and is few steps: it ends only after a while.
ENDLESS: Final = """new Vector v(1)
new Vector w(7)
for 1 ≤ k ≤ 7 do
  w[k] ← k
end for
while TRUE do
  v[1] ← w
end while
"""
PASTE: Final = """(element, text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const paste = {clipboardData, bubbles: true, cancelable: true};
  element.dispatchEvent(new ClipboardEvent("paste", paste)); }"""
NAMED: Final = re.compile(r"playground/[0-9a-f]{12}/")

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
    place = built_once(tmp_path_factory, "built/some/place", "-m", "web.playground")
    return place.parents[1]


Changed: TypeAlias = dict[str, Callable[[Route], None]]


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

    def state(self, text: str) -> None:
        """Wait until the page says *text*."""
        self.page.locator("#state", has_text=text).wait_for()

    def begun(self) -> None:
        """Wait until the page shows a program, while Python starts."""
        self.page.locator("#state", has_not_text="Loading").wait_for()

    def write(self, text: str) -> None:
        """Write a program over the one that is there."""
        if not self.page.is_visible("#program"):
            self.page.click("#show-code")
        self.page.fill("#program", text)

    def read(self) -> str:
        """Return the program, as the page downloads it."""
        with self.page.expect_download() as download:
            self.page.evaluate("document.getElementById('download').click()")
        assert download.value.suggested_filename == "answer.txt"
        return Path(download.value.path()).read_text("utf-8")

    def press(self, button: str, words: str) -> None:
        """Press a button, and wait for the end of the command that *words* name."""
        self.page.evaluate("document.getElementById('state').textContent = ''")
        self.page.evaluate("(id) => document.getElementById(id).click()", button)
        self.state(f"Done: {words}")

    def judge(self) -> None:
        """Judge the program, and wait for the walk through the first failed call."""
        self.page.click("#judge")
        self.page.locator("body:not(.running)").wait_for()

    def begin_again(self) -> None:
        """Leave the page as a first visit finds it, except that Python goes on."""
        self.problems.clear()
        self.page, *others = self.context.pages
        for other in others:
            other.close()
        self.page.set_viewport_size({"width": 1280, "height": 720})
        self.page.emulate_media(color_scheme="light")
        self.page.evaluate(BEGIN_AGAIN)
        self.page.locator("#walk[aria-disabled=false]").wait_for(state="attached")

    def hint(self, level: int) -> None:
        """Choose the level of hints. Judging takes longer with them."""
        self.page.evaluate("(hash) => { location.hash = hash; }", f"#hints={level}")
        shown = f"document.getElementById('hints').value === '{level}'"
        self.page.wait_for_function(shown)

    def room(self, name: str) -> None:
        """Choose Pseudocode or Sudoku."""
        self.page.select_option("#room", name)

    def printed(self) -> str:
        """The text in the stage."""
        return "".join(self.page.locator("#stage pre").all_text_contents())

    def focused(self) -> str:
        """Return the id or the name of the element that has the focus."""
        found: str = self.page.evaluate(
            "(({id, ariaLabel}) => id || ariaLabel)(document.activeElement)"
        )
        return found


# The button leads back to the first text, without results and without an exercise.
BEGIN_AGAIN: Final = """() => {
  localStorage.clear();
  sessionStorage.clear();
  document.getElementById("restore").click();
  const chosen = {hints: "1", method: "preemptive"};
  for (const id in chosen) document.getElementById(id).value = chosen[id]; }"""


@pytest.fixture(scope="session")
def visitors(browser: Browser, built: Path) -> Iterator[list[Visitor]]:
    """The visitor whose page many tests share, once there is one."""
    shared: list[Visitor] = []
    yield shared
    for visitor in shared:
        visitor.close()


@pytest.fixture
def visitor(
    browser: Browser,
    built: Path,
    visitors: list[Visitor],
    request: pytest.FixtureRequest,
) -> Iterator[Visitor]:
    """Somebody at the page, on which nothing has been done yet.

    Python starts slowly, so another page is opened only after a test that failed.
    """
    if not visitors:
        visitors.append(Visitor(browser, built))
        visitors[0].state("Ready: Python 3.14")
    failed = request.session.testsfailed
    [visitor] = visitors
    visitor.begin_again()
    yield visitor
    if request.session.testsfailed > failed:
        visitors.pop().close()
    assert not visitor.problems


@contextmanager
def visit(
    browser: Browser, folder: Path, changed: Changed | None = None
) -> Iterator[Visitor]:
    """Visit the page, wait for Python, and look at the end for errors."""
    visitor = Visitor(browser, folder, changed)
    try:
        visitor.state("Ready: Python 3.14")
        yield visitor
    finally:
        visitor.close()
    assert not visitor.problems


def program(path: Path) -> str:
    """The text of an answer without what the tests expect of it."""
    lines = path.read_text("utf-8").splitlines(keepends=True)
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


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", NAMES)
def test_an_answer_has_the_verdicts_of_the_terminal(
    name: str, visitor: Visitor, tmp_path: Path
) -> None:
    page, text = visitor.page, program(ANSWERS / f"{name}.pseudo")
    visitor.write(text)
    visitor.judge()
    chips = page.locator("#verdicts button")
    found = [chip.get_attribute("aria-label") for chip in chips.all()]
    press(page, "as-json")
    shown = visitor.printed()
    words = ("pseudoku", "judge", "--json", "answer.txt")
    assert shown == terminal(*words, folder=tmp_path, answer=text)
    for label, (task, one) in zip(
        found, json.loads(shown)["tasks"].items(), strict=True
    ):
        mark = "?" if one["marks"] is None else one["marks"]
        about = f"Task {task}, {one['name']}: {one['verdict']}"
        assert label.startswith(f"{about}, {mark} of {one['most']}.")


def test_a_hint_marks_its_line_and_an_address_sets_its_level(visitor: Visitor) -> None:
    page, hint = visitor.page, "makes every case right"
    signs = page.locator("#lines .noted")
    visitor.write(program(ANSWERS / "wrong_one_turn_only.pseudo"))
    visitor.judge()
    assert hint in page.inner_text("#notes") and signs.count() == 1
    assert page.inner_text("#words").count(hint) == 1
    visitor.press("walk", "Walk")
    assert hint in page.inner_text("#detail")  # at the step where the runs part
    visitor.hint(0)
    visitor.judge()
    assert hint not in page.content() and signs.count() == 0


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", NAMES)
def test_the_texts_of_run_are_those_of_the_terminal(
    name: str, visitor: Visitor, tmp_path: Path
) -> None:
    text = program(ANSWERS / f"{name}.pseudo")
    visitor.write(text)
    for call in ("MakeVector(2413)", "MakeSolution(2413)", ""):
        visitor.page.fill("#call", call)
        visitor.press("run", "Run")
        words = ["pseudoku", "run", "answer.txt", *["--call", call] * bool(call)]
        told = terminal(*words, folder=tmp_path, answer=text)
        assert visitor.printed() == readable(told)


def test_each_method_explains_a_grid_and_a_wrong_grid_is_refused(
    visitor: Visitor, tmp_path: Path
) -> None:
    page = visitor.page
    visitor.room("Sudoku")
    methods = page.locator("#method option").all_inner_texts()
    assert methods == [*METHODS]
    given = typed(page)
    for method in methods:
        page.select_option("#method", method)
        visitor.state("Done: Explain")
        steps = explain(given, method).steps
        assert page.get_attribute("#slider", "max") == str(len(steps))
        visitor.page.evaluate("document.getElementById('last').click()")
        assert page.inner_text("#sentence") == steps[-1].reason
        page.evaluate("document.getElementById('state').textContent = ''")
    page.click("#explain")  # Edit grid
    assert typed(page) == given
    paste(page, "no grid")
    visitor.state("Done: Paste")
    words = ["sudoku", "convert", "--format", "line", "grid.txt"]
    told = terminal(*words, folder=tmp_path, grid="no grid")
    assert visitor.printed() == readable(told)
    page.click("#explain")
    assert typed(page) == given


def typed(page: Page) -> str:
    """The puzzle on the board, in 81 characters."""
    fields = page.locator("#stage .board input").all()
    return "".join(field.input_value() or "." for field in fields)


def paste(page: Page, text: str) -> None:
    page.locator("#stage .board input").first.evaluate(PASTE, text)


def test_a_grid_is_typed_pasted_and_explained_with_the_keyboard(
    visitor: Visitor,
) -> None:
    page, keys = visitor.page, visitor.page.keyboard
    visitor.room("Sudoku")
    start = typed(page)
    rows = [start[k : k + 9] for k in range(0, 81, 9)]
    paste(page, "\n".join("." * 9 for _ in rows))
    visitor.state("Done: Paste")
    assert typed(page) == "." * 81
    page.focus("#method")
    keys.press("Tab")
    keys.press("Tab")
    assert visitor.focused() == "r1c1"
    keys.type("12x3")
    assert visitor.focused() == "r1c4" and typed(page) == "123" + "." * 78
    keys.press("ArrowLeft")
    keys.press("ArrowLeft")
    keys.type("9")
    assert typed(page) == "193" + "." * 78 and visitor.focused() == "r1c3"
    keys.press("Backspace")
    keys.press("Backspace")
    assert typed(page) == "19" + "." * 79 and visitor.focused() == "r1c2"
    keys.press("ArrowDown")
    keys.type("4 5")
    assert typed(page) == "19" + "." * 8 + "4.5" + "." * 68
    keys.press("ArrowUp")
    assert visitor.focused() == "r1c5"
    page.evaluate("document.getElementById('state').textContent = ''")
    paste(page, "\n".join(" ".join(row) for row in rows))
    visitor.state("Done: Paste")
    assert typed(page) == start
    keys.press("Enter")
    visitor.state("Done: Explain")
    assert "Solved" in page.inner_text("#summary")


@pytest.mark.parametrize("width", [390, 1280])
def test_each_key_that_is_typed_arrives_in_the_program(
    width: int, visitor: Visitor
) -> None:
    """Outside the editor, letters and arrows are commands."""
    page = visitor.page
    page.set_viewport_size({"width": width, "height": 844})
    if width == 390:
        page.click("#show-code")
    page.locator("#program").press("Control+a")
    page.keyboard.press("Delete")
    page.keyboard.type("abcdefghijklmnopqrstuvwxyz 0 FCLNP")
    for key in ("Home", "ArrowRight", "Delete", "End", "ArrowLeft", "Backspace"):
        page.keyboard.press(key)
    assert page.input_value("#program") == "acdefghijklmnopqrstuvwxyz 0 FCLP"
    page.fill("#program", "if TRUE then\n  x ← 1")
    page.locator("#program").press("Enter")
    page.keyboard.type("y")
    assert page.input_value("#program") == "if TRUE then\n  x ← 1\n  y"
    page.keyboard.press("Control+z")
    assert "y" not in page.input_value("#program")


# Count the nodes that are inserted and removed from now on.
WATCH: Final = """() => {
  window.changes = 0;
  const count = (records) => { window.changes += records.length; };
  new MutationObserver(count).observe(document, {childList: true, subtree: true}); }"""


@pytest.mark.parametrize("has_film", [False, True])
def test_undo_takes_back_words_because_no_key_changes_the_nodes_of_the_page(
    has_film: bool, visitor: Visitor
) -> None:
    page, keys = visitor.page, visitor.page.keyboard
    # Chromium redoes less in any field whose text ends with a newline.
    visitor.write(program(ANSWERS / "wrong_one_turn_only.pseudo").rstrip())
    if has_film:
        visitor.judge()
    before = page.input_value("#program")
    page.evaluate(WATCH)
    for select in ("Control+End", "Control+a"):
        page.focus("#program")
        keys.press(select)
        keys.type("words")
        after = page.input_value("#program")
        assert after.endswith("words") and page.evaluate("changes") == 0
        keys.press("Control+z")
        assert page.input_value("#program") == before
        keys.press("Control+y")
        assert page.input_value("#program") == after
        assert not has_film or is_stale(page)
        keys.press("Control+z")
        assert page.input_value("#program") == before and not is_stale(page)
    assert page.evaluate("changes") == 0


def test_a_paste_of_300_lines_is_one_step_of_undo(visitor: Visitor) -> None:
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page, keys = visitor.page, visitor.page.keyboard
    before = page.input_value("#program")
    text = "\n".join(f"x{k} ← {k}" for k in range(300))
    page.evaluate("(text) => navigator.clipboard.writeText(text)", text)
    page.focus("#program")
    keys.press("Control+a")
    keys.press("Control+v")
    shown = page.locator("#lines li:not([hidden])")
    assert shown.all_text_contents() == text.split("\n")
    keys.press("Control+z")
    assert shown.all_text_contents() == before.split("\n")


def type_over(page: Page, text: str) -> None:
    """Type a program over the one that is there."""
    page.locator("#program").press("Control+a")
    page.keyboard.type(text)


def test_typed_text_is_there_after_a_reload_and_after_closing_its_tab(
    visitor: Visitor,
) -> None:
    own, link = visitor.page, f"#p={word('linked ← 1')}"
    type_over(own, "own ← 1")
    visitor.page = visitor.opened(link)
    visitor.begun()
    type_over(visitor.page, "linked ← 2")
    visitor.page.close()
    visitor.page = visitor.opened(link)
    visitor.begun()
    assert visitor.read() == "linked ← 2"
    visitor.page.click("#more")
    visitor.page.select_option("#template", "linked")
    shown = "(text) => document.getElementById('program').value === text"
    visitor.page.wait_for_function(shown, arg="linked ← 1")
    assert visitor.read() == "linked ← 1"
    visitor.page.click("#more")
    kept = visitor.page.locator("#kept option").all_inner_texts()
    assert [re.sub(".*M", "", one) for one in kept] == [
        " (link): linked ← 1",
        " (link): linked ← 2",
        ": own ← 1",
    ]
    visitor.page.select_option("#template", index=6)
    assert visitor.read() == "linked ← 2"
    own.reload()
    visitor.page = own
    visitor.begun()
    assert visitor.read() == "own ← 1"


@pytest.mark.parametrize("order", ["ab", "ba", "abab", "aabba"])
def test_no_order_of_typing_in_two_tabs_loses_a_text(
    order: str, visitor: Visitor
) -> None:
    type_over(visitor.page, "old")
    tabs = {"a": visitor.page, "b": visitor.opened()}
    tabs["b"].locator("#state", has_not_text="Loading").wait_for()
    texts = {}
    for name in order:
        tabs[name].bring_to_front()
        tabs[name].locator("#program").press("Control+End")
        tabs[name].keyboard.type(name)
        texts[name] = tabs[name].input_value("#program")
    for name, tab in tabs.items():
        tab.reload()
        tab.locator("#state", has_not_text="Loading").wait_for()
        assert tab.input_value("#program").startswith(texts[name])


STORES: Final = {
    "full": "Storage.prototype.setItem = () => { throw new Error('full'); };",
    "forbidden": """for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {get() { throw new Error("forbidden"); }});""",
}


@pytest.mark.parametrize("store", STORES)
def test_without_a_store_the_page_says_so_and_keeps_the_text_of_the_visit(
    store: str, visitor: Visitor
) -> None:
    visitor.page = page = visitor.opened(script=STORES[store])
    visitor.begun()
    type_over(page, "own ← 1")
    visitor.state("This browser keeps nothing: download your program.")
    page.evaluate("(hash) => { location.hash = hash; }", f"#p={word('linked ← 1')}")
    page.locator("#from-link").wait_for()
    type_over(page, "linked ← 2")
    page.click("#restore")
    assert visitor.read() == "own ← 1"


def test_the_first_page_leads_to_the_example_and_to_an_empty_program(
    visitor: Visitor,
) -> None:
    page = visitor.page
    example = visitor.read()
    assert page.input_value("#call") == "MakeSolution(2413)"
    page.click("text=Start with my own")
    page.keyboard.type("x")
    assert visitor.read() == "x" and page.is_hidden(".hello")
    assert page.input_value("#call") == ""  # it was one of the example
    type_over(page, "")
    for _ in range(3):  # what was typed before this test can be undone, too
        if page.input_value("#program") != example:
            page.keyboard.press("Control+z")
    assert visitor.read() == example
    page.click("#judge-example")
    visitor.state("Done: Walk")


@pytest.mark.parametrize("width", [360, 820, 1280])
def test_a_message_is_seen_at_each_width_and_fades(
    width: int, visitor: Visitor
) -> None:
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visitor.page
    page.set_viewport_size({"width": width, "height": 740})
    page.click("#more")
    page.click("#copy-link")
    visitor.state("The link is copied.")
    assert page.is_hidden("#menu")
    box = page.locator("#told").bounding_box()
    assert box and 0 <= box["x"] and box["x"] + box["width"] <= width
    opacity = "getComputedStyle(told).opacity"
    assert page.evaluate(opacity) == "1"
    end = f"told.getAnimations()[0].finished.then(() => {opacity})"
    assert page.evaluate(end) == "0"


def test_a_phone_shows_the_first_page_an_own_program_and_what_is_printed(
    visitor: Visitor,
) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.is_visible("#judge-example") and not page.is_visible("#next")
    page.click("text=Start with my own")
    page.keyboard.type("x ← 1\ny ← 2")
    assert visitor.read() == "x ← 1\ny ← 2" and page.is_visible("#editor")
    page.reload()
    visitor.begun()
    assert page.is_visible("#editor")
    visitor.state("Ready")
    visitor.press("run", "Run")
    assert page.is_visible("#stage pre") and not page.is_visible("#editor")
    page.click("#show-code")
    assert page.is_visible("#editor")
    visitor.press("walk", "Walk")
    assert page.is_visible("#next") and not page.is_visible("#editor")


def test_a_note_leads_to_its_line_and_marks_it(visitor: Visitor) -> None:
    page = visitor.page
    answer = program(ANSWERS / "right_end_alone.pseudo")
    visitor.write(answer)
    visitor.judge()
    note = page.locator("#notes button.note").first
    line = note.get_attribute("data-line")
    assert note.inner_text().startswith(f"line {line}: 'end' ends the 'if'")
    note.click()
    assert visitor.focused() == "program"
    before = page.evaluate("program.value.slice(0, program.selectionStart)")
    assert before.count("\n") + 1 == int(line)
    assert page.locator("#lines .noted").first.inner_text().strip() == "end"
    page.set_viewport_size({"width": 390, "height": 844})
    page.click("#show-code")
    assert not page.is_visible("#editor")
    note.click()
    assert page.is_visible("#editor") and visitor.focused() == "program"
    page.click("#more")
    page.select_option("#template", "Templates of the hand-out")
    templates = visitor.read()
    assert templates.startswith("function MakeVector(row)")
    assert "\n    for 1 ≤ j ≤ 4 do\n" in templates  # not on one line, in LaTeX
    assert is_stale(page)
    page.locator("#program").press("Control+z")
    assert visitor.read() == answer and not is_stale(page)


RUN_ERROR: Final = """function SearchStack(stack, item)
  while TOP[stack] ≠ item do
    POP[stack]
  end while
  return TRUE
end function
"""
ERRORS: Final = {
    "y ← 1\nx ← ": (2, "found the end of the text", ""),
    RUN_ERROR: (3, "POP of an empty stack", "Error in line 3"),
}


@pytest.mark.parametrize("text", ERRORS, ids=["unread", "of a run"])
def test_an_error_is_told_once_beside_its_line_also_on_a_phone(
    text: str, visitor: Visitor
) -> None:
    page = visitor.page
    number, told, summary = ERRORS[text]
    page.set_viewport_size({"width": 390, "height": 844})
    visitor.write(text)
    visitor.judge()
    if not summary:
        page.click("#walk")
        visitor.state("Done: Walk")
    assert page.inner_text("#bench").count(told) == 1
    assert told in page.inner_text("#sentence")
    assert page.inner_text("#summary") == summary
    if summary:
        page.click("#show-code")
    line = text.split("\n")[number - 1].strip()
    assert page.evaluate(FAILED) == [line]


def test_judge_opens_the_first_failed_call_where_the_mended_run_parts_from_it(
    visitor: Visitor,
) -> None:
    page = visitor.page
    visitor.judge()
    assert page.inner_text("#verdicts b") == "23 of 34"
    failed = page.locator("#verdicts button[aria-pressed=true]")
    assert failed.inner_text() == "2 ✗"
    assert page.input_value("#call").startswith("PermuteVector((")
    assert page.inner_text("#where").startswith("Step 24 of 55 · PERMUTEVECTOR")
    assert "makes every case right." in page.inner_text("#notes")
    assert page.evaluate(COMPARED) == []
    other = page.locator("#verdicts .fail").nth(1)
    other.click()
    visitor.state("Done: Walk SearchStack")
    assert other.get_attribute("aria-pressed") == "true"


def test_without_hints_judge_opens_the_last_step_and_compares_the_result(
    visitor: Visitor,
) -> None:
    page = visitor.page
    visitor.hint(0)
    visitor.judge()
    assert page.inner_text("#where").startswith("Step 55 of 55 · PERMUTEVECTOR")
    detail = page.inner_text("#detail")
    values = re.fullmatch(r"Result: \((.*)\)\. Expected: \((.*)\)\.", detail)
    assert values
    result, expected = (one.split(", ") for one in values.groups())
    differs = [one != other for one, other in zip(result, expected, strict=True)]
    cells = zip([*result, *expected], differs * 2, strict=True)
    assert any(differs) and page.evaluate(COMPARED) == [*map(list, cells)]
    assert page.inner_text("#summary") == ""  # a note tells the result
    visitor.press("walk", "Walk PermuteVector")
    assert page.inner_text("#summary") == detail


EXERCISES: Final = ROOT / "tests" / "exercises"
ADA: Final = """function Largest(s)
  max ← 3
  while ¬EMPTY[s] do
    if TOP[s] > max then
      max ← TOP[s]
    end if
    POP[s]
  end while
  return max
end function
"""


def exercise(name: str) -> str:
    return (EXERCISES / f"{name}.toml").read_text("utf-8")


def test_an_opened_exercise_judges_the_program_until_it_is_left(
    visitor: Visitor, tmp_path: Path
) -> None:
    (tmp_path / "exercise.toml").write_text(exercise("largest"), "utf-8")
    page = visitor.page
    visitor.write(ADA)
    page.set_input_files("#open", EXERCISES / "largest.toml")
    visitor.state("Done: Exercise. Largest: 1 right and 1 wrong answers")
    assert page.inner_text("#exercise") == "Largest ×"
    visitor.judge()
    visitor.state("Done: Walk Largest(stack<1>)")
    assert page.locator("#verdicts button").all_inner_texts() == ["Largest ✗"]
    assert "gives 3; expected 1" in page.inner_text("#notes")
    press(page, "as-json")
    words = ("pseudoku", "judge", "--json", "--exercise", "exercise.toml")
    told = terminal(*words, "answer.txt", folder=tmp_path, answer=ADA)
    assert visitor.printed() == told
    page.reload()
    visitor.state("Done: Exercise. Largest")
    page.click("#exercise")
    assert page.is_hidden("#exercise")
    visitor.hint(0)
    visitor.judge()
    assert page.locator("#verdicts button").count() == 7
    page.reload()
    visitor.begun()
    assert page.is_hidden("#exercise")


DROP: Final = """([name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  const drop = {dataTransfer, bubbles: true, cancelable: true};
  document.getElementById("editor").dispatchEvent(new DragEvent("drop", drop)); }"""


def test_a_dropped_exercise_replaces_another_and_a_bad_one_is_refused(
    visitor: Visitor, tmp_path: Path
) -> None:
    right = exercise("largest")
    bad = {
        "a number for a name": right.replace('name = "Largest"', "name = 3"),
        "no TOML": right.replace('"Largest"', '"Largest'),
        "a sample that is misjudged": right.replace("return y\n", "return 6\n"),
        "too long": right + "#" * 2**19,
        "empty": "",
    }
    words = ("pseudoku", "judge", "--exercise", "exercise.toml", "--check")
    page = visitor.page
    page.evaluate(DROP, ["other.toml", exercise("reverse_queue")])
    visitor.state("Done: Exercise. ReverseQueue")
    page.evaluate(DROP, ["largest.TOML", right])
    visitor.state("Done: Exercise. Largest")
    for name, text in bad.items():
        page.evaluate("document.getElementById('state').textContent = ''")
        page.evaluate(DROP, ["largest.toml", text])
        visitor.state("Done: Exercise")
        (tmp_path / "exercise.toml").write_text(text, "utf-8")
        told = terminal(*words, folder=tmp_path)
        assert visitor.printed() == readable(told), name
        assert page.is_hidden("#exercise"), name
    visitor.hint(0)
    visitor.judge()
    assert page.locator("#verdicts button").count() == 7


def test_a_link_has_an_exercise_with_or_without_a_program(visitor: Visitor) -> None:
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visitor.page
    for text in (ADA, ""):
        visitor.page = page
        visitor.write(text)
        page.evaluate(DROP, ["largest.toml", exercise("largest")])
        visitor.state("Done: Exercise. Largest")
        page.evaluate("document.getElementById('state').textContent = ''")
        press(page, "copy-link")
        visitor.state("The link is copied.")
        address: str = page.evaluate("navigator.clipboard.readText()")
        visitor.write("own ← 1")
        press(page, "exercise")
        visitor.page = visitor.opened("#" + address.partition("#")[2])
        visitor.state("Done: Exercise. Largest")
        assert visitor.page.inner_text("#exercise") == "Largest ×"
        assert visitor.read() == (text or "own ← 1")
        visitor.page.close()
    visitor.page = page
    page.evaluate(DROP, ["long.toml", exercise("largest") + "#" * 20_000])
    visitor.state("Done: Exercise. Largest")
    press(page, "copy-link")
    visitor.state("a link has room for 20,000.")


FONTS: Final = """["#program", "#sentence", ".value"].map((one) =>
  parseFloat(getComputedStyle(document.querySelector(one)).fontSize))"""


def test_a_projector_shows_large_code_and_words_and_big_makes_values_larger(
    visitor: Visitor,
) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 1024, "height": 768})
    visitor.judge()
    before = page.evaluate(FONTS)
    press(page, "big")
    after = page.evaluate(FONTS)
    for code, words, value in (before, after):
        assert code >= 19 and words >= 24 and value >= 20
    assert after[2] > before[2] + 2
    page.locator("#next").press("PageDown")
    assert page.inner_text("#where").startswith("Step 25 of 55")
    page.keyboard.press("PageUp")
    assert page.inner_text("#where").startswith("Step 24 of 55")
    assert out_of_view(page) == []
    press(page, "big")


# The text of the line that is marked as that of the step.
NOW: Final = """[...document.querySelectorAll("#lines [aria-current]")].filter(
  (one) => getComputedStyle(one).outlineStyle === "solid").map(
  (one) => one.firstChild.textContent.trim())"""
# The text of the line at which the run or the reading failed.
FAILED: Final = """[...document.querySelectorAll("#lines .failed")].filter(
  (one) => one.checkVisibility()).map((one) => one.firstChild.textContent.trim())"""
# The heights of the program in its field, and of the list of its lines behind it.
HEIGHTS: Final = """(() => {
  const [field, lines] = ["program", "lines"].map((id) => document.getElementById(id));
  Object.assign(field.style, {alignSelf: "start", height: 0});
  lines.style.alignSelf = "start";
  const found = [field.scrollHeight, lines.offsetHeight];
  field.style.cssText = lines.style.cssText = "";
  return found; })()"""


def is_stale(page: Page) -> bool:
    """Return whether the verdicts and the steps are shown as of an older program."""
    chips, words = page.evaluate(
        """[getComputedStyle(verdicts).textDecorationLine,
          getComputedStyle(where, "::before").content]"""
    )
    assert (chips == "line-through") == ("before the edit" in words)
    return bool(chips == "line-through")


def test_the_line_of_each_step_is_marked_in_the_editor_until_it_is_edited(
    visitor: Visitor,
) -> None:
    page = visitor.page
    page.fill("#call", "PermuteVector(1234, 1)")
    visitor.press("walk", "Walk")
    press(page, "last")
    for number in range(55, 1, -1):
        assert page.inner_text("#where").startswith(f"Step {number} of 55")
        line = page.inner_text("#line").partition(": ")[2]
        assert page.evaluate(NOW) == [line]
        press(page, "back")
    assert out_of_view(page) == []
    page.locator("#program").press("Enter")
    assert page.evaluate(NOW) == []
    press(page, "next")
    assert page.evaluate(NOW) == []
    page.locator("#program").press("Control+z")
    assert len(page.evaluate(NOW)) == 1


@pytest.mark.parametrize("width", [390, 1280])
def test_each_line_of_the_program_is_beside_its_number(
    width: int, visitor: Visitor
) -> None:
    page = visitor.page
    page.set_viewport_size({"width": width, "height": 844})
    for text in (
        "",
        "\n" * 9,
        "x" * 500,
        "word " * 99,
        "a\tb\n\tc\n" * 9,
        "x ← 1 " + " " * 200 + "\n  y",
        "for 1 ≤ k ≤ 4 do // a long remark, (1,2,3,4,5,6,7,8)\n" * 99,
    ):
        visitor.write(text)
        field, lines = page.evaluate(HEIGHTS)
        assert abs(field - lines) <= 1, text


def test_an_endless_program_is_stopped_and_shows_nothing_later(
    visitor: Visitor,
) -> None:
    page = visitor.page
    visitor.write(ENDLESS)
    page.fill("#call", "")
    page.click("#more")
    page.click("#run")
    assert page.get_attribute("#run", "aria-disabled") == "true"
    assert page.is_visible("#stop") and page.is_hidden("#judge")
    visitor.state("Running Run")
    page.click("#stop", force=True)  # Chromium may find no frame in which it is at rest
    visitor.state("Stopped.")
    visitor.state("Ready")
    assert page.is_hidden("#stop") and visitor.focused() == "judge"
    press(page, "run")
    visitor.state("Running Run")
    page.keyboard.press("Escape")
    visitor.state("Stopped.")
    visitor.state("Ready")
    assert visitor.printed() == ""
    visitor.write(program(ANSWERS / "wrong_one_turn_only.pseudo"))
    page.dblclick("#judge")  # the second click is on Stop
    assert visitor.focused() == "stop"
    visitor.state("Done: Walk")
    assert visitor.focused() == "judge"
    visitor.room("Sudoku")
    visitor.press("explain", "Explain")
    assert "Solved" in page.inner_text("#summary")


def test_a_link_with_a_call_shows_it_and_an_endless_loop_says_why(
    visitor: Visitor,
) -> None:
    page = visitor.page
    lines = ["function F(n)", "  while n > 0 do", "    n ← n + 1", "  end while"]
    text = "\n".join([*lines, "end function"])
    change = "(hash) => { location.hash = hash; }"
    page.evaluate(change, f"#p={word(text)}&call=F%283%29")
    visitor.state("Done: Walk F(3)")
    assert page.input_value("#call") == "F(3)"
    assert page.inner_text("#where").startswith("Step 2 of 300 shown · F")
    told = page.inner_text("#detail")
    assert told.startswith("The loop of line 2 goes on: in 149 turns, n never comes")
    assert page.inner_text("#bars .dead") == "goes on"


def test_a_link_opens_its_program_and_a_reload_brings_back_ones_own(
    visitor: Visitor,
) -> None:
    visitor.write("own ← 1")
    own, page = visitor.page, visitor.opened(f"#p={word('linked ← 2')}")
    visitor.page = page
    visitor.begun()
    assert page.is_visible("#from-link") and visitor.read() == "linked ← 2"
    assert page.input_value("#call") == ""
    assert page.locator("#verdicts > *, #stage .figures").count() == 0  # it has not run
    visitor.write("linked ← 3")
    page.reload()
    visitor.begun()
    assert visitor.read() == "linked ← 3"
    own.reload()
    visitor.page = own
    visitor.begun()
    assert visitor.read() == "own ← 1" and own.is_hidden("#from-link")
    visitor.page = page
    page.click("#restore")
    assert page.is_hidden("#from-link") and visitor.read() == "own ← 1"
    assert "#" not in page.url


UNREADABLE: Final = {
    "empty": "",
    "not base64": "%",
    "not deflate": "AAAA",
    "20,001 characters": word("a" * 20_001),
    "a bomb": word("a" * 10**8),
    "cut off": word("abc")[:-2],
}


def test_a_link_that_cannot_be_read_changes_nothing(visitor: Visitor) -> None:
    page = visitor.page
    visitor.write("own ← 1")
    for name, link in UNREADABLE.items():
        page.evaluate("document.getElementById('state').textContent = ''")
        page.evaluate("(hash) => { location.hash = hash; }", f"#p={link}")
        visitor.state("The link cannot be read")
        assert visitor.read() == "own ← 1", name
        assert page.is_hidden("#from-link"), name
    page.reload()
    visitor.state("Ready: Python 3.14.2. The link cannot be read")
    assert visitor.read() == "own ← 1"


def test_a_program_of_20000_characters_fits_into_a_copied_link(
    visitor: Visitor,
) -> None:
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    text = "".join(f"x{k} ← {k * k}\n" for k in range(2000))[:19_999] + "€"
    page = visitor.page
    visitor.write(text)
    page.click("#more")
    page.click("#copy-link")
    visitor.state("The link is copied.")
    address: str = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(r"[\w-]+", address.partition("#p=")[2])
    visitor.write(text + "1")
    press(page, "copy-link")
    visitor.state("The program has 20,001 characters; a link has room for 20,000.")
    visitor.write("own ← 1")
    visitor.page = visitor.opened("#p=" + address.partition("#p=")[2])
    visitor.begun()
    assert visitor.read() == text


def test_a_second_visit_loads_nothing_again_and_needs_no_server(
    browser: Browser, built: Path
) -> None:
    with visit(browser, built) as visitor:
        visitor.hint(0)
        seen = visitor.server.seen
        named = [path for path in seen if NAMED.search(path)]
        assert len(named) == len({*named}) == 8  # nothing is loaded twice
        seen.clear()
        visitor.page.reload()
        visitor.state("Ready")
        assert not [path for path in seen if NAMED.search(path)]
        visitor.server.stop()
        visitor.page.reload()
        visitor.state("Ready")
        visitor.judge()
        assert visitor.page.inner_text("#verdicts b") == "23 of 34"
        visitor.state("Done: Walk")
        gone = "ERR_CONNECTION_REFUSED"  # Chromium says so of index.html and sw.js
        visitor.problems = [one for one in visitor.problems if gone not in one]


def test_a_tab_that_is_open_starts_python_after_a_deployment(
    browser: Browser, built: Path, tmp_path: Path
) -> None:
    copytree(built, tmp_path / "site")
    place = tmp_path / "site" / "some" / "place" / "playground"
    [old] = [path for path in place.iterdir() if path.is_dir()]
    with visit(browser, tmp_path / "site") as visitor:
        old.rename(place / "0123456789ab")
        for name in ("index.html", "sw.js"):
            text = (place / name).read_text("utf-8")
            (place / name).write_text(text.replace(old.name, "0123456789ab"), "utf-8")
        other = visitor.opened()
        other.locator("#state", has_text="Ready").wait_for()
        visitor.write(ENDLESS)
        visitor.page.fill("#call", "")
        visitor.page.click("#walk")
        visitor.page.keyboard.press("Escape")
        visitor.state("Stopped.")
        visitor.state("Ready")  # from the files that are no longer on the server
        visitor.judge()
        assert visitor.page.inner_text("#verdicts b") == "0 of 34"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("width, scheme", LOOKS)
def test_axe_finds_nothing_and_the_page_fits_the_window(
    visitor: Visitor, width: int, scheme: str
) -> None:
    page = visitor.page
    page.set_viewport_size({"width": width, "height": 760})
    page.emulate_media(color_scheme=scheme)
    visitor.hint(0)
    # The editor scrolls, and its scroller must be in reach of the keyboard.
    answer = program(ANSWERS / "right_end_alone.pseudo")
    assert not violations(page)
    visitor.write(answer + "// more\n" * 60)
    visitor.judge()
    assert page.locator("button.note").count()
    assert not violations(page)
    page.click("#more")
    assert not violations(page)
    page.select_option("#template", "An answer with mistakes")
    page.keyboard.press("Escape")
    visitor.judge()
    visitor.state("Done: Walk")
    assert not violations(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visitor.room("Sudoku")
    assert not violations(page)
    visitor.press("explain", "Explain")
    assert not violations(page)
    assert out_of_view(page, 10) == []


def test_everything_can_be_done_with_the_keyboard(
    browser: Browser, built: Path
) -> None:
    with visit(browser, built) as visitor:
        page = visitor.page
        places = []
        for _ in range(10):
            page.keyboard.press("Tab")
            places.append(visitor.focused())
        assert places[:5] == ["room", "judge", "call", "walk", "program"]
        assert {"slider", "first", "next", "more"} & {*places}
        page.focus("#call")
        page.keyboard.press("Control+a")
        page.keyboard.type("MakeVector(2413)")
        page.keyboard.press("Enter")
        visitor.state("Done: Walk MakeVector(2413)")
        assert visitor.focused() == "call"
        before = visitor.read()
        page.focus("#program")
        page.keyboard.press("Control+Enter")
        visitor.state("Done: Walk PermuteVector")
        assert visitor.focused() == "program"
        assert visitor.read() == before
        page.focus("#next")
        page.keyboard.press("Home")
        assert page.inner_text("#where").startswith("Step 1 of ")


def test_an_exception_of_python_is_shown_and_python_starts_again(
    browser: Browser, built: Path
) -> None:
    right, wrong = "import run_command;", "run_command = lambda text: 1 / 0;"

    def fail(route: Route) -> None:
        body = route.fetch().text().replace(right, f"{right} {wrong}")
        route.fulfill(body=body, content_type="text/javascript")

    with visit(browser, built, {"**/worker.js": fail}) as visitor:
        visitor.page.click("#judge")
        visitor.page.locator("#stage pre.err").wait_for()
        assert "ZeroDivisionError" in visitor.printed()
        visitor.state("Ready")
        assert visitor.page.get_attribute("#judge", "aria-disabled") == "false"


def test_a_missing_file_is_reported(browser: Browser, built: Path) -> None:
    changed = {"**/modules.zip": lambda route: route.fulfill(status=404)}
    visitor = Visitor(browser, built, changed)
    try:
        visitor.state("Python did not start: Error: modules.zip: 404")
        assert visitor.page.get_attribute("#judge", "aria-disabled") == "true"
    finally:
        visitor.close()


def test_the_policy_stops_requests_to_other_hosts_and_scripts_in_the_page(
    browser: Browser, built: Path
) -> None:
    visitor = Visitor(browser, built)
    try:
        visitor.state("Ready")
        script = (
            """() => fetch("http://localhost:9/").then(() => "sent", () => "stopped")"""
        )
        assert visitor.page.evaluate(script) == "stopped"
        visitor.page.evaluate(
            """() => { const one = document.createElement("script");
              one.textContent = "document.title = 'changed'"; document.body.append(one); }"""
        )
        assert visitor.page.title() == "Playground: Sudoku courseworks"
        told = " ".join(visitor.problems)
        assert "connect-src" in told and "script-src" in told
    finally:
        visitor.close()


def test_the_page_says_that_it_needs_a_server(browser: Browser, built: Path) -> None:
    page = browser.new_context().new_page()
    place = built / "some" / "place" / "playground" / "index.html"
    page.goto(place.as_uri())
    page.locator("#help code", has_text="python3 -m http.server").wait_for()
    page.context.close()
