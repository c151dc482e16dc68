"""Every step of an explanation is true."""

import json
import re
from collections.abc import Iterator
from itertools import combinations, cycle, islice, zip_longest
from random import Random
from typing import Final

import pytest

from sudoku import exact
from sudoku.cit591.course import SolvedByElimination
from sudoku.comp9021.course import PreemptiveSets
from sudoku.exact import has_clash
from sudoku.explain import METHODS, explain
from sudoku.explain.objects import to_json
from sudoku.explain.steps import Explanation, states
from sudoku.explain.words import summary_line
from sudoku.generating.conditions import Condition
from sudoku.generating.generator import PuzzleSpec, puzzles
from sudoku.grid import cells_of
from sudoku.hacettepe.course import NakedSingles
from tests.gallery import TECHNIQUES
from tests.places import GOLDEN
from tests.seeds import SEED
from tests.sudoku import oracle
from tests.sudoku.oracle import (
    NINE,
    SEEN,
    UNITS,
    Rule,
    StepObject,
    sheet_of,
    worked,
)
from tests.sudoku.puzzles import random_grid
from tests.sudoku.sudoku_commands import cells_in

FIELDS: Final = (
    "kind unit digits placed removed marked links board parent base added waiting depth"
).split()
MOST_BOARDS: Final = 60
PROMISES: Final[list[Condition]] = [
    NakedSingles(),
    SolvedByElimination(),
    SolvedByElimination("stuck"),
    PreemptiveSets(),
    PreemptiveSets(needs=3),
    PreemptiveSets(ending="stuck"),
    Condition(),
]


def every_class() -> Iterator[Iterator[str]]:
    """The puzzles, class by class."""
    for name in ("easy", "hard", "hardest", "seventeen", "several", "none"):
        yield iter(cells_in((GOLDEN / "puzzles" / f"{name}.txt").read_text()))
    for folder in ("comp9021", "hacettepe", "cit591", "northwestern"):
        texts = (file.read_text() for file in sorted((GOLDEN / folder).glob("*.txt")))
        yield (cells for text in list(texts) for cells in cells_in(text))
    for condition in PROMISES:
        yield islice(puzzles(PuzzleSpec(condition=condition), seed=1), 12)
    yield (cells_of(random_grid(seed, blanks=50, wrong=2)) for seed in range(30))
    yield (cells_of(random_grid(seed, blanks=seed)) for seed in range(60, 0, -2))


def check(puzzle: str, method: str) -> None:
    """Compare what ``explain --json`` prints with what the oracle does."""
    explanation = explain(puzzle, method, MOST_BOARDS)
    if has_clash(puzzle):
        assert (explanation.steps, explanation.ending) == ((), "contradiction")
        return
    text = json.dumps(to_json(explanation))
    answer: dict[str, object] = json.loads(text)
    steps: list[StepObject] = json.loads(text)["steps"]
    sheet, rules = worked(puzzle, method, MOST_BOARDS)
    for number, (rule, step) in enumerate(zip_longest(rules, steps), 1):
        assert rule and step and step["number"] == number
        found = {key: value for key, value in step.items() if key in FIELDS}
        assert found == json.loads(json.dumps(rule.fields))
        if rule.cells is None:
            check_fewest_cells(step, rule.before)
        else:
            assert step["cells"] == rule.cells
        check_words(step, rule)
    assert answer["start"] == {"grid": puzzle, "marks": marks_at_start(puzzle, method)}
    ending = explanation.ending
    end: dict[str, object] = {"grid": None, "marks": None, "open": None}
    if ending not in ("limit", "no solution"):
        grid, marks = sheet.state()
        has_marks = method != "preemptive" or "marks" in [r.kind for r in rules]
        empty = [left for sign, left in zip(grid, marks) if sign == "."]
        end = {"grid": grid, "marks": marks if has_marks else None, "open": len(empty)}
        stuck = "contradiction" if "" in empty and has_marks else "stuck"
        assert ending == (stuck if empty else "solved")
        assert states(explanation)[-1] == explanation.end
    end |= {"ending": ending, "text": summary_line(explanation)}
    assert answer["end"] == end
    check_end(explanation)


def marks_at_start(puzzle: str, method: str) -> list[str] | None:
    sheet = sheet_of(puzzle)
    if method == "elimination":
        sheet.marks = {cell: {*NINE} for cell in sheet.empty()}
    else:
        sheet.write_marks()
    return None if method == "preemptive" else sheet.state()[1]


