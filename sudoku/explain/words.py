"""The text of the explanations: names, headings and reasons of steps.

A heading has the form ``NAME: CAUSE => EFFECTS``, and a reason consists of whole
sentences. Both name only cells of their step. Rows, columns and boxes count from 1.
"""

from collections.abc import Iterable
from itertools import groupby, pairwise

from _courseware.terminal.messages import plural
from sudoku.courses import TECHNIQUES
from sudoku.explain.steps import Explanation, Removal, Step
from sudoku.grid import CELLS, DIGITS, Location, cell_name

FROM_ZERO = "Rows, columns and boxes count from 1; the hand-out counts from 0."
COUNTING_FROM_ZERO = [name for name, method in TECHNIQUES.items() if method.from_zero]
NUMBERS = "no one two three four five six seven eight nine".split()
# Of 2 to 8 cells, and of 2 to 4 lines.
SIZES = "pair triple quad quintuple sextuple septuple octuple".split()
FISH = "X-wing Swordfish Jellyfish".split()
SET_NAMES = {"set": "Preemptive", "naked-set": "Naked", "hidden-set": "Hidden"}
NAMES = {
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
    "xy-wing": "XY-wing",
    "xyz-wing": "XYZ-wing",
}


def worded(step: Step, before: str = "", after: str = "") -> Step:
    """Return ``step`` with its name, its heading and its reason filled in.

    The sentences ``before`` and ``after`` are added around the reason.
    """
    step = step._replace(name=name(step))
    reason = before + REASONS[step.kind](step) + after
    return step._replace(heading=heading(step), reason=reason)


def name(step: Step) -> str:
    if step.kind in SET_NAMES:
        return f"{SET_NAMES[step.kind]} {SIZES[len(step.digits) - 2]}"
    if step.kind == "fish":
        return FISH[len(fish_lines(step)[1]) - 2]
    if step.kind == "chain":
        return chain_name(step)
    if step.kind == "branch" and len(step.digits) == 1:
        return "Move"
    return NAMES[step.kind]


def chain_name(step: Step) -> str:
    if len(step.links) > 2:
        return "X-chain"
    kinds = sorted(link.unit.split()[0] for link in step.links)
    (row, column), (other_row, other_column) = step.cells[1:3]
    if kinds == ["column", "row"]:
        return "Two-string kite"
    if kinds == ["row", "row"] and column == other_column:
        return "Skyscraper"
    if kinds == ["column", "column"] and row == other_row:
        return "Skyscraper"
    return "Turbot fish"


def heading(step: Step) -> str:
    """Return the heading of a named ``step``, such as ``Naked single: r1c1=1``."""
    if step.kind == "marks":
        return (
            f"{step.name}: the possible digits of {plural(len(step.marked), 'blank')}"
        )
    if step.node:
        return (
            f"{step.name}: board {step.node.board:,}, {effects(step) or 'the puzzle'}"
        )
    cause = CAUSES[step.kind](step) if step.kind in CAUSES else ""
    return f"{step.name}: {cause}{effects(step)}"


def digit_in_unit(step: Step) -> str:
    unit, number = str(step.unit).split()
    return f"{step.digits[0]} in {unit[0]}{number} => "


def digits_in_cells(step: Step) -> str:
    digits = ",".join(map(str, step.digits))
    return f"{{{digits}}} in {group(step.cells)} => "


def digit_in_chain(step: Step) -> str:
    """Return the cause of a chain, such as ``4 in r1c1=r1c5-r3c6=r7c6 => ``.

    ``=`` is a strong link, and ``-`` joins the end of one to the start of the next.
    """
    names = (f"{cell_name(link.first)}={cell_name(link.second)}" for link in step.links)
    return f"{step.digits[0]} in {'-'.join(names)} => "


CAUSES = {
    "forced": digit_in_unit,
    "set": digits_in_cells,
    "elimination": digits_in_cells,
    "last-cell": digit_in_unit,
    "hidden-single": digit_in_unit,
    "pointing": digits_in_cells,
    "claiming": digits_in_cells,
    "naked-set": digits_in_cells,
    "fish": digits_in_cells,
    "hidden-set": digits_in_cells,
    "xy-wing": digits_in_cells,
    "xyz-wing": digits_in_cells,
    "chain": digit_in_chain,
}


def effects(step: Step) -> str:
    """Return the changes made by ``step``, such as ``r1c1=5`` or ``r2c3<>4``.

    The marks that a placement removes are left out, except in an elimination.
    """
    placed = [f"{cell_name(cell)}={digit}" for cell, digit in step.placed]
    if placed and step.kind != "elimination":
        return ", ".join(placed)
    return ", ".join(placed + removals(step.removed))


