"""What is known of a technique is in one row of a list."""

import ast
import re

import pytest

from sudoku.explain.steps import Link, Step
from sudoku.explain.techniques import KINDS
from sudoku.explain.words import chain_name
from tests.gallery import TECHNIQUES
from tests.places import DOCS, ROOT, tree_of

LADDER = {kind for kind, technique in KINDS.items() if technique.rungs}
LADDER |= {name.lower() for name in TECHNIQUES}
DOCUMENTED = re.compile(r"^\| \[(.+?)\]\(#.+?\) \| ([\d.]+)", re.MULTILINE)


def test_no_table_outside_the_list_is_keyed_by_techniques() -> None:
    for path in [*(ROOT / "sudoku").rglob("*.py"), *(ROOT / "web").glob("*.py")]:
        for node in ast.walk(tree_of(path)):
            keys = [*node.keys] if isinstance(node, ast.Dict) else []
            keys += node.elts if isinstance(node, ast.Set) else []
            words = {str(k.value).lower() for k in keys if isinstance(k, ast.Constant)}
            assert len(words & LADDER) < 2, f"{path}:{getattr(node, 'lineno', 0)}"


def test_the_documentation_has_every_technique_with_its_figure() -> None:
    documented = DOCUMENTED.findall((DOCS / "explain.md").read_text("utf-8"))
    assert [name for name, _ in documented] == [*TECHNIQUES]
    figures = [float(figure) for _, figure in documented]
    assert figures == sorted(figures)
    of_the_ladder = {figure for row in KINDS.values() for figure, _ in row.rungs}
    assert of_the_ladder == {*figures, 1.5}  # a hidden single in a line


@pytest.mark.parametrize(
    ("one", "other", "name"),
    [
        ("row 2: r2c2=r2c8", "row 6: r6c8=r6c2", "Skyscraper"),
        ("column 2: r2c2=r8c2", "column 6: r8c6=r2c6", "Skyscraper"),
        ("row 2: r2c2=r2c8", "column 9: r3c9=r7c9", "Two-string kite"),
        ("row 2: r2c2=r2c8", "row 3: r3c9=r3c1", "Turbot fish"),
        ("column 2: r2c2=r8c2", "column 3: r9c3=r1c3", "Turbot fish"),
        ("box 1: r1c1=r2c2", "box 2: r2c5=r3c4", "Turbot fish"),
        ("row 2: r2c2=r2c8", "box 6: r4c8=r5c7", "Turbot fish"),
    ],
)
def test_a_chain_of_two_links_is_named_after_its_units(
    one: str, other: str, name: str
) -> None:
    links = []
    for text in (one, other):
        unit, _, ends = text.partition(": ")
        (a, b), (c, d) = ((int(end[1]), int(end[3])) for end in ends.split("="))
        links.append(Link((a - 1, b - 1), (c - 1, d - 1), 5, unit))
    cells = tuple(cell for link in links for cell in (link.first, link.second))
    assert chain_name(Step("chain", cells=cells, links=tuple(links))) == name
