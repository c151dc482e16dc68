"""Parse text into a syntax tree: programs, functions, statements and blocks."""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import TypeVar

from pseudoku.pseudocode.reading import (
    blocks,
    headers,
    names,
    notation,
    statements,
    syntax,
    words,
)
from pseudoku.pseudocode.reading.advice import MOST_MISTAKES, MOST_NOTES, diagnosis
from pseudoku.pseudocode.reading.cursor import Cursor, Opener, TooMany
from pseudoku.pseudocode.reading.expressions import expression
from pseudoku.pseudocode.reading.languages import other_language
from pseudoku.pseudocode.reading.source import PseudocodeError, Remark, Source

T = TypeVar("T")

REPEATED = ("name", *words.STARTERS)  # after `repeat`
UNREAD: syntax.Expression = syntax.Hole(0, "what could not be read")


class Parsed:
    """A program, the slips that were understood, and the errors."""

    def __init__(self, source: Source, program: syntax.Program) -> None:
        self.source = source
        self.program = program
        self.slips: list[Remark] = []
        self.errors: list[Remark] = []
        self.outside: list[Remark] = []  # errors outside the functions of a paper
        self.stops: list[Remark] = []  # errors that say why the rest is not read

    def checked(self, strict: bool = False) -> syntax.Program:
        """Return the program. Raise PseudocodeError if it has errors.

        With ``strict``, slips are errors.
        """
        refused = self.errors
        if strict:
            refused = sorted(self.errors + self.outside + self.slips, key=place)
        if refused:
            raise PseudocodeError(refused)
        return self.program

    def within(self, function: syntax.Function, remarks: list[Remark]) -> list[Remark]:
        """Return the remarks about the text of ``function``."""
        first, last = map(self.source.place, (function.at, function.end))
        return [one for one in remarks if first <= (one.line, one.column) <= last]

    def for_calls(self, called: Iterable[str]) -> "Parsed":
        """Return what the functions ``called`` need of a paper.

        Functions that could not be read are left out. Raise PseudocodeError if one of
        them is needed. A program without prose around it is needed as a whole.
        """
        if not self.outside:
            self.checked()
            return self
        unread = [
            one for one in self.program.functions if self.within(one, self.errors)
        ]
        names = {words.key(one.name): one for one in self.program.functions}
        needed = [words.key(name) for name in called]
        for name in needed:
            if one := names.get(name):
                inner = syntax.calls(syntax.Program([one], []))
                needed += {words.key(call.name) for call in inner} - {*needed}
        wanted = [one for one in unread if words.key(one.name) in needed]
        if wanted or len(unread) == len(self.program.functions):
            raise PseudocodeError(
                self.within(wanted[0], self.errors) if wanted else self.errors
            )
        kept = [one for one in self.program.functions if one not in unread]
        part = Parsed(self.source, syntax.Program(kept, self.program.statements))
        slips = [self.within(one, self.slips) for one in kept]
        part.slips, part.outside = [*chain.from_iterable(slips)], self.outside
        return part

    def left_out(self) -> str:
        """Return what was left out of a paper, in one line, or ""."""
        if not self.outside:
            return ""
        lines = {
            k for k, line in enumerate(self.source.text.split("\n")) if line.strip()
        }
        for function in self.program.functions:
            lines -= {*range(*self.source.lines(function.at, function.end))}
        unread = [
            one for one in self.program.functions if self.within(one, self.errors)
        ]
        names = [f" and {one.name}, which could not be read" for one in unread[:1]]
        names += [f", nor could {len(unread) - 1} others" for _ in unread[1:2]]
        most = words.counted(len(lines), "line")
        return f"{most} outside the functions{''.join(names)}: left out"


def place(remark: Remark) -> tuple[int, int]:
    return remark.line, remark.column


