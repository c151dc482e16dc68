"""What the variables of a Python function hold: stacks, queues, lists."""

import ast
import re

from pseudoku.pseudocode.reading.words import HANDOUT_KINDS, key

# The bodies of the methods of a small class, and what they do.
BODIES = {
    "self.x.append(p)": "add",
    "self.x.insert(0, p)": "add first",
    "self.x.appendleft(p)": "add first",
    "self.x.pop()": "take last",
    "self.x.pop(-1)": "take last",
    "self.x.pop(0)": "take first",
    "self.x.popleft()": "take first",
    "self.x[-1]": "look last",
    "self.x[0]": "look first",
    "self.x == []": "empty",
    "len(self.x) == 0": "empty",
    "not self.x": "empty",
    "len(self.x)": "size",
}
# Where a stack and a queue take elements from, by where they add them.
ENDS = {
    ("add", "last"): "Stack",
    ("add first", "first"): "Stack",
    ("add", "first"): "Queue",
    ("add first", "last"): "Queue",
}
ROLES = {
    "Stack": {"add": "PUSH", "take": "POP", "look": "TOP"},
    "Queue": {"add": "ENQUEUE", "take": "DEQUEUE", "look": "HEAD"},
}
# The operation of each method, by kind; numbers are its first operands.
METHODS = {
    "Stack": {
        **dict.fromkeys(("push", "append", "put", "add"), "PUSH"),
        **dict.fromkeys(("pop", "get"), "POP"),
        **dict.fromkeys(("top", "peek"), "TOP"),
    },
    "Queue": {
        **dict.fromkeys(("enqueue", "append", "put", "add", "push"), "ENQUEUE"),
        **dict.fromkeys(("dequeue", "popleft", "get", "pop"), "DEQUEUE"),
        **dict.fromkeys(("head", "front", "first", "peek"), "HEAD"),
    },
    "DynamicArray": {
        **{"append": "APPEND", "insert": "INSERT", "remove": "REMOVE"},
        **{"popleft": "TAKE 0", "appendleft": "INSERT 0", "rotate": "ROTATE"},
        **{"copy": "COPY"},
    },
}
EMPTY = ("empty", "is_empty", "isEmpty", "isempty")
SIZE = ("size", "length", "qsize", "len", "__len__")
MADE = {
    "stack": "Stack",
    "lifoqueue": "Stack",
    "queue": "Queue",
    "simplequeue": "Queue",
}
OF_A_QUEUE = {"append", "popleft"}


def method_role(kind: str, method: str, takes: int) -> str:
    """Return the operation of a call of ``method``, or "" if it is not known."""
    if method in EMPTY and kind in ("Stack", "Queue"):
        return "EMPTY"
    if method in SIZE:
        return "SIZE"
    if kind in ("", "DynamicArray") and method == "pop":
        return "TAKE" if takes else "TAKE -1"
    if kind == "Queue" and method == "pop":
        return ""  # from which end?
    if kind == "":
        return METHODS["DynamicArray"].get(method, "") or only(method)
    return METHODS.get(kind, {}).get(method, "")


def only(method: str) -> str:
    """Return the operation that only one kind of structure has."""
    named = {"push": "PUSH", "top": "TOP", "enqueue": "ENQUEUE", "dequeue": "DEQUEUE"}
    named |= {"head": "HEAD"} | dict.fromkeys(EMPTY, "EMPTY")
    return named.get(method, "")


