"""The puzzles among the grids in the value of a document.

A grid is 81 cells in a list or a string, nine rows of nine cells, or a list of moves:
tuples of a row and a column, from 0, and a number. The keys on the path to a grid
decide whether it is a puzzle. Each element of an array is an item, and has one puzzle.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple, TypeAlias, TypeGuard

from _courseware.terminal.messages import plural
from sudoku.checks import shortened
from sudoku.formats.grid_names import RANKS, Role, role_of, words_of
from sudoku.formats.signs import CELLS, EXPECTED, LONG, TO_DOTS

Path: TypeAlias = tuple[str | int, ...]  # keys and, from 0, indices

LEAST, MOST = 60, 102  # cells that should be 81
MOST_IN_ROW = 18  # cells that should be a row
PUZZLE = RANKS["puzzle"]
OF_ROWS = "expected 9 rows of 9 cells"
OF_OBJECT = 'expected "puzzle" and 81 cells'
MOVE = "expected a row and a column from 0 to 8 and a number from 1 to 9"
GNOME = "a saved game of GNOME Sudoku is not read; expected 81 cells"

SIGNS: dict[object, str] = {
    None: ".",
    "": ".",
    **{sign: sign for sign in CELLS},
    **{number: str(number) for number in range(10)},
}
PLAIN = frozenset((int, type(None)))
GIVEN = frozenset(("given", "fixed", "is given", "is fixed"))
VARIANT = re.compile(r"region|cage|jigsaw|killer|thermo|\barrow")
NO_ROWS = re.compile(r"\b(?:masks?|columns?|cols|box(?:es)?|blocks?)\b")


class Cells(NamedTuple):
    """The 81 cells of a grid, or what is wrong with what is almost a grid."""

    cells: str
    mistake: str = ""
    tokens: int = 0  # the brackets and strings before the mistake


class Found(NamedTuple):
    """A grid, or what is almost one, and its place in the document."""

    path: Path
    role: Role  # of the key that decides
    rank: int
    cells: str
    mistake: str  # or ""
    token: int  # the number of brackets and strings before it, or before its mistake


class Chosen(NamedTuple):
    """A puzzle, or the mistake of an item, and its place as in Found."""

    token: int
    cells: str
    mistake: str


class Search:
    """All grids of a value, with what is needed to choose between them."""

    def __init__(self, value: object, name: str) -> None:
        self.value = value
        self.found: list[Found] = []
        self.tokens = 0  # brackets and strings so far
        self.elements: dict[Path, list[int]] = {}  # the tokens before those of arrays
        self.variants: dict[Path, str] = {}  # the keys that make an object a variant
        if value == [] and name.endswith("moves"):
            self.add((), "", PUZZLE, Cells("." * 81))
            self.tokens = 1
        else:
            self.visit(value, (), "", PUZZLE)

    def visit(self, value: object, path: Path, role: Role, rank: int) -> None:
        """Add the grids in ``value``, where ``role`` and ``rank`` are those of its key."""
        if isinstance(value, str):
            if grid := in_string(value):
                self.add(path, role, rank, grid)
            self.tokens += 1
        elif isinstance(value, dict):
            self.visit_object(value, path, role, rank)
        elif isinstance(value, (list, tuple)):
            if grid := in_list(value):
                self.add(path, role, rank, grid)
                self.tokens += tokens_in(value)
                return
            self.tokens += 1
            places = self.elements[path] = []
            for index, element in enumerate(value):
                places.append(self.tokens)
                self.visit(element, (*path, index), role, rank)

    def visit_object(
        self, value: dict[object, object], path: Path, role: Role, rank: int
    ) -> None:
        self.tokens += 1
        numbered = bool(value) and all(str(key).isdecimal() for key in value)
        places: list[int] = []
        if numbered:
            self.elements[path] = places
        for key, element in value.items():
            self.tokens += isinstance(key, str)
            name = str(key)
            places.append(self.tokens)
            if numbered:
                self.visit(element, (*path, len(places) - 1), role, rank)
                continue
            if makes_variant(name, element):
                self.variants[path] = name
            own = role_of(name)
            inner: tuple[Role, int] = role, rank
            if rank and (own in ("state", "solution") or not key_in(path)):
                inner = own, RANKS[own]
            elif rank and own:
                inner = own, max(rank, RANKS[own])
            self.visit(element, (*path, name), *inner)

    def add(self, path: Path, role: Role, rank: int, grid: Cells) -> None:
        token = self.tokens + grid.tokens
        self.found.append(Found(path, role, rank, grid.cells, grid.mistake, token))


def key_in(path: Path) -> bool:
    return any(isinstance(part, str) for part in path)


def item_of(path: Path) -> Path:
    """Return the path up to the innermost index."""
    end = len(path)
    while end and isinstance(path[end - 1], str):
        end -= 1
    return path[:end]


def tokens_in(value: object) -> int:
    """Return the number of brackets and strings of ``value``."""
    if isinstance(value, str):
        return 1
    if isinstance(value, (list, tuple)):
        return 1 + (0 if is_plain(value) else sum(map(tokens_in, value)))
    if isinstance(value, dict):
        keys = sum(isinstance(key, str) for key in value)
        return 1 + keys + sum(map(tokens_in, value.values()))
    return 0


def is_plain(values: Sequence[object]) -> bool:
    """Return whether all values are whole numbers or None, as in most rows."""
    return PLAIN.issuperset(map(type, values))


def in_string(value: str) -> Cells | None:
    """Return the cells of a string that is a grid, or almost one, or None."""
    if len(value) == 81 and CELLS.issuperset(value):
        return Cells(value.translate(TO_DOTS))
    if LEAST <= len(value) <= MOST:
        return almost([[sign if sign in CELLS else "" for sign in value]], [value])
    return None


def in_list(value: Sequence[object]) -> Cells | None:
    """Return the cells of a list that is a grid, or almost one, or None."""
    if any(map(is_move, value)):
        return of_moves(value)
    if any(isinstance(one, dict) and "position" in one for one in value):
        return Cells("", GNOME)
    rows: list[Sequence[object]] = [
        one for one in value if isinstance(one, (list, tuple, str))
    ]
    if not 1 < len(value) <= MOST:
        return None
    if len(rows) == len(value) and all(1 < len(row) <= MOST_IN_ROW for row in rows):
        grid = [signs_of(row) for row in rows]
        sizes = [9] * 9
    elif len(value) >= LEAST:
        rows, grid, sizes = [value], [signs_of(value)], [81]
    else:
        return None
    if [len(row) for row in grid] == sizes and all(map(all, grid)):
        return Cells("".join(map("".join, grid)).translate(TO_DOTS))
    return almost(grid, rows)


def signs_of(cells: Sequence[object]) -> list[str]:
    """Return the sign of each cell, or "" for each value that is none."""
    if is_plain(cells):
        return [SIGNS.get(cell, "") for cell in cells]
    return [sign_of(cell) for cell in cells]


def sign_of(value: object) -> str:
    if isinstance(value, bool):
        return ""
    if isinstance(value, dict):
        return sign_in(value)
    if isinstance(value, str):
        return SIGNS.get(value.strip(), "")
    return SIGNS.get(value, "") if isinstance(value, (int, float, type(None))) else ""


def sign_in(value: dict[object, object]) -> str:
    """Return the sign of a cell that is an object: its value, if it is given."""
    sign = "."
    given = True
    for key, element in value.items():
        name = " ".join(words_of(str(key)))
        if name == "value":
            sign = "" if isinstance(element, dict) else sign_of(element)
        elif name in GIVEN and isinstance(element, bool):
            given = element
        elif role_of(name) != "state":
            return ""
    return sign if given or not sign else "."


def almost(grid: list[list[str]], rows: Sequence[Sequence[object]]) -> Cells | None:
    """Return the mistake of ``rows``, with these signs, or None if they are no grid."""
    number = sum(map(len, grid))
    objects = sum(isinstance(cell, dict) for cell in chain(*rows))
    if not LEAST <= number <= MOST or sum(map(bool, chain(*grid))) + objects < LONG:
        return None
    if len(grid) == 1:
        [signs], [row] = grid, rows
        if "" in signs:
            cell = signs.index("")
            return Cells("", f"cell {cell + 1}: {shortened(row[cell])}; {EXPECTED}")
        return Cells("", f"{plural(number, 'cell')}; expected 81")
    tokens = 1
    for k, (signs, row) in enumerate(zip(grid, rows), 1):
        if "" in signs:
            cell = signs.index("")
            place = f"row {k}, column {cell + 1}"
            return Cells("", f"{place}: {shortened(row[cell])}; {EXPECTED}", tokens)
        if len(signs) != 9:
            number_of = plural(len(signs), "cell")
            return Cells("", f"row {k} has {number_of}; expected 9", tokens)
        tokens += tokens_in(row)
    return Cells("", f"a list of {plural(len(grid), 'row')}; {OF_ROWS}")


def is_move(value: object) -> TypeGuard[tuple[int, int, int]]:
    return (
        isinstance(value, tuple)
        and len(value) == 3
        and all(type(number) is int for number in value)
    )


def of_moves(moves: Sequence[object]) -> Cells:
    """Return the cells of a list of moves, or its mistake."""
    cells = ["."] * 81
    for tokens, move in enumerate(moves, 1):
        if not is_move(move):
            other = "a list of moves and other values; expected only one kind"
            return Cells("", other)
        row, column, number = move
        if not (0 <= row <= 8 and 0 <= column <= 8 and 1 <= number <= 9):
            return Cells("", f"the move {shortened(move)}; {MOVE}", tokens)
        if cells[9 * row + column] != ".":
            again = f"a second move for row {row} and column {column}"
            return Cells("", f"{again}; expected one", tokens)
        cells[9 * row + column] = str(number)
    return Cells("".join(cells))


def makes_variant(key: str, value: object) -> bool:
    """Return whether an object with this key and value is of a variant of Sudoku."""
    if key in ("type", "variant") and isinstance(value, str):
        return bool(VARIANT.search(" ".join(words_of(value))))
    if not VARIANT.search(" ".join(words_of(key))):
        return False
    if isinstance(value, str):
        return len(value) >= LONG and not are_boxes(value)
    return bool(value) and not are_boxes(value)


def are_boxes(value: object) -> bool:
    """Return whether ``value`` shows the nine boxes: a label for each cell, or lists."""
    if not isinstance(value, (list, tuple, str)) or len(value) not in (9, 81):
        return False
    labels: list[object] = list(value)
    if len(labels) == 9:
        labels = [
            label for row in value if isinstance(row, (list, str)) for label in row
        ]
    boxes = [3 * (k // 27) + k % 9 // 3 for k in range(81)]
    if len(labels) != 81 or not all(isinstance(one, (int, str)) for one in labels):
        places = [place_of(one) for one in labels]
        return len(labels) == 81 and all(
            place in range(81) and boxes[place] == boxes[places[k - k % 9]]
            for k, place in enumerate(places)
        )
    return len({*zip(labels, boxes)}) == len(set(labels)) == 9


def place_of(pair: object) -> int:
    """Return the number of the cell with a row and a column from 0, or -1."""
    if isinstance(pair, (list, tuple)) and len(pair) == 2:
        row, column = pair
        if row in range(9) and column in range(9):
            return int(9 * row + column)
    return -1


def choose(search: Search) -> list[Chosen]:
    """Return the puzzle or the mistake of each item that has one, in their order."""
    best = max((one.rank for one in search.found), default=-1)
    if best <= 0:
        return [Chosen(0, "", without_puzzle(search))]
    items: dict[Path, list[Found]] = {}
    for one in search.found:
        items.setdefault(item_of(one.path), []).append(one)
    ranks = {item: max(one.rank for one in grids) for item, grids in items.items()}
    inside: dict[Path, int] = {}  # the highest rank in each path
    for item, rank in ranks.items():
        for end in range(len(item)):
            inside[item[:end]] = max(inside.get(item[:end], 0), rank)
    least = PUZZLE if best >= PUZZLE else 1
    kept = {
        item: grids
        for item, grids in items.items()
        if ranks[item] >= max(least, inside.get(item, 0))
        and not is_detail(item, ranks, search)
    }
    chosen = [chosen_in(item, grids, search) for item, grids in kept.items()]
    return sorted([*chosen, *without_grids(items, kept, search)])


def is_detail(item: Path, ranks: dict[Path, int], search: Search) -> bool:
    """Return whether ``item`` is in one with a better puzzle, such as its history."""
    for end in range(len(item)):
        around = ranks.get(item[:end], 0)
        names = [part for part in item[end:] if isinstance(part, str)]
        is_named = any(RANKS[role_of(name)] >= PUZZLE for name in names)
        if around > ranks[item] or (around == ranks[item] and not is_named):
            return True
    return False


def without_grids(
    items: dict[Path, list[Found]], kept: dict[Path, list[Found]], search: Search
) -> Iterator[Chosen]:
    """Yield a mistake for each element without a grid in an array of puzzles."""
    arrays = {item[:-1] for item in kept if item}
    used = {item[:end] for item in items for end in range(len(item) + 1)}
    for array in arrays:
        for index, token in enumerate(search.elements.get(array, [])):
            if (*array, index) not in used:
                place = shown((*array, index))
                yield Chosen(token, "", f"{place}: no grid; {OF_ROWS}")


def chosen_in(item: Path, grids: list[Found], search: Search) -> Chosen:
    """Return the puzzle of an item, or why nobody can say which grid it is."""
    rank = max(one.rank for one in grids)
    best = [one for one in grids if one.rank == rank]
    first = best[0]
    mistake = first.mistake
    if any(one.cells != first.cells or one.mistake for one in best[1:]):
        names = ", ".join(shown(one.path[len(item) :]) for one in best[:4])
        mistake = f"an object with several grids ({names}); {OF_OBJECT}"
    mistake = mistake or refusal(first, grids, search)
    if mistake and first.path:
        mistake = f"{shown(first.path)}: {mistake}"
    return Chosen(first.token, first.cells, mistake)


def refusal(one: Found, grids: list[Found], search: Search) -> str:
    """Return why the grid ``one`` is not read as a puzzle, or ""."""
    for part in one.path:
        if isinstance(part, str) and NO_ROWS.search(" ".join(words_of(part))):
            return f"a grid named {shortened(part)}; {OF_ROWS}"
    for end in range(len(one.path)):
        if key := search.variants.get(one.path[:end]):
            rules = "expected the rules of rows, columns and boxes alone"
            return f"a variant of Sudoku with {shortened(key)}; {rules}"
    for other in grids:
        if other.role == "solution" and other.cells:
            for place, (cell, given) in enumerate(zip(other.cells, one.cells)):
                if given not in (".", cell):
                    where = f"row {place // 9 + 1}, column {place % 9 + 1}"
                    without = f"the solution has {cell} in {where}"
                    return f"{without}; expected {given}, as in the puzzle"
    return ""


def without_puzzle(search: Search) -> str:
    """Return the mistake of a value in which no grid can be the puzzle."""
    if search.found:
        names = ", ".join(shown(one.path) for one in search.found[:4])
        return f"an object without a puzzle, only {names}; {OF_OBJECT}"
    value = search.value
    if isinstance(value, (list, tuple)):
        if any(isinstance(one, dict) for one in value):
            return f"a list without a grid; {OF_OBJECT}"
        if value and all(isinstance(one, (list, tuple)) for one in value):
            return f"a list of {plural(len(value), 'row')}; {OF_ROWS}"
        return f"a list of {plural(len(value), 'cell')}; {OF_ROWS}"
    return f"an object without a grid; {OF_OBJECT}"


def shown(path: Path) -> str:
    """Return a path as programs write it.

    >>> shown(("puzzles", 3, "givens")), shown((0, "my grid"))
    ('puzzles[3].givens', "[0]['my grid']")
    """
    text = ""
    for part in path:
        if isinstance(part, str) and part.isidentifier() and len(part) <= 40:
            text += f".{part}"
        else:
            text += f"[{shortened(part)}]"
    return text.removeprefix(".")
