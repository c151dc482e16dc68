"""A run as nested bodies of tokens, which a page unfolds.

The steps of a call are its body. A token is a step: its line, its sentence, what
changed in the variables, and the element that it touched. Equal tokens and equal bodies
are kept once.
"""

from collections.abc import Iterator, Mapping
from json import dumps
from typing import NamedTuple, TypeAlias

from adt.vector import Vector
from pseudoku.pseudocode.running.machine import A_STEP, Event, Log, LogFull, Routine
from pseudoku.pseudocode.running.runner import Runner
from pseudoku.pseudocode.running.values import (
    SCALARS,
    Missing,
    Structure,
    Value,
    elements,
    show,
)
from pseudoku.pseudocode.running.values import kind as kind_of
from pseudoku.pseudocode.tracing.pictures import (
    MARKS,
    MOST_TOLD,
    Painter,
    place_of,
    state_of,
    text_of,
    too_large,
)
from pseudoku.pseudocode.tracing.steps import (
    READING,
    CallMade,
    Step,
    Tracer,
    first_position,
    named,
)

MOST_STEPS = 10_000
MOST_CHARACTERS = 1_000_000  # of different tokens
CHANGES_NOTHING = (*READING, "NEW", "CALL", "RETURN")

# A structure is a list: q for a queue, s for a stack, the first position for a vector;
# then the elements, None where nothing is stored.
Flat: TypeAlias = "str | int | None | list[Flat]"
Values: TypeAlias = dict[str, Flat]


class Token(NamedTuple):
    """A step. The changes and the mark are JSON, as `Record` describes them."""

    line: int
    sentence: str
    changes: str
    mark: str


class Body(NamedTuple):
    """The steps of a call of ``function``: numbers of tokens, and ~n for body n."""

    function: str
    parts: tuple[int, ...]


class Attempt(NamedTuple):
    """An attempt, with its variables; ``changes`` are those since the step ``end``."""

    end: int
    values: Values
    changes: list[list[Flat]]
    calls: list[CallMade]


