"""Boards for the tests of the Northwestern coursework."""

from sudoku.northwestern.search import Board
from tests.places import GOLDEN

FILES = GOLDEN / "northwestern"
# The test run of the starter, which uses the names of ``a5.py``, and what it prints.
TEST_RUN = (FILES / "test_run.in").read_text()
EXPECTED = (FILES / "expected_main.txt").read_text()

FIRST = (
    ".7.....1...97.42....89..3...43.6.....9.1.8.7.....2.15...4..57....74.19...3.....8."
)
FIRST_SOLVED = (
    "472683519319754268568912347143567892295148673786329154624895731857431926931276485"
)
SECOND = (
    ".2.3.5.4.......9...7..4..8.1.7..9..2.9..3..6.6..7..5.8.1..9..2...6.......4.8.7.5."
)
SECOND_SOLVED = (
    "829315647463278915571946283157689432298534761634721598715493826986152374342867159"
)


def board_of(digits: str, board: Board | None = None) -> Board:
    """Return the board after a move for each digit of *digits*, row by row.

    *digits* has 81 characters; "." is a blank. The moves are made on *board*, or on a
    new one.
    """
    board = Board() if board is None else board
    for place, digit in enumerate(digits):
        if digit != ".":
            board.update(place // 9, place % 9, int(digit))
    return board


def lines_of(digits: str) -> str:
    return "".join(f"{digits[start : start + 9]}\n" for start in range(0, 81, 9))


UNSOLVABLE = "12345678........9" + "." * 64
