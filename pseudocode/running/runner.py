"""Run the functions and statements of parsed programs."""

from collections.abc import Iterator
from contextlib import contextmanager

from pseudocode.reading import syntax
from pseudocode.reading.handout import NO_HANDOUT
from pseudocode.reading.source import RunLimitError, Source
from pseudocode.reading.vocabulary import name_key
from pseudocode.running.compiler import Compiler, step_cost
from pseudocode.running.faults import fail_call
from pseudocode.running.machine import (
    DEFAULT_MAX_STEPS,
    RETURN,
    Activation,
    Log,
    Machine,
    Store,
)
from pseudocode.running.values import Absent, Value


class Runner:
    """Runs the functions of loaded programs, and statements outside functions.

    >>> from pseudocode.reading.parser import parse
    >>> parsed = parse("function Twice(n) return 2 × n end function")
    >>> runner = Runner()
    >>> runner.load(parsed.valid_program(), parsed.source)
    >>> runner.call("TWICE", [21])
    42
    """

    def __init__(
        self,
        store: Store = "copy",
        strict: bool = False,
        limit: int = DEFAULT_MAX_STEPS,
        log: Log | None = None,
    ) -> None:
        self.machine = Machine(store, strict, limit, log)
        self.handout = NO_HANDOUT  # of the program that was loaded last

    def load(
        self, program: syntax.Program, source: Source, base: int = 1, lazy: bool = False
    ) -> None:
        """Load the functions of ``program``, a program with the text ``source``.

        ``base`` is its first position of a vector. A function replaces one of the same
        name that was loaded earlier. If ``lazy``, a function is compiled at its first
        call, and only then are there warnings about it.
        """
        self.handout = source.handout
        loaded_names: set[str] = set()
        constants = syntax.constant_values(program.statements)
        for function in program.functions:
            name = name_key(function.name)
            if name in loaded_names:
                message = f"{function.name} is defined again; this definition is used"
                self.machine.warn(source.remark(function.offset, message))
            loaded_names.add(name)
            compiler = Compiler(self.machine, source, function, base, constants)
            self.machine.routines[name] = compiler.compile_routine(lazy)

    def call(self, name: str, arguments: list[Value]) -> Value | Absent:
        """Call the function ``name``; return its result, or NO_RESULT if it has none.

        Raise RunError if the function fails.
        """
        routines = self.machine.routines
        routine = routines.get(name_key(name)) or routines.get(
            name_key(self.handout.full_name(name))
        )
        node = syntax.Call(0, name, [syntax.Literal(0, None)] * len(arguments))
        if routine is None or routine.parameter_count != len(arguments):
            self.machine.reset(Source("", "call"))
            fail_call(self.machine, node, routine)
        with self.limits(routine.source):
            return self.machine.call(routine, arguments, node)

    @contextmanager
    def limits(self, source: Source) -> Iterator[None]:
        """Return a context manager that resets the machine for the run in its body.

        Raise RunLimitError if the body reaches Python's recursion limit.
        """
        self.machine.reset(source)
        try:
            yield
        except RecursionError:
            message = "calls and expressions are nested too deeply"
            raise RunLimitError(source.remark(0, message)) from None

    def run(
        self, program: syntax.Program, source: Source, base: int = 1
    ) -> dict[str, Value | Absent]:
        """Run the statements outside functions; return their variables by name.

        ``base`` is the first position of a vector. If a ``return`` ends the run, the
        result is ``{"": value}`` with the returned value.
        """
        function = syntax.Function(0, "", [], program.statements, 0)
        routine = Compiler(self.machine, source, function, base, {}).compile_routine()
        frame = [*routine.unset_variables]
        with self.limits(source):
            self.machine.frames.append(Activation(routine, frame))
            self.machine.charge(step_cost(program.statements), function)
            if routine.body(frame) is RETURN:
                return {"": self.machine.result}
        return dict(zip(routine.names, frame))
