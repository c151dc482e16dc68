"""The commands ``check``, ``count`` and ``solve``, and the loop over their puzzles."""

import gc
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeVar

from _courseware.terminal import console, messages, options
from _courseware.terminal.progress import ProgressLine
from _courseware.terminal.shell import END_OF_INPUT

AnswerT = TypeVar("AnswerT")


class LocatedPuzzle(NamedTuple):
    """A puzzle of the file ``name``, with its first ``line``, from 1.

    ``cells`` are its cells, row by row, with ``.`` for a blank.
    """

    cells: str
    name: str
    line: int

    @property
    def place(self) -> str:
        """The position in front of a message."""
        return f"{self.name}:{self.line}: "


class Problem(NamedTuple):
    """A mistake in the input; ``line`` and ``column`` are 0 if unknown.

    ``message`` is printed; ``detail`` is the same without the position.
    """

    name: str
    line: int
    column: int
    detail: str
    message: str


def file_argument(parser: options.Parser, forms: str) -> None:
    """Add FILE... to ``parser``; ``forms`` describes what it may be."""
    text = f"{forms}; - is standard input (default: -)"
    parser.add_argument("files", metavar="FILE", nargs="*", default=["-"], help=text)


class PuzzleBatch:
    """The puzzles of a command's input, and the command's exit status so far.

    ``entries`` are the puzzles, the mistakes, and remarks on text that is left out.
    ``json`` is whether to print JSON, and ``clash_texts`` returns a description of each
    clash in the cells of a puzzle.
    """

    def __init__(
        self,
        arguments: Namespace,
        entries: Iterable[LocatedPuzzle | Problem | str],
        clash_texts: Callable[[str], list[str]],
    ) -> None:
        self.status = messages.YES
        self.json: bool = "json" in arguments and arguments.json
        self.clash_texts = clash_texts
        self._entries = entries
        self._command: str = arguments.command
        self._quiet: bool = arguments.quiet
        self._progress = ProgressLine(not arguments.quiet and not sys.stdout.isatty())
        if arguments.files == ["-"] and sys.stdin.isatty():
            self.note(
                f"reading puzzles from the terminal; {END_OF_INPUT} ends the input"
            )

    def answers(
        self, answer: Callable[[str], AnswerT]
    ) -> Iterator[tuple[LocatedPuzzle, AnswerT]]:
        """Yield ``(puzzle, answer(cells))`` for each puzzle, before the next is read.

        Mistakes and remarks are printed.
        """
        gc.disable()  # puzzles have no reference cycles, and looking for them is slow
        try:
            for number, entry in enumerate(self._entries, start=1):
                if isinstance(entry, LocatedPuzzle):
                    yield entry, answer(entry.cells)
                elif isinstance(entry, Problem):
                    self.report(entry)
                else:
                    self.note(entry)
                rate = number / max(self._progress.seconds(), 1)
                self._progress.show(f"{number:,} puzzles, {rate:,.0f} per second")
        finally:
            gc.enable()
            self._progress.clear()

    def record_no(self, no: bool) -> None:
        """Raise the exit status to NO if ``no`` is true."""
        self.status = max(self.status, messages.NO if no else messages.YES)

    def note(self, text: str, puzzle: LocatedPuzzle | None = None) -> None:
        """Print the remark ``text`` after the position of ``puzzle``; "" is none."""
        self._progress.clear()
        if text:
            console.note((puzzle.place if puzzle else "") + text, self._quiet)

    def report(self, problem: Problem) -> None:
        """Print ``problem``, and raise the exit status to BAD."""
        self._progress.clear()
        if self.json:
            place = {"line": problem.line, "column": problem.column}
            console.print_json({"file": problem.name, **place, "error": problem.detail})
        sys.stdout.flush()
        error = messages.CommandError(problem.message)
        self.status = max(self.status, console.print_error(self._command, error))

    def print_answer(
        self, puzzle: LocatedPuzzle, lines: Iterable[str], **answer: object
    ) -> None:
        """Print ``lines``, or a JSON object of ``puzzle`` and ``answer``."""
        if not self.json:
            for line in lines:
                print(messages.printable(line))
            return
        place: dict[str, object] = {"file": puzzle.name, "line": puzzle.line}
        console.print_json({**place, "puzzle": puzzle.cells, **answer})


def check(batch: PuzzleBatch) -> int:
    """Print the clashes of each grid; return the exit status, NO if there is one."""
    for puzzle, clashes in batch.answers(batch.clash_texts):
        blanks = puzzle.cells.count(".")
        batch.record_no(bool(clashes))
        texts = clashes or [messages.no_clash_text(blanks)]
        lines = [puzzle.place + text for text in texts]
        batch.print_answer(puzzle, lines, blanks=blanks, clashes=clashes)
    return batch.status


def count(
    batch: PuzzleBatch, solution_count: Callable[[str], int], limit: int | None = None
) -> int:
    """Print the number of solutions of each puzzle; return the exit status.

    If the number is ``limit``, there may be more.
    """
    for puzzle, number in batch.answers(solution_count):
        clashes = [] if number else batch.clash_texts(puzzle.cells)
        at_limit = number == limit
        lines = [f"{number}+" if at_limit else f"{number}"]
        answer = {"solutions": number, "at_limit": at_limit, "clashes": clashes}
        batch.print_answer(puzzle, lines, **answer)
        if not batch.json:
            batch.note(messages.clash_summary(clashes), puzzle)
    return batch.status


def print_solutions(
    batch: PuzzleBatch,
    find_solutions: Callable[[str], list[str]],
    format_solutions: Callable[[Iterable[str]], Iterator[str]],
    print_all: bool = False,
    advice: str = "",
) -> int:
    """Print one solution of each puzzle that has any; return the exit status.

    It is NO if a puzzle has no solution or several. ``find_solutions`` returns at most
    two, or all if ``print_all``. ``advice`` says how to see several, or is "".
    """
    solutions = _solutions_to_print(batch, find_solutions, print_all, advice)
    sys.stdout.writelines(solutions if batch.json else format_solutions(solutions))
    return batch.status


def _solutions_to_print(
    batch: PuzzleBatch,
    find_solutions: Callable[[str], list[str]],
    print_all: bool,
    advice: str,
) -> Iterator[str]:
    """Yield the solutions to print, and print notes, or print JSON.

    The arguments are those of `print_solutions`.
    """
    for puzzle, solutions in batch.answers(find_solutions):
        batch.record_no(not solutions or (len(solutions) > 1 and not print_all))
        clashes = [] if solutions else batch.clash_texts(puzzle.cells)
        if batch.json:
            answer: dict[str, object] = {
                "solutions": len(solutions),
                "solution": solutions[0] if solutions else None,
            }
            if print_all:
                answer["all_solutions"] = solutions
            batch.print_answer(puzzle, [], **answer, clashes=clashes)
            continue
        yield from solutions if print_all else solutions[:1]
        if not solutions:
            batch.note(messages.clash_summary(clashes) or "no solution", puzzle)
        elif print_all:
            batch.note(f"solutions: {len(solutions)}", puzzle)
        elif len(solutions) > 1:
            batch.note(f"several solutions; this is the first{advice}", puzzle)
