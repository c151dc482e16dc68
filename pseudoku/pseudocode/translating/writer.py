"""Write statements in Python: where possible, a line for each line of the text."""

from collections.abc import Iterator

from pseudoku.pseudocode.judging.reference import NAMES
from pseudoku.pseudocode.reading import notation, syntax
from pseudoku.pseudocode.reading.words import key
from pseudoku.pseudocode.running.machine import Store
from pseudoku.pseudocode.translating.infer import Inference, Signature
from pseudoku.pseudocode.translating.python import FIRST, METHODS, Expressions, Names

STEP = "    "
MOST_COLUMNS = 88
CLASSES = {"Vector": "ArrayVector", "Queue": "LinkedQueue", "Stack": "ArrayStack"}
CLASSES |= {"DynamicArray": "DynamicArray", "Array": "ArrayVector"}
MODULES = {
    "adt.queue": ("LinkedQueue", "Queue"),
    "adt.stack": ("ArrayStack", "Stack"),
    "adt.vector": ("ArrayVector", "DynamicArray", "Vector", "copy_vector"),
}


class Writer(Expressions):
    """Writes one function, or the statements outside functions."""

    def __init__(
        self,
        inference: Inference,
        about: Signature,
        names: Names,
        base: int,
        store: Store,
    ) -> None:
        super().__init__(inference, about, names, base, store)
        self.annotated = set(about.parameters)
        self.free_names: set[str] = set()

    def function(self, function: syntax.Function) -> Iterator[str]:
        self.free_names = set(free_names(function.body))
        parameters = ", ".join(map(self.parameter, function.parameters))
        result = self.typed(self.about.annotation())
        name = self.names.function(function.name)
        line = f"def {name}({parameters}) -> {result}:"
        if len(line) > MOST_COLUMNS:
            line = f"def {name}(\n{STEP}{parameters}\n) -> {result}:"
        yield line
        tasks = [task for task in NAMES if key(NAMES[task]) == key(function.name)]
        title = f"Task {tasks[0]}" if tasks else function.name
        yield f'{STEP}"""{title}, in Python.\n\n{STEP}::\n'
        for line in notation.function_lines(function):
            yield plain_text(f"{STEP * 2}{line}")
        yield f'{STEP}"""'
        yield from self.block(function.body, STEP)

    def module(self, statements: syntax.Block) -> Iterator[str]:
        """Write the statements outside functions."""
        self.free_names = set(free_names(statements))
        return self.block(statements, "")

    def parameter(self, name: str) -> str:
        return f"{self.variable(name)}: {self.typed(str(self.about.variable(name)))}"

    def typed(self, annotation: str) -> str:
        for names in MODULES.values():
            self.imported |= {name for name in names if f"{name}[" in annotation}
        return annotation

    def block(self, block: syntax.Block, indent: str) -> Iterator[str]:
        if not block:
            yield f"{indent}pass"
        for statement in block:
            self.start()
            lines = list(self.statement(statement))
            yield from (indent + line for line in (*self.before, *lines))

    def nested(self, block: syntax.Block) -> list[str]:
        """Write a block inside a statement; keep the lines before that statement."""
        kept, self.before = self.before, []
        lines = list(self.block(block, STEP))
        self.before = kept
        return lines

    def statement(self, node: syntax.Statement) -> Iterator[str]:
        for part in syntax.all_inside(node):
            if isinstance(part, syntax.Hole):
                yield f"raise NotImplementedError({part.words!r})"
                return
        match node:
            case syntax.Assign():
                yield from self.assignment(node)
            case syntax.If():
                yield from self.conditional(node)
            case syntax.While(condition=condition, body=body):
                yield f"while {self.expression(condition)}:"
                yield from self.nested(body)
            case syntax.For():
                yield from self.for_loop(node)
            case _:
                yield self.simple(node)

    def simple(self, node: syntax.Simple) -> str:
        """Write a statement of one line."""
        match node:
            case syntax.New():
                return self.new(node)
            case syntax.Perform(
                expression=syntax.Operation(name="POP" | "DEQUEUE") as operation
            ):
                holder = self.holder(operation.operands[0])
                return f"{holder}.{METHODS[operation.name]}()"
            case syntax.Perform(expression=expression):
                return self.expression(expression)
            case syntax.Return(value=value):
                return f"return {self.expression(value)}" if value else "return"
        return "break" if isinstance(node, syntax.Break) else "continue"

    def new(self, node: syntax.New) -> str:
        structure = CLASSES[node.kind]
        self.imported.add(structure)
        length = self.expression(node.length) if node.length else ""
        name, made = self.variable(node.name), f"{structure}({length})"
        if node.name in self.annotated:
            return f"{name} = {made}"
        self.annotated.add(node.name)
        kind = self.typed(str(self.about.variable(node.name)))
        return f"{name}: {kind} = {made}"

    def assignment(self, node: syntax.Assign) -> Iterator[str]:
        match node.value:
            case syntax.Operation(
                name="POP" | "DEQUEUE" as name, operands=[structure]
            ) if is_apart(node.target, structure):
                holder = self.holder(structure)
                yield f"{self.expression(node.target)} = {holder}.{FIRST[name]}()"
                yield f"{holder}.{METHODS[name]}()"
                return
        value = self.expression(node.value)
        if (
            isinstance(node.target, syntax.Select)
            and self.copies
            and self.is_shared(node)
        ):
            self.imported.add("copy_vector")
            value = f"copy_vector({value})"
        yield f"{self.expression(node.target)} = {value}"

    def is_shared(self, node: syntax.Assign) -> bool:
        """Return whether ``node`` stores a vector that may also be stored elsewhere.

        It may not if a function returns it and gets the same element as an argument.
        """
        if self.inference.type_of(self.about, node.value).resolved().base() != "Vector":
            return False
        return (
            not isinstance(node.value, syntax.Call)
            or node.target not in node.value.arguments
        )

    def conditional(self, node: syntax.If) -> Iterator[str]:
        word = "if"
        for branch in node.branches:
            yield f"{word} {self.expression(branch.condition)}:"
            yield from self.nested(branch.body)
            word = "elif"
        if node.otherwise is not None:
            yield "else:"
            yield from self.nested(node.otherwise)

    def for_loop(self, node: syntax.For) -> Iterator[str]:
        first = self.plus(node.first, node.step * node.open_first)
        last = self.plus(node.last, node.step * (not node.open_last))
        step = "" if node.step == 1 else ", -1"
        looked_at = self.free_names | set(free_names(node.body))
        used = node.variable in looked_at or node.guard is not None
        name = self.variable(node.variable) if used else "_"
        yield f"for {name} in range({first}, {last}{step}):"
        if node.guard:
            yield f"{STEP}if not {self.expression(node.guard, 3)}:"
            yield f"{STEP * 2}break"
        yield from self.nested(node.body)


def free_names(
    block: syntax.Block, bound: frozenset[str] = frozenset()
) -> Iterator[str]:
    """Yield each name in ``block``, except inside loops over a variable so named."""
    for statement in block:
        for part in syntax.all_inside(statement):
            if isinstance(part, syntax.Name) and part.name not in bound:
                yield part.name
        looped = {statement.variable} if isinstance(statement, syntax.For) else set()
        for inner in syntax.blocks(statement):
            yield from free_names(inner, bound | looped)


def is_apart(target: syntax.Target, structure: syntax.Expression) -> bool:
    """Return whether an element may be stored before ``structure`` loses it."""
    parts = [*syntax.inside(target), *syntax.inside(structure)]
    if any(isinstance(part, (syntax.Call, syntax.Operation)) for part in parts):
        return False
    if isinstance(target, syntax.Select):
        return isinstance(structure, syntax.Name)
    return target not in parts[1:]


def plain_text(text: str) -> str:
    """Return ``text`` without characters that a docstring cannot contain."""
    text = text.replace("\\", "/").replace('"', "'")
    return "".join(mark if mark.isprintable() else "?" for mark in text)
