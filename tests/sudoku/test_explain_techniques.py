"""What is known of a technique is in one row of a list."""

import ast
import re
from collections.abc import Iterable, Iterator
from string import Formatter

import pytest

from sudoku.explain.steps import Link, Step
from sudoku.explain.techniques import KINDS, Technique
from sudoku.explain.words import WORDS, chain_name
from tests.gallery import TECHNIQUES
from tests.places import DOCS, ROOT, tree_of

LADDER = {kind for kind, technique in KINDS.items() if technique.rungs}
LADDER |= {name.lower() for name in TECHNIQUES}
DOCUMENTED = re.compile(r"^\| \[(.+?)\]\(#.+?\) \| ([\d.]+)", re.MULTILINE)


def tables_of_techniques(tree: ast.AST) -> Iterator[int]:
    """Yield the line of each dictionary or set whose keys are techniques.

    One technique of the ladder is enough. The kinds of the courseworks are also other
    words, such as "marks": there must be two of them, or nothing else.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            keys = texts(node.keys)
        elif isinstance(node, ast.Set):
            keys = texts(node.elts)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "dict":
            keys = [str(each.arg).replace("_", "-") for each in node.keywords]
        else:
            continue
        of_the_ladder = [key for key in keys if key.lower() in LADDER]
        kinds = [key for key in keys if key in KINDS]
        if of_the_ladder or len(kinds) > 1 or (keys and kinds == keys):
            yield node.lineno


def texts(nodes: Iterable[ast.expr | None]) -> list[str]:
    values = [node.value for node in nodes if isinstance(node, ast.Constant)]
    return [value for value in values if isinstance(value, str)]


def test_no_table_outside_the_list_is_keyed_by_techniques() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for room in ("sudoku", "web")
        for path in sorted((ROOT / room).rglob("*.py"))
        for line in tables_of_techniques(tree_of(path))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("code", "number"),
    [
        ('{"chain": 6.6, "any other": 4.4}', 1),
        ('{"forced": 1, "last": 2, "any other": 3}', 1),
        ('{"Naked single": 2.3, "XY-wing": 4.2}', 1),
        ('{"Swordfish": 3.8, **others}', 1),
        ('{"xy-wing", "xyz-wing"}', 1),
        ("dict(pointing=2.6, claiming=2.8)", 1),
        ('{"grid": cells, "marks": marks}', 0),
        ("{}", 0),
    ],
)
def test_a_table_of_techniques_is_found(code: str, number: int) -> None:
    assert len([*tables_of_techniques(ast.parse(code))]) == number


@pytest.mark.parametrize("technique", KINDS.values(), ids=[*KINDS])
def test_the_templates_of_a_technique_contain_known_words(technique: Technique) -> None:
    for text in technique:
        if isinstance(text, str):
            words = {word for _, word, _, _ in Formatter().parse(text) if word}
            assert words <= {*WORDS}


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
