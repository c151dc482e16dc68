"""Pages in HTML: one per student, and one for the class.

Everything that comes from a submission is text: the templates escape it, and the policy
of a page allows no script at all.
"""

from base64 import b64encode
from datetime import datetime
from hashlib import sha256
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from _courseware.console import printable
from marking.intake.roster import page_name
from marking.marks import Result
from marking.report.summary import common_causes, summary
from marking.report.tables import cell
from marking.report.text import (
    may_show_expected,
    own_marks,
    standing,
    tests_of,
    where,
)
from marking.verdict import MEANINGS

SIGNS: Final = {"→": "TAB", "␍": "CR", "␊": "LF"}  # few fonts contain these
VISIBLE: Final = str.maketrans({" ": "·", "\t": "→", "\r": "␍"})
STYLE: Final = """\
:root { color-scheme: light dark; --line: #767676; --good: #0a5c2b; --bad: #a30f0f;
  --soft: #f2f2ee; --mark: #ffe08a; --ink: #1b1b1b }
@media (prefers-color-scheme: dark) { :root { --good: #7ddc9b; --bad: #ff9d9d;
  --soft: #26262a; --mark: #7a5c00; --ink: #f4f4f4 } }
* { box-sizing: border-box }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 1rem auto; max-width: 80rem;
  padding: 0 1rem; background: Canvas; color: CanvasText }
h1 { font-size: 1.5rem; margin: 0 0 .5rem } h2 { font-size: 1.2rem; margin: 1.5rem 0 .5rem }
h3 { font-size: 1rem; margin: 0 } p { margin: .25rem 0 }
.mark { font-size: 1.2rem; font-weight: bold }
table { border-collapse: collapse }
th, td { border: 1px solid var(--line); padding: .15rem .5rem; text-align: left;
  vertical-align: top }
thead th { background: var(--soft) }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
tbody th { white-space: nowrap } small { font-weight: normal } td.notes { min-width: 14rem }
.AC { color: var(--good) } .not-AC { color: var(--bad); font-weight: bold }
.wide { overflow-x: auto }
.test, .cause { border: 1px solid var(--line); border-left: .3rem solid var(--bad);
  padding: .5rem .75rem; margin: .5rem 0 }
pre, code { font: .875rem/1.45 ui-monospace, "DejaVu Sans Mono", Consolas, monospace }
pre { margin: 0; padding: .3rem .5rem; background: var(--soft) }
pre.text, code { white-space: pre-wrap; overflow-wrap: anywhere }
pre.wide { white-space: pre }
.sides { display: grid; gap: .5rem; margin: .25rem 0 }
@media (min-width: 48rem) { .sides { grid-template-columns: 1fr 1fr } }
.two { display: flex; flex-wrap: wrap; gap: 0 3rem }
.two > * { max-width: 100% }
.sides p { font-weight: bold }
.hidden { visibility: hidden }
.sign { font-size: .7em; border: 1px solid; border-radius: .2em; padding: 0 .15em }
mark { background: var(--mark); color: var(--ink) }
a { color: LinkText }
@media print { body { font-size: 8.5pt; margin: 0; max-width: none }
  h1 { font-size: 14pt } h2 { font-size: 10pt; margin: .7rem 0 .3rem }
  th, td { padding: 0 .3rem } .two { flex-wrap: nowrap; gap: 0 1rem } }
"""


def pages(results: list[Result], now: datetime) -> dict[str, str]:
    """Return the pages by their names.

    These are ``index.html`` for the marker, ``note.html`` without names, and a page for
    each student.
    """
    environment = Environment(
        loader=PackageLoader("marking.report", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"number": cell, "shown": printable, "signs": signs}
    environment.globals |= {"where": where, "own_marks": own_marks}
    environment.globals |= {"meanings": MEANINGS, "lines": numbered_lines}
    environment.globals |= {"tests_of": tests_of, "page_name": page_name}
    digest = b64encode(sha256(STYLE.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'"
    about = summary(results)
    shared = {"style": STYLE, "policy": policy, "about": about, "title": about.title}
    made = {}
    for name in ("index", "note"):
        template = environment.get_template(f"{name}.html")
        criteria = results[0]["criteria"] if results else []
        made[f"{name}.html"] = template.render(
            shared, results=results, criteria=criteria
        )
    template = environment.get_template("student.html")
    for result in results:
        made[f"{page_name(result['id'])}.html"] = template.render(
            shared,
            result=result,
            standing=standing(result),
            causes=common_causes(result),
            with_expected=may_show_expected(result, now),
        )
    return made


def signs(text: str) -> Markup:
    """Return *text* with a label for each sign that few fonts contain."""
    shown = str(escape(printable(text)))
    for sign, label in SIGNS.items():
        shown = shown.replace(sign, f'<span class="sign">{label}</span>')
    return Markup(shown)


def numbered_lines(lines: list[str], others: list[str], first: int) -> Markup:
    """Return *lines* with their numbers; lines that differ from *others* are marked."""
    parts = []
    for index, line in enumerate(lines):
        same = others[index : index + 1] == [line]
        shown = signs(line if same else line.translate(VISIBLE))
        marked = shown if same else Markup("<mark>{}</mark>").format(shown)
        parts.append(Markup("{:>4}  {}").format(first + index, marked))
    return Markup("\n").join(parts)
