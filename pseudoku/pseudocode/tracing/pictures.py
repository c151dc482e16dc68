"""Write a step of a run as text, in words, or as a picture."""

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from adt.show import svg
from adt.show.descriptions import description
from adt.show.states import Element, LineState, Mark, line_state
from adt.show.text import draw
from pseudoku.pseudocode.reading.parser import Parsed
from pseudoku.pseudocode.tracing.record import (
    FlatValue,
    StepState,
    Variables,
    format_flat,
)
from pseudoku.pseudocode.tracing.rounds import Round

CONTEXT_LINES = 1  # lines before and after the current one

Form: TypeAlias = Literal["short", "full", "words"]
Emphasis: TypeAlias = Literal["", "current", "changed", "differs"]
Listings: TypeAlias = dict[str, tuple[int, list[str]]]
MARK_NAMES: dict[str, Mark] = {one: one for one in ("arrives", "read", "leaves")}


class Listing(NamedTuple):
    """The pseudocode of a function."""

    name: str
    start: int  # the number of its first line
    lines: list[str]


def listings(programs: list[Parsed]) -> Listings:
    """Return the first line number and the lines of each function, by its name.

    The name of a program is empty. Of two functions, the last one counts.
    """
    found: Listings = {}
    for source, program in [(one.source, one.program) for one in programs]:
        lines = source.original.split("\n")
        found[""] = 1, lines
        for part in program.functions:
            first, last = (
                source.line_and_column(part.offset)[0],
                source.line_and_column(part.end)[0],
            )
            found[part.name] = first, lines[first - 1 : last]
    return found


class StepWriter:
    """Writes steps as text.

    The form ``short`` has what changed and the lines around the current one; ``full``
    has the function, all variables and drawings; ``words`` has words for drawings.
    """

    def __init__(self, functions: Listings, total: int, form: Form = "full") -> None:
        self.listings, self.total, self.form = functions, total, form
        self._known: list[Variables] = []  # as they were last shown
        self._here = 0, 0  # the last depth and line
        self._equal: list[str] = []  # the last equal names

    def step_lines(
        self, number: int, moment: StepState
    ) -> Iterator[tuple[str, Emphasis]]:
        """Yield the lines of one step, which is the ``number``th of its level."""
        step = moment.step
        yield f"Step {number:,} of {self.total:,}: {step.text}", ""
        equal = [f"the same structure: {', '.join(names)}" for names in step.shared]
        here = len(moment.active), step.line
        around = {"short": CONTEXT_LINES, "full": None, "words": 0}[self.form]
        if self.form != "short" or here != self._here:
            yield from self.code_lines(moment, around)
        changed = self.changed_values(moment)
        if self.form != "short":
            yield from ((line, "") for line in [*self.structure_lines(moment), *equal])
        else:
            yield from ((line, "changed") for line in changed)
            yield from ((line, "") for line in equal if equal != self._equal)
        self._here, self._equal = here, equal

    def round_lines(
        self, number: int, one: Round, searches: bool
    ) -> Iterator[tuple[str, Emphasis]]:
        """Yield the lines of a round, or of an attempt of a search."""
        word = "Attempt" if searches else "Round"
        yield f"{word} {number:,} of {self.total:,}: {one.heading()}", ""
        if not searches:
            yield from ((f"    {told}", "changed") for told in one.changes())
            return
        yield from ((f"    {name} gives {result}", "") for name, result in one.calls)
        if clash := one.clash():
            yield f"    {clash[1]}", "differs"

    def changed_values(self, moment: StepState) -> list[str]:
        """Return the variables that changed, in one line, if any."""
        depth = len(moment.active)
        del self._known[depth:]
        self._known += [{} for _ in range(depth - len(self._known))]
        before, now = self._known[-1], dict(moment.here.variables)
        self._known[-1] = now
        fresh = [n for n, one in now.items() if one != before.get(n)]
        told = "    ".join(f"{name} = {format_flat(now[name])}" for name in fresh)
        return [told] if told else []

    def structure_lines(self, moment: StepState) -> Iterator[str]:
        """Yield the variables, and drawings of structures or words for them."""
        yield from filter(None, [undrawn_variables(moment, "    ")])
        for name, state in drawable_states(moment).items():
            if isinstance(state, str):
                yield f"{name}: {state}"
            elif self.form == "words":
                yield f"{name}: {description(state)}"
            else:
                yield f"{name}:"
                yield from draw(state).splitlines()

    def step_svg(self, heading: str, moment: StepState) -> str:
        """Return a picture of one step: its heading, variables and structures."""
        lines = [heading, *filter(None, [undrawn_variables(moment, ", ")])]
        return svg.draw_all(lines, drawable_states(moment))

    def code_lines(
        self, moment: StepState, around: int | None
    ) -> Iterator[tuple[str, Emphasis]]:
        """Yield the lines of the running function, with a sign at the current line.

        ``around`` is how many lines to show before and after it; None means all.
        """
        line = moment.step.line
        first, lines = self.listings.get(moment.here.function, (1, []))
        failed = moment.step.operation == "FAIL"
        for number, text in enumerate(lines, start=first):
            if around is None or abs(number - line) <= around:
                here: tuple[str, Emphasis] = (" ", "")
                if number == line:
                    here = ("✕", "differs") if failed else (">", "current")
                yield f"{here[0]}{number:4}  {text.expandtabs()}".rstrip(), here[1]


