"""``cit591 [FILE...]``: solve puzzles by elimination, or hold a dialogue."""

from argparse import Namespace

from _courseware.terminal import console, messages, options
from sudoku.cit591 import elimination
from sudoku.cit591.reading import array_of, check_size
from sudoku.errors import LocatedError, SudokuError
from sudoku.formats import grid_in

MAX_INPUT_CHARACTERS = 2**16


def arguments(parser: options.Parser) -> None:
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="*",
        help="a file with a list of nine lists of nine numbers, 0 for a blank, or a "
        "puzzle of 81 characters (default: ask for files)",
    )
    options.options(parser, "output")


def run(arguments: Namespace) -> int:
    paths: list[str] = arguments.files
    if not paths:
        if arguments.output != "-":  # it might be a file that the person names
            raise messages.CommandError("-o works only with FILE, not in the dialogue")
        console.tolerate_undecodable_stdin()
        _dialogue()
        return messages.YES

    def solve_file(path: str) -> int:
        problem = grid_in(path) or _read_array_file(path)
        if len(paths) > 1:
            print(f"{messages.display_name(path)}:")
        return messages.YES if elimination.print_solution(problem) else messages.NO

    return console.for_each_source(arguments.command, paths, solve_file, (SudokuError,))


def _dialogue() -> None:
    """Do as `elimination.main`, but ask again after an unreadable file."""
    print(elimination.AUTHORS)
    try:
        another = "yes"
        while elimination.is_yes(another):
            _show(input(elimination.WHICH_FILE).strip())
            another = input(elimination.ANOTHER)
    except EOFError:
        print()


def _show(file_name: str) -> None:
    """Print the puzzle in a file and its solution, or the error in the file."""
    path = "./-" if file_name == "-" else file_name  # here it is a name like any other
    try:
        elimination.print_solution(_read_array_file(path))
    except messages.CommandError as error:
        print(error)
    except ValueError as error:
        print(f"{file_name!r}: {error}")  # not a valid file name


def _read_array_file(path: str) -> elimination.IntGrid:
    """Return the list of lists in the file at ``path``.

    Raise CommandError if it is not nine lists of nine numbers.
    """
    text = console.read_text(path, MAX_INPUT_CHARACTERS)
    try:
        problem = array_of(text)
        check_size(problem)
    except LocatedError as error:
        raise messages.CommandError(
            error.located(messages.display_name(path))
        ) from error
    return problem