def parse(
    text: str, name: str = "pseudocode", cased: bool = False, rewriting: bool = True
) -> Parsed:
    """Parse ``text``, in the module's notation and in the variants that students use.

    Names of one function that differ only in capitals are one, unless ``cased``.
    Without ``rewriting``, other notations are errors, and reading is faster.

    >>> parsed = parse("x = 2", "answer")
    >>> parsed.program.statements
    [Assign(target=Name(name='x'), value=Literal(value=2))]
    >>> parsed.slips
    [<answer:1:3: '=' compares; to assign, write x ← 2>]
    """
    source = Source(text, name)
    parsed = Parsed(source, syntax.Program([], []))
    cursor = Cursor(source, rewriting)
    try:
        read_program(cursor, parsed.program)
    except TooMany:
        cursor.tokens.stop("too-many-mistakes", cursor.stopped, MOST_MISTAKES)
    if is_foreign(cursor, parsed):
        return parsed
    if ("[", "]") in zip(cursor.kinds, cursor.kinds[1:]):
        for function in parsed.program.functions:
            statements.settle(function.body)
        statements.settle(parsed.program.statements)
    for at, text, word in names.correct(
        parsed.program, cased, cursor.unknown, cursor.called
    ):
        if text.lower() == word.lower():
            cursor.slip("letter-case", at, text=text, word=word)
        elif words.key(text) not in words.SHORT:  # the hand-out itself has both
            cursor.slip("near-name", at, text=text, word=word)
    parsed.stops = cursor.tokens.stops
    parsed.errors = sorted([*cursor.errors, *parsed.stops], key=place)
    parsed.slips = sorted([*cursor.slips, *cursor.respelt.values()], key=place)
    set_apart(parsed, cursor.outside)
    if len(parsed.slips) > MOST_NOTES:
        most = f"{MOST_NOTES:,}"
        rest = diagnosis(source, len(source.text), "too-many-notes", most=most)
        parsed.slips[MOST_NOTES:] = [rest]
    return parsed


def set_apart(parsed: Parsed, outside: list[Remark]) -> None:
    """Leave out what is outside the functions if a part of it could not be read."""
    program = parsed.program
    if not program.functions:
        parsed.errors = sorted([*parsed.errors, *outside], key=place)
    elif outside:
        parsed.outside = outside
        known = syntax.constants(program.statements)
        program.statements = [
            one
            for one in program.statements
            if isinstance(one, syntax.Assign) and isinstance(one.target, syntax.Name)
            if one.target.name in known
        ]
        slips = [parsed.within(one, parsed.slips) for one in program.functions]
        each_once = dict.fromkeys(chain.from_iterable(slips))  # in a fixed order
        parsed.slips = sorted(each_once, key=place)


def is_foreign(cursor: Cursor, parsed: Parsed) -> bool:
    """Note what is in another language, and return whether that is the whole text.

    A function that has signs of one is not read. The text is asked only if it has no
    function of the hand-out: prose may mention what other languages have.
    """
    source, program = parsed.source, parsed.program
    lines = source.original.split("\n")
    for function in program.functions:
        first, after = source.lines(function.at, function.end)
        language, place = other_language("\n".join(lines[first:after]))
        if language:
            stop = foreign(source, language, first + place)
            cursor.errors.append(stop)
    if any(words.is_handout_name(words.in_full(one.name)) for one in program.functions):
        return False
    language, place = other_language(source.original)
    if language:
        parsed.program = syntax.Program([], [])
        parsed.errors = parsed.stops = [foreign(source, language, place)]
    return language != ""


def foreign(source: Source, language: str, line: int) -> Remark:
    start = source.at_line(line)
    text = source.text[start:].partition("\n")[0]
    at = start + len(text) - len(text.lstrip())
    return diagnosis(source, at, "other-language", language=language)


def own_result(cursor: Cursor, function: syntax.Function) -> None:
    """Return what is stored under the name of ``function``, as Pascal does."""
    for one in syntax.statements(function.body):
        match one:
            case syntax.Assign(target=syntax.Name(name=function.name), value=value):
                right = f"return {notation.expression(value)}"
                cursor.slip("other-form", one.at, right=right)
                result = syntax.Name(one.at, function.name)
                function.body.append(syntax.Return(one.at, result))
                return


