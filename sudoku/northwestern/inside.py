"""Run tests of Northwestern on a student's module, in a sandbox."""

from types import ModuleType

from _courseware.values import lines_of, text, type_

SEARCHES = ("DFS", "BFS")
read_file = open  # a submission can replace it


def needs(do: str) -> "list[str]":
    """Return the names that a submission must define for the test ``do``."""
    return ["Board", do if do in SEARCHES else "Board." + do]


def answer(a5: ModuleType, do: str, name: str) -> str:
    """Return the result of the method or search ``do`` for the board in a file.

    ``name`` is the name of the file.
    """
    with read_file(name, encoding="utf-8") as file:
        return result_of(a5, do, file.read())


def result_of(a5: ModuleType, function: str, cells: str) -> str:
    """Return the result of ``function`` for a board of 81 ``cells``, as text.

    ``function`` is a method of the board, or a search in the module ``a5``. After a
    method, the board is a part of the result.
    """
    digits = [int(sign) for sign in cells if sign in "0123456789"]
    grid = [digits[start : start + 9] for start in range(0, 81, 9)]
    board = a5.Board()
    if function == "update":
        for row in range(9):
            for column in range(9):
                if grid[row][column]:
                    board.update(row, column, grid[row][column])
        return board_text(board)
    board.rows = rows_of(grid)
    board.num_nums_placed = 81 - digits.count(0)
    if function in ("DFS", "BFS"):
        solution = getattr(a5, function)(board)
        rows = getattr(solution, "rows", None)  # of anything that is returned
        return "None\n" if solution is None else text(rows) + "\n"
    value = getattr(board, function)()
    return lines_of(value, []) + board_text(board)


def board_text(board: object) -> str:
    """Return the attributes of ``board`` as text."""
    placed = getattr(board, "num_nums_placed", None)
    rows = getattr(board, "rows", None)
    lines = (
        [text(row) for row in rows] if type_(rows) is list and rows else [text(rows)]
    )
    return "\n".join(["num_nums_placed: " + text(placed)] + lines) + "\n"


def rows_of(grid: "list[list[int]]") -> "list[list[int | list[int]]]":
    """Return the rows of a board: numbers, and lists of the possible numbers."""
    rows = [list(row) for row in grid]  # type: list[list[int | list[int]]]
    for row in range(9):
        for column in range(9):
            if not grid[row][column]:
                near = set(grid[row]) | {line[column] for line in grid}
                for line in grid[row - row % 3 : row - row % 3 + 3]:
                    near |= set(line[column - column % 3 : column - column % 3 + 3])
                rows[row][column] = [n for n in range(1, 10) if n not in near]
    return rows
