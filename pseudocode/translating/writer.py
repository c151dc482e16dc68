"""Write a program as Python: where possible, one line for each line of pseudocode."""

import builtins
import keyword
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count
from typing import assert_never

from pseudocode.reading import operators, syntax
from pseudocode.reading.handout import Handout
from pseudocode.reading.notation import INDENT, function_lines, infix_text, prefix_text
from pseudocode.reading.syntax import Binary, Literal, Name, Operation
from pseudocode.reading.vocabulary import (
    OPERATION_SPELLINGS,
    OPERATIONS,
    name_key,
    operation_form,
)
from pseudocode.running.machine import Store
from pseudocode.translating.infer import Inference, Signature, is_constant

MAX_LINE_COLUMNS = 88
MAX_NESTED_LOOPS = 20  # nested; Python compiles no more
NOT_ALLOWED = "Python does not allow it"
WITHOUT_VALUE = ("ENQUEUE", "PUSH", "WRITE", "INSERTAT", "REMOVEAT")
IMPORTED = ("math", "copy_vector", "_")
PYTHON_CLASS_NAMES = {
    "Vector": "ArrayVector",
    "Queue": "LinkedQueue",
    "Stack": "ArrayStack",
}
PYTHON_CLASS_NAMES |= {"DynamicArray": "DynamicArray", "Array": "ArrayVector"}
IDENTITY = {"=": "is", "≠": "is not"}  # beside TRUE, FALSE and NULL
# What reads the element that is removed.
READ_BEFORE_REMOVE = {"POP": "top", "DEQUEUE": "head"}
# The operations that are not methods of the structure, which comes last.
PYTHON_FORMS = {"LENGTH": "len({})", "READ": "{1}[{0}]", "WRITE": "{2}[{1}] = {0}"}


def snake(name: str) -> str:
    """Return ``name`` as a Python name in the style of PEP 8.

    >>> snake("MakeVector"), snake("ROWS"), snake("newStack"), snake("lambda")
    ('make_vector', 'rows', 'new_stack', 'lambda_')
    """
    if not name.isupper():
        pairs = zip(f" {name}", name)
        marks = (f"_{b}" if b.isupper() and a.islower() else b for a, b in pairs)
        name = "".join(marks)
    lower = name.lower()
    taken = keyword.iskeyword(lower) or hasattr(builtins, lower)
    return f"{lower}_" if taken else lower


def _unique_names(names: Iterable[str], reserved: Iterable[str]) -> dict[str, str]:
    """Return a different Python name, not in ``reserved``, for each of ``names``.

    >>> _unique_names(["half", "n", "N", "math"], ["half", "math"])
    {'half': 'half_', 'n': 'n', 'N': 'n_2', 'math': 'math_'}
    """
    python_names: dict[str, str] = {}
    taken = {*reserved}
    for name in dict.fromkeys(names):
        python_name = snake(name)
        if python_name in reserved:
            python_name += "_"
        candidates = _numbered_names(python_name)
        python_names[name] = next(other for other in candidates if other not in taken)
        taken.add(python_names[name])
    return python_names


def _numbered_names(name: str) -> Iterator[str]:
    return chain([name], (f"{name}_{number}" for number in count(2)))