def drawable_states(moment: StepState) -> dict[str, LineState | str]:
    """Return the state of each structure, or words if it is too large to draw.

    A vector is drawn if it has vectors in it, or if it was touched.
    """
    mark = moment.step.mark
    drawn: dict[str, LineState | str] = {}
    for name, value in moment.here.variables.items():
        own = mark if mark[1:2] == [name] and len(mark) == 3 else []
        if isinstance(value, list) and (is_drawn(value) or own):
            drawn[name] = marked_state(value, own)
    if len(mark) > 3:  # a structure inside another one
        sign, _, *path, last = mark
        title = str(mark[1])
        inner = moment.here.variables[title]
        for k in path:
            assert isinstance(inner, list) and isinstance(k, int)
            title += f"[{k - 1 + (inner[0] if isinstance(inner[0], int) else 1)}]"
            inner = inner[k]
        if isinstance(inner, list):
            drawn[title] = marked_state(inner, [sign, title, last])
    return drawn


def is_drawn(value: FlatValue) -> bool:
    """Return whether ``value`` is a queue, a stack or a vector of vectors."""
    if not isinstance(value, list):
        return False
    return isinstance(value[0], str) or any(isinstance(one, list) for one in value)


def undrawn_variables(moment: StepState, between: str) -> str:
    """Return the variables that are not drawn, in one line."""
    others = [(n, one) for n, one in moment.here.variables.items() if not is_drawn(one)]
    return between.join(f"{name} = {format_flat(one)}" for name, one in others)


def marked_state(value: list[FlatValue], mark: list[FlatValue]) -> LineState | str:
    """Return a structure with the sign of the element that was touched, if any."""
    state = state_element(value)
    if not isinstance(state, dict):
        return f"{state} is too large to draw"
    held, first = state["elements"], value[0]
    if isinstance(first, int):
        state["labels"] = [f"Element {k}" for k in range(first, first + len(held))]
    if mark:
        sign, _, at = mark
        place = at - 1 if isinstance(at, int) else 0
        if sign == "leaves":
            place = len(held) if first == "queue" else 0
            held.insert(place, state_element(at))
        state["marks"] = [""] * len(held)
        state["marks"][place] = MARK_NAMES[str(sign)]
    return state


def state_element(value: FlatValue) -> Element:
    """Return a flat value as a part of a state."""
    if not isinstance(value, list):
        return value
    kind, *inner = value
    if kind == "...":
        return str(*inner)
    elements = map(state_element, inner)
    if kind == "queue":
        return line_state("queue", elements)
    return line_state("stack" if kind == "stack" else "vector", elements)
