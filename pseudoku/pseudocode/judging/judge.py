"""Judge a student's functions, task by task, and give the marks."""

from collections.abc import Iterator
from typing import Literal, TypedDict

from pseudoku.pseudocode.judging.contracts import CONTRACTS, Trial, Wrong, note_method
from pseudoku.pseudocode.reading import syntax
from pseudoku.pseudocode.reading.parser import Parsed
from pseudoku.pseudocode.reading.source import Remark, RunError
from pseudoku.pseudocode.reading.words import is_handout_name, key
from pseudoku.pseudocode.running.machine import Store
from pseudoku.reference import LEFT_TO_A_PERSON, NAMES, TASKS, reference

MOST_NOTES = 20  # per task

Word = Literal["pass", "fail", "missing", "error"]


class Verdict(TypedDict):
    """The verdict on one task, its marks and the notes on it."""

    name: str
    verdict: Word
    marks: int
    notes: list[str]


def judge(parsed: Parsed, base: int = 1, store: Store = "copy") -> dict[str, Verdict]:
    """Return the verdict on each task that can be judged by running it.

    Each function is run with the reference's version of all other functions, so that a
    mistake costs the marks of its own task only.
    """
    return {task: judge_task(parsed, task, base, store) for task in TASKS}


def judge_task(parsed: Parsed, task: str, base: int, store: Store) -> Verdict:
    name = NAMES[task]
    functions = parsed.program.functions
    named = [function for function in functions if key(function.name) == key(name)]
    if not named and parsed.stops:
        return verdict(name, "error", [str(stop) for stop in parsed.stops])
    if not named:
        return verdict(name, "missing", [f"no function {name}"])
    function = max(named, key=lambda function: completeness(function, parsed))
    notes = [f"{len(named)} functions {name}; the last complete one is judged"]
    notes = notes * (len(named) > 1)
    errors = inside(function, parsed, parsed.errors)
    if errors:
        return verdict(name, "error", notes + errors)
    if is_template(function):
        return verdict(name, "missing", [*notes, "the template is not filled in"])
    trial = Trial(name, base, store)
    word, tried = attempt(parsed, function, task, trial)
    slips = inside(function, parsed, parsed.slips + trial.quick.machine.warnings)
    marks = TASKS[task] if word == "pass" else 0
    return verdict(name, word, notes + tried + slips, marks)


def completeness(function: syntax.Function, parsed: Parsed) -> tuple[bool, bool, int]:
    """Return a key that is greatest for the function to judge, of several."""
    readable = not inside(function, parsed, parsed.errors)
    return readable, not is_template(function), function.at


def attempt(
    parsed: Parsed, function: syntax.Function, task: str, trial: Trial
) -> tuple[Word, list[str]]:
    """Run ``function`` on its task; return the verdict and the notes."""
    try:
        load(trial, parsed, function)
        word, reasons = contract(trial, task)
        note_method(trial, task)
    except RunError as error:
        place = error.remarks[0].name
        called = f" (in {trial.called()})" if place != parsed.source.name else ""
        return "error", [f"{error}{called}", *trial.notes]
    return word, reasons + trial.notes


def contract(trial: Trial, task: str) -> tuple[Word, list[str]]:
    try:
        CONTRACTS[task](trial)
    except Wrong as error:
        return "fail", [str(error)]
    return "pass", []


def verdict(name: str, word: Word, notes: list[str], marks: int = 0) -> Verdict:
    if len(notes) > MOST_NOTES:
        notes = [*notes[:MOST_NOTES], f"and {len(notes) - MOST_NOTES} more"]
    return {"name": name, "verdict": word, "marks": marks, "notes": notes}


def load(trial: Trial, parsed: Parsed, function: syntax.Function) -> None:
    """Load the reference, the student's helpers, and the one function to judge."""
    functions = parsed.program.functions
    helpers = [function for function in functions if is_helper(function, parsed)]
    for runner in (trial.quick, trial.logged):
        runner.load(reference().checked(), reference().source)
        program = syntax.Program([*helpers, function], parsed.program.statements)
        runner.load(program, parsed.source, trial.base)


def is_helper(function: syntax.Function, parsed: Parsed) -> bool:
    """Return whether ``function`` can be read and is not named in the hand-out."""
    if not function.name or is_handout_name(function.name):
        return False
    return not inside(function, parsed, parsed.errors)


def is_template(function: syntax.Function) -> bool:
    return any(
        isinstance(statement, syntax.Perform)
        and isinstance(statement.expression, syntax.Hole)
        for statement in syntax.statements(function.body)
    )


def inside(
    function: syntax.Function, parsed: Parsed, remarks: list[Remark]
) -> list[str]:
    """Return the remarks about the text of ``function``."""
    return [str(remark) for remark in remarks if is_inside(function, parsed, remark)]


def is_inside(function: syntax.Function, parsed: Parsed, remark: Remark) -> bool:
    if remark.name != parsed.source.name:
        return False
    first, last = map(parsed.source.place, (function.at, function.end))
    return first <= (remark.line, remark.column) <= last


def outside(parsed: Parsed) -> list[Remark]:
    """Return the errors outside every function, which cost no marks."""
    functions = parsed.program.functions
    return [
        error
        for error in parsed.errors
        if not any(is_inside(function, parsed, error) for function in functions)
    ]


def summary(verdicts: dict[str, Verdict]) -> Iterator[str]:
    """Yield the lines of a table of ``verdicts``, and the sum of the marks."""
    yield "Task  Function       Verdict  Marks"
    for task, judged in verdicts.items():
        marks = f"{judged['marks']} of {TASKS[task]}"
        yield f"{task:<4}  {judged['name']:<13}  {judged['verdict']:<7}  {marks}"
        yield from (f"      {note}" for note in judged["notes"])
    for task, most in LEFT_TO_A_PERSON.items():
        yield f"{task:<4}  {'':<13}  {'':<7}  left to a person, {most} marks"
    total = sum(judged["marks"] for judged in verdicts.values())
    yield f"Sum: {total} of {sum(TASKS.values())} marks"
