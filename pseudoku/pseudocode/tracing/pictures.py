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
from pseudoku.pseudocode.running import values
from pseudoku.pseudocode.running.machine import Atom, Event, Reference
from pseudoku.pseudocode.running.values import Structure, Value, show
from pseudoku.pseudocode.tracing.steps import Known, Step

AROUND = 1  # lines before and after the current one
MOST_DRAWN = 150  # characters of a structure
MOST_TOLD = 200  # characters of a structure in a sentence

Form: TypeAlias = Literal["short", "full", "words"]

# The mark and the effect of an operation.
EFFECTS: dict[str, tuple[Mark, str]] = {
    "NEW": ("", "it is empty"),
    "SELECT": ("read", "element {0} is read"),
    "STORE": ("arrives", "{1} is stored in element {0}"),
    "ENQUEUE": ("arrives", "{0} is added at the tail"),
    "PUSH": ("arrives", "{0} is added at the top"),
    "HEAD": ("read", "{result} is read"),
    "TOP": ("read", "{result} is read"),
    "DEQUEUE": ("leaves", "{removed} is removed at the head"),
    "POP": ("leaves", "{removed} is removed at the top"),
}


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
        self._known = Known[str]()
        self._here = 0, 0  # the last depth and line
        self._equal: list[str] = []  # the last equal names
        for source, program in [(one.source, one.program) for one in programs]:
            lines = source.original.split("\n")
            self.listings[source.name, ""] = 1, lines
            for part in program.functions:
                first, last = source.place(part.at)[0], source.place(part.end)[0]
                self.listings[source.name, part.name] = first, lines[first - 1 : last]

    def text(self, step: Step) -> Iterator[str]:
        """Yield the lines of one step."""
        yield from self.heading(step)
        if step.calls:
            return
        equal = [f"the same structure: {', '.join(names)}" for names in step.shared()]
        here = step.depth, step.event.line
        if self.form != "short":
            yield from self.listing(step, None if self.form == "full" else 0)
            yield from self.pictures(step)
            yield from equal
        else:
            if here != self._here and step.event.operation != "RETURN":
                yield from self.listing(step, AROUND)
            yield from self.changes(step)
            yield from equal if equal != self._equal else ()
        self._here, self._equal = here, equal
        yield ""

    def changes(self, step: Step) -> Iterator[str]:
        """Yield the variables that changed, in one line, if any."""
        now = {n: show(one, MOST_TOLD) for n, one in step.variables.items()}
        changes = self._known.changes(now, step.depth)
        if fresh := [f"{name} = {text}" for name, _, text in changes if text]:
            yield "    ".join(fresh)

    def pictures(self, step: Step) -> Iterator[str]:
        """Yield the variables, and drawings of structures or words for them."""
        yield from filter(None, [numbers(step, "    ")])
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
        touched = step.touched()
        if touched:
            drawn[touched.name] = touched.structure
        states = {n: state_of(one, step.first(one)) for n, one in drawn.items()}
        for name, state in states.items():
            if touched and drawn[name] is touched.structure and isinstance(state, dict):
                held, first = state["elements"], step.first(touched.structure)
                mark, place = mark_of(step.event, first, len(held))
                if mark == "leaves":
                    held.insert(place, text_of(step.event.removed))
                if mark:
                    state["marks"] = [""] * len(held)
                    state["marks"][place] = mark
        return states

    def heading(self, step: Step) -> Iterator[str]:
        """Yield what happened; in an attempt, its numbers and the calls."""
        if not step.calls:
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
        name = routine.source.name, routine.name
        first, lines = self.listings.get(name, (1, []))
        here = 0 if event.operation == "RETURN" else event.line
        for number, line in enumerate(lines, start=first):
            if around is None or abs(number - here) <= around:
                sign = ">" if number == here else " "
                yield f"{sign}{number:4}  {line.expandtabs()}".rstrip()

    def sentence(self, step: Step) -> str:
        """Return a sentence that says what happened."""
        event = step.event
        operands = [*map(text_of, event.operands)]
        result = "nothing" if event.result is None else text_of(event.result)
        if event.operation == "CALL":
            return f"{event.name}({', '.join(operands)}) is called"
        touched = step.touched()
        if not touched:
            return f"{event.name} returns {result}"
        _, form = EFFECTS.get(event.operation, ("", "{result}"))
        if event.operation == "NEW" and operands:
            form = "{0} elements, nothing stored"
        removed = text_of(event.removed)
        effect = form.format(*operands, result=result, removed=removed)
        return f"{event.operation} of {touched.name}: {effect}"


def is_drawn(value: Value) -> TypeGuard[Structure]:
    """Return whether ``value`` is a queue, a stack or a vector of vectors."""
    if isinstance(value, Vector):
        return any(isinstance(one, Vector) for one in values.elements(value, MOST_TOLD))
    return isinstance(value, values.STRUCTURES)


def numbers(step: Step, between: str) -> str:
    """Return the variables of ``step`` that are not drawn, in one line."""
    others = [(n, one) for n, one in step.variables.items() if not is_drawn(one)]
    return between.join(f"{name} = {show(one)}" for name, one in others)


def state_of(structure: Structure, first: int = 1) -> LineState | str:
    """Return the state of ``structure``, or text if it is too large to draw.

    The positions of a vector count from ``first``.
    """
    text = show(structure, MOST_DRAWN)
    if "..." in text:  # it is cut, or inside itself
        return f"{text} is too large to draw"
    if isinstance(structure, Vector):
        return vector_state(structure, first)
    if isinstance(structure, Queue):
        return queue_state(structure)
    return stack_state(structure)


def mark_of(event: Event, first: int, length: int) -> tuple[Mark, int]:
    """Return the mark of the element that was added, removed or read, and its index.

    ``length`` is that of the structure after the operation.
    """
    mark, _ = EFFECTS.get(event.operation, ("", ""))
    match event.operation, event.operands:
        case "SELECT" | "STORE", (int(position), *_):
            return mark, position - first
        case "HEAD" | "DEQUEUE" as name, _:
            return mark, length - (name == "HEAD")
    return mark, 0


def text_of(atom: Atom) -> str:
    """Return the value that ``atom`` is, or refers to, as text."""
    return show(atom.structure if isinstance(atom, Reference) else atom, MOST_TOLD)
