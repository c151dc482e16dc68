"""Build the site into build/site: the documentation and the playground.

    python3 web/build.py [SITE]

The pages are those of README and docs, as Sphinx and furo show them, with a reference
of the commands and of the public names that is made from the code. Every warning is an
error. With ``--docs-only``, the playground is left out, which needs npm.
"""

import csv
import os
import re
import sys
from argparse import ArgumentParser
from importlib import import_module
from inspect import isclass, isfunction
from io import StringIO
from pathlib import Path
from posixpath import normpath
from shutil import copyfile, copytree, rmtree

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests import api  # noqa: E402
from web import commands  # noqa: E402

WEB = ROOT / "web"
TOP_PAGES = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")  # pages beside the first
# A block or words of code, which stay as they are, or a link.
LINK = re.compile(
    r"^```.*?^```$|`[^`]+`|(?<!!)\[((?:`[^`]*`|[^][`])*)\]\(([^)#:\s]*)(#[^)\s]*)?\)",
    re.MULTILINE | re.DOTALL,
)
MARKDOWN_SIGN = re.compile(r"[!-/:-@\[-`{-~]")
TABLE_LINK = re.compile(r"\[([^]]*)\]\(traceability/(\w+)\.csv\)")
HTML_FIXES = {
    'class="caption" role="heading"': 'class="caption" role="heading" aria-level="2"',
    '<div class="highlight"><pre>': '<div class="highlight"><pre tabindex="0">',
    '<div class="table-wrapper': '<div tabindex="0" class="table-wrapper',
    '<aside class="sidebar-drawer"': '<aside class="sidebar-drawer" aria-label="Pages"',
    '<aside class="toc-drawer': '<aside aria-label="On this page" class="toc-drawer',
    '<div id="search-results">': '<h1>Search</h1>\n<div id="search-results">',
}
PLAYGROUND = '<a href="playground/index.html">Try it in your browser</a>, with nothing installed.'


def main() -> int:
    """Build the site; return exit status 0, or 1 if Sphinx had a warning."""
    parser = ArgumentParser(description="build the documentation and the playground")
    default = ROOT / "build" / "site"
    folder_help = "folder (default: build/site)"
    parser.add_argument("site", nargs="?", type=Path, default=default, help=folder_help)
    parser.add_argument("--docs-only", action="store_true", help="no playground")
    arguments = parser.parse_args()
    site = arguments.site
    playground = not arguments.docs_only
    os.environ["COLUMNS"] = "80"
    source = site.with_name(f"{site.name}-source")
    trees = site.with_name(f"{site.name}-trees")
    for folder in (source, trees, site):
        rmtree(folder, ignore_errors=True)
    _write_sources(source, playground)
    if _run_sphinx(source, trees, site):
        return 1
    for page in site.rglob("*.html"):
        text = _add_description(_fix_html(page, page.read_text("utf-8"), site))
        page.write_text(_add_playground_link(text) if playground else text, "utf-8")
    (site / ".buildinfo").unlink(missing_ok=True)
    copyfile(WEB / "404.html", site / "404.html")
    if playground:
        import_module("web.playground").build_playground(site)
    return 0


def _write_sources(source: Path, playground: bool) -> None:
    """Write the Markdown of all pages into the folder ``source``.

    Links are changed to lead to pages of the site, and pages that GitHub does not need,
    such as the public API, are added. If ``playground``, the home page links to it.
    """
    copytree(ROOT / "docs", source / "docs")
    home = (ROOT / "README.md").read_text("utf-8")
    if playground:
        heading, introduction, rest = home.split("\n\n", 2)
        home = "\n\n".join((heading, introduction, PLAYGROUND, rest))
    pages = {Path("index.md"): home + "\n" + (WEB / "order.md").read_text("utf-8")}
    for name in (
        *TOP_PAGES,
        *(f"docs/{path.name}" for path in source.glob("docs/*.md")),
    ):
        pages[Path(name)] = (ROOT / name).read_text("utf-8")
    mit = (ROOT / "LICENSE").read_text("utf-8").partition("Permission")
    licenses = (WEB / "licenses.md").read_text("utf-8")
    pages[Path("licenses.md")] = licenses + mit[1] + mit[2]
    pages[Path("docs/api.md")] = _api_page()
    page = Path("docs/commands.md")
    heading, introduction, rest = pages[page].split("\n\n", 2)
    parts = (heading, introduction, commands.LINKS, rest, commands.reference())
    pages[page] = "\n\n".join(parts)
    page = Path("docs/traceability.md")
    stems = []
    for title, stem in TABLE_LINK.findall(pages[page]):
        table = Path(f"docs/traceability/{stem}.csv")
        pages[table.with_suffix(".md")] = _table_page(title, ROOT / table)
        stems.append(f"traceability/{stem}\n")
    pages[page] += f"\n```{{toctree}}\n:hidden:\n{''.join(stems)}```\n"
    for path, text in pages.items():
        (source / path).write_text(_rewrite_links(path, text, source), "utf-8")