def check_fewest_cells(step: StepObject, before: dict[str, int]) -> None:
    """The cells of a step that places a digit are its reason, with none too many.

    They exclude every other digit, or every other place. ``before`` are the digits
    before the step.
    """
    cells = {*step["cells"]}
    [(home, digit)] = step["placed"]
    if step["kind"] == "single":
        others = sorted(before[cell] for cell in cells & SEEN[home])
        assert others == [other for other in NINE if other != digit]
        return
    rest = {c for c in UNITS[str(step["unit"])] if not before[c]} - {home}
    holders = [cell for cell in oracle.CELLS if before[cell] == digit]
    enough = (
        {*chosen}
        for size in range(len(holders) + 1)
        for chosen in combinations(holders, size)
        if all(SEEN[cell] & {*chosen} for cell in rest)
    )
    assert cells <= {*holders} and all(SEEN[cell] & cells for cell in rest)
    assert len(cells) == len(next(enough))


def check_words(step: StepObject, rule: Rule) -> None:
    """The heading has the changes, and the reason names no cell of another step."""
    reason = step["reason"]
    own = {*step["cells"], *dict(step["placed"]), *dict(step["removed"])}
    assert {*re.findall(r"r\dc\d", reason)} <= own
    assert re.fullmatch(r"\S.*\.", reason)
    if "board" in step:
        [sentence] = [f"puts {d} into {c}" for c, d in step["placed"]] or [
            "is the puzzle"
        ]
        assert reason.startswith(f"Board {step['board']} {sentence}. ")
    if rule.passed:
        assert reason.startswith(f"Pass {rule.passed}: ")
    is_first = step["kind"] == "single" and len(step["cells"]) == 8
    assert ("It is the first cell" in reason) == is_first
    placed, removed = effects_in(step["heading"])
    assert placed == sorted((cell, digit) for cell, digit in step["placed"])
    if not placed or step["kind"] == "elimination":
        lost = [(cell, digit) for cell, digits in step["removed"] for digit in digits]
        assert removed == sorted(lost)


Effects = list[tuple[str, int]]


def effects_in(heading: str) -> tuple[Effects, Effects]:
    """The placements and the removals that a heading ends with, sorted.

    A group such as r2c19 is r2c1 and r2c9.
    """
    effects: dict[str, Effects] = {"=": [], "<>": []}
    last = re.split(": |=> ", heading)[-1].removeprefix("board ")
    for cells, sign, digit in re.findall(r"([rc1-9,]+)(=|<>)([1-9])", last):
        effects[sign] += [(cell, int(digit)) for cell in cells_of_group(cells)]
    return sorted(effects["="]), sorted(effects["<>"])


def cells_of_group(text: str) -> list[str]:
    groups = re.findall(r"r(\d+)c(\d+)", text)
    assert all(1 in (len(rows), len(columns)) for rows, columns in groups)
    return [f"r{r}c{c}" for rows, columns in groups for r in rows for c in columns]


def check_end(explanation: Explanation) -> None:
    """No solution is lost."""
    end = explanation.end
    solutions = exact.solve(explanation.puzzle, limit=2)
    if explanation.method == "human":
        assert end
        for solution in solutions:
            for digit, sign, marks in zip(solution, end.grid, end.marks or ()):
                assert digit == sign or sign == "." and digit in marks
    if solutions:
        assert explanation.ending not in ("contradiction", "no solution")
    if explanation.method in ("dfs", "bfs") and explanation.ending != "limit":
        assert (explanation.ending == "solved") == bool(solutions)


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_the_steps_of_a_puzzle_of_each_class_are_true(
    every: bool,
) -> None:
    random = Random(1 if every else SEED)
    methods = cycle(METHODS)
    classes = [*every_class()]
    for puzzles_of_class in classes if every else random.sample(classes, 5):
        puzzle = next(puzzles_of_class)
        for method in islice(methods, 2):
            check(puzzle, method)


@pytest.mark.parametrize(
    ("name", "number", "heading"),
    [
        ("hard", 39, "Naked quad: {2,3,4,9} in "),
        ("hard", 13, "Hidden triple: "),
        ("easy", 49, "X-wing: "),  # of two columns
    ],
)
def test_rare_steps_are_true(name: str, number: int, heading: str) -> None:
    puzzle = cells_in((GOLDEN / "puzzles" / f"{name}.txt").read_text())[number]
    steps = explain(puzzle, "human").steps
    assert any(step.heading.startswith(heading) for step in steps)
    check(puzzle, "human")


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", TECHNIQUES)
def test_the_steps_with_each_technique_are_true(
    name: str,
) -> None:
    puzzle, number = TECHNIQUES[name]
    assert explain(puzzle, "human").steps[number - 1].name == name
    check(puzzle, "human")


@pytest.mark.nightly
@pytest.mark.parametrize("method", METHODS)
def test_the_steps_of_150_puzzles_are_true(
    method: str,
) -> None:
    random = Random(f"{SEED} {method}")
    every_puzzle = {puzzle for one in every_class() for puzzle in one}
    assert len(every_puzzle) >= 500
    for puzzle in random.sample(sorted(every_puzzle), 150):
        check(puzzle, method)
