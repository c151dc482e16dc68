"""Evaluate an expression in a submission, as an ``inside.py`` for every rubric.

Python 3.6 can run it. The sandbox does not contain what is expected.
"""

import ast
import builtins
from types import ModuleType

from _courseware.values import text

evaluate = eval  # a submission can replace it


def needs(source: str) -> "list[str]":
    """Return the names that the expression ``source`` loads from a submission."""
    nodes = list(ast.walk(ast.parse(source, mode="eval")))
    names = [node for node in nodes if isinstance(node, ast.Name)]
    assigned = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    assigned |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    loaded = {node.id for node in names} - assigned
    return sorted(name for name in loaded if not hasattr(builtins, name))


def answer(module: ModuleType, source: str, how: str) -> "str | None":
    """Evaluate ``source`` in ``module``, and return the value as text.

    If ``how`` is "raises", return the names of the classes of the exception, if any; if
    it is "prints", return None.
    """
    try:
        # In a copy, as `:=` in the expression must not replace a student's variable.
        value = evaluate(compile(source, "<call>", "eval"), dict(module.__dict__))
    except BaseException as error:
        if how != "raises":
            raise
        return ", ".join([kind.__name__ for kind in type(error).__mro__]) + "\n"
    return None if how == "prints" else text(value) + "\n"