def removals(removed: Iterable[Removal]) -> list[str]:
    """Return the removed marks as text, one string for each digit.

    >>> removals([((3, 0), (4, 9)), ((3, 1), (4,)), ((3, 7), (4, 9))])
    ['r4c128<>4', 'r4c18<>9']
    """
    losers = {
        digit: [cell for cell, digits in removed if digit in digits] for digit in DIGITS
    }
    return [f"{group(cells)}<>{digit}" for digit, cells in losers.items() if cells]


def group(cells: Iterable[Location]) -> str:
    """Return the names of ``cells`` in short form, those in one row or column together.

    >>> group([(1, 0), (1, 8)]), group([(0, 1), (2, 1)])
    ('r2c19', 'r13c2')
    >>> group([(1, 2), (1, 6), (7, 2), (7, 6)])
    'r2c37,r8c37'
    """
    cells = sorted(cells)
    rows = "".join(str(row + 1) for row, _ in cells)
    if len({column for _, column in cells}) == 1:
        return f"r{rows}c{cells[0][1] + 1}"
    return ",".join(
        f"r{row + 1}c" + "".join(str(column + 1) for _, column in line)
        for row, line in groupby(cells, lambda cell: cell[0])
    )


def box_of(cell: Location) -> str:
    """Return the name of the box that contains ``cell``.

    >>> box_of((3, 8))
    'box 6'
    """
    return f"box {cell[0] // 3 * 3 + cell[1] // 3 + 1}"


def listed(words: Iterable[object]) -> str:
    """Return ``words`` as a list in a sentence.

    >>> listed([4]), listed([4, 7]), listed([1, 4, 7])
    ('4', '4 and 7', '1, 4 and 7')
    """
    *first, last = map(str, words)
    return f"{', '.join(first)} and {last}" if first else last


def names_of(cells: Iterable[Location]) -> str:
    return listed(map(cell_name, cells))


def forced_reason(step: Step) -> str:
    [(home, digit)] = step.placed
    if not step.cells:
        return f"{cell_name(home)} is the only blank of {step.unit}."
    one = len(step.cells) == 1
    what, see = (f"{digit}", "sees") if one else (f"{digit}s", "see")
    others = f"every blank of {step.unit} but {cell_name(home)}"
    return f"The {what} in {names_of(step.cells)} {see} {others}."


def marks_reason(step: Step) -> str:
    return "Every blank gets the digits that its row, its column and its box lack."


def last_reason(step: Step) -> str:
    return f"{only_mark(step)}, and is removed from the marks of the cells that see it."


def only_mark(step: Step) -> str:
    [(cell, digit)] = step.placed
    return f"{digit} is the only mark left in {cell_name(cell)}, so it is the digit"


def set_reason(step: Step) -> str:
    size = NUMBERS[len(step.cells)]
    return (
        f"In {step.unit}, the {size} cells {names_of(step.cells)} have only the {size} "
        f"marks {listed(step.digits)} together, so these digits go there, "
        f"and nowhere else in {step.unit}."
    )


def single_reason(step: Step) -> str:
    [(cell, digit)] = step.placed
    if len(step.cells) == 1:  # of the ladder, which also removes marks in other ways
        return f"{only_mark(step)}."
    units = f"Row {cell[0] + 1}, column {cell[1] + 1} and {box_of(cell)}"
    return f"{units} hold every digit but {digit}."


def elimination_reason(step: Step) -> str:
    holder = f"{names_of(step.cells)} holds only {listed(step.digits)}"
    return f"{holder}, which is removed from the cells that see it."


def board_shown(step: Step) -> str:
    """Return a sentence on the board of a search step and the digit added to it."""
    board = step.node.board if step.node else 0
    if not step.placed:
        return f"Board {board} is the puzzle."
    [(cell, digit)] = step.placed
    return f"Board {board:,} puts {digit} into {cell_name(cell)}."


def branch_reason(step: Step) -> str:
    cell = names_of(step.cells)
    only = "only " if len(step.digits) == 1 else ""
    now = "Now the" if step.placed else "The"
    most = f"{now} most constrained cell is {cell}"
    return f"{board_shown(step)} {most}, with {only}{listed(step.digits)}."


def dead_reason(step: Step) -> str:
    return f"{board_shown(step)} No number is left for {names_of(step.cells)}."


def goal_reason(step: Step) -> str:
    return f"{board_shown(step)} All 81 numbers are placed."


def last_cell_reason(step: Step) -> str:
    [(cell, digit)] = step.placed
    what = f"{cell_name(cell)} is the only blank of {step.unit}"
    return f"{what}, and {digit} is the only digit that {step.unit} lacks."


def hidden_single_reason(step: Step) -> str:
    [(cell, digit)] = step.placed
    return f"In {step.unit}, only {cell_name(cell)} can be {digit}."


