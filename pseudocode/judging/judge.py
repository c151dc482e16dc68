"""Judge a student's functions, task by task, and award marks.

The verdicts "fail" and "error" are given only to functions that were parsed and run.
Every doubtful case is left to a person.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Literal, NamedTuple, TypeAlias, TypedDict

from pseudocode.errors import LanguageError
from pseudocode.judging.absent import absence_verdict, heading_task, is_mentioned
from pseudocode.judging.doubts import left_out_doubts
from pseudocode.judging.exercise import Exercise
from pseudocode.judging.steps import MAX_STEPS_PER_CALL
from pseudocode.judging.trial import MAX_ARGUMENTS, ContractError, Searches, Trial
from pseudocode.reading import syntax
from pseudocode.reading.handout import Handout
from pseudocode.reading.parser import Parsed, parse
from pseudocode.reading.source import Remark, RunLimitError
from pseudocode.reading.vocabulary import name_key
from pseudocode.running.machine import Store

MAX_TASK_NOTES = 20  # per task
MAX_SAME_NAME = 9  # functions that are judged and compared

# unread: the tool could not understand it; review: it is right, or may be right, but
# not as the hand-out asks. Both are left to a person.
VerdictWord: TypeAlias = Literal["pass", "fail", "missing", "error", "unread", "review"]
LEFT_TO_PERSON = ("unread", "review")
ACCEPTED = ("pass", "review")
FAILED = ("fail", "error")

ZERO_BASED_NOTE = "right if positions count from 0; the module counts from 1"
UNCLEAR = "E174 unclear-end"
LETTER_CASE = "E176 letter-case"
FOREIGN = "E99 other-language"
UNGROUPED_CODES = (
    LETTER_CASE,
    "E92 near-name",
    "E14 misspelt",
    "E07 missing-end",
    UNCLEAR,
)
WORDS_FOR_NOTHING = ("empty", "undefined", "none", "nothing")
FINAL_VERSION = re.compile(r"\W*(?:my |the )?final\b[\w ]{0,20}\W*", re.IGNORECASE)
CASE_SENSITIVE_NOTE = (
    "right only if names that differ in capitals are different variables"
)
FOR_CONDITION_NOTE = "the condition of this for may end the loop or leave out a turn"
LENIENT_NOTE = (
    'right if a stack is TRUE, "FALSE" is FALSE and / rounds down; as written'
)


class TaskVerdict(TypedDict):
    """The verdict on the function of a task or an exercise, with marks and notes.

    ``marks`` is None if a person decides, and ``most`` is the maximum. ``line`` is the
    first line of the judged function, or None. ``paths`` is the number of different
    paths through the function on which its results agree with the reference, or None
    unless the verdict is "pass". ``codes`` are the codes, such as ``E07``, of the
    errors and notes in the function's text. ``call`` are the options of `trace` that
    show the failed call, and ``commands`` are lines with such commands; both may be [].
    """

    name: str
    verdict: VerdictWord
    marks: int | None
    most: int
    line: int | None
    paths: int | None
    notes: list[str]
    commands: list[str]
    codes: list[str]
    call: list[str]


class Attempt(NamedTuple):
    """The result of running one function: a verdict with its reasons.

    ``commands`` are shell commands that show the failed call. ``endless`` is whether a
    run reached a limit. ``paths`` is the number of paths on which the results agree
    with the reference. ``trial`` is None if nothing was run.
    """

    word: VerdictWord
    notes: list[str]
    commands: Sequence[str] = ()
    endless: bool = False
    paths: int = 0
    trial: Trial | None = None

    @property
    def is_accepted(self) -> bool:
        return self.word in ACCEPTED


class Reading(NamedTuple):
    """A way to run a function: strictly or leniently, and how positions count.

    ``base`` is the first position of a vector, and ``argument_base`` the first one in
    arguments that are positions.
    """

    is_lenient: bool
    base: int
    argument_base: int


def judge(
    parsed: Parsed,
    exercises: Mapping[str, Exercise],
    base: int = 1,
    store: Store = "copy",
) -> dict[str, TaskVerdict]:
    """Return the verdict on each of ``exercises``, those of a hand-out, by task.

    The last one is the exercise whose function calls the others.

    Each function is run with the reference's version of all other functions, so that a
    mistake costs the marks of its own task only. ``base`` is the first position of a
    vector, 0 or 1. If it is 1, a function that is right only if positions count from 0
    is left to a person. ``store`` is "copy" if a vector stored in an element is copied.
    """
    verdicts = {
        task: judge_exercise(parsed, exercise, base, store)
        for task, exercise in exercises.items()
    }
    if all(verdict["verdict"] == "pass" for verdict in verdicts.values()):
        last = [*exercises][-1]
        notes = combination_notes(parsed, exercises[last], base, store)
        verdicts[last]["notes"] += notes
    return verdicts


def combination_notes(
    parsed: Parsed, exercise: Exercise, base: int, store: Store
) -> list[str]:
    """Return a note if ``exercise`` fails with the student's own functions, or []."""
    functions = [
        function
        for name in parsed.source.handout.functions
        for function in functions_named(parsed, name)[-1:]
    ]
    program = program_with_helpers(parsed, exercise.known_functions, *functions)
    error = Trial(exercise, parsed, program, base, store).example_error()
    clause = "each function is right alone, but not with the others"
    return [f"{clause}: {error}"] if error else []


