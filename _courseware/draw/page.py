"""Pages that need no other file: one style, one script, and the data of the script.

The policy at the top of a page allows nothing else: no request, no other style, no
other script. `player.js` steps through the page, and a script of the caller draws.
"""

import re
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from html import escape
from json import dumps
from pkgutil import get_data
from typing import Final

BUTTONS: Final = ("First", "Back", "Play", "Next", "Last")
SECONDS_PER_STEP: Final = (1, 2, 4, 8)  # seconds for each step


def asset(package: str, name: str) -> str:
    """Return the text of a file in *package*, such as a style or a script.

    Git may write CR LF on Windows, but a browser computes hashes of lines that end in LF.
    """
    return (get_data(package, name) or b"").decode().replace("\r\n", "\n")


def html_page(
    title: str, summary: str, body: str, data: object, style: str, script: str
) -> str:
    """Return a page with *data* for its *script*.

    *title* and *summary* are text, and *body* is HTML. The style and the script of
    every page come before *style* and *script*.
    """
    style = compact(asset("_courseware.draw", "assets/page.css") + style)
    script = compact(asset("_courseware.draw", "assets/player.js") + script)
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
<main>
<h1>{escape(title)}</h1>
<p class="summary">{escape(summary)}</p>
{body}</main>
<script type="application/json" id="data">{json_in_html(data)}</script>
<script>{script}</script>
</body>
</html>
"""


def compact(source: str) -> str:
    r"""Return *source* without indentation, and without comments that begin a line.

    >>> compact("/* Add. */\nfunction add(a, b) {\n  return a + b; /* a sum */\n}\n")
    'function add(a, b) {\nreturn a + b; /* a sum */\n}\n'
    """
    lines = re.sub(r"^\s+", "", source, flags=re.MULTILINE)
    return re.sub(r"^/\*.*?\*/\n", "", lines, flags=re.MULTILINE | re.DOTALL)


def policy_hash(source: str) -> str:
    """Return the hash of *source* as a Content-Security-Policy source: sha256-BASE64."""
    return "sha256-" + b64encode(sha256(source.encode()).digest()).decode()


def json_in_html(data: object) -> str:
    r"""Return *data* in JSON that cannot end the element that contains it.

    >>> print(json_in_html({"name": "</script>"}))
    {"name":"\u003c/script>"}
    """
    return dumps(data, separators=(",", ":")).replace("<", r"\u003c")


def player_controls() -> str:
    """Return the buttons, the slider and the status. A script shows them."""
    buttons = "".join(
        f'<button type="button" id="{name.lower()}">{name}</button>' for name in BUTTONS
    )
    paces = "".join(f"<option value={pace}>{pace} s" for pace in SECONDS_PER_STEP)
    return f"""\
<div class="transport" role="group" aria-label="Steps" hidden>{buttons}</div>
<input class="transport" id="slider" type="range" value="0" aria-label="Step" hidden>
<div class="transport" id="status" role="status" hidden>\
<p id="count"></p><p id="sentence"></p><p id="detail"></p></div>
<p class="transport options" hidden><label for="pace">Pace</label>\
<select id="pace"><option value=0>by words{paces}</select>\
<button type="button" id="big" aria-pressed="false">Big (F)</button></p>
"""


def steps_list(
    items: Iterable[tuple[str, str, str]], prefix: str = "s", name: str = "Steps"
) -> str:
    """Return the list of all steps: for each its class, its heading and its reason.

    Step 1 is at ``#s1``, or after another *prefix*. *name* is for screen readers.
    """
    lines = [
        f"<li id={prefix}{number}{kind and f' class={kind}'}>"
        f'<a href="#{prefix}{number}">{escape_text(heading)}</a>'
        f"{reason and f'<p>{escape_text(reason)}</p>'}\n"
        for number, (kind, heading, reason) in enumerate(items, start=1)
    ]
    return f'<ol id="steps" aria-label="{name}">\n{"".join(lines)}</ol>\n'


def escape_text(text: str) -> str:
    """Return *text* as the content of an element, where only & and < mean something."""
    return text.replace("&", "&amp;").replace("<", "&lt;")
