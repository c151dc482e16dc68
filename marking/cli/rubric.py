"""``rubric COURSE DIR``: copy a course's rubric and its inputs, to be changed."""

from argparse import Namespace
from pathlib import Path

from _courseware.terminal import console, messages, options
from _courseware.terminal.messages import plural
from marking import rubric


def arguments(parser: options.Parser) -> None:
    courses = rubric.rubric_names()
    parser.add_argument(
        "course", metavar="COURSE", choices=courses, help=", ".join(courses)
    )
    parser.add_argument("folder", metavar="DIR", help="a folder, made if it is missing")


def run(arguments: Namespace) -> int:
    course, folder = arguments.course, Path(arguments.folder)
    top = rubric.PACKAGED
    tests = rubric.read_rubric(course).tests
    inner = sorted((top / tests).glob("*.*")) if tests else []
    originals = [top / f"{course}.toml", *inner]
    copies = {folder / path.relative_to(top): path.read_bytes() for path in originals}
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
    beside = f", with {plural(len(inputs), 'file')} in {tests}" if inputs else ""
    console.note(f"wrote {messages.display_name(str(first))}{beside}")
    return messages.YES