def judge_exercise(
    parsed: Parsed, exercise: Exercise, base: int = 1, store: Store = "copy"
) -> TaskVerdict:
    """Judge the function that ``exercise`` asks for, and return the verdict.

    ``parsed`` is the answer; ``base`` is the first position of its structures, and
    ``store`` whether they store copies. If it has several functions of this name whose
    verdicts differ, the verdict is "review".
    """
    name = exercise.name
    functions = functions_named(parsed, name)
    if not functions:
        return _make_verdict(exercise, Attempt(*absence_verdict(parsed, exercise)))
    if len(functions) > MAX_SAME_NAME:
        message = f"{len(functions)} functions {name}; too many to compare"
        return _make_verdict(exercise, Attempt("review", [message]))
    counting, reason = select_counting(parsed, functions, exercise.task)
    last = counting[-1]
    attempt = judge_function(parsed, last, exercise, base, store)
    for function in counting[:-1]:
        if attempt.word == "unread":
            break
        if errors := parsed.remarks_within(function, parsed.errors):
            if function.offset > last.offset and not attempt.is_accepted:
                attempt = Attempt("unread", [*map(str, errors)])
                reason = "the last is not read"
            continue
        other = judge_function(parsed, function, exercise, base, store)
        if other.is_accepted != attempt.is_accepted:
            lines = sorted([_line_of(parsed, function), _line_of(parsed, last)])
            reason = "those of lines {} and {} differ in their results".format(*lines)
            attempt = Attempt("review", [])
            break
    filled = [function for function in functions if not _is_template(parsed, function)]
    counts = [f"{len(filled)} functions {name}; {reason}"] if len(filled) > 1 else []
    slips = parsed.remarks_within(last, parsed.notes)
    notes = dict.fromkeys([*counts, *attempt.notes, *_grouped_notes(slips)])
    remarks = parsed.remarks_within(last, parsed.errors) + slips
    attempt = attempt._replace(notes=[*notes])
    return _make_verdict(exercise, attempt, remarks, _line_of(parsed, last))


def _line_of(parsed: Parsed, function: syntax.Function) -> int:
    return parsed.source.line_and_column(function.offset)[0]


