"""The boards of a search as a tree."""

from collections.abc import Sequence

Outline = list[tuple[float, float]]  # where a subtree begins and ends on each level


def tidy(children: Sequence[Sequence[int]]) -> list[float]:
    """Return how far to the right each node of a tree is drawn. The leftmost is at 0.

    Node 0 is the root, and a node has a larger number than its parent. Neighbours on
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
