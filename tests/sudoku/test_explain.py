"""explain, hint and rate: every step is true, and what is said of it."""

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import combinations, cycle, islice, product, zip_longest
from pathlib import Path
from random import Random
from typing import Final, NotRequired, TypedDict

import pytest

from sudoku import exact
from sudoku.cit591.course import SolvedByElimination
from sudoku.comp9021 import reading as comp9021
from sudoku.comp9021.course import PreemptiveSets
from sudoku.comp9021.tex import document
from sudoku.exact import has_clash
from sudoku.explain import METHODS, explain, hints
from sudoku.explain.objects import to_json
from sudoku.explain.steps import Explanation, Link, Step, states
from sudoku.explain.techniques import KINDS
from sudoku.explain.words import chain_name, group, summary_line
from sudoku.generating.conditions import Condition
from sudoku.generating.generator import PuzzleSpec, puzzles
from sudoku.grid import CELLS, cells_of, grid_of
from sudoku.hacettepe.course import NakedSingles
from tests.gallery import TECHNIQUES
from tests.places import DOCS, GOLDEN
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
from tests.sudoku.puzzles import puzzles_of, random_grid
from tests.sudoku.sudoku_commands import EASY, SOLVED, Captured, cells_in, run

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


def test_an_x_wing_of_two_columns_is_true() -> None:
    puzzle = puzzles_of("easy")[49]
    steps = explain(puzzle, "human").steps
    assert any(step.heading.startswith("X-wing: ") for step in steps)
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


# The official samples


SAMPLE = str(GOLDEN / "comp9021" / "sudoku_5.txt")
PUZZLES = GOLDEN / "puzzles"
DEAD = "12345678." + "." * 8 + "9" + "." * 63  # nothing can be in r1c9


# explain


@pytest.mark.parametrize(("name", "steps"), [("3", 7), ("4", 68), ("5", 13)])
def test_the_end_of_each_sample_is_the_worked_file(name: str, steps: int) -> None:
    text = (GOLDEN / "comp9021" / f"sudoku_{name}.txt").read_bytes()
    explanation = explain(cells_of(comp9021.read_grid(text)), "preemptive")
    assert len(explanation.steps) == steps and explanation.end
    [marked] = [step.marked for step in explanation.steps if step.marked]
    marks = {cell: set(digits) for cell, digits in marked}
    left = {
        cell: set(map(int, digits))
        for cell, digits in zip(CELLS, explanation.end.marks or ())
    }
    tex = document(grid_of(explanation.end.grid), marks, left)
    worked = GOLDEN / "comp9021" / f"sudoku_{name}_worked.tex"
    assert tex == worked.read_text()


def test_a_clash_and_a_contradiction_are_reported(capsys: Captured) -> None:
    status, out, err = run(f"explain 5.......5{'.' * 72}", capsys)
    clash = "argument:1: clash: 5 occurs twice in row 1: r1c1, r1c9\n"
    assert (status, err) == (1, clash)
    assert out.splitlines()[1:] == ["Contradiction: the puzzle has a clash."]
    for line, status, last in (
        (DEAD, 1, "Contradiction: no digit is left for r1c9."),
        (f"{EASY} {SOLVED}", 0, "Solved."),
    ):
        got, out, err = run(f"explain {line} -q", capsys)
        assert (got, out.splitlines()[-1], err) == (status, last, "")


def test_removing_a_digit_from_a_filled_cell_is_a_contradiction(
    capsys: Captured,
) -> None:
    status, out, _ = run(f"explain --method elimination {DEAD}", capsys)
    assert status == 1 and "Elimination: {9} in r1c9 => " in out
    assert out.splitlines()[-1] == "Contradiction: no digit is left for r2c9."
    assert explain(DEAD, "elimination").steps[7].placed == (((0, 8), 9),)


@pytest.mark.parametrize(
    ("limit", "method", "steps"),
    [
        ("MAX_RECORDED_WAITING", "bfs", 3),
        ("MAX_SEARCH_STEPS", "dfs", 20),
        ("MAX_SEARCH_STEPS", "bfs", 20),
    ],
)
def test_an_explained_search_stops_before_memory_is_full(
    limit: str, method: str, steps: int,
    monkeypatch: pytest.MonkeyPatch, capsys: Captured,
) -> None:  # fmt: skip
    monkeypatch.setattr(f"sudoku.northwestern.explanation.{limit}", 20)
    search = f"--method {method} --limit-boards 100000000"
    status, out, err = run(f"explain {'.' * 81} {search}", capsys)
    assert (status, err) == (3, "")
    assert out.endswith(f"Stopped after {steps} boards.\n")


