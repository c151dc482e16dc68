"""Judge a student's functions, task by task, and give the marks.

A verdict is never a guess. The judge gives ``fail`` and ``error`` for what it has read
and run, and leaves everything else to a person.
"""

from collections.abc import Iterator
from typing import Literal, TypeAlias, TypedDict

from pseudoku.errors import PseudokuError
from pseudoku.pseudocode.judging.absent import absent, appears
from pseudoku.pseudocode.judging.contracts import CONTRACTS
from pseudoku.pseudocode.judging.solution import solution_of
from pseudoku.pseudocode.judging.trial import EXAMPLE, Trial, Wrong
from pseudoku.pseudocode.reading import syntax
from pseudoku.pseudocode.reading.parser import Parsed
from pseudoku.pseudocode.reading.source import LimitReached, Remark, RunError
from pseudoku.pseudocode.reading.words import HANDOUT, is_handout_name, key
from pseudoku.pseudocode.running.machine import Store
from pseudoku.reference import NAMES, TASKS

MOST_NOTES = 20  # per task

# unread: the tool could not understand it; review: it is right, or may be right, but
# not as the hand-out asks. Both are left to a person.
Word: TypeAlias = Literal["pass", "fail", "missing", "error", "unread", "review"]
LEFT = ("unread", "review")
Tried: TypeAlias = tuple[Word, list[str]]  # a verdict and the notes on it

COUNTS_FROM_0 = "right if positions count from 0; the module counts from 1"
COUNTS_FROM_1 = "right if positions count from 1; Python counts from 0"
LOOSELY = 'right if a stack is TRUE, "FALSE" is FALSE and / rounds down; as written'
SKIPPED = "right without the lines that could not be read"
SLOW = "no wrong result until then, but too slow to be judged"


class Verdict(TypedDict):
    """The verdict on one task, its marks and the notes on it.

    ``marks`` is None if they are left to a person. ``codes`` are those of `advice`, for
    the mistakes and the slips in the text of the function.
    """

    name: str
    verdict: Word
    marks: int | None
    most: int
    notes: list[str]
    codes: list[str]


def judge(parsed: Parsed, base: int = 1, store: Store = "copy") -> dict[str, Verdict]:
    """Return the verdict on each task that can be judged by running it.

    Each function is run with the reference's version of all other functions, so that a
    mistake costs the marks of its own task only. ``base`` is the first position of a
    vector. With 1, a function that is right only if positions count from 0 is left to a
    person.
    """
    base = base if parsed.base is None else parsed.base
    verdicts = {task: judge_task(parsed, task, base, store) for task in TASKS}
    if all(one["verdict"] == "pass" for one in verdicts.values()):
        verdicts["8"]["notes"] += together(parsed, base, store)
    return verdicts


def together(parsed: Parsed, base: int, store: Store) -> list[str]:
    """Return a note if MakeSolution fails with the other functions of ``parsed``."""
    own = [one for name in HANDOUT for one in functions_named(parsed, name)[-1:]]
    trial = Trial(parsed, "MakeSolution", alone(parsed, *own), base, store)
    try:
        trial.load()
        trial.check([solution_of(EXAMPLE)])
    except (Wrong, RunError) as error:
        return [f"each function is right alone, but not with the others: {error}"]
    return []


def judge_task(
    parsed: Parsed, task: str, base: int = 1, store: Store = "copy"
) -> Verdict:
    """Return the verdict on one task; see `judge`."""
    base = base if parsed.base is None else parsed.base
    named = functions_named(parsed, NAMES[task])
    if not named:
        return verdict(task, *absent(parsed, task))
    function = named[-1]
    several = f"{len(named)} functions {NAMES[task]}; the last complete one is judged"
    word, notes = judged(parsed, function, task, base, store)
    errors = inside(function, parsed, parsed.errors)
    slips = inside(function, parsed, parsed.slips)
    last = [notes.pop()] if word == "fail" else []  # the command that shows it
    notes = [several] * (len(named) > 1) + notes + [*map(str, slips)]
    judged_so = verdict(task, word, notes, errors + slips)
    judged_so["notes"] += last
    return judged_so


