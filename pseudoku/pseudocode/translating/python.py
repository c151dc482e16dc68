"""Write names and expressions in Python."""

import builtins
import keyword
from collections import Counter
from collections.abc import Iterable
from itertools import count

from pseudoku.pseudocode.reading.syntax import (
    NOT,
    PRIMARY,
    PRODUCT,
    RELATION,
    SIGN,
    STRENGTH,
    SUM,
    Binary,
    Call,
    Expression,
    Literal,
    Name,
    Operation,
    Select,
    Unary,
)
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

    def expression(self, node: Expression, least: int = 0) -> str:
        match node:
            case Literal(value=int() | float() as value) if least > SIGN:
                return f"({value})"  # 0.top() is a syntax error
            case Literal(value=value):
                return repr(value)
            case Name(name=name):
                return self.variable(name)
            case Select(vector=vector):
                return f"{self.holder(vector)}[{self.position(node)}]"
            case Operation():
                return self.operation(node)
            case Call(name=name, arguments=several):
                written = map(self.expression, several)
                return f"{self.names.function(name)}({', '.join(written)})"
            case Unary():
                text, strength = self.unary(node)
            case Binary():
                text, strength = self.binary(node)
            case _:
                raise AssertionError("a statement with a hole is never translated")
        return f"({text})" if strength < least else text

    def position(self, node: Select) -> str:
        """Return the position in ``node``, counted from 1 as in `adt`."""
        kind = self.inference.type_of(self.about, node.vector).resolved().name
        counts_from = 0 if kind == "Array" else self.base
        return self.plus(node.position, 1 - counts_from)

    def plus(self, node: Expression, number: int) -> str:
        """Return ``node + number``, with the numbers at its end added up."""
        if number == 0:
            return self.expression(node)
        match node:
            case Literal(value=int(value)):
                return str(value + number)
            case Binary(operator="+", left=left, right=Literal(value=int(value))):
                return self.plus(left, value + number)
            case Binary(operator="−", left=left, right=Literal(value=int(value))):
                return self.plus(left, number - value)
        sign = "+" if number > 0 else "-"
        return f"{self.expression(node, SUM)} {sign} {abs(number)}"

    def unary(self, node: Unary) -> tuple[str, int]:
        if node.operator == "¬":
            return f"not {self.expression(node.operand, NOT)}", NOT
        if node.operator == "−":
            return f"-{self.expression(node.operand, SIGN)}", SIGN
        match node:
            case Unary(operator="floor", operand=Binary(operator="/") as division):
                left = self.expression(division.left, PRODUCT)
                return f"{left} // {self.expression(division.right, SIGN)}", PRODUCT
        self.imported.add("math")
        return f"math.{node.operator}({self.expression(node.operand)})", PRIMARY

    def binary(self, node: Binary) -> tuple[str, int]:
        sign = PYTHON_SIGNS.get(node.operator, node.operator)
        strength = STRENGTH[node.operator]
        if sign in ("==", "!=") and any(map(is_constant, (node.left, node.right))):
            sign = "is" if sign == "==" else "is not"
        left = self.expression(node.left, strength + (strength == RELATION))
        right = self.expression(node.right, strength + 1)
        return f"{left} {sign} {right}", strength

    def operation(self, node: Operation) -> str:
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

    def holder(self, structure: Expression) -> str:
        """Return ``structure`` in a form that a dot or a bracket may follow."""
        return self.expression(structure, PRIMARY)

    def removed(self, node: Operation, holder: str) -> str:
        """Return a variable for the result of POP or DEQUEUE.

        The element is removed in lines before the statement.
        """
        name = "removed" if not self.before else next(self.free)
        while name in self.given:
            name = next(self.free)
        self.before.append(f"{name} = {holder}.{FIRST[node.name]}()")
        self.before.append(f"{holder}.{METHODS[node.name]}()")
        return name
