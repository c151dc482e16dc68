"""The variables of one function, and how a fault in it is reported."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NoReturn

from pseudoku.pseudocode.reading import syntax
from pseudoku.pseudocode.reading.source import Remark, RunError, Source
from pseudoku.pseudocode.reading.words import nearest_word
from pseudoku.pseudocode.running.machine import Frame, Machine
from pseudoku.pseudocode.running.values import UNSET, show

MOST_NAMED = 10  # variables in one message
MOST_NEAR = 1000  # names that a misspelt one is compared with


def assigned(block: syntax.Block) -> Iterator[str]:
    """The names that ``block`` gives values to, in its order."""
    for statement in syntax.statements(block):
        match statement:
            case (
                syntax.New(name=name)
                | syntax.Assign(target=syntax.Name(name=name))
                | syntax.For(variable=name)
            ):
                yield name


def constants(block: syntax.Block) -> dict[str, syntax.Scalar]:
    """The numbers and words that ``block`` itself gives to names, once for all."""
    times = Counter(assigned(block))
    found: dict[str, syntax.Scalar] = {}
    for statement in block:
        match statement:
            case syntax.Assign(
                target=syntax.Name(name=name), value=syntax.Literal(value=value)
            ):
                if times[name] == 1:
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
        constants: dict[str, syntax.Scalar] | None = None,
    ) -> None:
        self.machine = machine
        self.source = source
        self.function = function
        self.constants = constants or {}
        self.slots = {name: slot for slot, name in enumerate(dict.fromkeys(names))}
        self._alike: dict[str, list[str]] = {}
        for name in self.slots:
            self._alike.setdefault(name.lower(), []).append(name)

    def slot(self, name: str, at: int) -> int | None:
        """Where the variable ``name`` is; one that differs in case alone is taken."""
        if name in self.slots:
            return self.slots[name]
        alike = self._alike.get(name.lower(), [])
        if len(alike) != 1:
            return None
        self.note(at, f"'{name}' is read as '{alike[0]}': write it alike everywhere")
        return self.slots[alike[0]]

    def constant(self, name: str, at: int) -> syntax.Scalar:
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
        where = f"in {self.function}: " if self.function else ""
        return lambda message: self.source.remark(at, f"{where}{message}")

    def line(self, at: int) -> int:
        return self.source.place(at)[0]

    def fault(
        self,
        at: int,
        message: str,
        frame: Frame | None = None,
        about: syntax.Expression | None = None,
    ) -> NoReturn:
        """RunError at ``at``, with the values of the variables in ``about``."""
        if about is not None and frame is not None:
            values = list(dict.fromkeys(self.values(about, frame)))[:MOST_NAMED]
            message += f" ({', '.join(values)})" * bool(values)
        raise RunError(self.remark(at)(message))

    def values(self, about: syntax.Expression, frame: Frame) -> Iterator[str]:
        for part in syntax.inside(about):
            slot = self.slots.get(part.name) if isinstance(part, syntax.Name) else None
            if isinstance(part, syntax.Name) and slot is not None:
                if frame[slot] is not UNSET:
                    yield f"{part.name} = {show(frame[slot], 60)}"

    def unknown(self, name: str, at: int, frame: Frame) -> NoReturn:
        """RunError: the variable ``name`` has no value."""
        known = [one for one, k in self.slots.items() if frame[k] is not UNSET]
        others = [one.lower() for one in known if one != name][:MOST_NEAR]
        near = nearest_word(name, others)
        hint = next((f"; did you mean '{k}'?" for k in known if k.lower() == near), "")
        self.fault(at, f"'{name}' has no value yet{hint}")
