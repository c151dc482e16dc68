"""The boards of a search as a tree."""

from collections.abc import Sequence
from typing import NamedTuple

from sudoku.explain.steps import Explanation

Outline = list[tuple[float, float]]  # where a subtree begins and ends on each level

MOST_DOTS = 400
ACROSS, DOWN, MARGIN = 16, 20, 12  # between dots, and around the tree: 16 are 1 rem
# The state of a board is a shape. The ids are the kinds of the steps.
DOTS = """\
<svg class="dots" aria-hidden="true"><defs>
<circle id="waiting" r="4"/>
<circle id="branch" r="4"/>
<path id="dead" d="M-4-4 4 4M-4 4 4-4"/>
<path id="goal" d="M0-8 2-3 8-2 3 2 5 7 0 4-5 7-3 2-8-2-2-3Z"/>
</defs></svg>
"""
LARGE = f"""\
<p>The tree has more than {MOST_DOTS} boards. A script draws the path to the board of a \
step, and beside it the other boards, with how many are below each, such as +12.</p>
<svg aria-hidden="true"></svg>
"""


def tidy(children: Sequence[Sequence[int]]) -> list[float]:
    """Return how far to the right each node of a tree is drawn. The leftmost is at 0.

    Node 0 is the root, and a node has a larger number than its parent. Neighbors on
    a level are at least 1 apart, a parent is in the middle of its first and its last
    child, and equal subtrees have equal drawings, mirrored ones mirrored drawings.

    source: Reingold and Tilford, Tidier Drawings of Trees, IEEE Transactions on
    Software Engineering 7(2), 1981. There, a node has at most two children. With more,
    they are packed to the left and to the right, and each is put half way between.

    >>> tidy([[1, 2], [3], [4, 5, 6], [], [], [], []])
    [1.0, 0.0, 2.0, 0.0, 1.0, 2.0, 3.0]
    """
    places = [0.0] * len(children)
    outlines: dict[int, Outline] = {}
    for node in reversed(range(len(children))):
        parts = [outlines.pop(child) for child in children[node]]
        offsets = spread(parts)
        for child, offset in zip(children[node], offsets):
            places[child] = offset
        outlines[node] = [(0.0, 0.0), *joined(parts, offsets)]
    for node, below in enumerate(children):
        for child in below:
            places[child] += places[node]
    left = min(first for first, _ in outlines[0])
    return [place - left for place in places]


def spread(parts: Sequence[Outline]) -> list[float]:
    """Return where the subtrees *parts* go, from left to right, around their parent."""
    gaps = {
        (i, j): max(1 + one[1] - other[0] for one, other in zip(parts[i], parts[j]))
        for j in range(len(parts))
        for i in range(j)
    }
    left: list[float] = []
    for j in range(len(parts)):
        left.append(max((left[i] + gaps[i, j] for i in range(j)), default=0.0))
    right = left[-1:]
    for i in reversed(range(len(parts) - 1)):
        right.insert(
            0, min(place - gaps[i, j] for j, place in enumerate(right, start=i + 1))
        )
    return [(one + other - left[-1]) / 2 for one, other in zip(left, right)]


def joined(parts: Sequence[Outline], offsets: Sequence[float]) -> Outline:
    """Return the outline of *parts* together, each moved by its offset."""
    outline: Outline = []
    for part, offset in zip(parts, offsets):
        for level, (first, last) in enumerate(part):
            if level == len(outline):
                outline.append((first + offset, last + offset))
            else:
                outline[level] = outline[level][0], last + offset
    return outline


class Board(NamedTuple):
    """A board of a search."""

    parent: int = 0  # its number, counted from 1; 0 for the first board
    step: int = 0  # that examines it, 0 for none
    kind: str = "waiting"  # or that of the step


def boards_of(explanation: Explanation) -> list[Board]:
    """Return the boards of a search in the order in which they are made."""
    boards = [Board()]
    for step in explanation.steps:
        if step.node:
            boards += [Board(step.node.board)] * len(step.node.added)
            board = boards[step.node.board - 1]
            boards[step.node.board - 1] = board._replace(
                step=step.number, kind=step.kind
            )
    return boards


def drawing(explanation: Explanation) -> str:
    """Return the tree of a search as SVG, with a link from each board to its step.

    A script shows the tree at each step. It draws a tree of more than MOST_DOTS boards
    itself, because only a part of it has room.
    """
    boards = boards_of(explanation)
    if len(boards) > MOST_DOTS:
        return LARGE
    children: list[list[int]] = [[] for _ in boards]
    levels = [0]
    for child, board in enumerate(boards[1:], start=1):
        children[board.parent - 1].append(child)
        levels.append(levels[board.parent - 1] + 1)
    across = [round(ACROSS * place) + MARGIN for place in tidy(children)]
    down = [DOWN * level + MARGIN for level in levels]
    lines = "".join(
        f'<path d="M{across[board.parent - 1]} {down[board.parent - 1]}L{x} {y}"/>\n'
        for board, x, y in list(zip(boards, across, down))[1:]
    )
    dots = "".join(
        f'<a{board.step and f" href=#s{board.step} tabindex=-1" or ""}>'
        f'<use href="#{board.kind}" x="{x}" y="{y}"/></a>\n'
        for board, x, y in zip(boards, across, down)
    )
    width, height = max(across) + MARGIN, max(down) + MARGIN
    return (
        f'<svg width="{width / 16}rem" height="{height / 16}rem" '
        f'viewBox="0 0 {width} {height}" aria-hidden="true">{lines}{dots}</svg>\n'
    )
