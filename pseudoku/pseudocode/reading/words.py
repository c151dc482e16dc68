"""The words of the notation: keywords, kinds, operations, names of the hand-out."""

KEYWORDS = {
    word: word
    for word in (
        *("function", "if", "then", "else", "end", "while", "do", "for"),
        *("return", "break", "continue", "new", "mod", "true", "false", "null"),
    )
} | {"and": "∧", "or": "∨", "not": "¬"}

# Words that should be two words.
TWO_WORDS = {f"end{kind}": ("end", kind) for kind in ("if", "for", "while", "function")}
TWO_WORDS |= dict.fromkeys(("elseif", "elsif", "elif"), ("else", "if"))

OPENERS = ("if", "for", "while", "function")
LEADING = (*OPENERS, "return", "else", "end", "new", "break", "continue")
STARTERS = ("if", "while", "for", "return", "break", "continue", "new", "...")

KINDS = {
    kind.lower(): kind for kind in ("Vector", "Queue", "Stack", "DynamicArray", "Array")
}
SIZED = ("Vector", "Array")

# Before a name: another language's word for 'function', and types of variables.
DEFINING = (
    *("def", "define", "func", "fn", "sub", "procedure", "algorithm"),
    *("subroutine", "method"),
)
TYPES = (
    *("int", "integer", "boolean", "bool", "float", "double", "string", "str"),
    *("var", "const", "auto", "final", "void", "char"),
)
NULLS = ("None", "nil")

# The forms of the operations, as messages show them; the structure comes last.
FORMS = """
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


def operands(forms: str) -> dict[str, tuple[str, ...]]:
    """Return the operands of each operation in ``forms``."""
    pairs = [form.strip(" \n]").split("[") for form in forms.split(";")]
    return {name.upper(): tuple(listed.split(", ")) for name, listed in pairs}


OPERATIONS, LISTS = operands(FORMS), operands(LIST_FORMS)
SPELLED = {name.upper(): name for name in ("removeAt", "insertAt", "read", "write")}
LISTY = ("LIST", "COPY", "JOIN", "REPEAT")  # their result is a list

# Names of operations in other languages, which are understood in calls.
SYNONYMS = {"isempty": "EMPTY", "size": "LENGTH", "len": "LENGTH", "peek": "TOP"}

# The hand-out's functions, with the kinds of their parameters.
SIGNATURES = {
    "MakeVector": ("Vector",),
    "PermuteVector": ("Vector", "number"),
    "PermuteRows": ("Vector", "number", "number", "number"),
    "SearchStack": ("Stack", "number"),
    "CheckColumn": ("Vector", "number"),
    "ColChecks": ("Vector",),
    "CheckGrids": ("Vector",),
    "MakeSolution": ("Vector",),
}
HANDOUT = tuple(SIGNATURES)
HANDOUT_KINDS = {name.lower(): kinds for name, kinds in SIGNATURES.items()}
SHORT = {"permuterow": "PermuteRows", "colcheck": "ColChecks"}  # as students write them


def operation(word: str) -> str:
    """Return the operation that ``word`` names, in any case, or ""."""
    name = word.upper()
    return name if name in OPERATIONS else ""


def meant_operation(word: str) -> str:
    """Return the operation that ``word`` names, here or in other languages, or ""."""
    return operation(word) or SYNONYMS.get(key(word), "")


def form(name: str) -> str:
    """Return the form of an operation, such as ``ENQUEUE[element, queue]``."""
    return f"{SPELLED.get(name, name)}[{', '.join((OPERATIONS | LISTS)[name])}]"


def key(name: str) -> str:
    """Return ``name`` in the form in which names of functions are compared.

    >>> key("PERMUTEROWS") == key("PermuteRows") == key("permute_rows")
    True
    """
    return name.replace("_", "").lower()


def in_full(name: str) -> str:
    """Return the full name in the hand-out for ``name``, or ``name`` itself.

    >>> in_full("PERMUTEROW"), in_full("colCheck"), in_full("Row")
    ('PERMUTEROWS', 'ColChecks', 'Row')
    """
    full = SHORT.get(key(name), name)
    return full.upper() if name.isupper() else full


def counted(count: int, word: str) -> str:
    """Return ``count`` with ``word``: 1 argument, 2 arguments."""
    return f"{count} {word}{'s' * (count != 1)}"


def is_handout_name(name: str) -> bool:
    return key(name) in HANDOUT_KINDS