class Writer:
    """A writer of a program as Python.

    ``base`` is the first position of its vectors. If ``store`` is "copy", a vector is
    copied before it is stored in an element. The program answers the ``handout``, whose
    functions have Python's names. `faults` are the parts that cannot be
    translated, as ``(offset, message)``.

    A POP or DEQUEUE inside an expression becomes lines before the statement. This is a
    fault unless the statement always executes it, and nothing before it depends on its
    effect.
    """

    def __init__(
        self,
        program: syntax.Program,
        handout: Handout,
        inference: Inference,
        base: int,
        store: Store,
    ) -> None:
        self.handout = handout
        self.inference = inference
        self.base = base
        self.copies = store == "copy"
        self.faults: set[tuple[int, str]] = set()
        defined_names = [function.name for function in program.functions]
        names = [*handout.functions, *defined_names, *handout.functions]
        name_of_key = {name_key(name): name for name in names}
        python_names = _unique_names(name_of_key.values(), IMPORTED)
        self.functions = {name_key(name): python_names[name] for name in python_names}
        self.taken_names = {*python_names.values(), *IMPORTED}
        # The variables outside functions, and then those of the function as well.
        outside_names = syntax.assigned_names(program.statements)
        self.outer_names = _unique_names(outside_names, self.taken_names)
        self.loops = 0  # around the statement
        self.lines_before: list[str] = []  # lines that must come before the statement

    def enter(self, signature: Signature, block: syntax.Block) -> None:
        """Choose the Python names of the variables in ``block``.

        ``signature`` is that of its function, or of the statements outside functions.
        """
        self.signature = signature
        only_outside = self.outer_names.keys() - signature.names
        other_names = {self.outer_names[name] for name in only_outside}
        python_names = _unique_names(signature.names, self.taken_names | other_names)
        # A name may differ from that of its variable in case.
        names_by_lower = {name.lower(): python_names[name] for name in python_names}
        self.variables = self.outer_names | names_by_lower | python_names
        self.annotated = set(signature.parameters)
        nodes = [node for node in syntax.walk(*block) if isinstance(node, Name)]
        self.read_names = {node.name.lower() for node in nodes}

    def module(self, block: syntax.Block) -> Iterator[str]:
        """Yield the Python lines of ``block``, the statements outside functions."""
        self.enter(self.inference.statements(block), block)
        for node in syntax.walk_statements(block):
            if isinstance(node, syntax.Return):
                self.fault(node, "'return' outside a function; " + NOT_ALLOWED)
        return self.lines(block)

    def definition(self, function: syntax.Function) -> Iterator[str]:
        """Yield ``function`` as Python lines, with its pseudocode as docstring."""
        signature = self.inference.signatures[name_key(function.name)]
        self.enter(signature, function.body)
        if len(set(function.parameters)) < len(function.parameters):
            self.fault(function, "two parameters have the same name")
        kinds = [str(signature.variable(name)) for name in function.parameters]
        pairs = zip(map(self.name, function.parameters), kinds)
        parameters = ", ".join(f"{name}: {kind}" for name, kind in pairs)
        name = self.function(function.name)
        result = signature.annotation()
        line = f"def {name}({parameters}) -> {result}:"
        if len(line) > MAX_LINE_COLUMNS:
            line = f"def {name}(\n{INDENT}{parameters}\n) -> {result}:"
        yield line
        tasks = [
            number
            for number, task in self.handout.tasks.items()
            if name_key(task.function) == name_key(function.name)
        ]
        title = f"Task {tasks[0]}" if tasks else function.name
        yield f'{INDENT}"""{title}, in Python.\n\n{INDENT}::\n'
        for line in function_lines(function):
            yield plain_text(f"{INDENT * 2}{line}")
        yield f'{INDENT}"""'
        yield from self.lines(function.body, INDENT)

    def lines(self, block: syntax.Block, indent: str = "") -> Iterator[str]:
        """Yield the Python lines of ``block``, each after ``indent``."""
        if not block:
            yield f"{indent}pass"
        used = self.variables.values()
        for statement in block:
            names = _numbered_names("removed")
            self.temporary_names = (name for name in names if name not in used)
            # Whether a POP would be executed, and first.
            self.is_always_evaluated = True
            for line in self.statement(statement):
                before = self.lines_before
                self.lines_before = []
                yield from (indent + text for text in (*before, line))

    def statement(  # noqa: C901 (a case for each kind of node)
        self, node: syntax.Statement
    ) -> Iterator[str]:
        parts = syntax.walk_expressions(node)
        holes = [part for part in parts if isinstance(part, syntax.Hole)]
        if holes:
            yield f"raise NotImplementedError({holes[0].words!r})"
            return
        match node:
            case syntax.If(branches=branches, otherwise=otherwise):
                self.refuse_removals([branch.condition for branch in branches[1:]])
                for number, branch in enumerate(branches):
                    word = "elif" if number else "if"
                    yield f"{word} {self.expression(branch.condition)}:"
                    yield from self.lines(branch.body, INDENT)
                if otherwise is not None:
                    yield "else:"
                    yield from self.lines(otherwise, INDENT)
            case syntax.While(condition=condition, body=body):
                self.refuse_removals([condition])
                yield from self.loop(node, f"while {self.expression(condition)}:", body)
            case syntax.For(guard=guard, body=body):
                if guard:
                    over = syntax.Unary(node.offset, "¬", guard)
                    stop = syntax.Branch(node.offset, over, [syntax.Break(node.offset)])
                    body = [syntax.If(node.offset, [stop], None), *body]
                yield from self.loop(node, self.header(node), body)
            case syntax.New():
                yield self.new(node)
            case syntax.Assign():
                yield from self.assignment(node)
            case syntax.ExpressionStatement(expression=Operation() as operation):
                yield self.operation_text(operation)
            case syntax.ExpressionStatement(expression=expression):
                yield self.expression(expression)
            case syntax.Return(value=value):
                yield f"return {self.expression(value)}" if value else "return"
            case syntax.Break() | syntax.Continue():
                word = type(node).__name__.lower()
                if self.loops:
                    yield word
                else:
                    self.fault(node, f"'{word}' outside a loop; {NOT_ALLOWED}")
            case _:
                assert_never(node)

    def loop(
        self, node: syntax.While | syntax.For, header: str, body: syntax.Block
    ) -> Iterator[str]:
        """Yield ``header`` and the indented ``body``; deep nesting is a fault."""
        if self.loops == MAX_NESTED_LOOPS:
            self.fault(node, f"more than {MAX_NESTED_LOOPS} nested loops")
        self.loops += 1
        yield header
        yield from self.lines(body, INDENT)
        self.loops -= 1

    def assignment(self, node: syntax.Assign) -> Iterator[str]:
        """Yield the lines of an assignment; a POP or DEQUEUE is a line after it."""
        match node.value:
            case Operation(name="POP" | "DEQUEUE") as operation if _can_hoist(
                node.target, operation
            ):
                element, removal = self.removal(operation)
                yield f"{self.expression(node.target)} = {element}"
                yield removal
            case value:
                stored = self.expression(value)  # which is evaluated first
                if self.is_shared(node):
                    stored = f"copy_vector({stored})"
                yield f"{self.expression(node.target)} = {stored}"

    def fault(self, node: syntax.LocatedNode, message: str) -> None:
        """Record that ``node`` cannot be translated; ``message`` says why."""
        self.faults.add((node.offset, message))

    def refuse_removals(self, expressions: Sequence[syntax.Expression]) -> None:
        """Add a fault for each POP or DEQUEUE in ``expressions``, which may not be run."""
        for node in syntax.walk(*expressions):
            if isinstance(node, Operation) and node.name in READ_BEFORE_REMOVE:
                advice = "assign its result to a variable first"
                self.fault(node, f"{node.name} inside this expression; {advice}")

    def is_shared(self, node: syntax.Assign) -> bool:
        """Return whether ``node`` stores a vector in an element and must copy it.

        A copy is not needed if the vector is the result of a function that got the
        element itself as an argument, as in ``v[1] ← F(v[1])``.
        """
        target = node.target
        value = node.value
        if not (self.copies and isinstance(target, syntax.Select)):
            return False
        value_type = self.inference.type_of(self.signature, value).representative()
        if value_type.base() != "Vector":
            return False
        return not isinstance(value, syntax.Call) or target not in value.arguments

    def new(self, node: syntax.New) -> str:
        """Return the assignment of a new structure, annotated if its name is new."""
        length = self.expression(node.length) if node.length else ""
        name = self.name(node.name)
        value = f"{PYTHON_CLASS_NAMES[node.kind]}({length})"
        if node.name in self.annotated:
            return f"{name} = {value}"
        self.annotated.add(node.name)
        return f"{name}: {self.signature.variable(node.name)} = {value}"

    def header(self, node: syntax.For) -> str:
        """Return a Python ``for`` line, with ``_`` if the variable is not used."""
        start = _add_constant(node.first, node.step * node.excludes_first)
        first = self.expression(start)
        stop = _add_constant(node.last, node.step * (not node.excludes_last))
        last = self.expression(stop)
        step = "" if node.step == 1 else ", -1"
        is_used = node.variable.lower() in self.read_names
        name = self.name(node.variable) if is_used else "_"
        return f"for {name} in range({first}, {last}{step}):"

    def expression(self, node: syntax.Expression, min_precedence: int = 0) -> str:
        """Return ``node`` as Python, in brackets if weaker than ``min_precedence``."""
        match node:
            case Literal(value=int() | float()) if min_precedence == operators.PRIMARY:
                return f"({node.value})"  # 0.top() is a syntax error
            case Literal(value=value):
                return repr(value)
            case Name(name=name) | syntax.Hole(words=name):
                return self.name(name)
            case syntax.Select():
                return self.selection(node)
            case Operation():
                return self.operation(node)
            case syntax.Call(name=name, arguments=arguments):
                argument_text = ", ".join(map(self.expression, arguments))
                self.is_always_evaluated = False
                return f"{self.function(name)}({argument_text})"
            case syntax.Unary(
                operator="floor", operand=Binary(operator="/", left=left, right=right)
            ):
                precedence = operators.PRODUCT
                text = infix_text(left, "//", right, precedence, self.expression)
            case syntax.Unary(operator="floor" | "ceil" as name, operand=operand):
                return f"math.{name}({self.expression(operand)})"
            case syntax.Unary(operator=sign):
                symbol = "not " if sign == "¬" else operators.PYTHON_SYMBOLS[sign]
                text, precedence = prefix_text(node, symbol, self.expression)
            case Binary():
                text = self.infix(node)
                precedence = operators.PRECEDENCE[node.operator]
            case _:
                assert_never(node)
        return f"({text})" if precedence < min_precedence else text

    def selection(self, node: syntax.Select) -> str:
        """Return an element in Python, where all but an Array count from 1."""
        kind = self.inference.type_of(self.signature, node.vector).representative().name
        first = 0 if kind == "Array" else self.base
        shifted = _add_constant(node.position, 1 - first)
        holder = self.expression(node.vector, operators.PRIMARY)
        return f"{holder}[{self.expression(shifted)}]"

    def infix(self, node: Binary) -> str:
        """Return an operation on two operands in Python, without brackets around it."""
        symbol = operators.PYTHON_SYMBOLS[node.operator]
        if is_constant(node.left) or is_constant(node.right):
            symbol = IDENTITY.get(node.operator, symbol)
        if node.operator in ("∧", "∨"):
            self.refuse_removals([node.right])
        precedence = operators.PRECEDENCE[node.operator]
        return infix_text(node.left, symbol, node.right, precedence, self.expression)

    def name(self, name: str) -> str:
        """Return the Python name of the variable ``name``."""
        python_name = self.variables.get(name) or self.variables.get(name.lower())
        return python_name or snake(name)

    def function(self, name: str) -> str:
        """Return the Python name of the function ``name``."""
        return self.functions.get(name_key(name)) or snake(name)

    def operation(self, node: Operation) -> str:
        """Return the Python expression for an operation whose value is used.

        For POP and DEQUEUE it is a new variable; the lines that set it and remove the
        element are added to `lines_before`, the lines before the statement.
        """
        if node.name not in READ_BEFORE_REMOVE:
            text = self.operation_text(node)
            if text and node.name in WITHOUT_VALUE:
                self.fault(node, f"{node.name} gives no value")
            self.is_always_evaluated = False
            return text
        element, removal = self.removal(node)
        if not self.is_always_evaluated:
            self.refuse_removals([node])
        name = next(self.temporary_names)
        self.lines_before += [f"{name} = {element}", removal]
        return name

    def removal(self, node: Operation) -> tuple[str, str]:
        """Return Python that reads and Python that removes the element of ``node``.

        For ``POP[s]``, these are ``("s.top()", "s.pop()")``.
        """
        removal = self.operation_text(node)
        holder, _, _ = removal.rpartition(".")
        return f"{holder}.{READ_BEFORE_REMOVE[node.name]}()", removal

    def operation_text(self, node: Operation) -> str:
        """Return the Python expression for an operation, such as ``q.enqueue(x)``.

        If the number of operands is wrong, add a fault and return "".
        """
        kinds = OPERATIONS.get(node.name, ())
        if not kinds:
            self.fault(node, "a list is not translated; write new Vector v(4)")
            return ""
        if len(kinds) != len(node.operands):
            self.fault(node, f"expected {operation_form(node.name)}")
            return ""
        shift = 1 if kinds[-1] == "array" else 1 - self.base
        texts = []
        for kind, operand in zip(kinds, node.operands):
            if kind == "position":
                operand = _add_constant(operand, shift)
            is_holder = kind not in ("position", "element", "vector")
            min_precedence = operators.PRIMARY if is_holder else 0
            texts.append(self.expression(operand, min_precedence))
        if node.name in PYTHON_FORMS:
            return PYTHON_FORMS[node.name].format(*texts)
        *others, holder = texts
        method = snake(OPERATION_SPELLINGS.get(node.name, node.name))
        return f"{holder}.{method}({', '.join(others)})"


