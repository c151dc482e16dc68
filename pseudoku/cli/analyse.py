"""``analyse``: compute the figures in the answers to Tasks 9 and 10, by enumeration.

As text, they are in the sentences of `pseudoku.claims`; as JSON, they have names.
"""

import json
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator
from math import comb
from textwrap import fill

from _courseware.terminal import messages, options
from pseudoku import analysis
from pseudoku.analysis import ALL_ROTATIONS, ROW_PERMUTATIONS, Cells
from pseudoku.claims import CLAIMS, PRINTED, same
from pseudoku.tasks import check_grids, col_checks

EXAMPLE_ROW = (2, 4, 1, 3)  # the row that the hand-out begins with
COUNTED_FUNCTIONS = (
    "make_vector permute_vector enqueue head dequeue search_stack".split()
)


def arguments(parser: options.Parser) -> None:
    options.options(parser, "output", "json")


def run(arguments: Namespace) -> int:
    if arguments.json:
        print(json.dumps(dict(figures()), indent=2))
    else:
        print("\n".join(report_lines()))
    return messages.YES


def report_lines() -> Iterator[str]:
    """Yield the lines of the report: the claims of each task, and a table on blanks."""
    for task in sorted({claim.task for claim in CLAIMS}):
        yield f"Sentences with a figure in the answer to Task {task}"
        for claim in CLAIMS:
            if claim.task == task:
                sentence = claim.sentence().replace("*", "")  # emphasis
                yield fill(sentence, 80, initial_indent="  ", subsequent_indent="    ")
        yield ""
    yield "Choices of n blanks that leave one solution, the same for each hit"
    yield "   n  unique   of all  P(one solution)"
    for n, (unique, choices) in enumerate(zip(unique_choices(), all_choices())):
        yield f"  {n:2}  {unique:6}  {choices:7}  {unique / choices:.3f}"


def figures() -> Iterator[tuple[str, object]]:
    """Yield ``(name, value)`` for each figure of the analysis, for JSON."""
    yield from grid_figures()
    yield from rotation_figures()
    yield from reach_figures()
    counts = [analysis.count_calls(row) for row in ROW_PERMUTATIONS]
    for name in COUNTED_FUNCTIONS:
        yield f"calls_{name}", same([count[name] for count in counts])
    unique = unique_choices()
    yield "unique_blankings", unique
    yield "chance_of_one_solution", [n / k for n, k in zip(unique, all_choices())]
    yield from puzzle_figures()
    for m in (2, 3):
        works = sum(1 for _ in analysis.working_rotations(m))
        yield f"working_rotations_{m * m}", works
        formula = analysis.rotations_by_formula(m)
        yield f"working_rotations_{m * m}_by_formula", formula


def grid_figures() -> Iterator[tuple[str, object]]:
    yield "solved_grids", len(analysis.solved_grids())
    yield "relabelling_classes", [*analysis.relabelling_classes().values()]
    classes = analysis.essentially_different()
    yield "essentially_different", sorted(map(len, classes))
    classes = analysis.essentially_different((analysis.MOVED,))
    yield "essentially_different_without_turning", [*map(len, classes)]


def rotation_figures() -> Iterator[tuple[str, object]]:
    """Yield ``(name, value)`` for each figure on rotations, the same for every row."""
    both = [check_grids, col_checks]
    for name, checks in (
        ("passing_col_checks", [col_checks]),
        ("passing_check_grids", [check_grids]),
        ("working", both),
    ):
        accepted = analysis.accepted_rotations
        yield name, same([accepted(row, *checks) for row in ROW_PERMUTATIONS])
    first = same(
        [analysis.accepted_rotations(row, *both)[0] for row in ROW_PERMUTATIONS]
    )
    yield "first_candidate", ALL_ROTATIONS.index(first) + 1
    tried = [
        [
            (rotations, analysis.flatten_puzzle(grid))
            for rotations, grid in analysis.accumulated(row)
        ]
        for row in ROW_PERMUTATIONS
    ]
    yield "grids_if_made_once", same([len({grid for _, grid in row}) for row in tried])
    solved = {*analysis.solved_grids()}
    first_solved = [
        next(
            (k, rotations)
            for k, (rotations, grid) in enumerate(row, 1)
            if grid in solved
        )
        for row in tried
    ]
    yield "first_candidate_if_made_once", same(first_solved)


def reach_figures() -> Iterator[tuple[str, object]]:
    """Yield ``(name, value)`` for each figure on the results of MakeSolution."""
    yield "make_solution_2413", split_rows(analysis.first_solution(EXAMPLE_ROW) or ())
    for row in ROW_PERMUTATIONS:
        if PRINTED in (hits := analysis.solutions_for_row(row)):
            yield "printed_solution", {"row": row, "hit": hits.index(PRINTED) + 1}
    every = all_hits()
    yield "reached", len(first_hits())
    yield "reached_by_all_hits", len(every)
    yield "reached_classes", [len(kind) for kind in reached_classes()]
    alike = {*filter(analysis.rows_are_rotations, analysis.solved_grids())}
    yield "reached_are_those_of_rotations", every == alike
    yield "rows_with_solution", len(analysis.rows_with_solution())


def puzzle_figures() -> Iterator[tuple[str, object]]:
    grids = analysis.solved_grids()
    for name, some in (
        ("four_given_puzzles", grids),
        ("four_given_puzzles_reached", first_hits()),
    ):
        yield name, sum(analysis.unique_blankings(grid)[12] for grid in some)
    reached = [grid for kind in reached_classes() for grid in kind]
    yield "minimal_puzzles", minimal_by_givens(grids)
    yield "minimal_puzzles_of_reached_class", minimal_by_givens(reached)


def minimal_by_givens(grids: Iterable[Cells]) -> dict[int, int]:
    """Return, by number of givens, the number of minimal puzzles of ``grids``."""
    puzzles = analysis.minimal_puzzles(grids)
    return dict(sorted(Counter(16 - puzzle.count(0) for puzzle in puzzles).items()))


def unique_choices() -> list[int]:
    """Return, for n = 0..16 blanks, how many choices of cells leave one solution."""
    return [*same([tuple(analysis.unique_blankings(grid)) for grid in all_hits()])]


def all_choices() -> list[int]:
    return [comb(16, n) for n in range(17)]


def split_rows(grid: Cells) -> list[Cells]:
    return [grid[k : k + 4] for k in range(0, len(grid), 4)]


def first_hits() -> set[Cells]:
    return {grid for row in ROW_PERMUTATIONS if (grid := analysis.first_solution(row))}


def all_hits() -> set[Cells]:
    return {
        grid for row in ROW_PERMUTATIONS for grid in analysis.solutions_for_row(row)
    }


def reached_classes() -> list[list[Cells]]:
    """Return the classes of essentially equal grids that contain a result of Task 8."""
    every = all_hits()
    classes = analysis.essentially_different()
    return [kind for kind in classes if not every.isdisjoint(kind)]
