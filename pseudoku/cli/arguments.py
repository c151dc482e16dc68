"""Read arguments and format results, for `call`, `trace`, `run --call` and `draw`.

The elements of a stack are written with the top first, and those of a queue with the
tail first. Four digits from 0 to 4 are the elements of a row, stack or queue; any other
digits are a number.
"""

import os
import re
from collections.abc import Sequence
from typing import Literal, TypeAlias

from _courseware.terminal import messages
from _courseware.terminal.messages import plural
from adt.queue import LinkedQueue
from adt.stack import ArrayStack
from adt.vector import ArrayVector
from pseudocode.reading.vocabulary import name_key
from pseudocode.running.values import (
    MAX_VALUE_CHARACTERS,
    STRUCTURES,
    Absent,
    Value,
    format_value,
    kind_name,
    list_elements,
)
from pseudoku import handout
from pseudoku.errors import PseudokuError
from pseudoku.grids import is_cells, read_single_grid

# The kind of value that a parameter takes; "" if that is not known.
ArgumentKind: TypeAlias = Literal["row", "puzzle", "stack", "queue", "number", ""]

KIND_DESCRIPTIONS: dict[ArgumentKind, str] = {
    "number": "a number",
    "row": "a row such as 2413",
    "puzzle": "a puzzle such as 4132/3241/1324/2413 or a file",
    "stack": "a stack such as 1234, top first",
    "queue": "a queue such as 3142, tail first",
    "": "a number, a row such as 2413, a puzzle such as 4132/3241/1324/2413, TRUE, "
    "FALSE, stack<1 2 3 4> with its top first or queue<3 1 4 2> with its tail first",
}
VALUE_HELP = (
    "a number; a row: 2413 or 2,4,1,3; a puzzle: 4132/3241/1324/2413, or a file; "
    "a stack, top first: 1234; a queue, tail first: 3142"
)
ORDER_NOTES = {"stack": ", top first", "queue": ", tail first"}
PARAMETER_KINDS: dict[str, ArgumentKind] = {
    "row": "row",
    "puzzle": "puzzle",
    "stack": "stack",
}
PARAMETER_RANGES = {name: range(0, 4) for name in "pxyz"} | {"j": range(1, 5)}
FUNCTION_NAMES = {name_key(name): name for name in handout.__all__}
MAX_ELEMENTS = 1000
MAX_DIGITS = 18
MAX_NESTED_BRACKETS = 5  # nested brackets

# Patterns, each compiled when it is first used.
CALL_PATTERN = r"(?s)\s*([^\W\d]\w*)\s*\((.*)\)\s*"
NUMBER_PATTERN = r"-?[0-9]+(?:\.[0-9]+)?"
# A comma may follow a value or a closing bracket.
TOKEN_PATTERN = (
    r"((?:stack|queue)\s*<|[(\[,/<])"
    rf"|({NUMBER_PATTERN}|-|[^\W\d]\w*|[)\]>]|\S+)\s*,?"
)
FOUR_DIGITS = r"[0-4]{4}"
ROW_OR_PUZZLE = r"[0-9\s,/()\[\]-]*"  # of a row or puzzle that Reader reads
CONSTANTS: dict[str, Value] = {"true": True, "false": False, "null": None}
CLOSING_BRACKETS = {"(": ")", "[": "]", "stack<": ">", "queue<": ">"}


def split_call(text: str) -> tuple[str, list[str]]:
    """Return the function name and the argument strings in the text of a call.

    Raise PseudokuError if ``text`` does not have the form ``NAME(ARGUMENT, ...)``.

    >>> split_call("SearchStack(stack<1, 2>, 1)")
    ('SearchStack', ['stack<1, 2>', ' 1'])
    """
    call = re.fullmatch(CALL_PATTERN, text)
    if not call:
        raise PseudokuError(
            f"call {messages.quote_text(text)}; expected NAME(ARGUMENT, ...)"
        )
    words = [""]
    depth = 0
    if not call[2].strip():
        return call[1], []
    for character in call[2]:
        if character in "([<":
            depth += 1
        elif character in ")]>":
            depth -= 1
        if character == "," and depth == 0:
            words.append("")
        else:
            words[-1] += character
    return call[1], words


