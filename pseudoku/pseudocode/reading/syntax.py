"""The syntax tree of a program, the strength of its operators, and traversals.

``offset`` is the index in the text of the first character of a part.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

Scalar: TypeAlias = int | float | str | None  # a bool is an int; None is NULL

# The strength of operators, from the weakest. `PRECEDENCE` has those between two
# operands; NOT is the strength of ¬, and SIGN that of − before its operand.
OR, AND, NOT, RELATION, SUM, PRODUCT, SIGN, PRIMARY = range(1, 9)
PRECEDENCE = {"∨": OR, "∧": AND, "+": SUM, "−": SUM}
PRECEDENCE |= dict.fromkeys(("=", "≠", "<", ">", "≤", "≥"), RELATION)
PRECEDENCE |= dict.fromkeys(("×", "/", "mod"), PRODUCT)


@dataclass
class SyntaxNode:
    """The base class of the nodes of a syntax tree. Equality ignores offsets."""

    def children(self) -> "list[SyntaxNode]":
        """Return the child nodes, also those in lists, in the order of the fields."""
        nodes: list[SyntaxNode] = []
        for value in self.__dict__.values():
            if isinstance(value, SyntaxNode):
                nodes.append(value)
            elif value.__class__ is list:
                nodes += [item for item in value if isinstance(item, SyntaxNode)]
        return nodes


@dataclass
class LocatedNode(SyntaxNode):
    """A node with ``offset``, the offset of its first character in the text."""

    offset: int = field(compare=False, repr=False)


@dataclass
class Literal(LocatedNode):
    value: Scalar

    def __eq__(self, other: object) -> bool:
        """Return whether both are the same; 1 is not TRUE."""
        if not isinstance(other, Literal):
            return NotImplemented
        return type(self.value) is type(other.value) and self.value == other.value


@dataclass
class Name(LocatedNode):
    name: str


@dataclass
class Select(LocatedNode):
    """``vector[position]``."""

    vector: "Expression"
    position: "Expression"


@dataclass
class Operation(LocatedNode):
    """An operation of an ADT: ``ENQUEUE[o, q]``; the name is in capitals."""

    name: str
    operands: "list[Expression]"


@dataclass
class Call(LocatedNode):
    """``Function(arguments)``."""

    name: str
    arguments: "list[Expression]"


@dataclass
class Unary(LocatedNode):
    """``¬``, ``−``, ``floor`` or ``ceil`` of an operand."""

    operator: str
    operand: "Expression"


@dataclass
class Binary(LocatedNode):
    """``+ − × / mod``, ``= ≠ < > ≤ ≥``, ``∧`` or ``∨`` between two operands."""

    operator: str
    left: "Expression"
    right: "Expression"


@dataclass
class Hole(LocatedNode):
    """A missing part: ``...``, or prose instead of an expression."""

    words: str


Target: TypeAlias = Name | Select  # of an assignment
Action: TypeAlias = Call | Operation | Hole  # can stand alone
Selectable: TypeAlias = Name | Select | Operation | Call
Expression: TypeAlias = Selectable | Literal | Unary | Binary | Hole


@dataclass
class New(LocatedNode):
    """``new Vector w(n)``, ``new Queue q``; only vectors and arrays have a length."""

    kind: str
    name: str
    length: Expression | None


@dataclass
class Assign(LocatedNode):
    """``target ← value``."""

    target: Target
    value: Expression


@dataclass
class ExpressionStatement(LocatedNode):
    """A call, an operation or a hole as a statement."""

    expression: Action


@dataclass
class Branch(LocatedNode):
    """One ``if condition then body`` or ``else if condition then body``."""

    condition: Expression
    body: "Block"


@dataclass
class If(LocatedNode):
    branches: list[Branch]
    otherwise: "Block | None"


@dataclass
class While(LocatedNode):
    condition: Expression
    body: "Block"


@dataclass
class For(LocatedNode):
    """``for first ≤ variable ≤ last do``.

    ``excludes_first`` and ``excludes_last`` are true where ``<`` excludes that bound;
    ``step`` is -1 if the loop counts down. ``guard`` is a condition in the header.
    """

    first: Expression
    excludes_first: bool
    variable: str
    excludes_last: bool
    last: Expression
    step: int
    guard: Expression | None
    body: "Block"


@dataclass
class Return(LocatedNode):
    value: Expression | None


@dataclass
class Break(LocatedNode):
    pass


@dataclass
class Continue(LocatedNode):
    pass


Simple: TypeAlias = (
    New | Assign | ExpressionStatement | Return | Break | Continue
)  # of one line
Statement: TypeAlias = Simple | If | While | For
Block: TypeAlias = list[Statement]


@dataclass
class Function(LocatedNode):
    name: str
    parameters: list[str]
    body: Block
    end: int = field(compare=False, repr=False)  # where the text of it ends


@dataclass
class Program(SyntaxNode):
    functions: list[Function]
    statements: Block


def walk(*nodes: SyntaxNode) -> Iterator[SyntaxNode]:
    """Yield each of ``nodes`` and all nodes inside it, outer nodes first."""
    waiting = [*reversed(nodes)]
    while waiting:
        yield (node := waiting.pop())
        waiting += reversed(node.children())


def located_nodes(node: LocatedNode) -> Iterator[LocatedNode]:
    """Yield ``node`` and all nodes inside it that have an offset.

    The offset of a Binary is that of its operator.
    """
    return (part for part in walk(node) if isinstance(part, LocatedNode))


def walk_statements(block: Block) -> Iterator[Statement]:
    """Yield each statement of ``block`` and of its inner blocks, outer ones first."""
    return (part for part in walk(*block) if isinstance(part, Statement))


def child_expressions(node: SyntaxNode) -> list[Expression]:
    """Return the expressions directly in ``node``, without those in its blocks.

    The conditions of an ``if`` are included.
    """
    parts = [
        part.condition if isinstance(part, Branch) else part for part in node.children()
    ]
    return [part for part in parts if isinstance(part, Expression)]


def walk_expressions(statement: Statement) -> Iterator[SyntaxNode]:
    """Yield every expression in ``statement``, except in its blocks."""
    return walk(*child_expressions(statement))


def walk_calls(program: Program) -> Iterator[Call]:
    """Yield each call in ``program``."""
    return (part for part in walk(program) if isinstance(part, Call))


def assigned_names(block: Block) -> Iterator[str]:
    """Yield the names that ``block`` assigns to, in its order."""
    for statement in walk_statements(block):
        match statement:
            case New(name=name) | Assign(target=Name(name=name)) | For(variable=name):
                yield name


def constant_values(block: Block) -> dict[str, Scalar]:
    """Return the value of each name that ``block`` assigns a single literal to."""
    times = Counter(assigned_names(block))
    return {
        statement.target.name: statement.value.value
        for statement in block
        if isinstance(statement, Assign) and isinstance(statement.value, Literal)
        if isinstance(statement.target, Name) and times[statement.target.name] == 1
    }
