"""Parse expressions, by operator precedence."""

from pseudocode.reading import notation, operators, spelling, syntax, vocabulary
from pseudocode.reading.advice import diagnosis_name
from pseudocode.reading.cursor import Cursor
from pseudocode.reading.segmenter import begins_with_operator
from pseudocode.reading.syntax import Expression

MAX_NUMBER_DIGITS = 18
CONSTANTS = {"true": True, "false": False, "null": None}
EXPRESSION_STARTS = (
    "name",
    "number",
    "string",
    "(",
    "⌊",
    "⌈",
    "¬",
    "true",
    "false",
    "null",
)
COPY_FUNCTIONS = ("copy", "clone", "copyof", "copyvector")
LIST_OPERATORS = {"+": "JOIN", "×": "REPEAT"}
ROUNDING_BRACKETS = {"(": (")", ""), "⌊": ("⌋", "floor"), "⌈": ("⌉", "ceil")}
ROUNDING_FUNCTIONS = {"floor": "floor", "ceil": "ceil", "int": "floor"}
CLOSING_BRACKETS = {"(": ")", "[": "]"}
# The kinds of the structures that an operation without one may be for.
STRUCTURE_KINDS_OF = {
    name: tuple(
        vocabulary.STRUCTURE_KINDS[one.replace(" ", "")] for one in last.split(" or ")
    )
    for name, (*_, last) in vocabulary.OPERATIONS.items()
    if name != "LENGTH"
}
BINARY_PRECEDENCE = operators.PRECEDENCE | dict.fromkeys(
    ("//", "div"), operators.PRODUCT
)


def parse_expression(cursor: Cursor, min_precedence: int = operators.OR) -> Expression:
    """Parse an expression. Raise ParseError if there is none.

    Parsing stops before an operator whose precedence is below ``min_precedence``, a
    constant of `syntax`.
    """
    depth = cursor.depth
    cursor.enter_nesting()
    if cursor.kind in ("¬", "−"):
        left = _parse_prefixed(cursor, min_precedence)
    else:
        left = parse_postfixed(cursor)
    middle = None  # b in a ≤ b ≤ c
    while True:
        symbol = cursor.kind
        token_count = 1
        if symbol == "name":
            symbol, token_count = _match_operator_words(cursor)
        precedence = BINARY_PRECEDENCE.get(symbol, 0)
        if precedence < min_precedence or cursor.is_apart:
            break
        cursor.enter_nesting()  # the text so far becomes an operand
        operator = cursor.token
        offset = operator.start
        cursor.move_to(cursor.index + token_count)
        is_in_words = operator.kind == "name" and symbol != "div"
        if is_in_words or operator.text.startswith("=="):
            text = cursor.text_from(offset)
            cursor.add_note("other-sign", offset, text=text, word=symbol)
        right = parse_expression(cursor, precedence + 1)
        is_relation = precedence == operators.RELATION
        if is_relation and middle:
            second = syntax.Binary(offset, symbol, middle, right)
            both = syntax.Binary(offset, "∧", left, second)
            left = _add_form_note(cursor, offset, both)
        else:
            left = _make_binary(cursor, offset, symbol, left, right)
        middle = right if is_relation else None
    cursor.depth = depth
    return left


def _match_operator_words(cursor: Cursor) -> tuple[str, int]:
    """Return the operator spelt by words at the cursor, and their number.

    For ``is less than``, this is ``("<", 3)``; if there are no such words, ``("", 0)``.
    """
    if cursor.is_first and not begins_with_operator(cursor.tokens, cursor.index):
        return "", 0
    most = vocabulary.MAX_OPERATOR_WORDS
    ahead = cursor.tokens[cursor.index : cursor.index + most + 1]
    for count in range(min(most, len(ahead) - 1), 0, -1):
        phrase = " ".join(token.text for token in ahead[:count]).lower()
        symbol = vocabulary.OPERATOR_WORDS.get(phrase, "")
        if not symbol:
            continue
        is_relation = BINARY_PRECEDENCE[symbol] == operators.RELATION
        if is_relation or ahead[count].kind in ("name", "number", "("):
            return symbol, count
    return "", 0


