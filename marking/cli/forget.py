"""``forget DIR ID``: remove everything about a student from the folder of a run."""

import os
import re
from argparse import Namespace
from pathlib import Path

from _courseware.terminal import console, messages, options
from _courseware.terminal.messages import plural
from _courseware.text.files import replace_file
from marking.cli.run import TODO_FILE
from marking.cli.show import require_id, require_run_folder, result_paths
from marking.journal import lock_folder, remove_lines


def arguments(parser: options.Parser) -> None:
    parser.add_argument("folder", metavar="DIR", help="the folder of a run")
    parser.add_argument("id", metavar="ID", help="a student")


def run(arguments: Namespace) -> int:
    folder = require_run_folder(arguments.folder)
    student = arguments.id
    ids = list(result_paths(folder))  # results are not read: one may be damaged
    require_id(student, ids)
    lock = lock_folder(folder)
    try:
        runs = remove_lines(folder, student)
    finally:
        os.close(lock)
    own_files = [f"results/{student}.json", f"report/{student}.txt", "report/class.txt"]
    own_files = [name for name in own_files if (folder / name).exists()]
    # The page of the class and the files of `report` may name the student.
    pages = [f"html/{page}.html" for page in ("index", *ids)]
    tables = ["moodle.csv", "moodle-feedback.zip", "canvas.csv"]
    class_files = [folder / "report" / name for name in tables + pages]
    class_files = [path for path in class_files if path.exists()]
    for table in ("marks.csv", TODO_FILE):
        _remove_rows(folder / table, student)
    for path in class_files:
        path.unlink()
    # The result comes last: while it is there, the command can be repeated.
    for name in reversed(own_files):
        (folder / name).unlink()
    removed = [f"{student} in marks.csv and {TODO_FILE}", *own_files]
    removed.append(f"{plural(runs, 'run')} in the journal")
    if class_files:
        number = plural(len(class_files), "file")
        removed.append(f"{number} of 'report', for all students")
    console.note(f"removed {', '.join(removed)}")
    return messages.YES


def _remove_rows(table: Path, student: str) -> None:
    """Delete the rows whose first cell is ``student`` from a CSV file, if it exists."""
    start = re.compile(rb'"?' + re.escape(student.encode()) + rb'"?([,;\t\r\n]|$)')
    lines = table.read_bytes().splitlines(keepends=True) if table.exists() else []
    remaining = [line for line in lines if not start.match(line)]
    if len(remaining) < len(lines):
        replace_file(str(table), b"".join(remaining))
