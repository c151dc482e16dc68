"""The site that web/build.py builds: complete, without a dead link, from one host."""

import re
import subprocess
import sys
from html.parser import HTMLParser
from importlib import import_module
from importlib.util import find_spec
from inspect import isclass
from pathlib import Path
from shutil import which
from urllib.parse import unquote

import pytest

from _courseware.terminal.console import command_parser
from tests import api
from tests.places import DOCS, ROOT
from web.commands import PROGRAMS

NEEDED = ("sphinx", "myst_parser", "furo", "build", "yaml")
pytestmark = [
    pytest.mark.site,
    pytest.mark.skipif(
        not all(map(find_spec, NEEDED)), reason="needs the extra docs of setup.cfg"
    ),
]
LOADED = {("script", "src"), ("img", "src"), ("iframe", "src"), ("link", "href")}
MODULE = re.compile(r"_modules/|genindex|search\.html|playground/|404\.html")


class Page(HTMLParser):
    """What a page of the site refers to, its anchors, its text and the next page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.ids: set[str] = set()
        self.next = ""
        self.text = path.read_text("utf-8")
        self.feed(self.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.ids |= {values[key] for key in ("id", "name") if key in values}
        for name in ("href", "src"):
            if name in values:
                self.links.append(values[name])
                self.loaded += [values[name]] * ((tag, name) in LOADED)
        if tag == "link" and values.get("rel") == "next":
            self.next = values["href"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site; without npm it has no playground."""
    folder = tmp_path_factory.mktemp("site") / "site"
    command = [sys.executable, str(ROOT / "web" / "build.py"), str(folder)]
    command += [] if which("npm") else ["--docs-only"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder.parent)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, Page]:
    found = sorted(site.rglob("*.html"))
    return {str(path.relative_to(site)): Page(path) for path in found}


def target(page: str, link: str, site: Path) -> str:
    """The file of the site to which ``link`` on ``page`` leads."""
    path = (site / page).parent / unquote(link) if link else site / page
    path = path.resolve()
    return str((path / "index.html" if path.is_dir() else path).relative_to(site))


def test_every_link_leads_to_a_file_and_an_anchor(
    site: Path, pages: dict[str, Page]
) -> None:
    assert len(pages) > 40
    dead = [
        (name, link)
        for name, page in pages.items()
        for link in page.links
        if not re.match(r"\w+:", link)
        for path, _, anchor in [link.partition("#")]
        for file in [target(name, path.partition("?")[0], site)]
        if not (site / file).is_file()
        or (anchor and file in pages and unquote(anchor) not in pages[file].ids)
    ]
    assert dead == []
    for path in DOCS.rglob("*.csv"):  # not only in the menu, which has no span
        link = f'href="traceability/{path.stem}.html"><span'
        assert link in pages["docs/traceability.html"].text


def test_next_leads_from_the_first_page_to_every_other(
    site: Path, pages: dict[str, Page]
) -> None:
    order = ["index.html"]
    while link := pages[order[-1]].next:
        order.append(target(order[-1], link, site))
    assert sorted(order) == sorted(name for name in pages if not MODULE.match(name))
    for path in DOCS.glob("*.md"):
        assert f"docs/{path.stem}.html" in order


def test_every_public_name_and_method_has_its_place_in_the_reference(
    pages: dict[str, Page],
) -> None:
    for name in api.MODULES:
        module = import_module(name)
        for public in api.public_names(module):
            value = getattr(module, public)
            methods = api.methods(value) if isclass(value) else ()
            for part in ("", *(f".{method}" for method, _ in methods)):
                assert f"{name}.{public}{part}" in pages["docs/api.html"].ids


def test_each_page_has_a_heading_an_icon_and_a_description_of_its_own(
    pages: dict[str, Page],
) -> None:
    described = '<meta name="description" content="([^"<>]+)">'
    found = []
    for name, page in pages.items():
        is_playground = name.startswith("playground/")
        assert is_playground or page.text.count("<h1") == 1, name
        if name != "404.html":
            assert re.search('rel="(shortcut )?icon"', page.text), name
            if not re.match(r"_modules/|genindex|search", name):
                [text] = re.findall(described, page.text)
                found.append(text)
    assert len({*found}) == len(found) > 20


def test_every_command_and_option_is_in_the_reference(pages: dict[str, Page]) -> None:
    page = pages["docs/commands.html"]
    for program in PROGRAMS:
        commands = import_module(f"{program}.cli").COMMANDS
        for name in commands:
            assert f"{program}-{name}" in page.ids
            start = page.text.index(f'id="{program}-{name}"')
            section = page.text[start : page.text.index("</section>", start)]
            parser = command_parser(program, program, name, commands)
            for option in {*parser.flags()} - {"--debug"}:  # not in any help
                assert option in section, f"{program} {name} {option}"


def test_no_page_loads_anything_from_another_host(
    site: Path, pages: dict[str, Page]
) -> None:
    loaded = [link for page in pages.values() for link in page.loaded]
    assert loaded and not [link for link in loaded if re.match(r"(\w+:)?//", link)]
    for path in site.rglob("*.css"):
        text = path.read_text("utf-8")
        assert not re.findall(r"""(?:url\(|@import)\s*["']?(?:\w+:)?//""", text)


def test_no_file_names_a_folder_of_this_computer(site: Path) -> None:
    folders = [str(place).encode() for place in (ROOT, site.parent)]
    for path in filter(Path.is_file, site.rglob("*")):
        data = path.read_bytes()
        assert not [folder for folder in folders if folder + b"/" in data], path


def test_the_first_page_leads_to_the_playground_before_its_first_section(
    pages: dict[str, Page],
) -> None:
    if "playground/index.html" not in pages:
        pytest.skip("there is no npm here")
    top = pages["index.html"].text.partition("<h2")[0]
    assert 'href="playground/index.html">Try it in your browser' in top
    for name, page in pages.items():
        if not name.startswith(("playground/", "404")):
            assert re.search(r'playground/index\.html">Playground</a>', page.text), name


def test_the_workflow_builds_the_site_as_the_readme_says() -> None:
    from yaml import safe_load

    readme = (ROOT / "README.md").read_text("utf-8")
    [build] = re.findall(r"^\.venv/bin/pip .*web/build\.py$", readme, re.MULTILINE)
    text = (ROOT / ".github" / "workflows" / "pages.yml").read_text("utf-8")
    workflow = safe_load(text)
    job = workflow["jobs"]["site"]
    rights = {"contents": "read", "pages": "write", "id-token": "write"}
    assert (workflow["permissions"], job["permissions"]) == ({}, rights)
    steps = job["steps"]
    uploads = [step["with"]["path"] for step in steps if "upload" in str(step)]
    assert uploads == ["build/site"]
    assert build in [step["run"] for step in steps if "run" in step]


def test_without_npm_the_build_says_what_to_install(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "web.playground", str(tmp_path)]
    environment = {"PATH": str(tmp_path)}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert done.stderr == "playground: install Node 20 and npm, or add --docs-only\n"