def _add_form_note(cursor: Cursor, offset: int, node: Expression) -> Expression:
    """Return ``node``; add a note at ``offset`` with its text in the right notation."""
    cursor.add_note("other-form", offset, right=notation.expression_text(node))
    return node


def _make_binary(
    cursor: Cursor, offset: int, sign: str, left: Expression, right: Expression
) -> Expression:
    """Return the node of ``left sign right``; ``offset`` is that of the operator.

    ``//`` and ``div`` become the floor of a quotient, with a note. With a list as
    operand, ``+`` becomes JOIN and ``×`` becomes REPEAT.
    """
    if sign in ("//", "div"):
        quotient = syntax.Binary(offset, "/", left, right)
        return _add_form_note(cursor, offset, syntax.Unary(offset, "floor", quotient))
    if sign in LIST_OPERATORS and (_is_list(left) or _is_list(right)):
        operands = [right, left] if sign == "×" and _is_list(left) else [left, right]
        return syntax.Operation(offset, LIST_OPERATORS[sign], operands)
    return syntax.Binary(offset, sign, left, right)


def _is_list(value: Expression) -> bool:
    return isinstance(value, syntax.Operation) and value.name in vocabulary.LIST_RESULTS


def _parse_prefixed(cursor: Cursor, min_precedence: int) -> Expression:
    """Parse ``¬`` or ``−`` and its operand; note a ``¬`` that needs brackets."""
    offset = cursor.offset
    sign = cursor.kind
    if sign == "¬" and min_precedence > operators.NOT:
        cursor.add_note("bare-not")
    cursor.advance()
    precedence = operators.NOT if sign == "¬" else operators.SIGN
    return syntax.Unary(offset, sign, parse_expression(cursor, precedence))


def parse_postfixed(cursor: Cursor) -> Expression:
    """Parse a value and the positions and method calls after it, as in ``v[i][j]``."""
    kind = cursor.kind
    depth = cursor.depth
    if kind == "name":
        node = _parse_named(cursor)
    elif kind in ROUNDING_BRACKETS:
        offset = cursor.offset
        (closing, rounder) = ROUNDING_BRACKETS[kind]
        cursor.advance()
        node = parse_expression(cursor)
        cursor.expect(closing, "to close the bracket")
        node = syntax.Unary(offset, rounder, node) if rounder else node
    elif kind == "[" and cursor.next_kind != "]":
        offset = cursor.offset
        cursor.add_note("list-value")
        node = syntax.Operation(offset, "LIST", parse_expression_list(cursor, "]"))
    else:
        return _parse_constant(cursor)
    while cursor.kind in ("[", ".") and not cursor.is_apart:
        if kind != "(" and not isinstance(node, syntax.Selectable):
            break
        cursor.enter_nesting()
        offset = cursor.offset
        if cursor.kind == "[":
            positions = parse_expression_list(cursor, "]")
            if not positions:
                cursor.fail("no-expression", offset, found="'[]'")
            node = _make_selection(offset, node, positions)
            if len(positions) > 1:
                node = _add_form_note(cursor, offset, node)
        elif cursor.next_kind == "name" and not cursor.is_first:
            node = _parse_method_call(cursor, node)
        else:
            break
    cursor.depth = depth
    return node


def _make_selection(
    offset: int, vector: Expression, positions: list[Expression]
) -> Expression:
    for position in positions:
        vector = syntax.Select(offset, vector, position)
    return vector


def _parse_method_call(cursor: Cursor, structure: Expression) -> Expression:
    """Parse a method call: ``q.enqueue(x)`` becomes ``ENQUEUE[x, q]``.

    The cursor is at the dot after ``structure``. Raise ParseError if the method is
    unknown.
    """
    cursor.advance()
    offset = cursor.offset
    word = cursor.text
    if not (name := vocabulary.operation_or_synonym(word)):
        cursor.fail("method", word=word)
    cursor.advance()
    bracket = cursor.kind
    operands: list[Expression] = []
    if bracket in CLOSING_BRACKETS:
        operands = parse_expression_list(cursor, CLOSING_BRACKETS[bracket])
    operation = syntax.Operation(offset, name, [*operands, structure])
    return _add_form_note(cursor, offset, operation)


