"""Every diagnosis of the reader: its code, what is wrong, and what to write instead.

A line of `TABLE` is a code, a name, the problem and, after the first semicolon, the
remedy. Below a heading with a problem, a line has, in its place, the words or signs
that have this problem: a *word* at the beginning of a statement, a *method* after a
dot, a sign where a *statement* or an *expression* is expected. A code keeps its
meaning; one that is no longer used is not given to another diagnosis.
"""

import re
from typing import NamedTuple

from pseudoku.pseudocode.reading.source import Remark, Source

HEADER = "write for 1 ≤ i ≤ 4 do"
MOST_MISTAKES = 100  # then reading stops
MOST_NOTES = 1000  # then reading continues without notes
MOST_SHOWN = 200  # characters of the text that a message repeats

TABLE = """
Read, and noted:

E01 two-words: '{text}' is two words; write '{first} {second}'
E02 other-sign: '{text}' is not the module's sign; write '{sign}'
E03 numbered-lines: the lines are numbered in another way; write 12:, or no numbers
E04 other-comment: this is another language's comment; write // before each line
E05 wrong-opening: '{text}' instead of '{word}'; write '{word}'
E06 missing-opening: no '{word}' after the header; add it
E07 missing-end: no 'end {kind}' for the '{kind}' of line {line}; add it
E08 wrong-end: 'end {text}' instead of 'end {kind}'; write 'end {kind}'
E09 bare-end: 'end' alone; write 'end {kind}'
E10 surplus-end-if: one 'end if' ends the whole chain of 'else if'; leave this out
E11 braces: this block is in braces; write {word}… end {kind}
E12 mark-at-end: '{text}' at the end of a line; leave it out
E13 mark-after: '{text}' after {what}; leave it out
E14 misspelt: '{text}' is misspelt; write '{word}'
E15 other-word: '{text}' is another language's word; write '{word}'
E16 line-number: this is read as the number of the line; write 12:, or nothing
E17 last-comma: nothing follows this comma; leave it out
E18 equals-sign: '{text}' compares; to assign, write {right}
E19 in-place: '{text}' is another language's assignment; write {right}
E20 typed-variable: a variable has no type; leave '{text}' out
E21 missing-new: no 'new' before '{text}'; add it
E22 arrow-and-new: 'new' has no arrow; write new {kind} {name}
E23 size-first: the size is before the name; write new {kind} w(n)
E24 square-size: the length is in square brackets; write new Vector w(n)
E25 needless-size: a {kind} has no length; leave the brackets out
E26 bare-return: 'return' has no value; write the result after it
E27 prose-value: this is prose, which cannot run; write {right}
E28 whole-division: '{text}' is another language's division; write floor(a / b)
E29 two-comparisons: these are two comparisons in one; write a ≤ b ∧ b ≤ c
E30 word-operator: '{text}' is not an operator; write '{sign}'
E31 bare-not: ¬ follows another operator; put it and its operand in brackets
E32 two-positions: two positions are in one bracket; write v[i][j]
E33 method-call: this is a method call; write {right}
E34 square-call: a function has round brackets; write {name}(…)
E35 round-operation: an operation has square brackets; write {right}
E36 hyphenated-name: this name is in two parts; write {name}
E37 spaced-name: a name has no spaces; write {name}
E38 other-header: this is another language's header; write {right}
E39 header-in-brackets: this header is in brackets; write {right}
E40 condition-in-for: a for has no condition; write a while, or a break
E41 counting-down: a for counts up; write 1 ≤ i ≤ 4, and use 5 − i
E42 typed-function: a function has no type; leave it out
E43 typed-parameter: a parameter has no type; write the name alone
E44 repeat-until: the module has no repeat … until; write {right}
E45 line-mark: a mark is before each of these lines; leave it out
E46 product: '{text}' is read as a product; write {right}
E47 step: the step of a for is 1; write a while, with k ← k + 2
E48 list-value: the module has no lists; write new Vector v(4), then v[k] ← o
E49 each: 'for each' has no positions; {header}
E88 round-position: the position of an element has square brackets; write {right}
E89 guard: the condition follows the statement; write {right}
E90 operation-mark: the name of an operation has no '{text}'; leave it out
E91 one-structure: no structure is named; write {right}
E92 near-name: '{text}' is read as '{word}'; use one spelling
E93 in-words: this statement is in words; write {right}
E159 needless-do: 'do' is before the test; write while c do … end while
E100 heading-line: this is not read, as a heading; write it as a comment: // Task 2
E97 python: this is read as Python, which counts positions from 0; write the notation
E96 result-name: this is another language's result; write return {name}

Not read:

E94 no-structure: no structure is named; expected {form}
E95 two-readings: this can be read in two ways; write {one} or {two}
E99 other-language: this looks like {language}; write the module's notation
E98 python-only: '{text}' of Python is not read; write it in the module's notation
E50 missing-sign: found {found}; expected '{sign}' {where}
E51 no-expression: found {found}; expected an expression
E52 no-statement: found {found}; expected a statement
E53 no-arrow: found {found}; expected '←' after this
E54 no-value: nothing follows '{text}'; write the value
E55 prose: this reads as prose; write a statement, such as {right}
E56 prose-condition: this reads as prose; write it with signs, as in x = 1 or EMPTY[s]
E57 arrow-in-condition: found {found}; to compare, write x = 1
E58 if-in-expression: found {found}; 'if' is a statement: if c then x ← 1 else x ← 2
    end if
E59 no-opening: found {found}; expected '{word}'
E60 stray-end: '{text}' belongs to no block; leave it out
E61 surplus-end: 'end {kind}' ends nothing; leave it out
E62 no-until: no 'until' for the 'repeat' of line {line}; write until c
E63 function-name: found {found}; expected the function's name
E64 parameter-name: found {found}; expected a parameter's name
E65 no-kind: found {found} after 'new'; expected one of {kinds}
E66 no-new-name: found {found}; expected the name of the new {kind}
E67 two-names: the new {kind} has two names; write new {kind} {name}
E68 new-element: 'new' makes a variable; write new Vector v(4), then store v
E69 no-size: every {kind} has a fixed length; write new {kind} {name}(4)
E70 stored-in-call: a call holds no value; store it in a variable or an element: v[k] ←
    o
E71 one-number: {name} has {count}; write {name}(y)
E72 slice: a vector gives one element at a time; write v[k]
E73 step-in-expression: a step is a separate statement; write k ← k + 1
E74 long-number: a number has {count}; write at most {most}
E75 for-each: 'for each' has no positions; {header}
E76 for-in: 'for … in' has no positions; {header}
E77 for-step: the step of a for is 1; {header}, or a while
E78 for-to: found {found}; expected 'to'; {header}
E79 for-condition: found {found}; expected a condition of '{name}'; {header}
E80 for-sign: found {found}; expected ≤ or <; {header}
E81 for-variable: found {found}; expected a variable between two ends; {header}
E82 for-two-ends: found {found}; expected {sign} and a second end; {header}
E83 for-endless: this header never ends or never begins; {header}

Limits:

E84 too-deep: more than {most} things are nested; write several statements
E85 too-long: more than {most} words and signs; the rest is not read
E86 too-many-mistakes: more than {most} mistakes; the rest is not read
E87 too-many-notes: more than {most} notes; the others are not shown

Words and signs of other languages, not read:

word: the module has no '{word}'
E101 no-print: print println printf echo display output cout system console; write
    return x to give a result
E102 no-switch: switch case match select; write if c then … else if c then … end if
E103 no-loop: loop forever; write while c do … end while
E104 no-other-end: next fi od done wend esac; write end if, end for, end while or end
    function
E105 no-class: class public private static protected; write function F(a, b) … end
    function
E106 no-need: begin pass import from using call; leave it out
E107 no-exception: try catch except finally raise throw assert; write a test with if
E108 no-exit: exit stop quit halt; write return, or break
E109 no-swap: swap exchange; write t ← a, a ← b, b ← t on three lines
E110 no-increment: increment increase; write k ← k + 1
E111 no-decrement: decrement decrease; write k ← k − 1
E112 no-input: input inputs; name the inputs in brackets: F(a, b)
E113 no-create: create make declare define; write new Queue q
E114 no-list: list arraylist; write new Vector v(4)
E115 no-type: int integer boolean bool float double string str var let const auto final
    void char set; write x ← 3
E116 no-unless: unless; write if ¬c then … end if
E117 no-foreach: foreach; {header}
E118 no-repeat: repeat; {header}, or while c do
E119 no-until-alone: until; write if c then break end if, inside while TRUE do

word: '{word}' begins a heading
E120 heading: task question answer exercise solution part algorithm; write it as a
    comment: // Task 2

method: no operation is called '{word}'
E121 method: ; write v[k] or NAME[v]
E122 method-add: append add offer put; write PUSH[x, s] or ENQUEUE[x, q]
E123 method-remove: remove poll popleft; write POP[s] or DEQUEUE[q]
E124 method-first: front first; write HEAD[q]
E125 method-set: set; write v[k] ← x
E126 method-floor: floor ceil; write {word}(x)

statement: found {found}
E140 brace: { }; a block ends with end if, end for, end while, not with a brace
E141 no-comment-sign: /* /× × string; a comment begins with //
E142 missing-times: (; between two factors write ×: 2 × (k mod 2)
E143 comma: ,; write one statement after the other, without a comma
E144 needless-sign: − • ` ;; leave it out
E145 or-sign: |; for 'or' write ∨, typed or
E146 not-equal-sign: /=; for 'not equal' write ≠, typed !=
E147 stray-then: then; it follows a condition: if c then, else if c then
E148 stray-do: do; the test comes first: while c do … end while
E149 question-mark: ?; write if c then … else … end if
E150 step-first: ++; write k ← k + 1
E151 arrow-right: →; to assign, the arrow points to the left: x ← 3
E152 two-arrows: ←; write one arrow, with a variable to its left: x ← 3
E153 power: ^ **; the module has no power: write x × x

expression: found {found}
E154 arrow-or-minus: ←; for 'less than minus' leave a space: x < −1
E155 new-in-expression: new; 'new' is a separate statement: new Queue q
E156 list: [ ]; make a vector with new Vector v(4) and fill it with v[k] ← o
E157 bars: |; the length of a vector is LENGTH[v]
E158 tilde: ~; for 'not' write ¬
"""


