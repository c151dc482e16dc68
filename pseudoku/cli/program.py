"""Find and run the program, or the reference functions, that a command line names."""

import os
from argparse import Namespace
from collections.abc import Iterable
from typing import NamedTuple

from _courseware.terminal import messages
from pseudocode.reading import syntax
from pseudocode.reading.parser import Parsed
from pseudocode.reading.source import RunError
from pseudocode.reading.vocabulary import name_key
from pseudocode.running.machine import Store
from pseudocode.running.runner import Runner
from pseudocode.running.values import Absent, Value
from pseudocode.tracing.comparison import Difference, compare_result, parting
from pseudocode.tracing.record import MAX_RECORD_WORK, Recorder, RunRecord, flatten
from pseudocode.translating.infer import Inference, Type
from pseudoku.cli import common
from pseudoku.cli.arguments import (
    Kind,
    copy_value,
    handout_kinds,
    handout_values,
    parse_value,
    split_call,
)
from pseudoku.errors import PseudokuError
from pseudoku.reference import HANDOUT, TASK_FUNCTIONS, reference, reference_source

KIND_OF_TYPE: dict[str, Kind] = {"int": "number", "float": "number"}
KIND_OF_TYPE |= {"Stack": "stack", "Queue": "queue"}


class Call(NamedTuple):
    """A call to run: its text, the function's name, and the argument values."""

    text: str
    name: str
    values: list[Value]


class Program(NamedTuple):
    """A program, the call to run, and the options of the run.

    If ``call`` is None, the statements outside functions are run.
    """

    parsed: Parsed
    call: Call | None
    base: int  # the first position of a vector, 0 or 1
    store: Store
    steps: int  # the limit

    @property
    def is_reference(self) -> bool:
        return self.parsed.source is reference_source()

    def parts(self) -> list[Parsed]:
        """Return the reference functions that are needed, if any, then the program."""
        called = [self.call.name] if self.call else []
        return [*needed_reference(self.parsed.program, called), self.parsed]

    def record(self, max_characters: int = MAX_RECORD_WORK) -> RunRecord:
        """Run the program and return a record of its steps and its error, if any.

        The run stops when the texts of its different steps have over
        ``max_characters``.
        """
        runner = Runner(self.store, False, self.steps)
        recorder = Recorder(runner, self.call is not None, max_characters)
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
        runner.load(parsed.program, parsed.source, self.base)
        if not (call := self.call):
            return runner.run(parsed.program, parsed.source, self.base)
        # A run may change its arguments.
        result = runner.call(call.name, [*map(copy_value, call.values)])
        return {call.text: result}

    def difference(self, record: RunRecord, level: int) -> Difference | None:
        """Compare the result of ``record`` with the reference's for the same call.

        Return None if the call is not of a function of the hand-out. A wrong result
        gets a hint of this ``level``, 1 to 3; 0 means no hint.
        """
        if not self.call or self.is_reference or not record.total:
            return None
        name = HANDOUT.full_name(self.call.name)
        if not HANDOUT.has(name):
            return None
        runner = Runner(self.store)
        part = reference(name_key(name))
        runner.load(part.valid_program(), part.source)
        values = [*map(copy_value, self.call.values)]
        if self.base == 0 and name_key(name) == "checkcolumn":
            # The only number is the column, which the reference counts from 1.
            values = [
                value + 1 if isinstance(value, int) else value for value in values
            ]
        try:
            expected = flatten(runner.call(name, values))
        except RunError:  # these are not the arguments of the hand-out
            return None
        result_difference = compare_result(record, expected)
        if level and not result_difference.right:
            return self.with_hint(record, result_difference, name, level)
        return result_difference

    def with_hint(
        self, record: RunRecord, result_difference: Difference, name: str, level: int
    ) -> Difference:
        """Return ``result_difference``, with a hint if one correction is enough.

        ``name`` is the function's name in the hand-out, and ``level`` the hint's, 1 to 3.
        """
        from pseudocode.judging.hints import EDIT, hint
        from pseudocode.judging.judge import FAILED
        from pseudocode.judging.nearest import nearest
        from pseudoku.exercises import judge_task, task_exercise

        tasks = {name_key(function): task for task, function in TASK_FUNCTIONS.items()}
        task = tasks.get(name_key(name))
        if not task:
            return result_difference
        verdict = judge_task(self.parsed, task, self.base, self.store)["verdict"]
        if verdict not in FAILED:
            return result_difference
        mends = nearest(self.parsed, task_exercise(task), self.base, self.store)
        if not mends:
            return result_difference
        functions = mends[0].functions
        other = self._replace(parsed=self.parsed.with_functions(functions)).record()
        if not compare_result(other, result_difference.wanted).right:
            return result_difference  # another function of the program is wrong, too
        step, after = parting(record, other)
        hint_text, after = hint(mends, level, name), after if level >= EDIT else ""
        return result_difference._replace(step=step, told=hint_text, after=after)


