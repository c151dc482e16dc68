"""``generate``: new puzzles, or inputs of a coursework with their expected outputs."""

import json
import os
import re
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator
from itertools import islice
from random import Random

from _courseware.terminal import console, messages, options
from _courseware.terminal.progress import ProgressLine
from sudoku.cli.puzzles import FORMAT_NAMES, positive
from sudoku.courses import COURSE_NAMES, load_course
from sudoku.exact import solve
from sudoku.formats import FORMATS, write
from sudoku.generating.conditions import ANY_PUZZLE, SOLVED, STUCK, Condition
from sudoku.generating.generator import (
    DEFAULT_MAX_ATTEMPTS,
    AttemptsExhaustedError,
    PuzzleSpec,
    puzzles,
)
from sudoku.generating.givens import count_givens
from sudoku.generating.symmetry import SYMMETRIES

COURSE_OPTIONS = ("needs", "ending", "boards")  # those that only some courses have
TRIES_HELP = (
    f"make at most N attempts for each puzzle (default: {DEFAULT_MAX_ATTEMPTS:,})"
)
FOR_HELP = f"make inputs for a coursework: {', '.join(COURSE_NAMES)}"
NEEDS_HELP = "comp9021: the largest preemptive set that changes the puzzle has K cells"
ENDING_HELP = "comp9021 and cit591: how the technique ends (default: solved)"
BOARDS_HELP = "northwestern: DFS and BFS each examine A to B boards (default: 1-1000)"
RATING_HELP = "the figure of 'rate' for each puzzle is from A to B, such as 2.5-3.4"
SYMMETRY_HELP = f"the symmetry of the givens: {', '.join(SYMMETRIES)} (default: none)"
FORMAT_HELP = f"{FORMAT_NAMES} (default: the format of the coursework, otherwise grid)"
ANSWERS_HELP = (
    "also write to DIR, for each puzzle, a file with it and one with its solution; "
    "with --for, an input file and the expected output files"
)
FIGURE_PATTERN = r"[0-9]{1,3}(?:\.[0-9]{1,3})?"
EXHAUSTED_HINT = "raise --tries or change --seed"


def arguments(parser: options.Parser) -> None:
    parser.limit_meaning = "no puzzle was made in --tries attempts"
    add = parser.add_argument
    add(
        "--count",
        type=positive,
        default=1,
        metavar="N",
        help="make N puzzles (default: 1)",
    )
    add("--givens", type=positive, metavar="N", help="the number of givens, 17 to 81")
    add(
        "--minimal",
        action="store_true",
        help="make puzzles in which no given is redundant",
    )
    add(
        "--symmetry",
        choices=SYMMETRIES,
        default="none",
        metavar="NAME",
        help=SYMMETRY_HELP,
    )
    add(
        "--seed",
        type=options.integer_argument,
        metavar="N",
        help="the same number gives the same puzzles (default: random)",
    )
    add("--rating", type=_parse_rating_range, metavar="A-B", help=RATING_HELP)
    add(
        "--tries",
        type=positive,
        default=DEFAULT_MAX_ATTEMPTS,
        metavar="N",
        help=TRIES_HELP,
    )
    add("--for", dest="course", choices=COURSE_NAMES, metavar="COURSE", help=FOR_HELP)
    add("--needs", type=options.integer_argument, metavar="K", help=NEEDS_HELP)
    add("--ending", choices=[SOLVED, STUCK], help=ENDING_HELP)
    add("--boards", type=_parse_board_range, metavar="A-B", help=BOARDS_HELP)
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--format", choices=FORMATS, metavar="FORMAT", help=FORMAT_HELP)
    options.options(either, "json")
    options.options(parser, "output")
    add("--with-answers", metavar="DIR", help=ANSWERS_HELP)
    options.options(parser, "force", "quiet")


def _parse_board_range(word: str) -> tuple[int, int]:
    minimum, _, maximum = word.partition("-")
    if not (minimum.isdecimal() and maximum.isdecimal()):
        raise ArgumentTypeError(f"{word}; expected two numbers, A-B")
    return int(minimum), int(maximum)


def _parse_rating_range(word: str) -> tuple[float, float]:
    figures = re.fullmatch(f"({FIGURE_PATTERN})-({FIGURE_PATTERN})", word)
    if not figures:
        raise ArgumentTypeError(f"{word}; expected two figures, such as 2.5-3.4")
    minimum, maximum = map(float, figures.groups())
    return minimum, maximum


def run(arguments: Namespace) -> int:
    condition = condition_of(arguments)
    spec = PuzzleSpec(
        givens=arguments.givens,
        minimal=arguments.minimal,
        symmetry=arguments.symmetry,
        condition=condition,
        tries=arguments.tries,
    )
    seed: int = Random().getrandbits(32) if arguments.seed is None else arguments.seed
    trials = AttemptProgress(arguments.quiet)
    endless = puzzles(spec, seed, trials.show)
    if arguments.with_answers is not None:
        console.prepare_folder(
            arguments.with_answers,
            _answer_file_names(arguments),
            arguments.output,
            arguments.force,
        )
    wanted = islice(endless, arguments.count)
    puzzles_made = trials.clear_progress(_write_answer_files(wanted, arguments))
    try:
        _write_puzzles(puzzles_made, arguments, condition, seed)
        if trials.ended:
            raise trials.ended
        _summarize(arguments, condition)
    except AttemptsExhaustedError as error:
        raise messages.CommandError(
            f"{error}; {EXHAUSTED_HINT}", messages.LIMIT
        ) from error
    finally:
        console.note(f"seed: {seed}", arguments.quiet)
    return messages.YES


