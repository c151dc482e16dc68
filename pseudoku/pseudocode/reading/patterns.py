"""Rules for Python code, above all for what it does with lists, stacks and queues.

Both sides of a rule are Python. On the left, a name in capitals is any part: X the
list, stack or queue, N a number, BODY a block, ALL a block without break. TRUTH(X) is a
condition, and DO(X) a statement. On the right, a function in capitals is an operation,
and a name that ends in _ is a new variable; statements before a value come before the
statement that has it.
"""

import ast
import re
from collections import Counter
from functools import cache
from itertools import repeat
from typing import NamedTuple, TypeAlias

from pseudoku.pseudocode.reading.words import HANDOUT_KINDS, key

Parts: TypeAlias = dict[str, ast.AST]
Rules: TypeAlias = dict[str, str]


# Simpler statements with the same meaning, for all but stacks and queues.
STATEMENTS: Rules = {
    "return A if B else C": "if B:\n  return A\nelse:\n  return C",
    "T = A if B else C": "if B:\n  T = A\nelse:\n  T = C",
    "T: A = B": "T = B",
    "S, T = A, B": "s_ = A; t_ = B; S = s_; T = t_",
    "S, T, U = A, B, C": "s_ = A; t_ = B; u_ = C; S = s_; T = t_; U = u_",
    "del X[A]": "X.pop(A)",
    "for T in range(A): BODY": "for T in range(0, A, 1):\n  BODY",
    "for T in range(A, B): BODY": "for T in range(A, B, 1):\n  BODY",
    "for S, T, U in product(range(N), repeat=3): ALL": (
        "for S in range(N):\n  for T in range(N):\n    for U in range(N):\n      ALL"
    ),
    "for S, T in enumerate(X): BODY": (
        "x_ = X\nk_ = -1\nwhile k_ + 1 < len(x_):\n"
        "  k_ = k_ + 1\n  S = k_\n  T = x_[k_]\n  BODY"
    ),
    "for T in X: BODY": "for k_, T in enumerate(X):\n  BODY",
    "A // B": "floor(A / B)",
}
COMPREHENSIONS: Rules = {
    "[E for T in X]": "v_ = []\nfor T in X:\n  v_.append(E)\nv_",
    "DO([E for T in X])": "for T in X:\n  E",
    "[]": "v_ = []\nv_",
}
# On each line a meaning, and all uses that have it.
TABLE = """
values
SIZE(X) != 0: TRUTH(len(X))
X: TRUTH(X)
SIZE(X): len(X)
SLICE(A, B, X): X[A:B]
SLICE(A, None, X): X[A:]
SLICE(None, A, X): X[:A]
SLICE(None, None, X): X[:]; [*X]; list(X); deque(X); copy(X); copy.copy(X)
CONTAINS(A, X): A in X
not CONTAINS(A, X): A not in X

ranges
[t_ for t_ in X]: list(X); deque(X)

lists
SIZE(X) != 0: TRUTH(X)
SIZE(X) == 0: X == []
SIZE(X) != 0: X != []
APPEND(A, X): X.append(A)
INSERT(0, A, X): X.appendleft(A)
INSERT(A, B, X): X.insert(A, B)
REMOVE(A, X): X.remove(A)
TAKE(-1, X): X.pop()
TAKE(0, X): X.popleft()
TAKE(A, X): X.pop(A)
ROTATE(A, X): X.rotate(A)
SLICE(None, None, X): X.copy()

sums
JOIN(X, A): X + A
JOIN(A, X): A + X
REPEAT(A, X): X * A; A * X

only one kind
EMPTY(X): X.empty(); X.is_empty(); X.isEmpty()
SIZE(X): X.size(); X.qsize(); len(X)
PUSH(A, X): X.push(A)
TOP(X): X.top()
ENQUEUE(A, X): X.enqueue(A)
DEQUEUE(X): X.dequeue()
HEAD(X): X.head(); X.front(); X.first()

ends
SIZE(X): len(X)
EMPTY(X): X == []; len(X) == 0
not EMPTY(X): X != []; TRUTH(len(X))

stacks
PUSH(A, X): X.append(A); X.put(A); X.add(A)
POP(X): X.pop(); X.get(); X.pop(-1)
TOP(X): X.peek(); X[-1]

queues
ENQUEUE(A, X): X.append(A); X.put(A)
DEQUEUE(X): X.popleft(); X.get(); X.pop(0)
HEAD(X): X.peek(); X[0]

queues from the end
ENQUEUE(A, X): X.appendleft(A); X.insert(0, A)
DEQUEUE(X): X.pop(); X.pop(-1)
HEAD(X): X[-1]
"""
RULES: dict[str, Rules] = {}
for section in TABLE.strip().split("\n\n"):
    name, *lines = section.splitlines()
    pairs = [line.split(": ") for line in lines]
    RULES[name] = {use: said for said, uses in pairs for use in uses.split("; ")}
