"""The diagnoses of the parser: code, name, problem, and what to write instead.

Each line of `DIAGNOSIS_TABLE` has a code, a name, the problem and, after the first
semicolon, the remedy. Under a heading with a problem, a line instead lists the words or
symbols with this problem: a *word* at the beginning of a statement, or a symbol where a
*statement*, the *opening* of a block or an *expression* is expected. Codes are never
reused for another diagnosis.
"""

from typing import NamedTuple

from pseudocode.reading.source import Remark, Source

FOR_EXAMPLE = "write for 1 ≤ i ≤ 4 do"
MAX_ERRORS = 100  # then reading stops
MAX_NOTES = 1000  # then reading continues without notes
MAX_QUOTED_CHARACTERS = 200  # characters of the text that a message repeats

DIAGNOSIS_TABLE = """
Read, and noted:

E02 other-sign: the module's pseudocode has no '{text}'; write '{word}'
E04 other-comment: this comment has another language's signs; begin its lines with //
E05 wrong-opening: found '{text}' instead of '{word}'; write '{word}'
E06 missing-opening: '{word}' is missing after this; add it
E07 missing-end: no 'end {kind}' for the '{kind}' of line {line}; add it after this
E174 unclear-end: neither 'end {kind}' nor indentation shows where the '{kind}' of line
    {line} ends; add 'end {kind}'
E08 wrong-end: '{text}' ends the '{kind}' of line {line}; write 'end {kind}'
E14 misspelt: '{text}' is misspelt; write '{word}'
E18 equals-sign: '{text}' compares; to assign, write {right}
E26 bare-return: nothing follows 'return'; write the result after it, as in return x
E31 bare-not: ¬ after another sign needs brackets; write a = (¬b)
E40 condition-in-for: a for takes no condition; write while c do, or break inside an if
E41 counting-down: a 'for' counts up; from 4 to 1, write for 1 ≤ i ≤ 4 do, and 5 − i instead of i
E45 line-mark: lines begin with a bullet, a dash or a number; leave these marks out
E47 step: a for adds 1 each time; write while c do … k ← k + 2 end while
E48 list-value: the module's pseudocode has no lists; write new Vector v(4) and v[k] ← x
E92 near-name: '{text}' is read as '{word}'; use one spelling everywhere
E176 letter-case: '{text}' is read as '{word}'; use one spelling everywhere
E100 heading-line: this line is skipped as a heading; begin headings with //
E171 other-form: this is not the module's notation; write {right}
E161 copying: the module's pseudocode has no '{text}'; put each element in a new vector
E173 type: the module's pseudocode has no types; leave this out
E170 needless: '{text}' is not needed here; leave it out

Not read:

E94 no-structure: the name of the structure is missing; write {form}
E95 two-readings: this can be read in two ways; write {one} or {two}
E99 other-language: this looks like {language}; write it in the module's pseudocode
E50 missing-sign: found {found}; expected '{sign}' {where}
E27 prose-value: this value is in words; write an expression, such as x + 1 or TOP[s]
E51 no-expression: found {found}; expected a value, such as 3, x or v[k]
E52 no-statement: found {found}; expected a statement, such as x ← 3 or PUSH[x, s]
E53 no-arrow: found {found}; expected '←' and a value after this, as in x ← 3
E54 no-value: nothing follows '{text}'; write a value after it
E55 prose: this is prose, not a statement; write, for example, PUSH[x, s]
E56 prose-condition: this condition is in words; write an expression, such as x = 1 or EMPTY[s]
E59 no-opening: found {found}; expected '{word}' at the end of the header
E60 stray-end: '{text}' has nothing to end; leave it out
E63 header-name: found {found}; expected a name, as in function F(a, b)
E65 no-kind: found {found} after 'new'; expected one of {kinds}
E177 declared: '{name}' is declared, but no {kind} is made; write new {kind} {name}
E178 element-form: {text}[…] cannot be read here; write v[k], or v[k] ← x to store x
E68 new-element: 'new' needs a name, not an element; write new Vector w(4), v[k] ← w
E168 new-form: found {found}; expected {expected}, as in new Vector w(4)
E69 no-size: the length of the {kind} is missing; write new {kind} {name}(4)
E70 stored-in-call: nothing can be stored in '{text}'; write a name or an element, v[k]
E71 one-number: {name}(…) takes one number; write one, as in {name}(x / 2)
E74 long-number: this number is too long; write at most {most} digits
E76 for-in: 'for … in' needs the name of a vector; {header}
E169 for-form: found {found}; expected {expected}; {header}
E121 method: no operation is called '{word}'; write one such as PUSH[x, s] or HEAD[q]

Limits:

E84 too-deep: more than {most} brackets or blocks are nested; write several statements
E85 too-long: more than {most} words and signs; the rest is not read
E86 too-many-mistakes: more than {most} mistakes; the rest is not read
E87 too-many-notes: more than {most} notes; the others are not shown

Words and signs of other languages, not read:

word: the module's pseudocode has no '{word}'
E101 no-print: print println printf echo display output cout system console exit stop
    quit halt; write return x to give a result
E102 no-switch: switch case match select try catch except finally raise throw assert;
    write if c then … else if c then … end if
E62 no-until: repeat; add until c where it ends, or write while c do
E103 no-loop: loop forever foreach until; write while c do, or for 1 ≤ i ≤ 4 do
E104 no-other-end: next fi od done wend esac; write end if, end for or end while
E106 no-need: begin pass import from using call class public private static protected
    input inputs; leave it out
E109 no-swap: swap exchange; write t ← a, a ← b, b ← t on three lines
E110 no-increment: increment increase decrement decrease; write k ← k + 1, or k ← k − 1
E113 no-create: create make declare define list arraylist; write new, a kind and a name, as in
    new Queue q
E115 no-type: int integer boolean bool float double string str var let const auto final
    void char set; write x ← 3
E116 no-unless: unless; write if ¬c then … end if
E120 heading: task question answer exercise solution part algorithm; begin the line
    with //

statement: found {found}
E140 brace: { }; a block ends with end if, end for or end while
E142 missing-times: (; between two factors write ×: 2 × (k mod 2)
E143 comma: ,; write one statement after the other, without a comma
E144 needless-sign: − • ` ) ] ;; leave it out
E147 stray-then: then do; write it after a condition, as in else if c then; for do … while write repeat … until c
E164 stray-else: else; write it after if c then … in the same block
E166 wrong-arrow: → ←; write one arrow, which points to a variable: x ← 3
E153 power: ^ **; the module's pseudocode has no power: write x × x

opening: found {found} in a condition
E57 arrow-in-condition: ←; to compare, write x = 1
E58 if-in-expression: else; write if c then … else … end if

expression: found {found}
E155 new-in-expression: new; 'new' is a separate statement: new Queue q
E156 list: [ ]; make a vector with new Vector v(4) and fill it with v[k] ← x
E157 bars: |; the length of a vector is LENGTH[v]
E162 if-as-value: if; 'if' is a statement: if c then x ← 1 else x ← 2 end if
"""


