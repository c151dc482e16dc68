"""Ways to write a puzzle as text, made by no code of the project, and to damage it.

``READ`` are layouts that must be read, ``WITH_ANOTHER`` a puzzle with its solution or
with a state of the game, of which only the puzzle may be read, and ``REFUSED`` texts
that must not be read as a puzzle. formats.toml has those that are words around a grid.
What is read from a damaged text is judged by the puzzles that were written.
"""

import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from json import dumps
from pathlib import Path
from random import Random
from string import Template
from typing import NamedTuple

from sudoku.formats import FormatError, Puzzle, parse
from tests.sudoku.puzzles import shuffled_lines
from tests.sudoku.sudoku_commands import EASY, SOLVED

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


TIGHT = {"box": "|", "edge": "|"}
BARS = {"between": " ", "box": " ║ ", "edge": "║ "}
READ: dict[str, Layout] = {
    **dict(layouts_of_cells()),
    **{name: partial(filled, template) for name, template in TABLE["read"].items()},
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
    "numpy": lambda c: SHAPES["list"](c).replace(",", "") + "\n",
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
    **{name: partial(filled, text) for name, text in TABLE["with_another"].items()},
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


# Damage


SPARSE = (
    "...2.14...5..........7........36.1...3..5..........7.27......8.....3..6.1........"
)
UNDAMAGED = {"moves"}  # without a line it is a list of moves


class Sample(NamedTuple):
    """A text, and the puzzles written in it.

    ``hidden`` are the solutions and states in it. ``damage`` is "" or what was changed.
    """

    name: str
    text: str
    puzzles: list[str]
    hidden: list[str]
    damage: str = ""


def whole_samples(random: Random) -> Iterator[Sample]:
    """Yield each layout alone and twice, and each pair with a solution and a state."""
    for name, layout in READ.items():
        [one], [two] = variants(random, EASY), variants(random, SPARSE)
        yield Sample(f"{name}, once", layout(one), [one], [])
        yield Sample(f"{name}, twice", f"{layout(one)}\n{layout(two)}", [one, two], [])
    for name, pair in WITH_ANOTHER.items():
        puzzle, solved = variants(random, EASY, SOLVED)
        entered = state(random, puzzle, solved)
        yield Sample(f"{name}, solution", pair(puzzle, solved), [puzzle], [solved])
        yield Sample(f"{name}, state", pair(puzzle, entered), [puzzle], [entered])
    for name, layout in REFUSED.items():
        [puzzle] = variants(random, EASY)
        yield Sample(f"{name}, refused", layout(puzzle), [], [puzzle])


def variants(random: Random, *grids: str) -> list[str]:
    """Return the grids with other digits, all in the same other order of rows."""
    order = shuffled_lines(random)
    digits = "".join(random.sample("123456789", 9))
    moved = ("".join(grid[9 * row :][:9][::-1] for row in order) for grid in grids)
    return [grid.translate(str.maketrans("123456789", digits)) for grid in moved]


def state(random: Random, cells: str, solved: str) -> str:
    """Return the puzzle with some cells of its solution, and perhaps a wrong one."""
    blanks = [k for k, cell in enumerate(cells) if cell == "."]
    filled = set(random.sample(blanks, random.randrange(4, len(blanks) - 4)))
    entered = [solved[k] if k in filled else cell for k, cell in enumerate(cells)]
    if random.random() < 0.3:
        entered[min(filled)] = random.choice("123456789")
    return "".join(entered)


def damaged_samples(random: Random, number: int) -> Iterator[Sample]:
    """Yield ``number`` samples with one piece of damage each."""
    whole: list[Sample] = []
    for _ in range(number):
        if not whole:
            samples = whole_samples(random)
            whole = [s for s in samples if s.name.split(",")[0] not in UNDAMAGED]
            random.shuffle(whole)
        sample = whole.pop()
        damage, text = damaged_text(random, sample.text)
        yield sample._replace(text=text, damage=damage)


def damaged_text(random: Random, text: str) -> tuple[str, str]:
    """Return what was changed, and ``text`` with this change."""
    kind = random.choice(
        ("lost sign", "new sign", "other sign", "lost line", "line twice", "cut")
    )
    k = random.randrange(len(text))
    signs = text + "0123456789.,;|[]{}#z \n"
    rows = text.splitlines(keepends=True)
    line = random.randrange(len(rows))
    if kind == "lost sign":
        return kind, text[:k] + text[k + 1 :]
    if kind == "new sign":
        return kind, text[:k] + random.choice(signs) + text[k:]
    if kind == "other sign":
        return kind, text[:k] + random.choice(signs) + text[k + 1 :]
    if kind == "lost line":
        return kind, "".join(rows[:line] + rows[line + 1 :])
    if kind == "line twice":
        return kind, "".join(rows[: line + 1] + rows[line:])
    return kind, text[:k]


def differences(cells: str, other: str) -> int:
    return sum(one != two for one, two in zip(cells, other))


def verdict(sample: Sample) -> str:
    """Return "right", "wrong", "lost", "refused" or "cut" for what is read.

    A grid is wrong if it differs in two cells from each written puzzle. One is lost if
    fewer are read and there is no error. A text is "cut" if only a solution or a state
    is left in it.
    """
    entries = parse(sample.text)
    read = [entry.cells for entry in entries if type(entry) is Puzzle]
    errors = [entry for entry in entries if isinstance(entry, FormatError)]
    written = sample.puzzles
    if sample.name.endswith("refused"):
        written = sample.hidden if sample.damage else []
    wrong = [c for c in read if all(differences(c, p) > 1 for p in written)]
    if wrong:
        alone = not any(starts_in(sample, puzzle) for puzzle in sample.puzzles)
        is_other = all(any(differences(c, p) < 2 for p in sample.hidden) for c in wrong)
        return "cut" if sample.damage and alone and is_other else "wrong"
    if len(read) < len(sample.puzzles):
        if errors:
            return "refused"
        gone = any(not starts_in(sample, puzzle) for puzzle in sample.puzzles)
        return "cut" if gone else "lost"
    if sample.name.endswith("refused") and not errors:
        return "wrong" if not sample.damage else "right"
    return "right" if not errors else "refused"


def starts_in(sample: Sample, puzzle: str) -> bool:
    """Return whether the first or the last rows of ``puzzle`` are left in a text.

    The rows of its state or solution do not count.
    """
    digits = digits_in(sample.text)
    for hidden in sample.hidden:
        digits = digits.replace(digits_in(hidden), " ", 1)
    return digits_in(puzzle[:45]) in digits or digits_in(puzzle[36:]) in digits


def digits_in(text: str) -> str:
    return "".join(sign for sign in text if sign.isdigit() and sign != "0")
