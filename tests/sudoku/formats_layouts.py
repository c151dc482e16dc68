"""Ways to write a puzzle as text, made by no code of the project.

``READ`` are layouts that must be read, ``WITH_ANOTHER`` a puzzle with its solution or
with a state of the game, of which only the puzzle may be read, and ``REFUSED`` texts
that must not be read as a puzzle.
"""

from collections.abc import Callable, Iterator
from json import dumps
from random import Random

Layout = Callable[[str], str]
SIGNS = ".0_*-xX?"
BOXES = "".join(str(r // 27 * 3 + r % 9 // 3 + 1) for r in range(81))

EASY = (
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
)
SOLVED = (
    "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
)
SPARSE = (
    "...2.14...5..........7........36.1...3..5..........7.27......8.....3..6.1........"
)
SPARSE_SOLVED = (
    "386291475957643218412785693874362159231957846695418732749526381528134967163879524"
)


def rows(cells: str) -> list[str]:
    return [cells[k : k + 9] for k in range(0, 81, 9)]


def block(cells: str, between: str = "", box: str = "", edge: str = "") -> str:
    """Return nine lines with ``between`` two cells, ``box`` two boxes, and an edge."""
    lines = []
    for row in rows(cells):
        thirds = [between.join(row[k : k + 3]) for k in (0, 3, 6)]
        lines.append(edge + (box or between).join(thirds) + edge[::-1] + "\n")
    return "".join(lines)


def framed(cells: str, rule: str, around: bool, row: dict[str, str]) -> str:
    lines = block(cells, **row).splitlines(keepends=True)
    bands = ["".join(lines[k : k + 3]) for k in (0, 3, 6)]
    edge = rule if around else ""
    return edge + rule.join(bands) + edge


def groups(cells: str, size: int) -> str:
    lines = block(cells, " ").splitlines(keepends=True)
    return "\n".join("".join(lines[k : k + size]) for k in range(0, 9, size))


def fields(cells: str, separator: str, blank: str, quote: str = "") -> str:
    return "".join(
        separator.join(quote + cell.replace(".", blank) + quote for cell in row) + "\n"
        for row in rows(cells)
    )


def numbers(cells: str) -> list[list[int]]:
    return [[int(cell) for cell in row.replace(".", "0")] for row in rows(cells)]


def program_rows(cells: str, brackets: str) -> str:
    lines = (", ".join(row.replace(".", "0")) for row in rows(cells))
    return "".join(f"  {brackets[0]}{line}{brackets[1]},\n" for line in lines)


def markdown(cells: str, heading: str) -> str:
    body = [f"| {' | '.join(row.replace('.', ' '))} |\n" for row in rows(cells)]
    head = f"| {' | '.join(heading)} |\n" if heading else body.pop(0)
    return head + "|---" * 9 + "|\n" + "".join(body)


def labelled(cells: str, labels: str) -> str:
    pairs = zip(labels, rows(cells))
    return "".join(f"{label} {' '.join(row)}\n" for label, row in pairs)


def moves(cells: str) -> str:
    given = [f"({k // 9}, {k % 9}, {c})" for k, c in enumerate(cells) if c != "."]
    return f"first_moves = [{', '.join(given)}]\n"


def numpy(cells: str) -> str:
    lines = [f"[{' '.join(row.replace('.', '0'))}]" for row in rows(cells)]
    return "[" + "\n ".join(lines) + "]\n"


def blank_as(sign: str, layout: Layout) -> Layout:
    return lambda cells: layout(cells.replace(".", sign))


def layouts_of_cells() -> Iterator[tuple[str, Layout]]:
    """Yield the layouts in which any sign can be the blank, with each sign."""
    rule = "+-------+-------+-------+\n"
    shapes: dict[str, Layout] = {
        "line": lambda cells: cells + "\n",
        "rows": block,
        "spaced rows": lambda cells: block(cells, " "),
        "boxes": lambda cells: block(cells, box="|"),
        "framed": lambda cells: framed(
            cells, rule, True, {"between": " ", "box": " | ", "edge": "| "}
        ),
        "81 words": lambda cells: " ".join(cells) + "\n",
        "nine words": lambda cells: " ".join(rows(cells)) + "\n",
    }
    for name, layout in shapes.items():
        for sign in SIGNS:
            yield f"{name} {sign}", blank_as(sign, layout)


BARS = {"between": " ", "box": " ║ ", "edge": "║ "}
CSV_HEADING = ",".join("123456789") + "\n"
READ: dict[str, Layout] = {
    **dict(layouts_of_cells()),
    "tight frame": lambda c: framed(
        c, "|---+---+---|\n", True, {"box": "|", "edge": "|"}
    ),
    "simple sudoku": lambda c: framed(
        c.replace(".", "X"), "-" * 11 + "\n", False, {"box": "|"}
    ),
    "box drawing": lambda c: framed(c, "╠═══════╬═══════╬═══════╣\n", True, BARS),
    "equals": lambda c: framed(c, "=" * 21 + "\n", True, {"between": " "}),
    "groups of boxes": lambda c: block(c.replace(".", "*"), box="  "),
    "groups of three": lambda c: groups(c, 3),
    "single rows": lambda c: groups(c, 1),
    "csv": lambda c: fields(c, ",", ""),
    "csv quoted": lambda c: fields(c, ",", "", '"'),
    "csv with a heading": lambda c: CSV_HEADING + fields(c, ",", ""),
    "csv from zero": lambda c: ",".join("012345678") + "\n" + fields(c, ",", ""),
    "semicolons": lambda c: fields(c, ";", ""),
    "tabs": lambda c: fields(c, "\t", ""),
    "81 fields": lambda c: ",".join(c.replace(".", "0")) + "\n",
    "81 fields or nothing": lambda c: ";".join(c).replace(".", "") + "\n",
    "between bars": lambda c: block(c.replace(".", " "), "|", edge="|"),
    "wide boxes": lambda c: block(c.replace(".", " "), " ", " | ", "| "),
    "beside a hash": lambda c: f"0000183b305c {c} 1.2\n",
    "numbered": lambda c: f"1. {c}\n",
    "rated": lambda c: f"{c};2.5;easy\n",
    "with a remark": lambda c: f"{c}  # easy\n",
    "a label": lambda c: f"Puzzle: {c}\n",
    "a setting": lambda c: f"[game]\nname=mine\nstart={c}\n",
    "yaml": lambda c: f'- name: mine\n  puzzle: "{c}"\n',
    "a title": lambda c: "Grid 01\n" + block(c.replace(".", "0")),
    "a date": lambda c: "2024-01-05\n" + block(c),
    "a number": lambda c: "7\n" + block(c, " "),
    "letters": lambda c: "  A B C D E F G H I\n" + block(c, " "),
    "unknown title": lambda c: "Le petit mardi\n" + block(c),
    "a long title": lambda c: "This is the final puzzle of our long tour\n" + block(c),
    "a comment": lambda c: "# from a book\n" + block(c),
    "sdk": lambda c: "#AA. Setter\n[Puzzle]\n" + block(c),
    "a remark in each row": lambda c: block(c, edge="").replace("\n", "  # row\n"),
    "rows of a list": lambda c: program_rows(c, "[]"),
    "rows of an array": lambda c: f"int grid[9][9] = {{\n{program_rows(c, '{}')}}};\n",
    "rows as strings": lambda c: "".join(f'  "{row}",\n' for row in rows(c)),
    "numpy": numpy,
    "list": lambda c: dumps(numbers(c)) + "\n",
    "named list": lambda c: f"grid = {dumps(numbers(c))}\n",
    "list of nine lines": lambda c: dumps(numbers(c)).replace("], ", "],\n ") + "\n",
    "list in pieces": lambda c: dumps(numbers(c), indent=1) + "\n",
    "array": lambda c: f"a = np.array({dumps(numbers(c))}, dtype=int)\n",
    "tuples": lambda c: str(tuple(map(tuple, numbers(c)))) + "\n",
    "none": lambda c: dumps(numbers(c)).replace("0", "None") + "\n",
    "empty strings": lambda c: str([list(r) for r in rows(c)]).replace(".", "") + "\n",
    "list of strings": lambda c: dumps(rows(c)) + "\n",
    "flat list": lambda c: dumps([cell for row in numbers(c) for cell in row]) + "\n",
    "string in a list": lambda c: f'["{c}"]\n',
    "object": lambda c: dumps({"puzzle": numbers(c)}) + "\n",
    "object of a string": lambda c: dumps({"id": 7, "puzzle": c}) + "\n",
    "object in lines": lambda c: dumps({"board": rows(c)}, indent=1) + "\n",
    "objects": lambda c: dumps([{"name": "easy", "givens": c}]) + "\n",
    "api": lambda c: dumps({"newboard": {"grids": [{"value": numbers(c)}]}}) + "\n",
    "python object": lambda c: f"{ {'puzzle': numbers(c)} }\n",
    "moves": moves,
    "markdown": lambda c: markdown(c, "ABCDEFGHI"),
    "markdown numbered": lambda c: markdown(c, "123456789"),
    "markdown unnamed": lambda c: markdown(c, " " * 9),
    "markdown without": lambda c: markdown(c, ""),
    "opensudoku": lambda c: (
        f'<?xml version="1.0"?>\n<opensudoku>\n<name>Mine</name>\n'
        f'<game data="{c.replace(".", "0")}" />\n</opensudoku>\n'
    ),
    "a column": lambda c: f"id,puzzle,clues\n1,{c},30\n",
}

# The other grid is a solution if it is full, or else a state of the game.
WITH_ANOTHER: dict[str, Callable[[str, str], str]] = {
    "two lines": lambda c, o: f"{c}\n{o}\n",
    "two lines, turned": lambda c, o: f"{o}\n{c}\n",
    "two blocks": lambda c, o: f"{block(c)}\n{block(o)}",
    "two frames": lambda c, o: READ["framed ."](c) + "\n" + READ["framed ."](o),
    "titles": lambda c, o: f"Puzzle\n{block(c)}\nPlayer\n{block(o)}",
    "known titles": lambda c, o: f"Puzzle\n{block(c)}Solution\n{block(o)}",
    "titles of states": lambda c, o: f"Puzzle:\n{block(c)}\nCurrent state:\n{block(o)}",
    "foreign titles": lambda c, o: f"Arvoitus\n{block(c)}\nTilanne\n{block(o)}",
    "comments": lambda c, o: f"# the task\n{block(c)}\n# my try\n{block(o)}",
    "sections": lambda c, o: f"[Puzzle]\n{block(c)}[State]\n{block(o)}",
    "foreign sections": lambda c, o: f"[Puzzle]\n{block(c)}[Stand]\n{block(o)}",
    "labels": lambda c, o: f"Puzzle: {c}\nSolution: {o}\n",
    "settings": lambda c, o: f"[game]\nstart={c}\nnow={o}\n",
    "settings, turned": lambda c, o: f"[game]\nnow={o}\nstart={c}\n",
    "yaml pair": lambda c, o: f"puzzle: {c}\nanswers: {o}\n",
    "a pair": lambda c, o: f"{c},{o}\n",
    "a pair, turned": lambda c, o: f"{o} {c}\n",
    "a pair with a number": lambda c, o: f"7;{c};{o};2.3\n",
    "columns": lambda c, o: f"quizzes,solutions\n{c},{o}\n",
    "columns, turned": lambda c, o: f"id;solution;puzzle\n1;{o};{c}\n",
    "foreign columns": lambda c, o: f"id,aufg,stand\n1,{c},{o}\n",
    "an object": lambda c, o: dumps({"puzzle": c, "solution": o}) + "\n",
    "initial and board": lambda c, o: dumps({"initial": c, "board": o}) + "\n",
    "a user's board": lambda c, o: dumps({"grid": c, "user": {"board": o}}) + "\n",
    "entries": lambda c, o: dumps({"puzzle": rows(c), "entries": rows(o)}) + "\n",
    "unknown keys": lambda c, o: dumps({"alku": numbers(c), "nyt": numbers(o)}) + "\n",
    "a list of two": lambda c, o: dumps([c, o]) + "\n",
    "two documents": lambda c, o: f"{dumps(numbers(c))}\n{dumps(numbers(o))}\n",
    "two variables": lambda c, o: f"puzzle = {numbers(c)}\nanswer = {numbers(o)}\n",
    "other variables": lambda c, o: f"before = {numbers(c)}\nnow = {numbers(o)}\n",
    "history": lambda c, o: dumps({"grid": c, "history": [{"grid": o}]}) + "\n",
    "two games": lambda c, o: (
        f'<opensudoku>\n<game data="{c}"/>\n<game data="{o}"/>\n</opensudoku>\n'
    ),
}

REFUSED: dict[str, Layout] = {
    "box by box": lambda c: "".join(
        f"| {' | '.join(c[r + k : r + k + 3])} |\n"
        for top in (0, 27, 54)
        for k in (0, 3, 6)
        for r in (top, top + 9, top + 18)
    ),
    "a row of three cells": lambda c: (
        markdown(c, "ABCDEFGHI")[:-38] + "| . | . | 5 |\n"
    ),
    "two blanks": lambda c: block(c.replace(".", "0", 30)),
    "digits from zero": lambda c: block(
        c.translate(str.maketrans("123456789", "012345678")), " "
    ),
    "eight rows": lambda c: block(c)[:80],
    "ten rows": lambda c: block(c) + block(c)[:10],
    "a heading and eight rows": lambda c: (
        "1 2 3 4 5 6 7 8 9\n" + block(c, " ")[: 8 * 18]
    ),
    "regions": lambda c: "Regions\n" + block(BOXES, " "),
    "candidates": lambda c: block(c, " ").replace(".", "3689"),
    "pencil marks": lambda c: fields(c, ",", "12"),
    "minus one": lambda c: str(numbers(c)).replace("0", "-1") + "\n",
    "cells of objects": lambda c: (
        dumps([[{"value": d, "given": d > 0} for d in row] for row in numbers(c)])
        + "\n"
    ),
    "braces": lambda c: f"int g[9][9] = {str(numbers(c))};\n".replace("[", "{").replace(
        "]", "}"
    ),
    "a key twice": lambda c: f'{{"puzzle": "{c}", "puzzle": "{SPARSE}"}}\n',
    "the middle of boxes": lambda c: (
        "|   5   |   3   |       |\n|       |   7   |   1   |\n|       |       |   2   |\n"
        * 3
    ),
    "16 cells in a row": lambda c: "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n" * 16,
    "four cells in a row": lambda c: "1 . . 4\n. . 2 .\n. 3 . .\n4 . . 1\n",
    "rows by letter": lambda c: labelled(c, "ABCDEFGHI"),
    "rows by number": lambda c: labelled(c, "123456789"),
    "an answer": lambda c: f"Solution: {SOLVED}\n",
    "a state": lambda c: f"Current state\n{block(c)}",
    "different bars": lambda c: block(c[:45], box="|")[:55] + block(c[45:] + c)[:40],
    "a killer": lambda c: dumps({"type": "killer", "killer": c}) + "\n",
    "quoted": lambda c: labelled(c, ">" * 9),
    "values of a column": lambda c: "\n".join(c.replace(".", "0")) + "\n",
}


def variant(random: Random, cells: str, solved: str) -> tuple[str, str]:
    """Return a puzzle and its solution with other digits in another order."""
    digits = "".join(random.sample("123456789", 9))
    order = [
        3 * band + k
        for band in random.sample(range(3), 3)
        for k in random.sample(range(3), 3)
    ]
    table = str.maketrans("123456789", digits)
    places = [9 * row + column for row in order for column in order[::-1]]
    puzzle = "".join(cells[k] for k in places).translate(table)
    return puzzle, "".join(solved[k] for k in places).translate(table)


def state(random: Random, cells: str, solved: str) -> str:
    """Return the puzzle with some cells of its solution, and perhaps a wrong one."""
    blanks = [k for k, cell in enumerate(cells) if cell == "."]
    filled = set(random.sample(blanks, random.randrange(4, len(blanks) - 4)))
    entered = [solved[k] if k in filled else cell for k, cell in enumerate(cells)]
    if random.random() < 0.3:
        entered[min(filled)] = random.choice("123456789")
    return "".join(entered)
