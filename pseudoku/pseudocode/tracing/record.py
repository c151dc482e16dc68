"""A run as nested bodies of tokens, which a page unfolds.

The steps of a call are its body. A token is a step: its line, its sentence, what
changed in the variables, and the element that it touched. Equal tokens and equal bodies
are kept once.
"""

from collections.abc import Iterator
from json import dumps
from typing import NamedTuple, TypeAlias

from adt.show.states import Element
from pseudoku.pseudocode.running import values
from pseudoku.pseudocode.running.machine import Event, Log, LogFull
from pseudoku.pseudocode.running.runner import Runner
from pseudoku.pseudocode.running.values import Structure, Value
from pseudoku.pseudocode.tracing import pictures, steps
from pseudoku.pseudocode.tracing.steps import Place, Step

MOST_STEPS = 10_000
MOST_CHARACTERS = 1_000_000  # of different tokens

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
    calls: list[steps.CallMade]


class Record:
    """Watches a run of ``runner``, as `Tracer` does. The last body is the whole run.

    A change is how many calls further out a variable is, and its name, its value (None
    if it is gone) and the path to what changed in it. A mark is the sign, the path to
    the element, and at the end what left, if it left.
    """

    def __init__(self, painter: pictures.Painter, runner: Runner, top: int) -> None:
        self.tokens: dict[Token, int] = {}
        self.bodies: dict[Body, int] = {}
        self.attempts: list[Attempt] = []
        self.steps = self.calls = 0
        self._painter = painter
        self._attempts = steps.Tracer("attempt", self.attempt, runner, top)
        self._steps = steps.Tracer("op", self.step, runner, top)
        runner.machine.log = Log(self.happened)
        self._open: list[tuple[str, list[int]]] = [("", [])]
        self._known = steps.Known[Flat]()
        # The structures since something changed, by their ids and first positions.
        self._flat: dict[tuple[int, int], tuple[Structure, Flat]] = {}
        self._size = 0

    def happened(self, event: Event) -> None:
        self._attempts.happened(event)  # which may end before this step
        self._steps.happened(event)

    def flat(self, value: Value, step: Step) -> Flat:
        """Return ``value`` flat, or as text if it is too large to draw."""
        if type(value) is int:
            return value
        if not isinstance(value, values.STRUCTURES):
            return values.show(value, pictures.MOST_TOLD)
        first = step.first(value)
        key = id(value), first
        if key not in self._flat:
            state = pictures.state_of(value, first)
            self._flat[key] = value, flattened(state, first)
        return self._flat[key][1]

    def attempt(self, step: Step) -> None:
        now = {name: self.flat(one, step) for name, one in step.variables.items()}
        changed = [*differences(self._known.changes(now, step.depth, keep=False))]
        self.attempts.append(Attempt(self.steps, now, changed, step.calls))

    def step(self, step: Step) -> None:
        event, operation = step.event, step.event.operation
        line = 0 if operation == "RETURN" else event.line
        place = step.touched()
        found = dumps(self.changes(step, place), separators=(",", ":"))
        sign = dumps(self.mark(step, place), separators=(",", ":"))
        token = Token(line, self._painter.sentence(step), found, sign)
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

    def changes(self, step: Step, place: Place | None) -> list[tuple[int, list[Flat]]]:
        """Return what changed in the variables of all active calls."""
        quiet = step.event.operation in steps.QUIET
        if not quiet:
            self._flat.clear()
        found: list[tuple[int, list[Flat]]] = []
        for up in range(min(1, step.depth) if quiet else step.depth):
            routine, variables = self._steps.here(step.event, up)
            if up == 0 and place and len(place.path) == 1:
                variables[place.name] = place.structure
            within = step._replace(routine=routine)
            now = {name: self.flat(one, within) for name, one in variables.items()}
            changed = self._known.changes(now, step.depth, up)
            found += [(up, change) for change in differences(changed)]
            self._steps.charge(len(variables), step.event)
        return found

    def mark(self, step: Step, place: Place | None) -> list[str | int]:
        """Return the mark of the element that ``step`` touched."""
        flat = self.flat(place.structure, step) if place else None
        if not place or not isinstance(flat, list):
            return []
        first = step.first(place.structure)
        sign, index = pictures.mark_of(step.event, first, len(flat) - 1)
        if sign == "leaves":
            return [sign, *place.path, pictures.text_of(step.event.removed)]
        return [sign, *place.path, index + 1] if sign else []


def flattened(state: Element, first: int = 1) -> Flat:
    """Return a state as a list; the positions of a vector count from ``first``."""
    if not isinstance(state, dict):
        return state
    kind: Flat = first if state["kind"] == "vector" else state["kind"][0]
    return [kind, *map(flattened, state["elements"])]


def differences(changed: list[steps.Change[Flat]]) -> Iterator[list[Flat]]:
    """Yield each change, with the path to the only part that changed."""
    for name, old, new in changed:
        path: list[Flat] = []
        while isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
            places = [k for k, pair in enumerate(zip(old, new)) if pair[0] != pair[1]]
            if len(places) != 1:
                break
            path += places
            old, new = old[places[0]], new[places[0]]
        yield [name, new, *path]