def select_counting(
    parsed: Parsed, functions: list[syntax.Function], task: str
) -> tuple[list[syntax.Function], str]:
    """Return those of ``functions`` that count for ``task``, and the reason.

    Functions below the task's heading are preferred, then those below a line such as
    "Final version". Unfilled templates do not count.
    """
    filled = [function for function in functions if not _is_template(parsed, function)]
    counting = filled or functions
    reason = "the last complete one is judged"
    below_heading = [node for node in counting if heading_task(parsed, node) == task]
    if below_heading and len(below_heading) < len(counting):
        reason = f"the one below the heading of Task {task} is judged"
    counting = below_heading or counting
    final = [
        node
        for node in counting
        if FINAL_VERSION.fullmatch(_nonblank_line_above(parsed, node))
    ]
    if final:
        counting = final
        reason = "the one below the words for a final version is judged"
    return counting, reason


def _nonblank_line_above(parsed: Parsed, function: syntax.Function) -> str:
    lines = parsed.source.original.split("\n")[: _line_of(parsed, function) - 1]
    return next((line.strip() for line in reversed(lines) if line.strip()), "")


def _grouped_notes(slips: list[Remark]) -> Iterator[str]:
    """Yield a note on each kind in ``slips``: ``a:3:7: MESSAGE (also lines 5, 8)``."""
    kinds: dict[tuple[str, str], list[Remark]] = {}
    for slip in slips:
        message = slip.message if slip.code in UNGROUPED_CODES else ""
        kinds.setdefault((slip.code, message), []).append(slip)
    for first, *others in kinds.values():
        other_lines = dict.fromkeys(slip.line for slip in others)
        other_lines.pop(first.line, None)
        if not other_lines:
            yield str(first)
            continue
        listed = [*map(str, other_lines)][:MAX_TASK_NOTES]
        if len(other_lines) > MAX_TASK_NOTES:
            listed.append("...")
        word = "line" if len(other_lines) == 1 else "lines"
        yield f"{first} (also {word} {', '.join(listed)})"


def _make_verdict(
    exercise: Exercise,
    attempt: Attempt,
    remarks: Iterable[Remark] = (),
    line: int | None = None,
) -> TaskVerdict:
    """Return the verdict for ``attempt``; its marks are None if a person decides."""
    word = attempt.word
    notes = attempt.notes[:MAX_TASK_NOTES]
    more = len(attempt.notes) - MAX_TASK_NOTES
    if more > 0:
        notes.append(f"and {more} more")
    codes = {remark.code.partition(" ")[0] for remark in remarks} - {""}
    awarded: int | None = exercise.marks if word == "pass" else 0
    if word in LEFT_TO_PERSON:
        awarded = None
    call: list[str] = []
    if attempt.commands and attempt.trial:
        call = attempt.trial.call_options()
    return {
        "name": exercise.name,
        "verdict": word,
        "marks": awarded,
        "most": exercise.marks,
        "line": line,
        "paths": attempt.paths if word == "pass" else None,
        "notes": notes,
        "commands": list(attempt.commands),
        "codes": sorted(codes),
        "call": call,
    }


def judge_function(
    parsed: Parsed,
    function: syntax.Function,
    exercise: Exercise,
    base: int,
    store: Store,
    searches: Searches | None = None,
) -> Attempt:
    """Return the verdict on ``function``, without the notes on its notation.

    It is "unread" if a relevant part could not be parsed, and "missing" if the function
    is an unfilled template. With ``searches``, the function is run only as written,
    and only until it is clear that it does not pass: only "pass" is then a final
    verdict.
    """
    function_errors = parsed.remarks_within(function, parsed.errors)
    errors = [*map(str, function_errors)]
    foreign = [str(error) for error in function_errors if error.code == FOREIGN]
    if foreign:
        return Attempt("unread", foreign)
    doubts: list[str] = []
    if parsed.source.left_out:
        program = program_with_helpers(parsed, exercise.known_functions, function)
        doubts += left_out_doubts(parsed, called_functions(program, function))
    if _is_template(parsed, function) and not errors:
        reasons = [*_unclear_end_notes(parsed, function), *doubts]
        if reasons:
            return Attempt("unread", reasons)
        return Attempt("missing", ["the template is not filled in"])
    attempt = try_readings(parsed, function, exercise, base, store, searches)
    if not attempt.is_accepted:
        unread = errors or [*_unread_parts(parsed, function, exercise), *doubts]
        return Attempt("unread", unread) if unread else attempt
    if not errors and not doubts:
        return attempt
    skipped = "the lines that could not be read" if errors else "text that is left out"
    notes = [f"right without {skipped}", *errors, *doubts, *attempt.notes]
    return Attempt("review", notes)


