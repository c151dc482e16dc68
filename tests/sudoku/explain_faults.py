"""Find faults in an explanation, given the steps that it should have.

Nothing of the package is used: an explanation is what ``explain --json`` prints.
"""

import re
from collections.abc import Iterator
from itertools import combinations, zip_longest
from json import dumps
from typing import Final

from tests.sudoku.oracle import (
    CELLS,
    NINE,
    SEEN,
    UNITS,
    Answer,
    Rule,
    StateObject,
    StepObject,
    sheet_of,
    units_of,
)

FIELDS: Final = (
    "kind unit digits placed removed marked links board parent base added waiting depth"
).split()


def faults(answer: Answer, right: list[Rule]) -> Iterator[str]:
    """Yield each fault of an explanation that should have the steps ``right``."""
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
    """Return the states before the first step and after each step."""
    states = [answer["start"]]
    for place, step in enumerate(answer["steps"]):
        states.append(after(states[step.get("base", place)], step))
    return states


def step_faults(step: StepObject, rule: Rule, place: int, grid: str) -> Iterator[str]:
    """Yield a message for each fault of a step.

    ``rule`` says what the step must be, ``place`` is its number, and ``grid`` the 81
    cells before it.
    """
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
        marks = sheet.state()[1]
    if answer["start"] != {"grid": answer["puzzle"], "marks": marks}:
        yield "the start is not the puzzle"


def cells_fault(step: StepObject, expected: list[str] | None, grid: str) -> str:
    """Return what is wrong with the cells that a step gives as its reason, or "".

    ``expected`` are the right cells. If it is None, the step places a digit, and its
    cells must be enough to exclude every other digit or place, with none too many.
    ``grid`` is the 81 cells before it.
    """
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
    """Return the state after ``step``, which starts from ``state``."""
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
    if "board" in step and not step["reason"].startswith(board_sentence(step)):
        yield f"reason {step['reason']!r} of board {step['board']}"
    if any(numbers_fault(step, own)):
        yield f"a number in the reason {step['reason']!r} of {step}"
    passed = rule.fields.get("pass")
    if passed and not step["reason"].startswith(f"Pass {passed}: "):
        yield f"reason {step['reason']!r} in pass {passed}"
    first = "It is the first cell" in step["reason"]
    if first != (step["kind"] == "single" and len(step["cells"]) == 8):
        yield f"reason {step['reason']!r}"


def board_sentence(step: StepObject) -> str:
    """Return the sentence on its board that begins the reason of a search's step."""
    for cell, digit in step["placed"]:
        return f"Board {step['board']} puts {digit} into {cell}. "
    return f"Board {step['board']} is the puzzle. "


def numbers_fault(step: StepObject, own: set[str]) -> Iterator[bool]:
    """Yield, for each unit and digit in the reason of a step, whether it is wrong.

    It is wrong if the step has nothing to do with it. ``own`` are the cells of the
    step.
    """
    rest = step["reason"]
    if "board" in step:
        rest = rest.removeprefix(board_sentence(step))
    rest = re.sub(r"r\dc\d|Pass \d+: |All 81 numbers", "", rest)
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


def parsed_heading(  # noqa: C901 (a case for each kind of heading)
    step: StepObject,
) -> tuple[str, list[tuple[str, int]], list[tuple[str, int]]]:
    """Return the name, the placements and the removals in the heading of a step.

    The last two are sorted (cell, digit) pairs. Raise ValueError if the cause in the
    heading is not that of the step.
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
    """Return the cells of a group: ``r2c19,r8c3`` is r2c1, r2c9 and r8c3.

    Raise ValueError for any other text.
    """
    cells = []
    for part in text.split(","):
        match = re.fullmatch(r"r([1-9]+)c([1-9]+)", part)
        if not match or 1 not in (len(match[1]), len(match[2])):
            raise ValueError(f"not cells: {part}")
        cells += [f"r{r}c{c}" for r in match[1] for c in match[2]]
    return cells