# Words


class Said(TypedDict):
    heading: str
    reason: str
    hints: list[str]
    figure: NotRequired[float]


TABLE = tomllib.loads(Path(__file__).with_name("explained.toml").read_text("utf-8"))
ROWS = [(method, said) for method, rows in TABLE["said"].items() for said in rows]


@cache
def step_of(method: str, name: str) -> Step:
    """Return the step of tests/gallery.py, or else the first in the sample."""
    if method == "human":
        puzzle, number = TECHNIQUES[name]
        return explain(puzzle, method).steps[number - 1]
    steps = explain(cells_in(Path(SAMPLE).read_text())[0], method).steps
    return next(step for step in steps if step.name == name)


@pytest.mark.parametrize(("method", "said"), ROWS, ids=str)
def test_what_is_said_of_a_step(method: str, said: Said) -> None:
    step = step_of(method, said["heading"].partition(":")[0])
    assert (step.heading, step.reason) == (said["heading"], said["reason"])
    assert [hints.hint(step, level) for level in (1, 2, 3)] == said["hints"]
    assert hints.hint(step, 4) == f"{step.heading}\n{step.reason}"
    if "figure" in said:
        assert KINDS[step.kind].figure(step) == said["figure"]


def test_something_is_said_of_every_technique() -> None:
    names = [(method, said["heading"].partition(":")[0]) for method, said in ROWS]
    assert {step_of(*name).kind for name in names} == {*KINDS}


def test_a_group_of_cells_can_be_read_back_and_is_short() -> None:
    random = Random(SEED)
    for _ in range(200):
        rows, columns = (
            random.sample(range(9), random.choice((1, 2, 9))) for _ in "rc"
        )
        block = [*product(rows, columns)]
        cells = random.sample(block, random.randint(1, len(block)))
        names = [f"r{row + 1}c{column + 1}" for row, column in cells]
        text = group(cells)
        assert sorted(cells_of_group(text)) == sorted(names)
        lines = [{cell[k] for cell in cells} for k in (0, 1)]
        parts = 1 if 1 in map(len, lines) else len(lines[0])
        assert text.count(",") + 1 == parts


@pytest.mark.parametrize(("one", "other", "name"), TABLE["chains"])
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


def test_the_documentation_has_every_technique_with_its_figure() -> None:
    page = (DOCS / "explain.md").read_text("utf-8")
    documented = re.findall(r"^\| \[(.+?)\]\(#.+?\) \| ([\d.]+)", page, re.MULTILINE)
    assert [name for name, _ in documented] == [*TECHNIQUES]
    figures = [float(figure) for _, figure in documented]
    assert figures == sorted(figures)
    of_the_ladder = {figure for row in KINDS.values() for figure, _ in row.rungs}
    assert of_the_ladder == {*figures, 1.5}  # a hidden single in a line


# hint and rate


@pytest.mark.parametrize("method", METHODS)
def test_no_hint_gives_the_answer_away(method: str) -> None:
    for puzzle in puzzles_of("hard")[:4]:
        for step in explain(puzzle, method, most_boards=50).steps:
            kind, place, question = (hints.hint(step, level) for level in (1, 2, 3))
            assert not re.search(r"\d", kind)
            assert not re.search(r"r\d+c\d+", place)
            asked = hints.asked_digits(step)
            for cell, digit in step.placed:
                name = f"r{cell[0] + 1}c{cell[1] + 1}"
                assert name not in question or digit not in asked
            words = re.sub(r"(row|column|box) \d|r\dc\d", "", question)
            assert {str(digit) for digit in asked} == set(re.findall(r"\d", words))


def test_the_ladder_solves_every_easy_puzzle_and_none_of_the_hardest(
    capsys: Captured,
) -> None:
    for name, solved in (("easy", True), ("hardest", False)):
        status, out, err = run(f"rate {PUZZLES / name}.txt --json", capsys)
        answers = [json.loads(line) for line in out.splitlines()]
        assert (status, len(answers), err) == (0 if solved else 1, 50, "")
        assert {answer["solved"] for answer in answers} == {solved}
        assert all((answer["figure"] is not None) is solved for answer in answers)
        status, out, err = run(f"hint {PUZZLES / name}.txt", capsys)
        stuck = out.count("This method finds no step in the grid.\n")
        too_hard = err.count("this method alone does not solve the grid\n")
        assert (status, stuck + too_hard) == ((0, 0) if solved else (1, 50))
        assert not solved or out.count("There is a") == 50