def try_readings(
    parsed: Parsed,
    function: syntax.Function,
    exercise: Exercise,
    base: int,
    store: Store,
    searches: Searches | None = None,
) -> Attempt:
    """Return the verdict on ``function`` as written or, if it fails, read differently.

    The function is run strictly, then leniently; each time with positions from
    ``base``, from 0, and from 0 except in the arguments. If it is right only in a
    lenient run or another counting, the verdict is "review". With ``searches``, it is
    run only as written.
    """
    program = program_with_helpers(parsed, exercise.known_functions, function)
    guard = _find_guarded_for(program)
    doubts = [*_unused_result_notes(parsed, function, exercise)]
    if exercise.allows and not exercise.allows.recursion:
        doubts += _recursion_notes(parsed, program, function)

    def run(reading: Reading, guard_skips: bool) -> Attempt:
        trial = Trial(exercise, parsed, program, reading.base, store)
        trial.argument_base = reading.argument_base
        trial.machine.is_lenient = reading.is_lenient
        trial.machine.guard_skips = guard_skips
        trial.doubts.extend(doubts)
        if searches is not None:
            trial.stop_early(searches)
        return _attempt_of(trial)

    as_written: Attempt | None = None
    for reading in _readings(exercise, base):
        attempt = run(reading, guard_skips=False)
        if guard and run(reading, guard_skips=True).word != attempt.word:
            remark = parsed.source.remark(guard.offset, FOR_CONDITION_NOTE)
            return Attempt("unread", [str(remark)])
        if searches is not None:
            return attempt
        as_written = as_written or attempt
        if attempt.is_accepted:
            reasons: list[str] = []
            if reading.is_lenient:
                reasons.append(f"{LENIENT_NOTE}: {as_written.notes[0]}")
            if reading.base < base:
                reasons.append(ZERO_BASED_NOTE)
            return Attempt("review", reasons + attempt.notes) if reasons else attempt
        if attempt.endless:
            break  # more readings would take long
    assert as_written
    case_sensitive = _try_case_sensitively(parsed, function, exercise, base, store)
    return case_sensitive or as_written


def _readings(exercise: Exercise, base: int) -> Iterator[Reading]:
    """Yield the ways to run a function, first as it is written, from ``base``."""
    counting = [(base, base), (0, 0)]
    if any(argument.position for argument in exercise.arguments.values()):
        counting.append((0, 1))
    for is_lenient in (False, True):
        for first, first_argument in dict.fromkeys(counting):
            yield Reading(is_lenient, first, first_argument)


def _try_case_sensitively(
    parsed: Parsed,
    function: syntax.Function,
    exercise: Exercise,
    base: int,
    store: Store,
) -> Attempt | None:
    """Return "review" if ``function`` is right with case-sensitive names, or None."""
    reparsed = _reparse_case_sensitive(parsed, function)
    if reparsed is None:
        return None
    functions = {other.offset: other for other in reparsed.program.functions}
    attempt = try_readings(reparsed, functions[function.offset], exercise, base, store)
    if not attempt.is_accepted:
        return None
    return Attempt("review", [CASE_SENSITIVE_NOTE, *attempt.notes])


def _find_guarded_for(program: syntax.Program) -> syntax.For | None:
    for node in syntax.walk(*program.functions):
        if isinstance(node, syntax.For) and node.guard:
            return node
    return None


def _reparse_case_sensitive(parsed: Parsed, function: syntax.Function) -> Parsed | None:
    """Parse the text with case-sensitive names.

    Return None if no names in ``function`` differ only in case.
    """
    slips = parsed.remarks_within(function, parsed.notes)
    if not any(slip.code == LETTER_CASE for slip in slips):
        return None
    source = parsed.source
    return parse(
        source.original,
        source.name,
        cased=True,
        handout=source.handout,
        left_out=source.left_out,
    )


