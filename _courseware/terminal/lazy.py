"""Load the names of a package when they are first used.

``python -m sudoku`` imports the package before `sudoku.__main__` runs. Until then, the
folder of the user, which may contain submissions called ``typing.py``, is the first
place in which Python looks for a module, and an old Python has not been refused yet.
"""

import sys
from importlib import import_module


def load(package: str, homes: dict[str, str], name: str) -> object:
    """Return the public ``name`` of ``package``, and store it in the package.

    ``homes`` maps each public name to the module that defines it; a submodule maps to
    itself. Raise AttributeError for another name.
    """
    module = sys.modules[package]
    if name not in homes:
        message = f"module {package!r} has no attribute {name!r}"
        raise AttributeError(message, name=name, obj=module)
    home = import_module(homes[name])
    value = home if homes[name] == f"{package}.{name}" else getattr(home, name)
    setattr(module, name, value)
    return value


def names(package: str, homes: dict[str, str]) -> list[str]:
    """Return the public and the special names of ``package``, for `dir`."""
    special = (name for name in vars(sys.modules[package]) if name[:2] == "__")
    return sorted([*homes, *special])
