"""Read a program that is valid Python, by Python's own parser, into the syntax tree.

Positions count from 0 and from the end, and storing shares, because these are Python's
rules. What is not understood is an error; nothing is guessed.
"""

import ast
import builtins
import warnings
from collections.abc import Callable, Iterator
from itertools import accumulate

from pseudoku.pseudocode.reading import syntax, words
from pseudoku.pseudocode.reading.advice import diagnosis
from pseudoku.pseudocode.reading.classes import Kinds, method_role
from pseudoku.pseudocode.reading.source import Remark, Source
from pseudoku.pseudocode.reading.words import LISTS, OPERATIONS, key

LARGEST = 100_000  # characters
DEEPEST = 60  # nested statements and parts of expressions
BINARY: dict[type[ast.operator] | type[ast.cmpop], str] = {
    **{ast.Add: "+", ast.Sub: "−", ast.Mult: "×", ast.Div: "/", ast.Mod: "mod"},
    **{ast.Eq: "=", ast.NotEq: "≠", ast.Lt: "<", ast.Gt: ">", ast.LtE: "≤"},
    **{ast.GtE: "≥", ast.Is: "=", ast.IsNot: "≠"},
}
WITHOUT_VALUE = ("ENQUEUE", "PUSH", "APPEND", "INSERT", "REMOVE", "ROTATE")
Block = syntax.Block
Expression = syntax.Expression


class Unread(Exception):
    """A part of the program is not understood."""

    def __init__(self, node: ast.AST, name: str = "python-only") -> None:
        super().__init__(name)
        self.node = node
        self.name = name


def read_python(source: Source) -> "Python | None":
    """Return the program in ``source``, or None if it is not Python."""
    text = source.text
    if len(text) > LARGEST or not ("def " in text and ":" in text):
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if any(is_of_the_module(node) for node in ast.walk(module)):
        return None
    try:
        if firsts(module) == {1}:
            return None  # positions count from 1, so this is the module's notation
        found = Python(source, module)
    except RecursionError:
        return None
    return found if found.program.functions else None


def firsts(module: ast.Module) -> set[int]:
    """Return the first positions of the rows that ``module`` shows: 0, 1 or both."""
    starts: dict[str, set[int]] = {}
    positions = [
        node.slice for node in ast.walk(module) if isinstance(node, ast.Subscript)
    ]
    for node in ast.walk(module):
        match node:
            case ast.For(
                target=ast.Name(id=name),
                iter=ast.Call(func=ast.Name(id="range"), args=ends),
            ):
                ends = [ast.Constant(0), *ends] if len(ends) == 1 else ends
                shown = {"0": 0, "1": 1}.get(ast.unparse(ends[0]), 2)
                starts.setdefault(name, set()).add(shown)
    found: set[int] = set()
    for position in positions:
        text = ast.unparse(position)
        found |= {"0": {0}, "-1": {0}, "4": {1}}.get(text, starts.get(text, set()))
    return found - {2}


