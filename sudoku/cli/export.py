"""``export COURSE DIR``: the files that a student of the course submits."""

from argparse import ArgumentTypeError, Namespace

from _courseware.terminal import console, messages, options
from sudoku.courses import COURSE_NAMES
from sudoku.handins import files


def arguments(parser: options.Parser) -> None:
    parser.add_argument(
        "course", choices=COURSE_NAMES, metavar="COURSE", help=", ".join(COURSE_NAMES)
    )
    parser.add_argument("folder", metavar="DIR", help="where to write the files")
    parser.add_argument(
        "--id",
        type=_student_number,
        default="00000000",
        metavar="ID",
        help="the student number in the name of the zip (default: %(default)s)",
    )
    options.options(parser, "force", "quiet")


def _student_number(word: str) -> str:
    if not (word.isascii() and word.isalnum()):
        raise ArgumentTypeError(f"{word!r}; expected letters and digits")
    return word


def run(arguments: Namespace) -> int:
    contents = dict(files(arguments.course, arguments.id))
    console.write_folder(arguments.folder, contents, arguments.force, arguments.quiet)
    return messages.YES