def _parse_constant(cursor: Cursor) -> Expression:
    """Parse a number (also the product ``2k``), text, TRUE, FALSE, NULL or ``...``."""
    kind, text, offset, *_ = cursor.token
    if kind == "number":
        if len(text) > MAX_NUMBER_DIGITS:
            cursor.fail("long-number", most=MAX_NUMBER_DIGITS)
        value = float(text) if "." in text else int(text)
        node = syntax.Literal(offset, value if value % 1 else int(value))
        cursor.advance()
        is_factor = cursor.kind == "("
        if cursor.kind == "name":
            is_factor = _match_operator_words(cursor) == ("", 0)
        if is_factor and cursor.offset == cursor.previous_end:
            return _parse_implicit_product(cursor, offset, node)
        return node
    if kind in CONSTANTS:
        node = syntax.Literal(offset, CONSTANTS[kind])
    elif kind == "string":
        node = syntax.Literal(offset, text[1:-1])
    elif kind == "...":
        cursor.advance()
        return syntax.Hole(offset, text)
    else:
        name = diagnosis_name("expression", kind, text)
        if kind == "]" and cursor.kinds[cursor.index - 1] == ",":
            name = ""
        cursor.fail(name or "no-expression")
    cursor.advance()
    return node


def _parse_implicit_product(
    cursor: Cursor, offset: int, number: Expression
) -> Expression:
    """Parse the second factor of a product such as ``2k`` and return the product.

    A note is added at ``offset``. Raise ParseError after ``/`` or ``mod``, where the
    order of operations is unclear.
    """
    if cursor.kinds[cursor.index - 2] in ("/", "mod"):
        cursor.fail("two-readings", one="a / (2 × b)", two="(a / 2) × b")
    second_offset = cursor.offset
    product = syntax.Binary(second_offset, "×", number, parse_postfixed(cursor))
    return _add_form_note(cursor, offset, product)


def _parse_named(cursor: Cursor) -> Expression:
    """Parse an expression that begins with a name: a variable, call or operation."""
    _, name, offset, *_, starts_line = cursor.token
    first = starts_line and cursor.index == cursor.statement_start
    cursor.advance()
    if cursor.kind in CLOSING_BRACKETS and not cursor.is_apart:
        return _parse_application(cursor, offset, name, first)
    if name in vocabulary.NULL_WORDS:
        cursor.add_note("other-sign", offset, text=name, word="NULL")
        return syntax.Literal(offset, None)
    return _use_variable(cursor, offset, name)


def _use_variable(cursor: Cursor, offset: int, name: str) -> syntax.Name:
    """Return a Name node; record ``name`` as undeclared if it has no value yet."""
    lower = name.lower()
    is_declared = lower in cursor.variables
    if not is_declared or cursor.first_spellings.setdefault(lower, name) != name:
        cursor.undeclared.add(name)
    return syntax.Name(offset, name)


def _parse_application(
    cursor: Cursor, offset: int, name: str, first: bool
) -> Expression:
    """Parse ``name`` and the bracket after it as a call or an operation.

    ``offset`` is that of the name, and ``first`` whether it starts a statement and a
    line. If the bracket is that of a position, as in ``v[1]``, return only the variable.
    """
    bracket = cursor.kind
    lower = name.lower()
    is_declared = lower in cursor.variables
    is_function = lower in ROUNDING_FUNCTIONS or _is_function_name(cursor, name)
    operation = vocabulary.operation_name(name)
    if not operation and not is_function and not is_declared:
        operation = _misspelt_operation(name)
        if operation:
            cursor.add_note("misspelt", offset, text=name, word=operation)
            name = operation
    if bracket == "[":
        if lower in ("select", "store") and not is_declared:
            cursor.fail("element-form", offset, text=name)  # no rule could rewrite it
        if not operation and (not is_function or cursor.is_first):
            return _use_variable(cursor, offset, name)
        operands = parse_expression_list(cursor, "]")
        node = _make_application(cursor, offset, name, operation, operands)
        if isinstance(node, syntax.Call | syntax.Unary):
            return _add_form_note(cursor, offset, node)
        return node
    operands = parse_expression_list(cursor, ")")
    is_statement = first and cursor.kind not in ("←", "=", "(", "[")
    if is_declared and not is_function and operands and not is_statement:
        while cursor.kind == "(" and cursor.offset == cursor.previous_end:
            operands += parse_expression_list(cursor, ")")
        node = _make_selection(offset, syntax.Name(offset, name), operands)
        return _add_form_note(cursor, offset, node)
    operation = ""
    if vocabulary.name_key(name) not in cursor.user_functions:
        operation = vocabulary.operation_or_synonym(name)
    node = _make_application(cursor, offset, name, operation, operands)
    if isinstance(node, syntax.Operation) and node.name != "COPY":
        return _add_form_note(cursor, offset, node)
    return node


