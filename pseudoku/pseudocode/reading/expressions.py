"""Reading an expression, by the strength of its operators."""

from unicodedata import normalize

from pseudoku.pseudocode.reading import notation
from pseudoku.pseudocode.reading.cursor import Misread
from pseudoku.pseudocode.reading.foreign import (
    NULLS,
    instead,
    no_expression,
    no_operation,
)
from pseudoku.pseudocode.reading.operators import (
    NOT,
    OR,
    PRODUCT,
    RELATION,
    STRENGTH,
    Operators,
)
from pseudoku.pseudocode.reading.syntax import (
    Call,
    Expression,
    Hole,
    Literal,
    Name,
    Operation,
    Select,
    Unary,
)
from pseudoku.pseudocode.reading.words import SYNONYMS, key, operation

MOST_DIGITS = 18
CONSTANTS = {"true": True, "false": False, "null": None}
STARTS = ("name", "number", "string", "(", "⌊", "⌈", "¬", "true", "false", "null")
ROUNDING = {"⌊": ("⌋", "floor"), "⌈": ("⌉", "ceil")}


class Expressions(Operators):
    def expression(self, least: int = OR) -> Expression:
        """The expression here, as far as its operators are of ``least`` strength."""
        depth = self.depth
        self.deeper()
        left = self.prefixed(least)
        compared = False
        while (strength := STRENGTH.get(self.kind) or self.odd_strength()) >= least:
            self.deeper()  # what follows has all before it for an operand
            operator, at = self.kind, self.at
            if operator == "name":
                operator = self.odd_operator()
            self.advance()
            right = self.expression(strength + 1)
            if strength == RELATION and compared:
                left = self.chained(left, operator, right, at)
            else:
                left = self.joined(left, operator, right, at)
            compared = strength == RELATION
        self.depth = depth
        return left

    def prefixed(self, least: int) -> Expression:
        at, sign = self.at, self.kind
        if sign == "¬":
            if least > NOT:
                self.slip(at, "put brackets round ¬ and what it stands before")
            self.advance()
            operand = self.expression(NOT)
            return Unary(at, sign, operand)
        if sign == "−":
            self.deeper()
            self.advance()
            operand = self.prefixed(PRODUCT)
            self.depth -= 1
            return Unary(at, sign, operand)
        return self.postfixed()

    def postfixed(self) -> Expression:
        """A primary expression with its positions and method calls."""
        bracketed, depth = self.kind == "(", self.depth
        expression = self.primary()
        while bracketed or isinstance(expression, (Name, Select, Operation, Call)):
            self.deeper()
            if self.kind == "[":
                expression = self.select(expression)
            elif self.kind == "." and self.next_kind == "name" and not self.is_first:
                expression = self.method(expression)
            else:
                break
        self.depth = depth
        return expression

    def select(self, vector: Expression) -> Expression:
        at = self.at
        self.advance()
        position = self.expression()
        while self.kind == ",":
            self.slip(self.at, "one position in each bracket: write v[i][j]")
            self.advance()
            vector, position = Select(at, vector, position), self.expression()
        if self.kind == ":":
            self.misread("a vector gives one element at a time: v[k]")
        if self.kind == "++":
            self.misread("a step is a statement of its own: k ← k + 1")
        self.expect("]", "after the position")
        return Select(at, vector, position)

    def method(self, structure: Expression) -> Expression:
        """``q.enqueue(x)``, which the module writes ``ENQUEUE[x, q]``."""
        self.advance()
        at, word = self.at, self.text
        name = operation(word) or SYNONYMS.get(word.replace("_", "").lower(), "")
        if not name:
            if isinstance(structure, Name) and (told := instead(structure.name)):
                raise Misread(structure.at, told)
            self.misread(no_operation(word))
        self.advance()
        operands: list[Expression] = []
        if self.kind in ("(", "["):
            operands = self.several({"(": ")", "[": "]"}[self.kind])
        found = Operation(at, name, [*operands, structure])
        self.slip(at, f"a method call: write {notation.expression(found)}")
        return found

    def primary(self) -> Expression:
        at, kind = self.at, self.kind
        if kind == "name":
            return self.named()
        if kind == "(":
            self.advance()
            inner = self.expression()
            self.expect(")", "to close the bracket")
            return inner
        if kind in ROUNDING:
            closing, operator = ROUNDING[kind]
            self.advance()
            inner = self.expression()
            self.expect(closing, f"after '{kind}'")
            return Unary(at, operator, inner)
        value = self.constant()
        self.advance()
        return value

    def constant(self) -> Expression:
        at, kind, text = self.at, self.kind, self.text
        if kind == "number":
            if len(text) > MOST_DIGITS:
                self.misread(f"a number of more than {MOST_DIGITS} digits")
            return Literal(at, number(text))
        if kind == "string":
            return Literal(at, text[1:-1])
        if kind in CONSTANTS:
            return Literal(at, CONSTANTS[kind])
        if kind == "...":
            return Hole(at, text)
        advice = no_expression(kind, text)
        self.misread(f"expected an expression, found {self.found()}{advice}")

    def named(self) -> Expression:
        """What begins with a name: a variable, a call or an operation."""
        at, name = self.at, self.whole(self.text)
        self.advance()
        if self.kind in ("(", "[") and name.lower() in ("floor", "ceil"):
            return self.rounding(at, name.lower())
        if self.kind == "[" and (word := operation(name)):
            return Operation(at, word, self.several("]"))
        if self.kind == "[" and not self.is_first and self.is_function(name):
            self.slip(self.at, f"a function has round brackets: {name}(...)")
            return Call(at, name, self.several("]"))
        if self.kind != "(":
            return self.variable(at, name)
        word = operation(name) or SYNONYMS.get(name.replace("_", "").lower(), "")
        arguments = self.several(")")
        if not word or key(name) in self.own_names:
            return Call(at, name, arguments)
        found = Operation(at, word, arguments)
        form = notation.expression(found)
        self.slip(at, f"operations have square brackets: write {form}")
        return found

    def variable(self, at: int, name: str) -> Expression:
        if name not in NULLS:
            return Name(at, name)
        self.slip(at, f"'{name}' is another language's: write NULL")
        return Literal(at, None)

    def rounding(self, at: int, name: str) -> Expression:
        closing = ")" if self.kind == "(" else "]"
        if closing == "]":
            self.slip(self.at, f"'{name}' has round brackets: {name}(y)")
        operands = self.several(closing)
        if len(operands) != 1:
            self.misread(f"{name} takes one number, here are {len(operands)}")
        return Unary(at, name, operands[0])

    def several(self, closing: str) -> list[Expression]:
        """Expressions with commas between, from one bracket to the ``closing`` one."""
        self.advance()
        found: list[Expression] = []
        while self.kind != closing:
            found.append(self.expression())
            if self.kind != ",":
                break
            at = self.at
            self.advance()
            if self.kind == closing:
                self.slip(at, "a comma with nothing behind it: leave it out")
        where = "after the last of these"
        if self.kind in ("name", "number") and found and not self.is_first:
            where = "or a comma behind this"
        self.expect(closing, where)
        return found


def number(text: str) -> int | float:
    digits = normalize("NFKC", text)
    if "." not in digits:
        return int(digits)
    value = float(digits)
    return int(value) if value.is_integer() else value
