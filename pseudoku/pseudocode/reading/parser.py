"""Text into a syntax tree: programs, functions, ``if`` and the loops."""

from pseudoku.pseudocode.reading import notation
from pseudoku.pseudocode.reading.blocks import Opener
from pseudoku.pseudocode.reading.cursor import Misread
from pseudoku.pseudocode.reading.foreign import no_statement
from pseudoku.pseudocode.reading.functions import Functions
from pseudoku.pseudocode.reading.source import PseudocodeError, Remark, Source
from pseudoku.pseudocode.reading.syntax import (
    Branch,
    Break,
    Call,
    Continue,
    Function,
    Hole,
    If,
    Literal,
    Perform,
    Program,
    Statement,
    While,
)
from pseudoku.pseudocode.reading.walk import calls
from pseudoku.pseudocode.reading.words import SHORT, in_full, key


class Parsed:
    """A program, the slips that were understood and what was not."""

    def __init__(self, source: Source, program: Program) -> None:
        self.source = source
        self.program = program
        self.slips: list[Remark] = []
        self.errors: list[Remark] = []

    def checked(self, strict: bool = False) -> Program:
        """The program; PseudocodeError if it has errors, if ``strict`` or slips."""
        refused = sorted(self.errors + self.slips, key=place) if strict else self.errors
        if refused:
            raise PseudocodeError(refused)
        return self.program


def place(remark: Remark) -> tuple[int, int]:
    return remark.line, remark.column


def parse(text: str, name: str = "pseudocode") -> Parsed:
    """What ``text`` says, in the module's notation and in what students make of it.

    >>> parsed = parse("x = 2", "answer")
    >>> parsed.program.statements
    [Assign(target=Name(name='x'), value=Literal(value=2))]
    >>> parsed.slips
    [<answer:1:3: '=' compares: write x ← 2 to assign>]
    """
    source = Source(text, name)
    parser = Parser(source)
    parsed = Parsed(source, parser.program())
    give_full_names(parsed.program, parser.tokens.names)
    parsed.slips = sorted([*parser.slips, *parser.respelt.values()], key=place)
    parsed.errors = sorted(parser.errors, key=place)
    return parsed


def give_full_names(program: Program, words: set[str]) -> None:
    """Give the hand-out's functions their names where ``program`` has them shorter.

    A short name beside the full one is that of another function.
    """
    own = {key(function.name) for function in program.functions}
    short = {name for name in map(key, words) if name in SHORT}
    short = {name for name in short if not own >= {name, key(SHORT[name])}}
    if short:
        nodes: list[Function | Call] = [*program.functions, *calls(program)]
        for named in nodes:
            if key(named.name) in short:
                named.name = in_full(named.name)


class Parser(Functions):
    def program(self) -> Program:
        program = Program([], [])
        while True:
            self.before_statement()
            if self.kind == "end of text":
                return program
            if self.kind == "function":
                program.functions.append(self.balanced(self.function))
                self.line_end()
            elif self.kind in ("end", "else"):
                self.stray_end()
            else:
                self.balanced(lambda: self.guarded(program.statements))

    def stray_end(self) -> None:
        """Go past an ``end`` or an ``else`` outside every block."""
        at, ended = self.at, self.ended()
        self.advance()
        if ended or self.is_last_word():
            self.advance()
        self.wrong(Misread(at, f"'{self.written(at)}' here belongs to no block"))

    def statement(self) -> Statement:
        at, kind = self.at, self.kind
        match kind:
            case "name":
                return self.named_statement()
            case "if":
                return self.conditional()
            case "for" | "while":
                return self.loop()
            case "return":
                return self.returning()
            case "new":
                self.advance()
                return self.new(at)
        return self.single()

    def single(self) -> Statement:
        """A statement of one word."""
        at, kind = self.at, self.kind
        alone: dict[str, Statement] = {
            "...": Perform(at, Hole(at, self.text)),
            "break": Break(at),
            "continue": Continue(at),
        }
        if kind not in alone:
            found = f"expected a statement, found {self.found()}"
            self.misread(found + no_statement(kind, self.text, self.next_text))
        self.advance()
        return alone[kind]

    def conditional(self) -> If:
        at, opener = self.at, self.opener()
        branches, otherwise = [self.branch(opener)], None
        while self.is_else(opener):
            line = self.lines[self.index]
            self.advance()
            if self.kind == "if" and self.lines[self.index] == line:
                branches.append(self.branch(opener))
                continue
            if self.kind in (":", "then", "do"):
                self.slip(self.at, f"'{self.text}' behind 'else': leave it out")
                self.advance()
            otherwise = self.block(opener)
            break
        self.close(opener)
        self.surplus_ends(len(branches) - 1)
        return If(at, branches, otherwise)

    def is_else(self, opener: Opener) -> bool:
        if opener.braced and self.kind == "}" and self.next_kind == "else":
            self.advance()
        return self.kind == "else" and not self.else_is_outer(opener)

    def branch(self, opener: Opener) -> Branch:
        at = self.at
        self.advance()
        return Branch(at, self.condition("then"), self.block(opener))

    def else_is_outer(self, opener: Opener) -> bool:
        return opener.indented and self.is_first and self.indent() < opener.indent

    def surplus_ends(self, most: int) -> None:
        """Go past further ``end if`` of a chain of ``else if``, which has one."""
        outer = [one.indent for one in self.open if one.kind == "if"]
        while most and self.kind == "end" and self.ended() == "if":
            if outer and not (self.by_indent and self.is_first):
                return
            if outer and self.indent() <= outer[-1]:
                return
            self.slip(self.at, "one 'end if' ends the whole chain of 'else if'")
            self.advance()
            self.advance()
            most -= 1

    def loop(self) -> Statement:
        at, kind, opener = self.at, self.kind, self.opener()
        self.advance()
        if kind == "while":
            loop: Statement = While(at, self.condition("do"), self.block(opener))
        else:
            loop = self.for_header(at)
            loop.body = self.block(opener)
        self.close(opener)
        return loop

    def repeated(self, at: int) -> Statement:
        """``repeat … until c``, read as the loop that its note shows."""
        opener = self.opener()
        opener.kind = "repeat"
        self.advance()
        body = self.block(opener)
        place = self.at
        if self.text.lower() != "until":
            self.misread(f"no 'until' for the 'repeat' of line {opener.line}")
        self.advance()
        condition = self.expression()
        test = f"if {notation.expression(condition)} then break end if"
        told = f"while TRUE do … {test} end while"
        self.slip(at, f"the module has no repeat … until: write {told}")
        last = If(place, [Branch(place, condition, [Break(place)])], None)
        return While(at, Literal(at, True), [*body, last])