def verdict(
    task: str, word: Word, notes: list[str], remarks: list[Remark] | None = None
) -> Verdict:
    if len(notes) > MOST_NOTES:
        notes = [*notes[:MOST_NOTES], f"and {len(notes) - MOST_NOTES} more"]
    most = TASKS[task]
    codes = {remark.code.partition(" ")[0] for remark in remarks or []} - {""}
    return {
        "name": NAMES[task],
        "verdict": word,
        "marks": None if word in LEFT else most * (word == "pass"),
        "most": most,
        "notes": notes,
        "codes": sorted(codes),
    }


def functions_named(parsed: Parsed, name: str) -> list[syntax.Function]:
    """Return the functions ``name``; the last is the one to judge."""
    functions = parsed.program.functions
    named = [function for function in functions if key(function.name) == key(name)]
    return sorted(named, key=lambda function: completeness(function, parsed))


def completeness(function: syntax.Function, parsed: Parsed) -> tuple[bool, bool, int]:
    """Return a key that is greatest for the function to judge, of several."""
    readable = not inside(function, parsed, parsed.errors)
    return readable, not is_template(function), function.at


def judged(
    parsed: Parsed, function: syntax.Function, task: str, base: int, store: Store
) -> Tried:
    """Return the verdict on ``function``, with the reasons and without its slips."""
    errors = [*map(str, inside(function, parsed, parsed.errors))]
    if is_template(function) and not errors:
        return "missing", ["the template is not filled in"]
    word, notes = attempts(parsed, function, task, base, store)
    if word in ("pass", "review"):
        return ("review", [SKIPPED, *errors, *notes]) if errors else (word, notes)
    unread = errors or [*not_understood(parsed, function)]
    return ("unread", unread) if unread else (word, notes)


def attempts(
    parsed: Parsed, function: syntax.Function, task: str, base: int, store: Store
) -> Tried:
    """Return the verdict on ``function`` as written or, if it fails, read loosely.

    Then positions count from 0, and the columns of Task 5 from 0 or 1. Then a stack is
    TRUE, "FALSE" is FALSE and / rounds down. What is right only so is for a person.
    """
    try:
        first = attempt(parsed, function, task, store, (base, base, False))
    except LimitReached as error:
        return "error", [str(error)]
    if first[0] in ("pass", "review"):
        return first
    counting = [(base, base), *[(0, 0)] * base, *[(0, 1)] * (task == "5")]
    readings = [(*one, loose) for loose in (False, True) for one in counting][1:]
    for reading in readings:
        try:
            word, notes = attempt(parsed, function, task, store, reading)
        except LimitReached:
            break  # more readings would take long
        if word in ("pass", "review"):
            loosely = [f"{LOOSELY}: {first[1][0]}"] if reading[2] else []
            loosely += [COUNTS_FROM_0] * (reading[0] < base)
            return "review" if loosely else word, loosely + notes
    return from_one(parsed, function, task, store) or first


def from_one(
    parsed: Parsed, function: syntax.Function, task: str, store: Store
) -> Tried | None:
    """Return the verdict if a function in Python is right with positions from 1."""
    if not function.python:
        return None
    one = function
    plain = syntax.Function(one.at, one.name, one.parameters, one.body, one.end)
    try:
        word, notes = attempt(parsed, plain, task, store, (1, 1, False))
    except LimitReached:
        return None
    right = word in ("pass", "review")
    return ("review", [COUNTS_FROM_1, *notes]) if right else None


def attempt(
    parsed: Parsed,
    function: syntax.Function,
    task: str,
    store: Store,
    reading: tuple[int, int, bool],
) -> Tried:
    """Run ``function`` on its task; return the verdict and the notes.

    ``reading`` is the first position, the first column, and whether it is loose. The
    last note on a ``fail`` is the command that shows it. Raise LimitReached if a call
    does not end.
    """
    base, column, loose = reading
    trial = Trial(parsed, NAMES[task], alone(parsed, function), base, store)
    trial.first_column, trial.runner.machine.loose = column, loose
    slips = trial.runner.machine.warnings
    try:
        trial.load()
        CONTRACTS[task](trial)
    except Wrong as error:
        reasons = [str(error), *trial.doubts, *trial.notes, *map(str, slips)]
        return "fail", [*reasons, f"to see it: {trial.command()}"]
    except RunError as error:
        if isinstance(error, LimitReached):
            if not trial.is_used_up():
                raise
            return "review", [f"{SLOW}: {error}"]
        return "error", [str(error), *trial.notes, *map(str, slips)]
    doubts = [*trial.doubts, *unstored(function, parsed)]
    return "review" if doubts else "pass", [*doubts, *trial.notes, *map(str, slips)]


