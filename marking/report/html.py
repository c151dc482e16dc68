"""Write the results of a class as HTML pages: one per student, and one for the class.

Everything from a submission is escaped as text, and no page may run scripts.
"""

from datetime import datetime
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from _courseware.draw.page import asset, policy_hash
from _courseware.terminal.messages import printable
from marking.marks import Result
from marking.report.summary import HEADINGS, common_causes, summarize_class
from marking.report.tables import format_number
from marking.report.text import (
    difference_place,
    mark_sentence,
    marks_text,
    may_show_expected,
    tests_of,
)
from marking.verdict import MEANINGS

LINE_END_LABELS: Final = {"→": "TAB", "␍": "CR", "␊": "LF"}  # few fonts contain these
VISIBLE_SPACES: Final = str.maketrans({" ": "·", "\t": "→", "\r": "␍"})


def render_pages(results: list[Result], now: datetime) -> dict[str, str]:
    """Return the HTML pages of a class, by file name, such as "z5000001.html".

    "index.html" is for the marker. Students' pages show expected outputs if *now* is
    after the due date.
    """
    environment = Environment(
        loader=PackageLoader("marking.report", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "number": format_number,
        "shown": printable,
        "signs": label_line_ends,
    }
    environment.globals |= {"where": difference_place, "own_marks": marks_text}
    environment.globals |= {"meanings": MEANINGS, "lines": numbered_lines}
    environment.globals["tests_of"] = tests_of
    style = asset("marking.report", "templates/style.css")
    policy = f"default-src 'none'; style-src '{policy_hash(style)}'; base-uri 'none'"
    about = summarize_class(results)
    shared = {"style": style, "policy": policy, "about": about, "title": about.title}
    criteria = results[0]["criteria"] if results else []
    template = environment.get_template("index.html")
    own = {"results": results, "criteria": criteria, "headings": HEADINGS}
    pages = {"index.html": template.render(shared | own)}
    template = environment.get_template("student.html")
    for result in results:
        pages[f"{result['id']}.html"] = template.render(
            shared,
            result=result,
            standing=mark_sentence(result),
            causes=common_causes(result),
            with_expected=may_show_expected(result, now),
        )
    return pages


def label_line_ends(text: str) -> Markup:
    """Return *text* as HTML, with labels such as "CR" for symbols of line ends."""
    labelled = str(escape(printable(text)))
    for sign, label in LINE_END_LABELS.items():
        labelled = labelled.replace(sign, f'<span class="sign">{label}</span>')
    return Markup(labelled)


def numbered_lines(lines: list[str], others: list[str], first: int) -> Markup:
    """Return *lines* as HTML, numbered from *first*.

    A line that differs from the line with the same index in *others* is highlighted.
    """
    parts = []
    for index, line in enumerate(lines):
        same = others[index : index + 1] == [line]
        shown = label_line_ends(line if same else line.translate(VISIBLE_SPACES))
        marked = shown if same else Markup("<mark>{}</mark>").format(shown)
        parts.append(Markup("{:>4}  {}").format(first + index, marked))
    return Markup("\n").join(parts)
