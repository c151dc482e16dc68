"""Write a step of a run as text, in words, or as a picture."""

from collections.abc import Iterator
from typing import Literal, TypeAlias, TypeGuard

from adt.queue import Queue
from adt.show import svg
from adt.show.states import LineState, Mark, queue_state, stack_state, vector_state
from adt.show.text import draw
from adt.show.words import description
from adt.vector import Vector
from pseudoku.pseudocode.reading.parser import Parsed
from pseudoku.pseudocode.running.machine import Atom, Event, Reference
from pseudoku.pseudocode.running.values import (
    SCALARS,
    STRUCTURES,
    Missing,
    Structure,
    Value,
    elements,
    show,
)
from pseudoku.pseudocode.tracing.steps import Step, first_position, named, shared

AROUND = 1  # lines before and after the current one
MOST_DRAWN = 40  # elements
MOST_TOLD = 200  # characters of a structure in a sentence


Form: TypeAlias = Literal["short", "full", "words"]


class Painter:
    """Writes steps as text; ``programs`` have the functions that may run.

    The form ``short`` has what changed and the lines around the current one; ``full``
    has the function, all variables and drawings; ``words`` has words for drawings.
    """

    def __init__(self, programs: list[Parsed], total: int, form: Form = "full") -> None:
        # The first line number and the lines of each function, by program and name.
        self.listings: dict[tuple[str, str], tuple[int, list[str]]] = {}
        self.total = total
        self.form = form
        self._last: list[object] = []  # the last line and the last equal names
        self._frames: list[dict[str, str]] = []  # the variables that were written
        for source, program in [(one.source, one.program) for one in programs]:
            lines = source.text.split("\n")
            self.listings[source.name, ""] = 1, lines
            for part in program.functions:
                first, last = source.place(part.at)[0], source.place(part.end)[0]
                self.listings[source.name, part.name] = first, lines[first - 1 : last]

    def text(self, step: Step) -> Iterator[str]:
        """Yield the lines of one step."""
        yield from self.heading(step)
        if step.calls or step.event.operation == "TURN":
            return
        if self.form == "short":
            yield from self.changes(step)
        else:
            yield from self.listing(step, None if self.form == "full" else 0)
            yield from self.pictures(step)
            yield from equal_names(step)
        yield ""

    def changes(self, step: Step) -> Iterator[str]:
        """Yield the lines around the current one, and what changed, if it did."""
        del self._frames[step.depth :]
        self._frames += [{} for _ in range(step.depth - len(self._frames))]
        before = self._frames[-1] if self._frames else {}
        now = {n: show(one, MOST_TOLD) for n, one in step.variables.items()}
        fresh = {n: text for n, text in now.items() if before.get(n) != text}
        self._frames[-1:] = [now] * bool(self._frames)
        equal, here = [*equal_names(step)], (step.depth, step.event.line)
        if self._last[:1] != [here] and step.event.operation != "RETURN":
            yield from self.listing(step, AROUND)
        if fresh:
            yield "    ".join(f"{name} = {text}" for name, text in fresh.items())
        yield from equal if self._last[1:] != [equal] else []
        self._last = [here, equal]

    def pictures(self, step: Step) -> Iterator[str]:
        """Yield the variables, and drawings of structures or words for them."""
        if line := numbers(step):
            yield line
        for name, state in self.states(step).items():
            if isinstance(state, str):
                yield f"{name}: {state}"
            elif self.form == "words":
                yield f"{name}: {description(state)}"
            else:
                yield f"{name}:"
                yield from draw(state).splitlines()

    def svg(self, step: Step) -> str:
        """Return a picture of one step: its sentence, variables and structures."""
        lines = [*self.heading(step), *filter(None, [numbers(step, ", ")])]
        return svg.draw_all(lines, self.states(step))

    def states(self, step: Step) -> dict[str, LineState | str]:
        """Return the state of each structure, or words if it is too large to draw."""
        drawn = {n: one for n, one in step.variables.items() if is_drawn(one)}
        about = step.event.structure
        touched = about.structure if about else None
        if touched is not None and not any(one is touched for one in drawn.values()):
            drawn[self.name(step, about)] = touched
        return {
            name: state_of(
                structure,
                step.event if structure is touched else None,
                first_position(structure, step.routine),
            )
            for name, structure in drawn.items()
        }

    def heading(self, step: Step) -> Iterator[str]:
        """Yield what happened; in an attempt, its numbers and the calls."""
        if not step.calls and step.event.operation != "TURN":
            yield f"Step {step.number} of {self.total}: {self.sentence(step)}"
            return
        numbers = [(n, one) for n, one in step.variables.items() if type(one) is int]
        values = ", ".join(f"{name} = {number}" for name, number in numbers)
        yield f"Attempt {step.number} of {self.total}: {values}"
        for name, given, _ in step.calls:
            yield f"    {name} gives {given}"

    def listing(self, step: Step, around: int | None) -> Iterator[str]:
        """Yield the lines of the running function, with a sign at the current line.

        ``around`` is how many lines to show before and after it; None means all.
        """
        routine, event = step.routine, step.event
        if routine is None:
            return
        found = self.listings.get((routine.source.name, routine.name))
        first, lines = found or (1, [])
        here = 0 if event.operation == "RETURN" else event.line
        for number, line in enumerate(lines, start=first):
            if around is None or abs(number - here) <= around:
                sign = ">" if number == here else " "
                yield f"{sign}{number:4}  {line.expandtabs()}".rstrip()

    def sentence(self, step: Step) -> str:
        """Return a sentence that says what happened."""
        event = step.event
        if event.operation == "CALL":
            return (
                f"{event.name}({', '.join(map(self.value, event.operands))}) is called"
            )
        if event.operation == "RETURN":
            return f"{event.name} returns {self.value(event.result)}"
        name = self.name(step, event.structure)
        form = EFFECTS.get((event.operation, len(event.operands)), "{result}")
        operands = [self.value(operand) for operand in event.operands]
        result, removed = self.value(event.result), text_of(event.removed)
        effect = form.format(*operands, result=result, removed=removed)
        return f"{event.operation} of {name}: {effect}"

    def value(self, atom: Atom) -> str:
        return "nothing" if atom is None else text_of(atom)

    def name(self, step: Step, reference: Reference | None) -> str:
        """Return the name of a structure in the program, or its number."""
        if step.event.operation == "NEW":
            return step.event.name  # which does not hold it yet
        for place in named(step.variables, step.routine):
            if reference and place.structure is reference.structure:
                return place.name
        return str(reference)