def _attempt_of(trial: Trial) -> Attempt:
    """Run ``trial``, and return its verdict with the reasons."""
    error = trial.first_error()
    notes = [*trial.doubts, *trial.notes, *map(str, trial.machine.warnings)]
    if error is None:
        word: VerdictWord = "review" if trial.doubts else "pass"
        if not trial.complete:
            word = "review"
            note = f"{trial.paths:,} paths agree; not every argument was tried"
            if not trial.exercise.task:
                note += "; give the exercise fewer sizes or numbers"
            notes.append(note)
        return Attempt(word, notes, paths=trial.paths, trial=trial)
    is_endless = isinstance(error, RunLimitError)
    if is_endless and trial.machine.step_budget < MAX_STEPS_PER_CALL:
        too_slow = "no wrong result until then, but too slow to be judged"
        return Attempt("review", [f"{too_slow}: {error}"], trial=trial)
    word = "fail" if isinstance(error, ContractError) else "error"
    reasons = [str(error), *notes]
    return Attempt(word, reasons, trial.commands(is_endless), is_endless, trial=trial)


def _unused_result_notes(
    parsed: Parsed, function: syntax.Function, exercise: Exercise
) -> Iterator[str]:
    """Yield a note on each call of a provided function whose result is not used."""
    others = exercise.known_functions.keys() - {name_key(function.name)}
    for node in syntax.walk(*function.body):
        match node:
            case syntax.ExpressionStatement(
                expression=syntax.Call(offset=offset, name=name)
            ):
                if name_key(name) in others:
                    note = f"the result of {name} is not used"
                    condition = f"right only if {name} changes its argument"
                    yield str(parsed.source.remark(offset, f"{note}; {condition}"))


def _recursion_notes(
    parsed: Parsed, program: syntax.Program, function: syntax.Function
) -> Iterator[str]:
    """Yield a note on each function that may call itself when ``function`` runs."""
    for caller in called_functions(program, function):
        called = called_functions(program, caller)
        calls = [name_key(call.name) for call in syntax.walk_calls(*called)]
        if name_key(caller.name) in calls:
            note = f"{caller.name} may call itself, which the exercise does not allow"
            yield str(parsed.source.remark(caller.offset, note))


def _unread_parts(
    parsed: Parsed, function: syntax.Function, exercise: Exercise
) -> Iterator[str]:
    """Yield a remark on each part of ``function`` that was not understood.

    These are placeholders, blocks with an unclear end, unknown functions that the
    unparsed text mentions, words such as ``nothing``, and assignments such as
    ``q ← DEQUEUE[q]``, also in the functions that it calls.
    """
    program = program_with_helpers(parsed, exercise.known_functions, function)
    functions = called_functions(program, function)
    known_keys = {name_key(called.name) for called in functions}
    known_keys |= exercise.known_functions.keys()
    assigned: set[str] = set()
    for called in functions:
        assigned.update(called.parameters, syntax.assigned_names(called.body))
    for called in functions:
        yield from _unclear_end_notes(parsed, called)
    for called in functions:
        yield from _outer_variables(parsed, called)
    for node in syntax.walk(*functions):
        description = ""
        match node:
            case syntax.Hole():
                description = f"'{node.words}'"
            case syntax.Binary(operator="−"):
                description = _hyphened_name(node, assigned)
            case syntax.Call(name=name) if name_key(name) not in known_keys:
                if is_mentioned(parsed, name):
                    description = f"the function {name}"
            case syntax.Name(name=name) if name.lower() in WORDS_FOR_NOTHING:
                if name not in assigned:
                    description = f"'{name}'"
        if description and isinstance(node, syntax.LocatedNode):
            message = f"{description} could not be read"
            yield str(parsed.source.remark(node.offset, message))
    yield from _self_assignment_notes(parsed, functions)


