"""Ways to write a puzzle as text, made by no code of the project.

``READ`` are layouts that must be read, ``WITH_ANOTHER`` a puzzle with its solution or
with a state of the game, of which only the puzzle may be read, and ``REFUSED`` texts
that must not be read as a puzzle. formats.toml has those that are words around a grid.
"""

import tomllib
from collections.abc import Callable, Iterator
from json import dumps
from pathlib import Path
from string import Template

Layout = Callable[[str], str]
SIGNS = ".0_*-xX?"
BOXES = "".join(str(r // 27 * 3 + r % 9 // 3 + 1) for r in range(81))
TABLE: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("formats.toml").read_text("utf-8")
)


def filled(template: str, cells: str, other: str = "", **more: str) -> str:
    """Return a text of formats.toml with the grids ``cells`` and ``other``."""
    both = {"": cells, "other_": other or cells}
    shapes = {
        f"{prefix}{name}": shape(grid)
        for prefix, grid in both.items()
        for name, shape in SHAPES.items()
    }
    text = Template(template).substitute(shapes, other=other, **more)
    return text if text.endswith("\n") else f"{text}\n"


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


def zeros(cells: str) -> str:
    return cells.replace(".", "0")


def numbers(cells: str) -> list[list[int]]:
    return [[int(cell) for cell in row] for row in rows(zeros(cells))]


def program_rows(cells: str, brackets: str) -> str:
    lines = map(", ".join, rows(zeros(cells)))
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
    lines = [f"[{' '.join(row)}]" for row in rows(zeros(cells))]
    return "[" + "\n ".join(lines) + "]\n"


SHAPES: dict[str, Layout] = {
    "line": str,
    "digits": zeros,
    "rows": block,
    "zeros": lambda cells: block(zeros(cells)),
    "spaced": lambda cells: block(cells, " "),
    "lists": lambda cells: dumps(numbers(cells)),
    "list": lambda cells: dumps(numbers(cells)).replace("], ", "],\n "),
    "strings": lambda cells: dumps(rows(cells)),
    "flat": lambda cells: dumps([*map(int, zeros(cells))]),
}


def layouts_of_cells() -> Iterator[tuple[str, Layout]]:
    """Yield the layouts in which any sign can be the blank, with each sign."""
    rule = "+-------+-------+-------+\n"
    frame = {"between": " ", "box": " | ", "edge": "| "}
    shapes: dict[str, Layout] = {
        "line": lambda cells: cells + "\n",
        "rows": block,
        "spaced rows": lambda cells: block(cells, " "),
        "boxes": lambda cells: block(cells, box="|"),
        "framed": lambda cells: framed(cells, rule, True, frame),
        "81 words": lambda cells: " ".join(cells) + "\n",
        "nine words": lambda cells: " ".join(rows(cells)) + "\n",
    }
    for name, layout in shapes.items():
        for sign in SIGNS:
            yield f"{name} {sign}", blank_as(sign, layout)


def blank_as(sign: str, layout: Layout) -> Layout:
    return lambda cells: layout(cells.replace(".", sign))


def from_table(template: str) -> Layout:
    return lambda cells: filled(template, cells)


def with_another(template: str) -> Callable[[str, str], str]:
    return lambda cells, other: filled(template, cells, other)


TIGHT = {"box": "|", "edge": "|"}
BARS = {"between": " ", "box": " ║ ", "edge": "║ "}
READ: dict[str, Layout] = {
    **dict(layouts_of_cells()),
    **{name: from_table(template) for name, template in TABLE["read"].items()},
    "tight frame": lambda c: framed(c, "|---+---+---|\n", True, TIGHT),
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
    "csv with a heading": lambda c: "1,2,3,4,5,6,7,8,9\n" + fields(c, ",", ""),
    "csv from zero": lambda c: "0,1,2,3,4,5,6,7,8\n" + fields(c, ",", ""),
    "semicolons": lambda c: fields(c, ";", ""),
    "tabs": lambda c: fields(c, "\t", ""),
    "81 fields": lambda c: ",".join(zeros(c)) + "\n",
    "81 fields or nothing": lambda c: ";".join(c).replace(".", "") + "\n",
    "between bars": lambda c: block(c.replace(".", " "), "|", edge="|"),
    "wide boxes": lambda c: block(c.replace(".", " "), " ", " | ", "| "),
    "a remark in each row": lambda c: block(c).replace("\n", "  # row\n"),
    "rows of a list": lambda c: program_rows(c, "[]"),
    "rows of an array": lambda c: f"int grid[9][9] = {{\n{program_rows(c, '{}')}}};\n",
    "rows as strings": lambda c: "".join(f'  "{row}",\n' for row in rows(c)),
    "numpy": numpy,
    "list in pieces": lambda c: dumps(numbers(c), indent=1) + "\n",
    "tuples": lambda c: str(tuple(map(tuple, numbers(c)))) + "\n",
    "none": lambda c: dumps(numbers(c)).replace("0", "None") + "\n",
    "empty strings": lambda c: str([list(r) for r in rows(c)]).replace(".", "") + "\n",
    "object in lines": lambda c: dumps({"board": rows(c)}, indent=1) + "\n",
    "moves": moves,
    "markdown": lambda c: markdown(c, "ABCDEFGHI"),
    "markdown numbered": lambda c: markdown(c, "123456789"),
    "markdown unnamed": lambda c: markdown(c, " " * 9),
    "markdown without": lambda c: markdown(c, ""),
}

# The other grid is a solution if it is full, or else a state of the game.
WITH_ANOTHER: dict[str, Callable[[str, str], str]] = {
    **{name: with_another(text) for name, text in TABLE["with_another"].items()},
    "two frames": lambda c, o: READ["framed ."](c) + "\n" + READ["framed ."](o),
}

REFUSED: dict[str, Layout] = {
    "box by box": lambda c: "".join(
        f"| {' | '.join(c[r + k : r + k + 3])} |\n"
        for top in (0, 27, 54)
        for k in (0, 3, 6)
        for r in (top, top + 9, top + 18)
    ),
    "digits from zero": lambda c: block(
        c.translate(str.maketrans("123456789", "012345678")), " "
    ),
    "regions": lambda c: "Regions\n" + block(BOXES, " "),
    "pencil marks": lambda c: fields(c, ",", "12"),
    "cells of objects": lambda c: dumps(
        [[{"value": d, "given": d > 0} for d in row] for row in numbers(c)]
    ),
    "braces": lambda c: f"int g[9][9] = {{{program_rows(c, '{}')}}};\n".replace(
        "\n", ""
    ),
    "the middle of boxes": lambda c: "|   5   |   3   |       |\n" * 9,
    "rows by letter": lambda c: labelled(c, "ABCDEFGHI"),
    "rows by number": lambda c: labelled(c, "123456789"),
    "different bars": lambda c: block(c[:45], box="|")[:55] + block(c[45:] + c)[:40],
    "quoted": lambda c: labelled(c, ">" * 9),
    "values of a column": lambda c: "\n".join(zeros(c)) + "\n",
}
