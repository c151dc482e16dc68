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
from typing import NamedTuple, TypeAlias, cast

from pseudocode.reading import syntax
from pseudocode.reading.notation import expression_text
from pseudocode.reading.operators import NEAR, RELATION_SYMBOLS, SUMS
from pseudocode.reading.vocabulary import name_key

OTHER_READS = {"HEAD": "DEQUEUE", "DEQUEUE": "HEAD", "TOP": "POP", "POP": "TOP"}
# The fields whose expression may lack a "+ 1" or "− 1", and the kind of that edit.
NUMERIC_FIELDS: dict[tuple[type, str], str] = {
    (syntax.Call, "arguments"): "an argument",
    (syntax.For, "first"): "a bound",
    (syntax.For, "last"): "a bound",
    (syntax.Select, "position"): "a position",
}
# The fields for which the grammar allows only some expressions.
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
STATEMENT_PLACE = "the place of a statement"


class FieldChange(NamedTuple):
    """An assignment of ``value`` to the ``field`` of a node."""

    holder: syntax.SyntaxNode
    field: str
    value: object

    def apply(self) -> "FieldChange":
        """Make the change, and return the change that takes it back."""
        old = getattr(self.holder, self.field)
        setattr(self.holder, self.field, self.value)
        return self._replace(value=old)


class ListChange(NamedTuple):
    """The replacement of the items ``start`` to ``stop`` - 1 of a list by ``value``.

    The list has the statements of a block or the operands of a node.
    """

    holder: list[syntax.Expression] | syntax.Block
    start: int
    stop: int
    value: Sequence[syntax.Expression | syntax.Statement]

    def apply(self) -> "ListChange":
        """Make the change, and return the change that takes it back."""
        items = cast("list[object]", self.holder)
        old = self.holder[self.start : self.stop]
        items[self.start : self.stop] = self.value
        return ListChange(self.holder, self.start, self.start + len(self.value), old)


NodeChange: TypeAlias = FieldChange | ListChange


