"""``export COURSE DIR``: the reference as the course wants it submitted."""

import os
from argparse import ArgumentTypeError, Namespace

from adt import _console as console
from adt._files import replace_file
from sudoku.handins import HAND_INS, files


def arguments(parser: console.Parser) -> None:
    parser.add_argument("course", choices=HAND_INS, metavar="COURSE", help=COURSE_HELP)
    parser.add_argument("folder", metavar="DIR", help="where to write the files")
    parser.add_argument(
        "--id",
        type=student_number,
        default="00000000",
        metavar="ID",
        help="the student number in the name of Hacettepe's zip (default: %(default)s)",
    )
    parser.add_argument("--force", action="store_true", help="replace files in DIR")
    parser.add_argument("-q", "--quiet", action="store_true", help="do not list files")


COURSE_HELP = ", ".join(HAND_INS)


def student_number(word: str) -> str:
    if not (word.isascii() and word.isalnum()):
        raise ArgumentTypeError(f"{word!r}; expected letters and digits")
    return word


def run(arguments: Namespace) -> int:
    folder: str = arguments.folder
    made = files(arguments.course, arguments.id)
    paths = [os.path.join(folder, name) for name, _ in made]
    if not arguments.force:
        for path in paths:
            if os.path.lexists(path):
                raise console.CommandError(f"{path}: exists; --force replaces it")
    os.makedirs(folder, exist_ok=True)
    for path, (_, data) in zip(paths, made):
        replace_file(path, data)
        console.note(f"wrote {path}", arguments.quiet)
    return console.YES
