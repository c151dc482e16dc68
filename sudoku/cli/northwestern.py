"""``northwestern dfs|bfs|play``: a search that tells what it did, or a game."""

import gc
from argparse import ArgumentTypeError, Namespace
from typing import Final

from adt import console
from sudoku.errors import SudokuError
from sudoku.limits import LimitReached, Watch, WatchedBoard
from sudoku.search import Board, is_valid, play_sudoku, show_search
from sudoku.starter import FIRST_GAME, SECOND_GAME, Move, moves_of

MOST_BYTES: Final = 2**16
MOST_BOARDS: Final = 20_000  # of BFS: some 60,000 then wait, of 5 to 12 KB each


def arguments(parser: console.Parser) -> None:
    parser.add_argument("what", choices=("dfs", "bfs", "play"), help="what to do")
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="nine lines of nine digits, . or 0 for empty; "
        "without, the starter's two boards",
    )
    parser.add_argument(
        "--limit-boards",
        metavar="N",
        type=boards,
        help=f"examine at most N boards; of bfs {MOST_BOARDS:,} unless told",
    )
    parser.add_argument(
        "--limit-time", metavar="S", type=seconds, help="take at most S seconds"
    )
    parser.add_argument(
        "-q", "--quiet", action="store_true", help="only the boards, no counts"
    )


def boards(word: str) -> int:
    if not (word.isdecimal() and int(word) > 0):
        raise ArgumentTypeError(f"{word}, expected a number of boards, 1 or more")
    return int(word)


def seconds(word: str) -> float:
    try:
        number = float(word)
    except ValueError:
        number = 0.0
    if not number > 0:
        raise ArgumentTypeError(f"{word}, expected seconds, more than 0")
    return number


def run(arguments: Namespace) -> int:
    if arguments.what == "play":
        return play(arguments)
    if arguments.file is not None:
        return search(read_moves(arguments.file), arguments)
    statuses = []
    for name, game in (("First", FIRST_GAME), ("Second", SECOND_GAME)):
        title = f"Testing {arguments.what.upper()} on {name} Game"
        print(f"<<<<<<<<<<<<<< {title} >>>>>>>>>>>>>>")
        statuses.append(search(moves_of(game), arguments))
    return max(statuses)


def play(arguments: Namespace) -> int:
    if arguments.file or arguments.limit_boards or arguments.limit_time:
        raise console.CommandError("play takes no file and no limit")
    board = Board()
    for row, column, number in moves_of(FIRST_GAME):
        board.update(row, column, number)
    play_sudoku(board)
    return console.YES


def read_moves(path: str) -> list[Move]:
    """The moves that make the board in the file at ``path``; CommandError otherwise."""
    name = console.shown(path)
    try:
        moves = moves_of(console.read_text(path, MOST_BYTES))
    except SudokuError as error:
        place = console.at(name, error.line, error.column, str(error))
        raise console.CommandError(place) from error
    board = Board()
    for row, column, number in moves:
        if not is_valid(board, row, column, number):
            where = f"row {row}, column {column}, counted from 0"
            said = f"{name}: {number} stands twice in a unit, again at {where}"
            raise console.CommandError(said, console.NO)
        board.update(row, column, number)
    return moves


def search(moves: list[Move], arguments: Namespace) -> int:
    """Search from the board after ``moves``; show the solution and the counts."""
    use_dfs = arguments.what == "dfs"
    most_boards = arguments.limit_boards or (None if use_dfs else MOST_BOARDS)
    watch = Watch(most_boards, arguments.limit_time)
    board = WatchedBoard(watch)
    for row, column, number in moves:
        board.update(row, column, number)
    gc.disable()  # boards make no cycles, and a long queue takes long to look through
    try:
        found = show_search(use_dfs, board)
    except LimitReached as limit:
        console.note(f"{arguments.command}: stopped at its limit of {limit}")
        status = console.LIMIT
    else:
        status = console.YES if found else console.NO
    finally:
        gc.enable()
    console.note(counts(watch, use_dfs), arguments.quiet and status != console.LIMIT)
    return status


def counts(watch: Watch, use_dfs: bool) -> str:
    waiting = "on the stack" if use_dfs else "in the queue"
    return (
        f"boards examined: {watch.examined:,}; {waiting}: {watch.waiting:,}, "
        f"at most {watch.most_waiting:,}; numbers placed: at most {watch.most_placed}"
    )
