"""Put a change of an answer into words, for the levels of hints."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from pseudocode.judging.edits import Edit, StatementMove, apply_edit, is_loop
from pseudocode.reading import syntax
from pseudocode.reading.notation import function_lines, statement_lines
from pseudocode.reading.source import Source
from pseudocode.reading.vocabulary import name_key

MAX_MENDS_TOLD = 3
# The levels of hints: none gives away the next one.
NO_HINTS, LINE, KIND, EDIT = range(4)


class Mend(NamedTuple):
    """A change with which an answer passes.

    ``lines`` are the changed lines of the function ``name``. ``kind`` says what is
    changed, and ``advice`` how. ``functions`` are the answer's functions with the
    change. If ``times`` is above 1, the change is the same in so many places.
    """

    lines: Sequence[int]
    name: str
    kind: str
    advice: str
    functions: list[syntax.Function]
    times: int = 1


class PrintedLine(NamedTuple):
    """A line of a function in the module's notation, and its line in the answer.

    A line such as ``end if`` has the line of the last part before it.
    """

    text: str
    line: int
    function: str

    @property
    def is_mark(self) -> bool:
        """Whether the line only ends or divides a block."""
        return self.text in ("else", "end if", "end while", "end for")


def _printed_lines(
    functions: Sequence[syntax.Function], source: Source
) -> list[PrintedLine]:
    """Return the lines of ``functions`` in the module's notation, in order.

    The functions are in the answer ``source``, and give the lines their numbers.
    """
    lines: list[PrintedLine] = []
    for function in functions:
        offsets = [function.offset, *_line_offsets(function.body), function.end - 1]
        for text, offset in zip(function_lines(function), offsets):
            line, _ = source.line_and_column(offset)
            lines.append(PrintedLine(text.strip(), line, function.name))
    return lines


def _line_offsets(block: syntax.Block) -> Iterator[int]:
    """Yield the offset of each line of ``block`` in the notation of the course."""
    for statement in block:
        match statement:
            case syntax.If(branches=branches, otherwise=otherwise):
                for branch in branches:
                    yield branch.offset
                    yield from _line_offsets(branch.body)
                if otherwise is not None:
                    yield _last_offset(branches[-1])
                    yield from _line_offsets(otherwise)
                yield _last_offset(statement)
            case syntax.While(body=body) | syntax.For(body=body):
                yield statement.offset
                yield from _line_offsets(body)
                yield _last_offset(statement)
            case _:  # all others have one line
                yield statement.offset


def _last_offset(node: syntax.LocatedNode) -> int:
    return max(descendant.offset for descendant in syntax.located_nodes(node))


def describe_edit(
    edit: Edit, functions: Sequence[syntax.Function], source: Source
) -> Mend:
    """Return the mend that ``edit`` is, without its functions."""
    before = _printed_lines(functions, source)
    if edit.move:
        lines, advice = _describe_move(edit.move, source)
        offset = edit.move.anchor.offset
        names = [f.name for f in functions if f.offset <= offset < f.end]
        name = names[0] if names else functions[0].name
        return Mend(lines, name, edit.kind, advice, [])
    with apply_edit(edit):
        after = _printed_lines(functions, source)
    changed, texts = _difference(before, after)
    lines = tuple(sorted({printed.line for printed in changed}))
    advice = texts[0] if edit.times > 1 else "; ".join(texts)
    return Mend(lines, changed[0].function, edit.kind, advice, [], edit.times)


def _difference(
    before: Sequence[PrintedLine], after: Sequence[PrintedLine]
) -> tuple[list[PrintedLine], list[str]]:
    """Return the changed lines of ``before``, and each difference in words."""
    old_texts = [printed.text for printed in before]
    new_texts = [printed.text for printed in after]
    matcher = SequenceMatcher(None, old_texts, new_texts, autojunk=False)
    changed: list[PrintedLine] = []
    clauses: list[str] = []
    for tag, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        removed = old_texts[old_start:old_end]
        added = new_texts[new_start:new_end]
        removed_text = " ".join(removed)
        added_text = " ".join(added)
        statements = [line for line in before[old_start:old_end] if not line.is_mark]
        if tag == "insert":
            above = before[old_start - 1]
            below = before[old_start]
            is_next = above.is_mark and not below.is_mark
            beside = below if is_next else above
            changed.append(beside)
            clauses.append(f"add {added_text} {_insertion_place(beside, is_next)}")
        elif tag == "delete":
            changed += statements
            clauses.append(f"leave out {removed_text}")
        elif tag == "replace" and statements:
            changed += statements
            pairs = [(removed_text, added_text)]
            if len(removed) == len(added):
                pairs = [*zip(removed, added)]
            clauses += [f"{old} becomes {new}" for old, new in pairs]
    return changed, clauses


def _insertion_place(printed: PrintedLine, is_next: bool) -> str:
    if is_next:
        return f"before line {printed.line}"
    if printed.is_mark:
        return f"after the {printed.text} below line {printed.line}"
    return f"after line {printed.line}"


def _describe_move(move: StatementMove, source: Source) -> tuple[tuple[int, ...], str]:
    """Return the lines of a move, and where its statements belong, in words."""

    def line_of(node: syntax.LocatedNode) -> int:
        line, _ = source.line_and_column(node.offset)
        return line

    anchor = move.anchor
    first = move.run[0]
    start = line_of(first)
    last = max(map(line_of, syntax.located_nodes(*move.run)))
    belongs = f"line {start} belongs"
    if len(move.run) == 1 and not isinstance(first, syntax.Simple):
        belongs = f"the {_word_for(first)} in line {start} belongs"
    elif start != last:
        belongs = f"lines {start} {'and' if last == start + 1 else 'to'} {last} belong"
    target = f"the {_word_for(anchor)} in line {line_of(anchor)}"
    if isinstance(anchor, syntax.Simple):
        target = f"line {line_of(anchor)}"
        if start == line_of(anchor):
            belongs = f"{next(statement_lines(first))} belongs"
            target = next(statement_lines(anchor))
    lines = {start, line_of(anchor)} if move.is_exchange else {start}
    return tuple(sorted(lines)), f"{belongs} {move.place} {target}"


def _word_for(statement: syntax.Statement) -> str:
    return "loop" if is_loop(statement) else "if"


def hint(mends: Sequence[Mend], level: int, judged: str) -> str:
    """Return a sentence on the changes that make ``judged`` pass, or "" for none.

    ``level`` is NO_HINTS, LINE, KIND or EDIT: how much the sentence gives away.
    """
    mends = mends[:MAX_MENDS_TOLD]
    if not mends or level == NO_HINTS:
        return ""
    places = [_place_text(mend, judged) for mend in mends]
    subjects: list[str] = []
    for mend, place in zip(mends, places):
        change = "the same change" if mend.times > 1 else "one change"
        subjects.append(f"{change} {place}")
    subject = " or ".join(subjects)
    sentence = f"{subject[0].upper()}{subject[1:]} makes every case right"
    if level == LINE:
        return f"{sentence}."
    details = [mend.kind if level == KIND else mend.advice for mend in mends]
    if len(mends) > 1:
        details = [f"{place}, {detail}" for place, detail in zip(places, details)]
    return f"{sentence}: {'; '.join(details)}."


def _place_text(mend: Mend, judged: str) -> str:
    """Return the lines of a mend as text, such as ``in lines 4, 7 and 10 of Fill``."""
    *others, last = map(str, mend.lines)
    text = f"in line {last}"
    if others:
        text = f"in lines {', '.join(others)} and {last}"
    elif mend.times == 2:
        text = f"twice {text}"
    elif mend.times > 2:
        text += f", {mend.times} times,"
    if name_key(mend.name) != name_key(judged):
        text += f" of {mend.name}"
    return text


def mend_data(mend: Mend, level: int) -> dict[str, object]:
    """Return a mend for JSON, with only the fields that the hint ``level`` allows."""
    data: dict[str, object] = {
        "lines": mend.lines,
        "function": mend.name,
        "repeated": mend.times > 1,
    }
    if level >= KIND:
        data["kind"] = mend.kind
    if level >= EDIT:
        data["edit"] = mend.advice
    return data
