"""``analyse``: compute the figures in the answer to Task 10, by enumeration."""

import json
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator
from math import comb
from typing import TypeAlias, TypeVar

from _courseware.terminal import messages, options
from pseudoku import analysis
from pseudoku.analysis import ALL_ROTATIONS, ROW_PERMUTATIONS, Cells, Rotations
from pseudoku.tasks import check_grids, col_checks

T = TypeVar("T")
Figure: TypeAlias = tuple[str, object, str]  # key for --json, value, words

EXAMPLE_ROW = (2, 4, 1, 3)  # the row that the hand-out begins with
PRINTED_SOLUTION = (
    2,
    4,
    1,
    3,
    1,
    3,
    2,
    4,
    3,
    2,
    4,
    1,
    4,
    1,
    3,
    2,
)  # the solution it prints
COUNTED_FUNCTIONS = {
    "MakeVector": "make_vector",
    "PermuteVector": "permute_vector",
    "ENQUEUE": "enqueue",
    "HEAD": "head",
    "DEQUEUE": "dequeue",
    "SearchStack": "search_stack",
}


def arguments(parser: options.Parser) -> None:
    options.options(parser, "output", "json")


def run(arguments: Namespace) -> int:
    if arguments.json:
        data = {name: value for name, value, _ in figures()}
        print(json.dumps(data, indent=2))
    else:
        print("\n\n".join(report_sections()))
    return messages.YES


def figures() -> Iterator[Figure]:
    """Yield every figure; each is computed when it is reached."""
    for section in SECTIONS.values():
        yield from section()


def report_sections() -> Iterator[str]:
    """Yield each section of the figures in words."""
    for heading, section in SECTIONS.items():
        lines = [line for _, _, words in section() for line in words.splitlines()]
        yield "\n  ".join([heading, *lines])


def only_value(values: Iterable[T]) -> T:
    """Return the value that all ``values`` have. Raise ValueError if two differ."""
    (value,) = set(values)
    return value


def grid_figures() -> Iterator[Figure]:
    number = len(analysis.solved_grids())
    yield "solved_grids", number, f"{number} solved grids"
    sizes = list(analysis.relabelling_classes().values())
    words = f"{len(sizes)} classes of {only_value(sizes)} if numbers may be renamed"
    yield "relabelling_classes", sizes, words
    sizes = sorted(map(len, analysis.essentially_different()))
    of_sizes = " and ".join(map(str, sizes))
    moved = "if rows and columns may move and rows become columns"
    yield (
        "essentially_different",
        sizes,
        f"{len(sizes)} classes, of {of_sizes}, {moved}",
    )
    sizes = [*map(len, analysis.essentially_different((analysis.MOVED,)))]
    words = f"{len(sizes)} of {only_value(sizes)} if rows may not become columns"
    yield "essentially_different_without_turning", sizes, words


def rotation_figures() -> Iterator[Figure]:
    """Yield the figures that are the same for every row."""
    for name, text, checks in (
        ("passing_col_checks", "ColChecks alone passes", [col_checks]),
        ("passing_check_grids", "CheckGrids alone passes", [check_grids]),
        ("working", "both pass", [check_grids, col_checks]),
    ):
        passing = only_value(
            analysis.accepted_rotations(row, *checks) for row in ROW_PERMUTATIONS
        )
        triples = " ".join(map(rotations_text, passing))
        words = f"{text} {len(passing)} of {len(ALL_ROTATIONS)}: {triples}"
        yield name, passing, words
    first = only_value(
        analysis.accepted_rotations(row, check_grids, col_checks)[0]
        for row in ROW_PERMUTATIONS
    )
    number = ALL_ROTATIONS.index(first) + 1
    words = f"the first that passes both is candidate {number} of {len(ALL_ROTATIONS)}"
    yield "first_candidate", number, words


def once() -> Iterator[Figure]:
    """Yield the figures of a MakeSolution that calls MakeVector once."""
    tried = [analysis.accumulated(row) for row in ROW_PERMUTATIONS]
    each = [
        [(one, analysis.flatten_puzzle(puzzle)) for one, puzzle in row] for row in tried
    ]
    number = only_value(len({grid for _, grid in row}) for row in each)
    yield (
        "grids_if_made_once",
        number,
        f"{number} of {len(ALL_ROTATIONS)} grids are tried",
    )
    solved = {*analysis.solved_grids()}
    first = only_value(
        next((k, one) for k, (one, grid) in enumerate(row, 1) if grid in solved)
        for row in each
    )
    words = f"the first that passes both is candidate {first[0]}, {rotations_text(first[1])}"
    yield "first_candidate_if_made_once", [*first], words


def rotations_text(triple: Rotations) -> str:
    return f"({','.join(map(str, triple))})"


def example_figures() -> Iterator[Figure]:
    name = f"MakeSolution({grid_text(EXAMPLE_ROW)})"
    solution = analysis.first_solution(EXAMPLE_ROW) or ()
    yield "make_solution_2413", split_rows(solution), f"{name} = {grid_text(solution)}"
    for row in ROW_PERMUTATIONS:
        for number, grid in enumerate(analysis.solutions_for_row(row), start=1):
            if grid == PRINTED_SOLUTION:
                words = f"hit {number} of row {grid_text(row)}"
                value = {"row": row, "hit": number}
                yield "printed_solution", value, f"{grid_text(grid)}, printed: {words}"


