"""Make random programs in the course's pseudocode."""

from random import Random

from pseudocode.reading.operators import OPERATORS
from pseudocode.reading.syntax import (
    Assign,
    Binary,
    Block,
    Branch,
    Break,
    Call,
    Continue,
    Expression,
    ExpressionStatement,
    For,
    Function,
    Hole,
    If,
    Literal,
    Name,
    New,
    Operation,
    Program,
    Return,
    Select,
    Statement,
    Unary,
    While,
)
from pseudocode.reading.vocabulary import OPERATIONS

LEAVES = ("x", "k", "row", "puzzle", "top", "Head", "q")


class Generator:
    """Makes random programs that are correct in the strict notation."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def program(self) -> Program:
        functions = [self.function() for _ in range(self.random.randrange(3))]
        return Program(functions, self.block(3))

    def function(self) -> Function:
        parameters = self.random.sample(("a", "b", "row"), self.random.randrange(4))
        return Function(
            0, self.random.choice(("F", "Swap")), parameters, self.block(3), 0
        )

    def block(self, deep: int) -> Block:
        return [self.statement(deep) for _ in range(self.random.randrange(4))]

    def statement(self, deep: int) -> Statement:
        kind = self.random.randrange(12 if deep else 8)
        value = self.expression(2)
        if kind < 2:
            return Assign(0, self.place(), value)
        if kind == 2:
            return ExpressionStatement(0, self.call())
        if kind == 3:
            return ExpressionStatement(0, self.operation())
        if kind == 4:
            return self.new()
        if kind == 5:
            return Return(0, value)
        if kind < 8:
            alone = (Break(0), Continue(0), ExpressionStatement(0, Hole(0, "...")))
            return self.random.choice(alone)
        return self.compound(kind, deep - 1)

    def compound(self, kind: int, deep: int) -> Statement:
        if kind == 8:
            return While(0, self.expression(2), self.block(deep))
        if kind == 9:
            ends = self.random.random() < 0.5, self.random.random() < 0.5
            first, last = self.expression(1), self.expression(1)
            return For(0, first, "i", last, 1, *ends, None, self.block(deep))
        count = self.random.choice((1, 1, 2, 3))
        branches = [
            Branch(0, self.expression(2), self.block(deep)) for _ in range(count)
        ]
        return If(0, branches, self.block(deep) if kind == 10 else None)

    def new(self) -> New:
        kind = self.random.choice(("Vector", "Queue", "Stack", "DynamicArray", "Array"))
        sized = kind in ("Vector", "Array")
        return New(0, kind, self.name(), self.expression(1) if sized else None)

    def name(self) -> str:
        return self.random.choice(LEAVES)

    def place(self) -> Name | Select:
        if self.random.random() < 0.5:
            return Name(0, self.name())
        return Select(0, Name(0, self.random.choice(("row", "v"))), self.expression(1))

    def call(self) -> Call:
        return Call(0, self.random.choice(("F", "Swap")), self.several(2))

    def operation(self) -> Operation:
        name = self.random.choice(list(OPERATIONS))
        return Operation(0, name, self.several(len(OPERATIONS[name])))

    def several(self, count: int) -> list[Expression]:
        return [self.expression(1) for _ in range(count)]

    def expression(self, deep: int) -> Expression:
        kind = self.random.randrange(12) if deep else self.random.randrange(4)
        if kind < 2:
            return Name(0, self.name())
        if kind == 2:
            return Literal(0, self.random.choice((0, 1, 4, 2.5, "blank")))
        if kind == 3:
            return Literal(0, self.random.choice((True, False, None)))
        if kind < 6:
            vector = self.random.choice((Name(0, "v"), self.call()))
            return Select(0, vector, self.expression(deep - 1))
        if kind == 6:
            return self.operation() if self.random.random() < 0.5 else self.call()
        if kind == 7:
            sign = self.random.choice(("¬", "−", "floor", "ceil"))
            return Unary(0, sign, self.expression(deep - 1))
        sign = self.random.choice(OPERATORS).symbol
        return Binary(0, sign, self.expression(deep - 1), self.expression(deep - 1))
