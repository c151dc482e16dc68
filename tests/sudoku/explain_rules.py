"""The steps of every method, by rules written a second time, and faults found by them.

Nothing of the package is used: a cell is its name, and an explanation is what
``explain --json`` prints.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, count, permutations, zip_longest
from json import dumps
from typing import Final, NotRequired, TypedDict

Change = list[tuple[str, list[int]]]
FIELDS: Final = (
    "kind unit digits placed removed marked links board parent base added waiting depth"
).split()


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


class StateObject(TypedDict):
    grid: str
    marks: list[str] | None


class EndObject(TypedDict):
    grid: str | None
    marks: list[str] | None
    open: int | None
    ending: str


class Answer(TypedDict):
    puzzle: str
    method: str
    start: StateObject
    steps: list[StepObject]
    end: EndObject


class Rule:
    """What a step must be. Without ``cells``, `cells_fault` judges them.

    Cells are sorted, except in a step with links.
    """

    def __init__(
        self,
        kind: str,
        unit: str | None,
        cells: Iterable[str] | None,
        digits: Iterable[int],
        *,
        placed: dict[str, int] | None = None,
        removed: dict[str, set[int]] | None = None,
        marked: dict[str, set[int]] | None = None,
        links: Iterable[tuple[str, str, int, str]] = (),
        **more: object,
    ) -> None:
        self.cells = None if cells is None else list(cells) if links else sorted(cells)
        self.kind, self.unit = kind, unit
        self.digits, self.links = sorted(digits), [*links]
        self.fields: dict[str, object] = {
            "kind": kind,
            "unit": unit,
            "digits": self.digits,
            "placed": sorted((placed or {}).items()),
            "removed": changes(removed or {}),
            "marked": changes(marked or {}),
            "links": self.links,
            **more,
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
    """A grid on paper: digits, and marks in the blanks."""

    def __init__(self, digits: dict[str, int]) -> None:
        self.digits = digits
        self.marks: dict[str, set[int]] = {}

    def copy(self) -> "Sheet":
        other = Sheet(dict(self.digits))
        other.marks = dict(self.marks)  # sets are replaced, never changed
        return other

    def empty(self, cells: Iterable[str] = CELLS) -> list[str]:
        return [cell for cell in cells if self.digits[cell] == 0]

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
        """Fill a cell; return the marks that go from other cells."""
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
        """Return which of *digits* are marks of *cells*."""
        found = {cell: self.marks.get(cell, set()) & digits for cell in cells}
        return {cell: lost for cell, lost in found.items() if lost}


def sheet_of(puzzle: str) -> Sheet:
    return Sheet(dict(zip(CELLS, map(int, puzzle.replace(".", "0")))))


def placing(
    sheet: Sheet, kind: str, unit: str | None, cell: str, digit: int, official: bool
) -> Rule:
    """Fill a cell; the cells of the rule are this cell unless ``official``."""
    cells = None if official else [cell]
    lost = sheet.put(cell, digit)
    return Rule(kind, unit, cells, [digit], placed={cell: digit}, removed=lost)


def removing(
    sheet: Sheet,
    kind: str,
    unit: str | None,
    cells: Iterable[str],
    digits: Iterable[int],
    lost: dict[str, set[int]],
) -> Rule:
    sheet.take(lost)
    return Rule(kind, unit, cells, digits, removed=lost)


# The methods


def preemptive(sheet: Sheet) -> Iterator[Rule]:
    while found := forced(sheet):
        yield Rule("forced", found[0], None, [found[2]], placed={found[1]: found[2]})
        sheet.digits[found[1]] = found[2]
    if not sheet.empty():
        return
    sheet.write_marks()
    yield Rule("marks", None, [], [], marked=sheet.marks)
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
                if losers:
                    rule = Rule(
                        "elimination", None, [cell], [digit], placed=left, removed=lost
                    )
                    rule.fields["pass"] = number
                    yield rule
        if sets == before:
            return


def tree(
    sheet: Sheet, most: int, next_of: Callable[[deque[int]], int]
) -> Iterator[Rule]:
    sheet.write_marks()
    sheets = {1: sheet}
    about: dict[int, tuple[int | None, int, dict[str, int], dict[str, set[int]]]] = {}
    about[1] = None, 0, {}, {}
    depths = {1: 0}
    waiting = deque([1])
    for number in range(1, most + 1):
        if not waiting:
            return
        board = next_of(waiting)
        parent, base, placed, lost = about[board]
        held = sheets.pop(board)
        shortest = min((len(digits) for digits in held.marks.values()), default=9)
        tight = [cell for cell in CELLS if len(held.marks.get(cell, NINE)) == shortest]
        cell, added = tight[0] if held.marks else "", []
        options = sorted(held.marks.get(cell, ()))
        for digit in options:
            new = len(about) + 1
            sheets[new] = held.copy()
            removed = sheets[new].put(cell, digit)
            about[new] = board, number, {cell: digit}, removed
            depths[new] = depths[board] + 1
            waiting.append(new)
            added.append(new)
        goal = not held.marks
        yield Rule(
            "goal" if goal else "branch" if options else "dead",
            None,
            placed if goal else [cell],
            options,
            placed=placed,
            removed=lost,
            board=board,
            parent=parent,
            base=base,
            added=added,
            waiting=len(waiting),
            depth=depths[board],
        )
        if goal:
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
                rest = SEEN[one] & SEEN[other] & (SEEN[pivot] if size == 3 else {*CELLS})
                if lost := sheet.others(rest, {z}):
                    sheet.take(lost)
                    links = [(pivot, one, x, ""), (pivot, other, y, "")]
                    kind = {2: "xy-wing", 3: "xyz-wing"}[size]
                    cells = [pivot, one, other]
                    return Rule(kind, None, cells, {x, y, z}, removed=lost, links=links)
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
                return Rule("chain", None, cells, [digit], removed=lost, links=links)
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


def rules(answer: Answer, most_boards: int) -> Iterator[Rule]:
    sheet = sheet_of(answer["puzzle"])
    method = answer["method"]
    if method in ("dfs", "bfs"):
        take = deque[int].pop if method == "dfs" else deque[int].popleft
        return tree(sheet, most_boards, take)
    return {
        "preemptive": preemptive,
        "singles": singles,
        "elimination": elimination,
        "human": human,
    }[method](sheet)


def hardest(puzzle: str) -> float | None:
    """The figure of the hardest step of the ladder, if it solves ``puzzle``."""
    sheet = sheet_of(puzzle)
    figures = [figure_of(rule) for rule in human(sheet)]
    return max(figures) if all(sheet.digits.values()) else None


def figure_of(rule: Rule) -> float:
    """The figure of Sudoku Explainer for the technique of ``rule``."""
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


# Faults


def faults(answer: Answer, right: list[Rule]) -> Iterator[str]:
    """Each fault of an explanation whose steps should be ``right``."""
    yield from start_faults(answer)
    states = replayed(answer)
    for place, (rule, step) in enumerate(zip_longest(right, answer["steps"]), start=1):
        if rule is None or step is None:
            yield f"step {place}: {'missing' if rule else 'one too many'}"
            return
        grid = states[step.get("base", place - 1)]["grid"]
        yield from step_faults(step, rule, place, grid)
    yield from end_faults(answer, states[-1])


def replayed(answer: Answer) -> list[StateObject]:
    """The states before the first step and after each."""
    states = [answer["start"]]
    for place, step in enumerate(answer["steps"]):
        states.append(after(states[step.get("base", place)], step))
    return states


def step_faults(step: StepObject, rule: Rule, place: int, grid: str) -> Iterator[str]:
    """Each fault of the step that is number ``place`` and starts from ``grid``."""
    if step["number"] != place:
        yield f"step {place} has the number {step['number']}"
    found = {key: value for key, value in step.items() if key in FIELDS}
    expected = {key: value for key, value in rule.fields.items() if key != "pass"}
    if dumps(found, sort_keys=True) != dumps(expected, sort_keys=True):
        yield f"step {place}: {found}; expected {expected}"
    if cells := cells_fault(step, rule.cells, grid):
        yield f"step {place}: {cells}"
    yield from words_faults(step, rule)


def start_faults(answer: Answer) -> Iterator[str]:
    sheet = sheet_of(answer["puzzle"])
    marks = None
    if answer["method"] != "preemptive":
        sheet.write_marks()
        if answer["method"] == "elimination":
            sheet.marks = {cell: {*NINE} for cell in sheet.empty()}
        marks = ["".join(map(str, sorted(sheet.marks.get(cell, ())))) for cell in CELLS]
    if answer["start"] != {"grid": answer["puzzle"], "marks": marks}:
        yield "the start is not the puzzle"


def cells_fault(step: StepObject, expected: list[str] | None, grid: str) -> str:
    """Say what is wrong with the cells that give the reason, if anything is."""
    cells = step["cells"]
    if expected is not None:
        return "" if cells == expected else f"cells {cells}; expected {expected}"
    digits = dict(zip(CELLS, grid))
    [(home, digit)] = step["placed"]
    if step["kind"] == "single":
        others = sorted(digits[cell] for cell in cells if cell in SEEN[home])
        return "" if others == [str(d) for d in NINE if d != digit] else "not the eight"
    rest = {c for c in UNITS[str(step["unit"])] if digits[c] == "."} - {home}
    holders = [cell for cell in CELLS if digits[cell] == str(digit)]
    enough = [
        size
        for size in range(len(cells) + 1)
        for chosen in combinations(holders, size)
        if all(SEEN[cell] & {*chosen} for cell in rest)
    ]
    right = {*cells} <= {*holders} and all(SEEN[cell] & {*cells} for cell in rest)
    return "" if right and enough[0] == len(cells) else "not the fewest cells"


def after(state: StateObject, step: StepObject) -> StateObject:
    """Return the state after a step, as the form of a step is defined."""
    grid = dict(zip(CELLS, state["grid"]))
    marks = None if state["marks"] is None else dict(zip(CELLS, state["marks"]))
    if step["marked"]:
        marks = dict.fromkeys(CELLS, "")
        for cell, written in step["marked"]:
            marks[cell] = "".join(map(str, written))
    for cell, digits in step["removed"]:
        for gone in map(str, digits):
            assert marks is not None
            grid[cell] = grid[cell].replace(gone, ".")
            marks[cell] = marks[cell].replace(gone, "")
    for cell, digit in step["placed"]:
        grid[cell] = str(digit)
        if marks:
            marks[cell] = ""
    listed = [marks[cell] for cell in CELLS] if marks else None
    return {"grid": "".join(grid.values()), "marks": listed}


def end_faults(answer: Answer, last: StateObject) -> Iterator[str]:
    end = answer["end"]
    if end["ending"] in ("limit", "no solution"):
        if (end["grid"], end["marks"], end["open"]) != (None, None, None):
            yield "a grid without a solution"
        return
    if (end["grid"], end["marks"]) != (last["grid"], last["marks"]):
        yield "the end is not the state after the last step"
    empty = [
        marks for sign, marks in zip(last["grid"], last["marks"] or ()) if sign == "."
    ]
    ending = "contradiction" if "" in empty else "stuck"
    if (end["ending"], end["open"]) != (
        ending if "." in last["grid"] else "solved",
        last["grid"].count("."),
    ):
        yield f"the ending is {end}"


# Words


KINDS: Final = {
    "forced": "Forced digit",
    "marks": "Marks",
    "last": "Last mark",
    "single": "Naked single",
    "elimination": "Elimination",
    "branch": "Branch",
    "dead": "Dead end",
    "goal": "Goal",
    "last-cell": "Last cell",
    "hidden-single": "Hidden single",
    "pointing": "Pointing",
    "claiming": "Claiming",
    "set": "Preemptive {}",
    "naked-set": "Naked {}",
    "hidden-set": "Hidden {}",
    "xy-wing": "XY-wing",
    "xyz-wing": "XYZ-wing",
}
SIZES: Final = dict(
    enumerate("pair triple quad quintuple sextuple septuple octuple".split(), start=2)
)
FISH: Final = {2: "X-wing", 3: "Swordfish", 4: "Jellyfish"}
IN_UNIT: Final = re.compile(r"([1-9]) in ([rcb])([1-9]) => (.*)")
IN_CHAIN: Final = re.compile(r"([1-9]) in (r.c.(?:=r.c.-r.c.)+=r.c.) => (.*)")
IN_CELLS: Final = re.compile(r"\{([1-9](?:,[1-9])*)\} in ([rc1-9,]+) => (.*)")
ONE_UNIT: Final = re.compile(r"\b([Rr]ow|column|box) (\d)")
UNITS_NAMED: Final = re.compile(r"\b(row|column)s ((?:\d, )*\d and \d)")
LETTERS: Final = {"r": "row", "c": "column", "b": "box"}


def words_faults(step: StepObject, rule: Rule) -> Iterator[str]:
    try:
        parsed = parsed_heading(step)
    except ValueError as error:
        yield f"heading {step['heading']!r}: {error}"
        return
    placed = sorted((cell, digit) for cell, digit in step["placed"])
    removed = sorted((cell, d) for cell, digits in step["removed"] for d in digits)
    if placed and step["kind"] != "elimination":
        removed = []
    if parsed != (name_of(step), placed, removed):
        yield f"heading {step['heading']!r} for {step}"
    own = {*step["cells"], *dict(step["placed"]), *dict(step["removed"])}
    named = {*re.findall(r"r\dc\d", step["reason"])}
    if not named <= own or not re.fullmatch(r"(\S.*\.)", step["reason"]):
        yield f"reason {step['reason']!r}"
    if any(numbers_fault(step, own)):
        yield f"a number in the reason {step['reason']!r} of {step}"
    passed = rule.fields.get("pass")
    if passed and not step["reason"].startswith(f"Pass {passed}: "):
        yield f"reason {step['reason']!r} in pass {passed}"
    first = "It is the first cell" in step["reason"]
    if first != (step["kind"] == "single" and len(step["cells"]) == 8):
        yield f"reason {step['reason']!r}"


def numbers_fault(step: StepObject, own: set[str]) -> Iterator[bool]:
    """Whether each unit and each digit in a reason is not one of the step."""
    rest = re.sub(r"r\dc\d|Pass \d+: |All 81 numbers", "", step["reason"])
    units = {unit for cell in own for unit in units_of(cell)}
    for kind, number in ONE_UNIT.findall(rest):
        yield f"{kind.lower()} {number}" not in units
    for kind, numbers in UNITS_NAMED.findall(rest):
        for number in re.findall(r"\d", numbers):
            yield f"{kind} {number}" not in units
    rest = UNITS_NAMED.sub("", ONE_UNIT.sub("", rest))
    for digit in map(int, re.findall(r"\d", rest)):
        yield digit not in step["digits"]


def name_of(step: StepObject) -> str:
    if step["kind"] == "fish":
        lines = {cell[1] for cell in step["cells"]}, {cell[3] for cell in step["cells"]}
        return FISH.get(len(lines[0]), "")
    if step["kind"] == "chain":
        kinds = {link[3][:3] for link in step["links"]}
        touching = [*map(units_of, step["cells"][1:3])]
        shared = {unit[:3] for unit in touching[0] if unit in touching[1]}
        if len(step["links"]) == 3:
            return "X-chain"
        if kinds == {"row", "col"}:
            return "Two-string kite"
        skyscraper = "box" not in kinds and len(kinds) == 1 and shared & {"row", "col"}
        return "Skyscraper" if skyscraper else "Turbot fish"
    if step["kind"] == "branch" and len(step["digits"]) == 1:
        return "Move"
    return KINDS[step["kind"]].format(SIZES.get(len(step["digits"])))


def parsed_heading(
    step: StepObject,
) -> tuple[str, list[tuple[str, int]], list[tuple[str, int]]]:
    """Return the name, the placements and the removals in the heading of a step.

    Raise ValueError if its cause is not that of the step.
    """
    name, _, rest = step["heading"].partition(": ")
    if step["kind"] == "marks":
        number = len(step["marked"])
        if rest != f"the possible digits of {number} blank{'s'[: number != 1]}":
            raise ValueError("a wrong number")
        return name, [], []
    if "board" in step:
        board, _, rest = rest.partition(", ")
        if board != f"board {step['board']}":
            raise ValueError("a wrong board")
        if rest == "the puzzle":
            return name, [], []
    elif match := IN_UNIT.fullmatch(rest):
        unit = f"{LETTERS[match[2]]} {match[3]}"
        if (step["digits"], step["unit"]) != ([int(match[1])], unit):
            raise ValueError("a wrong cause")
        rest = match[4]
    elif match := IN_CHAIN.fullmatch(rest):
        linked = re.split("[=-]", match[2])
        if (step["digits"], step["cells"]) != ([int(match[1])], linked):
            raise ValueError("a wrong cause")
        rest = match[3]
    elif match := IN_CELLS.fullmatch(rest):
        digits = [int(digit) for digit in match[1].split(",")]
        if (step["digits"], sorted(step["cells"])) != (digits, sorted(group(match[2]))):
            raise ValueError("a wrong cause")
        rest = match[3]
    elif step["kind"] not in ("last", "single"):
        raise ValueError("no cause")
    placed: list[tuple[str, int]] = []
    removed: list[tuple[str, int]] = []
    for effect in rest.split(", "):
        cells, sign, digit = re.split("(=|<>)", effect)
        found = placed if sign == "=" else removed
        found += [(cell, int(digit)) for cell in group(cells)]
    return name, sorted(placed), sorted(removed)


def group(text: str) -> list[str]:
    """Return the cells of a group such as ``r2c19,r8c3``."""
    cells = []
    for part in text.split(","):
        match = re.fullmatch(r"r([1-9]+)c([1-9]+)", part)
        if not match or 1 not in (len(match[1]), len(match[2])):
            raise ValueError(f"not cells: {part}")
        cells += [f"r{r}c{c}" for r in match[1] for c in match[2]]
    return cells