def read_program(cursor: Cursor, program: syntax.Program) -> None:
    """Read the text, up to its end, into ``program``."""
    ended: syntax.Function | None = None  # without its end
    margin = cursor.token  # where it begins
    while True:
        blocks.before_statement(cursor)
        if cursor.kind == "end of text":
            return
        start, before = cursor.token, len(program.statements)
        if cursor.kind == "function" and not headers.is_header(cursor):
            skip_prose(cursor)
            continue
        if cursor.kind == "function" or headers.unworded(cursor):
            program.functions.append(balanced(cursor, lambda: function(cursor)))
            last = cursor.slips[-1].code if cursor.slips else ""
            ended = program.functions[-1] if last.endswith("missing-end") else None
            margin = start
            blocks.line_end(cursor)
            continue
        errors = len(cursor.errors)
        balanced(cursor, lambda: guarded(cursor, program.statements))
        cursor.outside += cursor.errors[errors:]
        del cursor.errors[errors:]
        if len(cursor.outside) > MOST_MISTAKES and "function" not in cursor.kinds:
            del cursor.outside[MOST_MISTAKES:]
            cursor.stopped = start.start
            raise TooMany
        further = start.first and len(program.statements) > before
        if ended and further and start.indent > margin.indent:
            ended.end = start.end
            fields = {"kind": "function", "line": margin.line}
            error = diagnosis(cursor.source, start.start, "left-over", **fields)
            cursor.errors.append(error)
            ended = None


def skip_prose(cursor: Cursor) -> None:
    """Skip a line with the word ``function`` and no header."""
    cursor.started = cursor.index
    cursor.advance()
    nothing, errors = syntax.Function(0, "", [], [], 0), len(cursor.errors)
    cursor.attempt(lambda: headers.function_header(cursor, nothing), "function")
    cursor.outside += cursor.errors[errors:]
    del cursor.errors[errors:]
    while not cursor.is_first and cursor.kind != "end of text":
        if cursor.kind == "function" and headers.is_header(cursor):
            return
        cursor.advance()


def balanced(cursor: Cursor, read: Callable[[], T]) -> T:
    """Return the result of ``read``; if an ``end`` is missing, read by indentation."""
    mark = cursor.mark()
    try:
        return read()
    except (blocks.Unbalanced, TooMany):
        cursor.back(mark)
        cursor.by_indent = True
        return read()
    finally:
        cursor.by_indent = False


def block(cursor: Cursor, opener: Opener) -> syntax.Block:
    cursor.deeper()
    cursor.open.append(opener)
    blocks.begin(cursor, opener)
    body: syntax.Block = []
    # A block that begins on the line of its header continues below, indented more.
    further = not cursor.is_first or cursor.token.indent > opener.indent
    opener.indented = cursor.by_indent and further
    while not blocks.block_ends(cursor, opener):
        guarded(cursor, body)
    cursor.open.pop()
    cursor.depth -= 1
    opener.parts = len(body)
    return body


def guarded(cursor: Cursor, body: syntax.Block) -> None:
    """Read a statement into ``body``; after a mistake, continue on the next line."""
    cursor.started = cursor.index

    def read() -> None:
        body.append(statement(cursor))
        blocks.line_end(cursor)

    cursor.attempt(read, "end", "else", "function")


def function(cursor: Cursor) -> syntax.Function:
    """Read a function; its header may lack the word, as in ``MakeVector(row):``."""
    at, opener, cursor.started = cursor.at, Opener(cursor, "function"), cursor.index
    found, worded = syntax.Function(at, "", [], [], 0), cursor.take("function")
    outside, cursor.variables, cursor.declared = cursor.variables, {}, {}
    cursor.attempt(lambda: headers.function_header(cursor, found), "end")
    cursor.own_names.add(words.key(found.name))
    if not worded:
        right = f"function {found.name}({', '.join(found.parameters)})"
        cursor.slip("other-form", at, right=right)
    found.body = block(cursor, opener)
    if found.name.lower() in cursor.variables:
        own_result(cursor, found)
    cursor.variables = outside
    blocks.close(cursor, opener)
    found.end = cursor.behind
    made = {name.lower() for name in syntax.assigned(found.body)}
    for name, (place, kind) in cursor.declared.items():
        if name not in made:  # Pascal's var s: Stack makes none
            shown = {"kind": kind, "name": name}
            cursor.errors.append(diagnosis(cursor.source, place, "declared", **shown))
    return found


