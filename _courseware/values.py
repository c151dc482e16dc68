"""Values as text that shows their exact types: `True` is not `1`.

`marking` copies this file into sandboxes, where the programs of students run and the
Python may be as old as 3.6. An object that only looks like a list shows its type.
"""

import ast

MAX_DEPTH = 20
MAX_STRING_CHARACTERS = 10000
EMPTY_SET = ast.dump(ast.parse("set()", mode="eval").body)

# A submission can replace these; this module keeps its own.
sorted_ = sorted
repr_ = repr
type_ = type
len_ = len
join = ", ".join
exact = (int, float, bool, bytes, type(None))


def text(value: object, depth: int = 0) -> str:
    """Return ``value`` as text like `repr`, with the elements of a set sorted.

    So are the items of a dict. An object of a type other than None, bool, int, float,
    str, bytes, list, tuple, set and dict is shown by its type, such as
    ``<collections.deque>``. ``depth`` is the number of
    containers around ``value``; above MAX_DEPTH, "..." is returned.

    >>> text([(1,), {3, 2}, True, set(), "a"])
    "[(1,), {2, 3}, True, set(), 'a']"
    """
    kind = type_(value)
    if depth > MAX_DEPTH:
        return "..."
    if kind in exact:
        return repr_(value)
    if isinstance(value, str) and kind is str:
        return repr_(value[:MAX_STRING_CHARACTERS])
    if isinstance(value, (list, tuple, set, frozenset)):
        parts = [text(part, depth + 1) for part in value]
        if kind is list:
            return "[" + join(parts) + "]"
        if kind is tuple:
            return "(" + join(parts) + (",)" if len_(parts) == 1 else ")")
        if kind is set:
            return "{" + join(sorted_(parts)) + "}" if parts else "set()"
    if isinstance(value, dict) and kind is dict:
        items = [text(key) + ": " + text(value[key], depth + 1) for key in value]
        return "{" + join(sorted_(items)) + "}"
    return "<" + kind.__module__ + "." + kind.__name__ + ">"


def literal(source: str) -> object:
    """Return the value of ``source``, a Python literal that may contain ``set()``.

    Raise SyntaxError or ValueError if it is not a literal.
    """
    return value_of(ast.parse(source, mode="eval").body)


def value_of(node: ast.expr) -> object:
    """Return the value of ``node``, the syntax tree of a Python literal."""
    if isinstance(node, ast.List):
        return [value_of(part) for part in node.elts]
    if isinstance(node, ast.Tuple):
        return tuple([value_of(part) for part in node.elts])
    if isinstance(node, ast.Set):
        return {value_of(part) for part in node.elts}
    if isinstance(node, ast.Dict):
        keys = [ast.literal_eval(key) for key in node.keys if key]
        return dict(zip(keys, [value_of(part) for part in node.values]))
    if ast.dump(node) == EMPTY_SET:
        return set()
    return ast.literal_eval(node)


def lines_of(value: object, arguments: "list[object]") -> str:
    """Return the result of a call as text: the value, and the arguments that are lists.

    ``arguments`` are their values after the call, in order. The lines are such as
    ``returned: None`` and ``argument 1: [1, 2]``.
    """
    lines = ["returned: " + text(value)]
    for number, argument in enumerate(arguments, 1):
        if type_(argument) is list:
            lines.append("argument {}: {}".format(number, text(argument)))
    return "\n".join(lines) + "\n"
