"""Parse statements and the blocks inside them; every block has an ``end`` token."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import NoReturn, TypeVar

from pseudocode.reading import notation, operators, spelling, syntax, vocabulary
from pseudocode.reading.advice import diagnosis_name
from pseudocode.reading.cursor import Cursor, ParseError
from pseudocode.reading.expressions import (
    CLOSING_BRACKETS,
    EXPRESSION_STARTS,
    STRUCTURE_KINDS_OF,
    parse_expression,
    parse_expression_list,
    parse_postfixed,
)
from pseudocode.reading.handout import Handout

T = TypeVar("T")

# Tokens that may follow a foreign word.
FOLLOWS_FOREIGN_WORD = (
    "name",
    "number",
    "string",
    ":",
    ";",
    "{",
    "new",
    "<",
    "end of text",
)
# Tokens before and after a statement in words, on the same line.
STATEMENT_BOUNDARIES = ("then", "do", "else", ";", ":", ",", "{")
LINE_END_SYMBOLS = (":", ";", ",", ".")  # of other notations
UNREADABLE_EXPRESSION: syntax.Expression = syntax.Hole(0, "what could not be read")
RANGE_RELATIONS = {"≤": ("≤", "<"), "<": ("≤", "<"), "≥": ("≥", ">"), ">": ("≥", ">")}
LIST_BRACKETS = {"(": ")", "[": "]", "{": "}"}
BLOCK_ENDS = ("end", "else", "end of text")


# Blocks.


def parse_block(cursor: Cursor) -> syntax.Block:
    """Parse the statements up to an ``end``, an ``else`` or the end of the text."""
    cursor.enter_nesting()
    if cursor.kind == "begin":
        cursor.note_and_skip("needless")
    body: syntax.Block = []
    while cursor.kind not in BLOCK_ENDS:
        parse_statement_into(cursor, body)
    cursor.depth -= 1
    return body


def parse_statement_into(cursor: Cursor, body: syntax.Block) -> None:
    """Append a statement to ``body``, or record an error and go to the next line."""

    def read() -> None:
        body.append(_parse_statement(cursor))
        if cursor.kind in LINE_END_SYMBOLS:
            skip_line_end(cursor)

    if cursor.kind == "end" and not cursor.text:  # of a block that was not read
        cursor.advance()
        return
    cursor.statement_start = cursor.index
    cursor.recover(read, "end", "else")


def _parse_then_or_do(cursor: Cursor, word: str) -> None:
    """Parse ``word``, which is the ``then`` or ``do`` at the end of a header.

    If it is missing or replaced by a similar word, add a note. Raise ParseError if
    other text follows the header.
    """
    kind = cursor.kind
    if kind == word:
        cursor.advance()
    elif kind in ("then", "do", ":") or _is_misspelt(cursor, word):
        cursor.note_and_skip("wrong-opening", word=word)
    elif kind != "begin":  # which `parse_block` notes
        begins_statement = cursor.is_first or kind in vocabulary.STARTERS
        if not begins_statement and not cursor.begins_assignment_or_call(cursor.index):
            previous = cursor.kinds[cursor.index - 1]
            is_prose = previous in ("name", "number", "]", ")") and kind in (
                "name",
                "¬",
            )
            name = "prose-condition" if is_prose else cursor.no_statement("no-opening")
            cursor.fail(diagnosis_name("opening", kind, otherwise=name), word=word)
        cursor.add_note("missing-opening", cursor.previous_end, word=word)
    if cursor.kind == ":":
        cursor.note_and_skip("needless")


def _is_misspelt(cursor: Cursor, word: str) -> bool:
    may_be_keyword = cursor.kind == "name" and not cursor.is_first
    return may_be_keyword and bool(spelling.nearest_word(cursor.text, [word]))


def skip_line_end(cursor: Cursor) -> None:
    """Skip punctuation that ends a line in other notations, with notes."""
    while (kind := cursor.kind) in LINE_END_SYMBOLS:
        divides = kind in ",:" and cursor.begins_assignment_or_call(cursor.index + 1)
        if not (kind == ";" or cursor.next.starts_line or divides):
            return
        cursor.note_and_skip("needless")


def parse_end(cursor: Cursor) -> None:
    """Skip the ``end`` of a block; if it is not here, set ``cursor.is_lost``."""
    if not cursor.accept("end"):
        cursor.is_lost = True


# Statements with blocks.


def _parse_statement(cursor: Cursor) -> syntax.Statement:
    """Parse a statement with its inner blocks. Raise ParseError if none begins here."""
    offset = cursor.offset
    kind = cursor.kind
    match kind:
        case "name":
            return _parse_named_statement(cursor)
        case "if":
            return _parse_if(cursor)
        case "for":
            return _parse_for(cursor)
        case "while":
            test = _parse_condition(cursor, "do")
            node = syntax.While(offset, test, parse_block(cursor))
            parse_end(cursor)
            return node
        case "return":
            return _parse_return(cursor)
        case "new":
            return _parse_new(cursor)
        case "end" | "stray" if cursor.word != "else":
            text = cursor.text
            cursor.advance()
            cursor.fail("stray-end", offset, text=text)
        case "stray":
            cursor.fail("stray-else")
        case "break" | "continue":
            cursor.advance()
            return syntax.Break(offset) if kind == "break" else syntax.Continue(offset)
        case "...":
            hole = syntax.Hole(offset, cursor.text)
            cursor.advance()
            return syntax.ExpressionStatement(offset, hole)
    cursor.fail(cursor.no_statement("no-statement"))


def _parse_header(cursor: Cursor, read: Callable[[], T], unread: T) -> T:
    """Skip a keyword and return ``read()``, or ``unread`` after a syntax error."""
    cursor.advance()
    header = cursor.recover(read, "then", "do")
    if header is None and not cursor.accept("then"):
        cursor.accept("do")
    return unread if header is None else header


def _parse_condition(cursor: Cursor, word: str) -> syntax.Expression:
    """Skip a keyword, and return the condition between it and ``word``.

    ``word`` is "then" or "do", which is skipped too. A condition with a syntax error
    becomes UNREADABLE_EXPRESSION.
    """

    def read() -> syntax.Expression:
        condition = parse_expression(cursor)
        _parse_then_or_do(cursor, word)
        return condition

    return _parse_header(cursor, read, UNREADABLE_EXPRESSION)


def _parse_if(cursor: Cursor) -> syntax.If:
    """Parse an ``if`` and its parts. Raise ParseError for ``return x if c``."""
    offset = cursor.offset
    is_start = cursor.is_first or cursor.kinds[cursor.index - 1] in STATEMENT_BOUNDARIES
    if not is_start and _is_trailing_condition(cursor):
        cursor.fail("two-readings", one="if c then return x end if", two="return x")
    branches = [_parse_branch(cursor)]
    otherwise = None
    while otherwise is None and cursor.accept("else"):
        if cursor.kind == "if" and not cursor.is_first:
            branches.append(_parse_branch(cursor))
            continue
        if cursor.kind in (":", "then", "do"):
            cursor.note_and_skip("needless")
        otherwise = parse_block(cursor)
    parse_end(cursor)
    return syntax.If(offset, branches, otherwise)


def _is_trailing_condition(cursor: Cursor) -> bool:
    """Return whether the current ``if`` ends its line, as in ``return x if c``."""
    mark = cursor.checkpoint()
    try:
        cursor.advance()
        parse_expression(cursor)
        ends_line = cursor.is_first and cursor.kind not in ("then", "do", "{")
        return ends_line or cursor.kind in ("else", "end of text")
    except ParseError:
        return False
    finally:
        cursor.restore(mark)


def _parse_branch(cursor: Cursor) -> syntax.Branch:
    offset = cursor.offset
    test = _parse_condition(cursor, "then")
    return syntax.Branch(offset, test, parse_block(cursor))


def _parse_for(cursor: Cursor) -> syntax.For:
    """Parse a ``for`` and its body; the bounds are unreadable after a syntax error."""
    offset = cursor.offset
    unread = syntax.For(offset, UNREADABLE_EXPRESSION, "", UNREADABLE_EXPRESSION)
    header = _parse_header(cursor, lambda: _parse_for_header(cursor, offset), unread)
    header.body.extend(parse_block(cursor))
    parse_end(cursor)
    return header


def _parse_for_header(cursor: Cursor, offset: int) -> syntax.For:
    """Parse a ``for`` header after its keyword, such as ``1 ≤ i ≤ 4 do``.

    ``offset`` is that of the ``for``. The returned loop has an empty body, except
    that ``each x in v`` begins its body with an assignment to ``x``.
    """
    start = cursor.offset
    guard = None
    step_factor = 1
    kind_after = cursor.kind_after_bracket(cursor.index)
    is_bracketed = cursor.kind == "(" and kind_after not in operators.PRECEDENCE
    if is_bracketed:  # not for (a + 1) ≤ i ≤ n
        cursor.advance()
    is_for_each = _skip_words_before_in(cursor)
    loop = _parse_for_each(cursor) if is_for_each else _parse_bounds(cursor, offset)
    if cursor.kind == "name" and cursor.word in ("step", "by") and not cursor.is_first:
        cursor.note_and_skip("step")
        step_factor = _parse_step(cursor)
    if cursor.kind in ("∧", ","):
        cursor.note_and_skip("condition-in-for")
        guard = parse_expression(cursor)
    if is_bracketed:
        cursor.expect(")", "to close the header")
    step = loop.step * step_factor
    loop = replace(loop, offset=offset, step=step, guard=guard)
    if is_bracketed or is_for_each:
        cursor.add_note("other-form", start, right=notation.header_text(loop))
    elif step < 0:
        cursor.add_note("counting-down", start)
    _parse_then_or_do(cursor, "do")
    return loop


def _skip_words_before_in(cursor: Cursor) -> bool:
    """Skip words such as ``each element``; return whether ``x in v`` is next."""
    if cursor.word == "each" and _has_in_ahead(cursor, 3):  # each element x in v
        cursor.advance()
    if _has_in_ahead(cursor, 2):  # each x in v, or a word for an element
        cursor.advance()
        return True
    return _has_in_ahead(cursor, 1)


def _parse_bounds(cursor: Cursor, offset: int) -> syntax.For:
    """Parse ``1 ≤ i ≤ 4`` or ``4 ≥ i ≥ 1``; return a loop without a body.

    The loop is at ``offset``. Raise ParseError for other forms.
    """
    first = parse_expression(cursor, operators.SUM)
    first_relation = cursor.kind
    signs = RANGE_RELATIONS.get(first_relation, RANGE_RELATIONS["≤"])
    _parse_relation(cursor, signs)
    if cursor.kind != "name":
        cursor.fail("for-form", expected="a variable")
    name = cursor.text
    cursor.advance()
    last_relation = _parse_relation(cursor, signs)
    last = parse_expression(cursor, operators.SUM)
    cursor.declare(name, "")
    step = 1 if "≤" in signs else -1
    return syntax.For(
        offset,
        first,
        name,
        last,
        step,
        excludes_first=first_relation in "<>",
        excludes_last=last_relation in "<>",
    )


def _parse_relation(cursor: Cursor, signs: tuple[str, ...]) -> str:
    kind = cursor.kind
    if kind not in signs:
        cursor.fail("for-form", expected=f"'{signs[0]}'")
    cursor.advance()
    return kind


def _parse_step(cursor: Cursor) -> int:
    """Parse the number after ``step``. Raise ParseError if it is not a whole number."""
    expression = parse_expression(cursor, operators.SUM)
    match expression:
        case syntax.Literal(value=int(step)) if step:
            return step
        case syntax.Unary(operator="−", operand=syntax.Literal(value=int(step))):
            return -step
    text = f"'{notation.expression_text(expression)}'"
    cursor.fail("for-form", expression.offset, found=text, expected="a number")


def _has_in_ahead(cursor: Cursor, count: int) -> bool:
    """Return whether, after names, the token ``count`` ahead is ``in`` or ``∈``."""
    if cursor.kind != "name" or count > 1 and cursor.next_kind != "name":
        return False
    sign = cursor.peek(count)
    return sign.kind == "∈" or sign.text.lower() == "in"


def _parse_for_each(cursor: Cursor) -> syntax.For:
    """Parse ``x in v`` as a loop over the positions of the vector ``v``.

    The loop's body begins with an assignment of the element to ``x``. A list of evenly
    spaced numbers, such as ``{1, 2, 3}``, becomes a counting loop. Raise ParseError for
    a queue, a stack or the result of a call.
    """
    offset = cursor.offset
    variable = cursor.text
    cursor.move_to(cursor.index + 2)
    cursor.declare(variable, "")
    vector = _parse_iterable(cursor)
    if isinstance(vector, syntax.Operation) and vector.name == "LIST":
        numbers = vector.operands
        if step := _common_difference(numbers):
            return syntax.For(offset, numbers[0], variable, numbers[-1], step)
    for node in syntax.walk(vector):
        is_list = isinstance(node, syntax.Operation) and node.name == "LIST"
        if (
            isinstance(node, syntax.Call | syntax.Hole | syntax.Operation)
            and not is_list
        ):
            cursor.fail("for-in", offset)
    name = vector.name.lower() if isinstance(vector, syntax.Name) else ""
    if cursor.variables.get(name) in ("Queue", "Stack"):
        cursor.fail("for-in", offset)
    position = syntax.Name(offset, f"{variable}_position")
    element = syntax.Operation(offset, "NTH", [position, vector])
    first = syntax.Literal(offset, 1)
    last = syntax.Operation(offset, "LENGTH", [vector])
    assignment = syntax.Assign(offset, syntax.Name(offset, variable), element)
    return syntax.For(offset, first, position.name, last, body=[assignment])


def _parse_iterable(cursor: Cursor) -> syntax.Expression:
    """Parse what a ``for each`` iterates over; a list may be in any brackets."""
    if cursor.kind not in LIST_BRACKETS:
        return parse_expression(cursor, operators.SUM)
    offset = cursor.offset
    elements = parse_expression_list(cursor, LIST_BRACKETS[cursor.kind])
    if len(elements) == 1:
        return elements[0]
    return syntax.Operation(offset, "LIST", elements)


def _common_difference(elements: list[syntax.Expression]) -> int:
    """Return the difference between adjacent numbers in ``elements``; 1 for one number.

    Return 0 if the differences vary, or if an element is not a whole-number literal.
    """
    numbers: list[int] = []
    for element in elements:
        match element:
            case syntax.Literal(value=int(number)) if type(number) is int:
                numbers.append(number)
            case _:
                return 0
    steps = {after - before for before, after in pairwise(numbers)} or {1}
    return steps.pop() if len(steps) == 1 else 0


# Statements without blocks.


def _parse_named_statement(cursor: Cursor) -> syntax.Statement:
    """Parse a statement that begins with a name: an assignment, call or operation."""
    offset = cursor.offset
    first = cursor.index
    target = parse_postfixed(cursor)
    arrow = cursor.kind in ("←", "=")
    if isinstance(target, syntax.Call | syntax.Operation):
        if arrow:
            cursor.fail("stored-in-call", offset, text=cursor.text_from(offset))
        if diagnosis_name("word", target.name.lower()) == "no-print":
            if vocabulary.name_key(target.name) not in cursor.user_functions:
                cursor.fail("no-print", offset, word=target.name)
        return syntax.ExpressionStatement(offset, target)
    if arrow and isinstance(target, syntax.Name | syntax.Select):
        return _parse_assignment(cursor, target)
    _reject_statement(cursor, first)


def _statement_text(statement: syntax.Statement) -> str:
    return " ".join(line.strip() for line in notation.statement_lines(statement))


def _parse_new(cursor: Cursor) -> syntax.New:
    """Parse the creation of a structure, such as ``new Vector w(4)``.

    Raise ParseError if the type, the variable or the length of a vector is missing.
    """
    offset = cursor.offset
    cursor.advance()
    word = cursor.word
    if word not in vocabulary.STRUCTURE_KINDS and cursor.kind == "name":
        word = spelling.nearest_word(word, vocabulary.STRUCTURE_KINDS)
        if word:
            cursor.add_note("misspelt", word=vocabulary.STRUCTURE_KINDS[word])
    if word not in vocabulary.STRUCTURE_KINDS:
        cursor.fail("no-kind", kinds=", ".join(vocabulary.STRUCTURE_KINDS.values()))
    kind = vocabulary.STRUCTURE_KINDS[word]
    length = None
    cursor.advance()
    name = cursor.text
    bracket = cursor.next_kind
    if cursor.kind != "name":
        cursor.fail("new-form", expected="a variable")
    cursor.advance()
    has_length = kind in vocabulary.SIZED_KINDS
    is_module_form = bracket == "(" if has_length else bracket not in CLOSING_BRACKETS
    if bracket in CLOSING_BRACKETS and not cursor.is_first:
        cursor.advance()
        if cursor.kind != CLOSING_BRACKETS[bracket]:
            length = parse_expression(cursor)
        cursor.expect(CLOSING_BRACKETS[bracket], "after the length")
    if has_length and length is None:
        cursor.fail("no-size", kind=kind, name=name)
    cursor.declare(name, kind)
    node = syntax.New(offset, kind, name, length if has_length else None)
    if not is_module_form:
        cursor.add_note("other-form", offset, right=_statement_text(node))
    return node


def resolve_list_kinds(block: syntax.Block, handout: Handout) -> None:
    """Set the type of each structure that ``block`` creates by ``x ← []``.

    It is the type that the operations on ``x`` and the functions of the ``handout``
    require, such as "Stack", or "DynamicArray" if they allow several.
    """
    kinds: dict[str, str] = {}
    for node in syntax.walk(*block):
        match node:
            case syntax.Operation(name=name, operands=[*_, syntax.Name(name=variable)]):
                if len(possible_kinds := STRUCTURE_KINDS_OF.get(name, ())) == 1:
                    kinds[variable.lower()] = possible_kinds[0]
            case syntax.Call(name=name, arguments=[syntax.Name(name=variable), *_]):
                first, *_ = handout.kinds.get(vocabulary.name_key(name), ("",))
                if first in ("Queue", "Stack"):
                    kinds[variable.lower()] = first
    for node in syntax.walk(*block):
        if isinstance(node, syntax.New) and not node.kind:
            node.kind = kinds.get(node.name.lower(), "DynamicArray")


def _parse_assignment(cursor: Cursor, target: syntax.Target) -> syntax.Statement:
    """Parse the rest of an assignment to ``target``, from the symbol ``←`` or ``=`` on.

    Raise ParseError if there is no value, or if the value makes a structure.
    """
    symbol = cursor.tokens[cursor.index]
    cursor.advance()
    if cursor.kind == "[" and cursor.next_kind == "]":
        return _parse_empty_list(cursor, target)
    if cursor.kind == "name" and cursor.next_kind == "←" and cursor.is_first:
        cursor.fail("no-value", symbol.start, text=symbol.text)
    if cursor.kind == "new" or _is_constructor_call(cursor):
        cursor.fail("new-element")
    node = syntax.Assign(target.offset, target, _parse_value(cursor))
    if isinstance(target, syntax.Name):
        cursor.declare(target.name)
    if symbol.kind == "=":
        right = _statement_text(node)
        cursor.add_note("equals-sign", symbol.start, text=symbol.text, right=right)
    return node


def _is_constructor_call(cursor: Cursor) -> bool:
    """Return whether a call such as ``Queue(`` begins here, of no student's function."""
    return (
        cursor.kind == "name"
        and cursor.next_kind == "("
        and cursor.word in vocabulary.STRUCTURE_KINDS
        and vocabulary.name_key(cursor.text) not in cursor.user_functions
    )


def _parse_empty_list(cursor: Cursor, target: syntax.Target) -> syntax.New:
    """Parse ``[]`` as a new structure. Raise ParseError if ``target`` is no variable."""
    if not isinstance(target, syntax.Name):
        cursor.fail("new-element")
    cursor.add_note("list-value", target.offset)
    cursor.has_empty_lists = True
    cursor.move_to(cursor.index + 2)
    cursor.declare(target.name, "DynamicArray")
    # `resolve_list_kinds` finds its kind.
    return syntax.New(target.offset, "", target.name, None)


def _parse_value(cursor: Cursor) -> syntax.Expression:
    """Parse the value of an assignment or return. Raise ParseError if it is prose."""
    start = cursor.index
    value = parse_expression(cursor)
    if cursor.kind != "name" or cursor.is_first:
        return value
    misspelt = spelling.nearest_word(cursor.text, vocabulary.STATEMENT_KEYWORDS)
    if not cursor.begins_assignment_or_call(cursor.index) and not misspelt:
        cursor.fail("prose-value", cursor.tokens[start].start)
    return value


def _parse_return(cursor: Cursor) -> syntax.Return:
    """Parse a ``return``, with a value or, with a note, without one."""
    offset = cursor.offset
    cursor.advance()
    is_next_line = cursor.is_first and cursor.next_kind == "←"
    if is_next_line or cursor.kind not in (*EXPRESSION_STARTS, "[", "−", "...", "new"):
        cursor.add_note("bare-return", offset)
        return syntax.Return(offset, None)
    node = syntax.Return(offset, _parse_value(cursor))
    if cursor.kind == "if" and not cursor.is_first:
        one = "if c then return x end if"
        two = "return x"
        cursor.fail("two-readings", one=one, two=two)
    return node


def _reject_statement(cursor: Cursor, start: int) -> NoReturn:
    """Raise ParseError for prose or a mere expression, from token ``start``."""
    first = cursor.tokens[start]
    is_single = cursor.index == start + 1
    ends_here = cursor.is_past_line_end or cursor.kind in FOLLOWS_FOREIGN_WORD
    name = diagnosis_name("word", first.text.lower())
    if is_single and ends_here and name:
        cursor.fail(name, first.start, word=first.text)
    if cursor.kind in ("name", "number") and not cursor.is_first:
        cursor.fail("prose", first.start)
    cursor.fail("no-arrow")
