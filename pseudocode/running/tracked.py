"""Whole numbers that record how they were computed from the arguments of a run.

A Tracked is an `int` with a Term, the expression that computes it from the arguments.
Each comparison of tracked numbers adds a TrackedCondition to the RunPath of the run. For all
arguments that satisfy these conditions, the run takes the same steps.
"""

from typing import NamedTuple, TypeAlias, cast

from pseudocode.reading.operators import COMPUTE, DIVISIONS, Number

LARGEST = 10**15  # a number is not tracked beyond it


class Term:
    """An expression that computes a number from the numbers in the arguments of a run.

    ``sign`` is the kind of expression, and ``parts`` are its operands. "cell" is a
    number in the arguments: ``parts`` is ``(choice, place)``, index ``place`` of the
    tuple chosen for that choice. An operator such as "+" has two operands. "call" is a
    call of a known function, and "out" a number that such a call returns or stores.
    ``choices`` are the choices on which the number depends; ``number`` orders terms by
    first use.
    """

    __slots__ = ("sign", "parts", "choices", "number", "outcomes")

    def __init__(
        self, sign: str, parts: tuple[object, ...], choices: frozenset[int], number: int
    ) -> None:
        self.sign = sign
        self.parts = parts
        self.choices = choices
        self.number = number  # in the order of first use
        self.outcomes: dict[tuple[int, ...], object] = {}  # of a call, by options


Operand: TypeAlias = Term | int


class TrackedCondition(NamedTuple):
    """A condition on the arguments of a run, which was true or false in it.

    ``sign`` "=" or "<" compares ``left`` with ``right``. With ``sign`` "shape", the
    condition is that the outcome of the call ``left`` has the shape ``right``.
    """

    sign: str
    left: Operand
    right: object


class Terms:
    """A collection of terms in which equal terms are the same object."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, tuple[object, ...]], Term] = {}

    def __call__(self, sign: str, *parts: object) -> Term:
        """Return the term with this ``sign`` and ``parts`` (terms and constants)."""
        term = self._known.get((sign, parts))
        if term is None:
            choice_sets = [part.choices for part in parts if isinstance(part, Term)]
            choices = frozenset().union(*choice_sets)
            term = Term(sign, parts, choices, len(self._known))
            self._known[sign, parts] = term
        return term

    def cell(self, choice: int, index: int) -> Term:
        """Return the term of the number at ``index`` of the option for ``choice``."""
        term = self._known.get(("cell", (choice, index)))
        if term is None:
            term = Term("cell", (choice, index), frozenset([choice]), len(self._known))
            self._known["cell", (choice, index)] = term
        return term


class RunPath:
    """The conditions tested in one run; `outcomes` has their truth values."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.outcomes: dict[TrackedCondition, bool] = {}

    def number(self, value: int, term: Term) -> "Tracked":
        number = Tracked(value)
        number.term = term
        number.path = self
        return number

    def decide(self, sign: str, left: Operand, right: object, outcome: bool) -> bool:
        """Add the condition ``left sign right`` to the path, and return ``outcome``.

        ``outcome`` is whether the condition holds in this run. A comparison of a term
        with itself is not added.
        """
        if left is right:
            return outcome
        if sign == "=" and isinstance(right, Term):
            if isinstance(left, int) or left.number > right.number:
                left, right = right, left
        self.outcomes.setdefault(TrackedCondition(sign, left, right), outcome)
        return outcome


def operand(number: int) -> Operand:
    """Return the term of a tracked ``number``, or the number as an int."""
    return number.term if isinstance(number, Tracked) else int(number)


def plain_number(number: int) -> int:
    """Return ``number`` as a plain int.

    If it is tracked, the condition that it has this value is added to its path.
    """
    if isinstance(number, Tracked):
        number.path.decide("=", number.term, int(number), True)
    return int(number)


def _plain(number: Number) -> Number:
    return plain_number(number) if isinstance(number, int) else number


def path_of(*numbers: Number) -> RunPath:
    """Return the path of the first of ``numbers`` that is tracked."""
    return next(number.path for number in numbers if isinstance(number, Tracked))


def _compare(sign: str, left: Number, right: Number) -> bool:
    """Return whether ``left`` equals (``sign`` "=") or is less than ("<") ``right``.

    At least one is a tracked number, to whose path the condition is added.
    """
    if isinstance(left, float) or isinstance(right, float):
        return bool(COMPUTE[sign](_plain(left), _plain(right)))
    outcome = bool(COMPUTE[sign](int(left), int(right)))
    # Tracked numbers are smaller than the limits of the interpreter, always.
    if max(abs(int(left)), abs(int(right))) >= LARGEST:
        return outcome
    return path_of(left, right).decide(sign, operand(left), operand(right), outcome)


def _combine(sign: str, left: Number, right: Number) -> int:
    """Return ``left sign right`` as a tracked number, for "+", "−", "×" or "mod".

    At least one operand is tracked. A divisor gets a fixed value first, with a
    condition that it has this value. The result is a float if an operand is one, and
    not tracked if it is LARGEST or more.
    """
    if sign in DIVISIONS or isinstance(left, float) or isinstance(right, float):
        right = _plain(right)
    if (
        isinstance(left, float)
        or isinstance(right, float)
        or not (isinstance(left, Tracked) or isinstance(right, Tracked))
    ):
        return cast("int", COMPUTE[sign](_plain(left), right))
    value = cast("int", COMPUTE[sign](int(left), int(right)))
    if abs(value) >= LARGEST:
        _plain(left), _plain(right)
        return value
    path = path_of(left, right)
    return path.number(value, path.terms(sign, operand(left), operand(right)))


class Tracked(int):
    """An int with the ``term`` that computes it, and the ``path`` of its run."""

    term: Term
    path: RunPath

    __hash__ = int.__hash__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (int, float)) and _compare("=", self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __lt__(self, other: Number) -> bool:
        return _compare("<", self, other)

    def __gt__(self, other: Number) -> bool:
        return _compare("<", other, self)

    def __le__(self, other: Number) -> bool:
        return not _compare("<", other, self)

    def __ge__(self, other: Number) -> bool:
        return not _compare("<", self, other)

    def __add__(self, other: Number) -> int:
        return _combine("+", self, other)

    def __radd__(self, other: Number) -> int:
        return _combine("+", other, self)

    def __sub__(self, other: Number) -> int:
        return _combine("−", self, other)

    def __rsub__(self, other: Number) -> int:
        return _combine("−", other, self)

    def __mul__(self, other: Number) -> int:
        return _combine("×", self, other)

    def __rmul__(self, other: Number) -> int:
        return _combine("×", other, self)

    def __mod__(self, other: Number) -> int:
        return _combine("mod", self, other)

    def __rmod__(self, other: Number) -> int:
        return _combine("mod", other, self)

    def __truediv__(self, other: Number) -> float:
        return _plain(self) / _plain(other)

    def __rtruediv__(self, other: Number) -> float:
        return _plain(other) / _plain(self)

    def __floordiv__(self, other: Number) -> int:
        return cast("int", _plain(self) // _plain(other))

    def __rfloordiv__(self, other: Number) -> int:
        return cast("int", _plain(other) // _plain(self))

    def __neg__(self) -> int:
        return _combine("−", 0, self)

    def __floor__(self) -> "Tracked":
        return self

    __ceil__ = __floor__

    def __bool__(self) -> bool:
        return self != 0
