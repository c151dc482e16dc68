"""``generate``: new puzzles, and a coursework's inputs with the outputs expected."""

import os
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator
from itertools import count, islice
from random import Random
from typing import Final

from adt import _console as console
from sudoku.cli.puzzles import FORMAT_NAMES, positive
from sudoku.cli.trials import Trials
from sudoku.exact import solve
from sudoku.formats import FORMATS, write
from sudoku.generating.generator import (
    NOTHING,
    TRIES,
    OutOfTries,
    Promise,
    Wish,
    clues,
    puzzles,
)
from sudoku.generating.symmetry import SYMMETRIES

READS: Final = {  # the format in which each coursework reads a puzzle
    "comp9021": "digits",
    "hacettepe": "digits",
    "cit591": "list",
    "northwestern": "rows",
}
MEANT_FOR: Final = {
    "needs": ["comp9021"],
    "ending": ["comp9021", "cit591"],
    "boards": ["northwestern"],
    "with_answers": list(READS),
}
TRIES_HELP: Final = f"give a puzzle up after so many tries ({TRIES:,})"
NEEDS_HELP: Final = (
    "comp9021: a preemptive set of K cells changes it, and no larger one"
)
ENDING_HELP: Final = "comp9021 and cit591: how their techniques end (solved)"
BOARDS_HELP: Final = "northwestern: DFS and BFS examine so many boards (1-1000)"
SYMMETRY: Final = f"of the givens' cells: {', '.join(SYMMETRIES)}"
FORMAT_HELP: Final = (
    f"{FORMAT_NAMES}; what the coursework reads, unless told, or else grid"
)
OUTPUT_HELP: Final = "write the puzzles into FILE, not to standard output"
ANSWERS_HELP: Final = (
    "also write a numbered input file for each puzzle into DIR, and beside it the "
    "files that are expected from it"
)
HINT: Final = "more --tries or another --seed may find one"


def arguments(parser: console.Parser) -> None:
    add = parser.add_argument
    add("--count", type=positive, default=1, metavar="N", help="how many (1)")
    add("--givens", type=positive, metavar="N", help="so many givens, 17 to 81")
    add("--minimal", action="store_true", help="no given can be spared")
    add("--symmetry", choices=SYMMETRIES, default="none", metavar="NAME", help=SYMMETRY)
    add(
        "--seed",
        type=console.whole,
        metavar="N",
        help="the same seed, the same puzzles",
    )
    add("--tries", type=positive, default=TRIES, metavar="N", help=TRIES_HELP)
    add("--for", dest="course", choices=READS, help="inputs for this coursework")
    add("--needs", type=console.whole, metavar="K", help=NEEDS_HELP)
    add("--ending", choices=["solved", "stuck"], help=ENDING_HELP)
    add("--boards", type=boards, metavar="A-B", help=BOARDS_HELP)
    either = parser.add_mutually_exclusive_group().add_argument
    either("--format", choices=FORMATS, metavar="FORMAT", help=FORMAT_HELP)
    either("--json", action="store_true", help="print a JSON object for each puzzle")
    add("-o", "--output", default="-", metavar="FILE", help=OUTPUT_HELP)
    add("--with-answers", metavar="DIR", help=ANSWERS_HELP)
    add("--force", action="store_true", help="replace files that are in DIR")
    add("-q", "--quiet", action="store_true", help="no remarks")


def boards(word: str) -> tuple[int, int]:
    fewest, _, most = word.partition("-")
    if not (fewest.isdecimal() and most.isdecimal()):
        raise ArgumentTypeError(f"{word}; expected two numbers: A-B")
    return int(fewest), int(most)


def run(arguments: Namespace) -> int:
    wish = wish_of(arguments)
    seed: int = Random().getrandbits(32) if arguments.seed is None else arguments.seed
    trials = Trials(arguments.quiet)
    endless = puzzles(wish, seed, trials.tell)
    prepare(arguments)
    found = trials.over(answered(islice(endless, arguments.count), arguments))
    try:
        write_all(found, arguments, wish.promise, seed)
        if trials.ended:
            raise trials.ended
        tell(arguments, wish.promise)
    except OutOfTries as error:
        raise console.CommandError(f"{error}; {HINT}", console.LIMIT) from error
    finally:
        console.note(f"seed: {seed}", arguments.quiet)
    return console.YES