def confined_reason(step: Step) -> str:
    what = f"In {step.unit}, only {names_of(step.cells)} can be {step.digits[0]}"
    both = "both" if len(step.cells) == 2 else "all"
    other = crossed_unit(step)
    return f"{what}. They are {both} in {other}, so no other cell of {other} can."


def crossed_unit(step: Step) -> str:
    """Return the unit, such as "row 4", that loses a digit in pointing or claiming."""
    first, second = step.cells[:2]
    if step.kind == "claiming":
        return box_of(first)
    if first[0] == second[0]:
        return f"row {first[0] + 1}"
    return f"column {first[1] + 1}"


def hidden_set_reason(step: Step) -> str:
    size = NUMBERS[len(step.digits)]
    return (
        f"In {step.unit}, the {size} digits {listed(step.digits)} can go only into the "
        f"{size} cells {names_of(step.cells)}, so these cells can be nothing else."
    )


def fish_reason(step: Step) -> str:
    kind, numbers, crossing, others = fish_lines(step)
    return (
        f"In {kind}s {listed(numbers)}, {step.digits[0]} can go only into {crossing}s "
        f"{listed(others)}, so it goes nowhere else in these {crossing}s."
    )


def fish_lines(step: Step) -> tuple[str, list[int], str, list[int]]:
    """Return the kind and numbers of a fish's lines, and of the lines that they cross.

    An example is ``("row", [2, 5], "column", [1, 7])``. Numbers count from 1.
    """
    rows = sorted({row + 1 for row, _ in step.cells})
    columns = sorted({column + 1 for _, column in step.cells})
    if step.removed[0][0][0] + 1 in rows:
        return "column", columns, "row", rows
    return "row", rows, "column", columns


def wing_reason(step: Step) -> str:
    [digit] = step.removed[0][1]
    pivot, *pincers = map(cell_name, step.cells)
    first, second = (link.digit for link in step.links)
    reason = (
        f"If {pivot} is {first}, {pincers[0]} is {digit}; "
        f"if it is {second}, {pincers[1]} is {digit}. "
    )
    if step.kind == "xy-wing":
        ends = listed(pincers)
        return f"{reason}So {digit} is in one of {ends}, and in no cell that sees both."
    reason += f"Otherwise {pivot} is {digit} itself. "
    return (
        f"{reason}So {digit} is in one of the three, and in no cell that sees them all."
    )


def chain_reason(step: Step) -> str:
    digit = step.digits[0]
    first, *others = step.links
    strong = f"In {first.unit}, only {names_of(first[:2])} can be {digit}"
    for link in others:
        strong += f"; in {link.unit}, only {names_of(link[:2])}"
    weak = listed(
        f"one of {names_of((one.second, other.first))}"
        for one, other in pairwise(step.links)
    )
    ends = names_of((step.cells[0], step.cells[-1]))
    return (
        f"{strong}. At most {weak} is {digit}, because they see each other. "
        f"So {digit} is in one of {ends}, and in no cell that sees both."
    )


REASONS = {
    "forced": forced_reason,
    "marks": marks_reason,
    "last": last_reason,
    "set": set_reason,
    "single": single_reason,
    "elimination": elimination_reason,
    "branch": branch_reason,
    "dead": dead_reason,
    "goal": goal_reason,
    "last-cell": last_cell_reason,
    "hidden-single": hidden_single_reason,
    "pointing": confined_reason,
    "claiming": confined_reason,
    "naked-set": set_reason,
    "fish": fish_reason,
    "hidden-set": hidden_set_reason,
    "xy-wing": wing_reason,
    "xyz-wing": wing_reason,
    "chain": chain_reason,
}


def summary(explanation: Explanation) -> str:
    """Return a line with the method, the number of givens and the number of steps."""
    givens = plural(81 - explanation.puzzle.count("."), "given")
    steps = plural(len(explanation.steps), "step")
    return f"{TECHNIQUES[explanation.method].title}. {givens}, {steps}."


def ending(explanation: Explanation) -> str:
    """Return the last line of ``explanation``: solved, or why it is not."""
    end = explanation.end
    if explanation.ending == "limit":
        return f"Stopped after {plural(len(explanation.steps), 'board')}."
    if end is None or explanation.ending == "solved":
        return f"{explanation.ending.capitalize()}."
    if explanation.ending == "stuck":
        stuck = f"Stuck: {plural(end.grid.count('.'), 'blank')}."
        return f"{stuck} {TECHNIQUES[explanation.method].stuck}"
    dead = [
        cell
        for cell, digit, marks in zip(CELLS, end.grid, end.marks or ())
        if digit == "." and not marks
    ]
    if not dead:
        return "Contradiction: the puzzle has a clash."
    return f"Contradiction: no digit is left for {names_of(dead)}."
