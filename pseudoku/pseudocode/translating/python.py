"""Write names and expressions in Python."""

import builtins
import keyword
from collections import Counter
from collections.abc import Iterable
from itertools import count

from pseudoku.pseudocode.reading import syntax
from pseudoku.pseudocode.reading.words import HANDOUT, key
from pseudoku.pseudocode.running.machine import Store
from pseudoku.pseudocode.translating.infer import Inference, Signature, is_constant

PYTHON_SIGNS = {"=": "==", "≠": "!=", "≤": "<=", "≥": ">=", "∧": "and", "∨": "or"}
PYTHON_SIGNS |= {"−": "-", "×": "*", "mod": "%"}
METHODS = {"HEAD": "head", "TOP": "top", "EMPTY": "empty"}
METHODS |= {"ENQUEUE": "enqueue", "PUSH": "push", "DEQUEUE": "dequeue", "POP": "pop"}
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


class Expressions:
    """Writes the expressions of one function; ``imported`` are the names it needs."""

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
        self.start()

    def start(self) -> None:
        """Begin a new statement."""
        self.before: list[str] = []  # lines that must come before the statement
        self.free = (f"removed_{number}" for number in count(2))

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
        if sign in ("==", "!=") and any(map(is_constant, (node.left, node.right))):
            sign = "is" if sign == "==" else "is not"
        left = self.expression(node.left, strength + (strength == syntax.RELATION))
        right = self.expression(node.right, strength + 1)
        return f"{left} {sign} {right}", strength

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
        name = "removed" if not self.before else next(self.free)
        while name in self.given:
            name = next(self.free)
        self.before.append(f"{name} = {holder}.{FIRST[node.name]}()")
        self.before.append(f"{holder}.{METHODS[node.name]}()")
        return name