class StatementMove(NamedTuple):
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
    says what is changed, such as "a comparison". ``changes`` are those of the syntax
    tree. Edits with equal ``kind`` and ``slip`` are the same slip of the pen in
    several places; an edit whose ``times`` is above 1 makes so many of them together.
    An edit without a ``slip`` is made only once.
    """

    rank: int
    kind: str
    changes: Sequence[NodeChange]
    slip: str = ""
    move: StatementMove | None = None
    times: int = 1


class Rewrite(NamedTuple):
    """Another expression for a node.

    ``slip`` is as in `Edit`; "" is the difference of the two texts.
    """

    rank: int
    kind: str
    new: syntax.Expression
    slip: str = ""


class Slot(NamedTuple):
    """The place of the node ``child`` in a tree: the ``field`` of its ``parent``.

    If the field is a list, ``position`` is that of the child.
    """

    parent: syntax.SyntaxNode
    field: str
    child: syntax.SyntaxNode
    position: int | None = None

    def accepts(self, node: syntax.Expression) -> bool:
        """Return whether the grammar allows ``node`` in this place."""
        allowed = ALLOWED.get((type(self.parent), self.field), syntax.Expression)
        return isinstance(node, allowed)

    def change_to(self, node: syntax.Expression) -> NodeChange:
        """Return the change that puts ``node`` in the place of the child."""
        if self.position is None:
            return FieldChange(self.parent, self.field, node)
        children = getattr(self.parent, self.field)
        return ListChange(children, self.position, self.position + 1, [node])


def _slots_of(parent: syntax.SyntaxNode) -> Iterator[Slot]:
    """Yield a slot for each child of ``parent``."""
    for field, value in parent.__dict__.items():
        if isinstance(value, list):
            for position, item in enumerate(value):
                if isinstance(item, syntax.SyntaxNode):
                    yield Slot(parent, field, item, position)
        elif isinstance(value, syntax.SyntaxNode):
            yield Slot(parent, field, value)


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


class NestedBlock(NamedTuple):
    """A block, and the statement that contains it: ``outer.block[position]``."""

    block: syntax.Block
    outer: "NestedBlock | None" = None
    position: int = 0


@contextmanager
def apply_edit(edit: Edit) -> Iterator[None]:
    """Apply an edit to its program, and take it back at the end of the context."""
    reversals = [change.apply() for change in edit.changes]
    try:
        yield
    finally:
        for change in reversed(reversals):
            change.apply()


def edits(
    functions: Sequence[syntax.Function], parameter_counts: Mapping[str, int]
) -> list[Edit]:
    """Return all edits of ``functions``, those of the lowest rank first.

    ``parameter_counts`` has each function that can be called, by its name.
    """
    all_edits: list[Edit] = []
    for function in functions:
        edits_by_slip: dict[tuple[str, str], list[Edit]] = {}
        for edit in _function_edits(function, _names_in(function, parameter_counts)):
            all_edits.append(edit)
            if edit.slip:
                edits_by_slip.setdefault((edit.kind, edit.slip), []).append(edit)
        for group in edits_by_slip.values():
            if len(group) > 1:
                all_edits.append(_merge_edits(group))
    return sorted(all_edits, key=lambda edit: edit.rank)


def _merge_edits(group: Sequence[Edit]) -> Edit:
    changes = [change for edit in group for change in edit.changes]
    first = group[0]
    return first._replace(rank=first.rank + 1, changes=changes, times=len(group))


def _names_in(function: syntax.Function, parameter_counts: Mapping[str, int]) -> Names:
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
    for name in structures.keys() - variables.keys():
        del structures[name]
    function_key = name_key(function.name)
    other_functions = {
        name: count
        for name, count in parameter_counts.items()
        if name_key(name) != function_key
    }
    return Names(numbers, structures, other_functions, literals)


def _function_edits(function: syntax.Function, names: Names) -> Iterator[Edit]:
    """Yield the edits of ``function``, whose names are ``names``."""
    body = function.body
    for statement in syntax.walk_statements(body):
        if isinstance(statement, syntax.For):
            yield from _loop_bound_edits(statement)
    yield from _expression_edits(function, names)
    yield from _name_exchanges(body)
    blocks = [*_nested_blocks(NestedBlock(body))]
    for nested in blocks:
        for index in range(len(nested.block)):
            yield from _statement_edits(nested.block, index, names)
    if body and not isinstance(body[-1], syntax.Return):
        for result in _return_statements(body[-1].offset, names):
            at_end = ListChange(body, len(body), len(body), [result])
            yield Edit(4, f"{MISSING} at the end of the function", [at_end])
    for nested in blocks:
        for index in range(len(nested.block)):
            yield from _moves(nested, index)


# Expressions


def _expression_edits(node: syntax.SyntaxNode, names: Names) -> Iterator[Edit]:
    """Yield the edits of each expression in ``node``, and in the blocks inside it."""
    for slot in _slots_of(node):
        child = slot.child
        if isinstance(child, syntax.Expression):
            for rewrite in _expression_rewrites(child, slot, names):
                if slot.accepts(rewrite.new):
                    yield _expression_edit(rewrite, child, slot)
        yield from _expression_edits(child, names)


def _expression_edit(rewrite: Rewrite, old: syntax.Expression, slot: Slot) -> Edit:
    """Return the edit that puts another expression in the place of ``old``.

    If only fields of ``old`` change, the edit changes them, so that it can be made
    together with edits of its other parts.
    """
    rank, kind, new, slip = rewrite
    changes: list[NodeChange] = [slot.change_to(new)]
    contains_old = any(child is old for child in new.children())
    if type(new) is type(old) and not contains_old:
        changes = [
            FieldChange(old, field, value)
            for field, value in new.__dict__.items()
            if value is not old.__dict__[field]
        ]
    if rank == 1 and not slip:
        slip = text_change(expression_text(old), expression_text(new))
    return Edit(rank, kind, changes, slip)


def text_change(old: str, new: str) -> str:
    """Return the parts of two texts between equal ends, such as ``< ≤``."""
    start = len(commonprefix([old, new]))
    old_reversed = old[start:][::-1]
    new_reversed = new[start:][::-1]
    same = len(commonprefix([old_reversed, new_reversed]))
    return f"{old_reversed[same:][::-1]} {new_reversed[same:][::-1]}"


def _expression_rewrites(
    node: syntax.Expression, slot: Slot, names: Names
) -> Iterator[Rewrite]:
    """Yield other expressions for ``node``, which is in ``slot``."""
    yield from _node_rewrites(node, slot.parent, names)
    yield from _offset_rewrites(node, slot, names)
    if isinstance(slot.parent, syntax.Return):
        for result in _return_statements(node.offset, names):
            if result.value and result.value != node:
                yield Rewrite(3, "the returned value", result.value)
    yield from _condition_rewrites(node, slot.field, names)


def _node_rewrites(  # noqa: C901 (a case for each kind of node)
    node: syntax.Expression, parent: syntax.SyntaxNode, names: Names
) -> Iterator[Rewrite]:
    """Yield other expressions for ``node``, a child of ``parent``, by its kind."""
    match node:
        case syntax.Literal(value=bool() as value):
            opposite = replace(node, value=not value)
            yield Rewrite(1, "a truth value", opposite, type(parent).__name__)
        case syntax.Literal(value=int() as value):
            yield from _number_rewrites(node, value, isinstance(parent, syntax.Select))
            for name in names.numbers:
                yield Rewrite(3, "a number", syntax.Name(node.offset, name))
        case syntax.Name(name=name):
            alike = names.structures if name in names.structures else names.numbers
            for other in alike:
                if other != name:
                    yield Rewrite(3, "a variable", replace(node, name=other))
        case syntax.Select(vector=syntax.Select() as inner):
            row = replace(inner, position=node.position)
            other_order = replace(node, vector=row, position=inner.position)
            yield Rewrite(1, "the order of two positions", other_order)
        case syntax.Unary(operator="¬", operand=operand):
            yield Rewrite(1, "a negation", operand)
        case syntax.Binary():
            yield from _binary_rewrites(node)
        case syntax.Operation(name=name) if name in OTHER_READS:
            if not isinstance(parent, syntax.ExpressionStatement):
                yield Rewrite(2, "an operation", replace(node, name=OTHER_READS[name]))
        case syntax.Call(arguments=arguments):
            for i, j in combinations(range(len(arguments)), 2):
                swapped = [*arguments]
                swapped[i] = arguments[j]
                swapped[j] = arguments[i]
                new = replace(node, arguments=swapped)
                yield Rewrite(1, "the order of two arguments", new)
            for function in names.others_like(node):
                yield Rewrite(2, "a function", replace(node, name=function))
        # A sign and a hole have no rewrite of their own.


def _number_rewrites(
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


def _binary_rewrites(node: syntax.Binary) -> Iterator[Rewrite]:
    """Yield other expressions for an operation on two operands."""
    sign = node.operator
    if sign in RELATION_SYMBOLS:
        kind = "a comparison"
        yield Rewrite(1, kind, replace(node, operator=NEAR[sign]))
        for other in RELATION_SYMBOLS:
            if other not in (sign, NEAR[sign]):
                yield Rewrite(2, kind, replace(node, operator=other))
        return
    if sign in NEAR:
        yield Rewrite(1, "an operator", replace(node, operator=NEAR[sign]))
    yield Rewrite(2, "an operand", node.left)
    yield Rewrite(2, "an operand", node.right)
    if sign in SUMS and isinstance(node.left, syntax.Name):
        yield Rewrite(5, "an operand", replace(node, left=_twice(node.left)))
    if sign in SUMS and isinstance(node.right, syntax.Name):
        yield Rewrite(5, "an operand", replace(node, right=_twice(node.right)))


def _twice(name: syntax.Name) -> syntax.Binary:
    two = syntax.Literal(name.offset, 2)
    return syntax.Binary(name.offset, "×", two, name)


def _offset_rewrites(
    node: syntax.Expression, slot: Slot, names: Names
) -> Iterator[Rewrite]:
    """Yield ``node`` plus and minus 1 and, for a position, 3, 4 and 5 minus it.

    Only expressions in NUMERIC_FIELDS that may be numbers, but not literals, have
    these rewrites.
    """
    kind = NUMERIC_FIELDS.get((type(slot.parent), slot.field))
    is_structure = isinstance(node, syntax.Name) and node.name in names.structures
    if not kind or is_structure or isinstance(node, syntax.Literal):
        return
    offset = node.offset
    for sign in SUMS:
        changed = syntax.Binary(offset, sign, node, syntax.Literal(offset, 1))
        yield Rewrite(3, kind, changed)
    if isinstance(slot.parent, syntax.Select):
        for number in (3, 4, 5):
            literal = syntax.Literal(offset, number)
            yield Rewrite(5, kind, syntax.Binary(offset, "−", literal, node))


def _condition_rewrites(
    node: syntax.Expression, field: str, names: Names
) -> Iterator[Rewrite]:
    """Yield a negation of ``node``, and conjunctions, if its ``field`` is a condition."""
    is_relation = isinstance(node, syntax.Binary) and node.operator in RELATION_SYMBOLS
    if field == "condition" and not is_relation and not isinstance(node, syntax.Unary):
        negation = syntax.Unary(node.offset, "¬", node)
        yield Rewrite(2, "a missing negation", negation)
    if field in TRUTH_FIELDS and isinstance(node, syntax.Call):
        for function in names.others_like(node):
            other_call = replace(node, name=function)
            conjunction = syntax.Binary(node.offset, "∧", node, other_call)
            yield Rewrite(5, "a condition", conjunction)


def _loop_bound_edits(loop: syntax.For) -> Iterator[Edit]:
    for field in "excludes_last", "excludes_first":
        is_excluded = getattr(loop, field)
        change = FieldChange(loop, field, not is_excluded)
        yield Edit(1, "a comparison", [change], f"{field} {is_excluded}")


def _name_exchanges(block: syntax.Block) -> Iterator[Edit]:
    """Yield edits that exchange two variables, except in loop headers and ``new``."""
    uses: dict[str, list[syntax.Name]] = {}
    for node in syntax.walk(*block):
        if isinstance(node, syntax.Name):
            uses.setdefault(node.name, []).append(node)
    for first, second in combinations(uses, 2):
        changes = [FieldChange(use, "name", second) for use in uses[first]]
        changes += [FieldChange(use, "name", first) for use in uses[second]]
        yield Edit(3, "two variables", changes)


# Statements


def _statement_edits(block: syntax.Block, index: int, names: Names) -> Iterator[Edit]:
    """Yield edits that replace or drop ``block[index]``, or insert a statement there."""
    statement = block[index]
    offset = statement.offset
    match statement:
        case syntax.For():
            for loop in _loops_until_empty(statement, names):
                change = ListChange(block, index, index + 1, [loop])
                yield Edit(4, "how often the loop runs", [change])
        case syntax.While():
            for loop in _counting_loops(statement, names):
                change = ListChange(block, index, index + 1, [loop])
                yield Edit(4, f"{MISSING} at the end of the loop", [change])
            for assignment in _initial_assignments(statement, names):
                change = ListChange(block, index, index, [assignment])
                yield Edit(4, f"{MISSING} before the loop", [change])
        case syntax.Assign(target=syntax.Name() as target, value=syntax.Call()):
            test = _return_false_if_false(target)
            change = ListChange(block, index + 1, index + 1, [test])
            yield Edit(4, f"{MISSING} after this line", [change])
        case syntax.ExpressionStatement(expression=syntax.Call() as call):
            change = ListChange(block, index, index + 1, [_return_false_if_false(call)])
            yield Edit(4, "the result of a call", [change])
        case syntax.Break():
            for result in _return_statements(offset, names):
                change = ListChange(block, index, index + 1, [result])
                yield Edit(4, "how the loop is left", [change])
        # The other statements are only moved, dropped or have their parts rewritten.
    if isinstance(statement, syntax.Simple) and not isinstance(statement, syntax.New):
        dropping = ListChange(block, index, index + 1, [])
        yield Edit(3, "one statement too many", [dropping])


def _loops_until_empty(loop: syntax.For, names: Names) -> Iterator[syntax.While]:
    """Yield ``loop`` as ``while ¬EMPTY[s]`` for each structure s but vectors."""
    offset = loop.offset
    if loop.variable in _used_names(*loop.body):
        return
    for name, kind in names.structures.items():
        if kind != "Vector":
            empty = syntax.Operation(offset, "EMPTY", [syntax.Name(offset, name)])
            condition = syntax.Unary(offset, "¬", empty)
            yield syntax.While(offset, condition, loop.body)


def _counting_loops(loop: syntax.While, names: Names) -> Iterator[syntax.While]:
    """Yield ``loop`` with a last statement that counts a number of its condition."""
    offset = loop.offset
    for name in dict.fromkeys(_used_names(loop.condition)):
        if name in names.numbers:
            for sign in SUMS:
                counter = syntax.Name(offset, name)
                one = syntax.Literal(offset, 1)
                next_value = syntax.Binary(offset, sign, counter, one)
                step = syntax.Assign(offset, counter, next_value)
                yield replace(loop, body=[*loop.body, step])


def _initial_assignments(loop: syntax.While, names: Names) -> Iterator[syntax.Assign]:
    """Yield assignments of literals to the variables that ``loop`` may need reset."""
    names_in_loop = [*_used_names(loop.condition), *syntax.assigned_names(loop.body)]
    for name in dict.fromkeys(names_in_loop):
        if literal := names.literals.get(name):
            variable = syntax.Name(loop.offset, name)
            yield syntax.Assign(loop.offset, variable, literal)


def _return_statements(offset: int, names: Names) -> Iterator[syntax.Return]:
    for name in names.variables():
        yield syntax.Return(offset, syntax.Name(offset, name))
    for truth in True, False:
        yield syntax.Return(offset, syntax.Literal(offset, truth))


def _return_false_if_false(value: syntax.Expression) -> syntax.If:
    offset = value.offset
    false = syntax.Literal(offset, False)
    condition = syntax.Binary(offset, "=", value, false)
    branch = syntax.Branch(offset, condition, [syntax.Return(offset, false)])
    return syntax.If(offset, [branch], None)


def _moves(nested: NestedBlock, index: int) -> Iterator[Edit]:
    """Yield edits that move a statement past the next one, into or out of blocks."""
    block = nested.block
    statement = block[index]
    if index + 1 < len(block):
        following = block[index + 1]
        move = StatementMove([following], "before", statement, is_exchange=True)
        exchange = ListChange(block, index, index + 2, [following, statement])
        yield Edit(4, "the order of two statements", [exchange], move=move)
    if is_loop(statement):
        for size in range(1, MAX_RUN + 1):
            yield from _moves_into(block, index, size)
    if isinstance(statement, syntax.If) and len(statement.branches) == 1:
        yield from _moves_into(block, index, 1)
    for end in range(index + 1, min(index + MAX_RUN, len(block)) + 1):
        if end - index < len(block):  # a block is not emptied
            yield from _moves_out(nested, index, end)


def _moves_into(block: syntax.Block, index: int, size: int) -> Iterator[Edit]:
    """Yield edits that move ``size`` statements into the loop or if ``block[index]``.

    They are the statements before or after it, and go into inner loops, too.
    """
    for start in index - size, index + 1:
        if not 0 <= start <= len(block) - size:
            continue
        run = block[start : start + size]
        removal = ListChange(block, start, start + size, [])
        is_after = start > index
        for target in _nested_targets(block[index], is_after):
            for preposition, insertion in _insertions(target, run, is_after):
                move = StatementMove(run, preposition, target)
                yield Edit(4, STATEMENT_PLACE, [removal, insertion], move=move)


def _nested_targets(
    statement: syntax.Statement, is_last: bool
) -> Iterator[syntax.Statement]:
    """Yield ``statement``, then the first or, if ``is_last``, the last loop in it.

    Each loop is followed by such a loop in its body, and an ``if`` by none.
    """
    for _ in range(MAX_BLOCKS):
        yield statement
        if not isinstance(statement, syntax.While | syntax.For):
            return
        loops = [node for node in statement.body if is_loop(node)]
        if not loops:
            return
        statement = loops[-1 if is_last else 0]


def _insertions(
    target: syntax.Statement, run: syntax.Block, at_end: bool
) -> Iterator[tuple[str, NodeChange]]:
    """Yield each change that puts ``run`` into a block of ``target``, and its place.

    The place is text, such as "into the body of". ``target`` is a loop or an ``if`` with
    one branch; ``run`` becomes the beginning of the block or, if ``at_end``, its end.
    """
    prepositions = ["into the body of"]
    if isinstance(target, syntax.If):
        prepositions = ["into the then part of", "into the else part of"]
    for preposition, block in zip(prepositions, _blocks_of(target)):
        position = len(block) if at_end else 0
        insertion: NodeChange = ListChange(block, position, position, run)
        if isinstance(target, syntax.If) and block is not target.branches[0].body:
            if target.otherwise is None:
                insertion = FieldChange(target, "otherwise", run)
        yield preposition, insertion


def _moves_out(nested: NestedBlock, index: int, end: int) -> Iterator[Edit]:
    """Yield edits that move statements out of the loops and ifs around them."""
    run = nested.block[index:end]
    removal = ListChange(nested.block, index, end, [])
    rank = 4 if len(run) == 1 else 5
    current = nested
    for _ in range(MAX_BLOCKS):
        outer = current.outer
        if outer is None:
            return
        anchor = outer.block[current.position]
        for word, shift in ("before", 0), ("after", 1):
            position = current.position + shift
            insertion = ListChange(outer.block, position, position, run)
            move = StatementMove(run, word, anchor)
            yield Edit(rank, STATEMENT_PLACE, [removal, insertion], move=move)
        current = outer


def _blocks_of(statement: syntax.Statement) -> list[syntax.Block]:
    """Return the blocks directly in ``statement``.

    An ``if`` has one for each branch, and one for the else part, which can be empty.
    """
    match statement:
        case syntax.If(branches=branches, otherwise=otherwise):
            last = [] if otherwise is None else otherwise
            return [*(branch.body for branch in branches), last]
        case syntax.While(body=body) | syntax.For(body=body):
            return [body]
    return []


def _nested_blocks(outer: NestedBlock) -> Iterator[NestedBlock]:
    yield outer
    for index, statement in enumerate(outer.block):
        for block in _blocks_of(statement):
            yield from _nested_blocks(NestedBlock(block, outer, index))


def _used_names(*nodes: syntax.SyntaxNode) -> list[str]:
    return [node.name for node in syntax.walk(*nodes) if isinstance(node, syntax.Name)]


def is_loop(statement: syntax.Statement) -> bool:
    """Return whether ``statement`` is a while or a for."""
    return isinstance(statement, (syntax.While, syntax.For))
