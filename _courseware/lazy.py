"""Load the names of a package when they are first used.

``python -m sudoku`` imports the package before `sudoku.__main__` runs. Until then, the
folder of the user, which may contain submissions called ``typing.py``, is the first
place in which Python looks for a module, and an old Python has not been refused yet.
"""

import sys
from collections.abc import Callable
from importlib import import_module


def on_demand(
    package: str, homes: dict[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return the ``__getattr__`` and the ``__dir__`` of ``package``.

    ``homes`` maps each public name to the module that defines it. A submodule is its
    own home.
    """

    def load(name: str) -> object:
        module = sys.modules[package]
        if name not in homes:
            message = f"module {package!r} has no attribute {name!r}"
            raise AttributeError(message, name=name, obj=module)
        home = import_module(homes[name])
        value = home if homes[name] == f"{package}.{name}" else getattr(home, name)
        setattr(module, name, value)
        return value

    def names() -> list[str]:
        special = (name for name in vars(sys.modules[package]) if name[:2] == "__")
        return sorted([*homes, *special])

    return load, names