class Advice(NamedTuple):
    """A line of the table."""

    code: str
    name: str
    problem: str
    remedy: str


ADVICE: dict[str, Advice] = {}  # by name
PATTERNS: dict[tuple[str, str], str] = {}  # names, by context and token


def read_table() -> None:
    where, problem = "", ""
    for line in re.sub(r"\n {4}", " ", TABLE).splitlines():
        if line.startswith("E"):
            code, name, text = re.split(":? ", line, maxsplit=2)
            first, remedy = text.split("; ", 1)
            ADVICE[name] = Advice(code, name, problem or first, remedy)
            if problem:
                PATTERNS.update({(where, word): name for word in first.split()})
        elif ": " in line:
            where, problem = line.split(": ")


read_table()


def message(name: str, /, **fields: object) -> str:
    """Return the message of the diagnosis ``name``, with ``fields`` filled in.

    >>> message("missing-end", kind="if", line=3)
    "no 'end if' for the 'if' of line 3; add it"
    """
    advice = ADVICE[name]
    shown = {field: shortened(str(value)) for field, value in fields.items()}
    return f"{advice.problem}; {advice.remedy}".format(**shown, header=HEADER)


def shortened(text: str) -> str:
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 1]}…"


def diagnosis(source: Source, at: int, name: str, /, **fields: object) -> Remark:
    return source.remark(at, message(name, **fields), f"{ADVICE[name].code} {name}")


def instead(word: str) -> str:
    """Return the message about ``word`` of another language, or "".

    >>> instead("Until")
    "the module has no 'Until'; write if c then break end if, inside while TRUE do"
    >>> instead("row")
    ''
    """
    name = about("word", word.lower())
    return message(name, word=word) if name else ""


def about(where: str, *tokens: str, otherwise: str = "") -> str:
    """Return the name of the diagnosis of the first of ``tokens`` that has one."""
    found = (PATTERNS.get((where, token)) for token in tokens)
    return next(filter(None, found), otherwise)
