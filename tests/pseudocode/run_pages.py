"""Read what the page of a run shows at each step, and compute what it should show."""

import json
import re
from collections.abc import Iterator
from typing import TypeAlias, TypedDict

from adt.show import states
from adt.show.states import Element, line_state
from pseudocode.reading.parser import Parsed
from pseudocode.running.machine import Event, Log, Store
from pseudocode.running.runner import Runner
from pseudocode.running.values import Absent, Value, format_value, to_json
from pseudoku.cli import main
from pseudoku.cli.program import read_call
from pseudoku.reference import reference
from tests.pseudocode.files import Captured

Frame: TypeAlias = dict[str, Element]
Change: TypeAlias = tuple[int, str, Element]


class Turn(TypedDict, total=False):
    end: int
    line: int
    text: str
    clash: list[str | list[int]]


class Difference(TypedDict):
    expected: Element
    right: bool
    step: int
    told: str
    after: str
    pairs: list[tuple[bool, Element, Element]] | None


# The symbol, the name, the position, and the text of what leaves.
Mark: TypeAlias = tuple[states.Mark, str, list[int], str]
# The line, the operation, the text, the changes, the mark and the shared names.
Step: TypeAlias = tuple[int, str, str, list[Change], Mark | None, list[list[str]]]


class Listing(TypedDict):
    name: str
    start: int
    lines: list[str]


class Data(TypedDict):
    called: bool
    call: str
    total: int
    error: str
    result: Element
    functions: list[str]
    steps: list[Step]
    bodies: list[list[int]]
    rounds: list[Turn]
    bars: list[tuple[int, int, str, int, bool]]
    summary: str
    listings: list[Listing]
    difference: Difference | None
    endless: dict[str, object] | None


def page_of(words: list[str], capsys: Captured, status: int = 0) -> str:
    """Return the page that ``walkthrough`` prints with the arguments *words*.

    Raise AssertionError unless its exit status is *status*.
    """
    assert main(["walkthrough", "-q", *words]) == status
    return capsys.readouterr().out


def data_of(page: str) -> Data:
    found = re.search(r'id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    data: Data = json.loads(found[1])
    return data


class Replay:
    """Unfolds the data of a page: yields each step, and updates all variables.

    ``frames`` are the variables of the calls in progress after the step, the outermost
    first, and ``names`` the names of their functions.
    """

    def __init__(self, data: Data) -> None:
        self.data = data
        self.frames: list[Frame] = []
        self.names: list[str] = []  # of the functions that run

    def steps(self) -> Iterator[Step]:
        yield from self.body(len(self.data["bodies"]) - 1)

    def body(self, number: int) -> Iterator[Step]:
        function, *parts = self.data["bodies"][number]
        self.frames.append({})
        self.names.append(self.data["functions"][function])
        for part in parts:
            if part < 0:
                yield from self.body(-part - 1)
                continue
            step = self.data["steps"][part]
            for change in step[3]:
                self.apply(change)
            yield step
        self.frames.pop()
        self.names.pop()

    def apply(self, change: Change) -> None:
        up, name, value = change
        frame = self.frames[-1 - up]
        frame[name] = value
        if value is None:
            del frame[name]


Seen: TypeAlias = tuple[int, str, list[Frame]]


def expected(parsed: Parsed, call: str, store: Store = "copy") -> list[Seen]:
    """Return what a page should show at each step, from a run of the program.

    Each item is the line, the operation, and the variables of all calls in progress.
    *call* is such as "MakeVector(2413)", or "" to run the statements.
    """
    found: list[Seen] = []

    def watch(event: Event) -> None:
        frames = runner.machine.frames
        if event.operation == "TURN" and not event.name:
            return
        if event.operation == "RETURN":
            given = found[-1][1] == "GIVE" and len(found[-1][2]) == len(frames)
            if given:
                return
        if event.operation == "CALL" and len(frames) > 1:
            frames = frames[:-1]
        shown = [
            {
                name: shown_as(one)
                for name, one in zip(routine.names, frame)
                if not isinstance(one, Absent)
            }
            for routine, frame in frames
        ]
        found.append((event.line, event.operation, shown))

    runner = Runner(store)
    runner.machine.log = Log(watch, lines=True)
    runner.load(reference().valid_program(), reference().source)
    runner.load(parsed.valid_program(), parsed.source)
    if call:
        runner.call(*read_call(parsed, call)[1:])
    else:
        runner.run(parsed.program, parsed.source)
    return found


def shown_as(value: Value | Absent) -> Element:
    whole = to_json(value)
    if isinstance(whole, (list, dict)):
        return in_states(whole)
    return value if type(value) is int else format_value(value)


def in_states(value: object) -> Element:
    """Return a value of `to_json` as the data of a page have it."""
    if isinstance(value, dict):
        [(kind, inner)] = value.items()
        return line_state(
            "queue" if kind == "queue" else "stack", map(in_states, inner)
        )
    if isinstance(value, list):
        return line_state("vector", map(in_states, value))
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return value if value is None or isinstance(value, int) else repr(value)
