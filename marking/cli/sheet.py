"""``sheet DIR``: a given.csv, with a line for each mark that a person has to give."""

from argparse import Namespace
from pathlib import Path

from _courseware.terminal import messages, options
from marking.cli.show import load_results
from marking.intake.roster import GIVEN_COLUMNS
from marking.marks import Result
from marking.report.tables import format_csv


def arguments(parser: options.Parser) -> None:
    parser.result = "csv"
    parser.add_argument("folder", metavar="DIR", help="the folder of a run")
    options.options(parser, "output")


def run(arguments: Namespace) -> int:
    lines = [
        [result["id"], part["id"], "", "", "", word_count(result, part["id"])]
        for result in load_results(Path(arguments.folder))
        if result["status"] == "manual"
        for part in result["criteria"]
        if part["marks"] is None
    ]
    print(format_csv([list(GIVEN_COLUMNS), *lines]), end="")
    return messages.YES


def word_count(result: Result, criterion: str) -> str:
    """Return the text on the number of words of an answer, or ""."""
    start = f"{criterion}: "
    notes = [note for note in result["notes"] if note.startswith(start)]
    return notes[0].removeprefix(start) if notes else ""
