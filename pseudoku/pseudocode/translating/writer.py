"""Statements in Python: one line of it to one of the text, where that can be."""

from collections.abc import Iterator
from typing import NoReturn

from pseudoku.pseudocode.judging.reference import NAMES
from pseudoku.pseudocode.reading import notation
from pseudoku.pseudocode.reading.parser import Parsed
from pseudoku.pseudocode.reading.source import PseudocodeError
from pseudoku.pseudocode.reading.syntax import (
    Assign,
    Binary,
    Block,
    Break,
    Call,
    Continue,
    Expression,
    For,
    Function,
    Hole,
    If,
    Name,
    New,
    Operation,
    Perform,
    Return,
    Select,
    Statement,
    While,
    all_inside,
    inside,
    statements,
)
from pseudoku.pseudocode.reading.words import OPERATIONS, form, key
from pseudoku.pseudocode.running.machine import Store
from pseudoku.pseudocode.translating.infer import Inference, Signature
from pseudoku.pseudocode.translating.python import Expressions, snake

STEP = "    "
LONGEST = 88
STRUCTURES = {"Vector": "ArrayVector", "Queue": "LinkedQueue", "Stack": "ArrayStack"}
STRUCTURES |= {"DynamicArray": "DynamicArray", "Array": "ArrayVector"}
MODULES = {
    "adt.queue": ("LinkedQueue", "Queue"),
    "adt.stack": ("ArrayStack", "Stack"),
    "adt.vector": ("ArrayVector", "DynamicArray", "Vector", "copy_vector"),
}


