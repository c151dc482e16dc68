"""The record of a run as a page that shows it step by step."""

import re
from collections import Counter
from collections.abc import Iterator
from html import escape
from json import loads
from typing import Final, NamedTuple

from _courseware import grid_html, page
from _courseware.grid_state import grid_state
from _courseware.messages import plural
from pseudoku.grids import is_grid
from pseudoku.pseudocode.tracing.record import Attempt, Flat, Record, Token
from pseudoku.solving import Cell, Grid, clashes

BASE_36: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
IN_ORDER: Final = ("sub-grid", "column", "row")  # as MakeSolution checks them
SIGNS: Final[list[Flat]] = ["arrives", "read", "leaves"]  # as in run.js
LEVELS: Final = {
    "a": ("attempt", "every attempt"),
    "c": ("call", "every call and return"),
    "o": ("operation", "every operation"),
}


class Run(NamedTuple):
    """A run to show.

    ``listings`` has the first line number and the lines of each function, and those of
    the program under an empty name. ``called`` is whether a function was called, or
    else the statements of the program were run.
    """

    title: str
    record: Record
    listings: dict[str, tuple[int, list[str]]]
    called: bool
    error: str = ""
    puzzle: Grid | None = None
    caption: str = ""


def walkthrough(run: Run) -> str:
    """Return the page that shows *run*."""
    levels = "".join(
        f"<option value={key}>{words}" for key, (_, words) in counted(run.record)
    )
    body = f"""\
<div class="columns run">
<div>
{page.transport()}\
<p class="transport levels" hidden><label for="level">Show</label> \
<select id="level">{levels}</select></p>
<p id="variables"></p>
<div id="structures"></div>
{puzzle(run)}</div>
<div>
<ol id="chain" aria-label="Active calls"></ol>
{"".join(listing(run, k, name) for k, name in enumerate(functions(run)))}\
{attempts(run.record)}</div>
</div>
"""
    style = page.asset("_courseware", "assets/line.css")
    script = page.asset("pseudoku", "run.js")
    return page.document(run.title, summary(run), body, data(run), style, script)


