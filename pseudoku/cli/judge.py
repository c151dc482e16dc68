"""``judge``: mark students' answers to the tasks that can be run."""

import os
import signal
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import cache, partial
from io import StringIO

from _courseware.terminal import console, messages, options
from _courseware.terminal.messages import plural
from _courseware.text.files import open_input
from pseudocode.errors import LanguageError
from pseudocode.judging.absent import TASK_HEADING, count_words
from pseudocode.judging.exercise import Exercise, read_exercise
from pseudocode.judging.hints import Mend, hint, mend_data
from pseudocode.judging.judge import (
    FAILED,
    TaskVerdict,
    count_warning,
    judge_exercise,
    mark_totals,
    misjudged_samples,
    remarks_outside_functions,
)
from pseudocode.judging.nearest import nearest
from pseudocode.reading.parser import Parsed
from pseudocode.reading.source import Remark
from pseudocode.running.machine import Store
from pseudoku.cli import common
from pseudoku.errors import PseudokuError
from pseudoku.exercises import judge, judge_task, task_exercise
from pseudoku.reference import HANDOUT, MANUAL_TASK_MARKS, TASK_MARKS

# Words, as the hand-out says.
WORD_LIMIT_NOTES = {"9": " (at most 200, without diagrams)"}
WORD_LIMIT_NOTES |= {"10": " (at most 400, without figures)"}
MAX_EXERCISE_BYTES = 512 * 1024
MAX_REMARKS = 100  # in JSON
FOLDER = (
    "a folder; expected a file; a class is marked by python -m marking run pseudoku"
)


def arguments(parser: options.Parser) -> None:
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="an answer; - for standard input"
    )
    parser.add_argument(
        "--task", choices=TASK_MARKS, metavar="N", help="judge Task N (default: all)"
    )
    parser.add_argument(
        "--exercise",
        metavar="TOML",
        help="judge the function of this exercise (docs/exercises.md)",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="judge the sample answers in the exercise, and no file",
    )
    common.hints_argument(parser)
    options.jobs_option(parser)
    common.mode_arguments(parser)
    options.options(parser, "output", "json", "quiet")


def run(arguments: Namespace) -> int:
    _exercise_in.cache_clear()  # the playground runs many commands in one process
    common.note_modes(arguments.base, arguments.store, arguments.quiet)
    paths: list[str] = arguments.files
    if arguments.task and arguments.exercise:
        raise messages.CommandError("--task and --exercise; expected one of them")
    if arguments.check:
        return _check_samples(arguments.exercise, paths)
    if not paths:
        expected = "expected a FILE, or - for standard input"
        raise messages.CommandError(f"no answer; {expected}")
    if arguments.exercise:
        for fault in misjudged_samples(_exercise_in(arguments.exercise)):
            raise messages.CommandError(f"{arguments.exercise}: {fault}; see --check")
    jobs = min(arguments.jobs, os.cpu_count() or 1, len(paths))
    if jobs == 1 or "-" in paths:
        return _judge_files(paths, arguments)
    return _judge_in_processes(paths, arguments, jobs)


@cache
def _exercise_in(path: str) -> Exercise:
    """Return the exercise in the TOML file at ``path``, which is read only once."""
    text = console.read_text(path, MAX_EXERCISE_BYTES)
    return read_exercise(text, messages.display_name(path), HANDOUT)


def _check_samples(path: str | None, paths: list[str]) -> int:
    """Judge the sample answers of the exercise at ``path``; return the exit status.

    Print a line for each fault of the reference and each unexpected verdict or, if
    there are none, the number of samples; and a warning if the arguments are many. The
    status is NO if there is such a line or samples are missing. Raise CommandError if
    there is no ``path``, or if ``paths`` names answers.
    """
    if path is None or paths:
        raise messages.CommandError("--check judges an --exercise TOML, and no answer")
    exercise = _exercise_in(path)
    faults = [*misjudged_samples(exercise)]
    for fault in faults:
        print(messages.printable(f"{path}: {fault}"))
    warning = count_warning(exercise)
    if warning:
        print(messages.printable(warning))
    right = len(exercise.right)
    wrong = len(exercise.wrong)
    if not right or not wrong:
        problem = "expected a right and a wrong answer or more"
        print(messages.printable(f"{path}: {problem}"))
        return messages.NO
    if not faults:
        report = f"{right} right and {wrong} wrong answers are judged as they should be"
        print(messages.printable(f"{exercise.name}: {report}"))
    return messages.NO if faults else messages.YES


