"""Compare a student's function with the reference of an exercise, on all paths."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain, cycle, product
from random import Random
from typing import TypeAlias

from _courseware.terminal.messages import plural
from _courseware.terminal.shell import command_line
from adt.queue import LinkedQueue
from adt.stack import ArrayStack
from adt.vector import ArrayVector
from pseudocode.judging.callers import (
    MAX_CHOICES,
    Caller,
    CheckSpy,
    Key,
    arguments_probed_by,
    caller_of,
    expected_result,
    plain_key,
    probe_arguments,
    reference_caller,
    reference_result,
)
from pseudocode.judging.domains import Case, Domain
from pseudocode.judging.exercise import (
    Check,
    Exercise,
    FurtherTest,
    SearchCoverage,
    Variant,
)
from pseudocode.judging.paths import Chosen, OptionSearch, explore
from pseudocode.judging.records import ExerciseError
from pseudocode.judging.steps import KnownFunctions, restore
from pseudocode.reading import syntax
from pseudocode.reading.parser import Parsed
from pseudocode.reading.source import RunError, RunLimitError
from pseudocode.reading.vocabulary import name_key
from pseudocode.running.machine import Store
from pseudocode.running.tracked import RunPath, Tracked
from pseudocode.running.values import (
    NO_RESULT,
    SCALARS,
    Absent,
    Structure,
    Value,
    format_value,
    kind_name,
    list_elements,
)

MAX_STEPS_PER_TASK = 1_200_000  # correct answers take up to 400,000
MAX_PATHS = 1_000  # in a domain of the exercise
MAX_PATHS_ASIDE = 60  # in a domain of a further check
MAX_EARLY_PATHS = 200  # in a trial that stops early
MAX_EARLY_STEPS = 10_000  # of a call in such a trial
TARGETS = 12  # arguments that are accepted, one at a time, or a few more
MAX_ARGUMENTS = 10_000  # all are tried if not every path was found
SAMPLES = 200  # arguments that are tried when there are more paths

# Those for the arguments in a domain of an answer that may call certain functions.
Searches: TypeAlias = dict[tuple[Domain, KnownFunctions], OptionSearch]


class ContractError(Exception):
    """Raised if a function does not do what the exercise requires."""


class WrongResultError(Exception):
    """Raised if a call does not have the result of the reference.

    ``outcome`` says what happened, such as ``gives FALSE``; ``expected`` is the
    expected result as text, and ``result`` the actual result of the call.
    """

    def __init__(self, outcome: str, expected: str, result: Value | Absent) -> None:
        super().__init__(f"{outcome}; expected {expected}")
        self.outcome = outcome
        self.expected = expected
        self.result = result


class Trial:
    """A comparison of an answer's function with the reference of ``exercise``.

    The function is in ``program``, a part of ``parsed``, and ``base`` is its first
    position of a vector. `notes` cost no marks; if there are `doubts`, a person
    decides. `argument_base` is the first position in arguments that are positions.
    `last_case` has the arguments of the last call.
    """

    def __init__(
        self,
        exercise: Exercise,
        parsed: Parsed,
        program: syntax.Program,
        base: int = 1,
        store: Store = "copy",
    ) -> None:
        self.exercise = exercise
        self.parsed = parsed
        self._program = program
        self.base = base
        self.argument_base = base
        self._store = store
        self._asked_by = "the hand-out" if exercise.task else "the exercise"
        self.notes: list[str] = []
        self.doubts: list[str] = []
        self._creation_doubts: dict[str, str] = {}  # a doubt for each kind of structure
        self._runs = 0  # with arguments that are in the domain
        self.paths = 0  # that agree with the reference
        self.complete = True  # these are all paths
        self.max_paths = MAX_PATHS
        self.searches: Searches = {}
        self.stops_early = False
        self.caller = Caller(exercise, parsed, program, base, store)
        self.calls = self.caller.calls
        self.machine = self.caller.machine
        self.machine.max_total_steps = MAX_STEPS_PER_TASK
        plain = FurtherTest(exercise.table, "")
        self._main = Check(exercise.domains, exercise.known, exercise.where, plain)
        self.last_case = exercise.domains[0].example_case()

    def stop_early(self, searches: Searches) -> None:
        """End as soon as it is clear that the function does not pass.

        ``searches`` is shared by trials of programs that differ little.
        """
        self.stops_early = True
        self.searches = searches
        self.max_paths = MAX_EARLY_PATHS
        self.machine.limit = MAX_EARLY_STEPS

    def first_error(self) -> ContractError | RunError | None:
        """Run the function with all arguments; return its first error, or None.

        This includes the exercise's further checks, which add notes and doubts.
        """
        coverage = self.exercise.search_coverage
        try:
            self.caller.load()
            if coverage and self.stops_early:  # one call is cheaper than all paths
                self._check_coverage(coverage, uses_all=True)
                self.calls.clear()
                if self.doubts:
                    return None
            for domain in self.exercise.domains:
                self._explore(self._main, domain, self.max_paths)
            if self.complete and not self.paths:
                nowhere = "Where is FALSE for all arguments"
                raise self.exercise.table.located_error("where", nowhere)
        except (ContractError, RunError) as error:
            return error
        self.doubts += self._creation_doubts.values()
        uses_all = self._require(self.exercise.uses)
        called = {name_key(name) for name in +self.calls}
        for check in self.exercise.checks:
            if self.stops_early and (self.doubts or not self.complete):
                return None
            if self._is_useful(check, called, uses_all):
                self._check(check)
        if coverage and not self.stops_early:
            self._check_coverage(coverage, uses_all)
        return None

    def _is_useful(self, check: Check, called: set[str], uses_all: bool) -> bool:
        """Return whether ``check`` can say more about the function than its calls do.

        ``called`` are the name keys of the functions that it calls, and ``uses_all`` is
        whether it calls everything that the exercise requires.
        """
        if check.test.severity == "note":
            return not self.stops_early
        stubs = check.known.replaced
        if check.test.severity == "review" and stubs and not stubs & called:
            return False  # they stand in for functions that are never called
        return uses_all or not check.is_mock

    def example_error(self) -> ContractError | RunError | None:
        """Return the error of the function for the exercise's example, or None."""
        example = self.exercise.domains[0].example_case()
        try:
            self.caller.load()
            self._run(self._main, example)
        except WrongResultError as error:
            return self._call_error(self._main, example, error)
        except RunError as error:
            return error
        return None

    def run_cases(self, cases: Iterable[Case]) -> None:
        """Call the function with each of the arguments ``cases``.

        Raise WrongResultError or RunError at the first wrong result.
        """
        for case in cases:
            self._run(self._main, case)

    def _check(self, check: Check) -> None:
        """Run the function for ``check``; if a result is wrong, add a doubt or note."""
        try:
            for domain in check.domains:
                self._explore(check, domain, MAX_PATHS_ASIDE)
        except (ContractError, RunError) as error:
            reasons = self.doubts if check.test.severity == "review" else self.notes
            reasons.append(_fill_text(check.test.message, str(error)))

    def _explore(self, check: Check, domain: Domain, limit: int) -> None:
        """Compare the results on at most ``limit`` paths with arguments of ``domain``.

        Raise ContractError, with a small example, if results differ, or RunError if a
        call fails.
        """
        try:
            paths, complete = self._run_paths(check, domain, limit)
            if not complete and not self.stops_early:
                if domain.count <= MAX_ARGUMENTS:
                    paths = self._run_all(check, domain)
                    complete = True
                elif check is self._main:
                    self._run_sample(check, domain)
        except RunLimitError:
            raise
        except (WrongResultError, RunError) as error:
            if self.stops_early:  # nobody reads why
                raise ContractError(str(error)) from None
            raise self._nearest_error(check, self.last_case, error) from None
        if check is self._main:
            self.paths += paths
            self.complete = self.complete and complete

    def _run_paths(self, check: Check, domain: Domain, limit: int) -> tuple[int, bool]:
        """Run at most ``limit`` paths; return their number, and whether they are all."""

        def run(path: RunPath, chosen: Chosen) -> None:
            self._run(check, Case(domain, chosen), path)

        runs_before = self._runs
        new_search = OptionSearch(domain.choices, check.known)
        search = self.searches.setdefault((domain, check.known), new_search)
        explored = explore(search, tuple(domain.example), run, limit)
        return self._runs - runs_before, explored.complete

    def _run_all(self, check: Check, domain: Domain) -> int:
        """Run the function with all arguments of ``domain``; return their number.

        Arguments that the exercise's ``where`` excludes are not counted.
        """
        runs_before = self._runs
        for chosen in product(*(range(len(options)) for options in domain.choices)):
            self._run(check, Case(domain, chosen))
        return self._runs - runs_before

    def _run_sample(self, check: Check, domain: Domain) -> None:
        random = Random(0)  # the same sample in each trial
        for _ in range(SAMPLES):
            chosen = [random.randrange(len(options)) for options in domain.choices]
            self._run(check, Case(domain, tuple(chosen)))

    def _nearest_error(
        self, check: Check, case: Case, error: WrongResultError | RunError
    ) -> ContractError | RunError:
        """Return the error for arguments as close as possible to the example."""
        domain = case.domain
        for choice, option in enumerate(domain.example):
            if option == case.chosen[choice]:
                continue
            options = [*case.chosen]
            options[choice] = option
            closer = Case(domain, tuple(options))
            try:
                self._run(check, closer)
            except RunLimitError:
                break
            except (WrongResultError, RunError) as other_error:
                if type(other_error) is type(error):
                    case = closer
                    error = other_error
        self.last_case = case
        if isinstance(error, WrongResultError):
            return self._call_error(check, case, error)
        return error

    def _run(self, check: Check, case: Case, path: RunPath | None = None) -> None:
        """Call the function and the reference with the arguments ``case``.

        Do nothing if the exercise's ``where`` is not TRUE for them. With a ``path``, the
        numbers in the arguments are tracked, and comparisons are recorded in it. Raise
        WrongResultError if the results differ, or if the answer breaks another rule of
        the exercise.
        """
        if check.where and not self._is_allowed(check, case, path):
            return
        self._runs += 1
        self.last_case = case
        arguments = case.arguments(path, self.argument_base - 1)
        self.caller.follows_wide_calls = len(case.domain.choices) > MAX_CHOICES
        calls_before = self.calls.copy()
        result = self._call_function(self.caller, check, [*arguments])
        for name, minimum in (check.test.calls or {}).items():
            call_count = self.calls[name] - calls_before[name]
            if call_count < minimum:
                outcome = f"makes {call_count} calls of {name}"
                raise WrongResultError(outcome, f"{minimum} or more", result)
        expected = self._expected(check, case, path)
        if not self._agree(result, expected):
            self._try_alternatives(check, case, path, result, expected)
        if check is self._main:
            self._check_creations(case, calls_before)
            self._check_preserved(case, path, arguments)
            self._check_separate(arguments, result)
            self._note_new_result(arguments, result)

    def _is_allowed(self, check: Check, case: Case, path: RunPath | None) -> bool:
        """Return whether the ``where`` of the exercise is TRUE for the arguments.

        Raise ExerciseError if it is not TRUE or FALSE.
        """
        caller = caller_of(self.exercise, check.where)
        with self._name_errors("where", case):
            is_allowed = caller.call("Where", *case.arguments(path))
        if isinstance(is_allowed, bool):
            return is_allowed
        message = f"Where gives {format_value(is_allowed)} for {self._call_text(case)}"
        message += "; expected TRUE or FALSE"
        raise check.test.table.located_error("where", message)

    def _expected(
        self, check: Check, case: Case, path: RunPath | None
    ) -> Value | Absent:
        """Return the result of the reference; raise ExerciseError if it has none."""
        exercise = self.exercise
        model = reference_caller(exercise)
        model.follows_wide_calls = self.caller.follows_wide_calls
        with self._name_errors("the reference", case):
            if path is None and check is self._main:
                expected = expected_result(exercise, case)
            else:
                expected = self._call_function(model, check, case.arguments(path))
        if check is self._main and expected is NO_RESULT:
            message = "reference: expected a function that returns a value"
            message += f"; it returns nothing for {self._call_text(case)}"
            raise exercise.table.located_error("reference", message)
        return expected

    def _check_creations(self, case: Case, calls_before: Counter[str]) -> None:
        """Record a doubt for each kind of structure of which a call made too many.

        ``calls_before`` are the numbers of calls before it.
        """
        for kind in ("vector", "queue", "stack"):
            count = self.calls[f"new {kind}"] - calls_before[f"new {kind}"]
            limit: int | None = getattr(self.exercise.allows, kind.capitalize(), None)
            if limit is not None and count > limit:
                clause = f"makes {plural(count, kind)} in {self._call_text(case)}"
                doubt = f"{clause}; the exercise allows {limit}"
                self._creation_doubts.setdefault(kind, doubt)

    def _check_preserved(
        self, case: Case, path: RunPath | None, arguments: list[Value]
    ) -> None:
        """Raise WrongResultError if a call changed the argument that it must preserve.

        ``arguments`` are the values after the call.
        """
        name = self.exercise.must_preserve
        if not name:
            return
        index = self.exercise.parameters.index(name)
        original = case.arguments(path, self.argument_base - 1)[index]
        changed = arguments[index]
        if not _is_same(changed, original):
            outcome = f"changes {name} to {format_value(changed)}"
            raise WrongResultError(outcome, format_value(original), changed)

    def _check_separate(self, arguments: list[Value], result: Value | Absent) -> None:
        """Raise WrongResultError if a vector is in two places but must not be."""
        if self.exercise.separate:
            vectors = [*arguments, *_vector_elements(result)]
            if len({*map(id, vectors)}) < len(vectors):
                outcome = "stores one vector in several places"
                raise WrongResultError(outcome, "separate vectors", result)

    def _note_new_result(self, arguments: list[Value], result: Value | Absent) -> None:
        """Add a note if a call returned a new structure, not the one to overwrite."""
        name = self.exercise.overwrites
        if not name or isinstance(result, SCALARS):
            return
        if result is not arguments[self.exercise.parameters.index(name)]:
            clause = f"returns a new {kind_name(result)}"
            self._note(f"{clause}; {self._asked_by} overwrites {name}")

    @contextmanager
    def _name_errors(self, key: str, case: Case) -> Iterator[None]:
        """Raise a RunError again as an error of the exercise, with the call."""
        try:
            yield
        except RunError as error:
            call = self._call_text(case)
            raise ExerciseError(f"{error}; this is {key}, for {call}") from None

    def _call_function(
        self, caller: Caller, check: Check, arguments: list[Value]
    ) -> Value | Absent:
        """Set up ``caller`` for ``check``, and return the result of its function.

        The check says which known functions it calls, and whether a function
        ``Enqueue`` changes the numbers that enter a queue. Raise RunError if it fails.
        """
        caller.known = check.known
        caller.enqueue_caller = None
        if check.test.enqueue:
            caller.enqueue_caller = caller_of(self.exercise, check.test.enqueue)
        return caller.call(self.exercise.name, *arguments)

    def _agree(self, result: Value | Absent, expected: Value | Absent) -> bool:
        if self.exercise.any_order and not isinstance(expected, SCALARS):
            return _is_same_bag(result, expected)
        return _is_same(result, expected)

    def _try_alternatives(
        self,
        check: Check,
        case: Case,
        path: RunPath | None,
        result: Value | Absent,
        expected: Value | Absent,
    ) -> None:
        """Add the note of the alternative that also has this ``result``.

        Raise WrongResultError if there is none. ``expected`` is the reference's result.
        """
        exercise = self.exercise
        for alternative in exercise.alternatives if not check.is_mock else ():
            caller = caller_of(exercise, alternative.text)
            accepted = self._call_function(caller, check, case.arguments(path))
            if self._agree(result, accepted):
                return self._note(alternative.message)
        expected_text = format_value(expected)
        is_quoted = isinstance(result, str) and result == expected_text
        if exercise.any_order and not isinstance(expected, SCALARS):
            expected_text += " in any order"
        if is_quoted:
            expected_text += " without quotes"
        outcome = f"gives {format_value(result)}"
        if result is NO_RESULT:
            outcome = "ends without a return"
        raise WrongResultError(outcome, expected_text, result)

    def _call_error(
        self, check: Check, case: Case, error: WrongResultError
    ) -> ContractError:
        """Return the error for a wrong result, with the call and all hints."""
        exercise = self.exercise
        outcome = error.outcome
        clause = ""
        if not check.is_mock:
            for hint in exercise.hints:
                caller = caller_of(exercise, hint.text)
                wrong_result = self._call_function(caller, check, case.arguments())
                if self._agree(error.result, wrong_result):
                    outcome += f", {hint.message}"
            clause = self._explanation(case)
        if exercise.search_coverage and check is self._main:
            names = [names[0] for names in exercise.search_coverage.groups]
            outcome += self._rejection_text(names, error.result)
            clause = self._probe_text(names, case, error.result)
        call = self._call_text(case)
        return ContractError(f"{call} {outcome}; expected {error.expected}{clause}")

    def _explanation(self, case: Case) -> str:
        """Return the exercise's explanation of the arguments ``case``, or ""."""
        explanation = self.exercise.explanation
        if not explanation or not self.base == self.argument_base == 1:
            return ""
        caller = caller_of(self.exercise, explanation.text)
        elements = _vector_elements(caller.call("Explain", *case.arguments()))
        if not elements:
            return explanation.otherwise
        return _fill_text(explanation.message, *map(format_value, elements))

    def _rejection_text(self, names: list[str], result: Value | Absent) -> str:
        """Return a clause with the checks that reject a search's ``result``, or ""."""
        if isinstance(result, SCALARS):
            return ""
        known = self.exercise.known
        rejecting = []
        for name in names:
            with suppress(RunError):
                if known.step(name_key(name), [result]) is False:
                    rejecting.append(name)
        return f", for which {' and '.join(rejecting)} is FALSE" if rejecting else ""

    def _probe_text(self, names: list[str], case: Case, result: Value | Absent) -> str:
        """Return a clause that says which checks were called with the expected result.

        It explains why a search that returned ``result`` missed it. It is "" if
        ``result`` is a structure.
        """
        if not isinstance(result, SCALARS):
            return ""
        model = reference_caller(self.exercise)
        expected = self._call_function(model, self._main, case.arguments())
        calls: list[tuple[str, Key]] = []
        self.caller.seen = calls
        with suppress(RunError):
            self._call_function(self.caller, self._main, case.arguments())
        self.caller.seen = None
        key = plain_key(expected)
        checks_called = [name for name in names if (name_key(name), key) in calls]
        if not checks_called:
            return f", which is not passed to {' or '.join(names)}"
        return f", which is passed to {' and '.join(checks_called)}"

    def _call_text(self, case: Case) -> str:
        """Return the call as text, such as ``MakeVector((2, 4, 1, 3))``."""
        arguments = case.arguments(None, self.argument_base - 1)
        return f"{self.exercise.name}({', '.join(map(format_value, arguments))})"

    def _note(self, note: str) -> None:
        if note not in self.notes:
            self.notes.append(note)

    def _require(self, required: Iterable[str]) -> bool:
        """Return whether all ``required`` were called; record a doubt for others."""
        nodes = syntax.walk(*self._program.functions)
        called_keys = {
            name_key(node.name)
            for node in nodes
            if isinstance(node, syntax.Call | syntax.Operation)
        }
        missing = [name for name in required if not self.calls[name]]
        for name in missing:
            if name_key(name) in called_keys:
                doubt = f"its call of {name} is never reached"
            else:
                doubt = f"never uses {name}, which {self._asked_by} asks for"
            self.doubts.append(doubt)
        return not missing

    def _check_coverage(self, coverage: SearchCoverage, uses_all: bool) -> None:
        """Add a doubt if a search checks too few arguments or misses an accepted one.

        ``uses_all`` is whether the answer calls everything that the exercise requires.
        """
        exercise = self.exercise
        probed, calls = probe_arguments(exercise, coverage, self.caller)
        expected = arguments_probed_by(exercise, None)
        common = [key for key in probed if key in expected]
        alike: list[Variant] = []
        if probed != expected:
            alike = [
                variant
                for variant in coverage.alternatives
                if probed == arguments_probed_by(exercise, variant.text)
            ]
        is_below = not alike and len(common) < coverage.minimum
        if is_below or calls < coverage.calls:
            self.doubts.append(_fill_text(coverage.below_minimum, str(len(common))))
        if is_below or not uses_all:
            return
        for variant in alike:
            self._note(variant.message)
        # Some searches test the first argument before anything else.
        targets = [key for key in common if key != expected[0]]
        step = len(targets) // TARGETS or 1
        open_groups = cycle([[], *coverage.groups])
        for target, open_names in zip(targets[::step], open_groups):
            message = self._missed_target(coverage, target, open_names)
            if message:
                self.doubts.append(_fill_text(coverage.message, message))
                return

    def _missed_target(
        self, coverage: SearchCoverage, target: Key, open_names: Iterable[str]
    ) -> str:
        """Return why a search does not find ``target``, or "" if it does.

        The exercise's checks accept only ``target``; those in ``open_names`` accept
        every argument.
        """
        case = self.exercise.domains[0].example_case()
        self.caller.checks = CheckSpy(chain(*coverage.groups), target, open_names)
        (expected,) = restore(*target, [])
        try:
            result = self.caller.call(self.exercise.name, *case.arguments())
        except RunError as error:
            return str(error)
        finally:
            self.caller.checks = None
        if _is_same(result, expected):
            return ""
        message = f"{self._call_text(case)} gives {format_value(result)}"
        return f"{message}; expected {format_value(expected)}"

    def last_call(self) -> str:
        """Return the last call and the result of the reference for it.

        Raise ExerciseError if the reference fails.
        """
        with self._name_errors("the reference", self.last_case):
            result = reference_result(self.exercise, self.last_case)
        call = self._call_text(self.last_case)
        return f"{call}, for which the reference gives {format_value(result)}"

    def call_options(self) -> list[str]:
        """Return the options of `trace` for the last call, or [] if none was made."""
        if self.machine.steps_left == self.machine.step_budget:
            return []
        options = ["--base", "0"] if self.base == 0 else []
        if self._store == "share":
            options += ["--store", "share"]
        return [*options, "--call", self._call_text(self.last_case)]

    def commands(self, endless: bool) -> list[str]:
        """Return lines with shell commands that show the last call, or [] if none.

        They are commands of the hand-out's program, which has no helpers of an
        exercise. If ``endless``, only the first steps of the call are shown.
        """
        call = self.call_options()
        program = self.parsed.source.handout.program
        if not call or not program or self.exercise.helpers:
            return []
        name = self.parsed.source.name
        file = "-" if name == "standard input" else name
        last_step = ["--to", "20"] if endless else []
        trace = command_line(program, "trace", file, "--alone", *last_step, *call)
        page = command_line(
            program, "walkthrough", file, "--alone", *call, "-o", "page.html"
        )
        return [f"as a page: {page}", f"to see it: {trace}"]


