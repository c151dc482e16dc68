"""List the programs that are one edit away from a program.

An edit replaces an expression, replaces or inserts statements, or moves them. Edits of
rank 1 are slips of the pen, such as < for ≤; those of rank 5 change what the program
does. New parts use only the program's own names.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import combinations
from os.path import commonprefix
from typing import NamedTuple, TypeAlias, assert_never, cast

from pseudocode.reading import syntax
from pseudocode.reading.notation import expression_text
from pseudocode.reading.operators import NEAR, RELATIONS, SUMS
from pseudocode.reading.vocabulary import name_key

OTHER_READS = {"HEAD": "DEQUEUE", "DEQUEUE": "HEAD", "TOP": "POP", "POP": "TOP"}
# The kind of an edit that replaces another expression than a number by a number.
NUMERIC_PLACES: dict[tuple[type, str], str] = {
    (syntax.Call, "arguments"): "an argument",
    (syntax.For, "first"): "a bound",
    (syntax.For, "last"): "a bound",
    (syntax.Select, "position"): "a position",
}
# What the grammar allows in some places; everywhere else, every expression.
ALLOWED = {
    (syntax.Assign, "target"): syntax.Target,
    (syntax.ExpressionStatement, "expression"): syntax.Action,
    (syntax.Select, "vector"): syntax.Selectable,
}
TRUTH_FIELDS = ("condition", "left", "right", "operand", "value")
MAX_BLOCKS = 3  # out of which a statement is moved
MAX_RUN = 8  # statements that are moved together
MAX_INTEGER = 5  # that replaces another integer
MISSING = "a statement is missing"
PLACE = "the place of a statement"

Holder: TypeAlias = syntax.SyntaxNode | list[syntax.Expression] | syntax.Block
# What is replaced, and the new value: a field of a node, or the elements of a list from
# one index to another.
Span: TypeAlias = tuple[int, int]
Change: TypeAlias = tuple[Holder, str | Span, object]


class Move(NamedTuple):
    """Where the statements ``run`` go: ``place``, such as "before", and a statement.

    If it ``is_exchange``, that statement is the neighbor whose place they take.
    """

    run: syntax.Block
    place: str
    anchor: syntax.Statement
    is_exchange: bool = False


class Edit(NamedTuple):
    """A small change of a program, which can be applied and taken back.

    ``rank`` is 1 for slips of the pen, and higher for edits that change more. ``kind``
    says what is changed, such as "a comparison". ``changes`` are the assignments to the
    syntax tree. Edits with equal ``kind`` and ``slip`` are the same slip of the pen in
    several places; an edit whose ``times`` is above 1 makes so many of them together.
    An edit without a ``slip`` is made only once.
    """

    rank: int
    kind: str
    changes: Sequence[Change]
    slip: str = ""
    move: Move | None = None
    times: int = 1


class Rewrite(NamedTuple):
    """Another expression for a node.

    ``slip`` is as in `Edit`; "" is the difference of the two texts.
    """

    rank: int
    kind: str
    new: syntax.Expression
    slip: str = ""


# The rank and kind of an edit, and new statements for those of a block in a span.
StatementRewrite: TypeAlias = tuple[int, str, Span, syntax.Block]


class Names(NamedTuple):
    """The names that new parts of a function may use.

    ``structures`` has the variables that are used as structures, with the type of those
    that ``new`` creates, and "" for others; ``numbers`` are the other variables.
    ``functions`` has the number of parameters of each function. ``literals`` has the
    first number or truth value to which each variable is set.
    """

    numbers: Sequence[str]
    structures: Mapping[str, str]
    functions: Mapping[str, int]
    literals: Mapping[str, syntax.Literal]

    def variables(self) -> list[str]:
        return [*self.numbers, *self.structures]

    def others_like(self, call: syntax.Call) -> Iterator[str]:
        """Yield the other functions with as many parameters as ``call`` has."""
        for name, count in self.functions.items():
            if count == len(call.arguments) and name_key(name) != name_key(call.name):
                yield name


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
def apply_edit(edit: Edit) -> Iterator[None]:
    """Apply an edit to its program, and take it back at the end of the context."""
    undo = [apply_change(*change) for change in edit.changes]
    try:
        yield
    finally:
        for change in reversed(undo):
            apply_change(*change)


def apply_change(holder: Holder, key: str | Span, value: object) -> Change:
    """Make a change, and return the change that takes it back."""
    if isinstance(key, str):
        before = getattr(holder, key)
        setattr(holder, key, value)
        return holder, key, before
    items = cast("list[object]", holder)
    new = cast("list[object]", value)
    start, stop = key
    old = items[start:stop]
    items[start:stop] = new
    return holder, (start, start + len(new)), old


def edits(
    functions: Sequence[syntax.Function], parameter_counts: Mapping[str, int]
) -> list[Edit]:
    """Return all edits of ``functions``, those of the lowest rank first.

    ``parameter_counts`` has each function that can be called, by its name.
    """
    all_edits: list[Edit] = []
    for function in functions:
        found = [*function_edits(function, names_in(function, parameter_counts))]
        groups: dict[tuple[str, str], list[Edit]] = {}
        for edit in found:
            if edit.slip:
                groups.setdefault((edit.kind, edit.slip), []).append(edit)
        all_edits += found
        all_edits += [merge_edits(group) for group in groups.values() if len(group) > 1]
    return sorted(all_edits, key=lambda edit: edit.rank)


def merge_edits(group: Sequence[Edit]) -> Edit:
    """Return one edit that makes all edits of ``group``; its rank is theirs plus 1."""
    changes = [change for edit in group for change in edit.changes]
    first = group[0]
    return first._replace(rank=first.rank + 1, changes=changes, times=len(group))


def names_in(function: syntax.Function, parameter_counts: Mapping[str, int]) -> Names:
    """Return the names in ``function``; ``parameter_counts`` are as in `edits`."""
    structures: dict[str, str] = {}
    literals: dict[str, syntax.Literal] = {}
    for node in syntax.walk(function):
        match node:
            case syntax.New(kind=kind, name=name):
                structures[name] = kind
            case syntax.Select(vector=syntax.Name(name=name)):
                structures.setdefault(name, "")
            case syntax.Operation(operands=[*_, syntax.Name(name=name)]):
                structures.setdefault(name, "")
            case syntax.Assign(
                target=syntax.Name(name=name), value=syntax.Literal() as value
            ):
                literals.setdefault(name, value)
            # Other nodes do not say what a variable is.
    variables = dict.fromkeys(
        [*function.parameters, *syntax.assigned_names(function.body)]
    )
    numbers = [name for name in variables if name not in structures]
    known = {name: kind for name, kind in structures.items() if name in variables}
    own = name_key(function.name)
    others = {
        name: count for name, count in parameter_counts.items() if name_key(name) != own
    }
    return Names(numbers, known, others, literals)


def function_edits(function: syntax.Function, names: Names) -> Iterator[Edit]:
    """Yield the edits of ``function``, whose names are ``names``."""
    for statement in syntax.walk_statements(function.body):
        if isinstance(statement, syntax.For):
            yield from loop_edits(statement)
    yield from expression_edits(function, names)
    yield from name_exchanges(function.body)
    places = [*enclosed_blocks(Enclosed(function.body))]
    for place in places:
        for index in range(len(place.block)):
            for rank, kind, span, new in statement_rewrites(place.block, index, names):
                yield Edit(rank, kind, [(place.block, span, new)])
    body = function.body
    end = len(function.body)
    if body and not isinstance(body[-1], syntax.Return):
        for result in results(body[-1].offset, names):
            at_end = f"{MISSING} at the end of the function"
            yield Edit(4, at_end, [(body, (end, end), [result])])
    for place in places:
        for index in range(len(place.block)):
            yield from moves(place, index)


# Expressions


def expression_edits(node: syntax.SyntaxNode, names: Names) -> Iterator[Edit]:
    """Yield the edits of each expression in ``node``, and in the blocks inside it."""
    for field, value in node.__dict__.items():
        for index, child in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(child, syntax.Expression):
                where: Change = node, field, None
                if child is not value:
                    where = value, (index, index + 1), None
                for rewrite in expression_rewrites(child, node, field, names):
                    if may_stand(node, field, rewrite.new):
                        yield expression_edit(rewrite, child, where)
            if isinstance(child, syntax.SyntaxNode):
                yield from expression_edits(child, names)


def expression_edit(rewrite: Rewrite, old: syntax.Expression, where: Change) -> Edit:
    """Return the edit that puts another expression in the place of ``old``.

    The place is the first two parts of ``where``. If only fields of ``old`` change, the
    edit changes them, so that it can be made together with edits of its other parts.
    """
    rank, kind, new, slip = rewrite
    holder, key, _ = where
    changes: list[Change] = [(holder, key, new if isinstance(key, str) else [new])]
    if type(new) is type(old) and not any(part is old for part in new.children()):
        values = new.__dict__.items()
        changes = [
            (old, key, value) for key, value in values if value is not old.__dict__[key]
        ]
    if rank == 1:
        slip = slip or text_change(expression_text(old), expression_text(new))
    return Edit(rank, kind, changes, slip)


def text_change(old: str, new: str) -> str:
    """Return the parts of two texts between equal ends, such as ``< ≤``."""
    start = len(commonprefix([old, new]))
    ends = [text[start:][::-1] for text in (old, new)]
    same = len(commonprefix(ends))
    return " ".join(end[same:][::-1] for end in ends)


def may_stand(parent: syntax.SyntaxNode, field: str, new: syntax.Expression) -> bool:
    """Return whether the grammar allows ``new`` as the ``field`` of ``parent``."""
    return isinstance(new, ALLOWED.get((type(parent), field), syntax.Expression))


def expression_rewrites(  # noqa: C901 (a case for each kind of node)
    node: syntax.Expression, parent: syntax.SyntaxNode, field: str, names: Names
) -> Iterator[Rewrite]:
    """Yield other expressions for ``node``, which is the ``field`` of ``parent``."""
    at = node.offset
    match node:
        case syntax.Literal(value=bool() as value):
            opposite = replace(node, value=not value)
            yield Rewrite(1, "a truth value", opposite, type(parent).__name__)
        case syntax.Literal(value=int() as value):
            yield from number_rewrites(node, value, isinstance(parent, syntax.Select))
            for name in names.numbers:
                yield Rewrite(3, "a number", syntax.Name(at, name))
        case syntax.Name(name=name):
            alike = names.structures if name in names.structures else names.numbers
            for other in alike:
                if other != name:
                    yield Rewrite(3, "a variable", replace(node, name=other))
        case syntax.Select(
            vector=syntax.Select(vector=vector, position=first) as inner
        ):
            turned = syntax.Select(inner.offset, vector, node.position)
            other_order = syntax.Select(at, turned, first)
            yield Rewrite(1, "the order of two positions", other_order)
        case syntax.Unary(operator="¬", operand=operand):
            yield Rewrite(1, "a negation", operand)
        case syntax.Binary():
            yield from binary_rewrites(node)
        case syntax.Operation(name=name) if name in OTHER_READS:
            if not isinstance(parent, syntax.ExpressionStatement):
                yield Rewrite(2, "an operation", replace(node, name=OTHER_READS[name]))
        case syntax.Call(name=name, arguments=arguments):
            for i, j in combinations(range(len(arguments)), 2):
                order = [*arguments]
                order[i] = arguments[j]
                order[j] = arguments[i]
                new = replace(node, arguments=order)
                yield Rewrite(1, "the order of two arguments", new)
            for function in names.others_like(node):
                yield Rewrite(2, "a function", replace(node, name=function))
        # A sign and a hole have no rewrite of their own.
    yield from place_rewrites(node, parent, field, names)


def number_rewrites(
    node: syntax.Literal, value: int, is_position: bool
) -> Iterator[Rewrite]:
    """Yield other numbers for ``node``, whose ``value`` is a whole number."""
    numbers = {*range(MAX_INTEGER + 1), max(value - 1, 0), value + 1} - {value}
    for number in sorted(numbers):
        change = number - value
        other = replace(node, value=number)
        if abs(change) == 1:
            yield Rewrite(1, "a number", other)
            if is_position:  # all positions together
                yield Rewrite(1, "a position", other, str(change))
        else:
            yield Rewrite(5, "a number", other)


def binary_rewrites(node: syntax.Binary) -> Iterator[Rewrite]:
    """Yield other expressions for an operation on two operands."""
    sign = node.operator
    kind = "a comparison" if sign in RELATIONS else "an operator"
    if sign in NEAR:
        yield Rewrite(1, kind, replace(node, operator=NEAR[sign]))
    for other in RELATIONS if sign in RELATIONS else ():
        if other not in (sign, NEAR[sign]):
            yield Rewrite(2, kind, replace(node, operator=other))
    if sign not in RELATIONS:
        yield Rewrite(2, "an operand", node.left)
        yield Rewrite(2, "an operand", node.right)
    if sign in SUMS and isinstance(node.left, syntax.Name):
        yield Rewrite(5, "an operand", replace(node, left=twice(node.left)))
    if sign in SUMS and isinstance(node.right, syntax.Name):
        yield Rewrite(5, "an operand", replace(node, right=twice(node.right)))


def twice(name: syntax.Name) -> syntax.Binary:
    at = name.offset
    return syntax.Binary(at, "×", syntax.Literal(at, 2), name)


def place_rewrites(
    node: syntax.Expression, parent: syntax.SyntaxNode, field: str, names: Names
) -> Iterator[Rewrite]:
    """Yield other expressions for ``node`` that suit its place."""
    at = node.offset
    kind = NUMERIC_PLACES.get((type(parent), field))
    is_structure = isinstance(node, syntax.Name) and node.name in names.structures
    if kind and not is_structure and not isinstance(node, syntax.Literal):
        for sign in SUMS:
            more = syntax.Binary(at, sign, node, syntax.Literal(at, 1))
            yield Rewrite(3, kind, more)
        for number in (3, 4, 5) if isinstance(parent, syntax.Select) else ():
            rest = syntax.Binary(at, "−", syntax.Literal(at, number), node)
            yield Rewrite(5, kind, rest)
    if isinstance(parent, syntax.Return):
        for result in results(at, names):
            if result.value and result.value != node:
                yield Rewrite(3, "the returned value", result.value)
    if field == "condition" and not isinstance(node, syntax.Unary):
        if not isinstance(node, syntax.Binary) or node.operator not in RELATIONS:
            yield Rewrite(2, "a missing negation", syntax.Unary(at, "¬", node))
    if isinstance(node, syntax.Call) and field in TRUTH_FIELDS:
        for function in names.others_like(node):
            both = syntax.Binary(at, "∧", node, replace(node, name=function))
            yield Rewrite(5, "a condition", both)


def loop_edits(loop: syntax.For) -> Iterator[Edit]:
    """Yield edits that exchange < and ≤ in the header of a loop."""
    for field in "excludes_last", "excludes_first":
        before = getattr(loop, field)
        yield Edit(1, "a comparison", [(loop, field, not before)], f"{field} {before}")


def name_exchanges(block: syntax.Block) -> Iterator[Edit]:
    """Yield edits that exchange two variables, except in loop headers and ``new``."""
    uses: dict[str, list[syntax.Name]] = {}
    for node in syntax.walk(*block):
        if isinstance(node, syntax.Name):
            uses.setdefault(node.name, []).append(node)
    for one, other in combinations(uses, 2):
        changes: list[Change] = [(use, "name", other) for use in uses[one]]
        changes += [(use, "name", one) for use in uses[other]]
        yield Edit(3, "two variables", changes)


# Statements


def statement_rewrites(  # noqa: C901 (a case for each kind of node)
    block: syntax.Block, index: int, names: Names
) -> Iterator[StatementRewrite]:
    """Yield what may replace ``block[index]`` or be inserted beside it."""
    statement = block[index]
    here = (index, index + 1)
    at = statement.offset
    match statement:
        case syntax.For(variable=variable, body=body):
            for name, kind in names.structures.items():
                if kind != "Vector" and variable not in used_names(*body):
                    empty = syntax.Operation(at, "EMPTY", [syntax.Name(at, name)])
                    until = syntax.While(at, syntax.Unary(at, "¬", empty), body)
                    yield 4, "how often the loop runs", here, [until]
        case syntax.While(condition=condition, body=body):
            for name in dict.fromkeys(used_names(condition)):
                for sign in SUMS if name in names.numbers else ():
                    counter = syntax.Name(at, name)
                    more = syntax.Binary(at, sign, counter, syntax.Literal(at, 1))
                    step = syntax.Assign(at, counter, more)
                    longer = replace(statement, body=[*body, step])
                    yield 4, f"{MISSING} at the end of the loop", here, [longer]
            changed = [*used_names(condition), *syntax.assigned_names(body)]
            for name in dict.fromkeys(changed):
                if value := names.literals.get(name):
                    first = syntax.Assign(at, syntax.Name(at, name), value)
                    yield 4, f"{MISSING} before the loop", (index, index), [first]
        case syntax.Assign(target=syntax.Name() as target, value=syntax.Call()):
            check = return_false_if(target)
            yield 4, f"{MISSING} after this line", (index + 1, index + 1), [check]
        case syntax.ExpressionStatement(expression=syntax.Call() as call):
            yield 4, "the result of a call", here, [return_false_if(call)]
        case syntax.Break():
            for result in results(at, names):
                yield 4, "how the loop is left", here, [result]
        # The other statements are only moved, dropped or have their parts rewritten.
    if isinstance(statement, syntax.Simple) and not isinstance(statement, syntax.New):
        yield 3, "one statement too many", here, []


def results(offset: int, names: Names) -> Iterator[syntax.Return]:
    """Yield a return statement for each variable, for TRUE and for FALSE."""
    for name in names.variables():
        yield syntax.Return(offset, syntax.Name(offset, name))
    for truth in True, False:
        yield syntax.Return(offset, syntax.Literal(offset, truth))


def return_false_if(value: syntax.Expression) -> syntax.If:
    """Return the statement ``if value = FALSE then return FALSE``."""
    at = value.offset
    false = syntax.Literal(at, False)
    condition = syntax.Binary(at, "=", value, false)
    return syntax.If(
        at, [syntax.Branch(at, condition, [syntax.Return(at, false)])], None
    )


def moves(place: Enclosed, index: int) -> Iterator[Edit]:
    """Yield edits that move a statement past the next one, into or out of blocks."""
    block = place.block
    statement = place.block[index]
    if index + 1 < len(block):
        after = block[index + 1]
        move = Move([after], "before", statement, True)
        changes: list[Change] = [(block, (index, index + 2), [after, statement])]
        yield Edit(4, "the order of two statements", changes, move=move)
    if is_loop(statement):
        for size in range(1, MAX_RUN + 1):
            yield from moves_in(block, index, size, statement)
    if isinstance(statement, syntax.If) and len(statement.branches) == 1:
        yield from moves_in(block, index, 1, statement)
    for end in range(index + 1, min(index + MAX_RUN, len(block)) + 1):
        if end - index < len(block):  # a block is not emptied
            yield from moves_out(place, index, end)


def moves_in(
    block: syntax.Block, index: int, size: int, around: syntax.Statement
) -> Iterator[Edit]:
    """Yield edits that move ``size`` statements beside a loop or an if into it.

    The loop or if is ``block[index]``; the statements go into inner loops, too.
    """
    for start in index - size, index + 1:
        span = (start, start + size)
        outer = around
        run = block[slice(*span)] if start >= 0 else []
        for _ in range(MAX_BLOCKS if len(run) == size else 0):
            for inner, part in zip(blocks_of(outer), ("then", "else")):
                position = len(inner) if start > index else 0
                target: Change = inner, (position, position), run
                where = "into the body of"
                if isinstance(outer, syntax.If):
                    where = f"into the {part} part of"
                    if part == "else" and outer.otherwise is None:
                        target = outer, "otherwise", run
                changes = [(block, span, []), target]
                yield Edit(4, PLACE, changes, move=Move(run, where, outer))
            loops = [*filter(is_loop, inner)]
            if not loops or isinstance(outer, syntax.If):
                break
            outer = loops[-1 if start > index else 0]


def moves_out(place: Enclosed, index: int, end: int) -> Iterator[Edit]:
    """Yield edits that move statements out of the loops and ifs around them."""
    run = place.block[index:end]
    outer = place
    for _ in range(MAX_BLOCKS):
        owner = outer.owner
        around = outer.around
        if owner is None or around is None:
            return
        for word, position in ("before", outer.position), ("after", outer.position + 1):
            target: Change = around.block, (position, position), run
            changes = [(place.block, (index, end), []), target]
            rank = 4 if len(run) == 1 else 5
            yield Edit(rank, PLACE, changes, move=Move(run, word, owner))
        outer = around


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


def used_names(*nodes: syntax.SyntaxNode) -> list[str]:
    return [part.name for part in syntax.walk(*nodes) if isinstance(part, syntax.Name)]


def is_loop(statement: syntax.Statement) -> bool:
    return isinstance(statement, (syntax.While, syntax.For))
