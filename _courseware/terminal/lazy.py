"""Import the modules of a package when a name of theirs is first used.

``python -m sudoku`` imports the package before `sudoku.__main__` runs. At that time,
the current folder, which may contain submissions called ``typing.py``, is the first
place where Python looks for a module, and too old a Python has not been refused yet.
"""

import sys
from importlib import import_module


def load(package: str, homes: dict[str, str], name: str) -> object:
    """Return the public object ``name`` of ``package``, and store it in the package.

    A package calls this in its ``__getattr__``. ``homes`` maps each public name to the
    module that defines it; a submodule is mapped to its own full name. Raise
    AttributeError for any other name.
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
    """Return the public names of ``package`` and those like ``__doc__``, for `dir`.

    The keys of ``homes`` are the public names.
    """
    special = (name for name in vars(sys.modules[package]) if name[:2] == "__")
    return sorted([*homes, *special])