def wish_of(arguments: Namespace) -> Wish:
    return Wish(
        givens=arguments.givens,
        minimal=arguments.minimal,
        symmetry=arguments.symmetry,
        promise=promise_of(arguments),
        tries=arguments.tries,
    )


def promise_of(arguments: Namespace) -> Promise:
    """What ``--for`` and its options ask for; CommandError if they do not fit."""
    course: str | None = arguments.course
    for name, courses in MEANT_FOR.items():
        if getattr(arguments, name) is not None and course not in courses:
            option = name.replace("_", "-")
            meant = " or ".join(courses)
            raise console.CommandError(f"--{option}: expected with --for {meant}")
    if course is None:
        return NOTHING
    from sudoku.generating import promises  # and with it all four courseworks

    ending: str = arguments.ending or promises.SOLVED
    if course == "comp9021":
        return promises.PreemptiveSets(arguments.needs, ending)
    if course == "hacettepe":
        return promises.NakedSingles()
    if course == "cit591":
        return promises.Elimination(ending)
    return promises.SearchSize(*(arguments.boards or ()))


def prepare(arguments: Namespace) -> None:
    """Make the folder for the answers; CommandError if something is in the way.

    That is told now: what is asked for may take long to find.
    """
    output: str = arguments.output
    if output != "-" and os.path.isdir(output):
        raise console.CommandError(f"{output}: a folder; expected a file")
    beside = os.path.dirname(output)
    if beside and not os.path.isdir(beside):
        raise console.CommandError(f"{beside}: no such folder, for -o {output}")
    folder: str | None = arguments.with_answers
    if folder is not None:
        if os.path.lexists(folder) and not arguments.force:
            refuse_files(folder, arguments)
        os.makedirs(folder, exist_ok=True)


def refuse_files(folder: str, arguments: Namespace) -> None:
    """CommandError if ``folder`` holds a file that is to be written."""
    from sudoku.generating.answers import names

    for number in range(1, arguments.count + 1):
        for name in names(arguments.course, number):
            path = os.path.join(folder, name)
            if os.path.lexists(path):
                raise console.CommandError(f"{path}: exists; --force replaces it")


def answered(found: Iterator[str], arguments: Namespace) -> Iterator[str]:
    """Each puzzle, after its files are written if they are asked for."""
    if arguments.with_answers is None:
        return found
    from sudoku.generating.answers import files

    def written(number: int, puzzle: str) -> str:
        for name, text in files(arguments.course, number, puzzle):
            console.write_text(os.path.join(arguments.with_answers, name), text)
        return puzzle

    return map(written, count(1), found)


def write_all(
    found: Iterator[str], arguments: Namespace, promise: Promise, seed: int
) -> None:
    if arguments.json:
        pieces = objects(found, promise, seed)
    else:
        style: str = READS.get(arguments.course, "grid")
        pieces = write(found, arguments.format or style)
    console.write_pieces(arguments.output, pieces)


def objects(found: Iterator[str], promise: Promise, seed: int) -> Iterator[str]:
    """A line of JSON for each puzzle."""
    import json  # slow to import, seldom wanted

    for number, puzzle in enumerate(found, 1):
        values: dict[str, int | str] = {
            "puzzle": puzzle,
            "solution": solve(puzzle)[0],
            "givens": clues(puzzle),
            "seed": seed,
            "number": number,
            **promise.facts(puzzle),
        }
        yield json.dumps(values) + "\n"


def tell(arguments: Namespace, promise: Promise) -> None:
    """Tell what is true of all that was written."""
    each = " each" * (arguments.count > 1)
    lines = [f"solutions: 1{each}"]
    if str(promise):
        lines.append(f"promise: {promise}")
    if arguments.with_answers is not None:
        lines.append(f"inputs and outputs expected: in {arguments.with_answers}")
    console.note("\n".join(lines), arguments.quiet)
