"""An explanation as a page that shows it step by step."""

import re
from collections.abc import Iterator
from itertools import zip_longest

from _courseware.draw import grid_html, page
from sudoku.courses import METHODS
from sudoku.explain import SEARCH_METHODS
from sudoku.explain.hints import PLACE, QUESTION, hint
from sudoku.explain.steps import (
    CELL_INDEX,
    Explanation,
    State,
    Step,
    digits_text,
    states,
)
from sudoku.explain.words import COUNTING_FROM_ZERO, FROM_ZERO, ending, summary
from sudoku.grid import DIGITS
from sudoku.pictures import grid_of_state, links_in
from sudoku.trees import DOTS, drawing

ROLES = {
    "unit": "unit",
    "reason": "reason",
    "changed": "changes",
    "out": "crossed out",
}
# What headings contain: a pattern, an example, and what the example means.
NOTATION = (
    (r"\bin [rcb]\d ", "b1", "box 1; r1 is row 1, and c1 is column 1"),
    (r"c\d(?!\d)", "r2c7", "the cell in row 2 and column 7"),
    (r"r\d\d|c\d\d", "r2c19", "the cells r2c1 and r2c9"),
    (r"{", "{4,7}", "the digits 4 and 7"),
    (
        r"c\d=r",
        "r1c6=r1c9",
        "a solid line, a strong link: one of these cells has the digit",
    ),
    (r"c\d-r", "r1c6-r2c5", "a dashed line: at most one of these cells has the digit"),
    (r"c\d=r", "A, B", "the cells of a chain, by turns"),
    (r"Z?-wing", "- - -", "a link between the pivot and a pincer"),
    (r"=>", "=>", "therefore"),
    (r"c\d=\d", "r2c7=9", "9 goes into r2c7"),
    (r"<>", "r2c7<>4", "4 cannot go into r2c7"),
)
ENDING_SIGNS = {
    "solved": "\u2713",
    "stuck": "\u25a0",
    "contradiction": "\u2717",
    "no solution": "\u2717",
    "limit": "\u25a0",
}
PREDICT = """\
<p class="transport" hidden><label><input type="checkbox" id="predict"> \
Predict: ask before showing</label></p>
"""
CARDS = """\
<div class="transport" hidden><h2>Waiting boards, the next one first</h2>
<ul class="waiting" aria-label="Waiting boards"></ul></div>
"""
TREE = """\
<div class="tree"><p class="counts"></p>
<div tabindex="0" role="group" aria-label="The tree of boards">
{}</div></div>
"""
COLUMNS = (
    "place question cells digits placed removed unit base added marked links next"
).split()
# The deepest step of a tree is indented by DEEPEST times 0.4 rem, and any by 0.6 for
# each level at most. The rules are the same for all trees: policies have their hash.
DEEPEST = 20
INDENTS = "".join(
    f"#steps .d{deep} {{ padding-left: {0.4 + 0.4 * deep:.1f}rem; }}\n"
    for deep in range(1, DEEPEST + 1)
)


def walkthrough(explanation: Explanation, name: str) -> str:
    """Return a page with the steps of *explanation*, of a puzzle in the file *name*."""
    cards = tree = ""
    if explanation.method in SEARCH_METHODS:
        cards, tree = CARDS, DOTS + TREE.format(drawing(explanation))
    body = (
        '<div class="columns view">\n'
        f"<div>\n{puzzle(explanation)}{key(explanation)}{cards}</div>\n<div>\n"
        f"{page.player_controls()}{PREDICT}{tree}<h2>{title(explanation)}</h2>\n"
        f"{page.steps_list(items(explanation))}</div>\n</div>\n{end(explanation)}"
    )
    return document(name, remarks(explanation), body, [explanation])


def side_by_side(explanations: list[Explanation], name: str) -> str:
    """Return a page with searches of a puzzle in the file *name*, in step."""
    parts = "".join(
        f'<section class="view">\n<h2>{title_of(explanation)}</h2>\n'
        f"{puzzle(explanation, explanation.method)}"
        f"{TREE.format(drawing(explanation))}{CARDS}</section>\n"
        for explanation in explanations
    )
    ends = " ".join(f"{one.method}: {ending(one)}" for one in explanations)
    title = f"All {max(len(one.steps) for one in explanations):,} steps"
    body = (
        f'{page.player_controls()}{DOTS}<div class="pair">\n{parts}</div>\n'
        f"<h2>{title}</h2>\n{page.steps_list(items_of_all(explanations))}"
        f'<div id="end"></div>\n'
    )
    return document(name, f"{ends} {FROM_ZERO}", body, explanations)


def title_of(explanation: Explanation) -> str:
    _, _, title = METHODS[explanation.method].title.partition(": ")
    return title.capitalize()


def items_of_all(explanations: list[Explanation]) -> Iterator[tuple[str, str, str]]:
    """Yield the headings and the reasons of the steps with the same number."""
    for steps in zip_longest(*(one.steps for one in explanations)):
        pairs = list(zip(explanations, steps))
        headings = (f"{one.method}: {step.heading}" for one, step in pairs if step)
        reasons = (
            f"{one.method}: {step.reason if step else ending(one)}"
            for one, step in pairs
        )
        yield "", "; ".join(headings), " ".join(reasons)


