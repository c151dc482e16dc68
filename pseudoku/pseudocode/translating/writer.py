"""Write a program in Python: where possible, a line for each line of the text."""

import builtins
import keyword
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, count

from pseudoku.pseudocode.reading import notation, syntax
from pseudoku.pseudocode.reading.words import HANDOUT, OPERATIONS, key
from pseudoku.pseudocode.running.machine import Store
from pseudoku.pseudocode.translating.infer import Inference, Signature, is_constant
from pseudoku.reference import NAMES

STEP = "    "
MOST_COLUMNS = 88
CLASSES = {"Vector": "ArrayVector", "Queue": "LinkedQueue", "Stack": "ArrayStack"}
CLASSES |= {"DynamicArray": "DynamicArray", "Array": "ArrayVector"}
MODULES = {
    "adt.queue": ("LinkedQueue", "Queue"),
    "adt.stack": ("ArrayStack", "Stack"),
    "adt.vector": ("ArrayVector", "DynamicArray", "Vector", "copy_vector"),
}
PYTHON_SIGNS = {"=": "==", "≠": "!=", "≤": "<=", "≥": ">=", "∧": "and", "∨": "or"}
PYTHON_SIGNS |= {"−": "-", "×": "*", "mod": "%"}
METHODS = {name: name.lower() for name in OPERATIONS}
METHODS |= {"REMOVEAT": "remove_at", "INSERTAT": "insert_at"}
FIRST = {"POP": "top", "DEQUEUE": "head"}  # the method that reads the removed element
OF_HANDOUT = {key(name): name for name in HANDOUT}


def snake(name: str) -> str:
    """Return ``name`` in the style of PEP 8.

    >>> snake("MakeVector"), snake("PERMUTEROWS"), snake("newStack"), snake("lambda")
    ('make_vector', 'permute_rows', 'new_stack', 'lambda_')
    """
    name = OF_HANDOUT.get(key(name), name)
    if name.isupper():
        plain = name.lower()
    else:
        pairs = zip(f" {name}", name)
        marks = (f"_{b}" if b.isupper() and a.islower() else b for a, b in pairs)
        plain = "".join(marks).lower()
    taken = keyword.iskeyword(plain) or hasattr(builtins, plain)
    return f"{plain}_" if taken else plain


class Names:
    """The Python names of the functions and variables of a program.

    >>> names = Names(["Half"], ["N"])
    >>> names.distinct(["half", "n", "N", "math"])
    {'half': 'half_', 'n': 'n', 'N': 'n_2', 'math': 'math_'}
    """

    def __init__(self, functions: Iterable[str], variables: Iterable[str]) -> None:
        self.functions = {key(name): snake(name) for name in functions}
        self.taken = {*self.functions.values(), "math", "copy_vector", "_"}
        self.outer: dict[str, str] = {}  # the variables outside functions
        self.module = self.distinct(variables)
        self.outer = {plain: name for name, plain in self.module.items()}

    def function(self, name: str) -> str:
        return self.functions.get(key(name)) or snake(name)

    def distinct(self, variables: Iterable[str]) -> dict[str, str]:
        """Return a distinct name for each of the variables of one function."""
        own = dict.fromkeys(variables, "")
        numbers: Counter[str] = Counter()
        for name in own:
            plain = wanted = snake(name)
            while plain in self.taken or self.outer.get(plain, name) not in own:
                plain = wanted = f"{wanted}_"
            while numbers[plain]:
                numbers[wanted] += 1
                plain = f"{wanted}_{numbers[wanted]}"
            numbers[plain] = 1
            own[name] = plain
        return own