def _rewrite_links(page: Path, text: str, source: Path) -> str:
    """Return ``text``, the Markdown of ``page``, with links that work on the site.

    ``page`` is its path in ``source``, the folder of all pages. A link to a module
    leads to the page with its source code; a link to any other file outside the site
    becomes text.
    """

    def rewrite_link(link: re.Match[str]) -> str:
        words = link[1]
        path = link[2]
        anchor = link[3] or ""
        if words is None:
            return link[0]
        target = normpath(page.parent / path) if path else str(page)
        up = "../" * (len(page.parts) - 1)
        if target == "README.md":
            return f"[{words}]({up}index.md{anchor})"
        if target.endswith(".py"):
            module = target.removesuffix("/__init__.py").removesuffix(".py")
            return f'<a href="{up}_modules/{module}.html">{words}</a>'
        if target.endswith(".csv"):
            return f"[{words}]({path.removesuffix('csv')}md)"
        in_site = target in TOP_PAGES or (source / target).is_file() or not path
        return link[0] if in_site else words

    return LINK.sub(rewrite_link, text)


def _table_page(title: str, table: Path) -> str:
    """Return the Markdown of a page with ``title`` and the rows of a CSV file.

    The second column, a hash, is left out.
    """
    lines = StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    with table.open(encoding="utf-8", newline="") as file:
        for number, _, *cells in csv.reader(file):
            escaped = (MARKDOWN_SIGN.sub(r"\\\g<0>", cell) for cell in cells)
            writer.writerow([number, *escaped])
    introduction = f"{title}: [how to read this table](../traceability.md)."
    directive = "```{csv-table}\n:header-rows: 1\n\n"
    return f"# {title}\n\n{introduction}\n\n{directive}{lines.getvalue()}```\n"


def _api_page() -> str:
    """Return the Markdown of a page with all public names, which autodoc documents."""
    modules = ", ".join(f'<a href="#module-{name}">{name}</a>' for name in api.MODULES)
    lines = ["# Public API", "", f"Each public name, with its docstring: {modules}", ""]
    for name in api.MODULES:
        module = import_module(name)
        lines += [f"## {name}", "", "```{eval-rst}", f".. automodule:: {name}", ""]
        for public in api.public_names(module):
            lines += [*_directive_lines(public, getattr(module, public)), ""]
        lines += ["```", ""]
    return "\n".join(lines)


def _directive_lines(name: str, value: object) -> list[str]:
    """Return the Sphinx directive that documents ``value`` as ``name``, as lines."""
    if isfunction(value):
        return [f".. autofunction:: {name}"]
    if isclass(value):
        kind = "autoexception" if issubclass(value, Exception) else "autoclass"
        special = ", ".join(part for part, _ in api.methods(value) if part[0] == "_")
        options = ["   :members:", *[f"   :special-members: {special}"] * bool(special)]
        return [f".. {kind}:: {name}", *options]
    return [f".. py:data:: {name}", "", f"   {api.summary(value)}"]


def _run_sphinx(source: Path, trees: Path, site: Path) -> int:
    """Build ``source`` into HTML in ``site`` with Sphinx, and return the exit status.

    ``trees`` is the folder for its cache. Every warning is an error.
    """
    from sphinx.cmd.build import main as sphinx

    words = ["-WqaE", "--keep-going", "-c", str(WEB), "-d", str(trees)]
    status: int = sphinx([*words, str(source), str(site)])
    return status


def _fix_html(page: Path, html: str, site: Path) -> str:
    """Return ``html``, made accessible and without broken links to source code.

    ``page`` is its path in ``site``. HTML_FIXES adds labels and headings for screen
    readers, and lets the keyboard scroll.
    """

    def keep_link(link: re.Match[str]) -> str:
        path, _, anchor = link[1].partition("#")
        target = normpath(page.parent / path) if path else str(page)
        if "_modules/" not in f"{target} {page}" or ":" in path:
            return link[0]
        if not Path(target).is_file():
            return link[2]
        missing = anchor and f'id="{anchor}"' not in Path(target).read_text("utf-8")
        return "" if missing else link[0]

    for old, new in HTML_FIXES.items():
        html = html.replace(old, new)
    return re.sub(r'(?s)<a [^>]*?href="([^"]*)"[^>]*>(.*?)</a>', keep_link, html)


def _add_description(html: str) -> str:
    paragraph = re.compile("<p>(.*?)</p>", re.DOTALL).search(html, html.find("</h1>"))
    words = re.sub("<[^>]*>", "", paragraph[1]) if paragraph else ""
    text = " ".join(words.split()).replace('"', "&quot;")
    return html.replace("</head>", f'<meta name="description" content="{text}"></head>')


def _add_playground_link(html: str) -> str:
    [up] = re.findall(r'data-content_root="([^"]*)"', html)
    link = f'<a class="reference internal" href="{up}playground/index.html">'
    home = re.compile(r'(<li class="toctree-l1[^"]*"><a [^>]*>Home</a></li>)')
    return home.sub(rf'\1\n<li class="toctree-l1">{link}Playground</a></li>', html)


if __name__ == "__main__":
    sys.exit(main())
