"""Infer the type of each variable from how all variables are used.

Types that must be equal are unified. The literals FALSE and NULL do not determine a
type, because a function may return FALSE instead of a stack.
"""

from collections.abc import Iterable, Sequence
from typing import assert_never

from pseudocode.reading import operators, syntax
from pseudocode.reading.vocabulary import OPERATIONS, name_key

INT = "int"
BOOL = "bool"
HOLDERS = ("Vector", "Queue", "Stack", "Array")

# The types of the operands of operations; an element has that of what holds it.
ELEMENT = "element"
OPERANDS = {ELEMENT: ELEMENT, "position": INT, "dynamic array": "Vector"}
OPERANDS |= {"queue": "Queue", "stack": "Stack", "array": "Array"}
RESULTS = {"LENGTH": INT, "EMPTY": BOOL}  # or else an element
# The types of the operands and of the value of operators, where they are not numbers.
TYPES_OF_OPERATOR = dict.fromkeys(operators.RELATION_SYMBOLS, (INT, BOOL))
TYPES_OF_OPERATOR |= dict.fromkeys(["¬", *operators.CONNECTIVES], (BOOL, BOOL))


class Type:
    """A type, perhaps still unknown, that can be unified with another type.

    ``name`` is a Python type such as "int", a structure such as "Stack", or "" while
    the type is unknown.
    """

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.element: Type | None = Type() if name in HOLDERS else None
        self._parent: Type | None = None  # a type with which it is unified

    def representative(self) -> "Type":
        """Return the type with which this type was unified, or this type itself."""
        type_ = self
        while type_._parent:  # the next search takes half as long
            type_._parent = type_._parent._parent or type_._parent
            type_ = type_._parent
        return type_

    def join(self, other: "Type") -> None:
        """Unify this type with ``other``; if they conflict, leave both unchanged."""
        pairs = [(self, other)]
        while pairs:
            left, right = (side.representative() for side in pairs.pop())
            if not left.fits(right):
                left, right = right, left
            if left is not right and left.fits(right):
                left._parent = right
                if left.element and right.element:
                    pairs.append((left.element, right.element))

    def fits(self, other: "Type") -> bool:
        """Return whether this type is unknown or has the name of ``other``.

        An array also counts as a vector.
        """
        return self.name in ("", other.name) or self.name == "Vector" == other.base()

    def base(self) -> str:
        """Return the name; an array is also called a vector."""
        return "Vector" if self.name == "Array" else self.name

    def element_type(self) -> "Type":
        """Return the type of the elements; it is unknown if this is no structure."""
        element = self.representative().element
        return element.representative() if element else Type()

    def annotation_text(self, depth: int = 0) -> str:
        """Return the type as a Python annotation, such as ``Vector[int]``.

        An unknown type is ``object``. ``depth`` is the number of types around this one.
        """
        type_ = self.representative()
        if not type_.element:
            return type_.name or "object"
        element = "object" if depth == 4 else type_.element.annotation_text(depth + 1)
        return f"{type_.base()}[{element}]"

    __str__ = annotation_text


class Signature:
    """The inferred types of a function's variables and of its result."""

    def __init__(self, names: Iterable[str], parameters: list[str]) -> None:
        self.variables = {name: Type() for name in names}
        self.names = list(self.variables)
        self.parameters = parameters
        self.result = Type()
        self.may_be_false = False
        self.returns = False

    def variable(self, name: str) -> Type:
        """Return the type of the variable ``name``, at first an unknown one."""
        return self.variables.setdefault(name, Type())

    def annotation(self) -> str:
        """Return the result's annotation, such as ``Literal[False] | Stack[int]``."""
        if not self.returns:
            return "None"
        name = self.result.representative().name
        if self.may_be_false and name != BOOL:
            return f"Literal[False] | {self.result}" if name else BOOL
        return str(self.result)


