"""``rubric RUBRIC [DIR]``: print a rubric in words, or copy it with its inputs."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from _courseware.terminal import console, messages, options
from _courseware.terminal.messages import plural
from marking.report.text import rubric_lines
from marking.rubric import Rubric, read_rubric, rubric_names
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
    names = ", ".join(rubric_names())
    parser.add_argument("rubric", metavar="RUBRIC", help=f"{names}, or a TOML file")


def run(arguments: Namespace) -> int:
    rubric = read_rubric(arguments.rubric)
    if arguments.folder is None:
        all_tests(rubric)
        print("\n".join(rubric_lines(rubric)))
    else:
        _copy_rubric(rubric, Path(arguments.folder))
    return messages.YES


def _copy_rubric(rubric: Rubric, folder: Path) -> None:
    """Copy the file of ``rubric`` and its inputs into ``folder``.

    Raise CommandError, and copy nothing, if a different file is there.
    """
    inputs = list(rubric_inputs(rubric))
    copies = {
        folder / path.relative_to(rubric.path.parent): path.read_bytes()
        for path in [rubric.path, *inputs]
    }
    for path, content in copies.items():
        if path.exists() and not (path.is_file() and path.read_bytes() == content):
            name = messages.display_name(str(path))
            expected = "expected a folder without this rubric"
            raise messages.CommandError(f"{name}: is there already; {expected}")
    for path, content in copies.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        console.write_file(str(path), content)
    written = messages.display_name(str(folder / rubric.path.name))
    if inputs:
        written += f", with {plural(len(inputs), 'file')} in {rubric.tests}"
    console.note(f"wrote {written}")


def rubric_inputs(rubric: Rubric) -> Iterator[Path]:
    """Yield the paths of the input files of a rubric.

    Raise CommandError if the folder of these inputs is not below the folder of the
    rubric, since a copy or an archive cannot contain it then.
    """
    folder = rubric.path.parent / rubric.tests
    if not folder.resolve().is_relative_to(rubric.path.parent.resolve()):
        message = f"{messages.display_name(str(rubric.path))}: tests {rubric.tests!r}"
        expected = "expected a folder beside it, as 'rubric' writes"
        raise messages.CommandError(f"{message}; {expected}")
    yield from files_in(folder) if rubric.tests else ()


def files_in(folder: Path) -> Iterator[Path]:
    """Yield the files below ``folder``, sorted by path, without compiled Python files."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path