def _judge_files(paths: list[str], arguments: Namespace) -> int:
    act = partial(_judge_file, arguments=arguments)
    return console.for_each_source(
        arguments.command, paths, act, (PseudokuError, LanguageError)
    )


def _judge_in_processes(paths: list[str], arguments: Namespace, jobs: int) -> int:
    """Judge the files in ``jobs`` processes; return the highest exit status.

    Raise CommandError if a process ends unexpectedly.
    """
    for path in paths:  # the process that writes the result must know its inputs
        with suppress(OSError), open_input(path):
            pass
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

    worst = messages.YES
    with ProcessPoolExecutor(jobs, initializer=_ignore_interrupts) as pool:
        judge_path = partial(judge_with_captured_output, arguments=arguments)
        judged = pool.map(judge_path, paths)
        try:
            for status, out, err in judged:
                sys.stderr.write(err)
                sys.stdout.write(out)
                worst = max(worst, status)
        except BrokenExecutor:
            raise messages.CommandError("a --jobs process ended unexpectedly") from None
        except BaseException:  # Ctrl-C, or nobody reads the output
            pool.shutdown(cancel_futures=True)
            raise
    return worst


def _ignore_interrupts() -> None:
    """Ignore SIGINT in a worker process; the parent process handles Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def judge_with_captured_output(path: str, arguments: Namespace) -> tuple[int, str, str]:
    """Judge a file; return the exit status and the texts of stdout and stderr."""
    out = StringIO()
    err = StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = _judge_files([path], arguments)
    return status, out.getvalue(), err.getvalue()


def _judge_file(path: str, arguments: Namespace) -> int:
    """Judge the answers in a file and print the verdicts; return the exit status.

    Raise CommandError if ``path`` is a folder.
    """
    if os.path.isdir(path):
        name = messages.display_name(path)
        raise messages.CommandError(f"{name}: {FOLDER}")
    parsed = common.parse_file(path, arguments.quiet)
    base: int = arguments.base
    store: Store = arguments.store
    level: int = arguments.hints
    exercise = _exercise_in(arguments.exercise) if arguments.exercise else None
    if exercise:
        verdicts = {exercise.name: judge_exercise(parsed, exercise, base, store)}
    elif arguments.task:
        verdicts = {arguments.task: judge_task(parsed, arguments.task, base, store)}
    else:
        verdicts = judge(parsed, base, store)
    mends: dict[str, list[Mend]] = {}
    if level:
        mends = _mends_by_task(parsed, verdicts, exercise, base, store)
    if arguments.json:
        console.print_json(_answer_json(parsed, base, verdicts, mends, level))
    else:
        _note_unread_text(parsed, arguments.quiet)
        if len(arguments.files) > 1:
            print(messages.printable(parsed.source.name))
        hints = {
            task: hint(corrections, level, verdicts[task]["name"])
            for task, corrections in mends.items()
        }
        for line in _verdict_lines(parsed, verdicts, hints):
            print(messages.printable(line))
    passed = all(verdict["verdict"] == "pass" for verdict in verdicts.values())
    return messages.YES if passed else messages.NO


def _mends_by_task(
    parsed: Parsed,
    verdicts: dict[str, TaskVerdict],
    exercise: Exercise | None,
    base: int,
    store: Store,
) -> dict[str, list[Mend]]:
    """Return the corrections of each failed answer, and [] for any other, by task."""
    mends: dict[str, list[Mend]] = {}
    for task, verdict in verdicts.items():
        mends[task] = []
        if verdict["verdict"] in FAILED:
            judged_by = exercise or task_exercise(task)
            mends[task] = nearest(parsed, judged_by, base, store)
    return mends


def _answer_json(
    parsed: Parsed,
    base: int,
    verdicts: dict[str, TaskVerdict],
    mends: dict[str, list[Mend]],
    level: int,
) -> dict[str, object]:
    """Return the JSON object for one answer: its tasks, marks, words and remarks.

    ``verdicts`` and ``mends`` are by task, or by the name of an exercise. ``mends`` are
    the corrections from which hints are made; a task without an entry gets no hint.
    ``base`` is the first position of a vector, and ``level`` that of the hints, 1 to 3.
    """
    awarded, maximum, undecided = mark_totals(verdicts)
    remarks = parsed.remarks_outside + parsed.errors + parsed.notes
    tasks: dict[str, dict[str, object]] = {}
    for task, verdict in verdicts.items():
        tasks[task] = {**verdict}
        if parsed.source.page_starts and verdict["line"]:
            tasks[task]["page"] = parsed.source.page_number(verdict["line"])
        if task in mends:
            tasks[task]["mends"] = [mend_data(mend, level) for mend in mends[task]]
            tasks[task]["hint"] = hint(mends[task], level, verdict["name"])
    return {
        "file": parsed.source.name,
        "base": base,
        "tasks": tasks,
        "sum": awarded,
        "most": maximum,
        "left_to_a_person": undecided,
        "words": word_counts(parsed.source.original),
        "remarks": [
            remark.to_dict()
            for remark in _limit_remarks(remarks_outside_functions(parsed, remarks))
        ],
    }


def _limit_remarks(remarks: list[Remark]) -> list[Remark]:
    """Return the first MAX_REMARKS of ``remarks``, and one that counts the rest."""
    first = remarks[:MAX_REMARKS]
    others = remarks[MAX_REMARKS:]
    message = f"{len(others):,} more outside the functions are not shown"
    return first + [remark._replace(message=message, code="") for remark in others[:1]]


def _note_unread_text(parsed: Parsed, quiet: bool) -> None:
    """Print a note if text outside the functions was not understood."""
    if parsed.remarks_outside:
        common.note_skipped_text(parsed, quiet)
        return
    remarks = remarks_outside_functions(parsed, parsed.errors)
    if not remarks:
        return
    first = remarks[0]
    place = messages.located_message(first.name, first.line, first.column, "note: ")
    more = ""
    if len(remarks) > 1:
        more = f"; {len(remarks) - 1} more outside the functions"
    console.note(place + first.message + more, quiet)


def _verdict_lines(
    parsed: Parsed, verdicts: dict[str, TaskVerdict], hints: dict[str, str]
) -> Iterator[str]:
    """Yield the lines of the table of ``verdicts``, then the sum of the marks."""
    yield "Task  Function       Verdict  Marks   Found"
    for task, verdict in verdicts.items():
        awarded = "?" if verdict["marks"] is None else verdict["marks"]
        share = f"{awarded} of {verdict['most']}"
        number = task if task in TASK_MARKS else "–"
        row = f"{number:<4}  {verdict['name']:<13}  {verdict['verdict']:<7}  {share}"
        yield f"{row}  {_where_found(parsed, verdict)}".rstrip()
        hint = hints.get(task)
        lines = list(verdict["notes"])
        if hint:
            lines.append(hint)
        lines += verdict["commands"]
        for line in lines:
            yield f"      {line}"
    if len(verdicts) > 1:
        yield from _manual_task_lines(parsed)
    awarded, maximum, undecided = mark_totals(verdicts)
    more = f", and {undecided} more to be read by a person" if undecided else ""
    yield f"Sum: {awarded} of {maximum}{more}"


def _manual_task_lines(parsed: Parsed) -> Iterator[str]:
    """Yield a line of the table for each task that a person marks."""
    lengths = word_counts(parsed.source.original)
    for task, marks in MANUAL_TASK_MARKS.items():
        description = f"left to a person, {marks} marks"
        if task in lengths:
            description += f"; {lengths[task]} words{WORD_LIMIT_NOTES.get(task, '')}"
        yield f"{task:<4}  {'':<13}  {'':<7}  {description}"


def _where_found(parsed: Parsed, verdict: TaskVerdict) -> str:
    """Return where a function was found, such as ``page 3, line 107, 13 paths``.

    The page is left out if the text has no pages, and the number of paths unless the
    function passed. Return "" if there is no function.
    """
    line = verdict["line"]
    paths = verdict["paths"]
    if line is None:
        return ""
    place = f"line {line}"
    if parsed.source.page_starts:
        place = f"page {parsed.source.page_number(line)}, {place}"
    if paths:
        place += f", {plural(paths, 'path')}"
    return place


def word_counts(text: str) -> dict[str, int]:
    """Return the number of words in the answer to each task that a person marks."""
    lengths: Counter[str] = Counter()
    headings = [*TASK_HEADING.finditer(text)]
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    for heading, end in zip(headings, ends):
        if heading[1] in MANUAL_TASK_MARKS:
            lengths[heading[1]] += count_words(text[heading.start() : end])
    return lengths
