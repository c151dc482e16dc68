"""The syntax tree of a pseudocode program, and tree traversals.

The ``offset`` of a node is the index in the program text, from 0, at which the node's
text begins; for a Binary, it is that of the operator.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

Scalar: TypeAlias = int | float | str | None  # a bool is an int; None is NULL


@dataclass
class SyntaxNode:
    """The base class of all nodes of a syntax tree.

    Nodes are equal if class and fields are equal; ``offset`` is not compared.
    """

    def children(self) -> "list[SyntaxNode]":
        """Return the direct child nodes in field order, with those in list fields."""
        nodes: list[SyntaxNode] = []
        for value in self.__dict__.values():
            if isinstance(value, SyntaxNode):
                nodes.append(value)
            elif value.__class__ is list:
                nodes += [item for item in value if isinstance(item, SyntaxNode)]
        return nodes


@dataclass
class LocatedNode(SyntaxNode):
    """A node with ``offset``, the index in the program text at which it begins."""

    offset: int = field(compare=False, repr=False)


@dataclass
class Literal(LocatedNode):
    value: Scalar

    def __eq__(self, other: object) -> bool:
        """Return whether both have the same type and value; 1 is not equal to TRUE."""
        if not isinstance(other, Literal):
            return NotImplemented
        return type(self.value) is type(other.value) and self.value == other.value


@dataclass
class Name(LocatedNode):
    name: str


@dataclass
class Select(LocatedNode):
    """An element of a vector: ``vector[position]``."""

    vector: "Expression"
    position: "Expression"


@dataclass
class Operation(LocatedNode):
    """An operation of an ADT, such as ``ENQUEUE[o, q]``; the structure comes last."""

    name: str
    operands: "list[Expression]"


@dataclass
class Call(LocatedNode):
    """A function call, ``name(arguments)``."""

    name: str
    arguments: "list[Expression]"


@dataclass
class Unary(LocatedNode):
    """A prefix operation: ``operator`` is ``¬``, ``−``, ``floor`` or ``ceil``."""

    operator: str
    operand: "Expression"


@dataclass
class Binary(LocatedNode):
    """An operation on two operands, such as ``+``; `operators` has all of them."""

    operator: str
    left: "Expression"
    right: "Expression"


@dataclass
class Hole(LocatedNode):
    """A placeholder for a missing expression, ``words``: ``...`` or prose."""

    words: str


Target: TypeAlias = Name | Select  # of an assignment
Action: TypeAlias = Call | Operation | Hole  # can stand alone
Selectable: TypeAlias = Name | Select | Operation | Call
Expression: TypeAlias = Selectable | Literal | Unary | Binary | Hole


@dataclass
class New(LocatedNode):
    """The creation of a structure, such as ``new Vector w(n)`` or ``new Queue q``.

    ``kind`` is the type, such as "Vector", and ``name`` the variable. ``length`` is
    None except for vectors and arrays.
    """

    kind: str
    name: str
    length: Expression | None


@dataclass
class Assign(LocatedNode):
    """An assignment, ``target ← value``; the target is a variable or an element."""

    target: Target
    value: Expression


@dataclass
class ExpressionStatement(LocatedNode):
    """A call, an operation or a Hole that is a statement by itself."""

    expression: Action


@dataclass
class Branch(LocatedNode):
    """A condition of an ``if`` or ``else if``, and the statements if it is true."""

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
    """A counting loop, ``for first ≤ variable ≤ last do``.

    ``step`` is added after each iteration; it is negative if the loop counts down.
    ``excludes_first`` and ``excludes_last`` are true if that bound is excluded, as in
    ``first < variable``. ``guard`` is a further condition from the header, or None.
    """

    first: Expression
    variable: str
    last: Expression
    step: int = 1
    excludes_first: bool = False
    excludes_last: bool = False
    guard: Expression | None = None
    body: "Block" = field(default_factory=list)


@dataclass
class Return(LocatedNode):
    value: Expression | None


@dataclass
class Break(LocatedNode):
    pass


@dataclass
class Continue(LocatedNode):
    pass


Simple: TypeAlias = New | Assign | ExpressionStatement | Return | Break | Continue
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
    """Yield each of ``nodes`` and all their descendants, parents before children."""
    waiting = [*reversed(nodes)]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(node.children())


def located_nodes(*nodes: LocatedNode) -> Iterator[LocatedNode]:
    """Yield ``nodes`` and the descendants that have an offset, parents first."""
    return (part for part in walk(*nodes) if isinstance(part, LocatedNode))


def walk_statements(block: Block) -> Iterator[Statement]:
    """Yield each statement of ``block`` and its nested blocks, outer ones first."""
    return (node for node in walk(*block) if isinstance(node, Statement))


def child_expressions(node: SyntaxNode) -> list[Expression]:
    """Return the expressions directly in ``node``, such as an if's conditions."""
    parts = [
        part.condition if isinstance(part, Branch) else part for part in node.children()
    ]
    return [part for part in parts if isinstance(part, Expression)]


def walk_expressions(statement: Statement) -> Iterator[SyntaxNode]:
    """Yield all expressions and subexpressions of ``statement`` outside its blocks."""
    return walk(*child_expressions(statement))


def walk_calls(*nodes: SyntaxNode) -> Iterator[Call]:
    """Yield all calls of functions in ``nodes``, outer ones first."""
    return (node for node in walk(*nodes) if isinstance(node, Call))


def assigned_names(block: Block) -> Iterator[str]:
    """Yield the variables that ``block`` assigns to, in order and with repetitions.

    Nested blocks, ``new`` and loop variables are included.
    """
    for statement in walk_statements(block):
        match statement:
            case New(name=name) | Assign(target=Name(name=name)) | For(variable=name):
                yield name
            # No other statement sets a variable.


def constant_values(block: Block) -> dict[str, Scalar]:
    """Return the variables that ``block`` sets once, at its top level, to a literal."""
    times = Counter(assigned_names(block))
    return {
        statement.target.name: statement.value.value
        for statement in block
        if isinstance(statement, Assign) and isinstance(statement.value, Literal)
        if isinstance(statement.target, Name) and times[statement.target.name] == 1
    }
