"""Find the puzzles among the grids in the parsed value of a document.

A grid is 81 cells in a list or a string, nine rows of nine cells, or a list of moves:
tuples ``(row, column, digit)`` with rows and columns from 0. The keys on the path to a
grid decide whether it is a puzzle. Each element of an array has one puzzle.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple, TypeAlias, TypeGuard

from _courseware.terminal.messages import plural
from sudoku.checks import shortened
from sudoku.formats.cell_tokens import (
    CELL_CHARACTERS,
    EXPECTED,
    MIN_LINE_CELLS,
    TO_DOTS,
)
from sudoku.formats.grid_names import RANKS, Role, role_of, words_of

Path: TypeAlias = tuple[str | int, ...]  # keys and, from 0, indices

MIN_CELLS, MAX_CELLS = 60, 102  # cells that should be 81
MAX_ROW_CELLS = 18  # cells that should be a row
PUZZLE = RANKS["puzzle"]
EXPECTED_ROWS = "expected 9 rows of 9 cells"
EXPECTED_OBJECT = 'expected "puzzle" and 81 cells'
EXPECTED_MOVE = "expected a row and a column from 0 to 8 and a number from 1 to 9"
GNOME_REFUSED = "a saved game of GNOME Sudoku is not read; expected 81 cells"

SIGN_OF_VALUE: dict[object, str] = {
    None: ".",
    "": ".",
    **{sign: sign for sign in CELL_CHARACTERS},
    **{number: str(number) for number in range(10)},
}
PLAIN_TYPES = frozenset((int, type(None)))
GIVEN_KEYS = frozenset(("given", "fixed", "is given", "is fixed"))
VARIANT_PATTERN = re.compile(r"region|cage|jigsaw|killer|thermo|\barrow")
OTHER_LAYOUT_PATTERN = re.compile(r"\b(?:masks?|columns?|cols|box(?:es)?|blocks?)\b")


class GridCells(NamedTuple):
    """The 81 ``cells`` of a grid or, for what is almost a grid, its ``mistake``."""

    cells: str
    mistake: str = ""
    tokens: int = 0  # the brackets and strings before the mistake


class FoundGrid(NamedTuple):
    """A grid, or almost a grid, with its position in the document.

    ``path`` is the keys and indices that lead to it. ``role`` and ``rank`` say what the
    keys name, as in `grid_names`.
    """

    path: Path
    role: Role  # of the key that decides
    rank: int
    cells: str
    mistake: str  # or ""
    token: int  # the number of brackets and strings before it, or before its mistake


class ItemResult(NamedTuple):
    """The puzzle, or the mistake, of an element of an array or of a whole document.

    ``token`` is its position: the number of brackets and strings before it. ``mistake``
    is "" if there is a puzzle.
    """

    token: int
    cells: str
    mistake: str


class GridSearch:
    """All grids in ``value``, as `found`, with their paths and positions.

    ``name`` is the variable to which the document assigns the value, or "".
    """

    def __init__(self, value: object, name: str) -> None:
        self.value = value
        self.found: list[FoundGrid] = []
        self.tokens = 0  # brackets and strings so far
        self.elements: dict[Path, list[int]] = {}  # the tokens before those of arrays
        self.variants: dict[Path, str] = {}  # the keys that make an object a variant
        if value == [] and name.endswith("moves"):
            self.add((), "", PUZZLE, GridCells("." * 81))
            self.tokens = 1
        else:
            self.visit(value, (), "", PUZZLE)

    def visit(self, value: object, path: Path, role: Role, rank: int) -> None:
        """Add the grids in ``value``, which is at ``path`` in the document, to `found`.

        ``role`` and ``rank`` are what the key above it names, as `role_of` and
        ``name_rank`` return them.
        """
        if isinstance(value, str):
            if grid := grid_from_string(value):
                self.add(path, role, rank, grid)
            self.tokens += 1
        elif isinstance(value, dict):
            self.visit_object(value, path, role, rank)
        elif isinstance(value, (list, tuple)):
            if grid := grid_from_list(value):
                self.add(path, role, rank, grid)
                self.tokens += count_tokens(value)
                return
            self.tokens += 1
            places = self.elements[path] = []
            for index, element in enumerate(value):
                places.append(self.tokens)
                self.visit(element, (*path, index), role, rank)

    def visit_object(
        self, value: dict[object, object], path: Path, role: Role, rank: int
    ) -> None:
        """Add the grids in the object ``value``, which is at ``path`` in the document.

        ``role`` and ``rank`` are what the key above it names, and apply to its keys
        without a role. Everything in a state or a solution has rank 0. An object whose
        keys are all numbers is treated as an array.
        """
        self.tokens += 1
        is_numbered = bool(value) and all(str(key).isdecimal() for key in value)
        places: list[int] = []
        if is_numbered:
            self.elements[path] = places
        for key, element in value.items():
            self.tokens += isinstance(key, str)
            name = str(key)
            places.append(self.tokens)
            if is_numbered:
                self.visit(element, (*path, len(places) - 1), role, rank)
                continue
            if is_variant_key(name, element):
                self.variants[path] = name
            key_role = role_of(name)
            inner: tuple[Role, int] = role, rank
            if rank and (key_role in ("state", "solution") or not has_key(path)):
                inner = key_role, RANKS[key_role]
            elif rank and key_role:
                inner = key_role, max(rank, RANKS[key_role])
            self.visit(element, (*path, name), *inner)

    def add(self, path: Path, role: Role, rank: int, grid: GridCells) -> None:
        token = self.tokens + grid.tokens
        self.found.append(FoundGrid(path, role, rank, grid.cells, grid.mistake, token))


def has_key(path: Path) -> bool:
    return any(isinstance(part, str) for part in path)


def item_of(path: Path) -> Path:
    """Return ``path`` up to its last index, which leads to the array element.

    For ``("games", 0, "puzzle")``, this is ``("games", 0)``.
    """
    end = len(path)
    while end and isinstance(path[end - 1], str):
        end -= 1
    return path[:end]


def count_tokens(value: object) -> int:
    """Return the number of brackets and strings in the text of ``value``."""
    if isinstance(value, str):
        return 1
    if isinstance(value, (list, tuple)):
        return 1 + (0 if is_plain(value) else sum(map(count_tokens, value)))
    if isinstance(value, dict):
        keys = sum(isinstance(key, str) for key in value)
        return 1 + keys + sum(map(count_tokens, value.values()))
    return 0


def is_plain(values: Sequence[object]) -> bool:
    """Return whether all ``values`` are whole numbers or None."""
    return PLAIN_TYPES.issuperset(map(type, values))


def grid_from_string(value: str) -> GridCells | None:
    """Return the cells or the mistake of ``value``; None if it is not like a grid."""
    if len(value) == 81 and CELL_CHARACTERS.issuperset(value):
        return GridCells(value.translate(TO_DOTS))
    if MIN_CELLS <= len(value) <= MAX_CELLS:
        return near_grid(
            [[sign if sign in CELL_CHARACTERS else "" for sign in value]], [value]
        )
    return None


def grid_from_list(value: Sequence[object]) -> GridCells | None:
    """Return the cells or the mistake of ``value``; None if it is not like a grid.

    A grid is a list of rows of cells, of 81 cells, or of moves.
    """
    if any(map(is_move, value)):
        return grid_from_moves(value)
    if any(isinstance(cell, dict) and "position" in cell for cell in value):
        return GridCells("", GNOME_REFUSED)
    rows: list[Sequence[object]] = [
        row for row in value if isinstance(row, (list, tuple, str))
    ]
    if not 1 < len(value) <= MAX_CELLS:
        return None
    if len(rows) == len(value) and all(1 < len(row) <= MAX_ROW_CELLS for row in rows):
        grid = [cell_signs(row) for row in rows]
        sizes = [9] * 9
    elif len(value) >= MIN_CELLS:
        rows, grid, sizes = [value], [cell_signs(value)], [81]
    else:
        return None
    if [len(row) for row in grid] == sizes and all(map(all, grid)):
        return GridCells("".join(map("".join, grid)).translate(TO_DOTS))
    return near_grid(grid, rows)


def cell_signs(cells: Sequence[object]) -> list[str]:
    """Return each cell as a character such as ``5`` or ``.``; "" for other values."""
    if is_plain(cells):
        return [SIGN_OF_VALUE.get(cell, "") for cell in cells]
    return [cell_sign(cell) for cell in cells]


def cell_sign(value: object) -> str:
    if isinstance(value, bool):
        return ""
    if isinstance(value, dict):
        return object_cell_sign(value)
    if isinstance(value, str):
        return SIGN_OF_VALUE.get(value.strip(), "")
    return (
        SIGN_OF_VALUE.get(value, "")
        if isinstance(value, (int, float, type(None)))
        else ""
    )


def object_cell_sign(value: dict[object, object]) -> str:
    """Return the character of a cell written as an object, or "" if it is not a cell.

    ``{"value": 5, "given": true}`` is ``5``. A digit that is not given is ``.``.
    """
    sign = "."
    given = True
    for key, element in value.items():
        name = " ".join(words_of(str(key)))
        if name == "value":
            sign = "" if isinstance(element, dict) else cell_sign(element)
        elif name in GIVEN_KEYS and isinstance(element, bool):
            given = element
        elif role_of(name) != "state":
            return ""
    return sign if given or not sign else "."


def near_grid(
    grid: list[list[str]], rows: Sequence[Sequence[object]]
) -> GridCells | None:
    """Return the mistake of ``rows``, or None if they are not meant as a grid.

    ``grid`` has the characters of ``rows``, with "" for a value that is not a cell.
    Rows are meant as a grid if they have about 81 cells, at least MIN_LINE_CELLS of
    them valid or objects.
    """
    number = sum(map(len, grid))
    objects = sum(isinstance(cell, dict) for cell in chain(*rows))
    if (
        not MIN_CELLS <= number <= MAX_CELLS
        or sum(map(bool, chain(*grid))) + objects < MIN_LINE_CELLS
    ):
        return None
    if len(grid) == 1:
        [signs], [row] = grid, rows
        if "" in signs:
            cell = signs.index("")
            return GridCells("", f"cell {cell + 1}: {shortened(row[cell])}; {EXPECTED}")
        return GridCells("", f"{plural(number, 'cell')}; expected 81")
    tokens = 1
    for k, (signs, row) in enumerate(zip(grid, rows), 1):
        if "" in signs:
            cell = signs.index("")
            place = f"row {k}, column {cell + 1}"
            return GridCells("", f"{place}: {shortened(row[cell])}; {EXPECTED}", tokens)
        if len(signs) != 9:
            number_of = plural(len(signs), "cell")
            return GridCells("", f"row {k} has {number_of}; expected 9", tokens)
        tokens += count_tokens(row)
    return GridCells("", f"a list of {plural(len(grid), 'row')}; {EXPECTED_ROWS}")


def is_move(value: object) -> TypeGuard[tuple[int, int, int]]:
    return (
        isinstance(value, tuple)
        and len(value) == 3
        and all(type(number) is int for number in value)
    )


def grid_from_moves(moves: Sequence[object]) -> GridCells:
    """Return the cells of a list of moves, or the mistake in it.

    A move is a tuple ``(row, column, digit)``; rows and columns count from 0.
    """
    cells = ["."] * 81
    for tokens, move in enumerate(moves, 1):
        if not is_move(move):
            other = "a list of moves and other values; expected only one kind"
            return GridCells("", other)
        row, column, number = move
        if not (0 <= row <= 8 and 0 <= column <= 8 and 1 <= number <= 9):
            return GridCells("", f"the move {shortened(move)}; {EXPECTED_MOVE}", tokens)
        if cells[9 * row + column] != ".":
            again = f"a second move for row {row} and column {column}"
            return GridCells("", f"{again}; expected one", tokens)
        cells[9 * row + column] = str(number)
    return GridCells("".join(cells))


def is_variant_key(key: str, value: object) -> bool:
    """Return whether an object with this key and value describes a Sudoku variant.

    Examples are ``"type": "killer"`` and ``"cages": [...]``. Regions that are the usual
    boxes do not count.
    """
    if key in ("type", "variant") and isinstance(value, str):
        return bool(VARIANT_PATTERN.search(" ".join(words_of(value))))
    if not VARIANT_PATTERN.search(" ".join(words_of(key))):
        return False
    if isinstance(value, str):
        return len(value) >= MIN_LINE_CELLS and not are_boxes(value)
    return bool(value) and not are_boxes(value)


def are_boxes(value: object) -> bool:
    """Return whether ``value`` divides the cells into the nine boxes of Sudoku.

    ``value`` is a label for each of 81 cells, perhaps in nine rows, or nine lists of
    ``[row, column]`` pairs.
    """
    if not isinstance(value, (list, tuple, str)) or len(value) not in (9, 81):
        return False
    labels: list[object] = list(value)
    if len(labels) == 9:
        labels = [
            label for row in value if isinstance(row, (list, str)) for label in row
        ]
    boxes = [3 * (k // 27) + k % 9 // 3 for k in range(81)]
    if len(labels) != 81 or not all(isinstance(label, (int, str)) for label in labels):
        places = [cell_number(label) for label in labels]
        return len(set(places)) == len(labels) == 81 and all(
            place in range(81) and boxes[place] == boxes[places[k - k % 9]]
            for k, place in enumerate(places)
        )
    return len({*zip(labels, boxes)}) == len(set(labels)) == 9


def cell_number(pair: object) -> int:
    """Return the cell, 0 to 80, at ``pair``, a row and column from 0; -1 if invalid."""
    if isinstance(pair, (list, tuple)) and len(pair) == 2:
        row, column = pair
        if row in range(9) and column in range(9):
            return int(9 * row + column)
    return -1


def choose(search: GridSearch) -> list[ItemResult]:
    """Return the puzzle or the mistake of each item, in the order of the document.

    An item is an element of an array, or the whole document. The grids whose keys suit
    a puzzle best are chosen. An item that is only a part of another puzzle is ignored.
    """
    best = max((grid.rank for grid in search.found), default=-1)
    if best <= 0:
        return [ItemResult(0, "", no_puzzle_message(search))]
    items: dict[Path, list[FoundGrid]] = {}
    for grid in search.found:
        items.setdefault(item_of(grid.path), []).append(grid)
    ranks = {item: max(grid.rank for grid in grids) for item, grids in items.items()}
    best_rank_inside: dict[Path, int] = {}  # the highest rank in each path
    for item, rank in ranks.items():
        for end in range(len(item)):
            best_rank_inside[item[:end]] = max(
                best_rank_inside.get(item[:end], 0), rank
            )
    min_rank = PUZZLE if best >= PUZZLE else 1
    preferred = {
        item: grids
        for item, grids in items.items()
        if ranks[item] >= max(min_rank, best_rank_inside.get(item, 0))
        and not is_detail(item, ranks)
    }
    chosen = [choose_in_item(item, grids, search) for item, grids in preferred.items()]
    return sorted([*chosen, *items_without_grid(items, preferred, search)])


def is_detail(item: Path, ranks: dict[Path, int]) -> bool:
    """Return whether ``item`` is only a part of another item that has a puzzle.

    ``ranks`` maps the path of each item to the best rank of its grids. The other item
    has a higher rank, or an equal one if no key inside it names a puzzle.
    """
    for end in range(len(item)):
        around = ranks.get(item[:end], 0)
        names = [part for part in item[end:] if isinstance(part, str)]
        is_named = any(RANKS[role_of(name)] >= PUZZLE for name in names)
        if around > ranks[item] or (around == ranks[item] and not is_named):
            return True
    return False


def items_without_grid(
    items: dict[Path, list[FoundGrid]],
    preferred: dict[Path, list[FoundGrid]],
    search: GridSearch,
) -> Iterator[ItemResult]:
    """Yield a mistake for each element without a grid in an array of puzzles.

    ``items`` maps the path of each item to its grids; ``preferred`` has the chosen
    items.
    """
    arrays = {item[:-1] for item in preferred if item}
    used = {item[:end] for item in items for end in range(len(item) + 1)}
    for array in arrays:
        for index, token in enumerate(search.elements.get(array, [])):
            if (*array, index) not in used:
                place = path_text((*array, index))
                yield ItemResult(token, "", f"{place}: no grid; {EXPECTED_ROWS}")


def choose_in_item(
    item: Path, grids: list[FoundGrid], search: GridSearch
) -> ItemResult:
    """Return the puzzle among the ``grids`` of ``item``, or why none can be chosen."""
    rank = max(grid.rank for grid in grids)
    best = [grid for grid in grids if grid.rank == rank]
    first = best[0]
    mistake = first.mistake
    if any(grid.cells != first.cells or grid.mistake for grid in best[1:]):
        names = ", ".join(path_text(grid.path[len(item) :]) for grid in best[:4])
        mistake = f"an object with several grids ({names}); {EXPECTED_OBJECT}"
    mistake = mistake or refusal_reason(first, grids, search)
    if mistake and first.path:
        mistake = f"{path_text(first.path)}: {mistake}"
    return ItemResult(first.token, first.cells, mistake)


def refusal_reason(grid: FoundGrid, grids: list[FoundGrid], search: GridSearch) -> str:
    """Return why ``grid`` cannot be read as a puzzle, or "" if it can.

    ``grids`` are all grids of its item; a solution among them must contain its digits.
    """
    for part in grid.path:
        if isinstance(part, str) and OTHER_LAYOUT_PATTERN.search(
            " ".join(words_of(part))
        ):
            return f"a grid named {shortened(part)}; {EXPECTED_ROWS}"
    for end in range(len(grid.path)):
        if key := search.variants.get(grid.path[:end]):
            rules = "expected the rules of rows, columns and boxes alone"
            return f"a variant of Sudoku with {shortened(key)}; {rules}"
    for other in grids:
        if other.role == "solution" and other.cells:
            for place, (cell, given) in enumerate(zip(other.cells, grid.cells)):
                if given not in (".", cell):
                    where = f"row {place // 9 + 1}, column {place % 9 + 1}"
                    without = f"the solution has {cell} in {where}"
                    return f"{without}; expected {given}, as in the puzzle"
    return ""


def no_puzzle_message(search: GridSearch) -> str:
    """Return the error message for a document in which no grid can be the puzzle."""
    if search.found:
        names = ", ".join(path_text(grid.path) for grid in search.found[:4])
        return f"an object without a puzzle, only {names}; {EXPECTED_OBJECT}"
    value = search.value
    if isinstance(value, (list, tuple)):
        if any(isinstance(element, dict) for element in value):
            return f"a list without a grid; {EXPECTED_OBJECT}"
        if value and all(isinstance(element, (list, tuple)) for element in value):
            return f"a list of {plural(len(value), 'row')}; {EXPECTED_ROWS}"
        return f"a list of {plural(len(value), 'cell')}; {EXPECTED_ROWS}"
    return f"an object without a grid; {EXPECTED_OBJECT}"


def path_text(path: Path) -> str:
    """Return ``path`` as it would be written in a program.

    >>> path_text(("puzzles", 3, "givens")), path_text((0, "my grid"))
    ('puzzles[3].givens', "[0]['my grid']")
    """
    text = ""
    for part in path:
        if isinstance(part, str) and part.isidentifier() and len(part) <= 40:
            text += f".{part}"
        else:
            text += f"[{shortened(part)}]"
    return text.removeprefix(".")
