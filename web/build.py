"""Build the site into build/site: the documentation and the playground.

    python3 web/build.py

The pages are those of README and docs, as Sphinx and furo show them, with a reference
of the commands and of the public names that is made from the code. Every warning is an
error. With ``--docs-only``, the playground is left out, which needs npm.
"""

import os
import re
import sys
from argparse import ArgumentParser
from importlib import import_module
from inspect import isclass, isfunction
from pathlib import Path
from posixpath import normpath
from shutil import copytree, rmtree

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests import api  # noqa: E402
from web import commands  # noqa: E402

WEB = ROOT / "web"
SOURCE = ROOT / "build" / "site-source"
SITE = ROOT / "build" / "site"
TOP = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")  # pages beside the first
# A block or words of code, which stay as they are, or a link.
LINK = re.compile(
    r"^```.*?^```$|`[^`]+`|(?<!!)\[((?:`[^`]*`|[^][`])*)\]\(([^)#:\s]*)(#[^)\s]*)?\)",
    re.MULTILINE | re.DOTALL,
)
PLAYGROUND = "[Try it in your browser](playground/index.html), with nothing installed."


def main() -> int:
    """Build the site. Return 0, or 1 if Sphinx had a warning."""
    parser = ArgumentParser(description="build the site into build/site")
    parser.add_argument("--docs-only", action="store_true", help="no playground")
    arguments = parser.parse_args()
    playground = (WEB / "playground.py").exists() and not arguments.docs_only
    os.environ["COLUMNS"] = "80"
    for folder in (SOURCE, SITE):
        rmtree(folder, ignore_errors=True)
    write_sources(playground)
    if run_sphinx():
        return 1
    finish()
    if playground:
        import_module("web.playground").build(SITE)
    return 0


def write_sources(playground: bool) -> None:
    """Write the sources of the pages, changed where a site differs from GitHub."""
    copytree(ROOT / "docs", SOURCE / "docs")
    home = (ROOT / "README.md").read_text("utf-8")
    if playground:
        home = home.replace("\n## ", f"\n{PLAYGROUND}\n\n## ", 1)
    pages = {Path("index.md"): home + (WEB / "order.md").read_text("utf-8")}
    for name in (*TOP, *(f"docs/{path.name}" for path in SOURCE.glob("docs/*.md"))):
        pages[Path(name)] = (ROOT / name).read_text("utf-8")
    mit = (ROOT / "LICENSE").read_text("utf-8").partition("Permission")
    licenses = (WEB / "licenses.md").read_text("utf-8")
    pages[Path("licenses.md")] = licenses + mit[1] + mit[2]
    pages[Path("docs/api.md")] = names()
    pages[Path("docs/commands.md")] += "\n" + commands.reference()
    for path, text in pages.items():
        (SOURCE / path).write_text(with_links_of_the_site(path, text), "utf-8")


def with_links_of_the_site(page: Path, text: str) -> str:
    """Return ``text`` with links that lead to pages of the site.

    A link to a module leads to the page with its source, and a link to any other file
    of the project, which the site does not have, becomes plain text.
    """

    def changed(link: re.Match[str]) -> str:
        words, path, anchor = link[1], link[2], link[3] or ""
        if words is None:
            return link[0]
        target = normpath(page.parent / path) if path else str(page)
        up = "../" * (len(page.parts) - 1)
        if target == "README.md":
            return f"[{words}]({up}index.md{anchor})"
        if target.endswith(".py"):
            module = target.removesuffix("/__init__.py").removesuffix(".py")
            return f'<a href="{up}_modules/{module}.html">{words}</a>'
        in_site = target in TOP or (SOURCE / target).is_file() or not path
        return link[0] if in_site else words

    return LINK.sub(changed, text)


def names() -> str:
    """Return a page with every public name, for autodoc to fill in."""
    lines = ["# Public API", "", "Each public name, with its whole docstring.", ""]
    for name in api.MODULES:
        module = import_module(name)
        lines += [f"## {name}", "", "```{eval-rst}", f".. automodule:: {name}", ""]
        for public in api.public_names(module):
            lines += [*described(f"{name}.{public}", getattr(module, public)), ""]
        lines += ["```", ""]
    return "\n".join(lines)


def described(name: str, value: object) -> list[str]:
    """Return the directive for a public name: a constant has no docstring."""
    if isfunction(value):
        return [f".. autofunction:: {name}"]
    if isclass(value) and issubclass(value, Exception):
        return [f".. autoexception:: {name}"]
    if isclass(value):
        return [f".. autoclass:: {name}", "   :members:"]
    return [f".. py:data:: {name}", "", f"   {api.summary(value)}"]


def run_sphinx() -> int:
    from sphinx.cmd.build import main as sphinx

    trees = str(ROOT / "build" / "site-trees")
    words = ["-WqaE", "--keep-going", "-c", str(WEB), "-d", trees, str(SOURCE)]
    status: int = sphinx([*words, str(SITE)])
    return status


def finish() -> None:
    """Correct the finished pages."""
    (SITE / ".buildinfo").unlink(missing_ok=True)


if __name__ == "__main__":
    sys.exit(main())
