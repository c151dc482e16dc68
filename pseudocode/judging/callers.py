"""Call the functions of an answer and of the reference, which share known functions."""

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from functools import cache, lru_cache, partial
from itertools import chain
from typing import TypeAlias, cast

from pseudocode.judging.domains import Case
from pseudocode.judging.exercise import Exercise, SearchCoverage
from pseudocode.judging.steps import MAX_STEPS_PER_CALL, ValueShape, flatten
from pseudocode.reading import syntax
from pseudocode.reading.parser import Parsed
from pseudocode.reading.source import RunError, RunLimitError
from pseudocode.reading.vocabulary import name_key
from pseudocode.running.compiler import Compiler
from pseudocode.running.machine import RETURN, Execute, Frame, Routine, Signal, Store
from pseudocode.running.runner import Runner
from pseudocode.running.tracked import Tracked
from pseudocode.running.values import Absent, Value

MAX_CHOICES = 8  # in the arguments of a step
MAX_RESULTS = 1_000  # of the reference, that are kept

Key: TypeAlias = tuple[ValueShape, tuple[int, ...]]  # a value


class Caller:
    """Calls the functions of ``program``, by default all functions in ``parsed``.

    A call of a function that the exercise provides counts as one step, and its result
    is stored. ``base`` is the first position of a vector. `calls` counts the functions
    and operations called. `enqueue_caller` calls a function ``Enqueue`` that changes
    the numbers that enter a queue, and `checks` replaces some of the known functions;
    None is none. If `seen` is a list, each call of a known function is added to it.
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
        self.enqueue_caller: Caller | None = None
        self.checks: CheckSpy | None = None
        self.seen: list[tuple[str, Key]] | None = None
        self.follows_wide_calls = False  # calls whose arguments depend on many choices
        self.max_structures = 0  # in the arguments of a known function; 0: no limit
        self.calls: Counter[str] = Counter()
        self.runner = Runner(store=store, limit=MAX_STEPS_PER_CALL)
        self.machine = self.runner.machine
        self.machine.watch = self._watch
        for name in exercise.known_functions:
            self.add_step(name, exercise.known.routines[name])
        self._functions = exercise.known_functions
        self._program = program or parsed.program
        self._source = parsed.source
        self._base = base
        self._followed: dict[str, Execute] = {}

    def add_step(self, name: str, routine: Routine) -> None:
        """Define a function ``name`` that runs ``routine`` as a single step."""
        body = partial(self._step, routine)
        self.machine.routines[name] = routine._replace(body=body, is_reference=True)

    def load(self) -> None:
        """Compile the functions. Raise RunError if this fails."""
        self.runner.load(self._program, self._source, self._base)

    def _follow(self, name: str) -> Execute:
        """Return the body of a provided function that runs all its steps."""
        if name not in self._followed:
            function, source = self._functions[name]
            compiler = Compiler(self.machine, source, function, 1, {})
            self._followed[name] = compiler.compile_routine().body
        return self._followed[name]

    def call(self, name: str, *arguments: Value) -> Value | Absent:
        """Return the result of a call; raise RunError if the call fails."""
        return self.runner.call(name, [*arguments])

    def _watch(self, operation: str, operands: list[Value]) -> None:
        """Count an ``operation``; with `enqueue_caller`, replace the number enqueued.

        A structure that a provided function makes is not counted.
        """
        if (
            operation.startswith("new ")
            and self.machine.frames[-1].routine.is_reference
        ):
            return
        self.calls[operation] += 1
        if (
            self.enqueue_caller
            and operation == "ENQUEUE"
            and isinstance(operands[0], int)
        ):
            operands[0] = cast(
                "Value", self.enqueue_caller.call("Enqueue", operands[0])
            )

    def _step(self, routine: Routine, frame: Frame) -> Signal | None:
        """Run ``routine``, a function that the exercise provides, in one step.

        ``frame`` has its arguments. The result is stored in the machine. Raise RunError
        if the call fails.
        """
        name = name_key(routine.name)
        arguments = frame[: routine.parameter_count]
        self.calls[routine.name] += 1
        follows = self.follows_wide_calls and name not in self.known.replaced
        if follows and _has_many_choices(arguments):
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


def _has_many_choices(arguments: Frame) -> bool:
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
        """Record ``argument``; return the result of the check ``name`` for it."""
        key = plain_key(argument)
        self.seen[key] = None
        return name in self.open or key == self.accepted


def plain_key(value: Value | Absent) -> Key:
    """Return the key of ``value``, with tracked numbers as plain ones."""
    shape, numbers = flatten([value], [])
    return shape, tuple(map(int, numbers))


@cache
def reference_caller(exercise: Exercise) -> Caller:
    """Return a Caller of the reference function of ``exercise``."""
    text = exercise.reference
    functions = text.program.functions
    if exercise.task:  # the others are known
        key = name_key(exercise.name)
        functions = [node for node in functions if name_key(node.name) == key]
    program = syntax.Program(functions, text.program.statements)
    caller = Caller(exercise, text, program)
    caller.load()
    return caller


def reference_result(exercise: Exercise, case: Case) -> Value | Absent:
    """Call the reference with the arguments ``case``. Raise RunError if it fails."""
    caller = reference_caller(exercise)
    caller.known = exercise.known
    caller.enqueue_caller = None
    return caller.call(exercise.name, *case.arguments())


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
    seen = caller.checks.seen
    with suppress(RunError):
        caller.call(exercise.name, *exercise.domains[0].example_case().arguments())
    caller.checks = None
    return [*seen], max((caller.calls - before).values(), default=0)


@cache
def arguments_probed_by(exercise: Exercise, text: Parsed | None) -> list[Key]:
    """Return the arguments that the function in ``text`` passes to its checks.

    If ``text`` is None, use the reference. Return [] if the exercise asks for no search.
    """
    coverage = exercise.search_coverage
    if not coverage:
        return []
    caller = caller_of(exercise, text) if text else reference_caller(exercise)
    probed, _ = probe_arguments(exercise, coverage, caller)
    return probed