def _is_function_name(cursor: Cursor, name: str) -> bool:
    key = vocabulary.name_key(name)
    handout = cursor.source.handout
    if key in cursor.user_functions:
        return True
    return key in handout.kinds or key in handout.short_keys


def _make_application(
    cursor: Cursor, offset: int, name: str, operation: str, operands: list[Expression]
) -> Expression:
    """Return the node of ``name`` with ``operands``: a call or an operation.

    ``operation`` is the operation that the name means, or "".
    """
    if name.lower() in ROUNDING_FUNCTIONS:
        return _make_rounding(cursor, offset, name, operands)
    if operation:
        return _make_operation(cursor, offset, operation, operands)
    is_user_defined = vocabulary.name_key(name) in cursor.user_functions
    is_copy = name.lower() in COPY_FUNCTIONS and len(operands) == 1
    if is_copy and not is_user_defined:
        cursor.add_note("copying", offset, text=name)
        return syntax.Operation(offset, "COPY", operands)
    cursor.called_functions.add(name)
    return syntax.Call(offset, name, operands)


def _make_rounding(
    cursor: Cursor, offset: int, name: str, operands: list[Expression]
) -> syntax.Unary:
    """Return the Unary node that rounds the one operand, with a note on the name."""
    rounder = ROUNDING_FUNCTIONS[name.lower()]
    if rounder != name.lower():
        cursor.add_note("other-sign", offset, text=name, word=rounder)
    if len(operands) != 1:
        cursor.fail("one-number", offset, name=name)
    return syntax.Unary(offset, rounder, operands[0])


def _misspelt_operation(name: str) -> str:
    """Return the operation that ``name`` misspells ("ENQUEUE" for ENQEUE) or ""."""
    if name.lower() in COPY_FUNCTIONS or vocabulary.operation_or_synonym(name):
        return ""
    return spelling.nearest_word(name, vocabulary.OPERATIONS)


def _make_operation(
    cursor: Cursor, offset: int, name: str, operands: list[Expression]
) -> Expression:
    """Return the Operation node of ``name`` and ``operands``.

    If the structure is missing, add the only variable of a suitable type, with a note.
    Raise ParseError if there are several.
    """
    kinds = STRUCTURE_KINDS_OF.get(name, ())
    if len(operands) != len(vocabulary.OPERATIONS[name]) - 1:
        return syntax.Operation(offset, name, operands)
    fitting = [variable for variable, kind in cursor.variables.items() if kind in kinds]
    if not fitting:
        return syntax.Operation(offset, name, operands)
    if len(fitting) > 1:
        cursor.fail("no-structure", offset, form=vocabulary.operation_form(name))
    structure = syntax.Name(offset, fitting[0])
    operation = syntax.Operation(offset, name, [*operands, structure])
    return _add_form_note(cursor, offset, operation)


def parse_expression_list(cursor: Cursor, closing: str) -> list[Expression]:
    """Parse comma-separated expressions in brackets, up to the token ``closing``."""
    cursor.advance()
    if cursor.accept(closing):
        return []
    expressions = [parse_expression(cursor)]
    while cursor.accept(","):
        expressions.append(parse_expression(cursor))
    cursor.expect(closing, "to close the bracket")
    return expressions
