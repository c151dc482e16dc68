"""``northwestern dfs|bfs|play``: search and print counts, or play the game."""

import gc
from argparse import SUPPRESS, ArgumentTypeError, Namespace

from _courseware.terminal import console, messages, options
from _courseware.terminal.messages import clash_text
from sudoku.errors import LocatedError, SudokuError
from sudoku.formats import grid_in
from sudoku.grid import Move, clashes, moves_of
from sudoku.northwestern.limits import MonitoredBoard, SearchLimitError, SearchMonitor
from sudoku.northwestern.reading import read_grid
from sudoku.northwestern.search import Board, play_sudoku, show_search
from sudoku.northwestern.starter import FIRST_GAME, SECOND_GAME

MAX_BOARD_BYTES = 2**16
MAX_WAITING_BOARDS = 50_000  # boards in the queue of BFS; each takes 1 to 12 KB

FILE_HELP = (
    "a file of nine lines of nine digits, . or 0 for a blank, or a puzzle of 81 "
    "characters (default: the two boards of the starter code)"
)
LIMIT_HELP = (
    "examine at most N boards "
    f"(default: no limit); bfs also stops when {MAX_WAITING_BOARDS:,} boards are in its queue"
)


def arguments(parser: options.Parser) -> None:
    parser.limit_meaning = "a search was stopped at a limit"
    subparsers = parser.add_subparsers(
        dest="what", metavar="dfs|bfs|play", required=True
    )
    for name, long_name in (("dfs", "depth first"), ("bfs", "breadth first")):
        subparser = subparsers.add_parser(name, help=f"search {long_name}")
        subparser.add_argument("files", metavar="FILE", nargs="*", help=FILE_HELP)
        add = subparser.add_argument
        add(
            "--limit-boards",
            metavar="N",
            type=options.integer_in_range(1),
            help=LIMIT_HELP,
        )
        add(
            "--limit-time",
            metavar="S",
            type=_seconds,
            help="search for at most S seconds",
        )
        options.options(subparser, "output", "quiet")
    subparsers.add_parser("play", help="play on the first board of the starter code")
    for subparser in subparsers.choices.values():
        subparser.add_argument("--debug", action="store_true", help=SUPPRESS)


def _seconds(word: str) -> float:
    """Return ``word`` as a positive number. Raise ArgumentTypeError if it is none."""
    try:
        number = float(word)
    except ValueError:
        number = 0.0
    if not number > 0:
        raise ArgumentTypeError(f"{word}; expected a positive number of seconds")
    return number


def run(arguments: Namespace) -> int:
    if arguments.what == "play":
        return _play()
    if arguments.files:
        return _search_files(arguments.files, arguments)
    statuses = []
    for name, game in (("First", FIRST_GAME), ("Second", SECOND_GAME)):
        title = f"Testing {arguments.what.upper()} on {name} Game"
        print(f"<<<<<<<<<<<<<< {title} >>>>>>>>>>>>>>")
        statuses.append(_search_and_print(moves_of(read_grid(game)), arguments))
    return max(statuses)


def _search_files(paths: list[str], arguments: Namespace) -> int:
    """Search from the board of each file; return the highest exit status."""

    def search_file(path: str) -> int:
        moves = _read_moves(path)
        if len(paths) > 1:
            print(f"{messages.display_name(path)}:")
        return _search_and_print(moves, arguments)

    return console.for_each_source(
        arguments.command, paths, search_file, (SudokuError,)
    )


def _play() -> int:
    """Let a person play on the first board of the starter code; return the status."""
    board = Board()
    for move in moves_of(read_grid(FIRST_GAME)):
        board.update(*move)
    console.tolerate_undecodable_stdin()
    play_sudoku(board)
    return messages.YES


def _read_moves(path: str) -> list[Move]:
    """Return the moves of the board in the file at ``path``.

    ``path`` can also be a board of 81 characters. Raise CommandError if there is no
    board, or if it has a clash.
    """
    grid = grid_in(path)
    name = "argument"
    if grid is None:
        name = messages.display_name(path)
        try:
            grid = read_grid(console.read_text(path, MAX_BOARD_BYTES))
        except LocatedError as error:
            raise messages.CommandError(error.located(name)) from error
    for clash in clashes(grid):
        raise messages.CommandError(f"{name}: {clash_text(*clash)}", messages.NO)
    return moves_of(grid)


def _search_and_print(moves: list[Move], arguments: Namespace) -> int:
    """Search from the board after ``moves``; print the solution and the counts.

    Return the exit status: NO if there is no solution, and LIMIT at a limit.
    """
    use_dfs = arguments.what == "dfs"
    most_waiting = None if use_dfs else MAX_WAITING_BOARDS
    watch = SearchMonitor(arguments.limit_boards, arguments.limit_time, most_waiting)
    board = MonitoredBoard(watch, moves)
    try:
        gc.disable()  # boards have no reference cycles, and the search for them is slow
        status = messages.YES if show_search(use_dfs, board) else messages.NO
    except SearchLimitError as limit:
        console.note(f"{arguments.command}: stopped at the {limit}")
        status = messages.LIMIT
    finally:
        gc.enable()
    console.note(
        _counts_text(watch, use_dfs), arguments.quiet and status != messages.LIMIT
    )
    return status


def _counts_text(watch: SearchMonitor, use_dfs: bool) -> str:
    waiting = "on the stack" if use_dfs else "in the queue"
    return (
        f"boards examined: {watch.examined:,}; {waiting}: {watch.waiting:,}, "
        f"at most {watch.max_waiting:,}; numbers placed: at most {watch.placed}"
    )
