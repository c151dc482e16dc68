"""List the programs that are one edit away from a program.

An edit replaces a part of an expression, or inserts, moves or drops a statement. Edits
of rank 1 are slips of the pen, such as < for ≤; those of rank 3 change what the program
does. New statements use only the program's own names.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import combinations
from typing import NamedTuple, TypeAlias, TypeGuard, assert_never, cast

from pseudocode.reading import syntax
from pseudocode.reading.notation import expression_text, statement_lines
from pseudocode.reading.operators import ARITHMETIC, DIVISIONS, NEAR, RELATIONS, SUMS
from pseudocode.reading.source import Source
from pseudocode.reading.vocabulary import name_key

READS = {"HEAD": "DEQUEUE", "TOP": "POP"}
REMOVES = {remove: read for read, remove in READS.items()}
OPERAND_KINDS = {  # of the last operand
    **dict.fromkeys(("PUSH", "POP", "TOP"), ("stack",)),
    **dict.fromkeys(("ENQUEUE", "DEQUEUE", "HEAD"), ("queue",)),
    **{"EMPTY": ("queue", "stack"), "LENGTH": ("vector",)},
}
BOOLEANS = (True, False)
MAX_BLOCKS = 3  # out of which a statement is moved
MAX_RUN = 8  # statements that are moved together
PLACE = "the place of a statement"  # the kind of an edit that moves one or several
MAX_INTEGER = 5  # that replaces another integer

Holder: TypeAlias = syntax.SyntaxNode | list[syntax.Expression] | syntax.Block
# What is replaced, and the new value: a field of a node, or the elements of a list from
# one index to another.
Span: TypeAlias = tuple[int, int]
Change: TypeAlias = tuple[Holder, str | Span, object]


class Edit(NamedTuple):
    """A small change of a program, which can be applied and taken back.

    ``rank`` is 1 for slips of the pen, and higher for edits that change more. ``kind``
    says what is changed, such as "a comparison". ``offsets`` are the edited positions
    in the text, and ``changes`` the assignments to the syntax tree.

    ``advice`` says how to make the edit; if it is "", the line of ``old`` before the
    edit becomes that of ``new``. A ``repeated`` edit makes all edits of a function that
    have the same ``rank`` and ``detail``.
    """

    rank: int
    kind: str
    offsets: Sequence[int]
    changes: Sequence[Change]
    detail: str
    old: syntax.SyntaxNode | None = None
    new: syntax.SyntaxNode | None = None
    advice: str = ""
    repeated: bool = False


class Signature(NamedTuple):
    """The name of a function and the kinds of its parameters and result; "" is any."""

    name: str
    kinds: Sequence[str]
    result: str = ""


class Place(NamedTuple):
    """An expression ``node`` in a syntax tree, and where it is stored.

    It is the field ``key`` of the node ``holder``, or the element with the index
    ``key`` of the list ``holder``. ``parent`` is the node that contains it. ``line`` is
    the statement, or the branch of an if, whose line of text shows it.
    """

    holder: syntax.SyntaxNode | list[syntax.Expression]
    key: str | int
    node: syntax.Expression
    parent: syntax.SyntaxNode
    line: syntax.SyntaxNode


class Enclosed(NamedTuple):
    """A block, and the statement that contains it: ``around.block[position]``."""

    block: syntax.Block
    around: "Enclosed | None" = None
    position: int = 0

    @property
    def owner(self) -> syntax.Statement | None:
        """The statement that contains the block."""
        return self.around.block[self.position] if self.around else None


@contextmanager
def applied(edit: Edit) -> Iterator[None]:
    """Apply an edit to its program, and take it back at the end of the context."""
    undo = [replaced(*change) for change in reversed(edit.changes)]
    try:
        yield
    finally:
        for change in reversed(undo):
            replaced(*change)


def replaced(holder: Holder, key: str | Span, value: object) -> Change:
    """Make a change, and return the change that takes it back."""
    if isinstance(key, str):
        before = getattr(holder, key)
        setattr(holder, key, value)
        return holder, key, before
    items, new = cast("list[object]", holder), cast("list[object]", value)
    start, stop = key
    old = items[start:stop]
    items[start:stop] = new
    return holder, (start, start + len(new)), old


def edits(
    functions: Sequence[syntax.Function],
    source: Source,
    signatures: Mapping[str, Signature],
) -> list[Edit]:
    """Return all edits of ``functions``, those of the lowest rank first.

    ``signatures`` has each function that can be called, by its name key.
    """
    all_edits: list[Edit] = []
    for function in functions:
        listed = FunctionEdits(function, source, signatures).list_edits()
        groups: dict[tuple[int, str], list[Edit]] = {}
        for edit in listed:
            groups.setdefault((edit.rank, edit.detail), []).append(edit)
        all_edits += listed
        all_edits += [together(group) for group in groups.values() if len(group) > 1]
    return sorted(all_edits, key=lambda edit: edit.rank)


def together(group: Sequence[Edit]) -> Edit:
    """Return one edit that makes all edits of ``group``; its rank is theirs plus 1."""
    first = group[0]
    changes = [change for edit in group for change in edit.changes]
    offsets = [offset for edit in group for offset in edit.offsets]
    return first._replace(
        rank=first.rank + 1, offsets=offsets, changes=changes, repeated=True
    )


def first_line(node: syntax.SyntaxNode) -> str:
    """Return the first line of a statement, a branch or an expression as text."""
    if isinstance(node, syntax.Branch):
        return f"if {expression_text(node.condition)} then"
    if isinstance(node, syntax.Statement):
        return next(statement_lines(node))
    return expression_text(cast("syntax.Expression", node))


def is_number(node: object) -> TypeGuard[syntax.Literal]:
    return isinstance(node, syntax.Literal) and type(node.value) is int


def is_name(node: object) -> TypeGuard[syntax.Name]:
    return isinstance(node, syntax.Name)


def is_located(node: object) -> TypeGuard[syntax.LocatedNode]:
    return isinstance(node, syntax.LocatedNode)


def is_comparison(node: object) -> TypeGuard[syntax.Binary]:
    return isinstance(node, syntax.Binary) and node.operator in RELATIONS


def variable_kinds(
    function: syntax.Function,
    parameters: Sequence[str],
    signatures: Mapping[str, Signature],
) -> dict[str, str]:
    """Return the kind of each variable of a function, by its name.

    Kinds are "number", "truth value", "vector", "queue" and "stack"; "" is unknown.
    ``parameters`` are the kinds of the parameters, and ``signatures`` as in `edits`.
    """
    kinds = dict.fromkeys(function.parameters, "")
    kinds.update(zip(function.parameters, parameters))
    for statement in syntax.walk_statements(function.body):
        match statement:
            case syntax.New(kind=kind, name=name):
                kinds[name] = kind.lower()
            case syntax.For(variable=name):
                kinds[name] = "number"
            case syntax.Assign(target=syntax.Name(name=name), value=value):
                kind = kind_of(value, kinds, signatures)
                kinds[name] = kind if kinds.get(name, kind) == kind else ""
            # No other statement sets a variable.
    return kinds


def result_kind(
    function: syntax.Function,
    parameters: Sequence[str],
    signatures: Mapping[str, Signature],
) -> str:
    """Return the kind of all results of a function, as in `variable_kinds`, or ""."""
    kinds = variable_kinds(function, parameters, signatures)
    result_kinds = {
        kind_of(statement.value, kinds, signatures)
        for statement in syntax.walk_statements(function.body)
        if isinstance(statement, syntax.Return)
    }
    return result_kinds.pop() if len(result_kinds) == 1 else ""


def kind_of(
    value: syntax.Expression | None,
    known: Mapping[str, str],
    signatures: Mapping[str, Signature],
) -> str:
    """Return the kind of an expression, such as "number", or "" if it is not known.

    ``known`` has the kinds of the variables, and ``signatures`` those of the functions.
    """
    match value:
        case syntax.Name(name=name):
            return known.get(name, "")
        case syntax.Call(name=name) if name_key(name) in signatures:
            return signatures[name_key(name)].result
        case syntax.Literal(value=bool()):
            return "truth value"
        case syntax.Literal(value=int()) | syntax.Operation(name="LENGTH"):
            return "number"
        case syntax.Operation(name="EMPTY") | syntax.Unary(operator="¬"):
            return "truth value"
        case syntax.Binary(operator=operator):
            return "number" if operator in ARITHMETIC else "truth value"
    return ""


def first_values(block: syntax.Block) -> dict[str, syntax.Literal]:
    """Return the first number or truth value to which each variable is set."""
    values: dict[str, syntax.Literal] = {}
    for statement in syntax.walk_statements(block):
        match statement:
            case syntax.Assign(
                target=syntax.Name(name=name), value=syntax.Literal() as value
            ):
                values.setdefault(name, value)
            # No other statement sets a variable to a literal.
    return values


def fits(one: str, other: str) -> bool:
    return one == other or not one or not other


def blocks_of(statement: syntax.Statement) -> list[syntax.Block]:
    """Return the blocks directly in ``statement``.

    An ``if`` has one for each branch, and one for the else part, which can be empty.
    """
    match statement:
        case syntax.If(branches=branches, otherwise=otherwise):
            last = [] if otherwise is None else otherwise
            return [*(branch.body for branch in branches), last]
        case syntax.While(body=body) | syntax.For(body=body):
            return [body]
        case syntax.New() | syntax.Assign() | syntax.ExpressionStatement():
            return []
        case syntax.Return() | syntax.Break() | syntax.Continue():
            return []
        case _:
            assert_never(statement)


def enclosed_blocks(outer: Enclosed) -> Iterator[Enclosed]:
    """Yield a block and all blocks inside it."""
    yield outer
    for index, statement in enumerate(outer.block):
        for block in blocks_of(statement):
            yield from enclosed_blocks(Enclosed(block, outer, index))


def places_in(parent: syntax.SyntaxNode, line: syntax.SyntaxNode) -> Iterator[Place]:
    """Yield each expression in a statement or an expression, except in its blocks."""
    for key, value in parent.__dict__.items():
        items: Iterable[tuple[str | int, object]]
        holder, items = parent, [(key, value)]
        if isinstance(value, list):
            holder, items = value, enumerate(value)  # type: ignore[assignment]
        for position, node in items:
            if isinstance(node, syntax.Expression):
                yield Place(holder, position, node, parent, line)
                yield from places_in(node, line)


class FunctionEdits:
    """Collects the edits of one function in ``found``."""

    def __init__(
        self,
        function: syntax.Function,
        source: Source,
        signatures: Mapping[str, Signature],
    ) -> None:
        self.source, self.signatures = source, signatures
        self.end = function.end - 1
        self.key = name_key(function.name)
        kinds = signatures[self.key].kinds
        self.kinds = variable_kinds(function, kinds, signatures)
        literals = filter(is_number, syntax.walk(function))
        self.numbers = [*dict.fromkeys(literal.value for literal in literals)]
        self.first_values = first_values(function.body)
        self.found: list[Edit] = []
        self.blocks = [*enclosed_blocks(Enclosed(function.body))]
        lines: list[syntax.SyntaxNode] = []
        for statement in syntax.walk_statements(function.body):
            lines += [statement]
            lines += statement.branches if isinstance(statement, syntax.If) else []
        self.places = [place for line in lines for place in places_in(line, line)]

    def list_edits(self) -> list[Edit]:
        """Return the edits, in the order of the text within each kind of edit."""
        for block in self.blocks:
            for statement in block.block:
                if isinstance(statement, syntax.For):
                    self.edit_bounds(statement)
        for place in self.places:
            self.edit_expression(place)
        self.exchange_names()
        for block in self.blocks:
            for index, statement in enumerate(block.block):
                self.edit_statement(block, index, statement)
                self.insert_after(block, index, statement)
                self.drop(block, index, statement)
                self.move(block, index, statement)
            self.extend_block(block)
        return self.found

    def line(self, node: syntax.LocatedNode) -> int:
        return self.source.line_and_column(node.offset)[0]

    def names(self, *kinds: str) -> Iterator[str]:
        """Yield the names of the function's variables that can have one of ``kinds``.

        Kinds are words such as "number" and "queue".
        """
        for name, kind in self.kinds.items():
            if any(fits(kind, each) for each in kinds):
                yield name

    # Expressions

    def replace(
        self,
        rank: int,
        kind: str,
        place: Place,
        new: syntax.Expression,
        detail: str = "",
    ) -> None:
        detail = f"{kind}: {detail or f'{place.node!r} {new!r}'}"
        change: Change = place.holder, str(place.key), new
        if isinstance(place.key, int):
            change = place.holder, (place.key, place.key + 1), [new]
        offsets, line = [place.node.offset], place.line
        self.found.append(Edit(rank, kind, offsets, [change], detail, line, line))

    def set_field(
        self,
        rank: int,
        kind: str,
        node: syntax.LocatedNode,
        line: syntax.SyntaxNode,
        detail: str,
        **fields: object,
    ) -> None:
        changes = [(node, key, value) for key, value in fields.items()]
        self.found.append(Edit(rank, kind, [node.offset], changes, detail, line, line))

    def edit_expression(self, place: Place) -> None:
        node = place.node
        match node:
            case syntax.Binary():
                self.edit_binary(place, node)
            case syntax.Literal():
                self.edit_literal(place, node)
            case syntax.Name():
                self.edit_name(place, node)
            case syntax.Unary(operator="¬", operand=operand):
                self.replace(1, "a negation", place, operand)
            case syntax.Select(vector=vector, position=position):
                self.replace(3, "a position", place, vector)
                if isinstance(vector, syntax.Select):
                    self.set_field(
                        *(1, "the order of two positions", node, place.line, "[][]"),
                        position=vector.position,
                        vector=syntax.Select(vector.offset, vector.vector, position),
                    )
            case syntax.Operation():
                self.edit_operation(place, node)
            case syntax.Call():
                self.edit_call(place, node)
            # A sign and a hole have no edit of their own.
        self.edit_number(place)
        self.edit_truth(place)

    def edit_binary(self, place: Place, node: syntax.Binary) -> None:
        sign, left, right, line = node.operator, node.left, node.right, place.line
        kind = "an operator"
        if sign in RELATIONS:
            kind = "a comparison"
        if sign in NEAR:
            near, detail = NEAR[sign], f"{sign}{NEAR[sign]}"
            self.set_field(1, kind, node, line, detail, operator=near)
        if sign in ("=", "≠") and isinstance(right, syntax.Literal):
            if isinstance(right.value, bool):
                opposite = syntax.Literal(right.offset, not right.value)
                swap = {"operator": NEAR[sign], "right": opposite}
                detail = f"{sign} {right.value}"
                self.set_field(2, "a comparison", node, line, detail, **swap)
        others = RELATIONS if sign in RELATIONS else ARITHMETIC
        for other in others if sign in others else ():
            if other not in (sign, NEAR.get(sign)):
                self.set_field(2, kind, node, line, f"{sign}{other}", operator=other)
        if sign in ("−", *DIVISIONS):
            order = {"left": right, "right": left}
            self.set_field(1, "the order of two operands", node, line, sign, **order)
        if sign not in RELATIONS:
            self.replace(2, "an operand", place, left, f"{sign} {right!r}")
            self.replace(2, "an operand", place, right, f"{left!r} {sign}")
        if sign in SUMS:
            for key, part in ("left", left), ("right", right):
                if isinstance(part, syntax.Name):
                    twice = syntax.Binary(
                        part.offset, "×", syntax.Literal(part.offset, 2), part
                    )
                    self.replace(
                        3, "an operand", Place(node, key, part, node, line), twice
                    )
            if isinstance(right, syntax.Binary) and right.operator == "mod":
                inner = syntax.Binary(node.offset, sign, left, right.left)
                whole = syntax.Binary(right.offset, "mod", inner, right.right)
                self.replace(2, "the grouping", place, whole)
        if sign == "mod" and isinstance(left, syntax.Binary) and left.operator in SUMS:
            rest = syntax.Binary(node.offset, "mod", left.right, right)
            whole = syntax.Binary(left.offset, left.operator, left.left, rest)
            self.replace(2, "the grouping", place, whole)

    def edit_literal(self, place: Place, node: syntax.Literal) -> None:
        offset, value = node.offset, node.value
        if isinstance(value, bool):
            opposite = syntax.Literal(offset, not value)
            self.replace(1, "a truth value", place, opposite)
            parent = type(place.parent).__name__  # so all returns together
            self.replace(1, "a truth value", place, opposite, parent)
        elif isinstance(value, int):
            near = [number for number in (value - 1, value + 1) if number >= 0]
            for number in near:
                self.replace(1, "a number", place, syntax.Literal(offset, number))
                if isinstance(place.parent, syntax.Select):  # all positions together
                    moved, detail = syntax.Literal(offset, number), str(number - value)
                    self.replace(1, "a position", place, moved, detail)
            for name in self.names("number"):
                self.replace(2, "a number", place, syntax.Name(offset, name))
            for number in range(MAX_INTEGER + 1):
                if number not in (value, *near):
                    self.replace(3, "a number", place, syntax.Literal(offset, number))

    def edit_name(self, place: Place, node: syntax.Name) -> None:
        kind, parent = self.kinds.get(node.name, ""), place.parent
        for name in self.names(*self.kinds_at(place) or [kind]):
            if name != node.name:
                self.replace(2, "a variable", place, syntax.Name(node.offset, name))
        if fits(kind, "vector") and not isinstance(parent, syntax.Select):
            for name in self.names("number"):
                if name != node.name:
                    offset = syntax.Name(node.offset, name)
                    element = syntax.Select(node.offset, node, offset)
                    self.replace(3, "a missing position", place, element)

    def kinds_at(self, place: Place) -> Sequence[str]:
        """Return the kinds of value that may stand at a place, or () for any."""
        parent, key = place.parent, place.key
        match parent:
            case syntax.Operation(name=name) if key == len(parent.operands) - 1:
                return OPERAND_KINDS.get(name, ())
            case syntax.Select():
                return ("number",) if key == "position" else ("vector",)
            case syntax.For() | syntax.New():
                return ("number",)
            case syntax.Binary(operator=operator) if operator in ARITHMETIC:
                return ("number",)
            case syntax.Call(name=name) if isinstance(key, int):
                signature = self.signatures.get(name_key(name))
                kinds = signature.kinds[key : key + 1] if signature else ()
                return [kind for kind in kinds if kind]
        return ()

    def edit_operation(self, place: Place, node: syntax.Operation) -> None:
        pair = READS | REMOVES
        if node.name in pair and not isinstance(
            place.parent, syntax.ExpressionStatement
        ):
            other, detail = pair[node.name], f"{node.name} {pair[node.name]}"
            self.set_field(2, "an operation", node, place.line, detail, name=other)
        if node.name in ("PUSH", "ENQUEUE"):
            order = {"operands": node.operands[::-1]}
            kind = "the order of two operands"
            self.set_field(1, kind, node, place.line, node.name, **order)

    def edit_call(self, place: Place, node: syntax.Call) -> None:
        key, arguments, line = name_key(node.name), node.arguments, place.line
        for one, other in combinations(range(len(arguments)), 2):
            order = [*arguments]
            order[one], order[other] = arguments[other], arguments[one]
            detail, kind = f"{key} {one} {other}", "the order of two arguments"
            self.set_field(1, kind, node, line, detail, arguments=order)
        _, kinds, result = self.signatures.get(key, Signature(node.name, ()))
        for name, others, becomes in self.signatures.values():
            same = len(others) == len(arguments) and all(map(fits, kinds, others))
            if same and fits(result, becomes) and name_key(name) not in (key, self.key):
                self.set_field(2, "a function", node, line, f"{key} {name}", name=name)
        if len(arguments) + 1 == len(kinds):
            missing = "a missing argument"
            for position, kind in enumerate(kinds):
                for name in self.names(kind):
                    every = [*arguments]
                    every.insert(position, syntax.Name(node.offset, name))
                    detail = f"{key} {position} {name}"
                    self.set_field(2, missing, node, line, detail, arguments=every)

    def edit_number(self, place: Place) -> None:
        """Add edits that replace a position, bound, length or argument e by a number.

        The number is e + 1, e − 1, n − e, or one that occurs in the function.
        """
        node, parent = place.node, place.parent
        match parent:
            case syntax.Select():
                is_numeric = place.key == "position"
            case syntax.For() | syntax.New():
                is_numeric = place.key != "guard"
            case syntax.Call():
                is_numeric = not isinstance(node, syntax.Call)
            case _:
                is_numeric = False
        if isinstance(node, syntax.Name):
            is_numeric = is_numeric and fits(self.kinds.get(node.name, ""), "number")
        if not is_numeric or is_number(node):
            return
        offset = node.offset
        kinds = {syntax.Call: "an argument", syntax.For: "a bound"}
        kinds |= {syntax.New: "a length", syntax.Select: "a position"}
        kind = kinds[type(parent)]
        for sign in SUMS:
            more = syntax.Binary(offset, sign, node, syntax.Literal(offset, 1))
            self.replace(2, kind, place, more, f"{sign} 1")
        for number in (3, 4, 5):
            rest = syntax.Binary(offset, "−", syntax.Literal(offset, number), node)
            self.replace(3, kind, place, rest, f"{number} −")
        if isinstance(node, syntax.Name):
            for value in self.numbers:
                self.replace(3, kind, place, syntax.Literal(offset, value))

    def edit_truth(self, place: Place) -> None:
        """Add edits that negate a condition, or join a check with another check."""
        node, offset = place.node, place.node.offset
        if isinstance(node, syntax.Call) and place.key in ("condition", "operand"):
            false = syntax.Literal(offset, False)
            both = syntax.Binary(offset, "≠", node, false)
            self.replace(2, "a missing comparison", place, both, "≠ FALSE")
        if place.key == "condition" and not isinstance(node, syntax.Unary):
            if not is_comparison(node):
                self.replace(
                    2, "a missing negation", place, syntax.Unary(offset, "¬", node)
                )
        if isinstance(node, syntax.Call) and (
            place.key in ("condition", "left", "right", "operand", "value")
        ):
            key = name_key(node.name)
            kinds = self.signatures[key].kinds if key in self.signatures else ()
            for name, others, _ in self.signatures.values():
                if name_key(name) != key and kinds and others == kinds:
                    twin = syntax.Call(offset, name, node.arguments)
                    for pair in (node, twin), (twin, node):
                        both = syntax.Binary(offset, "∧", *pair)
                        self.replace(3, "a condition", place, both)

    def exchange_names(self) -> None:
        """Add edits that exchange two variables, except in loop headers and ``new``."""
        uses: dict[str, list[syntax.Name]] = {}
        for place in self.places:
            if isinstance(place.node, syntax.Name):
                uses.setdefault(place.node.name, []).append(place.node)
        for one, other in combinations(uses, 2):
            if fits(self.kinds.get(one, ""), self.kinds.get(other, "")):
                changes: list[Change] = [(use, "name", other) for use in uses[one]]
                changes += [(use, "name", one) for use in uses[other]]
                offsets = [use.offset for use in [*uses[one], *uses[other]]]
                advice = f"exchange {one} and {other}, except in the headers of loops"
                self.add(2, "two variables", sorted(offsets), changes, advice)

    # Statements

    def add(
        self,
        rank: int,
        kind: str,
        offsets: Sequence[int],
        changes: Sequence[Change],
        advice: str = "",
        detail: str = "",
    ) -> None:
        detail = detail or f"alone {len(self.found)}"
        edit = Edit(rank, kind, offsets, changes, detail, advice=advice)
        self.found.append(edit)

    def rewrite(
        self,
        rank: int,
        kind: str,
        block: syntax.Block,
        index: int,
        new: syntax.Statement,
        advice: str = "",
    ) -> None:
        """Add an edit that replaces a statement; ``advice`` as in `Edit`."""
        change = block, (index, index + 1), [new]
        old = block[index]
        detail = f"{kind}: {old!r} {new!r}"
        offsets = [old.offset]
        edit = Edit(rank, kind, offsets, [change], detail, old, new, advice)
        self.found.append(edit)

    def edit_statement(
        self, place: Enclosed, index: int, statement: syntax.Statement
    ) -> None:
        block, offset = place.block, statement.offset
        match statement:
            case syntax.For():
                self.edit_for(block, index, statement)
            case syntax.ExpressionStatement(
                expression=syntax.Call(arguments=[first, *_]) as call
            ) if isinstance(first, syntax.Target):
                assign = syntax.Assign(offset, first, call)
                self.rewrite(1, "the result of a call", block, index, assign)
            case syntax.While(condition=condition, body=body):
                branch = syntax.Branch(offset, condition, body)
                once = syntax.If(offset, [branch], None)
                self.rewrite(2, "a keyword", block, index, once)
                self.extend_while(statement)
                self.reset(block, index, statement)
            case syntax.If():
                self.edit_if(block, index, statement)
            case syntax.Return(value=value):
                names = [syntax.Name(offset, name) for name in self.kinds]
                truths = [syntax.Literal(offset, truth) for truth in BOOLEANS]
                for other in [*names, *truths]:
                    if value is not None and other != value:
                        self.set_field(
                            *(2, "the returned value", statement, statement),
                            f"{value!r} {other!r}",
                            value=other,
                        )
            case syntax.Break():
                for given in self.results(offset):
                    self.rewrite(3, "how the loop is left", block, index, given)
            # The other statements are only moved, dropped or have their parts edited.

    def edit_bounds(self, loop: syntax.For) -> None:
        """Add edits that exchange < and ≤ in the header of a loop."""
        kind, first, last = "a comparison", loop.excludes_first, loop.excludes_last
        self.set_field(1, kind, loop, loop, f"last {last}", excludes_last=not last)
        self.set_field(1, kind, loop, loop, f"first {first}", excludes_first=not first)

    def edit_for(self, block: syntax.Block, index: int, loop: syntax.For) -> None:
        """Add edits of the direction, step or end of ``loop``, or ``block[index]``."""
        self.set_field(
            *(3, "the direction of the loop", loop, loop, "direction"),
            first=loop.last,
            last=loop.first,
            excludes_first=loop.excludes_last,
            excludes_last=loop.excludes_first,
            step=-loop.step,
        )
        kind = "the step of the loop"
        self.set_field(3, kind, loop, loop, kind, step=2 * loop.step)
        used = [part.name for part in syntax.walk(*loop.body) if is_name(part)]
        if loop.variable in used:
            return
        offset = loop.offset
        for name, kind_of_name in self.kinds.items():
            if kind_of_name in ("queue", "stack"):
                empty = syntax.Operation(offset, "EMPTY", [syntax.Name(offset, name)])
                until = syntax.While(
                    offset, syntax.Unary(offset, "¬", empty), loop.body
                )
                self.rewrite(3, "how often the loop runs", block, index, until)

    def edit_if(self, block: syntax.Block, index: int, statement: syntax.If) -> None:
        branches, otherwise, offset = (
            statement.branches,
            statement.otherwise,
            statement.offset,
        )
        if otherwise is not None:
            advice = "leave out the else part"
            self.add(
                2, "the else part", [offset], [(statement, "otherwise", None)], advice
            )
        if len(branches) > 1:
            return
        (branch,) = branches
        if otherwise is not None:
            changes: list[Change] = [
                (branch, "body", otherwise),
                (statement, "otherwise", branch.body),
            ]
            advice = "exchange the then and else parts"
            self.add(2, "the order of the two parts", [offset], changes, advice)
            return
        loop = syntax.While(offset, branch.condition, branch.body)
        self.rewrite(2, "a keyword", block, index, loop)
        if rest := block[index + 1 :]:
            into = syntax.If(offset, branches, rest)
            advice = f"{self.lines(rest)} in an else part"
            self.add(
                *(3, "what follows the end if", [offset]),
                [(block, (index, len(block)), [into])],
                advice,
            )
        advice = "leave out the if, and keep the statements in it"
        change = block, (index, index + 1), branch.body
        self.add(3, "the condition", [offset], [change], advice)

    def lines(self, run: Sequence[syntax.Statement]) -> str:
        """Return where statements are and a verb, such as ``lines 4 and 5 belong``."""
        first = self.line(run[0])
        last = max(self.line(part) for part in filter(is_located, syntax.walk(*run)))
        if len(run) == 1 and not isinstance(run[0], syntax.Simple):
            return f"the {what_block(run[0])} of line {first} belongs"
        if first == last:
            return f"line {first} belongs"
        return f"lines {first} {'and' if last == first + 1 else 'to'} {last} belong"

    def results(self, offset: int) -> Iterator[syntax.Return]:
        """Yield a return statement for each variable, for TRUE and for FALSE."""
        for name in self.kinds:
            yield syntax.Return(offset, syntax.Name(offset, name))
        for truth in BOOLEANS:
            yield syntax.Return(offset, syntax.Literal(offset, truth))

    def insert_after(
        self, place: Enclosed, index: int, statement: syntax.Statement
    ) -> None:
        """Add edits that insert a statement often missing after this one."""
        block, offset = place.block, statement.offset
        for part in syntax.walk_expressions(statement):
            if isinstance(part, syntax.Operation) and part.name in READS:
                remove = syntax.Operation(offset, READS[part.name], part.operands)
                self.insert(2, block, index, syntax.ExpressionStatement(offset, remove))
        false = syntax.Literal(offset, False)
        match statement:
            case syntax.Assign(target=syntax.Name() as target, value=syntax.Call()):
                self.insert(3, block, index, failing(target, false))
            case syntax.ExpressionStatement(expression=syntax.Call() as call):
                kind, end = "the result of a call", "return FALSE"
                check, becomes = (
                    failing(call, false),
                    f"{first_line(statement)} becomes",
                )
                advice = f"{becomes} {first_line(check)} {end}"
                self.rewrite(3, kind, block, index, check, advice)
                for first in filter(is_name, call.arguments[:1]):
                    both = [syntax.Assign(offset, first, call), failing(first, false)]
                    advice = f"{becomes} {' '.join(map(first_line, both))} {end}"
                    change = block, (index, index + 1), both
                    self.add(3, kind, [offset], [change], advice)

    def insert(
        self, rank: int, block: syntax.Block, index: int, new: syntax.Statement
    ) -> None:
        """Add an edit that inserts a statement after ``block[index]``."""
        text = first_line(new) + " return FALSE" * isinstance(new, syntax.If)
        before = block[index]
        after = "this line"
        if not isinstance(before, syntax.Simple):
            after = f"the end of the {what_block(before)} of line {self.line(before)}"
        self.add(
            *(rank, f"a statement is missing after {after}", [before.offset]),
            [(block, (index + 1, index + 1), [new])],
            f"add {text} after {after}",
            f"insert {text} {before!r}",
        )

    def drop(self, place: Enclosed, index: int, statement: syntax.Statement) -> None:
        change: Change = place.block, (index, index + 1), []
        if isinstance(statement, syntax.Simple):
            if not isinstance(statement, syntax.New):
                advice = f"leave out {first_line(statement)}"
                detail = f"drop {statement!r}"
                offsets = [statement.offset]
                self.add(2, "one statement too many", offsets, [change], advice, detail)
            return
        advice = f"leave out the whole {what_block(statement)}"
        self.add(3, "one statement too many", [statement.offset], [change], advice)

    def move(self, place: Enclosed, index: int, statement: syntax.Statement) -> None:
        """Add edits that move ``block[index]`` past the next, into or out of blocks."""
        block, offset = place.block, statement.offset
        if index + 1 < len(block):
            after = block[index + 1]
            first, second = self.line(statement), self.line(after)
            pair: Change = block, (index, index + 2), [after, statement]
            advice = f"line {second} belongs before line {first}"
            if first == second:
                advice = f"{first_line(after)} belongs before {first_line(statement)}"
            offsets = [offset, after.offset]
            self.add(2, "the order of two statements", offsets, [pair], advice)
        first, stop = max(0, index - MAX_RUN), min(index + MAX_RUN, len(block))
        if is_loop(statement):
            for start in range(first, index):
                self.move_in(block, (start, index), statement)
            for end in range(index + 1, stop):
                self.move_in(block, (index + 1, end + 1), statement)
        if isinstance(statement, syntax.If) and len(statement.branches) == 1:
            for other in range(first, stop):
                if other != index:
                    self.move_into_if(block, other, statement)
        for end in range(index + 1, min(index + MAX_RUN, len(block)) + 1):
            if end - index < len(block):  # a block is not emptied
                self.move_out(place, index, end)

    def move_in(self, block: syntax.Block, span: Span, loop: syntax.Statement) -> None:
        """Add edits that move statements beside a loop into it and its inner loops."""
        run, comes_before = block[slice(*span)], block[span[0]].offset < loop.offset
        for _ in range(MAX_BLOCKS):
            (inner,) = blocks_of(loop)
            position = 0 if comes_before else len(inner)
            changes: list[Change] = [
                (block, span, []),
                (inner, (position, position), run),
            ]
            advice = f"{self.lines(run)} inside the loop of line {self.line(loop)}"
            self.add(2, PLACE, [run[0].offset], changes, advice)
            loops = [*filter(is_loop, inner)]
            if not loops:
                return
            loop = loops[0 if comes_before else -1]

    def move_into_if(
        self, block: syntax.Block, index: int, statement: syntax.If
    ) -> None:
        """Add edits that move a statement beside an if into one of its parts."""
        moved = block[index]
        comes_before = moved.offset < statement.offset
        belongs, line = self.lines([moved]), self.line(statement)
        for inner, word in zip(blocks_of(statement), ("then", "else")):
            position = 0 if comes_before else len(inner)
            changes: list[Change] = [(block, (index, index + 1), [])]
            if word == "else" and statement.otherwise is None:
                changes.append((statement, "otherwise", [moved]))
            else:
                changes.append((inner, (position, position), [moved]))
            advice = f"{belongs} in the {word} part of the if of line {line}"
            self.add(2, PLACE, [moved.offset], changes, advice)

    def move_out(self, place: Enclosed, index: int, end: int) -> None:
        """Add edits that move statements out of the loops and ifs around them."""
        run, outer = place.block[index:end], place
        for _ in range(MAX_BLOCKS):
            owner, around = outer.owner, outer.around
            if owner is None or around is None:
                return
            what = what_block(owner)
            for word, position in (
                ("before", outer.position),
                ("after", outer.position + 1),
            ):
                changes: list[Change] = [
                    (place.block, (index, end), []),
                    (around.block, (position, position), run),
                ]
                advice = (
                    f"{self.lines(run)} {word} the {what} of line {self.line(owner)}"
                )
                rank = 2 if len(run) == 1 else 3
                self.add(rank, PLACE, [run[0].offset], changes, advice)
            outer = around

    def reset(self, block: syntax.Block, index: int, loop: syntax.While) -> None:
        """Add edits that set a variable of the loop ``block[index]`` before it.

        The value is the first constant assigned to the variable.
        """
        names = [part.name for part in syntax.walk(loop.condition) if is_name(part)]
        names += syntax.assigned_names(loop.body)
        offset = loop.offset
        for name in dict.fromkeys(names):
            if value := self.first_values.get(name):
                first = syntax.Assign(offset, syntax.Name(offset, name), value)
                change = block, (index, index), [first]
                advice = f"add {name} ← {expression_text(value)} before the loop"
                kind = "a statement is missing before the loop"
                self.add(2, kind, [loop.offset], [change], advice, f"reset {name}")

    def extend_while(self, loop: syntax.While) -> None:
        """Add edits that count a variable up or down at the end of a while."""
        body, offset = loop.body, loop.offset
        names = [part.name for part in syntax.walk(loop.condition) if is_name(part)]
        for name in dict.fromkeys(names):
            if fits(self.kinds.get(name, ""), "number"):
                for sign in SUMS:
                    variable = syntax.Name(offset, name)
                    more = syntax.Binary(
                        offset, sign, variable, syntax.Literal(offset, 1)
                    )
                    self.append(2, body, syntax.Assign(offset, variable, more))

    def extend_block(self, place: Enclosed) -> None:
        """Add edits that end a loop with a removal, or the function with a return."""
        block, owner = place.block, place.owner
        if owner is not None and is_loop(owner):
            parts = syntax.walk(*block)
            names = [part.name for part in parts if is_name(part)]
            for name in dict.fromkeys(names):
                kind = self.kinds.get(name, "")
                for remove, wanted in ("DEQUEUE", "queue"), ("POP", "stack"):
                    if kind == wanted:
                        offset = owner.offset
                        operation = syntax.Operation(
                            offset, remove, [syntax.Name(offset, name)]
                        )
                        self.append(
                            3, block, syntax.ExpressionStatement(offset, operation)
                        )
        elif owner is None and block and not isinstance(block[-1], syntax.Return):
            offset = block[-1].offset
            for given in self.results(offset):
                self.append(2, block, given, "the function")

    def append(
        self,
        rank: int,
        block: syntax.Block,
        new: syntax.Statement,
        what: str = "the loop",
    ) -> None:
        end = self.end
        if what == "the loop":
            parts = filter(is_located, syntax.walk(*block))
            end = max((part.offset for part in parts), default=new.offset)
        kind = f"a statement is missing at the end of {what}"
        advice = f"add {first_line(new)} at the end of {what}"
        self.add(rank, kind, [end], [(block, (len(block), len(block)), [new])], advice)


def failing(value: syntax.Expression, false: syntax.Literal) -> syntax.If:
    """Return the statement ``if value = FALSE then return FALSE``."""
    offset = false.offset
    back = syntax.Return(offset, false)
    branch = syntax.Branch(offset, syntax.Binary(offset, "=", value, false), [back])
    return syntax.If(offset, [branch], None)


def what_block(statement: syntax.Statement) -> str:
    return "loop" if is_loop(statement) else "if"


def is_loop(statement: syntax.Statement) -> bool:
    return isinstance(statement, (syntax.While, syntax.For))
