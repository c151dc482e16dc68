"""Compute the steps of every coursework and technique, by rules written a second time.

Nothing of the package is used: a cell is its name, such as "r1c2", and an explanation
is what ``explain --json`` prints.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, count, permutations
from typing import Final, NotRequired, TypedDict

Change = list[tuple[str, list[int]]]


class StepObject(TypedDict):
    number: int
    kind: str
    name: str
    unit: str | None
    cells: list[str]
    digits: list[int]
    placed: list[tuple[str, int]]
    removed: Change
    marked: Change
    links: list[tuple[str, str, int, str]]
    heading: str
    reason: str
    board: NotRequired[int]
    parent: NotRequired[int | None]
    base: NotRequired[int]
    added: NotRequired[list[int]]
    waiting: NotRequired[int]
    depth: NotRequired[int]


@dataclass
class Rule:
    """What a step of an explanation must be.

    ``cells`` are the cells of its reason, in any order unless the step has links. They
    are None if several choices of cells are right; ``before`` are then the digits
    before the step. ``more`` has what only a search prints.
    """

    kind: str
    unit: str | None
    cells: Iterable[str] | None
    digits: Collection[int]
    placed: dict[str, int] = field(default_factory=dict)
    removed: dict[str, set[int]] = field(default_factory=dict)
    marked: dict[str, set[int]] = field(default_factory=dict)
    links: Sequence[tuple[str, str, int, str]] = ()
    before: dict[str, int] = field(default_factory=dict)
    passed: int = 0
    more: dict[str, object] = field(default_factory=dict)
    fields: dict[str, object] = field(init=False)  # of `explain --json`

    def __post_init__(self) -> None:
        if self.cells is not None:
            self.cells = [*self.cells] if self.links else sorted(self.cells)
        self.digits = sorted(self.digits)
        self.fields = self.more | {
            "kind": self.kind,
            "unit": self.unit,
            "digits": self.digits,
            "placed": sorted(self.placed.items()),
            "removed": changes(self.removed),
            "marked": changes(self.marked),
            "links": [*self.links],
        }


def changes(found: dict[str, set[int]]) -> Change:
    return [(cell, sorted(found[cell])) for cell in sorted(found)]


# Cells and units


NINE: Final = range(1, 10)
CELLS: Final = [f"r{r}c{c}" for r in NINE for c in NINE]


def units_of(cell: str) -> list[str]:
    r, c = int(cell[1]), int(cell[3])
    return [f"row {r}", f"column {c}", f"box {(r - 1) // 3 * 3 + (c - 1) // 3 + 1}"]


ROWS, COLUMNS, BOXES = (
    [f"{kind} {k}" for k in NINE] for kind in ("row", "column", "box")
)
UNITS: Final = {
    unit: [cell for cell in CELLS if unit in units_of(cell)]
    for unit in ROWS + COLUMNS + BOXES
}
SEEN: Final = {
    cell: {other for unit in units_of(cell) for other in UNITS[unit]} - {cell}
    for cell in CELLS
}


class Sheet:
    """A grid on paper: digits (0 is a blank), and marks in the blanks, by cell."""

    def __init__(self, digits: dict[str, int]) -> None:
        self.digits = digits
        self.marks: dict[str, set[int]] = {}

    def state(self) -> tuple[str, list[str]]:
        """Return the 81 cells, and the marks in each of them."""
        digits = "".join(map(str, self.digits.values())).replace("0", ".")
        marks = (sorted(self.marks.get(cell, ())) for cell in CELLS)
        return digits, ["".join(map(str, each)) for each in marks]

    def copy(self) -> "Sheet":
        other = Sheet(dict(self.digits))
        other.marks = dict(self.marks)  # sets are replaced, never changed
        return other

    def empty(self, cells: Iterable[str] = CELLS) -> list[str]:
        return [cell for cell in cells if self.digits[cell] == 0]

    def is_full(self) -> bool:
        return all(self.digits.values())

    def write_marks(self) -> None:
        for cell in self.empty():
            self.marks[cell] = {
                digit
                for digit in NINE
                if all(self.digits[other] != digit for other in SEEN[cell])
            }

    def homes(self, unit: str, digit: int) -> list[str]:
        return [cell for cell in UNITS[unit] if digit in self.marks.get(cell, ())]

    def put(self, cell: str, digit: int) -> dict[str, set[int]]:
        """Put *digit* into *cell*; return the marks that other cells lose, by cell."""
        self.digits[cell] = digit
        self.marks.pop(cell, None)
        lost = {
            other: {digit} for other in SEEN[cell] if digit in self.marks.get(other, ())
        }
        self.take(lost)
        return lost

    def take(self, lost: dict[str, set[int]]) -> None:
        for cell, digits in lost.items():
            self.marks[cell] = self.marks[cell] - digits

    def others(self, cells: Iterable[str], digits: set[int]) -> dict[str, set[int]]:
        """Return which of *digits* are marks of *cells*, for each cell that has any."""
        found = {cell: self.marks.get(cell, set()) & digits for cell in cells}
        return {cell: lost for cell, lost in found.items() if lost}


def sheet_of(puzzle: str) -> Sheet:
    return Sheet(dict(zip(CELLS, map(int, puzzle.replace(".", "0")))))


def placing(
    sheet: Sheet, kind: str, unit: str | None, cell: str, digit: int, official: bool
) -> Rule:
    """Put *digit* into *cell* of *sheet*, and return the rule for this step.

    The cell is the reason of the step, unless ``official``: it is then left open.
    """
    cells, before = None if official else [cell], dict(sheet.digits)
    lost, placed = sheet.put(cell, digit), {cell: digit}
    return Rule(kind, unit, cells, [digit], placed, lost, before=before)


def removing(
    sheet: Sheet,
    kind: str,
    unit: str | None,
    cells: Iterable[str],
    digits: Collection[int],
    lost: dict[str, set[int]],
) -> Rule:
    sheet.take(lost)
    return Rule(kind, unit, cells, digits, {}, lost)


# The methods


def preemptive(sheet: Sheet) -> Iterator[Rule]:
    while found := forced(sheet):
        box, cell, digit = found
        before = dict(sheet.digits)
        yield Rule("forced", box, None, [digit], {cell: digit}, before=before)
        sheet.digits[cell] = digit
    if not sheet.empty():
        return
    sheet.write_marks()
    yield Rule("marks", None, [], [], marked=dict(sheet.marks))
    while all(sheet.marks.values()):
        rule = only_mark(sheet, "last") or first_set(sheet)
        if not rule:
            return
        yield rule


def forced(sheet: Sheet) -> tuple[str, str, int] | None:
    for box in BOXES:
        for digit in NINE:
            homes = [
                cell
                for cell in sheet.empty(UNITS[box])
                if all(sheet.digits[other] != digit for other in SEEN[cell])
            ]
            if len(homes) == 1:
                return box, homes[0], digit
    return None


def only_mark(sheet: Sheet, kind: str, official: bool = False) -> Rule | None:
    for cell in CELLS:
        digits = sheet.marks.get(cell, set())
        if len(digits) == 1:
            return placing(sheet, kind, None, cell, min(digits), official)
    return None


def first_set(sheet: Sheet) -> Rule | None:
    for size in range(2, 9):
        if rule := naked_set(sheet, "set", size):
            return rule
    return None


def naked_set(sheet: Sheet, kind: str, size: int) -> Rule | None:
    for unit, cells in UNITS.items():
        few = [cell for cell in sheet.empty(cells) if len(sheet.marks[cell]) <= size]
        for chosen in combinations(few, size):
            digits = set().union(*(sheet.marks[cell] for cell in chosen))
            if len(digits) == size:
                lost = sheet.others(set(cells) - set(chosen), digits)
                if lost:
                    return removing(sheet, kind, unit, chosen, digits, lost)
    return None


def singles(sheet: Sheet) -> Iterator[Rule]:
    sheet.write_marks()
    while rule := only_mark(sheet, "single", official=True):
        yield rule


def elimination(sheet: Sheet) -> Iterator[Rule]:
    sets = {cell: {digit} if digit else {*NINE} for cell, digit in sheet.digits.items()}
    for number in count(1):
        before = {cell: set(digits) for cell, digits in sets.items()}
        for cell in CELLS:
            if len(sets[cell]) == 1:
                [digit] = sets[cell]
                losers = [other for other in SEEN[cell] if digit in sets[other]]
                for other in losers:
                    sets[other].remove(digit)
                left = {o: min(sets[o]) for o in losers if len(sets[o]) == 1}
                lost = {other: {digit} for other in losers}
                rule = Rule("elimination", None, [cell], [digit], left, lost)
                rule.passed = number
                if losers:
                    yield rule
        if sets == before:
            break
    for cell, digits in sets.items():
        sheet.digits[cell] = min(digits) if len(digits) == 1 else 0
    sheet.marks = {cell: sets[cell] for cell in sheet.empty()}


@dataclass
class Board:
    """A sheet in a tree, with what was done to the sheet of its parent."""

    number: int
    sheet: Sheet
    parent: int | None = None
    base: int = 0  # the step that examined the parent
    depth: int = 0
    placed: dict[str, int] = field(default_factory=dict)
    lost: dict[str, set[int]] = field(default_factory=dict)


def tree(
    sheet: Sheet, most: int, next_of: Callable[[deque[Board]], Board]
) -> Iterator[Rule]:
    sheet.write_marks()
    waiting = deque([Board(1, sheet)])
    made = 1
    for step in range(1, most + 1):
        if not waiting:
            return
        board = next_of(waiting)
        marks = board.sheet.marks
        cell = min(marks, key=lambda cell: (len(marks[cell]), cell), default="")
        options = sorted(marks.get(cell, ()))
        added = [*range(made + 1, made + len(options) + 1)]
        made += len(options)
        for number, digit in zip(added, options):
            new = board.sheet.copy()
            lost = new.put(cell, digit)
            kept = board.number, step, board.depth + 1
            waiting.append(Board(number, new, *kept, {cell: digit}, lost))
        kind = "branch" if options else "dead" if marks else "goal"
        more: dict[str, object] = {
            "board": board.number,
            "parent": board.parent,
            "base": board.base,
            "added": added,
            "waiting": len(waiting),
            "depth": board.depth,
        }
        reason = [cell] if marks else board.placed
        yield Rule(kind, None, reason, options, board.placed, board.lost, more=more)
        if not marks:
            sheet.digits, sheet.marks = board.sheet.digits, {}
            return


def human(sheet: Sheet) -> Iterator[Rule]:
    sheet.write_marks()
    while all(sheet.marks.values()):
        rule = next(filter(None, (find(sheet) for find in LADDER)), None)
        if not rule:
            return
        yield rule


def last_cell(sheet: Sheet) -> Rule | None:
    for unit, cells in UNITS.items():
        if len(empty := sheet.empty(cells)) == 1:
            [digit] = {*NINE} - {sheet.digits[cell] for cell in cells}
            return placing(sheet, "last-cell", unit, empty[0], digit, False)
    return None


def hidden_single(sheet: Sheet) -> Rule | None:
    for unit in BOXES + ROWS + COLUMNS:
        for digit in NINE:
            if len(homes := sheet.homes(unit, digit)) == 1:
                return placing(sheet, "hidden-single", unit, homes[0], digit, False)
    return None


def confined(sheet: Sheet, kind: str, units: list[str]) -> Rule | None:
    for unit in units:
        for digit in NINE:
            homes = sheet.homes(unit, digit)
            for other in UNITS if homes else ():
                if other != unit and set(homes) <= set(UNITS[other]):
                    lost = sheet.others(set(UNITS[other]) - set(homes), {digit})
                    if lost:
                        return removing(sheet, kind, unit, homes, [digit], lost)
    return None


def fish(sheet: Sheet, size: int) -> Rule | None:
    for digit in NINE:
        for lines, crossing in ((ROWS, COLUMNS), (COLUMNS, ROWS)):
            homes = {line: sheet.homes(line, digit) for line in lines}
            few = [line for line in lines if 0 < len(homes[line]) <= size]
            for chosen in combinations(few, size):
                cells = {cell for line in chosen for cell in homes[line]}
                cover = [line for line in crossing if cells & set(UNITS[line])]
                if len(cover) == size:
                    rest = {cell for line in cover for cell in UNITS[line]} - cells
                    if lost := sheet.others(rest, {digit}):
                        return removing(sheet, "fish", None, cells, [digit], lost)
    return None


def hidden_set(sheet: Sheet, size: int) -> Rule | None:
    for unit in UNITS:
        homes = {digit: set(sheet.homes(unit, digit)) for digit in NINE}
        few = [digit for digit in NINE if 0 < len(homes[digit]) <= size]
        for chosen in combinations(few, size):
            cells = set().union(*(homes[digit] for digit in chosen))
            if len(cells) == size:
                lost = sheet.others(cells, {*NINE} - {*chosen})
                if lost:
                    return removing(sheet, "hidden-set", unit, cells, chosen, lost)
    return None


def of_size(size: int) -> list[Callable[[Sheet], Rule | None]]:
    return [
        lambda sheet: naked_set(sheet, "naked-set", size),
        lambda sheet: fish(sheet, size),
        lambda sheet: hidden_set(sheet, size),
    ]


def wing(sheet: Sheet, size: int) -> Rule | None:
    for pivot in CELLS:
        own = sheet.marks.get(pivot, set())
        seen = [cell for cell in CELLS if cell in SEEN[pivot]]
        pairs = [cell for cell in seen if len(sheet.marks.get(cell, ())) == 2]
        for one, other in combinations(pairs if len(own) == size else (), 2):
            for x, y, z in permutations(own | sheet.marks[one] | sheet.marks[other], 3):
                pincers = [{x, z}, {y, z}] == [sheet.marks[one], sheet.marks[other]]
                if not pincers or own - {z} != {x, y}:
                    continue
                rest = (
                    SEEN[one] & SEEN[other] & (SEEN[pivot] if size == 3 else {*CELLS})
                )
                if lost := sheet.others(rest, {z}):
                    sheet.take(lost)
                    links = [(pivot, one, x, ""), (pivot, other, y, "")]
                    kind = {2: "xy-wing", 3: "xyz-wing"}[size]
                    cells = [pivot, one, other]
                    return Rule(kind, None, cells, {x, y, z}, {}, lost, links=links)
    return None


def chain(sheet: Sheet, size: int) -> Rule | None:
    for digit in NINE:
        strong: dict[tuple[str, str], str] = {}
        for unit in UNITS:
            if len(homes := sheet.homes(unit, digit)) == 2:
                for one, other in (homes, homes[::-1]):
                    strong.setdefault((one, other), unit)
        found = [[*link] for link in sorted(strong)]
        for _ in range(size - 1):
            found = [
                [*cells, one, other]
                for cells in found
                for one, other in sorted(strong)
                if one in SEEN[cells[-1]] and not {one, other} & {*cells}
            ]
        for cells in found:
            rest = (SEEN[cells[0]] & SEEN[cells[-1]]) - {*cells}
            if cells[0] < cells[-1] and (lost := sheet.others(rest, {digit})):
                sheet.take(lost)
                pairs = list(zip(cells[::2], cells[1::2]))
                links = [(*pair, digit, strong[pair]) for pair in pairs]
                return Rule("chain", None, cells, [digit], {}, lost, links=links)
    return None


LADDER: Final[list[Callable[[Sheet], Rule | None]]] = [
    last_cell,
    hidden_single,
    lambda sheet: only_mark(sheet, "single"),
    lambda sheet: confined(sheet, "pointing", BOXES),
    lambda sheet: confined(sheet, "claiming", ROWS + COLUMNS),
    *of_size(2),
    *of_size(3),
    lambda sheet: wing(sheet, 2),
    lambda sheet: wing(sheet, 3),
    *of_size(4),
    lambda sheet: chain(sheet, 2),
    lambda sheet: chain(sheet, 3),
]


def rules(sheet: Sheet, method: str, most_boards: int) -> Iterator[Rule]:
    """Yield the steps of a method, and write them on ``sheet``."""
    if method in ("dfs", "bfs"):
        take = deque[Board].pop if method == "dfs" else deque[Board].popleft
        return tree(sheet, most_boards, take)
    return {
        "preemptive": preemptive,
        "singles": singles,
        "elimination": elimination,
        "human": human,
    }[method](sheet)


def worked(
    puzzle: str, method: str, most_boards: int = 10_000
) -> tuple[Sheet, list[Rule]]:
    """Return what a method makes of ``puzzle``, and its steps."""
    sheet = sheet_of(puzzle)
    return sheet, list(rules(sheet, method, most_boards))


def hardest(puzzle: str) -> float | None:
    """Return the figure of the hardest step that ``puzzle`` needs.

    Return None if the ladder of techniques does not solve it.
    """
    sheet, steps = worked(puzzle, "human")
    return max(map(figure_of, steps)) if sheet.is_full() else None


def figure_of(rule: Rule) -> float:
    """Return Sudoku Explainer's difficulty of the technique of ``rule``."""
    if rule.kind == "fish":
        return {2: 3.2, 3: 3.8, 4: 5.2}[len({cell[:2] for cell in rule.cells or ()})]
    if rule.kind in ("naked-set", "hidden-set"):
        naked = {2: 3.0, 3: 3.6, 4: 5.0}
        hidden = {2: 3.4, 3: 4.0, 4: 5.4}
        return (naked if rule.kind == "naked-set" else hidden)[len(rule.digits)]
    if rule.kind == "hidden-single":
        return 1.2 if str(rule.unit).startswith("box") else 1.5
    if rule.kind == "chain":
        return 6.6 if len(rule.links) == 2 else 6.7
    simple = {"last-cell": 1.0, "single": 2.3, "pointing": 2.6, "claiming": 2.8}
    return {**simple, "xy-wing": 4.2, "xyz-wing": 4.4}[rule.kind]