def document(name: str, summary: str, body: str, shown: list[Explanation]) -> str:
    """Return the page of a puzzle in the file *name* that shows some explanations."""
    return page.html_page(
        f"Walkthrough of {name}",
        summary,
        body,
        [data(explanation) for explanation in shown],
        page.asset("_courseware.draw", "assets/grid.css") + INDENTS,
        page.asset("sudoku", "tree.js") + page.asset("sudoku", "grid.js"),
    )


def remarks(explanation: Explanation) -> str:
    """Return the lines about *explanation*."""
    remarks = [summary(explanation), ending(explanation)]
    if explanation.method in COUNTING_FROM_ZERO:
        remarks.append(FROM_ZERO)
    return " ".join(remarks)


def title(explanation: Explanation) -> str:
    number = len(explanation.steps)
    if number < 2:
        return "The only step" if number else "No steps"
    return f"All {number:,} steps"


def items(explanation: Explanation) -> Iterator[tuple[str, str, str]]:
    """Yield the class, the heading and the reason of each step in the list."""
    depths = [step.node.depth if step.node else 0 for step in explanation.steps]
    share = min(1.5, DEEPEST / max([1, *depths]))
    for step, depth in zip(explanation.steps, depths):
        deep = round(depth * share)
        yield f"d{deep}" if deep else "", step.heading, step.reason


def puzzle(explanation: Explanation, name: str = "grid") -> str:
    state = grid_of_state(explanation.puzzle, State(explanation.puzzle, None))
    table = grid_html.table(state, "The puzzle", name)
    return f'<div class="sheet">\n{table}</div>\n'


def key(explanation: Explanation) -> str:
    """Return the looks of the roles that occur in *explanation*, and its notation."""
    steps = explanation.steps
    after = states(explanation)
    occurs = {
        "unit": any(step.unit for step in steps),
        "reason": any(step.cells for step in steps),
        "changed": any(step.placed or step.removed or step.marked for step in steps),
        "out": any(
            after[step.number].grid[CELL_INDEX[cell]] == "."
            for step in steps
            for cell, _ in step.removed
        ),
    }
    roles = "".join(
        f'<li><b class="{role}"></b>{ROLES[role]}' for role in ROLES if occurs[role]
    )
    headings = " ".join(step.heading for step in steps)
    signs = "".join(
        f"<dt>{page.escape_text(sign)}<dd>{meaning}\n"
        for pattern, sign, meaning in NOTATION
        if re.search(pattern, headings)
    )
    text = f'<ul class="key" aria-label="Key">{roles}</ul>\n' if roles else ""
    return text + (f'<dl class="notation">\n{signs}</dl>\n' if signs else "")


def end(explanation: Explanation) -> str:
    """Return how *explanation* ends. A script hides this: it shows every state."""
    sign = ENDING_SIGNS[explanation.ending].encode("ascii", "xmlcharrefreplace")
    text = f"<h2>The end</h2>\n<p>{sign.decode()} {ending(explanation)}</p>\n"
    if explanation.end:
        state = grid_of_state(explanation.puzzle, explanation.end)
        text += grid_html.table(state, "The grid after the last step")
    return f'<div id="end">\n{text}</div>\n'


def data(explanation: Explanation) -> dict[str, object]:
    """Return what the script needs besides the texts. Cells count from 0."""
    places = list(dict.fromkeys(hint(step, PLACE) for step in explanation.steps))
    grid, marks = explanation.start.grid, explanation.start.marks
    found: dict[str, object] = {
        "start": (grid, marks and " ".join(marks)),
        "places": places,
        "names": COLUMNS,
        "ending": explanation.ending,
        "end": f"{ENDING_SIGNS[explanation.ending]} {ending(explanation)}",
        "steps": [
            trimmed([places.index(hint(step, PLACE)), *step_row(step)])
            for step in explanation.steps
        ],
    }
    if explanation.method in SEARCH_METHODS:
        found["order"] = explanation.method
        found["solved"] = explanation.ending == "solved"
    return found


def step_row(step: Step) -> list[object]:
    """Return what COLUMNS name of *step*, except its place."""
    marks = {cell: digits_text(digits) for cell, digits in step.marked}
    return [
        hint(step, QUESTION),
        [CELL_INDEX[cell] for cell in step.cells],
        digits_text(step.digits),
        {CELL_INDEX[cell]: digit for cell, digit in step.placed},
        losers(step),
        step.unit,
        step.node and step.node.base,
        step.node and len(step.node.added),
        step.marked and " ".join(marks.get(cell, "") for cell in CELL_INDEX),
        [
            (
                CELL_INDEX[link.first],
                CELL_INDEX[link.second],
                link.digit,
                int(link.strong),
            )
            for link in links_in(step)
        ],
        CELL_INDEX[step.cells[0]] if step.kind == "branch" else 0,
    ]


def trimmed(row: list[object]) -> list[object]:
    """Return *row* with 0 for what is empty, and with nothing for that at the end."""
    while not row[-1]:
        del row[-1]
    return [value or 0 for value in row]


def losers(step: Step) -> dict[int, list[int]]:
    """Return the cells from which *step* removes each digit."""
    cells = {
        digit: [CELL_INDEX[cell] for cell, digits in step.removed if digit in digits]
        for digit in DIGITS
    }
    return {digit: found for digit, found in cells.items() if found}