def _fill_text(text: str, *values: str) -> str:
    for value in values:
        text = text.replace("{}", value, 1)
    return text


def _is_same(value: Value | Absent, other: Value | Absent) -> bool:
    """Return whether two results are equal; all classes of vectors are one type."""
    if isinstance(value, SCALARS) or isinstance(other, SCALARS):
        return kind_name(value) == kind_name(other) and value == other
    kinds = (ArrayVector, LinkedQueue, ArrayStack)
    if not any(isinstance(value, kind) and isinstance(other, kind) for kind in kinds):
        return False
    left = list_elements(value)
    right = list_elements(other)
    return len(left) == len(right) and all(map(_is_same, left, right))


def _is_same_bag(value: Value | Absent, other: Structure) -> bool:
    """Return whether two structures of one type have the same elements in any order."""
    if isinstance(value, SCALARS) or kind_name(value) != kind_name(other):
        return False
    others = list_elements(other)
    # Equal terms are removed first: comparing them adds no condition to the path.
    unmatched = [
        element
        for element in list_elements(value)
        if not _remove_first(others, element, _is_same_term)
    ]
    if len(others) != len(unmatched):
        return False
    return all(_remove_first(others, element, _is_same) for element in unmatched)


def _remove_first(
    elements: list[Value | Absent],
    value: Value | Absent,
    matches: Callable[[Value | Absent, Value | Absent], bool],
) -> bool:
    for index, element in enumerate(elements):
        if matches(value, element):
            del elements[index]
            return True
    return False


def _is_same_term(value: Value | Absent, other: Value | Absent) -> bool:
    return (
        isinstance(value, Tracked)
        and isinstance(other, Tracked)
        and value.term is other.term
    )


def _vector_elements(value: Value | Absent) -> list[Value | Absent]:
    return list_elements(value) if isinstance(value, ArrayVector) else []
