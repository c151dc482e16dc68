"""Parse text into a syntax tree: programs, functions, statements and blocks."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

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
from pseudoku.pseudocode.reading.cursor import Cursor, Misread, Opener, TooMany
from pseudoku.pseudocode.reading.expressions import BRACKETS, expression
from pseudoku.pseudocode.reading.languages import other_language
from pseudoku.pseudocode.reading.source import PseudocodeError, Remark, Source
from pseudoku.pseudocode.reading.spoken import spoken

if TYPE_CHECKING:
    from pseudoku.pseudocode.reading.python import Python

T = TypeVar("T")

GUARDED = (syntax.Return, syntax.Assign, syntax.Perform, syntax.Break, syntax.Continue)


class Parsed:
    """A program, the slips that were understood, and the errors."""

    def __init__(self, source: Source, program: syntax.Program) -> None:
        self.source = source
        self.program = program
        self.slips: list[Remark] = []
        self.errors: list[Remark] = []
        self.stops: list[Remark] = []  # errors that say why the rest is not read

    @property
    def base(self) -> int | None:
        """The first position of a vector, if the program's language fixes it."""
        return 0 if any(one.python for one in self.program.functions) else None

    def checked(self, strict: bool = False) -> syntax.Program:
        """Return the program. Raise PseudocodeError if it has errors.

        With ``strict``, slips are errors.
        """
        refused = sorted(self.errors + self.slips, key=place) if strict else self.errors
        if refused:
            raise PseudocodeError(refused)
        return self.program


def place(remark: Remark) -> tuple[int, int]:
    return remark.line, remark.column


def parse(text: str, name: str = "pseudocode") -> Parsed:
    """Parse ``text``, in the module's notation and in the variants that students use.

    >>> parsed = parse("x = 2", "answer")
    >>> parsed.program.statements
    [Assign(target=Name(name='x'), value=Literal(value=2))]
    >>> parsed.slips
    [<answer:1:3: '=' compares; to assign, write x ← 2>]
    """
    source = Source(text, name)
    parsed = Parsed(source, syntax.Program([], []))
    if language := other_language(source.text):
        stop = diagnosis(source, 0, "other-language", language=language)
        parsed.errors = parsed.stops = [stop]
        return parsed
    if python := python_in(source):
        parsed.program, parsed.errors = python.program, python.errors
        parsed.slips = python.slips
        return parsed
    cursor = Cursor(source)
    try:
        read_program(cursor, parsed.program)
    except TooMany:
        cursor.tokens.stop("too-many-mistakes", cursor.stopped, MOST_MISTAKES)
    statements.settle(parsed.program.statements)
    give_full_names(parsed.program, cursor.tokens.names)
    for at, text, word in names.correct(parsed.program):
        cursor.slip("near-name", at, text=text, word=word)
    parsed.stops = cursor.tokens.stops
    last = min(map(place, parsed.stops), default=(sys.maxsize, 0))
    read = [one for one in cursor.errors if place(one) < last]
    parsed.errors = sorted([*read, *parsed.stops], key=place)
    noted = [*cursor.slips, *cursor.respelt.values()]
    parsed.slips = sorted((one for one in noted if place(one) < last), key=place)
    if len(parsed.slips) > MOST_NOTES:
        most = f"{MOST_NOTES:,}"
        rest = diagnosis(source, len(source.text), "too-many-notes", most=most)
        parsed.slips[MOST_NOTES:] = [rest]
    return parsed


def python_in(source: Source) -> "Python | None":
    """Return the program in ``source`` if it is Python."""
    if "def " not in source.text:
        return None
    from pseudoku.pseudocode.reading.python import read_python  # and `ast`: 5 ms

    return read_python(source)


def give_full_names(program: syntax.Program, written: set[str]) -> None:
    """Give the hand-out's functions their names where ``program`` has them shorter.

    If the text also has the full name, the short name belongs to another function.
    """
    own = {words.key(function.name) for function in program.functions}
    short = {name for name in map(words.key, written) if name in words.SHORT}
    short = {name for name in short if not own >= {name, words.key(words.SHORT[name])}}
    if short:
        nodes: list[syntax.Function | syntax.Call] = [
            *program.functions,
            *syntax.calls(program),
        ]
        for named in nodes:
            if words.key(named.name) in short:
                named.name = words.in_full(named.name)