class AttemptProgress:
    """Shows the puzzle's and the attempt's number on the terminal, unless ``quiet``.

    ``ended`` is the error that ended the puzzles early, or None.
    """

    def __init__(self, quiet: bool) -> None:
        self.ended: AttemptsExhaustedError | None = None
        self._progress = ProgressLine(not quiet)

    def show(self, number: int, trial: int) -> None:
        self._progress.show(f"puzzle {number}, attempt {trial:,}")

    def clear_progress(self, puzzles_made: Iterator[str]) -> Iterator[str]:
        """Yield each of ``puzzles_made``, after clearing the progress line.

        If AttemptsExhaustedError is raised after at least one puzzle, store the error
        in ``ended`` and end normally, so that the puzzles made so far can be written.
        """
        any_made = False
        try:
            for puzzle in puzzles_made:
                self._progress.clear()
                yield puzzle
                any_made = True
        except AttemptsExhaustedError as error:
            if not any_made:
                raise
            self.ended = error
        finally:
            self._progress.clear()


def condition_of(arguments: Namespace) -> Condition:
    """Return the condition that ``--rating``, or ``--for`` with its options, specifies.

    Raise CommandError if an option belongs to another coursework.
    """
    course = load_course(arguments.course) if arguments.course else None
    course_options = course.options if course else ()
    for name in COURSE_OPTIONS:
        if getattr(arguments, name) is not None and name not in course_options:
            raise _option_error(name)
    if arguments.rating is None:
        return course.condition(arguments) if course else ANY_PUZZLE
    if course:
        raise messages.CommandError("--rating does not work with --for")
    from sudoku.explain.rate import RatingInRange  # rarely needed, and slow to import

    return RatingInRange(*arguments.rating)


def _option_error(option: str) -> messages.CommandError:
    courses = [name for name in COURSE_NAMES if option in load_course(name).options]
    names = " or ".join(courses)
    return messages.CommandError(f"--{option} works only with --for {names}")


def _answer_file_names(arguments: Namespace) -> Iterator[str]:
    course = load_course(arguments.course) if arguments.course else None
    for number in range(1, arguments.count + 1):
        yield from course.file_names(number) if course else console.sheet_names(number)


def _answer_files(
    arguments: Namespace, number: int, puzzle: str
) -> list[tuple[str, str]]:
    """Return ``(name, text)`` for each file that ``--with-answers`` writes."""
    if arguments.course:
        return load_course(arguments.course).files(number, puzzle)
    grids = (puzzle, *solve(puzzle))
    texts = ["".join(write([grid], arguments.format or "grid")) for grid in grids]
    return list(zip(console.sheet_names(number), texts, strict=True))


def _write_answer_files(
    puzzles_made: Iterator[str], arguments: Namespace
) -> Iterator[str]:
    """Yield ``puzzles_made``; if ``--with-answers``, first write the files of each."""
    for number, puzzle in enumerate(puzzles_made, 1):
        if arguments.with_answers is not None:
            for name, text in _answer_files(arguments, number, puzzle):
                path = os.path.join(arguments.with_answers, name)
                console.write_text(path, text, arguments.force)
        yield puzzle


def _write_puzzles(
    puzzles_made: Iterator[str], arguments: Namespace, condition: Condition, seed: int
) -> None:
    """Write ``puzzles_made`` in the format of ``--format``, or as JSON.

    ``condition`` and ``seed`` produced the puzzles; only JSON contains them.
    """
    if arguments.json:
        pieces = _json_lines(puzzles_made, condition, seed)
    else:
        default = "grid"
        if arguments.course:
            default = load_course(arguments.course).input_format
        pieces = write(puzzles_made, arguments.format or default)
    sys.stdout.writelines(pieces)


def _json_lines(
    puzzles_made: Iterator[str], condition: Condition, seed: int
) -> Iterator[str]:
    """Yield a line of JSON for each puzzle.

    The keys are "puzzle", "solution", "givens", "seed", "number" (from 1), and the keys
    of ``condition.facts``.
    """
    for number, puzzle in enumerate(puzzles_made, 1):
        values: dict[str, float | str] = {
            "puzzle": puzzle,
            "solution": solve(puzzle)[0],
            "givens": count_givens(puzzle),
            "seed": seed,
            "number": number,
            **condition.facts(puzzle),
        }
        yield json.dumps(values) + "\n"


def _summarize(arguments: Namespace, condition: Condition) -> None:
    """Print a note on solutions, the condition and the folder of answers."""
    each = " each" if arguments.count > 1 else ""
    lines = [f"solutions: 1{each}"]
    if str(condition):
        lines.append(f"promise: {condition}")
    if arguments.with_answers is not None:
        contents = "puzzles and solutions"
        if arguments.course:
            contents = "inputs and expected outputs"
        lines.append(f"{contents} are in {arguments.with_answers}")
    console.note("\n".join(lines), arguments.quiet)
