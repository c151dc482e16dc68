"""Make random programs in the course's pseudocode."""

from random import Random

from pseudocode.reading import syntax
from pseudocode.reading.operators import OPERATORS
from pseudocode.reading.vocabulary import OPERATIONS

LEAVES = ("x", "k", "row", "puzzle", "top", "Head", "q")


class Generator:
    """Makes random programs that are correct in the strict notation."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def program(self) -> syntax.Program:
        functions = [self.function() for _ in range(self.random.randrange(3))]
        return syntax.Program(functions, self.block(3))

    def function(self) -> syntax.Function:
        parameters = self.random.sample(("a", "b", "row"), self.random.randrange(4))
        return syntax.Function(
            0, self.random.choice(("F", "Swap")), parameters, self.block(3), 0
        )

    def block(self, deep: int) -> syntax.Block:
        return [self.statement(deep) for _ in range(self.random.randrange(4))]

    def statement(self, deep: int) -> syntax.Statement:
        kind = self.random.randrange(12 if deep else 8)
        value = self.expression(2)
        if kind < 2:
            return syntax.Assign(0, self.place(), value)
        if kind == 2:
            return syntax.ExpressionStatement(0, self.call())
        if kind == 3:
            return syntax.ExpressionStatement(0, self.operation())
        if kind == 4:
            return self.new()
        if kind == 5:
            return syntax.Return(0, value)
        if kind < 8:
            alone = (
                syntax.Break(0),
                syntax.Continue(0),
                syntax.ExpressionStatement(0, syntax.Hole(0, "...")),
            )
            return self.random.choice(alone)
        return self.compound(kind, deep - 1)

    def compound(self, kind: int, deep: int) -> syntax.Statement:
        if kind == 8:
            return syntax.While(0, self.expression(2), self.block(deep))
        if kind == 9:
            ends = self.random.random() < 0.5, self.random.random() < 0.5
            first, last = self.expression(1), self.expression(1)
            return syntax.For(0, first, "i", last, 1, *ends, None, self.block(deep))
        count = self.random.choice((1, 1, 2, 3))
        branches = [
            syntax.Branch(0, self.expression(2), self.block(deep)) for _ in range(count)
        ]
        return syntax.If(0, branches, self.block(deep) if kind == 10 else None)

    def new(self) -> syntax.New:
        kind = self.random.choice(("Vector", "Queue", "Stack", "DynamicArray", "Array"))
        sized = kind in ("Vector", "Array")
        return syntax.New(0, kind, self.name(), self.expression(1) if sized else None)

    def name(self) -> str:
        return self.random.choice(LEAVES)

    def place(self) -> syntax.Name | syntax.Select:
        if self.random.random() < 0.5:
            return syntax.Name(0, self.name())
        return syntax.Select(
            0, syntax.Name(0, self.random.choice(("row", "v"))), self.expression(1)
        )

    def call(self) -> syntax.Call:
        return syntax.Call(0, self.random.choice(("F", "Swap")), self.several(2))

    def operation(self) -> syntax.Operation:
        name = self.random.choice(list(OPERATIONS))
        return syntax.Operation(0, name, self.several(len(OPERATIONS[name])))

    def several(self, count: int) -> list[syntax.Expression]:
        return [self.expression(1) for _ in range(count)]

    def expression(self, deep: int) -> syntax.Expression:
        kind = self.random.randrange(12) if deep else self.random.randrange(4)
        if kind < 2:
            return syntax.Name(0, self.name())
        if kind == 2:
            return syntax.Literal(0, self.random.choice((0, 1, 4, 2.5, "blank")))
        if kind == 3:
            return syntax.Literal(0, self.random.choice((True, False, None)))
        if kind < 6:
            vector = self.random.choice((syntax.Name(0, "v"), self.call()))
            return syntax.Select(0, vector, self.expression(deep - 1))
        if kind == 6:
            return self.operation() if self.random.random() < 0.5 else self.call()
        if kind == 7:
            sign = self.random.choice(("¬", "−", "floor", "ceil"))
            return syntax.Unary(0, sign, self.expression(deep - 1))
        sign = self.random.choice(OPERATORS).symbol
        return syntax.Binary(
            0, sign, self.expression(deep - 1), self.expression(deep - 1)
        )
