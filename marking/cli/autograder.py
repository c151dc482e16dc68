"""``autograder RUBRIC FILE``: a ZIP archive with which Gradescope marks submissions.

Its contents follow https://gradescope-autograders.readthedocs.io/en/latest/specs/:
setup.sh runs once, as root; run_autograder runs for each submission, in /autograder.
"""

from argparse import Namespace
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import marking
from _courseware.terminal import console, messages, options
from _courseware.text.files import replace_file
from marking.cli.rubric import files_in, rubric_argument, rubric_inputs
from marking.rubric import PACKAGED, Rubric, read_rubric
from marking.tests import all_tests

BUNDLED_PACKAGES = "_courseware adt pseudocode pseudoku sudoku marking".split()
SETUP_SCRIPT = """\
#!/usr/bin/env bash
# Runs once, as root, when Gradescope builds the image.
apt-get update
apt-get install -y bubblewrap poppler-utils
apt-get install -y python3.11 || apt-get install -y python3
"""
RUN_SCRIPT = """\
#!/usr/bin/env bash
# Gradescope runs this in /autograder, with the student's files in submission.
# If it fails, there is no results.json, and Gradescope shows that to the marker.
set -eu
chmod -R go-rwx source  # a program that runs as another user cannot read it
for python in python3.14 python3.13 python3.12 python3.11 python3; do
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' && break
done 2>/dev/null
export PYTHONPATH=source
"$python" -P -m marking check RUBRIC submission --json >result.json || [ $? -eq 1 ]
mkdir -p results
"$python" -P -c '
import json
from datetime import UTC, datetime
from marking.report.lms import gradescope_result
with open("result.json", encoding="utf-8") as file:
    made = gradescope_result(json.load(file), datetime.now(UTC))
if made is None:
    raise SystemExit("the tests could not be run")
with open("results/results.json", "w", encoding="utf-8") as file:
    json.dump(made, file)
'
"""


def arguments(parser: options.Parser) -> None:
    rubric_argument(parser)
    parser.add_argument("archive", metavar="FILE", help="the zip")


def run(arguments: Namespace) -> int:
    options.check_output_ending(arguments.archive, ".zip")
    rubric = read_rubric(arguments.rubric)
    all_tests(rubric)  # which raises an exception if one of them is wrong
    stream = BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
        _add_file(archive, "setup.sh", SETUP_SCRIPT.encode(), 0o755)
        if rubric.path.parent == PACKAGED:
            _add_run_script(archive, rubric.path.stem)
            _add_packages(archive)
        else:
            _add_run_script(archive, f"source/rubric/{rubric.path.name}")
            _add_packages(archive)
            _add_rubric(archive, rubric)
    replace_file(arguments.archive, stream.getvalue())
    console.note(f"wrote {messages.display_name(arguments.archive)}")
    return messages.YES


def _add_run_script(archive: ZipFile, rubric: str) -> None:
    """Add the script that marks a submission by ``rubric``, a course or a path."""
    script = RUN_SCRIPT.replace("RUBRIC", rubric)
    _add_file(archive, "run_autograder", script.encode(), 0o755)


def _add_packages(archive: ZipFile) -> None:
    top = Path(marking.__file__).parents[1]
    for package in BUNDLED_PACKAGES:
        for path in files_in(top / package):
            name = path.relative_to(top).as_posix()
            _add_file(archive, name, path.read_bytes())


def _add_rubric(archive: ZipFile, rubric: Rubric) -> None:
    for path in [rubric.path, *rubric_inputs(rubric)]:
        name = path.relative_to(rubric.path.parent).as_posix()
        _add_file(archive, f"rubric/{name}", path.read_bytes())


def _add_file(archive: ZipFile, name: str, data: bytes, mode: int = 0o644) -> None:
    """Add a file ``name`` with permissions ``mode`` to a ZIP archive, dated 1980.

    Without dates of their own, equal files make equal archives.
    """
    entry = ZipInfo(name)
    entry.external_attr = (0o100000 | mode) << 16
    archive.writestr(entry, data, ZIP_DEFLATED)