OF_VALUES = STATEMENTS | COMPREHENSIONS | RULES["values"]
OF_STACKS = RULES["only one kind"] | RULES["ends"] | RULES["stacks"]
OF_QUEUES = RULES["only one kind"] | RULES["ends"] | RULES["queues"]
OF_TURNED = RULES["ends"] | RULES["queues from the end"]
NOT_EMPTY = {"TRUTH(X)": "not EMPTY(X)"}


class Unread(Exception):
    """A part of the program is not understood."""

    def __init__(self, node: ast.AST, name: str = "python-only") -> None:
        self.node, self.name = node, name


class Type(NamedTuple):
    """What a variable holds: the kind of structure, and what its uses mean."""

    kind: str
    rules: Rules


VALUE = Type("", OF_VALUES)  # of an expression
RANGE = Type("", COMPREHENSIONS | RULES["ranges"])
NUMBER = Type("number", {"TRUTH(X)": "X != 0"})
LIST = Type("DynamicArray", OF_VALUES | RULES["lists"] | RULES["sums"])
STACK = Type("Stack", OF_STACKS)
QUEUE = Type("Queue", OF_QUEUES)
LISTED_STACK = Type("Stack", OF_STACKS | NOT_EMPTY)
LISTED_QUEUE = Type("Queue", OF_QUEUES | NOT_EMPTY)
OF_ANY = OF_VALUES | RULES["only one kind"] | RULES["lists"]
UNKNOWN = Type("", OF_ANY | {"TRUTH(X)": "X"})
# The types of expressions, by the key of their heads; a search may give FALSE.
HEADS = dict.fromkeys(("list", "listcomp", "deque", "copy"), LIST)
HEADS |= {"range": RANGE, "searchstack": STACK}
# What makes a new structure.
MAKERS: dict[str, Type | None] = {
    **dict.fromkeys(("[]", "list()", "deque()"), LIST),
    **dict.fromkeys(("Stack()", "LifoQueue()"), STACK),
    **dict.fromkeys(("Queue()", "SimpleQueue()"), QUEUE),
}
# A use of a deque that is a queue.
OF_A_QUEUE = re.compile(
    r"\b(\w+)(?: = deque\(|\.append\(|\.popleft\(|\[0\])"
    r"|\b(?:len\(|while |if |not )(\w+)\b(?![.\[(])"
)


def class_type(node: ast.ClassDef) -> Type | None:
    """Return what an object of a small class is, or None if it is not known.

    The class holds a list. Each method that is understood has one statement.
    """
    texts: dict[str, str] = {}
    for method in node.body:
        if isinstance(method, ast.FunctionDef):
            inner = method.body[ast.get_docstring(method) is not None :]
            text = ast.unparse(inner[0]) if len(inner) == 1 else ""
            names = [one.arg for one in method.args.args]
            for old, new in zip(names, ("self", "A")):
                text = re.sub(rf"(?<!\.)\b{old}\b", new, text)
            texts[f"X.{method.name}({'A' * len(names[1:])})"] = text
    field, _, made = texts.get("X.__init__()", "").partition(" = ")
    if MAKERS.get(made) is not LIST or node.bases:
        return None
    found = (("Stack", OF_STACKS), ("Queue", OF_QUEUES), ("Queue", OF_TURNED))
    for kind, rules in found:
        own: Rules = {}
        for use, text in texts.items():
            does, returned = re.subn("^return ", "", text.replace(field, "X"))
            meaning = "EMPTY(X)" if does == "not X" else rules.get(does)
            if meaning:
                own[use if returned else f"DO({use})"] = meaning
        acts = {*own.values()}
        if acts >= {"PUSH(A, X)", "POP(X)"} or acts >= {"ENQUEUE(A, X)", "DEQUEUE(X)"}:
            return Type(kind, own)
    return None


