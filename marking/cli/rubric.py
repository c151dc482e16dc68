"""``rubric RUBRIC [DIR]``: print a rubric in words, or copy it with its inputs."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from _courseware.terminal import console, messages, options
from _courseware.terminal.messages import plural
from marking import rubric
from marking.report.text import rubric_lines
from marking.rubric import Rubric
from marking.tests import all_tests


def arguments(parser: options.Parser) -> None:
    rubric_argument(parser)
    parser.add_argument(
        "folder",
        metavar="DIR",
        nargs="?",
        help="copy the rubric and its inputs into this folder, to change them",
    )


def rubric_argument(parser: options.Parser) -> None:
    names = ", ".join(rubric.rubric_names())
    parser.add_argument("rubric", metavar="RUBRIC", help=f"{names}, or a TOML file")


def run(arguments: Namespace) -> int:
    read = rubric.read_rubric(arguments.rubric)
    if arguments.folder is None:
        all_tests(read)
        print("\n".join(rubric_lines(read)))
        return messages.YES
    folder = Path(arguments.folder)
    copies = {
        folder / path.relative_to(read.path.parent): path.read_bytes()
        for path in [read.path, *rubric_inputs(read)]
    }
    for path, data in copies.items():
        if path.exists() and not (path.is_file() and path.read_bytes() == data):
            message = "is there already; expected a folder without this rubric"
            raise messages.CommandError(
                f"{messages.display_name(str(path))}: {message}"
            )
    for path, data in copies.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        console.write_file(str(path), data)
    first, *inputs = copies
    beside = f", with {plural(len(inputs), 'file')} in {read.tests}" if inputs else ""
    console.note(f"wrote {messages.display_name(str(first))}{beside}")
    return messages.YES


def rubric_inputs(read: Rubric) -> Iterator[Path]:
    """Yield the paths of the input files of a rubric.

    Raise CommandError if the folder of these inputs is not below the folder of the
    rubric, since a copy or an archive cannot contain it then.
    """
    folder = read.path.parent / read.tests
    if not folder.resolve().is_relative_to(read.path.parent.resolve()):
        message = f"{messages.display_name(str(read.path))}: tests {read.tests!r}"
        expected = "expected a folder beside it, as 'rubric' writes"
        raise messages.CommandError(f"{message}; {expected}")
    yield from files_in(folder) if read.tests else ()


def files_in(folder: Path) -> Iterator[Path]:
    """Yield the files below ``folder``, sorted by path, without compiled Python files."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path
