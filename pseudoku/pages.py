"""The record of a run as a page that shows it step by step."""

import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import NamedTuple

from _courseware.draw import grid_html, page
from _courseware.draw.grid_state import grid_state
from _courseware.terminal.messages import plural
from pseudoku.pseudocode.tracing.comparison import Difference, result_text
from pseudoku.pseudocode.tracing.pictures import Listings
from pseudoku.pseudocode.tracing.record import RunRecord, Variables
from pseudoku.pseudocode.tracing.rounds import (
    Round,
    collect_rounds,
    contents_text,
    contents_with_order,
    is_search,
)
from pseudoku.solving import Grid


class RunPage(NamedTuple):
    """A run to show: its record, and its ``data`` for JSON, which the page contains.

    ``listings`` has the first line number and the lines of each function, and those of
    the program under an empty name.
    """

    title: str
    record: RunRecord
    data: Mapping[str, object]
    listings: Listings
    difference: Difference | None = None
    puzzle: Grid | None = None
    caption: str = ""


def walkthrough(run: RunPage) -> str:
    """Return the page that shows *run*."""
    turns = collect_rounds(run.record)
    options = "".join(
        f"<option value={key}>{words}"
        for key, words in level_options(run.record, turns)
    )
    body = f"""\
<div class="columns run">
<div>
{page.player_controls()}\
<p class="transport levels" hidden><label for="level">Show</label> \
<select id="level">{options}</select></p>
<p id="variables"></p>
<div id="structures"></div>
{puzzle_table(run)}</div>
<div>
<ol id="chain" aria-label="Active calls"></ol>
{"".join(code_listing(run, name) for name in executed_functions(run))}\
{rounds_list(run, turns)}{final_variables(run.record)}</div>
</div>
"""
    style = page.asset("_courseware.draw", "assets/line.css")
    script = page.asset("pseudoku", "run.js")
    return page.html_page(
        run.title, run_summary(run, turns), body, run.data, style, script
    )


def level_options(record: RunRecord, turns: list[Round]) -> Iterator[tuple[str, str]]:
    """Yield the levels of *record*; the page opens on the first one."""
    search = is_search(record)
    if search and turns:
        yield "a", "every attempt"
    yield "o", "every step"
    if any(step.operation == "CALL" for step in record.steps):
        yield "c", "every call and return"
    if turns and not search:
        yield "a", "every round"


def run_summary(run: RunPage, turns: list[Round]) -> str:
    """Return the result, what was expected, and the number of steps, in one line."""
    parts = [plural(run.record.total, "step")]
    if is_search(run.record):
        parts.insert(0, plural(len(turns), "attempt"))
    told = f"Result: {result_text(run.record)}."
    if run.difference:
        told = run.difference.summary()
    sentences = [told if run.record.called else "", f"{', '.join(parts)}."]
    if error := run.record.ending():
        sentences.append(f"The run ended with an error: {error}")
    return " ".join(sentences).strip()


def puzzle_table(run: RunPage) -> str:
    """Return the puzzle that was made from the result."""
    if run.puzzle is None:
        return ""
    return grid_html.table(grid_state(run.puzzle), run.caption, "puzzle")


def executed_functions(run: RunPage) -> list[str]:
    """Return the names of the functions that ran, in the order of their lines."""
    names = {*run.record.functions} & run.listings.keys()
    names -= {""} if run.record.called else {*()}
    return sorted(names, key=lambda name: (run.listings[name][0], name))


def code_listing(run: RunPage, name: str) -> str:
    """Return the pseudocode of a function as a list of its lines."""
    first, lines = run.listings[name]
    items = "".join(f"<li>{page.escape_text(line)}\n" for line in lines)
    label = escape(f"Pseudocode of {name}" if name else "Pseudocode")
    number = run.record.functions.index(name)
    return (
        f'<ol class="code" id="f{number}" start="{first}" aria-label="{label}">'
        f"{items}</ol>\n"
    )


def rounds_list(run: RunPage, turns: list[Round]) -> str:
    """Return the list of all rounds, grouped by loop, or of all attempts."""
    search = is_search(run.record)
    word = "Attempts" if search else "Rounds"
    if not turns:
        return f'<ol id="steps" aria-label="{word}" hidden></ol>'
    items: list[str] = []
    last = -1
    for number, turn in enumerate(turns, start=1):
        begins = turn.loop not in (last, 0) and not search
        head = loop_header(run, turn.loop) if begins else ""
        last = turn.loop
        group = head and f"<b>{page.escape_text(head)}</b>"
        text = page.escape_text(turn.text(search))
        reason = page.escape_text("; ".join(turn.changes())) if search else ""
        items.append(
            f'<li id=a{number}>{group}<a href="#a{number}">{text}</a>'
            f"{reason and f'<p>{reason}</p>'}\n"
        )
    heading = f"All {len(turns)} attempts" if search else "Rounds of the loops"
    return (
        f"<h2>{heading}</h2>\n"
        f'<ol id="steps" aria-label="{word}">\n{"".join(items)}</ol>\n'
    )


def loop_header(run: RunPage, line: int) -> str:
    """Return the head of the loop at *line*, without its last word."""
    for first, lines in run.listings.values():
        if 0 <= line - first < len(lines):
            return re.sub(r"\s*(\bdo\b.*|[{:]\s*$)", "", lines[line - first]).strip()
    return ""


def final_variables(record: RunRecord) -> str:
    """Return the contents of the variables after the last step, for readers on paper."""
    depth = 1 + record.called
    last: Variables = {}
    for moment in record.moments():
        if len(moment.active) >= depth:
            last = moment.active[depth - 1].variables
    items = "".join(
        f"<li>{page.escape_text(f'{name}: {contents_with_order(value)}')}\n"
        for name, value in last.items()
        if contents_text(value)
    )
    if not items:
        return ""
    return f'<div id="end"><h2>At the end</h2>\n<ul>{items}</ul></div>\n'