def types_of(function: ast.FunctionDef, stack: Type) -> dict[str, Type]:
    """Return the types of the variables of ``function``, as far as its text shows them.

    ``stack`` is the type of a stack that is passed to a function.
    """
    text = ast.unparse(function)
    found = dict.fromkeys(
        re.findall(r"(?i)\bsearch_?stack\((\w+),", text), LISTED_STACK
    )
    times = Counter(re.findall(r"[^\W\d]\w*", text))
    fitting = Counter(one or other for one, other in OF_A_QUEUE.findall(text))
    for name in re.findall(r"\b(\w+) = deque\(", text):
        if times[name] == fitting[name]:
            found[name] = LISTED_QUEUE
    kinds = {"Stack": stack, "Vector": LIST, "number": NUMBER}
    for one, kind in zip(function.args.args, HANDOUT_KINDS.get(key(function.name), ())):
        found[one.arg] = kinds[kind]
    for name in re.findall(r"(?i)\b(\w+) = search_?stack\(", text):
        kind, known = found.get(name, UNKNOWN)
        found[name] = Type(kind, {**known, "TRUTH(X)": ""})  # it may be FALSE
    return found


@cache
def pattern(text: str) -> ast.AST:
    """Return the statement or the expression ``text``."""
    (statement,) = ast.parse(text).body
    return statement.value if isinstance(statement, ast.Expr) else statement


def holds(node: ast.AST, kind: type[ast.AST]) -> bool:
    """Return whether ``node``, or a part of it, is of this kind."""
    return any(isinstance(one, kind) for one in ast.walk(node))


def head(node: ast.AST) -> str:
    """Return the name of the function or method that ``node`` calls, or its class."""
    called = getattr(node, "func", node)
    return str(getattr(called, "attr", getattr(called, "id", type(node).__name__)))


def fits(form: object, part: object, parts: Parts) -> bool:
    """Return whether ``part`` has this form; add what the form's names stand for."""
    if isinstance(form, ast.Name) and form.id.isupper() and isinstance(part, ast.expr):
        parts[form.id] = part
        number = isinstance(part, ast.Constant) or form.id != "N"
        return number and not isinstance(part, ast.Slice | ast.Starred)
    if isinstance(form, list) and isinstance(part, list):
        block, whole = [*map(ast.unparse, form)], ast.Module(part, [])
        if block == ["BODY"] or block == ["ALL"]:
            parts[block[0]] = whole
            return block == ["BODY"] or not holds(whole, ast.Break)
        return len(form) == len(part) and all(map(fits, form, part, repeat(parts)))
    if isinstance(form, ast.AST) and type(form) is type(part):
        fields = [one for one in form._fields if one != "ctx"]
        return all(
            fits(getattr(form, one), getattr(part, one), parts) for one in fields
        )
    return type(form) is type(part) and form == part


class Writer(ast.NodeTransformer):
    """Writes parts in the place of their names; new code is at the place of ``at``."""

    def __init__(self, parts: Parts, at: ast.AST) -> None:
        self.parts = parts
        self.at = at

    def visit(self, node: ast.AST) -> ast.AST | list[ast.stmt]:
        name = node.value if isinstance(node, ast.Expr) else node
        part = self.parts.get(name.id) if isinstance(name, ast.Name) else None
        if isinstance(part, ast.Module):
            return part.body
        if part and name is node:
            return part
        return self.generic_visit(ast.copy_location(node, self.at))


def written(text: str, parts: Parts, at: ast.AST) -> list[ast.stmt]:
    """Return the statements of ``text``, with ``parts`` in the place of their names.

    Raise Unread if a part that calls a function is written twice.
    """
    for name, part in parts.items():
        if len(re.findall(rf"\b{name}\b", text)) > 1 and holds(part, ast.Call):
            raise Unread(part)
    module = ast.parse(text)
    Writer(parts, at).visit(module)
    return module.body


def value_of(text: str, parts: Parts, at: ast.AST) -> ast.expr:
    """Return the expression ``text``, with ``parts`` in the place of their names."""
    (statement,) = written(text, parts, at)
    assert isinstance(statement, ast.Expr)
    return statement.value
