"""Read a program that is valid Python, by Python's own parser, into the syntax tree.

Positions count from 0 and from the end, and storing shares, because these are Python's
rules. Nothing is guessed: a part that is not understood is an error. The rules of
`patterns` rewrite most of a program in simpler Python; the rest is read here.
"""

import ast
import builtins
import re
import warnings
from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate

from pseudoku.pseudocode.reading import patterns, syntax, words
from pseudoku.pseudocode.reading.advice import diagnosis
from pseudoku.pseudocode.reading.patterns import LIST, Unread, head, value_of, written
from pseudoku.pseudocode.reading.source import Remark, Source

LARGEST = 100_000  # characters
DEEPEST = 60  # nested statements and parts of expressions
BINARY: dict[type[ast.AST], str] = {
    **{ast.Add: "+", ast.Sub: "−", ast.Mult: "×", ast.Div: "/", ast.Mod: "mod"},
    **{ast.Eq: "=", ast.NotEq: "≠", ast.Lt: "<", ast.Gt: ">", ast.LtE: "≤"},
    ast.GtE: "≥",
}
WITH_CONSTANTS = BINARY | {ast.Is: "=", ast.IsNot: "≠"}
OPERATIONS = words.OPERATIONS | words.LISTS
STRUCTURES = ("Stack", "Queue")
WITHOUT_VALUE = ("ENQUEUE", "PUSH", "APPEND", "INSERT", "REMOVE", "ROTATE")
USUAL = ("range", "len", "list", "floor", "deque", "print")  # often misspelt
Block = syntax.Block
Expression = syntax.Expression


def read_python(source: Source) -> "Python | None":
    """Return the program in ``source``, or None if it is not Python."""
    if len(source.text) > LARGEST:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module = ast.parse(source.text)
        Unqualified(module).visit(module)
        called = {head(one) for one in ast.walk(module) if isinstance(one, ast.Call)}
        if called & {*OPERATIONS, "Vector", "Array"} or firsts(module) == {1}:
            return None  # the module's notation, which counts from 1
        found = Python(source, module)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return found if found.program.functions else None


class Unqualified(ast.NodeTransformer):
    """Writes ``Queue()`` for ``queue.Queue()`` if the module is imported."""

    def __init__(self, module: ast.Module) -> None:
        imports = [one for one in module.body if isinstance(one, ast.Import)]
        self.modules = {
            one.asname or one.name for each in imports for one in each.names
        }
        self.own = {one.name for one in module.body if isinstance(one, ast.ClassDef)}

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        maker = f"{node.attr}()" in patterns.MAKERS and node.attr not in self.own
        if maker and ast.unparse(node.value) in self.modules:
            return ast.copy_location(ast.Name(node.attr, ast.Load()), node)
        return node


def firsts(module: ast.Module) -> set[int]:
    """Return the first positions of the rows that ``module`` shows: 0, 1 or both."""
    text = ast.unparse(module)
    starts = defaultdict(set, {"0": {0}, "-1": {0}, "4": {1}})
    for name, first, more in re.findall(r"for (\w+) in range\(([^,)]*)(,?)", text):
        starts[name].add({"0": 0, "1": 1}.get(first if more else "0", 2))
    positions = re.findall(r"(?<=[\w\])])\[(-?\w+)\]", text)
    return set().union(*(starts[one] for one in positions)) - {2}