def handout_parameters(name: str) -> dict[str, ArgumentKind]:
    """Return the type of each parameter of a hand-out function, {} for other names."""
    if name_key(name) not in FUNCTION_NAMES:
        return {}
    code = getattr(handout, FUNCTION_NAMES[name_key(name)]).__code__
    parameters: tuple[str, ...] = code.co_varnames[: code.co_argcount]
    return {each: PARAMETER_KINDS.get(each, "number") for each in parameters}


def handout_values(name: str, words: Sequence[str]) -> list[Value]:
    """Parse ``words`` as the arguments of ``name``, a function of the hand-out.

    Raise PseudokuError if there are too many or too few, or if the task does not allow
    a value.
    """
    parameters = handout_parameters(name)
    if len(words) != len(parameters):
        problem = plural(len(words), "argument")
        expected = f"{name}({', '.join(parameters)})"
        if len(words) > len(parameters):
            expected += "; a row or a stack is one argument, such as 2413"
        raise PseudokuError(f"{problem}; expected {expected}")
    return [*map(_parse_argument, parameters, parameters.values(), words)]


def _parse_argument(name: str, kind: ArgumentKind, word: str) -> Value:
    """Parse the value of a parameter. Raise PseudokuError if the task forbids it."""
    value = parse_value_of_kind(word, kind)
    allowed = PARAMETER_RANGES.get(name)
    expected = ""
    if allowed and value not in allowed:
        expected = f"a number from {allowed[0]} to {allowed[-1]} for {name}"
    elif kind == "row" and len(_integers_in(value, kind) or []) != 4:
        expected = "four numbers, such as 2413"
    if expected:
        raise PseudokuError(
            f"argument {messages.quote_text(word)}; expected {expected}"
        )
    return value


def parse_value(text: str, kind: ArgumentKind = "") -> Value:
    """Parse ``text`` as a value of the type ``kind``, or of any type if it is "".

    Raise PseudokuError if it is not one.

    >>> parse_value("1234", "stack"), parse_value("1234", "queue"), list(parse_value("2,4,1,3", "row"))
    (ArrayStack<4 3 2 1>, LinkedQueue<1 2 3 4>, [2, 4, 1, 3])
    """
    word = text.strip()
    if kind == "puzzle" and _is_file_or_grid(word):
        return _build_vector([_build_vector(row) for row in read_single_grid(word)])
    if kind != "number" and re.fullmatch(FOUR_DIGITS, word):
        return _build_structure(kind, [int(digit) for digit in word])
    if "/" in word and kind in ("row", "puzzle", ""):
        rows = [_parse_vector(part) for part in word.split("/")]
        if not all(map(len, rows)):
            raise _argument_error(word, kind, "/")
        return _build_structure("row", rows)
    values = _parse_values(word, kind)
    if not values and kind not in ("row", *ORDER_NOTES):
        raise _argument_error(word, kind)
    is_built = values and isinstance(values[0], (ArrayStack, LinkedQueue))
    if kind in ORDER_NOTES and not is_built:
        elements: Sequence[Value | Absent] = values
        if len(values) == 1 and isinstance(values[0], ArrayVector):
            elements = list_elements(values[0])
        return _build_structure(kind, elements)
    if len(values) == 1:
        return values[0]
    return _build_structure("row", values)


def _parse_vector(text: str) -> ArrayVector[Value]:
    row = parse_value(text, "row")
    return row if isinstance(row, ArrayVector) else _build_vector([row])


def parse_value_of_kind(text: str, kind: ArgumentKind) -> Value:
    """Parse ``text`` as a value of the type ``kind``, with integers only.

    Raise PseudokuError if it has another type or other elements.
    """
    value = _parse_vector(text) if kind == "row" else parse_value(text, kind)
    if kind == "puzzle":
        rows = integer_rows(value)
        fits = list(map(len, rows)) == [4] * 4 and set(sum(rows, [])) <= set(range(5))
    elif kind == "number":
        fits = type(value) is int
    else:
        fits = _integers_in(value, kind) is not None
    if not fits:
        raise _argument_error(text, kind)
    return value


def parse_integers(text: str, kind: ArgumentKind) -> list[int]:
    """Parse ``text`` as a row, a stack or a queue of integers; return its elements."""
    return _integers_in(parse_value_of_kind(text, kind), kind) or []


def _integers_in(value: Value | Absent, kind: ArgumentKind) -> list[int] | None:
    """Return the elements of ``value``, or None unless it is a ``kind`` of integers."""
    name = "vector" if kind == "row" else kind
    if not isinstance(value, STRUCTURES) or kind_name(value) != name:
        return None
    elements = list_elements(value)
    integers = [number for number in elements if type(number) is int]
    return integers if len(integers) == len(elements) else None


