"""Write the steps of a run as lines of text, with drawings or descriptions."""

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from adt.show.descriptions import description
from adt.show.states import Element, LineState, marked_state
from adt.show.text import draw
from pseudocode.reading.parser import Parsed
from pseudocode.tracing.record import StepState, Variables, format_state
from pseudocode.tracing.rounds import Round

CONTEXT_LINES = 1  # lines before and after the current one

Form: TypeAlias = Literal["short", "full", "words"]
Emphasis: TypeAlias = Literal["", "current", "changed", "differs"]


class Listing(NamedTuple):
    """The pseudocode of a function: its name, first line number, and lines."""

    name: str
    start: int  # the number of its first line
    lines: list[str]


def listings(programs: list[Parsed]) -> dict[str, Listing]:
    """Return the listing of each function by its name.

    The key "" has the whole text of the last program. A later function replaces an
    earlier one of the same name.
    """
    all_listings: dict[str, Listing] = {}
    for parsed in programs:
        lines = parsed.source.original.split("\n")
        all_listings[""] = Listing("", 1, lines)
        for function in parsed.program.functions:
            first, stop = parsed.source.line_range(function.offset, function.end)
            listing = Listing(function.name, first + 1, lines[first:stop])
            all_listings[function.name] = listing
    return all_listings


class StepWriter:
    """Writes the steps of one run as text, in the order in which they are shown.

    With the ``form`` "short", a step has the lines around the current one and the
    values that changed; with "full", the whole function, all variables and drawings of
    the structures; with "words", descriptions instead of drawings. ``total`` is the
    number of steps that can be shown.
    """

    def __init__(
        self, functions: dict[str, Listing], total: int, form: Form = "full"
    ) -> None:
        self.listings = functions
        self.total = total
        self.form = form
        self._known: list[Variables] = []  # as they were last shown
        self._depth_and_line = 0, 0  # of the last step
        self._shared: list[str] = []  # the last lines on shared structures

    def step_lines(
        self, number: int, step_state: StepState
    ) -> Iterator[tuple[str, Emphasis]]:
        """Yield each line of a step with its emphasis, "" for a plain line.

        ``number`` is the number in the heading ``Step 3 of 40``.
        """
        step = step_state.step
        yield f"Step {number:,} of {self.total:,}: {step.text}", ""
        shared = [f"the same structure: {', '.join(names)}" for names in step.shared]
        if self.form != "short":
            yield from self.code_lines(step_state, 0 if self.form == "words" else None)
            for line in [*self.structure_lines(step_state), *shared]:
                yield line, ""
            return
        depth_and_line = len(step_state.active), step.line
        if depth_and_line != self._depth_and_line:
            yield from self.code_lines(step_state, CONTEXT_LINES)
        for line in self.changed_values(step_state):
            yield line, "changed"
        if shared != self._shared:
            for line in shared:
                yield line, ""
        self._depth_and_line = depth_and_line
        self._shared = shared

    def round_lines(
        self, number: int, round_: Round, searches: bool
    ) -> Iterator[tuple[str, Emphasis]]:
        """Yield each line of a round, or of an attempt of a search, with its emphasis.

        ``number`` is the number in the heading, as in ``Round 3 of 40``. If the
        function ``searches``, the lines are the results of the calls and the first
        clash; otherwise they are the changes.
        """
        word = "Attempt" if searches else "Round"
        yield f"{word} {number:,} of {self.total:,}: {round_.heading()}", ""
        if not searches:
            for change in round_.changes:
                yield f"    {change}", "changed"
            return
        for name, result in round_.calls:
            yield f"    {name} gives {result}", ""
        if round_.clash:
            _, (text, _) = round_.clash
            yield f"    {text}", "differs"

    def changed_values(self, step_state: StepState) -> list[str]:
        """Return [] or one line of the changed variables, such as ``i = 2 n = 7``.

        They are compared with their values when this method was last called for the
        same depth of calls.
        """
        depth = len(step_state.active)
        del self._known[depth:]
        self._known += [{} for _ in range(depth - len(self._known))]
        before = self._known[-1]
        after = step_state.current_call.variables
        self._known[-1] = after
        changes = [
            f"{name} = {format_state(value)}"
            for name, value in after.items()
            if value != before.get(name)
        ]
        return ["    ".join(changes)] if changes else []

    def structure_lines(self, step_state: StepState) -> Iterator[str]:
        """Yield a line of the undrawn variables, then drawings or descriptions."""
        others = undrawn_variables(step_state)
        if others:
            yield "    ".join(others)
        for name, state in drawable_states(step_state).items():
            if state["kind"] == "large":
                yield f"{name}: {format_state(state)} is too large to draw"
            elif self.form == "words":
                yield f"{name}: {description(state)}"
            else:
                yield f"{name}:"
                yield from draw(state).splitlines()

    def code_lines(
        self, step_state: StepState, around: int | None
    ) -> Iterator[tuple[str, Emphasis]]:
        """Yield each shown line of the running function, with its emphasis.

        The current line is marked with ``>``, or with ``✕`` if an error occurred there.
        ``around`` is the number of lines shown before and after it; None means all.
        """
        current = step_state.step.line
        function = step_state.current_call.function
        _, first, lines = self.listings.get(function, Listing(function, 1, []))
        failed = step_state.step.operation == "FAIL"
        for number, text in enumerate(lines, start=first):
            if around is not None and abs(number - current) > around:
                continue
            symbol = " "
            emphasis: Emphasis = ""
            if number == current:
                symbol = "✕" if failed else ">"
                emphasis = "differs" if failed else "current"
            yield f"{symbol}{number:4}  {text.expandtabs()}".rstrip(), emphasis


def undrawn_variables(step_state: StepState) -> list[str]:
    """Return a text such as ``i = 2`` for each variable that is not drawn."""
    return [
        f"{name} = {format_state(value)}"
        for name, value in step_state.current_call.variables.items()
        if not _is_drawn(value)
    ]


def drawable_states(step_state: StepState) -> dict[str, LineState]:
    """Return, by name, the state to draw of each structure of the running function.

    A vector of scalars is drawn only if an element of it was touched. A touched
    structure inside another one is included under a name such as ``puzzle[2]``.
    """
    variables = step_state.current_call.variables
    mark = step_state.step.mark
    touched_variable = mark.name if mark and len(mark.position) == 1 else ""
    drawn = {
        name: state
        for name, state in variables.items()
        if isinstance(state, dict) and (name == touched_variable or _is_drawn(state))
    }
    if mark and mark.name in variables:
        title = mark.name
        touched = variables[title]
        for position in mark.position[:-1]:
            assert isinstance(touched, dict)
            title += f"[{touched['first'] + position - 1}]"
            touched = touched["elements"][position - 1]
        if isinstance(touched, dict):
            drawn[title] = marked_state(touched, mark)
    return drawn


def _is_drawn(state: Element) -> bool:
    """Return whether ``state`` is a queue, a stack or a vector of vectors."""
    if not isinstance(state, dict):
        return False
    has_inner = any(isinstance(element, dict) for element in state["elements"])
    return state["kind"] != "vector" or has_inner
