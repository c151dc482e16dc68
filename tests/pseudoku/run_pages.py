"""What the page of a run shows at each step, read from its data, and what it must."""

import json
import re
from collections.abc import Iterator
from typing import TypeAlias, TypedDict

from pseudoku.cli import main, programs
from pseudoku.pseudocode.reading.parser import Parsed, parse
from pseudoku.pseudocode.running.machine import Store
from pseudoku.pseudocode.running.runner import Runner
from pseudoku.pseudocode.running.values import Missing, Plain, Value, plain, show
from pseudoku.pseudocode.tracing.pictures import Painter
from pseudoku.pseudocode.tracing.steps import Level, Step, Tracer
from pseudoku.reference import reference
from tests.pseudoku.pseudocode_files import Captured

Shown: TypeAlias = "str | int | None | list[Shown]"
Frame: TypeAlias = dict[str, Shown]


class Data(TypedDict):
    top: int
    error: str
    functions: list[str]
    tokens: str
    bodies: list[str]
    attempts: list[tuple[int, list[list[Shown]], str | None, list[list[int]]]]
    sentences: list[str]
    words: list[str]
    changes: list[list[list[Shown]]]
    marks: list[list[Shown]]
    names: list[str]
    structures: list[list[Shown]]


def page_of(words: list[str], capsys: Captured, status: int = 0) -> str:
    """The page that `walkthrough` prints."""
    assert main(["walkthrough", "-q", *words]) == status
    return capsys.readouterr().out


def data_of(page: str) -> Data:
    found = re.search(r'id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    data: Data = json.loads(found[1])
    return data


class Replay:
    """Unfolds the data of a page: the sentence and all variables at each step."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.tokens = [
            [int(number, 36) for number in token.split(".")]
            for token in data["tokens"].split()
        ]
        self.frames: list[Frame] = []
        self.names: list[str] = []  # of the functions that run
        self.line = 0
        self.mark: list[Shown] = []

    def steps(self) -> Iterator[str]:
        yield from self.body(len(self.data["bodies"]) - 1)

    def body(self, number: int) -> Iterator[str]:
        function, *parts = self.data["bodies"][number].split()
        self.frames.append({})
        self.names.append(self.data["functions"][int(function)])
        for part in parts:
            if part.startswith("-"):
                yield from self.body(int(part[1:], 36))
                continue
            self.line, sentence, changes, mark = self.tokens[int(part, 36)]
            self.mark = [*self.data["marks"][mark]]
            if self.mark:
                self.mark[1] = self.data["names"][int(str(self.mark[1]))]
            for change in self.data["changes"][changes]:
                self.apply(change)
            yield self.sentence(sentence)
        self.frames.pop()
        self.names.pop()

    def sentence(self, number: int) -> str:
        words = self.data["words"]
        text = self.data["sentences"][number]
        return re.sub(r"~(\w+);", lambda found: words[int(found[1], 36)], text)

    def apply(self, change: list[Shown]) -> None:
        assert isinstance(change[0], int)
        up, change = (-change[0], change[1:]) if change[0] < 0 else (0, change)
        number, value, *path = change
        assert isinstance(number, int)
        name, frame = self.data["names"][number], self.frames[~up]
        if not path:
            frame[name] = self.whole(value)
            if value is None:
                del frame[name]
            return
        holder = frame[name]
        for place in path[:-1]:
            assert isinstance(place, int) and isinstance(holder, list)
            holder = holder[place]
        assert isinstance(path[-1], int) and isinstance(holder, list)
        holder[path[-1]] = self.whole(value)

    def whole(self, value: Shown) -> Shown:
        if not isinstance(value, list):
            return value
        [number] = value
        assert isinstance(number, int)
        return [self.whole(one) for one in self.data["structures"][number]]


def expected(
    parsed: Parsed, call: str, level: Level, store: Store = "copy"
) -> Iterator[tuple[str, list[Frame]]]:
    """The sentence and the variables of all calls at each step, from the run itself."""
    painter = Painter([reference(), parsed], 0)
    found: list[tuple[str, list[Frame]]] = []

    def step(step: Step) -> None:
        frames = [
            {n: one for n, one in zip(routine.names, frame)}
            for routine, frame in runner.machine.frames
        ]
        frames[-1:] = [{**step.variables}] * bool(frames)
        touched = step.touched()
        if level == "op" and touched and frames:
            if "[" not in touched.name:
                frames[-1][touched.name] = touched.structure
        shown = [
            {
                n: shown_as(one)
                for n, one in frame.items()
                if not isinstance(one, Missing)
            }
            for frame in frames
        ]
        found.append((painter.sentence(step), shown))

    runner = Runner(store)
    tracer = Tracer(level, step, runner, 1 if call else 0)
    runner.load(reference().checked(), reference().source)
    runner.load(parsed.checked(), parsed.source)
    if call:
        runner.call(*programs.read_call(parsed, call))
    else:
        runner.run(parsed.program, parsed.source)
    tracer.end_attempt()
    yield from found


def shown_as(value: Value | Missing) -> Shown:
    whole = plain(value)
    if isinstance(whole, (list, dict)):
        return in_lists(whole)
    return value if type(value) is int else show(value)


def in_lists(value: Plain) -> Shown:
    """A value of `plain` as the page has it."""
    if isinstance(value, dict):
        [(kind, inner)] = value.items()
        return [kind[0], *map(in_lists, inner)]
    if isinstance(value, list):
        return [1, *map(in_lists, value)]
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return str(value) if isinstance(value, float) else value


def program(text: str) -> Parsed:
    return parse(text, "program")