# The effect of an operation, by its name and the number of its operands.
EFFECTS = {
    ("NEW", 1): "{0} elements, nothing stored",
    ("NEW", 0): "it is empty",
    ("SELECT", 1): "element {0} is read",
    ("STORE", 2): "{1} is stored in element {0}",
    ("ENQUEUE", 1): "{0} is added at the tail",
    ("PUSH", 1): "{0} is added at the top",
    ("HEAD", 0): "{result} is read",
    ("TOP", 0): "{result} is read",
    ("DEQUEUE", 0): "{removed} is removed at the head",
    ("POP", 0): "{removed} is removed at the top",
}


def is_drawn(value: Value | Missing) -> TypeGuard[Structure]:
    """Return whether ``value`` is a queue, a stack or a vector of vectors."""
    if isinstance(value, Vector):
        return any(isinstance(one, Vector) for one in elements(value, MOST_DRAWN))
    return isinstance(value, STRUCTURES)


def numbers(step: Step, between: str = "    ") -> str:
    """Return the variables of ``step`` that are not drawn, in one line."""
    others = [(n, one) for n, one in step.variables.items() if not is_drawn(one)]
    return between.join(f"{name} = {show(one)}" for name, one in others)


def equal_names(step: Step) -> Iterator[str]:
    for names in shared(step.variables, step.routine):
        yield f"the same structure: {', '.join(names)}"


def state_of(
    structure: Structure, event: Event | None, first: int = 1
) -> LineState | str:
    """Return the state of ``structure``, with a mark where ``event`` touched it.

    The positions of a vector count from ``first``. A large structure is text.
    """
    if large := too_large(structure):
        return large
    if isinstance(structure, Vector):
        state = vector_state(structure, first)
    elif isinstance(structure, Queue):
        state = queue_state(structure)
    else:
        state = stack_state(structure)
    if event is not None:
        mark(state, event, first)
    return state


def too_large(structure: Structure) -> str:
    """Return "" if ``structure`` can be drawn, or else text that says so.

    It has the first elements of a vector, or those nearest to the top or head.
    """
    if count(structure) <= MOST_DRAWN:
        return ""
    inner = [show(one, MOST_DRAWN) for one in elements(structure, MOST_DRAWN // 2)]
    text = f"stack<{' '.join(inner)} ...>"
    if isinstance(structure, Vector):
        text = f"({', '.join(inner)}, ...)"
    elif isinstance(structure, Queue):
        text = f"queue<... {' '.join(inner)}>"
    return f"{text} is too large to draw"


MARKS: dict[str, Mark] = {
    **{"STORE": "arrives", "ENQUEUE": "arrives", "PUSH": "arrives"},
    **{"SELECT": "read", "HEAD": "read", "TOP": "read"},
    **{"DEQUEUE": "leaves", "POP": "leaves"},
}


def mark(state: LineState, event: Event, first: int) -> None:
    """Mark the element that was added, removed or read."""
    sign, held = MARKS.get(event.operation, ""), state["elements"]
    place = place_of(state, event, first)
    if sign == "leaves":
        held.insert(place, text_of(event.removed))
    state["marks"] = [""] * len(held)
    if held:
        state["marks"][place] = sign


def place_of(state: LineState, event: Event, first: int) -> int:
    """Return the index of the element that was added, removed or read."""
    if event.operation in ("SELECT", "STORE"):
        position = event.operands[0]
        assert isinstance(position, int)
        return position - first
    last = len(state["elements"]) - (event.operation != "DEQUEUE")
    return max(last, 0) if event.operation in ("HEAD", "DEQUEUE") else 0


def text_of(atom: Atom) -> str:
    """Return the value that ``atom`` is, or refers to, as text."""
    return show(atom.structure if isinstance(atom, Reference) else atom, MOST_TOLD)


def count(value: Value) -> int:
    """Return how many elements a drawing of ``value`` has, or more than MOST_DRAWN."""
    waiting, total = [(value, 0)], 0
    while waiting and total <= MOST_DRAWN:
        one, depth = waiting.pop()
        if not isinstance(one, SCALARS):
            held = elements(one, MOST_DRAWN + 1)
            total += len(held) + (MOST_DRAWN if depth > 2 else 0)
            waiting += [(e, depth + 1) for e in held if not isinstance(e, SCALARS)]
    return total
