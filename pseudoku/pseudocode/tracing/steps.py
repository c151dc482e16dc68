"""A run in steps: at every operation, every call, or every attempt of a search.

An attempt is one turn of the innermost loops of the function that is traced: with
MakeSolution, one candidate.
"""

from collections.abc import Callable
from typing import Literal, TypeAlias, TypedDict

from pseudoku.pseudocode.running.events import Event, EventData, Log
from pseudoku.pseudocode.running.machine import Routine
from pseudoku.pseudocode.running.runner import Runner
from pseudoku.pseudocode.running.values import Missing, Plain, Value, plain, show
from pseudoku.pseudocode.tracing.names import Variables, shared

Level: TypeAlias = Literal["attempt", "call", "op"]
CallMade: TypeAlias = tuple[str, str, Plain]


class Step:
    """One step: what happened, where, and what the variables are just then.

    ``calls`` are those that the traced function itself made in an attempt, each with
    its result as text and for JSON; in a step of another level there are none.
    """

    def __init__(
        self,
        number: int,
        event: Event,
        routine: Routine | None,
        variables: Variables,
        calls: list[CallMade],
    ) -> None:
        self.number = number
        self.event = event
        self.routine = routine
        self.variables = variables
        self.calls = calls

    def data(self) -> "StepData":
        return {
            "step": self.number,
            "function": self.routine.name if self.routine else "",
            "event": self.event.data(),
            "variables": {name: plain(one) for name, one in self.variables.items()},
            "shared": shared(self.variables, self.routine),
            "calls": [[name, result] for name, _, result in self.calls],
        }


class StepData(TypedDict):
    """A step as JSON carries it; its ``event`` is what changed since the last one.

    ``shared`` are the names that mean one and the same structure.
    """

    step: int
    function: str
    event: EventData
    variables: dict[str, Plain]
    shared: list[list[str]]
    calls: list[list[Plain]]


class Tracer:
    """Hands each step of a run to ``show``. ``log`` and ``runner`` are the run's."""

    def __init__(self, level: Level, show: Callable[[Step], None]) -> None:
        self.level = level
        self.log = Log(self.happened)
        self.count = 0
        self._show = show
        self._runner: Runner | None = None
        self._top = 1  # the depth of the events in the traced function
        self._turns: Variables = {}
        self._last: Event | None = None
        self._calls: list[CallMade] = []

    def follow(self, runner: Runner, top: int) -> None:
        """Watch ``runner``, whose machine has this tracer's log."""
        self._runner = runner
        self._top = top

    def happened(self, event: Event) -> None:
        operation = event.operation
        if self.level == "attempt":
            self.attempted(event)
        elif operation in ("CALL", "RETURN"):
            self.step(event)
        elif self.level == "op" and operation != "TURN":
            self.step(event)

    def step(self, event: Event) -> None:
        routine, variables = self.here()
        self.count += 1
        self._show(Step(self.count, event, routine, variables, []))

    def here(self) -> tuple[Routine | None, Variables]:
        """The function that is running, and its variables that have a value."""
        assert self._runner is not None
        frames = self._runner.machine.frames
        if not frames:
            return None, {}
        routine, frame = frames[-1]
        pairs = zip(routine.names, frame)
        return routine, {n: one for n, one in pairs if not isinstance(one, Missing)}

    def attempted(self, event: Event) -> None:
        """Keep what an attempt did; tell it when the next one begins."""
        if event.operation == "TURN" and event.depth == self._top:
            self.end_attempt(event.name)
            if event.name:
                self._turns[event.name] = self.here()[1][event.name]
        elif event.operation == "RETURN" and event.depth == self._top - 1:
            self.end_attempt()
        elif event.depth == self._top:
            self._last = event
            if event.operation == "RETURN":
                result = self.result(event)  # as it is now: it may be changed later
                self._calls.append((event.name, show(result), plain(result)))

    def result(self, event: Event) -> Value | Missing:
        """What the function that ``event`` returns from has given."""
        assert self._runner is not None
        return None if event.result is None else self._runner.machine.result

    def end_attempt(self, begun: str = "") -> None:
        """Tell the attempt, if there was one; ``begun`` is the next turn's variable."""
        if self._last is None:
            return
        routine, variables = self.here()
        if begun not in self._turns:
            variables.pop(begun, None)
        variables |= self._turns
        self.count += 1
        self._show(Step(self.count, self._last, routine, variables, self._calls))
        self._last, self._calls = None, []