def _add_constant(node: syntax.Expression, number: int) -> syntax.Expression:
    """Return ``node + number``; for ``k − 1`` and 2, this is ``k + 1``."""
    if number == 0:
        return node
    match node:
        case Literal(value=int(value)):
            return Literal(node.offset, value + number)
        case Binary(operator="+", left=left, right=Literal(value=int(value))):
            return _add_constant(left, number + value)
        case Binary(operator="−", left=left, right=Literal(value=int(value))):
            return _add_constant(left, number - value)
    sign = "+" if number > 0 else "−"
    return Binary(node.offset, sign, node, Literal(node.offset, abs(number)))


def _can_hoist(target: syntax.Target, removal: Operation) -> bool:
    """Return whether ``target ← POP[s]`` can become two statements.

    They store the top in ``target``, then remove it from ``s``. The result is the same
    if ``target`` contains no call or operation and is not ``s`` itself.
    """
    if any(isinstance(node, syntax.Call | Operation) for node in syntax.walk(target)):
        return False
    match removal.operands:
        case [Name() as structure]:
            return structure != target
    return False


def plain_text(text: str) -> str:
    """Return ``text`` with characters replaced that a docstring cannot contain."""
    text = text.replace("\\", "/").replace('"', "'")
    return "".join(mark if mark.isprintable() else "?" for mark in text)
