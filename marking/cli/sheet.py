"""``sheet DIR``: a given.csv, with a line for each mark that a person has to give."""

from argparse import Namespace
from pathlib import Path

from _courseware.terminal import messages, options
from marking.cli.show import results_in
from marking.intake.roster import GIVEN
from marking.marks import Result
from marking.report.tables import csv_of


def arguments(parser: options.Parser) -> None:
    parser.result = "csv"
    parser.add_argument("folder", metavar="DIR", help="the folder of a run")
    options.options(parser, "output")


def run(arguments: Namespace) -> int:
    lines = [
        [result["id"], part["id"], "", "", "", words(result, part["id"])]
        for result in results_in(Path(arguments.folder))
        if result["status"] == "manual"
        for part in result["criteria"]
        if part["marks"] is None
    ]
    print(csv_of([list(GIVEN), *lines]), end="")
    return messages.YES


def words(result: Result, criterion: str) -> str:
    """Return the number of words of an answer, if it is known."""
    start = f"{criterion}: "
    notes = [note for note in result["notes"] if note.startswith(start)]
    return notes[0].removeprefix(start) if notes else ""