def integer_rows(value: Value) -> list[list[int]]:
    """Return the elements of each vector of integers in ``value``; [] for none."""
    rows = list_elements(value) if isinstance(value, ArrayVector) else []
    integers = [_integers_in(row, "row") for row in rows]
    return [row for row in integers if row is not None]


def _is_file_or_grid(word: str) -> bool:
    """Return whether ``word`` is a file or the text of a grid, not rows of digits.

    It is ``-``, an existing path, sixteen cells, or text with a character that cannot
    occur in rows.
    """
    is_rows = re.fullmatch(ROW_OR_PUZZLE, word) and not is_cells(word)
    return word == "-" or os.path.exists(word) or not is_rows


def _parse_values(text: str, kind: ArgumentKind) -> list[Value]:
    """Parse the values in ``text``, an argument of the type ``kind``.

    They are separated by commas or spaces. Raise PseudokuError if there is other text.
    """
    tokens = re.finditer(TOKEN_PATTERN, text)

    def parse_until(closing: str, depth: int) -> list[Value]:
        if depth > MAX_NESTED_BRACKETS:
            raise PseudokuError(f"more than {MAX_NESTED_BRACKETS} nested brackets")
        values: list[Value] = []
        for match in tokens:
            token = "".join((match[1] or match[2]).split())
            word = token.lower()
            if token == closing:
                return values
            if token in CLOSING_BRACKETS:
                elements = parse_until(CLOSING_BRACKETS[token], depth + 1)
                values.append(_build_structure(token.rstrip("<"), elements))
            elif word in CONSTANTS:
                values.append(CONSTANTS[word])
            elif re.fullmatch(NUMBER_PATTERN, token) and len(token) <= MAX_DIGITS:
                values.append(float(token) if "." in token else int(token))
            else:
                raise _argument_error(text, kind, token)
        if closing:
            raise _argument_error(text, kind)
        return values

    return parse_until("", 0)


def _argument_error(text: str, kind: ArgumentKind, word: str = "") -> PseudokuError:
    """Return the error for the argument ``text``, in which ``word`` is not valid."""
    place = f"{messages.quote_text(word)} in " if word and word != text else ""
    expected = KIND_DESCRIPTIONS[kind]
    return PseudokuError(
        f"{place}argument {messages.quote_text(text)}; expected {expected}"
    )


def _build_structure(kind: str, elements: Sequence[Value | Absent]) -> Value:
    """Return a new structure with ``elements``; those that are Absent are left out.

    ``kind`` is "stack", "queue" or, for a vector, any other word. The first element is
    the top of a stack or the tail of a queue. Raise PseudokuError if there are more
    than MAX_ELEMENTS.
    """
    values = [value for value in elements if not isinstance(value, Absent)]
    if len(values) > MAX_ELEMENTS:
        raise PseudokuError(f"the argument has more than {MAX_ELEMENTS:,} elements")
    if kind == "stack":
        stack: ArrayStack[Value] = ArrayStack()
        for value in reversed(values):
            stack.push(value)
        return stack
    if kind == "queue":
        queue: LinkedQueue[Value] = LinkedQueue()
        for value in reversed(values):
            queue.enqueue(value)
        return queue
    return _build_vector(values)


def _build_vector(values: Sequence[Value]) -> ArrayVector[Value]:
    vector: ArrayVector[Value] = ArrayVector(len(values))
    for position, value in enumerate(values, start=1):
        vector[position] = value
    return vector


def format_for_print(
    value: Value | Absent, max_characters: int = MAX_VALUE_CHARACTERS
) -> str:
    """Return ``value`` as text, cut off after ``max_characters``.

    A vector of vectors has one line for each element. The text of a stack or queue says
    which end is first.

    >>> print(format_for_print(parse_value("1234", "stack")))
    stack<1 2 3 4>, top first
    """
    text = format_value(value, max_characters)
    if isinstance(value, ArrayVector) and len(text) <= max_characters:
        elements = list_elements(value)
        if elements and all(isinstance(element, ArrayVector) for element in elements):
            return "\n".join([format_value(row, max_characters) for row in elements])
    return text + ORDER_NOTES.get(kind_name(value), "")
