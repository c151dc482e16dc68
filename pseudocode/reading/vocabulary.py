"""The words of the notation: keywords, types and operations."""

from pseudocode.reading import operators

KEYWORDS = {
    word: word
    for word in (
        "function if then else end while do for return break continue new true false "
        "null"
    ).split()
}
KEYWORDS |= operators.SYMBOL_OF_KEYWORD | {"not": "¬"}

# Words that should be two words.
TWO_WORDS = {f"end{kind}": ("end", kind) for kind in ("if", "for", "while", "function")}
TWO_WORDS |= dict.fromkeys(("elseif", "elsif", "elif"), ("else", "if"))

BLOCK_KEYWORDS = ("if", "for", "while", "function")
STATEMENT_KEYWORDS = (
    *BLOCK_KEYWORDS,
    "return",
    "else",
    "end",
    "new",
    "break",
    "continue",
)
STARTERS = ("if", "while", "for", "return", "break", "continue", "new", "...")

STRUCTURE_KINDS = {
    kind.lower(): kind for kind in ("Vector", "Queue", "Stack", "DynamicArray", "Array")
}
SIZED_KINDS = ("Vector", "Array")

# Before a name: another language's word for 'function', and types of variables.
FUNCTION_WORDS = "def define func fn sub procedure algorithm subroutine method".split()
TYPE_WORDS = (
    "int integer boolean bool float double string str var const auto final void char"
).split()
NULL_WORDS = ("None", "nil")

# Words that are read as operators.
OPERATOR_WORDS = operators.PHRASES | {"div": "div"}
MAX_OPERATOR_WORDS = max(len(phrase.split()) for phrase in OPERATOR_WORDS)
# Behind a value, a line that ends with one of these continues below, and a line that
# begins with one may continue the line above. An x is a variable there, and a mode too.
ENDING_OPERATORS = {phrase.split()[-1] for phrase in OPERATOR_WORDS} - {"x"}
BEGINNING_OPERATORS = {phrase.split()[0] for phrase in OPERATOR_WORDS} - {"x", "mode"}
COMPARING_WORDS = {word for phrase in OPERATOR_WORDS for word in phrase.split()[1:2]}

# The forms of the operations, as messages show them; the structure comes last.
OPERATION_FORMS = """
LENGTH[vector]; ENQUEUE[element, queue]; DEQUEUE[queue]; HEAD[queue];
PUSH[element, stack]; POP[stack]; TOP[stack]; EMPTY[queue or stack];
removeAt[position, dynamic array]; insertAt[position, element, dynamic array];
read[position, array]; write[element, position, array]
"""
# The operations of lists, which only the reader of other notations writes.
LIST_FORMS = """
LIST[element, element]; NTH[position, list]; COPY[list]; JOIN[list, list];
REPEAT[times, list]
"""


def _parse_forms(forms: str) -> dict[str, tuple[str, ...]]:
    """Return the operations in ``forms``, with the words for their operands.

    For ``"PUSH[element, stack]; POP[stack]"``, the result is
    ``{"PUSH": ("element", "stack"), "POP": ("stack",)}``.
    """
    operands_by_operation = {}
    for form in forms.split(";"):
        operation, _, operands = form.strip(" \n]").partition("[")
        operands_by_operation[operation.upper()] = tuple(operands.split(", "))
    return operands_by_operation


OPERATIONS = _parse_forms(OPERATION_FORMS)
LIST_OPERATIONS = _parse_forms(LIST_FORMS)
OPERATION_SPELLINGS = {
    name.upper(): name for name in ("removeAt", "insertAt", "read", "write")
}
LIST_RESULTS = ("LIST", "COPY", "JOIN", "REPEAT")  # their result is a list

# Names of operations in other languages, which are understood in calls.
OPERATION_SYNONYMS = {
    "isempty": "EMPTY",
    "size": "LENGTH",
    "len": "LENGTH",
    "peek": "TOP",
}


def operation_name(word: str) -> str:
    """Return ``word`` in capitals if it is an ADT operation in any case, or else ""."""
    name = word.upper()
    return name if name in OPERATIONS else ""


def operation_or_synonym(word: str) -> str:
    """Return the operation that ``word`` names, such as "LENGTH" for ``len``, or ""."""
    return operation_name(word) or OPERATION_SYNONYMS.get(name_key(word), "")


def operation_form(name: str) -> str:
    """Return an operation with its operands, such as ``ENQUEUE[element, queue]``."""
    return f"{OPERATION_SPELLINGS.get(name, name)}[{', '.join((OPERATIONS | LIST_OPERATIONS)[name])}]"


def name_key(name: str) -> str:
    """Return ``name`` in lower case without underscores, for comparing function names.

    >>> name_key("PERMUTEROWS") == name_key("permute_rows")
    True
    """
    return name.replace("_", "").lower()