def counted(record: Record) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the levels of *record* that have more than one step."""
    numbers = {"a": len(record.attempts), "c": record.calls, "o": record.steps}
    for key, words in LEVELS.items():
        if numbers[key] > 1 or key == "o":
            yield key, words


def summary(run: Run) -> str:
    record = run.record
    parts = [
        plural(len(record.attempts), "attempt"),
        plural(record.calls, "call and return", "calls and returns"),
        plural(record.steps, "operation and call", "operations and calls"),
    ]
    told = f"{parts[0]}, {parts[1]}; {parts[2]} in all."
    return f"{told} The run ended with an error: {run.error}" if run.error else told


def puzzle(run: Run) -> str:
    """Return the puzzle that was made from the result."""
    if run.puzzle is None:
        return ""
    return grid_html.table(grid_state(run.puzzle), run.caption, "puzzle")


def functions(run: Run) -> list[str]:
    """Return the names of the functions that ran, in the order of their lines.

    The first name is empty: it is the program.
    """
    names = {body.function for body in run.record.bodies} & run.listings.keys() - {""}
    return ["", *sorted(names, key=lambda name: (run.listings[name][0], name))]


def listing(run: Run, number: int, name: str) -> str:
    """Return the pseudocode of a function as a list of its lines."""
    if not name and run.called:
        return ""
    first, lines = run.listings[name]
    items = "".join(f"<li>{page.in_text(line)}\n" for line in lines)
    label = escape(f"Pseudocode of {name}" if name else "Pseudocode")
    return (
        f'<ol class="code" id="f{number}" start="{first}" aria-label="{label}">'
        f"{items}</ol>\n"
    )


def attempts(record: Record) -> str:
    """Return the list of all attempts, and the calls of the last one."""
    if len(record.attempts) < 2:
        return '<ol id="steps" aria-label="Attempts" hidden></ol>'
    items = [
        ("", in_words(attempt, k), "") for k, attempt in enumerate(record.attempts)
    ]
    calls = "".join(
        f"<li>{page.in_text(f'{name} gives {result}')}\n"
        for name, result, _ in record.attempts[-1].calls
    )
    last = (
        "<h2>The calls of the last attempt</h2>\n"
        f'<ul aria-label="Calls">{calls}</ul>\n'
    )
    return (
        f"<h2>All {len(items)} attempts</h2>\n{page.steps(items, 'a', 'Attempts')}"
        f'<div id="end">{last if calls else ""}</div>\n'
    )


def in_words(attempt: Attempt, k: int) -> str:
    """Return the numbers of an attempt, what was found, and what is wrong first."""
    numbers = [f"{n} = {one}" for n, one in attempt.values.items() if type(one) is int]
    results = [
        f"{name} gives {text}"
        for name, text, result in attempt.calls
        if not isinstance(result, (list, dict))
    ]
    if found := wrong(attempt):
        results.append(found[1])
    told = [", ".join(part) for part in (numbers, results) if part]
    return ": ".join(told) or f"Attempt {k + 1}"


def wrong(attempt: Attempt) -> tuple[str, str, list[Cell]] | None:
    """Return what is wrong first in a grid that a check of *attempt* refused.

    That is the name of the grid, the clash in words, and its cells.
    """
    if not any(result is False for _, _, result in attempt.calls):
        return None
    for name, value in attempt.values.items():
        grid = grid_of(value)
        if grid is not None:
            found = sorted(clashes(grid), key=lambda one: IN_ORDER.index(one[0]))
            for kind, index, number, cells in found:
                times = "twice" if len(cells) == 2 else f"{len(cells)} times"
                return name, f"{number} {times} in {kind} {index}", cells
    return None


def grid_of(value: Flat) -> Grid | None:
    """Return *value* as a grid of numbers from 1 to 4, if it is one."""
    if not isinstance(value, list) or not all(
        isinstance(row, list) for row in value[1:]
    ):
        return None
    rows: list[object] = [row[1:] for row in value[1:] if isinstance(row, list)]
    return rows if is_grid(rows) else None


def data(run: Run) -> dict[str, object]:
    """Return what the script unfolds into steps. Tables are explained in run.js."""
    tables, names = Tables(), functions(run)
    uses = Counter(part for body in run.record.bodies for part in body.parts)
    order = [one for one, _ in uses.most_common() if one >= 0]  # the shortest numbers
    numbers = {token: in_base_36(k) for k, token in enumerate(order)}
    tokens = [*run.record.tokens]
    return {
        "top": 1 + run.called,
        "error": run.error,
        "functions": names,
        "tokens": " ".join(tables.token(tokens[number]) for number in order),
        "bodies": [
            " ".join(
                [str(names.index(body.function))]
                + [numbers.get(one) or f"-{in_base_36(~one)}" for one in body.parts]
            )
            for body in run.record.bodies
        ],
        "attempts": [tables.attempt(attempt) for attempt in run.record.attempts],
        **tables.found,
    }


def in_base_36(number: int) -> str:
    """
    >>> in_base_36(0), in_base_36(35), in_base_36(36)
    ('0', 'z', '10')
    """
    digits = BASE_36[number % 36]
    while number := number // 36:
        digits = BASE_36[number % 36] + digits
    return digits


# What sentences have in common: their beginning, a row, their end, the sign of a word.
COMMON: Final = re.compile(r"^[A-Z]{3,} of \w+: |\([\d, ]{4,}\)| is [a-z ]+|~")


class Tables:
    """Tables of what tokens have in common; a token has numbers of their lines."""

    def __init__(self) -> None:
        self.found: dict[str, list[object]] = {
            name: [] for name in ("sentences", "words", "changes", "marks")
        }
        self.found |= {"names": [], "structures": []}
        self._numbers: dict[tuple[str, str], int] = {}

    def number(self, table: str, entry: object) -> int:
        """Return the number of *entry* in *table*."""
        key = table, repr(entry)
        if key not in self._numbers:
            self._numbers[key] = len(self.found[table])
            self.found[table].append(entry)
        return self._numbers[key]

    def token(self, token: Token) -> str:
        """Return the line and the numbers of *token*; ~k; in a sentence is word k."""
        sentence = self.number("sentences", COMMON.sub(self.word, token.sentence))
        changes, mark = self.changes(token.changes), self.mark(loads(token.mark))
        numbers = token.line, sentence, changes, mark
        return ".".join(map(in_base_36, numbers))

    def word(self, found: re.Match[str]) -> str:
        return f"~{in_base_36(self.number('words', found[0]))};"

    def changes(self, text: str) -> int:
        changes: list[tuple[int, list[Flat]]] = loads(text)
        return self.number("changes", [self.change(*change) for change in changes])

    def change(self, up: int, change: list[Flat]) -> list[Flat]:
        """Return *change* with numbers for its name and for structures.

        If the variable is not one of the current call, the first number is -up.
        """
        name, value, *path = change
        outside: list[Flat] = [-up] if up else []
        return [*outside, self.number("names", name), self.numbered(value), *path]

    def numbered(self, value: Flat) -> Flat:
        """Return *value*, or for a structure a list of its number."""
        if not isinstance(value, list):
            return value
        return [self.number("structures", [self.numbered(one) for one in value])]

    def mark(self, mark: list[Flat]) -> int:
        if mark:
            mark[:2] = [SIGNS.index(mark[0]), self.number("names", mark[1])]
        return self.number("marks", mark)

    def attempt(self, attempt: Attempt) -> list[object]:
        """Return the last step, the changes since, and the cells that are wrong."""
        changes = [self.change(0, change) for change in attempt.changes]
        found = wrong(attempt)
        cells = [(r + 1, c + 1) for r, c in found[2]] if found else []
        return [attempt.end, changes, found and found[0], cells]
