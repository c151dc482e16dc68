"""Find and run the program, or the reference functions, that a command line names."""

import os
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from itertools import chain, repeat
from typing import NamedTuple

from _courseware.terminal import messages
from pseudocode.reading import syntax
from pseudocode.reading.parser import Parsed
from pseudocode.reading.source import PseudocodeError, Remark, RunError, RunLimitError
from pseudocode.reading.vocabulary import name_key
from pseudocode.running.machine import DEFAULT_MAX_STEPS, Store
from pseudocode.running.runner import Runner
from pseudocode.running.values import Absent, Value
from pseudocode.tracing.comparison import (
    ResultDifference,
    compare_result,
    first_divergence,
)
from pseudocode.tracing.record import (
    MAX_FIRST_STEPS,
    MAX_RECORD_WORK,
    MAX_RECORDED_STEPS,
    Recorder,
    RunRecord,
    value_state,
)
from pseudocode.translating.infer import Inference, Type
from pseudoku.cli import common
from pseudoku.cli.arguments import (
    ArgumentKind,
    handout_parameters,
    handout_values,
    parse_value,
    split_call,
)
from pseudoku.errors import PseudokuError
from pseudoku.reference import HANDOUT, TASK_FUNCTIONS, reference, reference_source

KIND_OF_TYPE: dict[str, ArgumentKind] = {"int": "number", "float": "number"}
KIND_OF_TYPE |= {"Stack": "stack", "Queue": "queue"}


class RunOptions(NamedTuple):
    """The options of a command that reads a program, named as on its command line."""

    quiet: bool
    base: int  # the first position of a vector, 0 or 1
    store: Store
    call: str | None = None
    alone: bool = False
    strict: bool = False
    steps: int = DEFAULT_MAX_STEPS


class RequestedCall(NamedTuple):
    """A call to run: its text, the function's name, and the argument values."""

    text: str
    name: str
    values: list[Value]


