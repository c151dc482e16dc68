"""``report DIR --format FORMAT``: write results as HTML, or for a learning platform."""

from argparse import ArgumentTypeError, Namespace
from datetime import UTC, datetime
from importlib.util import find_spec

from _courseware.terminal import console, messages, options
from _courseware.terminal.messages import plural
from _courseware.terminal.shell import install_advice
from marking.cli.show import load_results, require_run_folder
from marking.errors import MarkingError
from marking.intake.csv_table import read_table
from marking.intake.roster import read_roster
from marking.marks import Result
from marking.report import lms

FORMAT_NAMES = "html, moodle=FILE or canvas=FILE"
TABLE_FILLERS = {"moodle": lms.fill_moodle, "canvas": lms.fill_canvas}


def arguments(parser: options.Parser) -> None:
    parser.add_argument("folder", metavar="DIR", help="the folder of a run")
    parser.add_argument(
        "--format",
        type=_parse_format,
        required=True,
        metavar="FORMAT",
        help=FORMAT_NAMES,
    )
    parser.add_argument(
        "--playground",
        metavar="URL",
        default="",
        help="the playground to which HTML pages link each failed call",
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


def _parse_format(word: str) -> tuple[str, str]:
    """Split ``word``, a value of ``--format``, into the format and the path of a table.

    For example, "moodle=grades.csv" becomes ("moodle", "grades.csv"), and "html"
    becomes ("html", ""). Raise ArgumentTypeError if the format is unknown or lacks a
    path.
    """
    name, _, path = word.partition("=")
    if (name in TABLE_FILLERS and path) or word == "html":
        return name, path
    raise ArgumentTypeError(f"{messages.quote_text(word)}; expected {FORMAT_NAMES}")


def run(arguments: Namespace) -> int:
    folder = require_run_folder(arguments.folder)
    results = list(load_results(folder))
    name, table = arguments.format
    if name == "html":
        files = _html_files(results, arguments.playground)
    else:
        files = _fill_table(name, table, results, arguments.roster, arguments.column)
    report_folder = folder / "report"
    for path, data in files.items():
        target = report_folder / path
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        console.write_file(str(target), data)
    names = " and ".join(files) if len(files) < 3 else f"{len(files)} files"
    console.note(f"wrote {names} in {report_folder}")
    return messages.YES


def _html_files(results: list[Result], playground: str) -> dict[str, bytes]:
    """Return the pages of `render_pages` as bytes, by path such as "html/index.html".

    Raise CommandError if Jinja is not installed.
    """
    if find_spec("jinja2") is None:
        raise messages.CommandError(f"HTML needs Jinja: {install_advice('jinja2')}")
    from marking.report.html import render_pages  # the only part that needs Jinja

    pages = render_pages(results, datetime.now(UTC), playground)
    return {f"html/{k}": v.encode(errors="backslashreplace") for k, v in pages.items()}


def _fill_table(
    platform: str, path: str, results: list[Result], roster: str | None, column: str
) -> dict[str, bytes]:
    """Return the files to upload to a platform, as bytes by file name.

    ``platform`` is "moodle" or "canvas", and ``path`` a table exported from it, whose marks
    are filled in; Moodle also gets a ZIP archive of feedback. ``roster`` is a path or
    None; ``column`` names an assignment in Canvas, or is "". Print how many rows got a
    mark. Raise MarkingError or CommandError if a file cannot be used.
    """
    table = read_table(path)
    students = read_roster(roster).students if roster else []
    try:
        filled = TABLE_FILLERS[platform](table, results, students, column)
    except MarkingError as error:
        raise MarkingError(f"{messages.display_name(path)}: {error}") from error
    console.note(_fill_summary(filled))
    files = {f"{platform}.csv": filled.data}
    if platform == "moodle":
        files["moodle-feedback.zip"] = lms.feedback_zip(
            filled.rows + filled.open_rows, datetime.now(UTC)
        )
    return files


def _fill_summary(filled: lms.FilledTable) -> str:
    """Return how many rows got a mark and, if none did, why."""
    unmarked = filled.others.total()
    summary = f"{plural(len(filled.rows), 'row')} got a mark, {unmarked} did not"
    if not filled.rows and unmarked:
        reasons = (f"{reason}: {count}" for reason, count in filled.others.items())
        summary += f" ({', '.join(reasons)})"
    if filled.kept:
        summary += f", {filled.kept} stay excused"
    return summary
