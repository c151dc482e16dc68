"""Show the record of a run as an HTML page, step by step."""

from collections.abc import Iterable, Mapping

from _courseware.draw import page
from _courseware.terminal.messages import plural
from pseudocode.tracing.record import RunRecord, Variables
from pseudocode.tracing.rounds import collect_rounds, contents_with_order, is_search
from pseudocode.tracing.step_writer import Listing

SCRIPTS = (("pseudocode.tracing", "run.js"),)


def walkthrough(
    title: str,
    record: RunRecord,
    data: Mapping[str, object],
    listings: Iterable[Listing],
) -> str:
    """Return the HTML page that shows ``record`` step by step.

    ``data`` is what `trace --json` prints, and ``listings`` are the functions that ran.
    """
    search = is_search(record)
    rounds = [round_.text(search) for round_ in collect_rounds(record)]
    counts = [plural(record.total, "step")]
    if search:
        counts.insert(0, plural(len(rounds), "attempt"))
    summary = f"{data['summary']} {', '.join(counts)}."
    parts = [
        f"<h1>{page.escape_text(title)}</h1>\n",
        f"<p>{page.escape_text(summary)}</p>\n",
        *map(_code_html, listings),
        _list_section("Attempts" if search else "Rounds of the loops", rounds),
    ]
    if not rounds:
        steps = [state.step.text for state in record.step_states()]
        parts.append(_list_section("All steps", steps))
    parts.append(_list_section("At the end", _final_variables(record)))
    return page.bench_page(title, "".join(parts), data, "filmOfRun", SCRIPTS)


def _code_html(listing: Listing) -> str:
    items = "".join(f"<li>{page.escape_text(line)}\n" for line in listing.lines)
    return f'<ol class="code" start="{listing.start}">{items}</ol>\n'


def _list_section(heading: str, texts: Iterable[str]) -> str:
    items = "".join(f"<li>{page.escape_text(text)}\n" for text in texts)
    return items and f"<h2>{heading}</h2>\n<ol>\n{items}</ol>\n"


def _final_variables(record: RunRecord) -> Iterable[str]:
    """Return the last variables of the traced function, each as ``NAME: VALUE``."""
    depth = 1 + record.called
    last: Variables = {}
    for step_state in record.step_states():
        if len(step_state.active) >= depth:
            last = step_state.active[depth - 1].variables
    return (f"{name}: {contents_with_order(value)}" for name, value in last.items())
