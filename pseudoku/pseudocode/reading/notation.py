"""Write a syntax tree as text in the notation of the course."""

from collections.abc import Iterable, Iterator

from pseudoku.pseudocode.reading import operators, syntax
from pseudoku.pseudocode.reading.vocabulary import OPERATION_SPELLINGS

INDENT = "    "


class Notation:
    """A writer of syntax trees as text; subclasses override its templates and symbols.

    >>> from pseudoku.pseudocode.reading.parser import parse
    >>> parsed = parse("x ← not(a == 2) and q.empty()")
    >>> [*Notation().lines(parsed.program.statements)]
    ['x ← ¬(a = 2) ∧ EMPTY[q]']
    """

    templates = {"if": "if {} then", "else if": "else if {} then", "else": "else"}
    templates |= {"while": "while {} do", "assign": "{} ← {}"}
    ends = {syntax.If: "end if", syntax.While: "end while", syntax.For: "end for"}
    symbols: dict[str, str] = {}
    precedence = operators.PRECEDENCE

    def expression(self, node: syntax.Expression, min_precedence: int = 0) -> str:
        """Return the expression ``node`` as text.

        It is in brackets if the precedence of its outermost operator is below
        ``min_precedence``, a constant of `syntax`.
        """
        match node:
            case syntax.Literal(value=value):
                return self.literal(value)
            case syntax.Name(name=name) | syntax.Hole(words=name):
                return self.name(name)
            case syntax.Select(vector=vector, position=position):
                vector_text = self.expression(vector, operators.PRIMARY)
                return f"{vector_text}[{self.expression(position)}]"
            case syntax.Operation():
                return self.operation(node)
            case syntax.Call(name=name, arguments=several):
                return f"{self.function(name)}({self.expression_list(several)})"
            case syntax.Unary(operator="floor" | "ceil" as name, operand=operand):
                return f"{name}({self.expression(operand)})"
        text, strength = self.operator_text(node)
        return f"({text})" if strength < min_precedence else text

    def operator_text(self, node: syntax.Unary | syntax.Binary) -> tuple[str, int]:
        """Return ``node`` as text, without outer brackets, and its precedence."""
        sign = self.symbols.get(node.operator, node.operator)
        if isinstance(node, syntax.Unary):
            strength = operators.NOT if node.operator == "¬" else operators.SIGN
            # A relation is weaker than ¬ in the tree, and has brackets to be plain.
            min_precedence = max(strength, operators.RELATION + 1)
            return f"{sign}{self.expression(node.operand, min_precedence)}", strength
        strength = self.precedence[node.operator]
        left = self.expression(node.left, strength + (strength == operators.RELATION))
        right = self.expression(node.right, strength + 1)
        return f"{left} {sign} {right}", strength

    def expression_list(self, nodes: Iterable[syntax.Expression]) -> str:
        return ", ".join(map(self.expression, nodes))

    def literal(self, value: syntax.Scalar) -> str:
        if isinstance(value, bool):
            return "TRUE" if value else "FALSE"
        if isinstance(value, str):
            return f'"{value}"'
        return "NULL" if value is None else str(value)

    def name(self, name: str) -> str:
        return name

    def function(self, name: str) -> str:
        return name

    def operation(self, node: syntax.Operation) -> str:
        if node.name == "NTH":
            position, vector = node.operands
            return self.expression(syntax.Select(node.offset, vector, position))
        name = (
            "" if node.name == "LIST" else OPERATION_SPELLINGS.get(node.name, node.name)
        )
        return f"{name}[{self.expression_list(node.operands)}]"

    def lines(self, block: syntax.Block, indent: str = "") -> Iterator[str]:
        for statement in block:
            for line in self.statement(statement):
                yield indent + line

    def statement(self, node: syntax.Statement) -> Iterator[str]:
        """Yield the lines of the statement ``node``; inner blocks are indented."""
        match node:
            case syntax.If(branches=branches, otherwise=otherwise):
                for number, branch in enumerate(branches):
                    word = self.templates["else if" if number else "if"]
                    yield word.format(self.expression(branch.condition))
                    yield from self.lines(branch.body, INDENT)
                if otherwise is not None:
                    yield self.templates["else"]
                    yield from self.lines(otherwise, INDENT)
            case syntax.While(condition=condition, body=body):
                yield self.templates["while"].format(self.expression(condition))
                yield from self.lines(body, INDENT)
            case syntax.For(body=body):
                yield self.header(node)
                yield from self.lines(body, INDENT)
            case syntax.New():
                yield self.new(node)
            case syntax.Assign(target=target, value=value):
                stored = self.expression(value)  # which is evaluated first
                yield self.templates["assign"].format(self.expression(target), stored)
            case syntax.ExpressionStatement(expression=expression):
                yield self.expression(expression)
            case syntax.Return(value=value):
                yield f"return {self.expression(value)}" if value else "return"
            case syntax.Break() | syntax.Continue():
                yield type(node).__name__.lower()
        if type(node) in self.ends:
            yield self.ends[type(node)]

    def new(self, node: syntax.New) -> str:
        length = f"({self.expression(node.length)})" if node.length else ""
        return f"new {node.kind} {node.name}{length}"

    def header(self, node: syntax.For) -> str:
        sign = "≤<" if node.step > 0 else "≥>"
        first_relation = sign[node.excludes_first]
        last_relation = sign[node.excludes_last]
        first, last = (
            self.expression(end, operators.SUM) for end in (node.first, node.last)
        )
        guard = f" ∧ {self.expression(node.guard, operators.AND)}" if node.guard else ""
        step = f" step {abs(node.step)}" * (abs(node.step) > 1)
        bounds = f"{first} {first_relation} {node.variable} {last_relation} {last}"
        return f"for {bounds}{step}{guard} do"


MODULE_NOTATION = Notation()
expression_text, header_text = MODULE_NOTATION.expression, MODULE_NOTATION.header
statement_lines = MODULE_NOTATION.statement


def function_lines(function: syntax.Function) -> Iterator[str]:
    yield f"function {function.name}({', '.join(function.parameters)})"
    yield from MODULE_NOTATION.lines(function.body, INDENT)
    yield "end function"


def program_lines(program: syntax.Program) -> Iterator[str]:
    """Yield the lines of ``program`` in the course's notation, with newlines."""
    for function in program.functions:
        yield from (f"{line}\n" for line in function_lines(function))
        if function is not program.functions[-1] or program.statements:
            yield "\n"
    yield from (f"{line}\n" for line in MODULE_NOTATION.lines(program.statements))