class Diagnosis(NamedTuple):
    """A diagnosis: code such as ``E57``, name such as ``missing-end``, and message.

    The message is ``problem``, a semicolon and ``remedy``, with replacement fields such
    as ``{line}`` for `str.format`.
    """

    code: str
    name: str
    problem: str
    remedy: str


DIAGNOSES: dict[str, Diagnosis] = {}  # by name
DIAGNOSIS_OF_TOKEN: dict[tuple[str, str], str] = {}  # names, by context and token


def _load_diagnoses() -> None:
    """Fill both dictionaries from `DIAGNOSIS_TABLE`.

    A heading such as ``opening: found {found} in a condition`` has a context and the
    problem of all lines below it. A heading such as ``Limits:`` is for people only.
    """
    context = ""
    problem = ""
    for line in DIAGNOSIS_TABLE.replace("\n    ", " ").splitlines():
        is_diagnosis = line.startswith("E")
        if not is_diagnosis and ": " in line:
            context, problem = line.split(": ")
        elif is_diagnosis:
            code, name, text = line.split(" ", 2)
            name = name.removesuffix(":")
            problem_or_tokens, remedy = text.split("; ", 1)
            if not context:
                problem = problem_or_tokens
            else:
                for token in problem_or_tokens.split():
                    DIAGNOSIS_OF_TOKEN[context, token] = name
            DIAGNOSES[name] = Diagnosis(code, name, problem, remedy)


_load_diagnoses()


def message(name: str, /, **fields: object) -> str:
    """Return the message of the diagnosis ``name``, with ``fields`` filled in.

    >>> message("missing-end", kind="if", line=3)
    "no 'end if' for the 'if' of line 3; add it after this"
    """
    advice = DIAGNOSES[name]
    truncated = {field: _truncate(str(value)) for field, value in fields.items()}
    return f"{advice.problem}; {advice.remedy}".format(**truncated, header=FOR_EXAMPLE)


def _truncate(text: str) -> str:
    """Return ``text``, or its beginning and ``…`` if it is too long for a message."""
    if len(text) <= MAX_QUOTED_CHARACTERS:
        return text
    return f"{text[: MAX_QUOTED_CHARACTERS - 1]}…"


def make_remark(source: Source, offset: int, name: str, /, **fields: object) -> Remark:
    """Return the remark of the diagnosis ``name`` at ``offset`` of ``source``."""
    code = f"{DIAGNOSES[name].code} {name}"
    return source.remark(offset, message(name, **fields), code)


def foreign_word_message(word: str) -> str:
    """Return the message for a word of another programming language, or "" for others.

    >>> foreign_word_message("Unless")
    "the module's pseudocode has no 'Unless'; write if ¬c then … end if"
    >>> foreign_word_message("row")
    ''
    """
    name = diagnosis_name("word", word.lower())
    return message(name, word=word) if name else ""


def diagnosis_name(where: str, *tokens: str, otherwise: str = "") -> str:
    """Return the name of the diagnosis for the first of ``tokens`` that has one.

    ``where`` is the context: "word", "statement", "opening" or "expression". If no
    token has a diagnosis in this context, return ``otherwise``.
    """
    names = (DIAGNOSIS_OF_TOKEN.get((where, token)) for token in tokens)
    return next(filter(None, names), otherwise)