def split_rows(grid: Cells) -> list[Cells]:
    return [grid[k : k + 4] for k in range(0, len(grid), 4)]


def grid_text(grid: Cells) -> str:
    return " / ".join("".join(map(str, row)) for row in split_rows(grid))


def reach_figures() -> Iterator[Figure]:
    grids, every = analysis.solved_grids(), all_hits()
    for name, reached, hit in (
        ("reached", first_hits(), "the first hit"),
        ("reached_by_all_hits", every, "any hit"),
    ):
        yield name, len(reached), f"{len(reached)} of {len(grids)} as {hit} of a row"
    sizes = [len(kind) for kind in reached_classes()]
    words = f"all of these are in the class of {' and '.join(map(str, sizes))}"
    yield "reached_classes", sizes, words
    alike = every == set(filter(analysis.rows_are_rotations, grids))
    words = "exactly the grids whose rows are rotations of one another: "
    yield "reached_are_those_of_rotations", alike, words + ("yes" if alike else "no")
    rows = len(analysis.rows_with_solution())
    words = f"{rows} of the {4**4} rows of any four numbers 1 to 4 have a solution"
    yield "rows_with_solution", rows, words


def first_hits() -> set[Cells]:
    return {grid for row in ROW_PERMUTATIONS if (grid := analysis.first_solution(row))}


def all_hits() -> set[Cells]:
    return {
        grid for row in ROW_PERMUTATIONS for grid in analysis.solutions_for_row(row)
    }


def reached_classes() -> list[list[Cells]]:
    """Return the classes of essentially equal grids that contain a hit."""
    every = all_hits()
    classes = analysis.essentially_different()
    return [kind for kind in classes if not every.isdisjoint(kind)]


def cost_figures() -> Iterator[Figure]:
    counts = [analysis.count_calls(row) for row in ROW_PERMUTATIONS]
    for name, function in COUNTED_FUNCTIONS.items():
        number = only_value(count[function] for count in counts)
        yield f"calls_{function}", number, f"{number:3} {name}"


def blanking_figures() -> Iterator[Figure]:
    unique = only_value(map(analysis.unique_blankings, all_hits()))
    choices = [comb(16, n) for n in range(17)]
    chances = [number / choice for number, choice in zip(unique, choices, strict=True)]
    lines = [" n  unique   of all  P(one solution)"] + [
        f"{n:2}  {unique[n]:6}  {choices[n]:7}  {chances[n]:.3f}" for n in range(17)
    ]
    yield "unique_blankings", unique, "\n".join(lines)
    yield "chance_of_one_solution", chances, ""


def puzzle_figures() -> Iterator[Figure]:
    grids = analysis.solved_grids()
    number = sum(analysis.unique_blankings(grid)[12] for grid in grids)
    yield "four_given_puzzles", number, f"{number:,} with 4 givens"
    number = sum(analysis.unique_blankings(grid)[12] for grid in first_hits())
    words = f"{number:,} of them with a solution that is the first hit of a row"
    yield "four_given_puzzles_reached", number, words
    words = "{} essentially different minimal puzzles: {}"
    yield minimal_puzzle_figure("minimal_puzzles", grids, words)
    kinds = [grid for kind in reached_classes() for grid in kind]
    words = "{} of them with a solution in the class that the algorithm reaches: {}"
    yield minimal_puzzle_figure("minimal_puzzles_of_reached_class", kinds, words)


def minimal_puzzle_figure(name: str, grids: Iterable[Cells], words: str) -> Figure:
    puzzles = analysis.minimal_puzzles(grids)
    counts = Counter(16 - puzzle.count(0) for puzzle in puzzles)
    by_givens = [f"{number} of {givens}" for givens, number in sorted(counts.items())]
    text = words.format(len(puzzles), ", ".join(by_givens) + " givens")
    return name, dict(sorted(counts.items())), text


def larger_grid_figures() -> Iterator[Figure]:
    for m in (2, 3):
        n = m * m
        number = sum(1 for _ in analysis.working_rotations(m))
        words = f"N = {n}: {number} of {n}^{n - 1} = {n ** (n - 1):,} by search"
        yield f"working_rotations_{n}", number, words
        number = analysis.rotations_by_formula(m)
        words = f"N = {n}: {number} by the formula"
        yield f"working_rotations_{n}_by_formula", number, words


SECTIONS = {
    "Grids that meet the Pseudoku conditions": grid_figures,
    f"Rotations (x,y,z), the same for each of the {len(ROW_PERMUTATIONS)} rows": rotation_figures,
    "If MakeVector is called once, so that the rotations add up": once,
    "Examples": example_figures,
    "Grids that the algorithm reaches": reach_figures,
    f"Calls during MakeSolution, the same for each of the {len(ROW_PERMUTATIONS)} rows": cost_figures,
    "Choices of n blanks that leave one solution, the same for each hit": blanking_figures,
    "Puzzles with one solution": puzzle_figures,
    "Rotations that work for N = m*m numbers: (m-1)!^2 * (m!)^(m-1)": larger_grid_figures,
}