class RunRequest(NamedTuple):
    """A program, the call to run, and the options of the run.

    If ``call`` is None, the statements outside functions are run.
    """

    parsed: Parsed
    call: RequestedCall | None
    options: RunOptions

    @property
    def is_reference(self) -> bool:
        return self.parsed.source is reference_source()

    def parts(self) -> list[Parsed]:
        """Return the program, preceded by the reference functions that it needs."""
        program = self.parsed.program
        called = [self.call.name] if self.call else []
        missing = missing_functions(program, called)
        if not missing:
            return [self.parsed]
        if missing <= HANDOUT.kinds.keys():
            return [reference(*sorted(missing)), self.parsed]
        # An error message about an unknown function can suggest any reference function.
        return [reference(), self.parsed]

    def record(self, max_characters: int = MAX_RECORD_WORK) -> RunRecord:
        """Run the program and return a record of its steps and its error, if any.

        Of a run that reaches a limit, record MAX_FIRST_STEPS. A record is also cut if
        the texts of its different steps have over ``max_characters``.
        """
        limit = self.limit_error()
        max_steps = MAX_FIRST_STEPS if limit else MAX_RECORDED_STEPS
        record = self.first_steps(max_characters, max_steps)
        record.at_limit = limit is not None
        record.error = limit or record.error
        return record

    def short_record(self, max_characters: int = MAX_RECORD_WORK) -> RunRecord:
        """Return `record`, or MAX_FIRST_STEPS of a run that is too long for it."""
        record = self.record(max_characters)
        if isinstance(record.error, RunLimitError) and not record.at_limit:
            first = self.first_steps(max_characters, MAX_FIRST_STEPS)
            first.error = record.error
            return first
        return record

    def limit_error(self) -> RunLimitError | None:
        """Run the program without a record; return the error of a limit, if any."""
        try:
            self.run(Runner(self.options.store, False, self.options.steps))
        except RunLimitError as error:
            return error
        except RunError:
            pass
        return None

    def first_steps(self, max_characters: int, max_steps: int) -> RunRecord:
        """Return a record of the run, or of its first ``max_steps``."""
        runner = Runner(self.options.store, False, self.options.steps)
        recorder = Recorder(runner, self.call is not None, max_characters, max_steps)
        try:
            results = self.run(runner)
        except RunError as error:
            return recorder.finish(None, error)
        return recorder.finish(results.get(self.call.text if self.call else ""), None)

    def run(self, runner: Runner) -> dict[str, Value | Absent]:
        """Run the program on the new ``runner``, and return the results by name.

        This is the result of the call, by its text; without a call, these are the
        values of the variables, or of a ``return`` by "". Raise RunError if it fails.
        """
        *borrowed, parsed = self.parts()
        for part in borrowed:
            runner.load(part.valid_program(), part.source)
        runner.load(parsed.program, parsed.source, self.options.base)
        call = self.call
        if call is None:
            return runner.run(parsed.program, parsed.source, self.options.base)
        # A run may change its arguments.
        return {call.text: runner.call(call.name, deepcopy(call.values))}

    def difference(self, record: RunRecord, level: int) -> ResultDifference | None:
        """Compare the result of ``record`` with the reference's for the same call.

        Return None if the call is not of a function of the hand-out. A wrong result
        gets a hint of this ``level``, 1 to 3; 0 means no hint.
        """
        if not self.call or self.is_reference or not record.total:
            return None
        name = HANDOUT.full_name(self.call.name)
        if not HANDOUT.has(name):
            return None
        runner = Runner(self.options.store)
        part = reference(name_key(name))
        runner.load(part.valid_program(), part.source)
        values = deepcopy(self.call.values)
        if self.options.base == 0 and name_key(name) == "checkcolumn":
            # The only number is the column, which the reference counts from 1.
            values = [item + 1 if isinstance(item, int) else item for item in values]
        try:
            expected = value_state(runner.call(name, values))
        except RunError:  # these are not the arguments of the hand-out
            return None
        result_difference = compare_result(record, expected)
        if level and not result_difference.right:
            return self.add_hint(record, result_difference, name, level)
        return result_difference

    def add_hint(
        self,
        record: RunRecord,
        result_difference: ResultDifference,
        name: str,
        level: int,
    ) -> ResultDifference:
        """Return ``result_difference``, with a hint if one correction is enough.

        ``name`` is the function's name in the hand-out, and ``level`` that of the hint,
        1 to 3.
        """
        from pseudocode.judging.hints import EDIT, hint
        from pseudocode.judging.judge import FAILED
        from pseudocode.judging.nearest import nearest
        from pseudoku.exercises import judge_task, task_exercise

        task_of_key = {name_key(name): task for task, name in TASK_FUNCTIONS.items()}
        task = task_of_key.get(name_key(name))
        if task is None:
            return result_difference
        options = self.options
        judged = judge_task(self.parsed, task, options.base, options.store)
        if judged["verdict"] not in FAILED:
            return result_difference
        exercise = task_exercise(task)
        mends = nearest(self.parsed, exercise, options.base, options.store)
        if not mends:
            return result_difference
        functions = mends[0].functions
        other = self._replace(parsed=self.parsed.replace_functions(functions)).record()
        if not compare_result(other, result_difference.expected).right:
            return result_difference  # another function of the program is wrong, too
        step, after = first_divergence(record, other)
        return result_difference._replace(
            step=step,
            told=hint(mends, level, name),
            after=after if level >= EDIT else "",
        )


class UnreadProgramError(PseudocodeError):
    """Raised if the program in ``parsed``, or a called function, has errors."""

    def __init__(self, parsed: Parsed, remarks: list[Remark]) -> None:
        super().__init__(remarks)
        self.parsed = parsed


def options_in(arguments: Namespace) -> RunOptions:
    values = vars(arguments)
    names = [name for name in RunOptions._fields if name in values]
    return RunOptions(**{name: values[name] for name in names})


