"""``export COURSE DIR``: the files that a student of the course submits."""

from argparse import ArgumentTypeError, Namespace

from adt import _console as console
from sudoku.handins import HAND_INS, files


def arguments(parser: console.Parser) -> None:
    parser.add_argument("course", choices=HAND_INS, metavar="COURSE", help=COURSE_HELP)
    parser.add_argument("folder", metavar="DIR", help="where to write the files")
    parser.add_argument(
        "--id",
        type=student_number,
        default="00000000",
        metavar="ID",
        help="hacettepe: the student number in the name of the zip "
        "(default: %(default)s)",
    )
    console.options(parser, "force", "quiet")


COURSE_HELP = ", ".join(HAND_INS)


def student_number(word: str) -> str:
    if not (word.isascii() and word.isalnum()):
        raise ArgumentTypeError(f"{word!r}; expected letters and digits")
    return word


def run(arguments: Namespace) -> int:
    made = dict(files(arguments.course, arguments.id))
    console.write_folder(arguments.folder, made, arguments.force, arguments.quiet)
    return console.YES