class Writer:
    """Writes one function, or the statements outside functions.

    ``imported`` are the names it needs.
    """

    def __init__(
        self,
        inference: Inference,
        about: Signature,
        names: Names,
        base: int,
        store: Store,
    ) -> None:
        self.inference = inference
        self.about = about
        self.names = names
        self.variables = names.distinct(about.assigned)
        self.given = set(self.variables.values())
        self.alike: dict[str, str] = {}
        for name in self.variables:
            several = name.lower() in self.alike
            self.alike[name.lower()] = "" if several else self.variables[name]
        self.base = base
        self.copies = store == "copy"
        self.imported: set[str] = set()
        self.annotated = set(about.parameters)
        self.free_names: set[str] = set()
        self.start()

    def start(self) -> None:
        """Begin a new statement."""
        self.before: list[str] = []  # lines that must come before the statement
        names = chain(["removed"], (f"removed_{number}" for number in count(2)))
        self.free = (name for name in names if name not in self.given)

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
        if self.copies and self.is_shared(node):
            self.imported.add("copy_vector")
            value = f"copy_vector({value})"
        yield f"{self.expression(node.target)} = {value}"

    def is_shared(self, node: syntax.Assign) -> bool:
        """Return whether ``node`` stores a vector that may also be stored elsewhere.

        It may not if a function returns it and gets the same element as an argument.
        """
        target, value = node.target, node.value
        if not isinstance(target, syntax.Select):
            return False
        if self.inference.type_of(self.about, value).resolved().base() != "Vector":
            return False
        return not isinstance(value, syntax.Call) or target not in value.arguments

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

    def variable(self, name: str) -> str:
        """Return the Python name of ``name``, whose case may differ from the text."""
        own = self.variables.get(name) or self.alike.get(name.lower())
        return own or self.names.module.get(name) or snake(name)

    def expression(self, node: syntax.Expression, least: int = 0) -> str:
        match node:
            case syntax.Literal(value=int() | float() as value) if least > syntax.SIGN:
                return f"({value})"  # 0.top() is a syntax error
            case syntax.Literal(value=value):
                return repr(value)
            case syntax.Name(name=name):
                return self.variable(name)
            case syntax.Select(vector=vector):
                return f"{self.holder(vector)}[{self.position(node)}]"
            case syntax.Operation():
                return self.operation(node)
            case syntax.Call(name=name, arguments=several):
                written = map(self.expression, several)
                return f"{self.names.function(name)}({', '.join(written)})"
            case syntax.Unary():
                text, strength = self.unary(node)
            case syntax.Binary():
                text, strength = self.binary(node)
            case _:
                raise AssertionError("a statement with a hole is never translated")
        return f"({text})" if strength < least else text

    def position(self, node: syntax.Select) -> str:
        """Return the position in ``node``, counted from 1 as in `adt`."""
        kind = self.inference.type_of(self.about, node.vector).resolved().name
        counts_from = 0 if kind == "Array" else self.base
        return self.plus(node.position, 1 - counts_from)

    def plus(self, node: syntax.Expression, number: int) -> str:
        """Return ``node + number``, with the numbers at its end added up."""
        if number == 0:
            return self.expression(node)
        match node:
            case syntax.Literal(value=int(value)):
                return str(value + number)
            case syntax.Binary(
                operator="+", left=left, right=syntax.Literal(value=int(value))
            ):
                return self.plus(left, value + number)
            case syntax.Binary(
                operator="−", left=left, right=syntax.Literal(value=int(value))
            ):
                return self.plus(left, number - value)
        sign = "+" if number > 0 else "-"
        return f"{self.expression(node, syntax.SUM)} {sign} {abs(number)}"

    def unary(self, node: syntax.Unary) -> tuple[str, int]:
        if node.operator == "¬":
            return f"not {self.expression(node.operand, syntax.NOT)}", syntax.NOT
        if node.operator == "−":
            return f"-{self.expression(node.operand, syntax.SIGN)}", syntax.SIGN
        match node:
            case syntax.Unary(
                operator="floor", operand=syntax.Binary(operator="/") as division
            ):
                left = self.expression(division.left, syntax.PRODUCT)
                right = self.expression(division.right, syntax.SIGN)
                return f"{left} // {right}", syntax.PRODUCT
        self.imported.add("math")
        return f"math.{node.operator}({self.expression(node.operand)})", syntax.PRIMARY

    def binary(self, node: syntax.Binary) -> tuple[str, int]:
        sign = PYTHON_SIGNS.get(node.operator, node.operator)
        strength = syntax.STRENGTH[node.operator]
        if node.operator in "=≠" and any(map(is_constant, (node.left, node.right))):
            return self.identity(node)
        left = self.expression(node.left, strength + (strength == syntax.RELATION))
        right = self.expression(node.right, strength + 1)
        return f"{left} {sign} {right}", strength

    def identity(self, node: syntax.Binary) -> tuple[str, int]:
        """Compare with TRUE, FALSE or NULL. Python warns if it sees ``is`` a number."""
        sides, negated = (node.left, node.right), node.operator == "≠"
        literals = [side for side in sides if isinstance(side, syntax.Literal)]
        if not all(map(is_constant, literals)):
            return str(negated), syntax.PRIMARY  # a number or a text is never TRUE
        left, right = (
            f"int({self.expression(side)})"
            if is_literal_sum(side)
            else self.expression(side, syntax.RELATION + 1)
            for side in sides
        )
        return f"{left} {'is not' if negated else 'is'} {right}", syntax.RELATION

    def operation(self, node: syntax.Operation) -> str:
        *others, structure = node.operands
        holder = self.holder(structure)
        if node.name == "LENGTH":
            return f"len({self.expression(structure)})"
        if node.name in ("POP", "DEQUEUE"):
            return self.removed(node, holder)
        if node.name == "READ":
            return f"{holder}[{self.plus(others[0], 1)}]"
        if node.name == "WRITE":
            return f"{holder}[{self.plus(others[1], 1)}] = {self.expression(others[0])}"
        written = [self.expression(other) for other in others]
        if node.name in ("REMOVEAT", "INSERTAT"):
            written[0] = self.plus(others[0], 1 - self.base)
        return f"{holder}.{METHODS[node.name]}({', '.join(written)})"

    def holder(self, structure: syntax.Expression) -> str:
        """Return ``structure`` in a form that a dot or a bracket may follow."""
        return self.expression(structure, syntax.PRIMARY)

    def removed(self, node: syntax.Operation, holder: str) -> str:
        """Return a variable for the result of POP or DEQUEUE.

        The element is removed in lines before the statement.
        """
        name = next(self.free)
        self.before.append(f"{name} = {holder}.{FIRST[node.name]}()")
        self.before.append(f"{holder}.{METHODS[node.name]}()")
        return name


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
    parts = [*syntax.walk(target), *syntax.walk(structure)]
    if any(isinstance(part, (syntax.Call, syntax.Operation)) for part in parts):
        return False
    if isinstance(target, syntax.Select):
        return isinstance(structure, syntax.Name)
    return target not in parts[1:]


def plain_text(text: str) -> str:
    """Return ``text`` without characters that a docstring cannot contain."""
    text = text.replace("\\", "/").replace('"', "'")
    return "".join(mark if mark.isprintable() else "?" for mark in text)


def is_literal_sum(node: syntax.Expression) -> bool:
    """Return whether ``node`` is arithmetic on literals, which Python folds."""
    match node:
        case syntax.Binary(operator=sign):
            arithmetic = syntax.STRENGTH[sign] > syntax.RELATION
        case syntax.Unary(operator=sign):
            arithmetic = sign != "¬"
        case _:
            return False
    return arithmetic and all(
        isinstance(part, syntax.Literal) or is_literal_sum(part)
        for part in syntax.expressions(node)
    )