def read_program(words: Sequence[str], options: RunOptions) -> RunRequest:
    """Return the program that ``words`` name: FILE, or FUNCTION ARG ... to call.

    Notes on it are printed. Raise PseudocodeError if it has errors, and PseudokuError
    if an argument is invalid.
    """
    target, *values = words
    if target == "-" or os.path.exists(target):
        if values:
            raise PseudokuError("a FILE takes no ARG; write --call 'NAME(ARG, ...)'")
        return prepare_run(target, options)
    if not HANDOUT.recognizes(target):
        problem = "is neither a function of the hand-out nor a file"
        hint = messages.suggestion(target, HANDOUT.functions)
        raise PseudokuError(f"{messages.quote_text(target)} {problem}{hint}")
    if options.base == 0:
        raise PseudokuError("--base 0 works only with FILE; the hand-out counts from 1")
    if options.call is not None:
        raise PseudokuError(f"--call works only with FILE; write {target} ARG ...")
    common.note_modes(options.base, options.store, options.quiet)
    text = f"{target}({', '.join(values)})"
    call = RequestedCall(text, target, handout_values(target, values))
    return RunRequest(reference(name_key(HANDOUT.full_name(target))), call, options)


def prepare_run(path: str, options: RunOptions) -> RunRequest:
    """Return the program in the file at ``path``, without functions that have errors.

    With ``--alone``, it is only the called function and its helpers. Notes on it are
    printed. Raise PseudocodeError if the program, or a function that is called, has
    errors, and PseudokuError if the call is invalid.
    """
    parsed = common.parse_file(path, options.quiet)
    if options.strict:
        parsed.valid_program(strict=True)  # which may raise PseudocodeError
    if options.alone:
        parsed = _isolate_called_function(parsed, options.call)
    common.note_skipped_text(parsed, options.quiet)
    called = [_called_name(options.call)] if options.call else []
    try:
        selected = parsed.select_functions(called)
    except PseudocodeError as error:
        raise UnreadProgramError(parsed, error.remarks) from None
    common.print_remarks(selected.notes, options.quiet)
    common.note_modes(options.base, options.store, options.quiet)
    call = read_call(selected, options.call) if options.call else None
    return RunRequest(selected, call, options)


def _isolate_called_function(parsed: Parsed, call: str | None) -> Parsed:
    """Return the called function and its helpers. Raise PseudokuError without a call."""
    from pseudocode.judging.judge import isolate_function

    if not call:
        raise PseudokuError("--alone works only with --call 'NAME(ARG, ...)'")
    return isolate_function(parsed, _called_name(call))


def _called_name(call: str) -> str:
    name, _ = split_call(call)
    return name


def read_call(parsed: Parsed, text: str) -> RequestedCall:
    """Parse a call such as ``MakeVector(2413)`` of a function in ``parsed``.

    Raise PseudokuError if ``text`` is not a call, or an argument is not a value of its
    type.
    """
    name, words = split_call(text)
    return RequestedCall(
        text, name, [*map(parse_value, words, _kinds_of(parsed.program, name))]
    )


def _kinds_of(program: syntax.Program, name: str) -> Iterator[ArgumentKind]:
    """Yield the type of each parameter of the function ``name``, then "" without end.

    A type, such as "row", is inferred from the use of the parameter in ``program``, or
    else taken from the function of this name in the hand-out; "" means unknown.
    """
    unknown: ArgumentKind = ""
    kinds: Iterator[ArgumentKind] = chain(
        handout_parameters(name).values(), repeat(unknown)
    )
    signature = Inference(program.functions).signatures.get(name_key(name))
    if signature:
        for parameter, kind in zip(signature.parameters, kinds):
            yield _kind_of_type(signature.variable(parameter)) or kind
        kinds = repeat(unknown)
    yield from kinds


def _kind_of_type(used_as: Type) -> ArgumentKind:
    """Return the argument type, such as "row", for ``used_as``, or "" if unknown."""
    type_ = used_as.representative()
    if type_.base() == "Vector":
        return "puzzle" if type_.element_type().base() == "Vector" else "row"
    return KIND_OF_TYPE.get(type_.name, "")


def missing_functions(program: syntax.Program, called: Iterable[str] = ()) -> set[str]:
    """Return the name keys of functions called but not defined in ``program``.

    ``called`` are the names of functions that the command line calls.
    """
    names = (*called, *(call.name for call in syntax.walk_calls(program)))
    defined = {name_key(function.name) for function in program.functions}
    return {*map(name_key, names)} - defined