def read_program(cursor: Cursor, program: syntax.Program) -> None:
    """Read the text, up to its end, into ``program``."""
    while True:
        blocks.before_statement(cursor)
        if cursor.kind == "end of text":
            return
        if cursor.kind == "function":
            program.functions.append(balanced(cursor, lambda: function(cursor)))
            blocks.line_end(cursor)
        elif takes := headers.unworded(cursor):
            at = cursor.at
            for _ in range(takes - 1):
                cursor.advance()
            program.functions.append(balanced(cursor, lambda: function(cursor, False)))
            cursor.slip("other-header", at, right=header_of(program.functions[-1]))
            blocks.line_end(cursor)
        elif cursor.kind in ("end", "else"):
            stray_end(cursor)
        else:
            balanced(cursor, lambda: guarded(cursor, program.statements))


def header_of(read: syntax.Function) -> str:
    return f"function {read.name}({', '.join(read.parameters)})"


def stray_end(cursor: Cursor) -> None:
    """Go past an ``end`` or an ``else`` outside every block."""
    at, ended = cursor.at, blocks.ended_kind(cursor)
    name = "stray-else" if cursor.kind == "else" else "stray-end"
    cursor.advance()
    if ended or blocks.is_last_word(cursor):
        cursor.advance()
    cursor.wrong(Misread(at, name, text=cursor.written(at)))


def balanced(cursor: Cursor, read: Callable[[], T]) -> T:
    """Return the result of ``read``; if an ``end`` is missing, read by indentation."""
    start, slips, errors = cursor.index, len(cursor.slips), len(cursor.errors)
    depth, opened = cursor.depth, len(cursor.open)
    try:
        return read()
    except (blocks.Unbalanced, TooMany):
        cursor.goto(start)
        del cursor.slips[slips:], cursor.errors[errors:], cursor.open[opened:]
        cursor.depth, cursor.by_indent = depth, True
        return read()
    finally:
        cursor.by_indent = False


def block(cursor: Cursor, opener: Opener) -> syntax.Block:
    cursor.deeper()
    cursor.open.append(opener)
    blocks.brace(cursor, opener)
    body: syntax.Block = []
    # A block that begins on the line of its header continues below, indented more.
    further = not cursor.is_first or cursor.token.indent > opener.indent
    opener.indented = cursor.by_indent and further
    while not blocks.block_ends(cursor, opener):
        guarded(cursor, body)
    cursor.open.pop()
    cursor.depth -= 1
    return body


def guarded(cursor: Cursor, body: syntax.Block) -> None:
    """Read a statement into ``body``; after a mistake, continue on the next line."""
    cursor.started = cursor.index

    def read() -> None:
        found = statement(cursor)
        body.extend(found if isinstance(found, list) else [with_guard(cursor, found)])
        blocks.line_end(cursor)

    cursor.attempt(read, "end", "else", "function")


def function(cursor: Cursor, worded: bool = True) -> syntax.Function:
    at, opener, cursor.started = cursor.at, Opener(cursor), cursor.index
    opener.kind = "function"
    if worded:
        cursor.advance()
    found = syntax.Function(at, "", [], [], 0)
    outside, cursor.variables = cursor.variables, {}

    def read() -> None:
        found.name = cursor.function = headers.function_name(cursor)
        found.parameters = headers.parameter_names(cursor)
        headers.behind_parameters(cursor)
        kinds = words.HANDOUT_KINDS.get(words.key(found.name), ())
        names = [name.lower() for name in found.parameters]
        cursor.variables = dict.fromkeys(names, "") | dict(zip(names, kinds))

    cursor.attempt(read, "end")
    cursor.own_result = ""
    found.body = block(cursor, opener)
    cursor.variables = outside
    statements.settle(found.body)
    if name := cursor.own_result:
        found.body.append(syntax.Return(cursor.at, syntax.Name(cursor.at, name)))
        cursor.own_result = ""
    blocks.close(cursor, opener)
    found.end = cursor.behind
    return found


