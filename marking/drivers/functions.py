"""Call a function of a submission, and write its result to ``answer.txt``.

The launcher gives this file to ``python -c`` with a course and its words. Python 3.6
can read it. It imports nothing but the submission and the standard library.

The returned value and the arguments after the call are written as text that shows exact
types: `True` is not `1`, and an object that only looks like a list shows its type.
"""

import os
import sys

folder = sys.path.pop(0)  # a submission may have an ast.py
import ast
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

sys.path.insert(0, folder)
ANSWER = "answer.txt"
DEEPEST = 20
LONGEST = 10000  # characters of a string
EMPTY_SET = ast.dump(ast.parse("set()", mode="eval").body)

# A submission can replace these; the driver keeps its own.
write_file, sorted_, repr_, type_, len_ = open, sorted, repr, type, len
join, exact = ", ".join, (int, float, bool, type(None))


def text(value: object, depth: int = 0) -> str:
    """Return *value* as text, with the elements of a set in order.

    >>> text([(1,), {3, 2}, True, set(), "a"])
    "[(1,), {2, 3}, True, set(), 'a']"
    """
    kind = type_(value)
    if depth > DEEPEST:
        return "..."
    if kind in exact:
        return repr_(value)
    if isinstance(value, str) and kind is str:
        return repr_(value[:LONGEST])
    if isinstance(value, (list, tuple, set, frozenset)):
        parts = [text(part, depth + 1) for part in value]
        if kind is list:
            return "[" + join(parts) + "]"
        if kind is tuple:
            return "(" + join(parts) + (",)" if len_(parts) == 1 else ")")
        if kind is set:
            return "{" + join(sorted_(parts)) + "}" if parts else "set()"
    return "<" + kind.__module__ + "." + kind.__name__ + ">"


def literal(source: str) -> object:
    """Return the value of a Python literal, which may contain ``set()``."""
    return value_of(ast.parse(source, mode="eval").body)


def value_of(node: ast.expr) -> object:
    if isinstance(node, ast.List):
        return [value_of(part) for part in node.elts]
    if isinstance(node, ast.Tuple):
        return tuple([value_of(part) for part in node.elts])
    if isinstance(node, ast.Set):
        return {value_of(part) for part in node.elts}
    if ast.dump(node) == EMPTY_SET:
        return set()
    return ast.literal_eval(node)


def lines_of(value: object, arguments: "list[object]") -> str:
    """Return the text of a result: the value, then each argument that can change."""
    lines = ["returned: " + text(value)]
    for number, argument in enumerate(arguments, 1):
        if type_(argument) is list:
            lines.append("argument {}: {}".format(number, text(argument)))
    return "\n".join(lines) + "\n"


def in_order(value: object) -> object:
    """Return a list of locations sorted, anything else as it is."""
    if type_(value) is list and isinstance(value, list):
        places = [place for place in value if type_(place) is tuple]
        if len_(places) == len_(value) and "<" not in text(value):
            return sorted_(value, key=text)
    return value


def called(module: ModuleType, function: str, source: str) -> str:
    """Call *function* of a module with the arguments in *source*."""
    arguments = literal("[" + source + "]")
    assert isinstance(arguments, list)
    value = getattr(module, function)(*arguments)
    return lines_of(in_order(value) if "Locations" in function else value, arguments)


def load(name: str) -> ModuleType:
    """Load a student's file by its path: a package of its name must not hide it."""
    spec = spec_from_file_location(name, os.path.abspath(name + ".py"))
    assert spec and spec.loader
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def cit591(function: str, source: str, is_input: bool) -> str:
    """Call *function* with the arguments in *source*, or with a file of an array."""
    kept = os.dup(1)
    os.dup2(2, 1)  # what is printed while importing is not compared
    sudoku = load("sudoku")
    sys.stdout.flush()
    os.dup2(kept, 1)
    if not is_input:
        return called(sudoku, function, source)
    call = getattr(sudoku, function)
    if function == "read_sudoku":
        return lines_of(call(source), [])
    with write_file(source, encoding="utf-8") as file:
        problem = literal(file.read().strip())
    assert isinstance(problem, list)
    if function == "solve":
        every = range(1, 10)
        problem = [[{n} if n else set(every) for n in row] for row in problem]
    return lines_of(call(problem), [problem])


def northwestern(a5: ModuleType, function: str, cells: str) -> str:
    """Make a board of the 81 *cells*, and call *function* of it or of the module."""
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
        return "None\n" if solution is None else text(solution.rows) + "\n"
    value = getattr(board, function)()
    return lines_of(value, []) + board_text(board)


def board_text(board: object) -> str:
    """Return the attributes of a board."""
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


def main(words: "list[str]") -> None:
    course, function, source = words[:3]
    if course == "northwestern":
        a5 = load("a5")
        with write_file(source, encoding="utf-8") as file:
            cells = file.read()
        answer = northwestern(a5, function, cells)
    else:
        answer = cit591(function, source, words[3] == "input")
    with write_file(ANSWER, "w", encoding="utf-8") as file:
        file.write(answer)


if __name__ == "__main__":
    main(sys.argv[1:])
