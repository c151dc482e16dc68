"""The files of a coursework for one puzzle: the input, and the expected outputs.

If the course provides such files, these have the same names. `for_input` returns the
outputs for an input file that already exists, right or wrong.
"""

import os
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from typing import Final

from sudoku import elimination, preemptive, search, singles
from sudoku.errors import SudokuError
from sudoku.formats import write
from sudoku.grid import Grid, cells_of, grid_of, moves_of


def comp9021(puzzle: str) -> list[str]:
    """Return the input and the four LaTeX files."""
    grid = grid_of(puzzle)
    return [
        text_of(grid, "digits"),
        preemptive.bare_tex(grid),
        preemptive.forced_tex(grid),
        preemptive.marked_tex(grid),
        preemptive.worked_tex(grid),
    ]


def hacettepe(puzzle: str) -> list[str]:
    """Return the input, which ends without a newline, and the steps."""
    grid = grid_of(puzzle)
    given = text_of(grid, "digits").removesuffix("\n")
    return [given, singles.steps_and_end(grid)[0]]


def cit591(puzzle: str) -> list[str]:
    """Return the input, the array after solving, and what ``print_solution`` prints."""
    problem = grid_of(puzzle)
    sets = elimination.convertToSets(problem)
    elimination.solve(sets)
    left = elimination.convertToInts(sets)
    printed = printed_by(lambda: elimination.print_solution(problem))
    return [text_of(problem, "list"), text_of(left, "list"), printed]


def northwestern(puzzle: str) -> list[str]:
    """Return the moves, the board, its solution and what ``test_dfs_or_bfs`` prints.

    The moves are a module for ``a5.py`` to import. ``python -m sudoku northwestern``
    reads the board.
    """
    grid = grid_of(puzzle)
    board = search.Board()
    moves = moves_of(grid)
    for move in moves:
        board.update(*move)
    solved = search.DFS(board)
    if solved is None:
        raise SudokuError("no solution")
    printed = printed_by(lambda: search.test_dfs_or_bfs(True, moves))
    inputs = [text_of(grid, "moves"), text_of(grid, "rows")]
    return [*inputs, printed_by(solved.print_pretty), printed]


def printed_by(act: Callable[[], object]) -> str:
    """Return what *act* prints."""
    with redirect_stdout(StringIO()) as output:
        act()
    return output.getvalue()


def text_of(grid: Grid, style: str) -> str:
    """Return *grid* in one of the formats of `sudoku.formats`."""
    return "".join(write([cells_of(grid)], style))


TEXTS: Final[dict[str, Callable[[str], list[str]]]] = {
    "comp9021": comp9021,
    "hacettepe": hacettepe,
    "cit591": cit591,
    "northwestern": northwestern,
}
NAMES: Final[dict[str, list[str]]] = {
    "comp9021": [
        "sudoku_{}.txt",
        "sudoku_{}_bare.tex",
        "sudoku_{}_forced.tex",
        "sudoku_{}_marked.tex",
        "sudoku_{}_worked.tex",
    ],
    "hacettepe": ["i{}.txt", "o{}.txt"],
    "cit591": ["puzzle{}.txt", "puzzle{}_solution.txt", "puzzle{}_printed.txt"],
    "northwestern": [
        "board{}_moves.py",
        "board{}.txt",
        "board{}_solved.txt",
        "board{}_printed.txt",
    ],
}


def files(course: str, number: int, puzzle: str) -> list[tuple[str, str]]:
    """Return the name and text of each file for puzzle *number*, with the input first.

    >>> easy = "123456789" + "456789123789123456231564897564897231" + "." * 36
    >>> [name for name, _ in files("hacettepe", 7, easy)]
    ['i7.txt', 'o7.txt']
    """
    return list(zip(names(course, number), TEXTS[course](puzzle), strict=True))


def names(course: str, number: int) -> list[str]:
    """Return the names of the files for puzzle *number*, with the input first."""
    return [name.format(number) for name in NAMES[course]]


def for_input(course: str, name: str, data: bytes) -> dict[str, str]:
    """Return what a program writes for the input file *name*, which contains *data*.

    Each text is under the name of its file, and under "" if it is printed. Hacettepe's
    file is called ``output.txt``. Raise the coursework's SudokuError for wrong input.

    >>> rows = b"100000000\\n" * 2 + b"000000000\\n" * 7
    >>> for_input("comp9021", "wrong.txt", rows)[""]
    'There is clearly no solution.\\n'
    """
    if course == "hacettepe":
        return {"output.txt": singles.steps_and_end(singles.parse(data))[0]}
    grid = preemptive.parse(preemptive.text_of(data))
    stem = os.path.splitext(name)[0]
    return {
        "": preemptive.assessment(grid) + "\n",
        f"{stem}_bare.tex": preemptive.bare_tex(grid),
        f"{stem}_forced.tex": preemptive.forced_tex(grid),
        f"{stem}_marked.tex": preemptive.marked_tex(grid),
        f"{stem}_worked.tex": preemptive.worked_tex(grid),
    }