def with_guard(cursor: Cursor, one: syntax.Statement) -> syntax.Statement:
    """Read ``return x if c``, or ``x ← a if c else b``, which are an ``if``."""
    if cursor.kind != "if" or cursor.is_first or not isinstance(one, GUARDED):
        return one
    start, what = cursor.index, cursor.look_ahead(guard)
    if what in ("then", "do", ":", "{") and not isinstance(one, syntax.Return):
        return one  # the next statement, on the same line
    if what not in ("", "else"):
        cursor.misread("two-readings", one="if c then return x end if", two="return x")
    cursor.goto(start)
    guard(cursor)
    at, test = one.at, cursor.guard
    otherwise: syntax.Block | None = None
    if what == "else":
        cursor.advance()
        if isinstance(one, syntax.Return):
            otherwise = [syntax.Return(cursor.at, expression(cursor))]
        elif isinstance(one, syntax.Assign):
            otherwise = [syntax.Assign(at, one.target, expression(cursor))]
        else:
            cursor.misread("no-statement")
    found = syntax.If(at, [syntax.Branch(at, test, [one])], otherwise)
    right = " ".join(line.strip() for line in notation.statement_lines(found))
    cursor.slip("guard", at, right=right)
    return found


def guard(cursor: Cursor) -> str:
    """Read ``if c``; return what follows on the same line."""
    cursor.advance()
    cursor.guard = expression(cursor)
    opening = cursor.kind in ("then", "do")
    return cursor.kind if opening or not cursor.is_first else ""


def statement(cursor: Cursor) -> syntax.Statement | syntax.Block:
    at, kind = cursor.at, cursor.kind
    match kind:
        case "name":
            return named(cursor)
        case "[" | "(":
            return statements.together(cursor)
        case "if":
            return conditional(cursor)
        case "for" | "while":
            return loop(cursor)
        case "do" if cursor.next_kind == "while" or cursor.next.text.lower() == "until":
            return do_while(cursor)
        case "return":
            return statements.returning(cursor)
        case "new":
            cursor.advance()
            return statements.new(cursor, at)
    return single(cursor)


def named(cursor: Cursor) -> syntax.Statement | syntax.Block:
    """Read a statement that begins with a name, or a loop in another notation."""
    at = cursor.at
    if cursor.word == "exit" and cursor.own_result:
        cursor.skip("result-name", name=cursor.own_result)
        return syntax.Return(at, syntax.Name(at, cursor.own_result))
    if cursor.word == "exit" and cursor.next_kind == "(":
        cursor.skip("other-word", word="return")
        return syntax.Return(at, expression(cursor))
    if cursor.word == "foreach" and cursor.next_kind == "name":
        cursor.slip("other-word", word="for")
        cursor.kinds[cursor.index] = cursor.kind = "for"
        return loop(cursor)
    if cursor.word == "repeat":
        if isinstance(cursor.look_ahead(spoken), syntax.For):
            return times(cursor, at)
    if cursor.word == "repeat" and cursor.next_kind in ("name", *words.STARTERS):
        if cursor.next.text.lower() != "until":
            return repeated(cursor, cursor.at)
    if cursor.next_kind in BRACKETS and words.nearest_word(cursor.text, ("while",)):
        if cursor.look_ahead(statements.kind_behind) in ("then", "do"):
            blocks.respell(cursor)  # whlie (c) do
            return statement(cursor)
    return statements.named_statement(cursor)


def times(cursor: Cursor, at: int) -> syntax.Statement:
    """Read ``repeat p times`` with its block."""
    opener = Opener(cursor)
    opener.kind = "for"
    found = header(cursor, "do", lambda: spoken(cursor))
    assert isinstance(found, syntax.For)
    cursor.slip("other-header", at, right=notation.header(found))
    found.body = block(cursor, opener)
    blocks.close(cursor, opener)
    return found