class Python:
    """The program of ``module``, with notes and errors."""

    def __init__(self, source: Source, module: ast.Module) -> None:
        self.source = source
        self.lines = source.text.split("\n")
        self.starts = [0, *accumulate(len(line) + 1 for line in self.lines)]
        self.program = syntax.Program([], [])
        self.slips: list[Remark] = []
        self.errors: list[Remark] = []
        self.before: Block = []  # statements that must come before the one being read
        self.begun = False  # whether a part of that one is computed before them
        self.depth = 0
        self.made = 0  # variables that the reader made
        self.types: dict[str, patterns.Type] = {}
        self.rename(module)
        classes = [one for one in module.body if isinstance(one, ast.ClassDef)]
        self.own = {one.name for one in module.body if isinstance(one, ast.FunctionDef)}
        own = {f"{one.name}()": patterns.class_type(one) for one in classes}
        stacks = [one for one in own.values() if one and one.kind == "Stack"]
        self.stack = stacks[0] if len(stacks) == 1 else patterns.LISTED_STACK
        self.makers = patterns.MAKERS | own
        nodes = ast.walk(module)
        named = {one.asname or one.name for one in nodes if isinstance(one, ast.alias)}
        named |= {*dir(builtins), *(one.partition("(")[0] for one in self.makers)}
        self.foreign = named - self.own  # these functions are not read
        self.uses: defaultdict[str, list[str]] = defaultdict(list)  # by their heads
        types = [patterns.UNKNOWN, *filter(None, self.makers.values())]
        for use in dict.fromkeys(use for one in types for use in one.rules):
            self.uses[head(patterns.pattern(use))].append(use)
        for name in self.own:
            self.uses.pop(name, None)
        for statement in module.body:
            if isinstance(statement, ast.FunctionDef):
                self.function(statement)
            elif not isinstance(statement, ast.ClassDef):
                self.program.statements += self.guarded(statement)

    def rename(self, module: ast.Module) -> None:
        """Give the variables of comprehensions names of their own."""
        for node in ast.walk(module):
            if isinstance(node, ast.ListComp):
                target = node.generators[0].target
                old, new = ast.unparse(target), self.variable(node).id
                for one in (target, *ast.walk(node.elt)):
                    if isinstance(one, ast.Name) and one.id == old:
                        one.id = new

    def at(self, node: ast.AST) -> int:
        """Return the place in the text where ``node`` begins."""
        if not isinstance(node, ast.stmt | ast.expr):
            return 0
        before = self.lines[node.lineno - 1].encode()[: node.col_offset]
        return self.starts[node.lineno - 1] + len(before.decode())

    def wrong(self, error: Unread) -> None:
        text = ast.get_source_segment(self.source.text, error.node) or ""
        first = text.partition("\n")[0]
        fields = {"text": first, "one": "x = FALSE", "two": "EMPTY[x]"}
        remark = diagnosis(self.source, self.at(error.node), error.name, **fields)
        self.errors.append(remark)

    def function(self, node: ast.FunctionDef) -> None:
        at = self.at(node)
        found = syntax.Function(at, node.name, [], [], at, True)
        found.end = self.starts[node.end_lineno or node.lineno] - 1
        self.program.functions.append(found)
        self.slips.append(diagnosis(self.source, at, "python"))
        if re.search("[*/=]", ast.unparse(node.args)) or node.decorator_list:
            self.wrong(Unread(node))
        found.parameters = [one.arg for one in node.args.args]
        self.types = patterns.types_of(node, self.stack)
        found.body = self.block(node.body)

    def block(self, body: list[ast.stmt]) -> Block:
        return [one for node in body for one in self.guarded(node)]

    def guarded(self, node: ast.stmt) -> Block:
        """Return the statements of ``node``, or note that it is not understood."""
        outer = self.before, self.begun, self.depth
        self.before, self.begun = [], False
        try:
            self.deeper(node)
            simpler = self.rewritten(node)
            if simpler:
                return self.block(simpler)
            found = [*self.statement(node)]
            return self.before + found
        except Unread as error:
            self.wrong(error)
        finally:
            self.before, self.begun, self.depth = outer
        return []

    def deeper(self, node: ast.AST) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise Unread(node)

    def variable(self, node: ast.AST) -> ast.Name:
        """Return a new variable, at the place of ``node``."""
        self.made += 1
        return ast.copy_location(ast.Name(f"value_{self.made}_"), node)

    def statement(self, node: ast.stmt) -> Iterator[syntax.Statement]:
        at = self.at(node)
        match node:
            case ast.Import() | ast.ImportFrom() | ast.Pass():
                return
            case ast.Expr(value=ast.Constant(value=str())):
                return
            case ast.Expr(value=value):
                yield from self.action(value)
            case ast.Return(value=value):
                yield syntax.Return(at, self.whole(value) if value else None)
            case ast.Assign(targets=[target], value=value):
                yield from self.assign(at, target, value)
            case ast.AugAssign(target=target, op=op, value=value):
                result = ast.copy_location(ast.BinOp(target, op, value), node)
                found = self.expression(result)
                if self.type_of(result) is LIST or patterns.holds(target, ast.Call):
                    raise Unread(node)
                yield syntax.Assign(at, self.target(target), found)
            case ast.If(test=test, body=body, orelse=rest):
                branch = syntax.Branch(at, self.truth(test), self.block(body))
                yield syntax.If(at, [branch], self.block(rest) if rest else None)
            case ast.While(test=test, body=body, orelse=[]):
                self.begun = True  # the test is computed again and again
                yield syntax.While(at, self.truth(test), self.block(body))
            case ast.For(
                target=ast.Name(id=name),
                iter=ast.Call(func=ast.Name(id="range"), args=[first, last, step]),
                body=body,
                orelse=[],
            ) if re.fullmatch(r"-?[1-9]\d*", by := ast.unparse(step)):
                start, end = map(self.expression, (first, last))
                block, size = self.block(body), int(by)
                yield syntax.For(at, start, False, name, True, end, size, None, block)
            case ast.Break():
                yield syntax.Break(at)
            case ast.Continue():
                yield syntax.Continue(at)
            case _:
                raise Unread(node)

    def assign(
        self, at: int, target: ast.expr, value: ast.expr
    ) -> Iterator[syntax.Statement]:
        name = target.id if isinstance(target, ast.Name) else ""
        new = self.new(name, value) if name else None
        if new:
            yield syntax.New(at, new.kind, name, None)
            return
        found = self.whole(value)
        if isinstance(value, ast.Name) and value.id in self.types:
            self.types.setdefault(name, self.types[value.id])
        listed = self.type_of(value) is LIST
        if listed and self.types.setdefault(name, LIST).kind in STRUCTURES:
            held, each = self.variable(value), self.variable(value)
            yield syntax.Assign(at, syntax.Name(at, held.id), found)
            parts: patterns.Parts = {"V": held, "T": each, "S": target}
            text = "S = []\nfor T in V:\n  S.append(T)"
            yield from self.block(written(text, parts, value))
        else:
            yield syntax.Assign(at, self.target(target), found)

    def new(self, name: str, value: ast.expr) -> patterns.Type | None:
        """Return the type of the new, empty structure ``value``, or None."""
        made = self.makers.get(ast.unparse(value))
        if made is None or head(value) in self.own:
            return None
        known = self.types.setdefault(name, made)
        if made is LIST and known.kind in STRUCTURES:
            return known
        if known.kind != made.kind:
            raise Unread(value)
        self.types[name] = made
        return made

    def target(self, node: ast.expr) -> syntax.Target:
        found = self.whole(node)
        if isinstance(found, syntax.Name | syntax.Select):
            return found
        raise Unread(node)

    def truth(self, node: ast.expr) -> Expression:
        """Return the condition ``node``; a list is true if it is not empty."""
        meant = self.used(value_of("TRUTH(X)", {"X": node}, node))
        if head(meant) == "TRUTH":
            raise Unread(node, "two-readings")
        return self.expression(meant)

    def whole(self, node: ast.expr) -> Expression:
        """Return ``node``, which may be a stack or a queue itself."""
        if isinstance(node, ast.Name):
            return syntax.Name(self.at(node), node.id)
        return self.expression(node)

    def expression(self, node: ast.expr) -> Expression:
        self.deeper(node)
        found = self.part(self.used(node))
        if isinstance(found, syntax.Operation) and found.name in WITHOUT_VALUE:
            raise Unread(node)
        self.begun |= not isinstance(found, syntax.Name | syntax.Literal)
        self.depth -= 1
        return found

    def action(self, node: ast.expr) -> Block:
        """Read ``node``, whose value is not used."""
        match self.rewritten(value_of("DO(X)", {"X": node}, node)):
            case [ast.For() as loop]:
                return self.guarded(loop)
            case [ast.Expr(value=done)]:
                node = done
        found = self.part(self.used(node))
        if isinstance(found, syntax.Call | syntax.Operation | syntax.Hole):
            return [syntax.Perform(self.at(node), found)]
        raise Unread(node)

    def rewritten(self, node: ast.AST) -> list[ast.stmt]:
        """Return ``node`` as a rule writes it, or nothing.

        The rules depend on the type of the list, stack or queue.
        """
        for use in self.uses.get(head(node), ()):
            parts: patterns.Parts = {}
            if patterns.fits(patterns.pattern(use), node, parts):
                meaning = self.type_of(parts.get("X", node)).rules.get(use)
                if meaning:
                    names = re.findall(r"\b\w_\b", meaning)
                    parts |= {name: self.variable(node) for name in names}
                    return written(meaning, parts, node)
        return []

    def used(self, node: ast.expr) -> ast.expr:
        """Return the expression ``node`` as a rule writes it, or itself."""
        match self.rewritten(node):
            case [*before, ast.Expr(value=found)] if not (before and self.begun):
                self.before += self.block(before)
                return found
        return node

    def part(self, node: ast.expr) -> Expression:
        at = self.at(node)
        match node:
            case ast.Constant(value=bool() | int() | float() | str() | None as scalar):
                return syntax.Literal(at, scalar)
            case ast.Constant(value=hole) if hole is ...:
                return syntax.Hole(at, "...")
            case ast.Name(id=name) if not self.is_structure(node):
                return syntax.Name(at, name)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in BINARY:
                both = map(self.expression, (left, right))
                return syntax.Binary(at, BINARY[type(op)], *both)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return syntax.Unary(at, "−", self.expression(operand))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return syntax.Unary(at, "¬", self.truth(operand))
            case ast.BoolOp(op=op, values=[first, *others]):
                sign = "∧" if isinstance(op, ast.And) else "∨"
                found = self.truth(first)
                self.begun = True  # the others may not be computed
                for one in others:
                    found = syntax.Binary(at, sign, found, self.truth(one))
                return found
            case ast.Compare(left=left, ops=[relation], comparators=[right]):
                fixed = ast.unparse(right) in ("None", "True", "False")
                signs = WITH_CONSTANTS if fixed else BINARY
                if type(relation) not in signs:
                    raise Unread(node)
                read = self.whole if fixed else self.expression
                return syntax.Binary(at, signs[type(relation)], read(left), read(right))
            case ast.Subscript(value=of, slice=position):
                if isinstance(position, ast.Tuple):
                    raise Unread(node)
                return syntax.Select(at, self.expression(of), self.expression(position))
            case ast.List(elts=elements) | ast.Tuple(elts=elements) if elements:
                return syntax.Operation(at, "LIST", [*map(self.expression, elements)])
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
                return self.call(node, name, arguments)
        raise Unread(node)

    def call(self, node: ast.Call, name: str, arguments: list[ast.expr]) -> Expression:
        """Return a call of the operation or the function ``name``."""
        at = self.at(node)
        if name in OPERATIONS:
            *others, holder = arguments
            operands = [*map(self.expression, others), self.whole(holder)]
            return syntax.Operation(at, name, operands)
        search = words.key(name) == "searchstack"
        if search and LIST in map(self.type_of, arguments):
            raise Unread(node)
        values = [*map(self.whole, arguments)]
        if name == "floor" and len(values) == 1 and name not in self.own:
            return syntax.Unary(at, "floor", values[0])
        known = name in self.own or words.is_handout_name(name)
        if name in self.foreign or not known and words.nearest_word(name, USUAL):
            raise Unread(node)
        return syntax.Call(at, name, values)

    def is_structure(self, node: ast.AST) -> bool:
        return self.type_of(node).kind in STRUCTURES

    def type_of(self, node: ast.AST) -> patterns.Type:
        match node:
            case ast.Name(id=name):
                return self.types.get(name, patterns.UNKNOWN)
            case ast.Subscript(slice=ast.Slice()):
                return LIST
            case ast.BinOp(left=one, right=other):
                listed = LIST in (self.type_of(one), self.type_of(other))
                return LIST if listed else patterns.VALUE
        return patterns.HEADS.get(words.key(head(node)), patterns.VALUE)