def is_of_the_module(node: ast.AST) -> bool:
    """Return whether ``node`` calls an operation of the module, such as PUSH(x, s)."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return False
    return node.func.id in OPERATIONS or node.func.id in ("Vector", "Array")


class Python:
    """The program of ``module``, with notes and errors."""

    def __init__(self, source: Source, module: ast.Module) -> None:
        self.source = source
        self.lines = source.text.split("\n")
        lengths = [len(line) + 1 for line in self.lines]
        self.starts = [0, *accumulate(lengths)]
        self.program = syntax.Program([], [])
        self.slips: list[Remark] = []
        self.errors: list[Remark] = []
        self.kinds = Kinds(module)
        self.before: Block = []  # statements that must come before the one being read
        self.renamed: dict[str, str] = {}  # variables of comprehensions
        self.lists: set[str] = set()  # variables that hold a list
        self.depth = 0
        self.made = 0  # variables that the reader made
        for statement in module.body:
            if isinstance(statement, ast.FunctionDef):
                self.function(statement)
            elif not isinstance(statement, ast.ClassDef):
                self.program.statements += self.guarded(statement)

    def at(self, node: ast.AST) -> int:
        """Return the place in the text where ``node`` begins."""
        if not isinstance(node, ast.stmt | ast.expr):
            return 0
        before = self.lines[node.lineno - 1].encode()[: node.col_offset]
        return self.starts[node.lineno - 1] + len(before.decode())

    def function(self, node: ast.FunctionDef) -> None:
        at = self.at(node)
        found = syntax.Function(at, node.name, [], [], at, True)
        found.end = self.starts[node.end_lineno or node.lineno] - 1
        self.program.functions.append(found)
        self.slips.append(diagnosis(self.source, at, "python"))
        self.kinds.enter(node)
        self.lists = set()
        arguments = node.args
        others = (arguments.vararg, arguments.kwarg, *arguments.kwonlyargs)
        if any(others) or arguments.defaults or node.decorator_list:
            self.wrong(Unread(node))
        found.parameters = [
            one.arg for one in (*arguments.posonlyargs, *arguments.args)
        ]
        found.body = self.block(node.body)

    def wrong(self, error: Unread) -> None:
        text = (ast.get_source_segment(self.source.text, error.node) or "").split("\n")[
            0
        ]
        fields = {"text": text, "one": "x = FALSE", "two": "EMPTY[x]"}
        remark = diagnosis(self.source, self.at(error.node), error.name, **fields)
        self.errors.append(remark)

    def block(self, body: list[ast.stmt]) -> Block:
        return [one for node in body for one in self.guarded(node)]

    def guarded(self, node: ast.stmt) -> Block:
        """Return the statements of ``node``, or note that it is not understood."""
        self.before, outer = [], self.before
        depth = self.depth
        try:
            self.deeper(node)
            found = [*self.statement(node)]
            return self.before + found
        except Unread as error:
            self.wrong(error)
        finally:
            self.before, self.depth = outer, depth
        return []

    def deeper(self, node: ast.AST) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise Unread(node)

    def statement(self, node: ast.stmt) -> Iterator[syntax.Statement]:
        at = self.at(node)
        match node:
            case ast.Import() | ast.ImportFrom() | ast.Pass():
                return
            case ast.Expr(value=ast.Constant(value=str())):
                return
            case ast.Expr(value=ast.Constant(value=value)) if value is ...:
                yield syntax.Perform(at, syntax.Hole(at, "..."))
            case ast.Expr(value=ast.ListComp() as value):
                yield from self.comprehension(value, "")
            case ast.Expr(value=ast.Call() as value):
                done = self.call(value, False)
                if not isinstance(done, syntax.Call | syntax.Operation):
                    raise Unread(node)
                yield syntax.Perform(at, done)
            case ast.Return(value=ast.IfExp() as value):
                yield self.choice(value, lambda one: syntax.Return(at, one))
            case ast.Return(value=value):
                yield syntax.Return(at, self.expression(value) if value else None)
            case ast.Assign(targets=[target], value=value):
                yield from self.assign(at, target, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                yield from self.assign(at, target, value)
            case ast.AugAssign(target=target, op=op, value=value):
                if isinstance(value, ast.List | ast.ListComp):
                    raise Unread(node)
                whole = ast.BinOp(target, op, value)
                ast.copy_location(whole, node)
                yield syntax.Assign(at, self.target(target), self.expression(whole))
            case ast.Delete(targets=[ast.Subscript(value=of, slice=position)]):
                if isinstance(position, ast.Slice) or self.is_structure(of):
                    raise Unread(node)
                operands = [self.expression(position), self.expression(of)]
                yield syntax.Perform(at, syntax.Operation(at, "TAKE", operands))
            case ast.If():
                yield self.conditional(node)
            case ast.While(test=test, body=body, orelse=[]):
                yield syntax.While(at, self.pure(test), self.block(body))
            case ast.For(orelse=[]):
                yield self.loop(node)
            case ast.Break():
                yield syntax.Break(at)
            case ast.Continue():
                yield syntax.Continue(at)
            case _:
                raise Unread(node)

    def is_structure(self, node: ast.expr) -> bool:
        held = isinstance(node, ast.Name) and self.kinds.of(node.id)
        return held in ("Stack", "Queue")

    def choice(
        self, node: ast.IfExp, make: Callable[[Expression], syntax.Statement]
    ) -> syntax.Statement:
        at, test = self.at(node), self.truth(node.test)
        one, other = self.simple(node.body), self.simple(node.orelse)
        return syntax.If(at, [syntax.Branch(at, test, [make(one)])], [make(other)])

    def simple(self, node: ast.expr) -> Expression:
        """Return ``node``, which must not need a statement before it."""
        count = len(self.before)
        found = self.expression(node)
        if len(self.before) > count:
            raise Unread(node)
        return found

    def pure(self, node: ast.expr) -> Expression:
        """Return the condition ``node``, which must not need a statement before it."""
        count = len(self.before)
        found = self.truth(node)
        if len(self.before) > count:
            raise Unread(node)
        return found

    def conditional(self, node: ast.If) -> syntax.If:
        at = self.at(node)
        found = syntax.If(at, [], None)
        branch = node
        while True:
            test = self.pure(branch.test)
            body = self.block(branch.body)
            found.branches.append(syntax.Branch(self.at(branch), test, body))
            if len(branch.orelse) != 1 or not isinstance(branch.orelse[0], ast.If):
                break
            branch = branch.orelse[0]
        if branch.orelse:
            found.otherwise = self.block(branch.orelse)
        return found

    def assign(
        self, at: int, target: ast.expr, value: ast.expr
    ) -> Iterator[syntax.Statement]:
        if isinstance(target, ast.Tuple | ast.List):
            yield from self.several(at, target, value)
        elif isinstance(value, ast.IfExp):
            place = self.target(target)
            yield self.choice(value, lambda one: syntax.Assign(at, place, one))
        elif isinstance(target, ast.Name) and self.kinds.makes(value):
            yield from self.make(at, target.id, value)
        else:
            found = self.expression(value)
            if isinstance(target, ast.Name) and self.is_list(found):
                self.lists.add(target.id)
            yield syntax.Assign(at, self.target(target), found)

    def several(
        self, at: int, target: ast.Tuple | ast.List, value: ast.expr
    ) -> Iterator[syntax.Statement]:
        """``a, b = x, y``: all values are computed before any is stored."""
        values = value.elts if isinstance(value, ast.Tuple | ast.List) else []
        if len(values) != len(target.elts):
            raise Unread(value)
        made: list[tuple[syntax.Target, syntax.Name]] = []
        for one, place in zip(values, target.elts):
            if isinstance(one, ast.Starred) or self.kinds.makes(one):
                raise Unread(one)
            name = self.new_name(at)
            yield syntax.Assign(at, name, self.expression(one))
            made.append((self.target(place), name))
        for kept, name in made:
            yield syntax.Assign(at, kept, name)

    def make(self, at: int, name: str, value: ast.expr) -> Iterator[syntax.Statement]:
        """Make a new stack, queue or list, and fill it."""
        kind = self.kinds.of(name)
        if kind not in ("Stack", "Queue", "DynamicArray"):
            raise Unread(value)
        yield syntax.New(at, kind, name, None)
        made = syntax.Name(at, name)
        adding = {"Stack": "PUSH", "Queue": "ENQUEUE"}.get(kind, "APPEND")
        filled = value
        if isinstance(value, ast.Call):
            if not value.args:
                return
            filled = value.args[0]
        mentioned = [one.id for one in ast.walk(filled) if isinstance(one, ast.Name)]
        if isinstance(filled, ast.List | ast.Tuple) and name in mentioned:
            raise Unread(value)
        if isinstance(filled, ast.List | ast.Tuple):
            for one in filled.elts:
                operands = [self.expression(one), made]
                yield syntax.Perform(at, syntax.Operation(at, adding, operands))
        elif isinstance(filled, ast.ListComp):
            yield from self.comprehension(filled, name, adding)
        else:
            each = self.new_name(at)
            add = syntax.Operation(at, adding, [each, made])
            body: Block = [syntax.Perform(at, add)]
            yield self.over(at, each.name, filled, body)

    def comprehension(
        self, node: ast.ListComp, name: str, adding: str = "APPEND"
    ) -> Iterator[syntax.Statement]:
        """Yield a loop that adds the elements to ``name``, or only computes them."""
        at = self.at(node)
        if len(node.generators) != 1:
            raise Unread(node)
        one = node.generators[0]
        if one.ifs or one.is_async or not isinstance(one.target, ast.Name):
            raise Unread(node)
        each = self.new_name(at)
        loop = self.over(at, each.name, one.iter, [])
        outer, self.renamed = self.renamed, {**self.renamed, one.target.id: each.name}
        self.before, before = [], self.before
        element = (
            self.call(node.elt, bool(name))
            if isinstance(node.elt, ast.Call)
            else self.expression(node.elt)
        )
        if name:
            operands = [element, syntax.Name(at, name)]
            add = syntax.Operation(at, adding, operands)
            loop.body += [*self.before, syntax.Perform(at, add)]
        elif isinstance(element, syntax.Call | syntax.Operation):
            loop.body += [*self.before, syntax.Perform(at, element)]
        else:
            raise Unread(node)
        self.before, self.renamed = before, outer
        yield loop

    def new_name(self, at: int) -> syntax.Name:
        self.made += 1
        return syntax.Name(at, f"value_{self.made}_")

    def target(self, node: ast.expr) -> syntax.Target:
        found = self.expression(node)
        if isinstance(found, syntax.Name | syntax.Select):
            return found
        raise Unread(node)

    def loop(self, node: ast.For) -> syntax.For:
        at, target, of = self.at(node), node.target, node.iter
        if isinstance(target, ast.Name):
            found = self.over(at, target.id, of, [])
        elif isinstance(of, ast.Call) and ast.unparse(of.func).endswith("product"):
            return self.nested(at, node, of)
        else:
            match target, of:
                case ast.Tuple(elts=[ast.Name(id=index), ast.Name(id=name)]), ast.Call(
                    func=ast.Name(id="enumerate"), args=[vector], keywords=[]
                ):
                    found = self.over(at, name, vector, [], index)
                case _:
                    raise Unread(node)
        if isinstance(of, ast.Name) and of.id in changed_in(node):
            raise Unread(node)
        found.body += self.block(node.body)
        return found

    def nested(self, at: int, node: ast.For, of: ast.Call) -> syntax.For:
        """``for x, y, z in product(range(4), repeat=3)`` as three loops."""
        names = node.target.elts if isinstance(node.target, ast.Tuple) else []
        ranges = of.args
        match of:
            case ast.Call(
                args=[one], keywords=[ast.keyword(arg="repeat", value=ast.Constant())]
            ):
                ranges = [one] * len(names)
                if ast.unparse(of.keywords[0].value) != str(len(names)):
                    raise Unread(of)
            case ast.Call(keywords=[_, *_]):
                raise Unread(of)
        leaves = [one for one in ast.walk(node) if isinstance(one, ast.Break)]
        if leaves or len(ranges) != len(names) or not names:
            raise Unread(node)
        body = self.block(node.body)
        for name, one in zip(reversed(names), reversed(ranges)):
            if not isinstance(name, ast.Name) or not isinstance(one, ast.Call):
                raise Unread(of)
            body = [self.over(at, name.id, one, body)]
        assert isinstance(body[0], syntax.For)
        return body[0]

    def over(
        self, at: int, name: str, of: ast.expr, body: Block, index: str = ""
    ) -> syntax.For:
        """Return the loop of the variable ``name`` over ``of``."""
        zero: Expression = syntax.Literal(at, 0)
        match of:
            case ast.Call(func=ast.Name(id="range"), args=ends, keywords=[]) if ends:
                step = self.step(ends[2]) if ends[2:] else 1
                numbers = [self.simple(one) for one in ends[:2]]
                first = numbers[0] if numbers[1:] else zero
                last = numbers[-1]
                return syntax.For(at, first, False, name, True, last, step, None, body)
            case ast.Name(id=listed) if self.kinds.of(listed) in ("Stack", "Queue"):
                raise Unread(of)
            case ast.Call():
                raise Unread(of)
        vector = self.new_name(at)
        self.before.append(syntax.Assign(at, vector, self.expression(of)))
        counter = index or self.new_name(at).name
        element = syntax.Select(at, vector, syntax.Name(at, counter))
        body = [syntax.Assign(at, syntax.Name(at, name), element), *body]
        size = syntax.Operation(at, "SIZE", [vector])
        return syntax.For(at, zero, False, counter, True, size, 1, None, body)

    def step(self, node: ast.expr) -> int:
        try:
            step: object = ast.literal_eval(node)
        except ValueError:
            raise Unread(node) from None
        if type(step) is not int or step == 0:
            raise Unread(node)
        return step

    def truth(self, node: ast.expr) -> Expression:
        """Return the condition ``node``; a list is true if it is not empty."""
        at = self.at(node)
        match node:
            case ast.BoolOp(op=op, values=values):
                sign = "∧" if isinstance(op, ast.And) else "∨"
                found = self.truth(values[0])
                for one in values[1:]:
                    found = syntax.Binary(at, sign, found, self.truth(one))
                return found
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.deeper(node)
                opposite = syntax.Unary(at, "¬", self.truth(operand))
                self.depth -= 1
                return opposite
            case ast.Name(id=name):
                if self.kinds.may_be_false(name) or self.kinds.is_object(name):
                    raise Unread(node, "two-readings")
                if self.kinds.of(name):
                    return syntax.Unary(at, "¬", self.empty(node))
                if self.kinds.is_number(name):
                    zero = syntax.Literal(at, 0)
                    return syntax.Binary(at, "≠", self.expression(node), zero)
            case ast.Call(func=ast.Name(id=name)) if key(name) == "searchstack":
                raise Unread(node, "two-readings")
            case ast.Call(func=ast.Name(id="len")):
                size = self.expression(node)
                return syntax.Binary(at, "≠", size, syntax.Literal(at, 0))
        return self.expression(node)

    def empty(self, node: ast.expr) -> Expression:
        at, held = self.at(node), self.expression(node)
        if isinstance(node, ast.Name) and self.kinds.of(node.id) in ("Stack", "Queue"):
            return syntax.Operation(at, "EMPTY", [held])
        size = syntax.Operation(at, "SIZE", [held])
        return syntax.Binary(at, "=", size, syntax.Literal(at, 0))

    def expression(self, node: ast.expr) -> Expression:
        self.deeper(node)
        found = self.part(node)
        self.depth -= 1
        return found

    def part(self, node: ast.expr) -> Expression:
        at = self.at(node)
        match node:
            case ast.Constant(value=bool() | int() | float() | str() | None as value):
                return syntax.Literal(at, value)
            case ast.Constant(value=value) if value is ...:
                return syntax.Hole(at, "...")
            case ast.Name(id=name):
                return syntax.Name(at, self.renamed.get(name, name))
            case ast.BinOp():
                return self.binary(node)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return syntax.Unary(at, "−", self.expression(operand))
            case ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                return self.truth(node)
            case ast.Compare():
                return self.compare(node)
            case ast.Subscript():
                return self.subscript(node)
            case ast.List(elts=[ast.Starred(value=held)]):
                return self.copied(at, held)
            case ast.List(elts=elements) | ast.Tuple(elts=elements) if elements:
                return syntax.Operation(at, "LIST", [*map(self.expression, elements)])
            case ast.ListComp():
                made = self.new_name(at)
                self.before.append(syntax.New(at, "DynamicArray", made.name, None))
                loops = [*self.comprehension(node, made.name)]
                self.before += loops
                return made
            case ast.Call():
                return self.call(node, True)
        raise Unread(node)

    def binary(self, node: ast.BinOp) -> Expression:
        at = self.at(node)
        left, right = self.expression(node.left), self.expression(node.right)
        one, other = self.is_list(left), self.is_list(right)
        match node.op:
            case ast.Add() if one or other:
                return syntax.Operation(at, "JOIN", [left, right])
            case ast.Mult() if other:
                return syntax.Operation(at, "REPEAT", [left, right])
            case ast.Mult() if one:
                return syntax.Operation(at, "REPEAT", [right, left])
            case ast.FloorDiv():
                return syntax.Unary(at, "floor", syntax.Binary(at, "/", left, right))
            case _ if type(node.op) in BINARY and not one and not other:
                return syntax.Binary(at, BINARY[type(node.op)], left, right)
        raise Unread(node)

    def is_list(self, value: Expression) -> bool:
        if isinstance(value, syntax.Name):
            known = value.name in self.lists or self.kinds.is_vector(value.name)
            return known or self.kinds.of(value.name) == "DynamicArray"
        return isinstance(value, syntax.Operation) and value.name in words.LISTY

    def compare(self, node: ast.Compare) -> Expression:
        at, found = self.at(node), None
        left = node.left
        for op, right in zip(node.ops, node.comparators):
            one = self.relation(at, left, op, right)
            found = syntax.Binary(at, "∧", found, one) if found else one
            left = right
            if len(node.ops) > 1 and not isinstance(right, ast.Name | ast.Constant):
                raise Unread(node)
        assert found is not None
        return found

    def relation(
        self, at: int, left: ast.expr, op: ast.cmpop, right: ast.expr
    ) -> Expression:
        if isinstance(right, ast.List) and not right.elts:
            if not isinstance(op, ast.Eq | ast.NotEq):
                raise Unread(right)
            empty = self.empty(left)
            return empty if isinstance(op, ast.Eq) else syntax.Unary(at, "¬", empty)
        if isinstance(op, ast.In | ast.NotIn):
            if self.is_structure(right):
                raise Unread(right)
            operands = [self.expression(left), self.expression(right)]
            held = syntax.Operation(at, "CONTAINS", operands)
            return held if isinstance(op, ast.In) else syntax.Unary(at, "¬", held)
        if isinstance(op, ast.Is | ast.IsNot):
            if ast.unparse(right) not in ("None", "True", "False"):
                raise Unread(right)
        one, other = self.expression(left), self.expression(right)
        return syntax.Binary(at, BINARY[type(op)], one, other)

    def subscript(self, node: ast.Subscript) -> Expression:
        at, of = self.at(node), node.value
        if isinstance(of, ast.Name) and self.kinds.of(of.id) in ("Stack", "Queue"):
            end = ast.unparse(node.slice)
            if self.kinds.is_object(of.id):
                raise Unread(node)
            looks = {("Stack", "-1"): "TOP", ("Queue", "0"): "HEAD"}
            name = looks.get((self.kinds.of(of.id), end))
            if not name:
                raise Unread(node)
            return syntax.Operation(at, name, [self.expression(of)])
        vector = self.expression(of)
        match node.slice:
            case ast.Slice(lower=first, upper=last, step=None):
                ends = [
                    self.expression(one) if one else syntax.Literal(at, None)
                    for one in (first, last)
                ]
                return syntax.Operation(at, "SLICE", [*ends, vector])
            case ast.Slice() | ast.Tuple():
                raise Unread(node)
        return syntax.Select(at, vector, self.expression(node.slice))

    def call(self, node: ast.Call, valued: bool) -> Expression:
        """Return a call; ``valued`` is whether its value is used."""
        at = self.at(node)
        if node.keywords or any(isinstance(one, ast.Starred) for one in node.args):
            raise Unread(node)
        match node:
            case ast.Call(func=ast.Name(id="len"), args=[held]):
                return syntax.Operation(at, "SIZE", [self.expression(held)])
            case ast.Call(func=ast.Name(id="list" | "copy"), args=[held]):
                return self.copied(at, held)
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="copy"), attr="copy"), args=[held]
            ):
                return self.copied(at, held)
            case ast.Call(func=ast.Name(id="floor"), args=[number]):
                return syntax.Unary(at, "floor", self.expression(number))
            case ast.Call(func=ast.Name(id=name)):
                if hasattr(builtins, name) or self.kinds.makes(node):
                    raise Unread(node)
                arguments = [self.expression(one) for one in node.args]
                return syntax.Call(at, name, arguments)
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id=held) as of, attr=method)
            ):
                kind = self.kinds.of(held)
                role = self.kinds.role(held, method, valued)
                if role is None:
                    role = method_role(kind, method, len(node.args))
                return self.method(node, role, self.expression(of), valued)
        raise Unread(node)

    def copied(self, at: int, held: ast.expr) -> Expression:
        null = syntax.Literal(at, None)
        return syntax.Operation(at, "SLICE", [null, null, self.expression(held)])

    def method(
        self, node: ast.Call, role: str, holder: Expression, valued: bool
    ) -> Expression:
        """Return the operation ``role``, of `classes`, of ``holder``."""
        at, values = self.at(node), [self.expression(one) for one in node.args]
        name, *fixed = (role or "?").split()
        numbers: list[Expression] = [syntax.Literal(at, int(one)) for one in fixed]
        if name == "COPY" and not values:
            values = [syntax.Literal(at, None), syntax.Literal(at, None)]
            name = "SLICE"
        found = syntax.Operation(at, name, [*numbers, *values, holder])
        wanted = (OPERATIONS | LISTS).get(name, ())
        if len(found.operands) != len(wanted) or (valued and name in WITHOUT_VALUE):
            raise Unread(node)
        return found


def changed_in(loop: ast.For) -> set[str]:
    """Return the names whose methods ``loop`` calls."""
    holders = [node.value for node in ast.walk(loop) if isinstance(node, ast.Attribute)]
    return {holder.id for holder in holders if isinstance(holder, ast.Name)}