class Inference:
    """Infers the types of the variables, parameters and results of ``functions``.

    `signatures` has the Signature of each function, by its name key.
    """

    def __init__(self, functions: Sequence[syntax.Function]) -> None:
        self.signatures: dict[str, Signature] = {}
        for function in functions:
            names = [*function.parameters, *syntax.assigned_names(function.body)]
            signature = Signature(names, function.parameters)
            self.signatures[name_key(function.name)] = signature
        for function in functions:
            self.read(self.signatures[name_key(function.name)], function.body)

    def statements(self, block: syntax.Block) -> Signature:
        """Infer the types of the variables of ``block``, which is in no function."""
        signature = Signature(syntax.assigned_names(block), [])
        self.read(signature, block)
        return signature

    def read(self, signature: Signature, block: syntax.Block) -> None:
        """Unify the types in all statements of ``block``, also in nested blocks."""
        for statement in syntax.walk_statements(block):
            self.statement(signature, statement)

    def statement(self, signature: Signature, node: syntax.Statement) -> None:
        """Unify the types of the variables and expressions in a statement."""
        match node:
            case syntax.New(kind=kind, name=name):
                is_dynamic = kind == "DynamicArray"  # which Python's types do not know
                signature.variable(name).join(Type("Vector" if is_dynamic else kind))
            case syntax.Assign(target=target, value=value):
                target_type = self.type_of(signature, target)
                value_type = self.type_of(signature, value)
                if not is_constant(value) or not target_type.representative().name:
                    target_type.join(value_type)
            case syntax.For(variable=name):
                signature.variable(name).join(Type(INT))
            case syntax.Return(value=syntax.Literal(value=False)):
                signature.returns = signature.may_be_false = True
            case syntax.Return(value=value):
                if value is not None:
                    signature.returns = True
                    signature.result.join(self.type_of(signature, value))
            # The other statements only have expressions.
        for expression in syntax.child_expressions(node):
            self.type_of(signature, expression)

    def type_of(self, signature: Signature, node: syntax.Expression) -> Type:
        """Return the type of ``node``, after unifying those of its parts."""
        match node:
            case syntax.Literal(value=value):
                return Type("" if value is None else type(value).__name__)
            case syntax.Name(name=name):
                return signature.variable(name)
            case syntax.Call():
                return self.call(signature, node)
            case syntax.Select(vector=vector, position=position):
                operands = [position, vector]
                return self.unify_operands(signature, operands, [INT, "Vector"])
            case syntax.Operation(name=name, operands=operands):
                kinds = OPERATIONS.get(name, [""] * len(operands))
                types = [OPERANDS.get(kind, "") for kind in kinds]
                element = self.unify_operands(signature, operands, types)
                return Type(RESULTS[name]) if name in RESULTS else element
            case syntax.Binary(operator="=" | "≠", left=left, right=right):
                left_type = self.type_of(signature, left)
                right_type = self.type_of(signature, right)
                if not is_constant(left) and not is_constant(right):
                    left_type.join(right_type)
                return Type(BOOL)
            case syntax.Unary(operator=sign) | syntax.Binary(operator=sign):
                operand_type, result_type = TYPES_OF_OPERATOR.get(sign, (INT, INT))
                operands = syntax.child_expressions(node)
                self.unify_operands(signature, operands, [operand_type] * 2)
                return Type(result_type)
            case syntax.Hole():
                return Type()
            case _:
                assert_never(node)

    def unify_operands(
        self, signature: Signature, operands: list[syntax.Expression], types: list[str]
    ) -> Type:
        """Unify the types of ``operands`` with ``types``; return the element type.

        ``types`` has a type name for each operand; "element" is the type of the
        elements of the structure, which is the last operand.
        """
        element = Type()
        for operand, name in zip(reversed(operands), reversed(types)):
            operand_type = self.type_of(signature, operand)
            operand_type.join(element if name == ELEMENT else Type(name))
            if operand is operands[-1]:
                element = operand_type.element_type()
        return element

    def call(self, signature: Signature, node: syntax.Call) -> Type:
        """Return the result type of a call, after unifying arguments and parameters."""
        types = [self.type_of(signature, argument) for argument in node.arguments]
        called = self.signatures.get(name_key(node.name))
        if called is None:
            return Type()
        for name, argument_type in zip(called.parameters, types):
            called.variable(name).join(argument_type)
        return called.result


def is_constant(node: syntax.Expression) -> bool:
    """Return whether ``node`` is TRUE, FALSE or NULL; Python tests these by ``is``."""
    return isinstance(node, syntax.Literal) and isinstance(node.value, bool | None)
