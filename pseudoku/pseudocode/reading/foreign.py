"""What students bring along from other languages, and what the module writes instead.

The tables of words that are understood, and of advice where nothing can be understood.
"""

HEADER = "write for 1 ≤ i ≤ 4 do"

# Before a name: another language's word for 'function', and types of variables.
DEFINING = frozenset(("def", "func", "fn", "sub", "procedure", "algorithm"))
TYPES = frozenset(
    (
        *("int", "integer", "boolean", "bool", "float", "double", "string", "str"),
        *("var", "let", "const", "auto", "final", "void", "char"),
    )
)
NULLS = ("None", "nil")

_IF = "write if c then … else if c then … else … end if"
_WHILE = "write while c do … end while"
_END = "a block ends with end if, end for, end while or end function"
_RETURN = "what a function gives stands behind return"
_FUNCTION = "write function F(a, b) … end function"
_OUT = "leave it out"
_TEST = "write a test with if"

_ADVICE = {
    **dict.fromkeys(("print", "println", "printf", "echo", "display"), _RETURN),
    **dict.fromkeys(("output", "cout", "system", "console"), _RETURN),
    **dict.fromkeys(("switch", "case", "match", "select"), _IF),
    **dict.fromkeys(("loop", "forever"), _WHILE),
    **dict.fromkeys(("next", "fi", "od", "done", "wend", "esac"), _END),
    **dict.fromkeys(("class", "public", "private", "static", "protected"), _FUNCTION),
    **dict.fromkeys(("begin", "pass", "import", "from", "using", "call"), _OUT),
    **dict.fromkeys(("try", "catch", "except", "finally"), _TEST),
    **dict.fromkeys(("raise", "throw", "assert"), _TEST),
    **dict.fromkeys(("exit", "stop", "quit", "halt"), "write return, or break"),
    **dict.fromkeys(("swap", "exchange"), "write t ← a, a ← b, b ← t on three lines"),
    **dict.fromkeys(("increment", "increase"), "write k ← k + 1"),
    **dict.fromkeys(("decrement", "decrease"), "write k ← k − 1"),
    **dict.fromkeys(("input", "inputs"), "the brackets name what comes in: F(a, b)"),
    **dict.fromkeys(("create", "make", "declare", "define"), "write new Queue q"),
    **dict.fromkeys(("list", "arraylist"), "write new Vector v(4)"),
    **dict.fromkeys(TYPES, "write x ← 3"),
    "unless": "write if ¬c then … end if",
    "foreach": HEADER,
    "repeat": f"{HEADER}, or while c do",
    "until": "write if c then break end if, inside while TRUE do",
    "set": "write x ← 3",
}
_HEADINGS = ("task", "question", "answer", "exercise", "solution", "part", "algorithm")

# What other languages call the operations, which may be one or the other of ours.
_METHODS = {
    **dict.fromkeys(("append", "add", "offer", "put"), "PUSH[x, s] or ENQUEUE[x, q]"),
    **dict.fromkeys(("remove", "poll", "popleft"), "POP[s] or DEQUEUE[q]"),
    **dict.fromkeys(("front", "first"), "HEAD[q]"),
    "set": "v[k] ← x",
    "floor": "floor(x)",
    "ceil": "ceil(x)",
}

_POWER = "; the module has no power: write x × x"
_ARROW = "; an assignment has one arrow, and what is changed to its left: x ← 3"
_ADVISED = {
    "{": "; a block is closed with 'end if', 'end for', 'end while', not braces",
    "/*": "; a comment begins with //",
    "(": "; between two factors write ×: 2 × (k mod 2)",
    ",": "; one statement after the other, no comma",
    "×": "; a comment begins with //",
    "−": "; leave it out",
    "•": "; leave it out",
    "`": "; leave it out",
    ";": "; leave it out",
    "|": "; 'or' is ∨, typed or",
    "/=": "; 'not equal' is ≠, typed !=",
    "then": "; it follows a condition: if c then, else if c then",
    "do": "; the test comes first: while c do … end while",
    "?": f"; {_IF}",
    "++": "; write k ← k + 1",
    "string": "; a comment begins with //",
    "→": "; to assign, the arrow points to the left: x ← 3",
    "←": _ARROW,
    "^": _POWER,
    "**": _POWER,
}
_ADVISED["}"] = _ADVISED["{"]
_ADVISED["/×"] = _ADVISED["/*"]


def instead(word: str) -> str:
    """What to write for another language's ``word``, or nothing.

    >>> instead("Until")
    "the module has no 'Until': write if c then break end if, inside while TRUE do"
    >>> instead("row")
    ''
    """
    if word.lower() in _HEADINGS:
        return "a heading is written as a comment: // Task 2"
    told = _ADVICE.get(word.lower())
    return f"the module has no '{word}': {told}" if told else ""


def no_operation(word: str) -> str:
    """What to write for a method ``word`` that the module does not have.

    >>> no_operation("popleft")
    "no operation is called 'popleft': write POP[s] or DEQUEUE[q]"
    """
    form = _METHODS.get(word.lower(), "v[k] or NAME[v]")
    return f"no operation is called '{word}': write {form}"


def no_statement(kind: str, text: str, next_text: str) -> str:
    """What to do about a token that begins no statement."""
    both = _ADVISED.get(text + next_text) if text == "/" else None
    return both or _ADVISED.get(kind) or _ADVISED.get(text, "")


def no_expression(kind: str, text: str) -> str:
    """What to do about a token that begins no expression."""
    if kind == "←":
        return "; for 'less than minus' leave a space: x < −1"
    if kind == "new":
        return "; 'new' is a statement of its own: new Queue q"
    if kind in ("[", "]"):
        return "; a vector is made with new Vector v(4) and filled with v[k] ← o"
    if text == "|":
        return "; the length of a vector is LENGTH[v]"
    if text == "~":
        return "; 'not' is written ¬"
    return _ADVISED["{"] if kind == "{" else ""
