"""The variables of one function, and how a fault in it is told."""

from collections.abc import Callable, Iterable, Iterator
from typing import NoReturn

from pseudoku.pseudocode.reading.source import Remark, RunError, Source
from pseudoku.pseudocode.reading.syntax import (
    Assign,
    Block,
    Expression,
    For,
    Literal,
    Name,
    New,
    Scalar,
    operands,
    statements,
)
from pseudoku.pseudocode.reading.words import nearest_word
from pseudoku.pseudocode.running.machine import Frame, Machine
from pseudoku.pseudocode.running.values import UNSET, show


def assigned(block: Block) -> Iterator[str]:
    """The names that ``block`` gives values to, in its order."""
    for statement in statements(block):
        match statement:
            case New(name=name) | Assign(target=Name(name=name)) | For(variable=name):
                yield name


def constants(block: Block) -> dict[str, Scalar]:
    """The numbers and words that ``block`` itself gives to names, once for all."""
    names = list(assigned(block))
    found: dict[str, Scalar] = {}
    for statement in block:
        match statement:
            case Assign(target=Name(name=name), value=Literal(value=value)):
                if names.count(name) == 1:
                    found[name] = value
    return found


class Scope:
    """Where the variables of one function are, in a frame."""

    def __init__(
        self,
        machine: Machine,
        source: Source,
        function: str,
        names: Iterable[str],
        constants: dict[str, Scalar] | None = None,
    ) -> None:
        self.machine = machine
        self.source = source
        self.function = function
        self.constants = constants or {}
        self.slots = {name: slot for slot, name in enumerate(dict.fromkeys(names))}

    def names(self) -> list[str]:
        return list(self.slots)

    def slot(self, name: str, at: int) -> int | None:
        """Where the variable ``name`` is; one that differs in case alone is taken."""
        if name in self.slots:
            return self.slots[name]
        alike = [one for one in self.slots if one.lower() == name.lower()]
        if len(alike) != 1:
            return None
        self.note(at, f"'{name}' is read as '{alike[0]}': write it alike everywhere")
        return self.slots[alike[0]]

    def constant(self, name: str, at: int) -> Scalar:
        """What the text gives to ``name`` outside its functions."""
        self.note(
            at, f"'{name}' stands outside the function: set it inside, or pass it"
        )
        return self.constants[name]

    def note(self, at: int, message: str) -> None:
        """Warn of a slip that is understood; RunError if there may be none."""
        remark = self.source.remark(at, message)
        if self.machine.strict:
            raise RunError(remark)
        self.machine.warn(remark)

    def remark(self, at: int) -> Callable[[str], Remark]:
        """What makes a remark about the place ``at``."""
        inside = f"in {self.function}: " if self.function else ""
        return lambda message: self.source.remark(at, f"{inside}{message}")

    def line(self, at: int) -> int:
        return self.source.place(at)[0]

    def fault(
        self,
        at: int,
        message: str,
        frame: Frame | None = None,
        about: Expression | None = None,
    ) -> NoReturn:
        """RunError at ``at``, with the values of the variables in ``about``."""
        values = self.values(about, frame) if about and frame is not None else []
        if values:
            message += f" ({', '.join(dict.fromkeys(values))})"
        raise RunError(self.remark(at)(message))

    def values(self, about: Expression, frame: Frame) -> list[str]:
        if isinstance(about, Name):
            slot = self.slots.get(about.name)
            if slot is None or frame[slot] is UNSET:
                return []
            return [f"{about.name} = {show(frame[slot])[:60]}"]
        return [one for inner in operands(about) for one in self.values(inner, frame)]

    def unknown(self, name: str, at: int, frame: Frame) -> NoReturn:
        """RunError: the variable ``name`` has no value."""
        known = [one for one, k in self.slots.items() if frame[k] is not UNSET]
        near = nearest_word(name, [one.lower() for one in known if one != name])
        hint = next((f"; did you mean '{k}'?" for k in known if k.lower() == near), "")
        self.fault(at, f"'{name}' has no value yet{hint}")
