"""The drawing of a search tree keeps the rules of Reingold and Tilford."""

from itertools import pairwise

from hypothesis import given
from hypothesis.strategies import DrawFn, composite, integers

from sudoku.trees import tidy

Tree = list[list[int]]


@composite
def trees(draw: DrawFn) -> Tree:
    """The children of each node; each has a larger number than its parent."""
    children: Tree = [[]]
    for node in range(1, draw(integers(1, 60))):
        low = draw(integers(0, node - 1))
        children[low].append(node)
        children.append([])
    return children


def levels(children: Tree) -> list[list[int]]:
    """The nodes of each level, from left to right."""
    found = [[0]]
    while below := [child for node in found[-1] for child in children[node]]:
        found.append(below)
    return found


def shape(children: Tree, node: int) -> str:
    return f"({''.join(shape(children, child) for child in children[node])})"


def drawing(children: Tree, places: list[float], node: int) -> list[float]:
    """Where the nodes of a subtree are, as seen from its root."""
    below = [node]
    for one in below:
        below += children[one]
    return [round(places[one] - places[node], 6) for one in below]


@given(trees())
def test_neighbors_are_apart_and_in_order(children: Tree) -> None:
    places = tidy(children)
    assert min(places) == 0
    for level in levels(children):
        for one, other in pairwise(level):
            assert places[other] - places[one] > 1 - 1e-9


@given(trees())
def test_a_parent_is_in_the_middle_of_its_children(children: Tree) -> None:
    places = tidy(children)
    for node, below in enumerate(children):
        if below:
            middle = (places[below[0]] + places[below[-1]]) / 2
            assert abs(places[node] - middle) < 1e-9


@given(trees())
def test_equal_subtrees_have_equal_drawings(children: Tree) -> None:
    places = tidy(children)
    drawings: dict[str, list[float]] = {}
    for node in range(len(children)):
        found = drawing(children, places, node)
        assert drawings.setdefault(shape(children, node), found) == found


@given(trees())
def test_the_drawing_of_a_mirrored_tree_is_mirrored(children: Tree) -> None:
    places, mirrored = tidy(children), tidy([below[::-1] for below in children])
    for one, other in zip(places, mirrored):
        assert abs(one - (max(places) - other)) < 1e-9


@given(trees())
def test_each_tree_is_as_narrow_as_its_widest_pair_of_subtrees_allows(
    children: Tree,
) -> None:
    """Somewhere, each child touches a subtree beside it, unless it is alone."""
    places = tidy(children)
    for below in children:
        if len(below) == 2:
            one, other = (subtree(children, places, node) for node in below)
            gaps = [min(b) - max(a) for a, b in zip(one, other)]
            assert abs(min(gaps) - 1) < 1e-9


def subtree(children: Tree, places: list[float], node: int) -> list[list[float]]:
    """Where the nodes of each level of a subtree are."""
    rows = [[node]]
    while below := [child for one in rows[-1] for child in children[one]]:
        rows.append(below)
    return [[places[one] for one in row] for row in rows]
