"""The texts of the explanations: the words of their templates, effects and reasons.

A heading has the form ``NAME: CAUSE => EFFECTS``, and a reason consists of whole
sentences. Both name only cells of their step. Rows, columns and boxes count from 1.
"""

from collections.abc import Callable, Iterable
from itertools import groupby, pairwise

from _courseware.terminal.messages import plural
from sudoku.courses import TECHNIQUES
from sudoku.explain.steps import Explanation, Removal, Step
from sudoku.grid import CELLS, DIGITS, Location, cell_name

FROM_ZERO = "Rows, columns and boxes count from 1; the hand-out counts from 0."
COUNTING_FROM_ZERO = [name for name, method in TECHNIQUES.items() if method.from_zero]
NUMBERS = "no one two three four five six seven eight nine".split()
# Of 2 to 8 cells, and of 2 to 4 lines.
NAME_OF_SIZE = "pair triple quad quintuple sextuple septuple octuple".split()
FISH = "X-wing Swordfish Jellyfish".split()


class StepWords:
    """The words of a step that a template can contain, computed when it does."""

    def __init__(self, step: Step) -> None:
        self._step = step

    def __getitem__(self, word: str) -> object:
        return WORDS[word](self._step)


def fill(text: str | Callable[[Step], str], step: Step) -> str:
    """Return the template ``text`` with the words of ``step``.

    >>> fill("In {unit}, only {cells}.", Step("", "row 1", ((0, 2), (0, 4))))
    'In row 1, only r1c3 and r1c5.'
    """
    return text(step) if callable(text) else text.format_map(StepWords(step))


def chain_name(step: Step) -> str:
    """Return the name of a chain: what its strong links are, and how they meet."""
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


def _box_of(cell: Location) -> str:
    """Return the name of the box that contains ``cell``.

    >>> _box_of((3, 8))
    'box 6'
    """
    return f"box {cell[0] // 3 * 3 + cell[1] // 3 + 1}"


def _join_words(words: Iterable[object]) -> str:
    """Return ``words`` as a list in a sentence.

    >>> _join_words([4]), _join_words([4, 7]), _join_words([1, 4, 7])
    ('4', '4 and 7', '1, 4 and 7')
    """
    *first, last = map(str, words)
    return f"{', '.join(first)} and {last}" if first else last


def _names_of(cells: Iterable[Location]) -> str:
    return _join_words(map(cell_name, cells))


def forced_reason(step: Step) -> str:
    """Return why a unit has only one cell for the digit that ``step`` places."""
    [(home, digit)] = step.placed
    if not step.cells:
        return f"{cell_name(home)} is the only blank of {step.unit}."
    one = len(step.cells) == 1
    what, see = (f"{digit}", "sees") if one else (f"{digit}s", "see")
    others = f"every blank of {step.unit} but {cell_name(home)}"
    return f"The {what} in {_names_of(step.cells)} {see} {others}."


def single_reason(step: Step) -> str:
    """Return why the cell that ``step`` fills can contain no other digit."""
    [(cell, digit)] = step.placed
    if len(step.cells) == 1:  # of the ladder, which also removes marks in other ways
        return (
            f"{digit} is the only mark left in {cell_name(cell)}, so it is the digit."
        )
    units = f"Row {cell[0] + 1}, column {cell[1] + 1} and {_box_of(cell)}"
    return f"{units} hold every digit but {digit}."


def board_shown(step: Step) -> str:
    """Return a sentence on the board of a search step and the digit added to it."""
    board = step.node.board if step.node else 0
    if not step.placed:
        return f"Board {board} is the puzzle."
    [(cell, digit)] = step.placed
    return f"Board {board:,} puts {digit} into {cell_name(cell)}."


def branch_reason(step: Step) -> str:
    """Return sentences on a board and on the cell in which a search tries digits."""
    cell = _names_of(step.cells)
    only = "only " if len(step.digits) == 1 else ""
    now = "Now the" if step.placed else "The"
    most = f"{now} most constrained cell is {cell}"
    return f"{board_shown(step)} {most}, with {only}{_join_words(step.digits)}."


def fish_lines(step: Step) -> tuple[str, list[int], str, list[int]]:
    """Return the kind and numbers of a fish's lines, and of the lines that they cross.

    An example is ``("row", [2, 5], "column", [1, 7])``. Numbers count from 1.
    """
    rows = sorted({row + 1 for row, _ in step.cells})
    columns = sorted({column + 1 for _, column in step.cells})
    if step.removed[0][0][0] + 1 in rows:
        return "column", columns, "row", rows
    return "row", rows, "column", columns


def wing_cases(step: Step) -> str:
    """Return what follows if a wing's pivot is a digit of the one or other pincer."""
    lost = step.removed[0][1][0]
    pivot, *pincers = map(cell_name, step.cells)
    first, second = (link.digit for link in step.links)
    return (
        f"If {pivot} is {first}, {pincers[0]} is {lost}; "
        f"if it is {second}, {pincers[1]} is {lost}."
    )