def statement(cursor: Cursor) -> syntax.Statement:
    at, kind = cursor.at, cursor.kind
    match kind:
        case "name" if cursor.word == "repeat" and cursor.next_kind in REPEATED:
            return repeated(cursor)
        case "name":
            return statements.named_statement(cursor)
        case "if":
            return conditional(cursor)
        case "for" | "while":
            return loop(cursor)
        case "return":
            return statements.returning(cursor)
        case "new":
            return statements.new(cursor)
        case "end":
            cursor.goto(cursor.index + blocks.what_ends(cursor)[1])
            cursor.misread("stray-end", at, text=cursor.written(at))
        case "break" | "continue":
            cursor.advance()
            return syntax.Break(at) if kind == "break" else syntax.Continue(at)
        case "...":
            hole = syntax.Hole(at, cursor.text)
            cursor.advance()
            return syntax.Perform(at, hole)
    cursor.misread(cursor.no_statement("no-statement"))


def conditional(cursor: Cursor) -> syntax.If:
    at, opener = cursor.at, Opener(cursor, "if")
    alone = cursor.is_first or cursor.kinds[cursor.index - 1] in statements.BEFORE
    if not alone and cursor.look_ahead(is_guard):
        cursor.misread("two-readings", one="if c then return x end if", two="return x")
    branches, otherwise = [branch(cursor, opener)], None
    while blocks.is_else(cursor, opener):
        cursor.advance()
        if cursor.kind == "if" and not cursor.is_first:
            branches.append(branch(cursor, opener))
            continue
        if cursor.kind in (":", "then", "do"):
            cursor.skip("needless")
        otherwise = block(cursor, opener)
        break
    blocks.close(cursor, opener)
    blocks.surplus_ends(cursor, len(branches) - 1)
    return syntax.If(at, branches, otherwise)


def is_guard(cursor: Cursor) -> bool:
    """Return whether the condition of the ``if`` here ends its line."""
    cursor.advance()
    expression(cursor)
    below = cursor.is_first and cursor.kind not in ("then", "do", "{")
    return below or cursor.kind in ("else", "end of text")


def branch(cursor: Cursor, opener: Opener) -> syntax.Branch:
    at = cursor.at
    cursor.advance()
    test = attempted(cursor, lambda: condition(cursor, "then"), UNREAD)
    return syntax.Branch(at, test, block(cursor, opener))


def condition(cursor: Cursor, word: str) -> syntax.Expression:
    found = expression(cursor)
    blocks.opening(cursor, word)
    return found


def attempted(cursor: Cursor, read: Callable[[], T], unread: T) -> T:
    """Return the result of ``read``, a header; after a mistake, ``unread``."""
    found = cursor.attempt(read, "then", "do")
    if found is None and not cursor.take("then"):
        cursor.take("do")
    return unread if found is None else found


def loop(cursor: Cursor) -> syntax.Statement:
    """Read a ``while`` or a ``for``."""
    at, kind = cursor.at, "while" if cursor.kind == "while" else "for"
    opener = Opener(cursor, kind)
    cursor.advance()
    if kind == "while":
        test = attempted(cursor, lambda: condition(cursor, "do"), UNREAD)
        found: syntax.While | syntax.For = syntax.While(at, test, [])
    else:
        unread = syntax.For(at, UNREAD, False, "", False, UNREAD, 1, None, [])
        found = attempted(cursor, lambda: headers.for_header(cursor, at), unread)
    found.body += block(cursor, opener)
    blocks.close(cursor, opener)
    return found


def repeated(cursor: Cursor) -> syntax.Statement:
    """Read ``repeat … until c`` as the loop that the note shows."""
    at, opener = cursor.at, Opener(cursor, "repeat")
    cursor.advance()
    body = block(cursor, opener)
    place = cursor.at
    if cursor.word != "until":
        cursor.misread("no-until", line=opener.line)
    cursor.advance()
    end = expression(cursor)
    last = syntax.If(place, [syntax.Branch(place, end, [syntax.Break(place)])], None)
    right = f"while TRUE do … {statements.shown(last)} end while"
    cursor.slip("other-form", at, right=right)
    return syntax.While(at, syntax.Literal(at, True), [*body, last])