def _outer_variables(parsed: Parsed, function: syntax.Function) -> Iterator[str]:
    """Yield a note on the first variable of a function around ``function``."""
    variables = {*function.parameters, *syntax.assigned_names(function.body)}
    for outer in parsed.program.functions:
        if outer.offset < function.offset < outer.end:
            for node in syntax.walk(*function.body):
                if isinstance(node, syntax.Name) and node.name not in variables:
                    note = f"{node.name} may be a variable of {outer.name}"
                    yield str(parsed.source.remark(node.offset, note))
                    return


def _hyphened_name(node: syntax.Binary, assigned: set[str]) -> str:
    """Return a difference such as ``STACK−EMPTY[s]`` as a name in quotes, or ""."""
    match node:
        case syntax.Binary(
            left=syntax.Name(name=left),
            right=syntax.Call(name=right) | syntax.Operation(name=right),
        ) if left not in assigned or right == "EMPTY":
            return f"'{left}-{right}'"
    return ""


def _unclear_end_notes(parsed: Parsed, function: syntax.Function) -> Iterator[str]:
    slips = parsed.remarks_within(function, parsed.notes)
    yield from (str(slip) for slip in slips if slip.code == UNCLEAR)


def _self_assignment_notes(
    parsed: Parsed, functions: list[syntax.Function]
) -> Iterator[str]:
    """Yield a note on each ``q ← DEQUEUE[q]``, which replaces ``q`` by an element."""
    for node in syntax.walk(*functions):
        match node:
            case syntax.Assign(
                offset=offset,
                target=syntax.Name(name=name),
                value=syntax.Operation(
                    name="PUSH" | "POP" | "ENQUEUE" | "DEQUEUE" as operation,
                    operands=[*_, syntax.Name(name=changed)],
                ),
            ) if changed == name:
                note = f"{operation} changes {name} itself; leave out '{name} ←'"
                yield str(parsed.source.remark(offset, note))


def misjudged_samples(exercise: Exercise) -> Iterator[str]:
    """Yield the faults of the reference, and each sample with an unexpected verdict.

    Each is a sentence. Raise ExerciseError if the reference fails or returns nothing.
    """
    yield from _reference_faults(exercise)
    handout = exercise.reference.source.handout
    for kind, samples, expected in (
        ("right", exercise.right, ("pass",)),
        ("wrong", exercise.wrong, ("fail", "error", "review")),
    ):
        for number, text in enumerate(samples, start=1):
            sample = parse(text, f"{kind}[{number}]", handout=handout)
            verdict = judge_exercise(sample, exercise)
            if verdict["verdict"] not in expected:
                yield _misjudgement(sample, exercise, verdict)


def _misjudgement(sample: Parsed, exercise: Exercise, verdict: TaskVerdict) -> str:
    """Return a sentence on the unexpected ``verdict`` on ``sample``."""
    message = f"{sample.source.name} gets {verdict['verdict']}"
    reason = ": ".join([message, *verdict["notes"][:1]])
    if verdict["verdict"] == "error":
        function = functions_named(sample, exercise.name)[-1]
        attempt = judge_function(sample, function, exercise, 1, "copy")
        if attempt.trial:
            reason += f"; the call is {attempt.trial.last_call()}"
    return reason


def count_warning(exercise: Exercise) -> str:
    """Return a warning if not all arguments of some sizes can be tried, or ""."""
    if all(domain.count <= MAX_ARGUMENTS for domain in exercise.domains):
        return ""
    too_many = f"more than {MAX_ARGUMENTS:,} arguments of the same sizes"
    message = f"{too_many}; right answers with many paths get review"
    return str(exercise.table.located_error("arguments", message))


