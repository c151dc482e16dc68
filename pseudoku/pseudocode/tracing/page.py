"""The record of a run as a page that shows it step by step."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from _courseware.draw import grid_html, page
from _courseware.draw.grid_state import grid_state
from _courseware.terminal.messages import plural
from pseudoku.pseudocode.tracing.record import RunRecord, Variables
from pseudoku.pseudocode.tracing.rounds import (
    collect_rounds,
    contents_text,
    contents_with_order,
    is_search,
)
from pseudoku.pseudocode.tracing.step_writer import Listing
from pseudoku.solving import Grid

SCRIPTS = (("pseudoku.pseudocode.tracing", "run.js"),)


class RunPage(NamedTuple):
    """A run to show: its record, and its ``data``, which is what `trace --json` prints."""

    title: str
    record: RunRecord
    data: Mapping[str, object]
    listings: list[Listing]
    puzzle: Grid | None = None
    caption: str = ""


def walkthrough(run: RunPage) -> str:
    """Return the HTML page that shows *run* step by step."""
    search, record = is_search(run.record), run.record
    turns = [one.text(search) for one in collect_rounds(record)]
    counted = plural(len(turns), "attempt") + ", " if search else ""
    parts = [
        f"<h1>{page.escape_text(run.title)}</h1>\n",
        f"<p>{page.escape_text(str(run.data['summary']))} "
        f"{counted}{plural(record.total, 'step')}.</p>\n",
        *map(code, run.listings),
        section("Attempts" if search else "Rounds of the loops", turns),
        section("All steps", (one.step.text for one in record.step_states()))
        if not turns
        else "",
        section("At the end", final_variables(record)),
    ]
    data = {**run.data}
    if run.puzzle is not None:
        parts.append(grid_html.table(grid_state(run.puzzle), run.caption))
        rows = ([1, *(number or None for number in row)] for row in run.puzzle)
        data |= {"puzzle": [1, *rows], "caption": run.caption}
    return page.bench_page(run.title, "".join(parts), data, "filmOfRun", SCRIPTS)


def code(listing: Listing) -> str:
    """Return the pseudocode of a function as an HTML list, numbered as in its file."""
    items = "".join(f"<li>{page.escape_text(line)}\n" for line in listing.lines)
    return f'<ol class="code" start="{listing.start}">{items}</ol>\n'


def section(heading: str, texts: Iterable[str]) -> str:
    """Return a heading and a numbered HTML list of ``texts``; "" without texts."""
    items = "".join(f"<li>{page.escape_text(text)}\n" for text in texts)
    return items and f"<h2>{heading}</h2>\n<ol>\n{items}</ol>\n"


def final_variables(record: RunRecord) -> Iterable[str]:
    """Yield the last variables of the traced function, each as ``NAME: VALUE``."""
    depth = 1 + record.called
    last: Variables = {}
    for step_state in record.step_states():
        if len(step_state.active) >= depth:
            last = step_state.active[depth - 1].variables
    for name, value in last.items():
        if contents_text(value):
            yield f"{name}: {contents_with_order(value)}"