class Record:
    """Watches a run. ``log`` is the log of that run. The last body is the whole run.

    A change is how many calls further out a variable is, and its name, its value (None
    if it is gone) and the path to what changed in it. A mark is the sign, the path to
    the element, and at the end what left, if it left.
    """

    def __init__(self, painter: Painter) -> None:
        self.tokens: dict[Token, int] = {}
        self.bodies: dict[Body, int] = {}
        self.attempts: list[Attempt] = []
        self.steps = self.calls = 0
        self.log = Log(self.happened)
        self._painter = painter
        self._machine = Runner().machine  # until `follow`
        self._attempts = Tracer("attempt", self.attempt)
        self._steps = Tracer("op", self.step)
        self._open: list[tuple[str, list[int]]] = [("", [])]
        self._known: list[Values] = []  # the variables of each active call
        self._flat: dict[int, tuple[Structure, Flat]] = {}  # until something changes
        self._size = 0

    def follow(self, runner: Runner, top: int) -> None:
        """Watch ``runner``, as `Tracer.follow` does."""
        self._machine = runner.machine
        self._attempts.follow(runner, top)
        self._steps.follow(runner, top)

    def happened(self, event: Event) -> None:
        self._attempts.happened(event)  # which may end before this step
        self._steps.happened(event)

    def flat(self, value: Value | Missing, routine: Routine | None) -> Flat:
        """Return ``value`` flat, or as text if it is too large to draw."""
        if type(value) is int:
            return value
        if isinstance(value, SCALARS):
            return show(value, MOST_TOLD)
        if id(value) not in self._flat:
            short = too_large(value) or flattened(value, first_position(value, routine))
            self._flat[id(value)] = value, short
        return self._flat[id(value)][1]

    def attempt(self, step: Step) -> None:
        values = {n: self.flat(one, step.routine) for n, one in step.variables.items()}
        known = self._known[step.depth - 1 :][:1] or [{}]
        changes = [*differences(known[0], values)]
        self.attempts.append(Attempt(self.steps, values, changes, step.calls))

    def step(self, step: Step) -> None:
        event, operation = step.event, step.event.operation
        line = 0 if operation == "RETURN" else event.line
        path = self.path(step)
        token = Token(
            line,
            self._painter.sentence(step),
            dumps(self.changes(step, path), separators=(",", ":")),
            dumps(mark(step, path), separators=(",", ":")),
        )
        if token not in self.tokens:
            self._size += len(token.sentence) + len(token.changes)
        self._open[-1][1].append(self.tokens.setdefault(token, len(self.tokens)))
        self.steps = step.number
        self.calls += operation in ("CALL", "RETURN")
        if operation == "CALL":
            self._open.append((event.name, []))
        elif operation == "RETURN":
            self.close()
        if self.steps >= MOST_STEPS or self._size > MOST_CHARACTERS:
            raise LogFull(f"stopped after {self.steps:,} steps of the record")

    def close(self) -> None:
        """End the innermost body."""
        function, parts = self._open.pop()
        body = Body(function, tuple(parts))
        number = self.bodies.setdefault(body, len(self.bodies))
        if self._open:
            self._open[-1][1].append(~number)

    def end(self, failed: bool) -> None:
        """End all bodies, and unless the run has ``failed``, the last attempt."""
        if not failed:
            self._attempts.end_attempt()
        while self._open:
            self.close()

    def path(self, step: Step) -> list[str | int]:
        """Return the path to the structure of the operation, if it has one."""
        about = step.event.structure
        if about is None:
            return []
        if step.event.operation != "NEW":  # then the variable does not hold it yet
            for place in named(step.variables, step.routine):
                if place.structure is about.structure:
                    return [*place.path]
        return [step.event.name or str(about)]

    def changes(
        self, step: Step, path: list[str | int]
    ) -> list[tuple[int, list[Flat]]]:
        """Return what changed in the variables of all active calls."""
        frames = self._machine.frames
        del self._known[len(frames) :]
        self._known += [{} for _ in range(len(frames) - len(self._known))]
        if step.event.operation not in CHANGES_NOTHING:
            self._flat.clear()
        found: list[tuple[int, list[Flat]]] = []
        for up, (routine, frame) in enumerate(reversed(frames)):
            pairs = zip(routine.names, frame)
            held = {n: one for n, one in pairs if not isinstance(one, Missing)}
            if up == 0 and step.event.structure and path[1:] == []:
                held[str(path[0])] = step.event.structure.structure
            now = {name: self.flat(one, routine) for name, one in held.items()}
            found += [(up, change) for change in differences(self._known[~up], now)]
            self._known[~up] = now
            self._steps.charge(A_STEP * len(frame), step.event)
            if step.event.operation in CHANGES_NOTHING:
                break
        return found


def mark(step: Step, path: list[str | int]) -> list[str | int]:
    """Return the mark of the element that ``step`` touched."""
    event, sign = step.event, MARKS.get(step.event.operation, "")
    if not event.structure or not sign:
        return []
    structure = event.structure.structure
    first = first_position(structure, step.routine)
    state = state_of(structure, None, first)
    if isinstance(state, str) or not (state["elements"] or sign == "leaves"):
        return []
    if sign == "leaves":
        return [sign, *path, text_of(event.removed)]
    return [sign, *path, place_of(state, event, first) + 1]


def flattened(value: Value | Missing, first: int = 1) -> Flat:
    if type(value) is int or isinstance(value, str):
        return value
    if isinstance(value, SCALARS):
        return None if isinstance(value, Missing) else show(value)
    kind: Flat = first if isinstance(value, Vector) else kind_of(value)[0]
    return [kind, *map(flattened, elements(value))]


def differences(
    before: Mapping[str, Flat], now: Mapping[str, Flat]
) -> Iterator[list[Flat]]:
    """Yield the changes from ``before`` to ``now``."""
    for name in [*now, *(name for name in before if name not in now)]:
        old, new = before.get(name), now.get(name)
        if old is new:
            continue
        path: list[Flat] = []
        while isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
            places = [k for k, pair in enumerate(zip(old, new)) if pair[0] != pair[1]]
            if len(places) != 1:
                break
            path += places
            old, new = old[places[0]], new[places[0]]
        if old != new:
            yield [name, new, *path]
