"""Compare a student's function with the reference of an exercise, on all paths."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, lru_cache, partial
from itertools import chain, cycle, product
from random import Random
from typing import TypeAlias, cast

from _courseware.terminal.messages import plural
from _courseware.terminal.shell import command_line
from adt.queue import LinkedQueue
from adt.stack import ArrayStack
from adt.vector import ArrayVector
from pseudocode.judging.domains import Domain
from pseudocode.judging.exercise import Check, Exercise, FurtherTest, SearchCoverage
from pseudocode.judging.paths import Chosen, Search, explore
from pseudocode.judging.records import ExerciseError
from pseudocode.judging.steps import (
    MAX_STEPS_PER_CALL,
    KnownFunctions,
    Shape,
    flatten,
    restore,
)
from pseudocode.reading import syntax
from pseudocode.reading.parser import Parsed
from pseudocode.reading.source import RunError, RunLimitError
from pseudocode.reading.vocabulary import name_key
from pseudocode.running.compiler import Compiler
from pseudocode.running.machine import RETURN, Execute, Frame, Routine, Signal, Store
from pseudocode.running.runner import Runner
from pseudocode.running.tracked import Path, Tracked
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
MAX_CHOICES = 8  # in the arguments of a step
MAX_PATHS = 1_000  # in a domain of the exercise
MAX_PATHS_ASIDE = 60  # in a domain of a further check
MAX_EARLY_PATHS = 200  # in a trial that stops early
MAX_EARLY_STEPS = 10_000  # of a call in such a trial
TARGETS = 12  # arguments that are accepted, one at a time, or a few more
MAX_ARGUMENTS = 10_000  # all are tried if not every path was found
MAX_RESULTS = 1_000  # of the reference, that are kept
SAMPLES = 200  # arguments that are tried when there are more paths


Key: TypeAlias = tuple[Shape, tuple[int, ...]]  # a value
# Those for the arguments in a domain of an answer that may call certain functions.
Searches: TypeAlias = dict[tuple[Domain, KnownFunctions], Search]


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


class Caller:
    """Calls the functions of ``program``, by default all functions in ``parsed``.

    A call of a function that the exercise provides counts as one step, and its result
    is stored. ``base`` is the first position of a vector.
    """

    def __init__(
        self,
        exercise: Exercise,
        parsed: Parsed,
        program: syntax.Program | None = None,
        base: int = 1,
        store: Store = "copy",
    ) -> None:
        self.known = exercise.known
        self.entering: Caller | None = None  # changes what enters a queue
        self.checks: CheckSpy | None = None  # instead of some known functions
        self.seen: list[tuple[str, Key]] | None = None  # calls of known functions
        self.follows_wide_calls = False  # calls whose arguments depend on many choices
        self.max_structures = 0  # in the arguments of a known function; 0: no limit
        self.calls: Counter[str] = Counter()
        self.runner = Runner(store=store, limit=MAX_STEPS_PER_CALL)
        self.machine = self.runner.machine
        self.machine.watch = self._watch
        for name in exercise.known_functions:
            self.add_step(name, exercise.known.routines[name])
        self._functions = exercise.known_functions
        self._source = parsed.source
        self._followed: dict[str, Execute] = {}
        self._load = partial(
            self.runner.load, program or parsed.program, parsed.source, base
        )

    def add_step(self, name: str, routine: Routine) -> None:
        """Define a function ``name`` that runs ``routine`` as a single step."""
        body = partial(self._step, routine)
        self.machine.routines[name] = routine._replace(body=body, is_reference=True)

    def load(self) -> None:
        """Compile the functions. Raise RunError if this fails."""
        self._load()

    def _follow(self, name: str) -> Execute:
        """Return the body of a provided function that runs all its steps."""
        if name not in self._followed:
            function, source = self._functions[name]
            compiler = Compiler(self.machine, source, function, 1, {})
            self._followed[name] = compiler.compile_routine().body
        return self._followed[name]

    def call(self, name: str, *arguments: Value) -> Value | Absent:
        return self.runner.call(name, [*arguments])

    def _watch(self, operation: str, operands: list[Value]) -> None:
        """Count an ``operation``; if `entering` is set, replace the number enqueued.

        A structure that a provided function makes is not counted.
        """
        if operation.startswith("new ") and self.machine.frames[-1][0].is_reference:
            return
        self.calls[operation] += 1
        if self.entering and operation == "ENQUEUE" and isinstance(operands[0], int):
            operands[0] = cast("Value", self.entering.call("Enqueue", operands[0]))

    def _step(self, routine: Routine, frame: Frame) -> Signal | None:
        """Run ``routine``, a function that the exercise provides, in one step.

        ``frame`` has its arguments. The result is stored in the machine. Raise RunError
        if the call fails.
        """
        name = name_key(routine.name)
        arguments = frame[: routine.parameter_count]
        self.calls[routine.name] += 1
        follows = self.follows_wide_calls and name not in self.known.replaced
        if follows and is_wide(arguments):
            return self._follow(name)(frame)
        if self.checks and name in self.checks.names:
            self.machine.result = self.checks.accept(name, arguments[0])
            return RETURN
        if self.seen is not None and arguments:
            self.seen.append((name, plain_key(arguments[0])))
        self.machine.result = self.known.step(name, arguments)
        if 0 < self.max_structures < self.known.size:
            raise RunLimitError(self._source.remark(0, "structures in structures"))
        return RETURN


def is_wide(arguments: Frame) -> bool:
    """Return whether ``arguments`` depend on more than MAX_CHOICES choices."""
    _, numbers = flatten(arguments, [])
    terms = [number.term for number in numbers if isinstance(number, Tracked)]
    choices = frozenset().union(*(term.choices for term in terms))
    return len(choices) > MAX_CHOICES


class CheckSpy:
    """Replacements of the functions ``names``, which record each argument in `seen`.

    A replacement returns TRUE for the argument ``accepted`` and, if its name is in
    ``open``, for every argument; otherwise FALSE.
    """

    def __init__(
        self,
        names: Iterable[str],
        accepted: Key | None = None,
        open: Iterable[str] = (),
    ) -> None:
        self.names = {*map(name_key, names)}
        self.open = {*map(name_key, open)}
        self.accepted = accepted
        self.seen: dict[Key, None] = {}

    def accept(self, name: str, argument: Value | Absent) -> bool:
        key = plain_key(argument)
        self.seen[key] = None
        return name in self.open or key == self.accepted


def plain_key(value: Value | Absent) -> Key:
    shape, numbers = flatten([value], [])
    return shape, tuple(map(int, numbers))


@cache
def reference_caller(exercise: Exercise) -> Caller:
    """Return a Caller of the reference function of ``exercise``."""
    text = exercise.reference
    functions = text.program.functions
    if exercise.task:  # the others are known
        key = name_key(exercise.name)
        functions = [part for part in functions if name_key(part.name) == key]
    program = syntax.Program(functions, text.program.statements)
    caller = Caller(exercise, text, program)
    caller.load()
    return caller


def reference_result(
    exercise: Exercise, domain: Domain, chosen: Chosen
) -> Value | Absent:
    """Call the reference with the arguments ``chosen``. Raise RunError if it fails."""
    caller = reference_caller(exercise)
    caller.known = exercise.known
    caller.entering = None
    return caller.call(exercise.name, *domain.arguments(chosen))


expected_result = lru_cache(MAX_RESULTS)(reference_result)


@cache
def caller_of(exercise: Exercise, text: Parsed) -> Caller:
    """Return a Caller of the functions in ``text``, a program in the exercise file.

    They can call the exercise's function X as OriginalX.
    """
    caller = Caller(exercise, text)
    for name, routine in exercise.known.routines.items():
        caller.add_step(f"original{name}", routine)
    caller.load()
    return caller


def probe_arguments(
    exercise: Exercise, coverage: SearchCoverage, caller: Caller
) -> tuple[list[Key], int]:
    """Return the arguments that a search passes to its checks, and a number of calls.

    Every check returns FALSE, so that the search continues to its end. The number is
    that of the function or operation called most often.
    """
    before = caller.calls.copy()
    caller.known = exercise.known_with(coverage.text)
    caller.checks = CheckSpy(chain(*coverage.groups))
    domain = exercise.domains[0]
    seen = caller.checks.seen
    with suppress(RunError):
        caller.call(exercise.name, *domain.arguments(tuple(domain.example)))
    caller.checks = None
    return [*seen], max((caller.calls - before).values(), default=0)


@cache
def arguments_probed_by(exercise: Exercise, text: Parsed | None) -> list[Key]:
    """Return the arguments that the function in ``text`` passes to its checks.

    If ``text`` is None, use the reference. Return [] if the exercise asks for no search.
    """
    caller = caller_of(exercise, text) if text else reference_caller(exercise)
    coverage = exercise.search_coverage
    return probe_arguments(exercise, coverage, caller)[0] if coverage else []


class Trial:
    """A comparison of an answer's function with the reference of ``exercise``.

    The function is in ``program``, a part of ``parsed``, and ``base`` is its first
    position of a vector. `notes` cost no marks; if there are `doubts`, a person
    decides. `first` is the first position in arguments that are positions. `last` has
    the arguments of the last call, as a domain and the chosen options.
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
        self.first = base
        self._store = store
        self._asked_by = "the hand-out" if exercise.task else "the exercise"
        self.notes: list[str] = []
        self.doubts: list[str] = []
        self._excess: dict[str, str] = {}  # a doubt for each kind of structure
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
        self.last = exercise.domains[0], tuple(exercise.domains[0].example)

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
                self._check_coverage(coverage, True)
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
        self.doubts += self._excess.values()
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
        domain = self.exercise.domains[0]
        try:
            self.caller.load()
            self._run(self._main, domain, None, tuple(domain.example))
        except WrongResultError as error:
            return self._call_error(self._main, domain, tuple(domain.example), error)
        except RunError as error:
            return error
        return None

    def run_cases(self, cases: Iterable[tuple[Domain, Chosen]]) -> None:
        """Call the function with each of the arguments ``cases``.

        Raise WrongResultError or RunError at the first wrong result.
        """
        for domain, chosen in cases:
            self._run(self._main, domain, None, chosen)

    def _check(self, check: Check) -> None:
        """Run the function for ``check``; if a result is wrong, add a doubt or note."""
        try:
            for domain in check.domains:
                self._explore(check, domain, MAX_PATHS_ASIDE)
        except (ContractError, RunError) as error:
            into = self.doubts if check.test.severity == "review" else self.notes
            into.append(fill_text(check.test.message, str(error)))

    def _explore(self, check: Check, domain: Domain, limit: int) -> None:
        """Compare the results on at most ``limit`` paths with arguments of ``domain``.

        Raise ContractError, with a small example, if results differ, or RunError if a
        call fails.
        """
        chosen = tuple(domain.example)
        example = tuple(domain.example)
        runs_before = self._runs

        def run(path: Path | None, options: Chosen) -> None:
            nonlocal chosen
            chosen = options
            self._run(check, domain, path, options)

        try:
            new_search = Search(domain.choices, check.known)
            search = self.searches.setdefault((domain, check.known), new_search)
            complete = explore(search, example, run, limit).complete
            paths = self._runs - runs_before
            if not complete and not self.stops_early:
                sizes = [len(options) for options in domain.choices]
                if domain.count <= MAX_ARGUMENTS:
                    runs_before = self._runs
                    for options in product(*map(range, sizes)):
                        run(None, options)
                    complete = True
                    paths = self._runs - runs_before
                elif check is self._main:
                    random = Random(0)
                    for _ in range(SAMPLES):
                        run(None, tuple(map(random.randrange, sizes)))
        except RunLimitError:
            raise
        except (WrongResultError, RunError) as error:
            if self.stops_early:  # nobody reads why
                raise ContractError(str(error)) from None
            failure = self._nearest_error(check, domain, chosen, error)
            if isinstance(failure, RunError):
                raise failure
            raise failure from None
        if check is self._main:
            self.paths += paths
            self.complete = self.complete and complete

    def _nearest_error(
        self,
        check: Check,
        domain: Domain,
        chosen: Chosen,
        error: WrongResultError | RunError,
    ) -> ContractError | RunError:
        """Return the error for arguments as close as possible to the example."""
        for choice, number in enumerate(domain.example):
            if number != chosen[choice]:
                other = (*chosen[:choice], number, *chosen[choice + 1 :])
                try:
                    self._run(check, domain, None, other)
                except RunLimitError:
                    break
                except (WrongResultError, RunError) as found:
                    if type(found) is type(error):
                        chosen = other
                        error = found
        self.last = domain, chosen
        if isinstance(error, WrongResultError):
            return self._call_error(check, domain, chosen, error)
        return error

    def _run(
        self, check: Check, domain: Domain, path: Path | None, chosen: Chosen
    ) -> None:
        """Call the function and the reference with the arguments that ``chosen`` gives.

        Do nothing if the exercise's ``where`` is not TRUE for them. ``chosen`` has the
        number of an option for each choice in ``domain``. With a ``path``, the numbers
        in the arguments are tracked, and comparisons are recorded in it. Raise
        WrongResultError if the results differ, or if the answer breaks another rule of
        the exercise.
        """
        if check.where and not self._is_allowed(check, domain, path, chosen):
            return
        self._runs += 1
        self.last = domain, chosen
        arguments = domain.arguments(chosen, path, self.first - 1)
        self.caller.follows_wide_calls = len(domain.choices) > MAX_CHOICES
        calls_before = self.calls.copy()
        result = self._result(self.caller, check, [*arguments])
        for name, minimum in (check.test.calls or {}).items():
            call_count = self.calls[name] - calls_before[name]
            if call_count < minimum:
                few = f"makes {call_count} calls of {name}"
                raise WrongResultError(few, f"{minimum} or more", result)
        expected = self._expected(check, domain, path, chosen)
        if not self._agree(result, expected):
            self._try_others(check, domain, path, chosen, result, expected)
        if check is self._main:
            self._check_rules(domain, chosen, arguments, path, result, calls_before)

    def _is_allowed(
        self, check: Check, domain: Domain, path: Path | None, chosen: Chosen
    ) -> bool:
        """Return whether the ``where`` of the exercise is TRUE for the arguments.

        Raise ExerciseError if it is not TRUE or FALSE.
        """
        caller = caller_of(self.exercise, check.where)
        with self._name_errors("where", domain, chosen):
            is_allowed = caller.call("Where", *domain.arguments(chosen, path))
        if isinstance(is_allowed, bool):
            return is_allowed
        called = self._call_text(domain, chosen)
        message = f"Where gives {format_value(is_allowed)} for {called}"
        message += "; expected TRUE or FALSE"
        raise check.test.table.located_error("where", message)

    def _expected(
        self, check: Check, domain: Domain, path: Path | None, chosen: Chosen
    ) -> Value | Absent:
        """Return the result of the reference; raise ExerciseError if it has none."""
        exercise = self.exercise
        model = reference_caller(exercise)
        model.follows_wide_calls = self.caller.follows_wide_calls
        with self._name_errors("the reference", domain, chosen):
            if path is None and check is self._main:
                expected = expected_result(exercise, domain, chosen)
            else:
                expected = self._result(model, check, domain.arguments(chosen, path))
        if check is self._main and expected is NO_RESULT:
            nothing = f"it returns nothing for {self._call_text(domain, chosen)}"
            message = f"reference: expected a function that returns a value; {nothing}"
            raise exercise.table.located_error("reference", message)
        return expected

    def _check_rules(
        self,
        domain: Domain,
        chosen: Chosen,
        arguments: list[Value],
        path: Path | None,
        result: Value | Absent,
        before: Counter[str],
    ) -> None:
        """Check what a call made, changed and returned by the rules of the exercise.

        ``arguments`` are the values after the call, and ``before`` are the numbers of
        calls before it. Raise WrongResultError if one is broken.
        """
        exercise = self.exercise
        for kind in ("vector", "queue", "stack"):
            made = self.calls[f"new {kind}"] - before[f"new {kind}"]
            limit: int | None = getattr(exercise.allows, kind.capitalize(), None)
            if limit is not None and made > limit:
                called = self._call_text(domain, chosen)
                many = f"makes {plural(made, kind)} in {called}"
                self._excess.setdefault(kind, f"{many}; the exercise allows {limit}")
        names = exercise.parameters
        if exercise.must_preserve:
            place = names.index(exercise.must_preserve)
            original = domain.arguments(chosen, path, self.first - 1)[place]
            if not is_same(arguments[place], original):
                changed = arguments[place]
                problem = f"changes {exercise.must_preserve} to {format_value(changed)}"
                raise WrongResultError(problem, format_value(original), changed)
        if exercise.separate:
            vectors = [*arguments, *vector_elements(result)]
            if len({*map(id, vectors)}) < len(vectors):
                problem = "stores one vector in several places"
                raise WrongResultError(problem, "separate vectors", result)
        if exercise.overwrites:
            name = exercise.overwrites
            is_other = result is not arguments[names.index(name)]
            if is_other and not isinstance(result, SCALARS):
                new = f"returns a new {kind_name(result)}"
                self._note(f"{new}; {self._asked_by} overwrites {name}")

    @contextmanager
    def _name_errors(self, key: str, domain: Domain, chosen: Chosen) -> Iterator[None]:
        """Raise a RunError again as an error of the exercise, with the call."""
        try:
            yield
        except RunError as error:
            called = self._call_text(domain, chosen)
            raise ExerciseError(f"{error}; this is {key}, for {called}") from None

    def _result(
        self, caller: Caller, check: Check, arguments: list[Value]
    ) -> Value | Absent:
        """Call the exercise's function in ``caller``, which may use ``check.known``."""
        exercise = self.exercise
        enqueue = check.test.enqueue
        caller.known = check.known
        caller.entering = caller_of(exercise, enqueue) if enqueue else None
        return caller.call(exercise.name, *arguments)

    def _agree(self, result: Value | Absent, expected: Value | Absent) -> bool:
        if self.exercise.any_order and not isinstance(expected, SCALARS):
            return is_same_bag(result, expected)
        return is_same(result, expected)

    def _try_others(
        self,
        check: Check,
        domain: Domain,
        path: Path | None,
        chosen: Chosen,
        result: Value | Absent,
        expected: Value | Absent,
    ) -> None:
        """Add the note of the accepted function that also has this ``result``.

        Raise WrongResultError if there is none. ``expected`` is the reference's result.
        """
        for other in self.exercise.alternatives if not check.is_mock else ():
            caller = caller_of(self.exercise, other.text)
            accepted = self._result(caller, check, domain.arguments(chosen, path))
            if self._agree(result, accepted):
                return self._note(other.message)
        shown = format_value(expected)
        hint = ""
        if self.exercise.any_order and not isinstance(expected, SCALARS):
            hint += " in any order"
        if isinstance(result, str) and result == shown:
            hint += " without quotes"
        gives = f"gives {format_value(result)}"
        if result is NO_RESULT:
            gives = "ends without a return"
        raise WrongResultError(gives, f"{shown}{hint}", result)

    def _call_error(
        self, check: Check, domain: Domain, chosen: Chosen, error: WrongResultError
    ) -> ContractError:
        """Return the error for a wrong result, with the call and all hints."""
        exercise = self.exercise
        outcome = error.outcome
        clause = ""
        explanation = exercise.explanation
        coverage = exercise.search_coverage
        for hint in exercise.hints if not check.is_mock else ():
            caller = caller_of(exercise, hint.text)
            model_result = self._result(caller, check, domain.arguments(chosen))
            if self._agree(error.result, model_result):
                outcome += f", {hint.message}"
        if explanation and not check.is_mock:
            caller = caller_of(exercise, explanation.text)
            arguments = domain.arguments(chosen, None, self.first - 1)
            if self.base == self.first == 1:
                parts = vector_elements(caller.call("Explain", *arguments))
                clause = explanation.otherwise
                if parts:
                    clause = fill_text(explanation.message, *map(format_value, parts))
        if coverage and check is self._main:
            names = [names[0] for names in coverage.groups]
            outcome += self._rejection_clause(names, error.result)
            clause = self._probe_clause(names, domain, chosen, error.result)
        called = self._call_text(domain, chosen)
        return ContractError(f"{called} {outcome}; expected {error.expected}{clause}")

    def _rejection_clause(self, names: list[str], result: Value | Absent) -> str:
        """Return a clause with the checks that reject a search's ``result``, or ""."""
        if isinstance(result, SCALARS):
            return ""
        known = self.exercise.known
        refused = []
        for name in names:
            with suppress(RunError):
                if known.step(name_key(name), [result]) is False:
                    refused.append(name)
        return f", for which {' and '.join(refused)} is FALSE" if refused else ""

    def _probe_clause(
        self, names: list[str], domain: Domain, chosen: Chosen, result: Value | Absent
    ) -> str:
        """Return a clause that says which checks were called with the expected result.

        It explains why a search that returned ``result`` missed it. It is "" if
        ``result`` is a structure.
        """
        if not isinstance(result, SCALARS):
            return ""
        model = reference_caller(self.exercise)
        expected = self._result(model, self._main, domain.arguments(chosen))
        calls: list[tuple[str, Key]] = []
        self.caller.seen = calls
        with suppress(RunError):
            self._result(self.caller, self._main, domain.arguments(chosen))
        self.caller.seen = None
        key = plain_key(expected)
        asked = [name for name in names if (name_key(name), key) in calls]
        if not asked:
            return f", which is not passed to {' or '.join(names)}"
        return f", which is passed to {' and '.join(asked)}"

    def _call_text(self, domain: Domain, chosen: Chosen) -> str:
        """Return the call as text, such as ``MakeVector((2, 4, 1, 3))``."""
        arguments = domain.arguments(chosen, None, self.first - 1)
        return f"{self.exercise.name}({', '.join(map(format_value, arguments))})"

    def _note(self, note: str) -> None:
        if note not in self.notes:
            self.notes.append(note)

    def _require(self, required: Iterable[str]) -> bool:
        """Return whether all functions and operations in ``required`` were called.

        A doubt is added for each that was not.
        """
        parts = syntax.walk(*self._program.functions)
        calling = (syntax.Call, syntax.Operation)
        named = {name_key(part.name) for part in parts if isinstance(part, calling)}
        missing = [name for name in required if not self.calls[name]]
        for name in missing:
            unreached = f"its call of {name} is never reached"
            never = f"never uses {name}, which {self._asked_by} asks for"
            self.doubts.append(unreached if name_key(name) in named else never)
        return not missing

    def _check_coverage(self, coverage: SearchCoverage, uses_all: bool) -> None:
        """Add a doubt if a search checks too few arguments or misses an accepted one.

        ``uses_all`` is whether the answer calls everything that the exercise requires.
        """
        exercise = self.exercise
        caller = self.caller
        domain = self.exercise.domains[0]
        seen, calls = probe_arguments(exercise, coverage, caller)
        reference = arguments_probed_by(exercise, None)
        common = [key for key in seen if key in reference]
        others = coverage.alternatives if seen != reference else ()
        like = [o for o in others if seen == arguments_probed_by(exercise, o.text)]
        is_below = not like and len(common) < coverage.minimum
        if is_below or calls < coverage.calls:
            self.doubts.append(fill_text(coverage.below_minimum, str(len(common))))
        if is_below or not uses_all:
            return
        for other in like:
            self._note(other.message)
        rest = [key for key in common if key != reference[0]]  # which some check before
        every = [*chain(*coverage.groups)]
        opened = cycle([[], *coverage.groups])
        for target, open in zip(rest[:: len(rest) // TARGETS or 1], opened):
            caller.checks = CheckSpy(every, target, open)
            (expected,) = restore(*target, [])
            try:
                arguments = domain.arguments(tuple(domain.example))
                result = caller.call(exercise.name, *arguments)
                if is_same(result, expected):
                    continue
                called = self._call_text(domain, tuple(domain.example))
                message = f"{called} gives {format_value(result)}"
                message += f"; expected {format_value(expected)}"
            except RunError as error:
                message = str(error)
            finally:
                caller.checks = None
            self.doubts.append(fill_text(coverage.message, message))
            return

    def last_call(self) -> str:
        """Return the last call and the result of the reference for it.

        Raise ExerciseError if the reference fails.
        """
        with self._name_errors("the reference", *self.last):
            result = reference_result(self.exercise, *self.last)
        called = self._call_text(*self.last)
        return f"{called}, for which the reference gives {format_value(result)}"

    def call_options(self) -> list[str]:
        """Return the options of `trace` for the last call, or [] if none was made."""
        if self.machine.steps_left == self.machine.step_budget:
            return []
        options = ["--base", "0"] * (self.base == 0)
        options += ["--store", "share"] * (self._store == "share")
        return [*options, "--call", self._call_text(*self.last)]

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
        few = ["--to", "20"] * endless
        trace = command_line(program, "trace", file, "--alone", *few, *call)
        page = [file, "--alone", *call, "-o", "page.html"]
        return [
            f"as a page: {command_line(program, 'walkthrough', *page)}",
            f"to see it: {trace}",
        ]


def fill_text(text: str, *parts: str) -> str:
    """Return ``text`` with each {} replaced by the next of ``parts``."""
    for part in parts:
        text = text.replace("{}", part, 1)
    return text


def is_same(value: Value | Absent, other: Value | Absent) -> bool:
    """Return whether two results are equal; all classes of vectors are one type."""
    if isinstance(value, SCALARS) or isinstance(other, SCALARS):
        return kind_name(value) == kind_name(other) and value == other
    kinds = (ArrayVector, LinkedQueue, ArrayStack)
    if not any(isinstance(value, kind) and isinstance(other, kind) for kind in kinds):
        return False
    left = list_elements(value)
    right = list_elements(other)
    return len(left) == len(right) and all(map(is_same, left, right))


def is_same_bag(value: Value | Absent, other: Structure) -> bool:
    """Return whether two structures of one type have the same elements in any order."""
    if isinstance(value, SCALARS) or kind_name(value) != kind_name(other):
        return False
    others = list_elements(other)
    rest = []
    for element in list_elements(value):  # equal terms first: they need no condition
        same = [k for k, term in enumerate(others) if is_same_term(element, term)]
        if same:
            others.pop(same[0])
        else:
            rest.append(element)
    if len(others) != len(rest):
        return False
    for element in rest:
        place = next((k for k, term in enumerate(others) if is_same(element, term)), -1)
        if place < 0:
            return False
        others.pop(place)
    return True


def is_same_term(value: Value | Absent, other: Value | Absent) -> bool:
    """Return whether both values are tracked and come from one and the same term."""
    return (
        isinstance(value, Tracked)
        and isinstance(other, Tracked)
        and value.term is other.term
    )


def vector_elements(value: Value | Absent) -> list[Value | Absent]:
    """Return the elements of ``value`` if it is a vector, otherwise []."""
    return list_elements(value) if isinstance(value, ArrayVector) else []