def unstored(function: syntax.Function, parsed: Parsed) -> Iterator[str]:
    """Yield a note on each call of the hand-out's functions with an unused result."""
    for statement in syntax.statements(function.body):
        match statement:
            case syntax.Perform(expression=syntax.Call(at=at, name=name)):
                if is_handout_name(name) and key(name) != key(function.name):
                    what = f"the result of {name} is not used"
                    right = f"right only if {name} changes its argument"
                    yield str(parsed.source.remark(at, f"{what}; {right}"))


def not_understood(parsed: Parsed, function: syntax.Function) -> Iterator[str]:
    """Yield what ``function`` needs, and what the reader did not understand."""
    source, program = parsed.source, parsed.program
    own = [function, *(one for one in program.functions if not_of_handout(one))]
    known = {key(one.name) for one in own if is_readable(one, parsed)}
    for one in own:
        for part in parts(one):
            if isinstance(part, syntax.Hole):
                what = f"'{part.words}' could not be read"
                yield str(source.remark(part.at, what))
            elif isinstance(part, syntax.Call) and not is_handout_name(part.name):
                if key(part.name) not in known and appears(parsed, part.name):
                    what = f"the function {part.name} could not be read"
                    yield str(source.remark(part.at, what))


def parts(function: syntax.Function) -> Iterator[syntax.Record]:
    return syntax.walk(*function.body)


def alone(parsed: Parsed, *functions: syntax.Function) -> syntax.Program:
    """Return the program of ``functions`` and the student's helpers alone."""
    helpers = [one for one in parsed.program.functions if not_of_handout(one)]
    helpers = [one for one in helpers if is_readable(one, parsed)]
    return syntax.Program([*helpers, *functions], parsed.program.statements)


def judged_alone(parsed: Parsed, name: str) -> Parsed:
    """Return the part of ``parsed`` with which the function ``name`` is judged."""
    named = functions_named(parsed, name)
    if not named:
        raise PseudokuError(f"no function {name} in {parsed.source.name}")
    only = Parsed(parsed.source, alone(parsed, named[-1]))
    only.errors = inside(named[-1], parsed, parsed.errors)
    return only


def not_of_handout(function: syntax.Function) -> bool:
    return bool(function.name) and not is_handout_name(function.name)


def is_readable(function: syntax.Function, parsed: Parsed) -> bool:
    return not inside(function, parsed, parsed.errors)


def is_template(function: syntax.Function) -> bool:
    """Return whether ``function`` has a hole, and no work of its own around it."""
    hole = False
    for statement in syntax.statements(function.body):
        match statement:
            case syntax.Perform(expression=syntax.Hole()):
                hole = True
            case syntax.New() | syntax.If() | syntax.Return():
                pass
            case _:
                return False
    return hole


def inside(
    function: syntax.Function, parsed: Parsed, remarks: list[Remark]
) -> list[Remark]:
    """Return the remarks about the text of ``function``."""
    return [remark for remark in remarks if is_inside(function, parsed, remark)]


def is_inside(function: syntax.Function, parsed: Parsed, remark: Remark) -> bool:
    if remark.name != parsed.source.name:
        return False
    first, last = map(parsed.source.place, (function.at, function.end))
    return first <= (remark.line, remark.column) <= last


def outside(parsed: Parsed, remarks: list[Remark]) -> list[Remark]:
    """Return the remarks outside every function, which cost no marks."""
    functions = parsed.program.functions
    return [
        remark
        for remark in remarks
        if not any(is_inside(function, parsed, remark) for function in functions)
    ]


def marks(verdicts: dict[str, Verdict]) -> tuple[int, int, int]:
    """Return the sum of the marks, their highest sum, and those left to a person."""
    given = sum(one["marks"] or 0 for one in verdicts.values())
    most = sum(one["most"] for one in verdicts.values())
    left = sum(one["most"] for one in verdicts.values() if one["marks"] is None)
    return given, most, left
