"""HTML pages that need no other file: one style, one script and its data.

The content security policy of a page forbids everything else: requests, other styles
and other scripts. The script ``bench.js`` shows a page step by step in the elements of
``bench.html``, and a script of the caller draws each step.
"""

import re
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from html import escape
from json import dumps
from pkgutil import get_data

ASSETS = "_courseware.draw"


def asset(package: str, name: str) -> str:
    """Return the text of the file ``name`` in ``package``, such as a style or a script.

    Line ends are LF, even if Git has written CR LF, because browsers hash the text with
    LF. Raise OSError if there is no such file.
    """
    return (get_data(package, name) or b"").decode().replace("\r\n", "\n")


def bench_page(
    title: str, text: str, data: object, film: str, scripts: Iterable[tuple[str, str]]
) -> str:
    """Return an HTML page that shows ``data`` step by step.

    ``title`` is plain text, ``text`` is the HTML shown without JavaScript, and ``data``
    is converted to JSON.
    ``scripts`` are the JavaScript modules to include, as pairs of a package and a file
    name. One of them defines the function named ``film``, which converts the data to
    the steps to show.
    """
    style = _compact(asset(ASSETS, "assets/bench.css"))
    parts = [asset(*place) for place in ((ASSETS, "assets/bench.js"), *scripts)]
    start = f"makeBench()({film}(JSON.parse(byId('data').textContent)));"
    script = _join_modules([*map(_compact, parts), start])
    policy = (
        f"default-src 'none'; style-src '{policy_hash(style)}'; "
        f"script-src '{policy_hash(script)}'; base-uri 'none'; form-action 'none'"
    )
    return f"""\
<!doctype html>
<html lang="en">
<head>
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta charset="utf-8">
<title>{escape(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>{style}</style>
</head>
<body>
<main id="bench">
{asset(ASSETS, "assets/bench.html")}</main>
<div id="text" role="region" aria-label="All steps as text">
{text}</div>
<script type="application/json" id="data">{_json_in_html(data)}</script>
<script type="module">{script}</script>
</body>
</html>
"""


def _join_modules(modules: Iterable[str]) -> str:
    """Return one script made of the sources of JavaScript ``modules``.

    Imports are removed, so the modules must not import any other module, and all names
    at their top level must be different. Characters outside ASCII are escaped.

    >>> _join_modules(['import {one} from "./one.js";\\nexport const two = 2 * one;'])
    'const two = 2 * one;'
    """
    lines = "\n".join(modules).split("\n")
    script_lines = (line for line in lines if not line.startswith("import "))
    script = "\n".join(line.removeprefix("export ") for line in script_lines)
    return re.sub(r"[^\0-\x7f]", lambda match: f"\\u{ord(match[0]):04x}", script)


def _compact(source: str) -> str:
    r"""Return a style or script without indentation and comments that begin a line.

    >>> _compact("/* Add. */\nfunction add(a, b) {\n  return a + b; /* a sum */\n}\n")
    'function add(a, b) {\nreturn a + b; /* a sum */\n}\n'
    """
    lines = re.sub(r"^\s+", "", source, flags=re.MULTILINE)
    return re.sub(r"^/\*.*?\*/\n", "", lines, flags=re.MULTILINE | re.DOTALL)


def policy_hash(source: str) -> str:
    """Return ``sha256-BASE64``, a script's or style's hash for the security policy."""
    return "sha256-" + b64encode(sha256(source.encode()).digest()).decode()


def _json_in_html(data: object) -> str:
    r"""Return ``data`` as JSON for a ``<script>`` element, with each "<" escaped.

    Otherwise a text in ``data`` could end the element.

    >>> print(_json_in_html({"name": "</script>"}))
    {"name":"\u003c/script>"}
    """
    return dumps(data, separators=(",", ":")).replace("<", r"\u003c")


def escape_text(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
