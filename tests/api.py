"""Write docs/api.md, the index of what may be imported, from the docstrings.

Run it from the top of a checkout after changing the docstring or the parameters of a
public name:

    python3 -m tests.api
"""

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Final

from tests.places import DOCS, ROOT

# The public names of each module; none here: those in its __all__.
MODULES: Final[dict[str, list[str]]] = {
    "adt": [],
    "adt.memory": [],
    "pseudoku": [],
    "pseudoku.handout": [],
    "pseudoku.storage": ["FlatArray", "PointerArrays", "ListOfLists", "StoredPuzzle"],
    "sudoku": [],
    "sudoku.singles": ["main", "solve"],
    "sudoku.tex": ["document"],
    "sudoku.grid": ["grid_of", "cells_of", "moves_of", "cell_name", "clashes"],
    "sudoku.exact": [],
    "sudoku.formats": [],
    "sudoku.generating.generator": ["puzzles", "Wish", "Promise", "OutOfTries"],
}
HEAD: Final = """\
# What may be imported

This page is made from the docstrings by `python3 -m tests.api`; do not edit it. `pydoc`
shows more of each name, for example `python3 -m pydoc adt`.
"""


def page() -> str:
    """Return the text of docs/api.md."""
    return "\n".join([HEAD, *map(section, MODULES)])


def section(name: str) -> str:
    """Return a heading and a table for the module called ``name``."""
    module = import_module(name)
    lines = [
        f"## {name}\n",
        f"{summary(module)}\n",
        "| name | what it is |",
        "|---|---|",
    ]
    for public in public_names(module):
        value: object = getattr(module, public)
        lines.append(row(public, value))
        if inspect.isclass(value):
            lines += (row(f"{public}.{key}", part) for key, part in methods(value))
    return "\n".join(lines) + "\n"


def public_names(module: ModuleType) -> list[str]:
    names: list[str] = MODULES[module.__name__] or vars(module)["__all__"]
    return names


def functions(value: type) -> dict[str, FunctionType]:
    """Return the functions that are written in a class of ours, by their names."""
    return {
        name: part
        for name, part in vars(value).items()
        if inspect.isfunction(part) and part.__code__.co_filename.startswith(str(ROOT))
    }


def methods(value: type) -> Iterator[tuple[str, object]]:
    """Yield the public methods that are documented in the class itself."""
    for name, part in functions(value).items():
        if part.__doc__ and not re.match("_(?!_)|__init__", name):
            yield name, part


def row(name: str, value: object) -> str:
    """Return the line of the table for ``value``: its name with a link, its summary."""
    shown = f"`{name}{parameters(value)}`"
    if "." not in name and (path := source(value)):
        shown = f"[{shown}](../{path.removeprefix(f'{ROOT}/')})"
    return f"| {shown} | {summary(value)} |"


def source(value: object) -> str | None:
    """Return the file in which a function or a class is written."""
    if inspect.isclass(value):
        # SudokuError.__module__ is "sudoku", but its functions know their file.
        value = next(iter(functions(value).values()), value)
    if inspect.isclass(value) or inspect.isfunction(value):
        return inspect.getsourcefile(value)
    return None


def parameters(value: object) -> str:
    """Return the names of the parameters of a function, as in a call."""
    if not inspect.isfunction(value):
        return ""
    names = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for name, parameter in inspect.signature(value).parameters.items()
        if name != "self"
    ]
    return re.sub(r"<.* at 0x\w+>", "...", str(inspect.Signature(names)))


def summary(value: object) -> str:
    """Return what ``value`` is, as Markdown for a table.

    That is the first paragraph of its docstring, the names in a collection, or a type.
    """
    if isinstance(value, dict | tuple):
        text = ", ".join(f"`{getattr(part, 'name', part)}`" for part in value)
    elif inspect.ismodule(value) or inspect.isclass(value) or inspect.isfunction(value):
        text = (inspect.getdoc(value) or "").partition("\n\n")[0]
    else:
        text = re.sub(r"(\w+\.)+(?=\w)", "", f"`{value}`")
    return re.sub("``(.*?)``", r"`\1`", " ".join(text.split())).replace("|", r"\|")


if __name__ == "__main__":
    (DOCS / "api.md").write_text(page(), encoding="utf-8")
