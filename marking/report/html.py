"""Pages in HTML: one per student, and one for the class.

Everything that comes from a submission is text: the templates escape it, and the policy
of a page allows no script at all.
"""

from base64 import b64encode
from datetime import datetime
from hashlib import sha256
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from _courseware.console import printable
from marking.marks import Result
from marking.report.tables import cell
from marking.report.text import failures, may_show_expected, standing, tests_in
from marking.verdict import MEANINGS

STYLE: Final = """\
:root { color-scheme: light dark; --line: #767676; --good: #0a5c2b; --bad: #a30f0f }
@media (prefers-color-scheme: dark) { :root { --good: #7ddc9b; --bad: #ff9d9d } }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 1rem auto; max-width: 70rem;
  padding: 0 1rem; background: Canvas; color: CanvasText }
table { border-collapse: collapse }
th, td { border: 1px solid var(--line); padding: .2rem .6rem; text-align: left;
  vertical-align: top }
td.number { text-align: right; font-variant-numeric: tabular-nums }
.AC { color: var(--good) } .not-AC { color: var(--bad); font-weight: bold }
.wide { overflow-x: auto }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere }
a { color: LinkText }
"""


def pages(results: list[Result], now: datetime) -> dict[str, str]:
    """Return the pages by their names: ``index.html``, and one for each student."""
    environment = Environment(
        loader=PackageLoader("marking.report", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["number"] = cell
    environment.filters["shown"] = printable
    digest = b64encode(sha256(STYLE.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'"
    shared = {"style": STYLE, "policy": policy, "meanings": MEANINGS}
    title = results[0]["title"] if results else "no students"
    tests = [list(failures(test, results)) for test in tests_in(results)]
    made = {
        "index.html": environment.get_template("class.html").render(
            shared,
            title=title,
            results=results,
            tests=tests,
            criteria=[
                part["id"] for result in results[:1] for part in result["criteria"]
            ],
        )
    }
    template = environment.get_template("student.html")
    for result in results:
        made[f"{result['id']}.html"] = template.render(
            shared,
            title=title,
            result=result,
            standing=standing(result),
            with_expected=may_show_expected(result, now),
        )
    return made