def chain_reason(step: Step) -> str:
    """Return sentences on the strong links of a chain, its weak links and its ends."""
    digit = step.digits[0]
    first, *others = step.links
    strong = f"In {first.unit}, only {_names_of(first[:2])} can be {digit}"
    for link in others:
        strong += f"; in {link.unit}, only {_names_of(link[:2])}"
    weak = _join_words(
        f"one of {_names_of((one.second, other.first))}"
        for one, other in pairwise(step.links)
    )
    ends = _names_of((step.cells[0], step.cells[-1]))
    return (
        f"{strong}. At most {weak} is {digit}, because they see each other. "
        f"So {digit} is in one of {ends}, and in no cell that sees both."
    )


def _name_with_article(step: Step) -> str:
    article = "an" if step.name[0] in "AEIOUX" else "a"
    has_letters = step.name.partition("-")[0].isupper()
    return f"{article} {step.name if has_letters else step.name.lower()}"


def where_to_look(step: Step) -> str | None:
    """Return the unit of ``step``, such as "box 3", or else the box of its first cell.

    Return None for a fish, or if the step has no cells.
    """
    cells = [cell for cell, _ in step.placed] or step.cells
    if step.unit or step.kind == "fish" or not cells:
        return step.unit
    return _box_of(cells[0])


def crossed_line(step: Step) -> str:
    """Return the row or column, such as "row 4", of the first two cells."""
    first, second = step.cells[:2]
    if first[0] == second[0]:
        return f"row {first[0] + 1}"
    return f"column {first[1] + 1}"


def chain_links(step: Step) -> str:
    """Return the links of a chain, such as ``r1c1=r1c5-r3c6=r7c6``.

    ``=`` is a strong link, and ``-`` joins the end of one to the start of the next.
    """
    return "-".join(
        f"{cell_name(link.first)}={cell_name(link.second)}" for link in step.links
    )


def examined_board(step: Step) -> str:
    board = step.node.board if step.node else 0
    return f"board {board:,}, {'' if step.placed else 'the puzzle'}"


WORDS: dict[str, Callable[[Step], object]] = {
    "a_technique": _name_with_article,
    "board_shown": board_shown,
    "both": lambda step: "both" if len(step.cells) == 2 else "all",
    "box": lambda step: _box_of(step.cells[0]),
    "cell": lambda step: cell_name(step.placed[0][0]),
    "cell_count": lambda step: NUMBERS[len(step.cells)],
    "cell_group": lambda step: group(step.cells),
    "cell_set": lambda step: NAME_OF_SIZE[len(step.cells) - 2],
    "cells": lambda step: _names_of(step.cells),
    "chain_links": chain_links,
    "chain_name": chain_name,
    "crossed_line": crossed_line,
    "crossing_numbers": lambda step: _join_words(fish_lines(step)[3]),
    "crossings": lambda step: f"{fish_lines(step)[2]}s",
    "digit": lambda step: step.digits[0],
    "digit_set": lambda step: ",".join(map(str, step.digits)),
    "digits": lambda step: _join_words(step.digits),
    "examined_board": examined_board,
    "first_cell": lambda step: cell_name(step.cells[0]),
    "fish_name": lambda step: FISH[len(fish_lines(step)[1]) - 2],
    "last_cell": lambda step: cell_name(step.cells[-1]),
    "line_count": lambda step: NUMBERS[len(fish_lines(step)[1])],
    "line_numbers": lambda step: _join_words(fish_lines(step)[1]),
    "lines": lambda step: f"{fish_lines(step)[0]}s",
    "lost_digit": lambda step: step.removed[0][1][0],
    "marked_blanks": lambda step: plural(len(step.marked), "blank"),
    "move_or_branch": lambda step: "Move" if len(step.digits) == 1 else "Branch",
    "other_cells": lambda step: _names_of(step.cells[1:]),
    "place": lambda step: where_to_look(step) or "every blank",
    "short_unit": lambda step: f"{str(step.unit)[0]}{str(step.unit)[-1]}",
    "size": lambda step: NAME_OF_SIZE[len(step.digits) - 2],
    "unit": lambda step: step.unit,
    "wing_cases": wing_cases,
}


def summary(explanation: Explanation) -> str:
    """Return a line with the method, the number of givens and the number of steps."""
    givens = plural(81 - explanation.puzzle.count("."), "given")
    steps = plural(len(explanation.steps), "step")
    return f"{TECHNIQUES[explanation.method].title}. {givens}, {steps}."


def summary_line(explanation: Explanation) -> str:
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
    return f"Contradiction: no digit is left for {_names_of(dead)}."
