"""``report DIR --format FORMAT``: the results as HTML, or for a learning platform."""

import json
from argparse import ArgumentTypeError, Namespace
from datetime import UTC, datetime
from importlib.util import find_spec

from _courseware.terminal import console, messages, options
from _courseware.terminal.messages import plural
from _courseware.terminal.shell import install_advice
from marking.cli.show import checked, results_in
from marking.errors import MarkingError
from marking.intake.roster import read_roster
from marking.marks import Result
from marking.report import lms

FORMS = "html, gradescope, moodle=FILE or canvas=FILE"
TABLES = {"moodle": lms.moodle, "canvas": lms.canvas}
MOST_BYTES = 32 * 2**20


def arguments(parser: options.Parser) -> None:
    parser.add_argument("folder", metavar="DIR", help="the folder of a run")
    parser.add_argument(
        "--format", type=form, required=True, metavar="FORMAT", help=FORMS
    )
    parser.add_argument(
        "--column",
        metavar="NAME",
        default="",
        help="the assignment in Canvas's gradebook: its name or number",
    )
    parser.add_argument(
        "--roster",
        metavar="FILE",
        help="the students, with the columns lms and email of the platform",
    )


def form(word: str) -> tuple[str, str]:
    """Return the form and the file in *word*."""
    name, equals, path = word.partition("=")
    if (name in TABLES and path) or (name in ("html", "gradescope") and not equals):
        return name, path
    raise ArgumentTypeError(f"{messages.quoted(word)}; expected {FORMS}")


def run(arguments: Namespace) -> int:
    folder = checked(arguments.folder)
    results = list(results_in(folder))
    name, path = arguments.format
    if name == "html":
        files = html(results)
    elif name == "gradescope":
        files = gradescope(results)
    else:
        files = tables(name, path, results, arguments.roster, arguments.column)
    top = folder / "report"
    for inner, data in files.items():
        place = top / inner
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        console.write_file(str(place), data)
    shown = " and ".join(files) if len(files) < 3 else f"{len(files)} files"
    console.note(f"wrote {shown} in {top}")
    return messages.YES


def html(results: list[Result]) -> dict[str, bytes]:
    """Return the pages by their names."""
    if find_spec("jinja2") is None:
        raise messages.CommandError(f"HTML needs Jinja: {install_advice('jinja2')}")
    from marking.report.html import pages  # the only part that needs Jinja

    return {
        f"html/{k}": v.encode() for k, v in pages(results, datetime.now(UTC)).items()
    }


def gradescope(results: list[Result]) -> dict[str, bytes]:
    """Return a results.json for each student with a mark."""
    now = datetime.now(UTC)
    made = {result["id"]: lms.gradescope(result, now) for result in results}
    without = sum(each is None for each in made.values())
    if without:
        console.note(f"no mark yet for {plural(without, 'student')}")
    return {
        f"gradescope/{student}.json": json.dumps(each, indent=1).encode() + b"\n"
        for student, each in made.items()
        if each is not None
    }


def tables(
    name: str, path: str, results: list[Result], roster: str | None, column: str
) -> dict[str, bytes]:
    """Return the platform's table with its column filled, and Moodle's feedback."""
    data = console.read_bytes(path, MOST_BYTES)
    students = read_roster(roster).students if roster else []
    try:
        filled = TABLES[name](data, results, students, column)
    except MarkingError as error:
        raise MarkingError(f"{messages.display_name(path)}: {error}") from error
    others = filled.others.total()
    rows = f"{plural(len(filled.rows), 'row')} got a mark, {others} did not"
    if not filled.rows and others:
        reasons = (f"{why}: {count}" for why, count in filled.others.items())
        rows += f" ({', '.join(reasons)})"
    kept = f", {filled.kept} stay excused" if filled.kept else ""
    console.note(rows + kept)
    files = {f"{name}.csv": filled.data}
    if name == "moodle":
        files["moodle-feedback.zip"] = lms.feedback(filled.rows, datetime.now(UTC))
    return files
