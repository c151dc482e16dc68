"""Records: classes with named fields, for modules that most commands load.

`typing.NamedTuple` and `dataclasses` do more, but to import `typing` takes a quarter of
the time that Python takes to start, and `dataclasses` takes as long as Python.
"""

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from typing import ClassVar, Self, dataclass_transform
else:

    def dataclass_transform(**_):
        return lambda cls: cls


@dataclass_transform(frozen_default=True)
class Record:
    """A class whose annotations name its fields.

    Equal records have the same class and the same fields.
    """

    _fields: "ClassVar[tuple[str, ...]]" = ()

    def __init_subclass__(cls) -> None:
        cls._fields = tuple(cls.__annotations__)

    def __init__(self, *values: object, **named: object) -> None:
        self.__dict__.update(zip(self._fields, values), **named)

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self._asdict() == other._asdict()

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in self._asdict().items())
        return f"{type(self).__name__}({shown})"

    def _asdict(self) -> dict[str, object]:
        """Return the fields in their order."""
        return {name: getattr(self, name) for name in self._fields}

    def _replace(self, **fields: object) -> "Self":
        """Return a copy with other values in some ``fields``."""
        return type(self)(**self.__dict__ | fields)