def single(cursor: Cursor) -> syntax.Statement:
    """A statement of one word."""
    at = cursor.at
    alone: dict[str, syntax.Statement] = {
        "...": syntax.Perform(at, syntax.Hole(at, cursor.text)),
        "break": syntax.Break(at),
        "continue": syntax.Continue(at),
    }
    if cursor.kind not in alone:
        cursor.misread(cursor.no_statement("no-statement"))
    found = alone[cursor.kind]
    cursor.advance()
    return found


def conditional(cursor: Cursor) -> syntax.If:
    at, opener = cursor.at, Opener(cursor)
    branches, otherwise = [branch(cursor, opener)], None
    while blocks.is_else(cursor, opener):
        line = cursor.token.line
        cursor.advance()
        if cursor.kind == "if" and cursor.token.line == line:
            branches.append(branch(cursor, opener))
            continue
        if cursor.kind in (":", "then", "do"):
            cursor.skip("mark-after", what="'else'")
        otherwise = block(cursor, opener)
        break
    blocks.close(cursor, opener)
    blocks.surplus_ends(cursor, len(branches) - 1)
    return syntax.If(at, branches, otherwise)


def branch(cursor: Cursor, opener: Opener) -> syntax.Branch:
    at = cursor.at
    cursor.advance()
    return syntax.Branch(at, condition(cursor, "then"), block(cursor, opener))


def condition(cursor: Cursor, word: str) -> syntax.Expression:
    """Read the condition before ``word``; after a mistake, return a hole."""
    hole = syntax.Hole(cursor.at, "a condition that could not be read")
    return header(cursor, word, lambda: expression(cursor)) or hole


def header(cursor: Cursor, word: str, read: Callable[[], T]) -> T | None:
    """Return the result of ``read``, and read ``word``; after a mistake, None."""

    def both() -> T:
        found = read()
        blocks.opening(cursor, word)
        return found

    if (found := cursor.attempt(both, "then", "do")) is None:
        _ = cursor.take("then") or cursor.take("do")
    return found


def loop(cursor: Cursor) -> syntax.Statement:
    at, kind, opener = cursor.at, cursor.kind, Opener(cursor)
    cursor.advance()
    if kind == "while":
        found: syntax.While | syntax.For = syntax.While(at, condition(cursor, "do"), [])
    else:
        hole = syntax.Hole(at, "a header that could not be read")
        unread = syntax.For(at, hole, False, "", False, hole, 1, None, [])
        read = header(cursor, "do", lambda: headers.any_header(cursor, at))
        found = read or unread
    found.body += block(cursor, opener)
    blocks.close(cursor, opener)
    return found


def do_while(cursor: Cursor) -> syntax.Statement:
    """Read ``DO WHILE c … LOOP`` and ``DO UNTIL c … LOOP``."""
    at, opener = cursor.at, Opener(cursor)
    opener.kind = "while"
    cursor.skip("needless-do")
    until = cursor.kind == "name"
    cursor.advance()
    test = condition(cursor, "do")
    found = syntax.While(at, syntax.Unary(at, "¬", test) if until else test, [])
    found.body = block(cursor, opener)
    blocks.close(cursor, opener)
    return found


def repeated(cursor: Cursor, at: int) -> syntax.Statement:
    """Read ``repeat … until c`` as the loop that the note shows."""
    opener = Opener(cursor)
    opener.kind = "repeat"
    cursor.advance()
    body = block(cursor, opener)
    place = cursor.at
    if cursor.word != "until":
        cursor.misread("no-until", line=opener.line)
    cursor.advance()
    end = expression(cursor)
    test = f"if {notation.expression(end)} then break end if"
    right = f"while TRUE do … {test} end while"
    cursor.slip("repeat-until", at, right=right)
    last = syntax.If(place, [syntax.Branch(place, end, [syntax.Break(place)])], None)
    return syntax.While(at, syntax.Literal(at, True), [*body, last])