class Writer(Expressions):
    """Writes one function, or the statements outside functions."""

    def __init__(
        self,
        parsed: Parsed,
        inference: Inference,
        about: Signature,
        base: int,
        store: Store,
    ) -> None:
        super().__init__(inference, about, base, store)
        self.source = parsed.source
        self.annotated = set(about.parameters)
        self.body: Block = []

    def function(self, function: Function) -> Iterator[str]:
        self.body = function.body
        parameters = ", ".join(map(self.parameter, function.parameters))
        result = self.typed(self.about.annotation())
        line = f"def {snake(function.name)}({parameters}) -> {result}:"
        if len(line) > LONGEST:
            line = f"def {snake(function.name)}(\n{STEP}{parameters}\n) -> {result}:"
        yield line
        task = next(
            (t for t, name in NAMES.items() if key(name) == key(function.name)), ""
        )
        told = f"Task {task}, in Python." if task else f"{function.name}, in Python."
        yield f'{STEP}"""{told}\n\n{STEP}::\n'
        for line in notation.function_lines(function):
            yield plain_text(f"{STEP * 2}{line}")
        yield f'{STEP}"""'
        yield from self.block(function.body, STEP)

    def module(self, statements: Block) -> Iterator[str]:
        """The statements outside functions."""
        self.body = statements
        return self.block(statements, "")

    def parameter(self, name: str) -> str:
        return f"{snake(name)}: {self.typed(str(self.about.variable(name)))}"

    def typed(self, annotation: str) -> str:
        for names in MODULES.values():
            self.imported |= {name for name in names if f"{name}[" in annotation}
        return annotation

    def block(self, block: Block, indent: str) -> Iterator[str]:
        if not block:
            yield f"{indent}pass"
        for statement in block:
            self.before = []
            lines = list(self.statement(statement))
            yield from (indent + line for line in (*self.before, *lines))
            self.before = []

    def nested(self, block: Block) -> list[str]:
        """A block inside a statement; what goes before that statement is kept."""
        kept, self.before = self.before, []
        lines = list(self.block(block, STEP))
        self.before = kept
        return lines

    def statement(self, node: Statement) -> Iterator[str]:
        for one in all_inside(node):
            if isinstance(one, Hole):
                yield f"raise NotImplementedError({one.words!r})"
                return
            if isinstance(one, Operation) and is_miscounted(one):
                self.refuse(one, f"expected {form(one.name)}")
        match node:
            case Assign():
                yield from self.assignment(node)
            case If():
                yield from self.conditional(node)
            case While(condition=condition, body=body):
                yield f"while {self.condition(condition)}:"
                yield from self.nested(body)
            case For():
                yield from self.for_loop(node)
            case _:
                yield self.simple(node)

    def simple(self, node: New | Perform | Return | Break | Continue) -> str:
        """A statement of one line."""
        match node:
            case New():
                return self.new(node)
            case Perform(expression=Operation(name="POP" | "DEQUEUE") as operation):
                holder = self.expression(operation.operands[0])
                return f"{holder}.{operation.name.lower()}()"
            case Perform(expression=expression):
                return self.expression(expression)
            case Return(value=value):
                return f"return {self.expression(value)}" if value else "return"
        return "break" if isinstance(node, Break) else "continue"

    def new(self, node: New) -> str:
        structure = STRUCTURES[node.kind]
        self.imported.add(structure)
        length = self.expression(node.length) if node.length else ""
        name, made = snake(node.name), f"{structure}({length})"
        if node.name in self.annotated:
            return f"{name} = {made}"
        self.annotated.add(node.name)
        kind = self.typed(str(self.about.variable(node.name)))
        return f"{name}: {kind} = {made}"

    def assignment(self, node: Assign) -> Iterator[str]:
        target = self.expression(node.target)
        match node.value:
            case Operation(name="POP" | "DEQUEUE" as name, operands=[structure]):
                holder = self.expression(structure)
                first = "top" if name == "POP" else "head"
                yield f"{target} = {holder}.{first}()"
                yield f"{holder}.{name.lower()}()"
                return
        value = self.expression(node.value)
        if isinstance(node.target, Select) and self.copies and self.is_shared(node):
            self.imported.add("copy_vector")
            value = f"copy_vector({value})"
        yield f"{target} = {value}"

    def is_shared(self, node: Assign) -> bool:
        """Whether ``node`` stores a vector that might stand elsewhere too.

        What a function makes of the very element that it is stored in does not.
        """
        if self.inference.type_of(self.about, node.value).found().base() != "Vector":
            return False
        return (
            not isinstance(node.value, Call) or node.target not in node.value.arguments
        )

    def conditional(self, node: If) -> Iterator[str]:
        first, *others = node.branches
        yield f"if {self.condition(first.condition, hoisted=True)}:"
        yield from self.nested(first.body)
        for branch in others:
            yield f"elif {self.condition(branch.condition)}:"
            yield from self.nested(branch.body)
        if node.otherwise is not None:
            yield "else:"
            yield from self.nested(node.otherwise)

    def condition(self, node: Expression, hoisted: bool = False) -> str:
        """A condition; what it removes can be removed before only if ``hoisted``."""
        parts = list(inside(node))
        if any(isinstance(one, Binary) and one.operator in "∧∨" for one in parts):
            hoisted = False
        for one in parts:
            if isinstance(one, Operation) and one.name in ("POP", "DEQUEUE"):
                if not hoisted:
                    found = f"{one.name} inside this condition"
                    self.refuse(one, f"{found}: give its value a name before it")
        return self.expression(node)

    def refuse(self, node: Expression, message: str) -> NoReturn:
        raise PseudocodeError([self.source.remark(node.at, message)])

    def for_loop(self, node: For) -> Iterator[str]:
        first = self.plus(node.first, node.step * node.open_first)
        last = self.plus(node.last, node.step * (not node.open_last))
        step = "" if node.step == 1 else ", -1"
        name = snake(node.variable) if self.is_used(node) else "_"
        yield f"for {name} in range({first}, {last}{step}):"
        if node.guard:
            yield f"{STEP}if not {self.expression(node.guard, 3)}:"
            yield f"{STEP * 2}break"
        yield from self.nested(node.body)

    def is_used(self, loop: For) -> bool:
        """Whether the variable of ``loop`` is looked at, in its loop or after it.

        Another loop of the same variable gives it values of its own.
        """
        others = [
            inner
            for one in statements(self.body)
            if isinstance(one, For) and one.variable == loop.variable
            for inner in statements(one.body)
        ]
        looked = [*statements(loop.body), loop] if loop.guard else statements(loop.body)
        free = [one for one in statements(self.body) if not is_among(one, others)]
        return any(
            isinstance(part, Name) and part.name == loop.variable
            for one in (*looked, *free)
            for part in all_inside(one)
        )


def is_miscounted(node: Operation) -> bool:
    return len(node.operands) != len(OPERATIONS[node.name])


def is_among(statement: Statement, others: list[Statement]) -> bool:
    return any(statement is other for other in others)


def plain_text(text: str) -> str:
    """``text`` as it may stand in a docstring."""
    return text.replace("\\", "/").replace('"', "'")