class Kinds:
    """The kinds of the variables of the function that was entered last."""

    def __init__(self, module: ast.Module) -> None:
        self.classes: dict[str, dict[str, str]] = {}
        self.class_kinds: dict[str, str] = {}
        self.silent: dict[str, set[str]] = {}  # methods that return nothing
        self.methods: dict[str, set[str]] = {}
        for node in module.body:
            if isinstance(node, ast.ClassDef):
                self.read_class(node)
        self.enter(ast.parse("def f(): pass").body[0])

    def read_class(self, node: ast.ClassDef) -> None:
        """Read a small class for a stack or a queue; another one has no kind."""
        acts: dict[str, str] = {}
        self.silent[node.name] = set()
        for method in node.body:
            if isinstance(method, ast.FunctionDef) and method.name != "__init__":
                text, returns = body_of(method)
                acts[method.name] = BODIES.get(text, "")
                if not returns:
                    self.silent[node.name].add(method.name)
        ends = {
            tuple(act.split()) for act in acts.values() if act[:4] in ("take", "look")
        }
        adds = {act for act in acts.values() if act.startswith("add")}
        kinds = {ENDS.get((add, end[1]), "") for add in adds for end in ends}
        kind = kinds.pop() if len(kinds) == 1 else ""
        self.class_kinds[node.name] = kind
        roles = {**ROLES.get(kind, {}), "empty": "EMPTY", "size": "SIZE"}
        self.classes[node.name] = {
            name: roles.get((act.split() or [""])[0], "") for name, act in acts.items()
        }

    def enter(self, function: ast.AST) -> None:
        """Find the kinds of the variables of ``function``."""
        self.kinds: dict[str, str] = {}
        self.objects: dict[str, str] = {}  # variables and their class
        self.results: set[str] = set()  # of SearchStack
        self.numbers: set[str] = set()
        self.vectors: set[str] = set()
        if not isinstance(function, ast.FunctionDef):
            return
        names = [one.arg for one in function.args.args]
        for name, kind in zip(names, HANDOUT_KINDS.get(key(function.name), ())):
            if kind == "Stack":
                self.kinds[name] = kind
                fitting = [one for one, k in self.class_kinds.items() if k == kind]
                if len(fitting) == 1:
                    self.objects[name] = fitting[0]
            (self.vectors if kind == "Vector" else self.numbers).add(name)
        self.methods = {}
        stacks: set[str] = set()
        for node in ast.walk(function):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id=held), attr=method)):
                    self.methods.setdefault(held, set()).add(method)
                case ast.Call(func=ast.Name(id=name), args=[ast.Name(id=held), _]):
                    if key(name) == "searchstack":
                        stacks.add(held)
                case ast.Assign(targets=[ast.Name(id=held)], value=value):
                    match value:
                        case ast.Call(func=ast.Name(id=name)):
                            if key(name) == "searchstack":
                                self.results.add(held)
        for node in ast.walk(function):
            match node:
                case ast.Assign(targets=[ast.Name(id=held)], value=value):
                    if self.makes(value):
                        self.kinds[held] = self.kind_of(held, value, stacks)

    def makes(self, value: ast.expr) -> bool:
        """Return whether ``value`` is a new stack, queue or list."""
        match value:
            case ast.List() | ast.ListComp():
                return True
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                return bool(self.made_kind(name))
        return False

    def made_kind(self, name: str) -> str:
        if name in self.class_kinds:
            return self.class_kinds[name] or "?"
        return "list" if name in ("deque", "list") else MADE.get(name.lower(), "")

    def kind_of(self, held: str, value: ast.expr, stacks: set[str]) -> str:
        if isinstance(value, ast.Call):
            function = value.func
            assert isinstance(function, ast.Name | ast.Attribute)
            name = function.id if isinstance(function, ast.Name) else function.attr
            kind = self.made_kind(name)
            if kind != "list":
                if value.args:
                    return "?"
                self.objects[held] = name
                return kind
            if name == "deque" and self.methods.get(held, set()) <= OF_A_QUEUE:
                return "Queue"
        return "Stack" if held in stacks else "DynamicArray"

    def of(self, name: str) -> str:
        """Return the kind of the variable ``name``, or "" if it is not known."""
        return self.kinds.get(name, "")

    def role(self, held: str, method: str, valued: bool) -> str | None:
        """Return the operation of ``method`` of a small class in the program, or "".

        Return None if the variable ``held`` has no class in the program.
        """
        name = self.objects.get(held, "")
        own = self.classes.get(name)
        if own is None:
            return None
        return "" if valued and method in self.silent[name] else own.get(method, "")

    def is_object(self, name: str) -> bool:
        return name in self.objects

    def may_be_false(self, name: str) -> bool:
        return name in self.results

    def is_number(self, name: str) -> bool:
        return name in self.numbers

    def is_vector(self, name: str) -> bool:
        return name in self.vectors


def body_of(method: ast.FunctionDef) -> tuple[str, bool]:
    """Return the one statement of ``method``, with fixed names; whether it returns."""
    body = [one for one in method.body if not is_docstring(one)]
    names = [one.arg for one in method.args.args]
    if len(body) != 1 or not names:
        return "", False
    text = ast.unparse(body[0])
    returned = text.startswith("return ")
    text = re.sub(rf"\b{names[0]}\.\w+", "@", text.removeprefix("return "))
    if names[1:]:
        text = re.sub(rf"\b{names[1]}\b", "p", text)
    return text.replace("@", "self.x"), returned


def is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