def _reference_faults(exercise: Exercise) -> Iterator[str]:
    """Yield a sentence on each rule that the reference of ``exercise`` breaks."""
    function = exercise.function("reference", exercise.name)
    attempt = judge_function(exercise.reference, function, exercise, 1, "copy")
    notes = attempt.notes
    trial = attempt.trial
    if trial and attempt.word == "error":
        trial.last_call()  # raises the error with its place
    if trial and attempt.is_accepted:  # perhaps not with all arguments
        notes = trial.doubts + trial.notes
    unused = {*_unused_result_notes(exercise.reference, function, exercise)}
    yield from (f"reference: {note}" for note in notes if note not in unused)


def functions_named(parsed: Parsed, name: str) -> list[syntax.Function]:
    """Return all functions called ``name``, the one to be judged last.

    Unparsable functions come first, then unfilled templates, then the others, each in
    the order of the text.
    """

    def completeness(function: syntax.Function) -> tuple[bool, bool, int]:
        readable = not parsed.remarks_within(function, parsed.errors)
        return readable, not _is_template(parsed, function), function.offset

    functions = parsed.program.functions
    key = name_key(name)
    namesakes = [function for function in functions if name_key(function.name) == key]
    return sorted(namesakes, key=completeness)


def program_with_helpers(
    parsed: Parsed, known: Iterable[str], *functions: syntax.Function
) -> syntax.Program:
    """Return a program of ``functions`` and the student's functions that they may call.

    These are all error-free functions but those that are ``known``, by name key.
    """
    known_keys = {*known, *(name_key(function.name) for function in functions)}
    helpers = [
        helper
        for helper in parsed.program.functions
        if name_key(helper.name) not in known_keys
        and not parsed.remarks_within(helper, parsed.errors)
    ]
    return syntax.Program([*helpers, *functions], parsed.program.statements)


def called_functions(
    program: syntax.Program, function: syntax.Function
) -> list[syntax.Function]:
    """Return ``function`` and the functions of ``program`` that it may reach by calls."""
    called = [function]
    for caller in called:  # called grows meanwhile
        names = {name_key(call.name) for call in syntax.walk_calls(caller)}
        called += [
            other
            for other in program.functions
            if name_key(other.name) in names and other not in called
        ]
    return called


def isolate_function(parsed: Parsed, name: str) -> Parsed:
    """Return a Parsed with only the function ``name`` and the student's helpers.

    Raise LanguageError if there is no function of this name.
    """
    named = functions_named(parsed, name)
    if not named:
        raise LanguageError(f"no function {name} in {parsed.source.name}")
    program = program_with_helpers(parsed, parsed.source.handout.kinds, named[-1])
    only = Parsed(parsed.source, program)
    only.errors = parsed.remarks_within(named[-1], parsed.errors)
    return only


def _is_template(parsed: Parsed, function: syntax.Function) -> bool:
    """Return whether ``function`` of ``parsed`` is an unfilled template."""
    frame = (syntax.New, syntax.If, syntax.Return)
    work = [
        getattr(statement, "expression", statement)
        for statement in syntax.walk_statements(function.body)
        if not isinstance(statement, frame)
    ]
    if work:
        return all(isinstance(action, syntax.Hole) for action in work)
    others = [node for node in function.body if not isinstance(node, syntax.New)]
    return others in ([], _template_statements(parsed.source.handout))


@cache
def _template_statements(handout: Handout) -> syntax.Block:
    return parse(handout.template).program.statements


def remarks_outside_functions(parsed: Parsed, remarks: list[Remark]) -> list[Remark]:
    """Return those of ``remarks`` that are outside all functions."""
    functions = parsed.program.functions
    within = {
        id(remark)
        for function in functions
        for remark in parsed.remarks_within(function, remarks)
    }
    return [remark for remark in remarks if id(remark) not in within]


def mark_totals(verdicts: dict[str, TaskVerdict]) -> tuple[int, int, int]:
    """Return the sums of the awarded, the maximum and the undecided marks."""
    awarded = sum(verdict["marks"] or 0 for verdict in verdicts.values())
    maximum = sum(verdict["most"] for verdict in verdicts.values())
    undecided = sum(
        verdict["most"] for verdict in verdicts.values() if verdict["marks"] is None
    )
    return awarded, maximum, undecided
