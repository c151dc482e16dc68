"""Names and expressions in Python."""

import builtins
import keyword

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
    Hole,
    Literal,
    Name,
    Operation,
    Select,
    Unary,
)
from pseudoku.pseudocode.reading.words import HANDOUT, key
from pseudoku.pseudocode.running.machine import Store
from pseudoku.pseudocode.translating.infer import Inference, Signature

SIGNS = {"=": "==", "≠": "!=", "≤": "<=", "≥": ">=", "∧": "and", "∨": "or"}
SIGNS |= {"−": "-", "×": "*", "mod": "%"}
METHODS = {"HEAD": "head", "TOP": "top", "EMPTY": "empty"}
METHODS |= {"ENQUEUE": "enqueue", "PUSH": "push", "DEQUEUE": "dequeue", "POP": "pop"}
METHODS |= {"REMOVEAT": "remove_at", "INSERTAT": "insert_at"}
OF_HANDOUT = {key(name): name for name in HANDOUT}


def snake(name: str) -> str:
    """``name`` as PEP 8 writes it.

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


class Expressions:
    """Writes the expressions of one function; ``imported`` are the names it needs."""

    def __init__(
        self, inference: Inference, about: Signature, base: int, store: Store
    ) -> None:
        self.inference = inference
        self.about = about
        self.base = base
        self.copies = store == "copy"
        self.imported: set[str] = set()
        self.before: list[str] = []  # statements that a value needs to be made first

    def expression(self, node: Expression, least: int = 0) -> str:
        match node:
            case Literal(value=value):
                return repr(value)
            case Name(name=name):
                return snake(name)
            case Select(vector=vector):
                return f"{self.expression(vector, PRIMARY)}[{self.position(node)}]"
            case Operation():
                return self.operation(node)
            case Call(name=name, arguments=several):
                return f"{snake(name)}({', '.join(map(self.expression, several))})"
            case Hole(words=words):
                return f"hole({words!r})"
        text, strength = (
            self.unary(node) if isinstance(node, Unary) else self.binary(node)
        )
        return f"({text})" if strength < least else text

    def position(self, node: Select) -> str:
        """The position in ``node``, as `adt` counts it, from 1."""
        kind = self.inference.type_of(self.about, node.vector).found().name
        counts_from = 0 if kind == "Array" else self.base
        return self.plus(node.position, 1 - counts_from)

    def plus(self, node: Expression, number: int) -> str:
        """``node + number``, with the numbers at its end added up."""
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
        sign = SIGNS.get(node.operator, node.operator)
        strength = STRENGTH[node.operator]
        if sign in ("==", "!=") and any(map(is_single, (node.left, node.right))):
            sign = "is" if sign == "==" else "is not"
        left = self.expression(node.left, strength + (strength == RELATION))
        right = self.expression(node.right, strength + 1)
        return f"{left} {sign} {right}", strength

    def operation(self, node: Operation) -> str:
        *others, structure = node.operands
        holder = self.expression(structure, PRIMARY)
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

    def removed(self, node: Operation, holder: str) -> str:
        """The name of what POP or DEQUEUE gives, which is taken out before."""
        first = "top" if node.name == "POP" else "head"
        taken = {snake(name) for name in self.about.variables}
        number, name = 1, "removed"
        while name in taken or any(
            line.startswith(f"{name} =") for line in self.before
        ):
            number += 1
            name = f"removed_{number}"
        self.before.append(f"{name} = {holder}.{first}()")
        self.before.append(f"{holder}.{METHODS[node.name]}()")
        return name


def is_single(node: Expression) -> bool:
    """Whether there is one such value only: TRUE, FALSE and NULL."""
    return isinstance(node, Literal) and (
        node.value is None or isinstance(node.value, bool)
    )