def read_program(arguments: Namespace) -> Program:
    """Return the program that the arguments of `trace` or `walkthrough` name.

    Its notes are printed. Raise PseudocodeError if it has errors, and PseudokuError if
    an argument is invalid.
    """
    target: str = arguments.what
    call: Call | None
    if HANDOUT.recognizes(target) and not os.path.exists(target):
        parsed, call = handout_call(arguments)
    elif target != "-" and not os.path.exists(target):
        hint = messages.suggestion(target, HANDOUT.functions)
        name = messages.quoted(target)
        message = f"{name} is neither a function of the hand-out nor a file"
        raise PseudokuError(message + hint)
    elif arguments.values:
        raise PseudokuError("a FILE takes no ARG; write --call 'NAME(ARG, ...)'")
    else:
        parsed, call = program_and_call(arguments)
    return Program(parsed, call, arguments.base, arguments.store, arguments.steps)


def program_and_call(arguments: Namespace) -> tuple[Parsed, Call | None]:
    """Return the program in the file of a command line, and the call in ``--call``.

    With ``--alone``, the program is only the called function and its helpers. Raise
    PseudocodeError if the program has errors, and PseudokuError if that function is not
    in it.
    """
    text: str = arguments.call or ""
    parsed = common.parsed_file(arguments.what, arguments.quiet)
    if arguments.alone:
        from pseudocode.judging.judge import isolate_function

        if not text:
            raise PseudokuError("--alone works only with --call 'NAME(ARG, ...)'")
        parsed = isolate_function(parsed, split_call(text)[0])
    return usable_program(parsed, text, arguments)


def usable_program(
    parsed: Parsed, text: str, arguments: Namespace
) -> tuple[Parsed, Call | None]:
    """Return the functions of ``parsed`` without errors, and the call in ``text``.

    The call is None if ``text`` is "". Notes on the program are printed. Raise
    PseudocodeError if a function that is called has errors.
    """
    common.note_skipped_text(parsed, arguments.quiet)
    parsed = parsed.restricted_to([split_call(text)[0]] if text else [])
    common.print_remarks(parsed.notes, arguments.quiet)
    common.note_modes(arguments)
    return parsed, read_call(parsed, text) if text else None


def handout_call(arguments: Namespace) -> tuple[Parsed, Call]:
    """Return the reference functions that a call needs, and the call.

    The command line has the function as ``FUNCTION`` and its arguments as ``ARG``.
    Raise PseudokuError if an argument or an option is invalid.
    """
    target: str = arguments.what
    if arguments.base == 0:
        raise PseudokuError("--base 0 works only with FILE; the hand-out counts from 1")
    if arguments.call is not None:
        raise PseudokuError(f"--call works only with FILE; write {target} ARG ...")
    common.note_modes(arguments)
    words: list[str] = arguments.values
    call = Call(
        f"{target}({', '.join(words)})",
        target,
        handout_values(target, words),
    )
    return reference(name_key(HANDOUT.full_name(target))), call


def needed_reference(
    program: syntax.Program, called: Iterable[str] = ()
) -> list[Parsed]:
    """Return the reference functions that ``program`` needs: one Parsed, or [].

    It needs those that it calls, or that ``called`` names, but does not define. If one
    of them is not a function of the hand-out, return the whole reference, so that an
    error message can suggest a name.
    """
    missing = missing_functions(program, called)
    if not missing:
        return []
    return [
        reference(*sorted(missing)) if missing <= HANDOUT.kinds.keys() else reference()
    ]


def missing_functions(program: syntax.Program, called: Iterable[str] = ()) -> set[str]:
    """Return the name keys of functions called but not defined in ``program``.

    ``called`` are the names of functions that the command line calls.
    """
    names = (*called, *(call.name for call in syntax.walk_calls(program)))
    return {*map(name_key, names)} - {
        name_key(function.name) for function in program.functions
    }


def read_call(parsed: Parsed, text: str) -> Call:
    """Parse a call such as ``MakeVector(2413)`` of a function in ``parsed``.

    Raise PseudokuError if ``text`` is not a call, or an argument is not a value of its
    type.
    """
    name, words = split_call(text)
    kinds = kinds_of(parsed.program, name)
    kinds += [""] * (len(words) - len(kinds))
    return Call(text, name, [*map(parse_value, words, kinds)])


def kinds_of(program: syntax.Program, name: str) -> list[Kind]:
    """Return the type of each parameter of the function ``name``, "" if unknown.

    A type, such as "row", is inferred from the use of the parameter in ``program``, or
    else taken from the function of this name in the hand-out.
    """
    handout = handout_kinds(name)
    signature = Inference(program.functions).signatures.get(name_key(name))
    if signature is None:
        return handout
    used = [
        kind_of_type(signature.variable(parameter))
        for parameter in signature.parameters
    ]
    handout += [""] * (len(used) - len(handout))
    return [inferred or usual for inferred, usual in zip(used, handout)]


def kind_of_type(used_as: Type) -> Kind:
    """Return the argument type, such as "row", for ``used_as``, or "" if unknown."""
    type_ = used_as.resolved()
    if type_.base() == "Vector":
        return "puzzle" if type_.element_type().base() == "Vector" else "row"
    return KIND_OF_TYPE.get(type_.name, "")
