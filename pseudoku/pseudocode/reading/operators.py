"""What stands between two operands, in the module's notation and in others."""

from pseudoku.pseudocode.reading.names import Names
from pseudoku.pseudocode.reading.syntax import Binary, Expression, Unary

OR, AND, NOT, RELATION, SUM, PRODUCT = range(1, 7)
STRENGTH = {"∨": OR, "∧": AND, "+": SUM, "−": SUM, "//": PRODUCT}
STRENGTH |= dict.fromkeys(("=", "≠", "<", ">", "≤", "≥"), RELATION)
STRENGTH |= dict.fromkeys(("×", "/", "mod"), PRODUCT)
ODD = {"x": "×", "mode": "mod", "modulo": "mod", "div": "div"}


class Operators(Names):
    def joined(
        self, left: Expression, operator: str, right: Expression, at: int
    ) -> Expression:
        if operator in ("//", "div"):
            told = f"'{operator}' divides in other languages"
            self.slip(at, f"{told}: write floor(a / b)")
            return Unary(at, "floor", Binary(at, "/", left, right))
        self.same_sign(operator, at)
        return Binary(at, operator, left, right)

    def same_sign(self, operator: str, at: int) -> None:
        """Note an ``=`` that was written twice or three times."""
        if operator == "=" and self.source.text.startswith("==", at):
            self.slip(at, "'==' is not the module's sign: write '='")

    def chained(
        self, left: Expression, operator: str, right: Expression, at: int
    ) -> Expression:
        """``a ≤ b ≤ c``, which stands for ``a ≤ b ∧ b ≤ c``."""
        middle = left.right if isinstance(left, Binary) else left
        if isinstance(middle, Binary):
            middle = middle.right
        self.slip(at, "two comparisons in one: write a ≤ b ∧ b ≤ c")
        self.same_sign(operator, at)
        return Binary(at, "∧", left, Binary(at, operator, middle, right))

    def odd_strength(self) -> int:
        """The strength of a word that stands for an operator, or 0."""
        if self.kind != "name" or self.text.lower() not in ODD:
            return 0
        if self.next_kind not in ("name", "number", "(") or self.is_first:
            return 0
        after = self.kinds[min(self.index + 2, len(self.kinds) - 1)]
        if self.next_kind == "name" and after == "←":
            return 0  # x, and then a statement: a ← x b ← 2
        return PRODUCT

    def odd_operator(self) -> str:
        """The operator that a word stands for, which `odd_strength` has let pass."""
        operator = ODD[self.text.lower()]
        if operator == "div":
            return operator  # `joined` notes it
        self.slip(self.at, f"'{self.text}' for an operator: write '{operator}'")
        return operator
