"""``generate``: make puzzles from a row of four numbers."""

import json
import os
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from itertools import chain, islice, permutations, repeat
from random import Random
from typing import NamedTuple

from _courseware.terminal import console, messages, options
from _courseware.terminal.messages import plural
from adt.vector import vector_of
from pseudoku.blanks import set_blanks
from pseudoku.cli.puzzles import format_argument
from pseudoku.errors import PseudokuError
from pseudoku.grids import cells_of, format_grids, grid_of, parse_row
from pseudoku.solving import Grid, count
from pseudoku.tasks import make_solution

MAX_COUNTS_LISTED = 20
# 13 blanks or more always leave several solutions: docs/written-answers.md.
MAX_UNIQUE_BLANKS = 12


def arguments(parser: options.Parser) -> None:
    parser.add_argument(
        "row",
        nargs="+",
        metavar="N",
        help="1, 2, 3 and 4 in any order: 2 4 1 3. All puzzles of a row have the same "
        "solution; 'random' draws a row for each puzzle",
    )
    parser.add_argument(
        "--blanks",
        type=options.integer_in_range(0, 16),
        default=6,
        metavar="N",
        help="number of blanks, 0 to 16 (default: 6)",
    )
    parser.add_argument(
        "--seed",
        type=options.integer_argument,
        metavar="N",
        help="seed of the random choice of blanks and rows",
    )
    parser.add_argument(
        "--unique", action="store_true", help="make puzzles with exactly one solution"
    )
    parser.add_argument(
        "--count",
        type=options.integer_in_range(1),
        default=1,
        metavar="K",
        help="number of puzzles (default: 1)",
    )
    parser.add_argument(
        "--solution", action="store_true", help="print the solution below each puzzle"
    )
    parser.add_argument(
        "--with-answers",
        metavar="DIR",
        help="also write to DIR, for each puzzle, a file with it and one with its "
        "solution",
    )
    format_argument(parser)
    options.options(parser, "output", "json", "force", "quiet")


def run(arguments: Namespace) -> int:
    is_random = arguments.row == ["random"]
    row = () if is_random else parse_row(arguments.row)
    if arguments.unique and arguments.blanks > MAX_UNIQUE_BLANKS:
        raise messages.CommandError(
            f"--blanks {arguments.blanks} --unique: fewer than 4 givens always leave "
            f"several solutions; expected at most {MAX_UNIQUE_BLANKS} blanks"
        )
    folder: str | None = arguments.with_answers
    if folder is not None:
        numbers = range(1, arguments.count + 1)
        names = chain.from_iterable(map(console.sheet_names, numbers))
        console.prepare_folder(folder, names, arguments.output, arguments.force)
    seed: int = Random().getrandbits(32) if arguments.seed is None else arguments.seed
    random = Random(seed)
    counts = list[int]()
    rows = _random_rows(random) if is_random else repeat(row)
    drawn = _generate_puzzles(islice(rows, arguments.count), arguments, random, counts)
    if folder is not None:
        drawn = _write_sheets(drawn, folder, arguments.format, arguments.force)
    if arguments.json:
        pieces = _json_lines(drawn, counts, seed)
    else:
        grids = _printed_grids(drawn, arguments.solution)
        pieces = format_grids(grids, arguments.format)
    sys.stdout.writelines(pieces)
    console.note(f"solutions: {_summarize_counts(counts)}", arguments.quiet)
    if folder is not None:
        console.note(f"puzzles and solutions are in {folder}", arguments.quiet)
    console.note(f"seed: {seed}", arguments.quiet)
    return messages.YES


class Made(NamedTuple):
    """A puzzle with the row from which it was made, and its solution."""

    row: tuple[int, ...]
    puzzle: Grid
    solved: Grid


def _printed_grids(drawn: Iterator[Made], with_solutions: bool) -> Iterator[Grid]:
    for generated in drawn:
        yield generated.puzzle
        if with_solutions:
            yield generated.solved


def _random_rows(random: Random) -> Iterator[tuple[int, ...]]:
    """Yield random rows without end; all 24 rows occur before one is repeated."""
    rows = [*permutations((1, 2, 3, 4))]
    while True:
        random.shuffle(rows)
        yield from rows


def _solution_of(row: tuple[int, ...]) -> Grid:
    solution = make_solution(vector_of(*row))
    if solution is False:
        raise PseudokuError(f"no rotations of {row} meet the conditions")
    return grid_of(solution)


def _blank_out(solved: Grid, arguments: Namespace, random: Random) -> Grid:
    while True:
        puzzle = vector_of(*[vector_of(*row) for row in solved])
        grid = grid_of(set_blanks(puzzle, arguments.blanks, random.randint))
        if not arguments.unique or count(grid) == 1:
            return grid


def _generate_puzzles(
    rows: Iterable[tuple[int, ...]],
    arguments: Namespace,
    random: Random,
    counts: list[int],
) -> Iterator[Made]:
    """Yield a puzzle for each of ``rows``, with its row and its solution.

    Before each is yielded, its number of solutions is appended to ``counts``.
    """
    for row in rows:
        solved = _solution_of(row)
        puzzle = _blank_out(solved, arguments, random)
        counts.append(count(puzzle))
        yield Made(row, puzzle, solved)


def _write_sheets(
    drawn: Iterator[Made], folder: str, style: str, force: bool
) -> Iterator[Made]:
    """Yield each of ``drawn`` after writing it and its solution to two files."""
    for number, generated in enumerate(drawn, 1):
        grids = (generated.puzzle, generated.solved)
        for name, grid in zip(console.sheet_names(number), grids):
            text = "".join(format_grids([grid], style))
            console.write_text(os.path.join(folder, name), text, force)
        yield generated


def _json_lines(drawn: Iterable[Made], counts: list[int], seed: int) -> Iterator[str]:
    """Yield a line with a JSON object for each puzzle in ``drawn``.

    The last of ``counts`` is the number of solutions of the current puzzle, as in
    `_generate_puzzles`.
    """
    for number, generated in enumerate(drawn, 1):
        cells = cells_of(generated.puzzle)
        values: dict[str, int | str] = {
            "puzzle": cells,
            "solution": cells_of(generated.solved),
            "givens": 16 - cells.count("."),
            "seed": seed,
            "number": number,
            "solutions": counts[-1],
            "row": "".join(map(str, generated.row)),
        }
        yield json.dumps(values) + "\n"


def _summarize_counts(counts: list[int]) -> str:
    """Return the numbers ``counts`` as text; if they are many, how often each occurs.

    >>> _summarize_counts([1, 2, 1]), _summarize_counts([2] + [1] * 1999)
    ('1, 2, 1', '1 (1,999 puzzles), 2 (1 puzzle)')
    """
    if len(counts) <= MAX_COUNTS_LISTED:
        return ", ".join(map(str, counts))
    often = sorted((number, counts.count(number)) for number in set(counts))
    return ", ".join(f"{number} ({plural(k, 'puzzle')})" for number, k in often)
