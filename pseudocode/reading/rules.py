"""Rewrite lines in other notations into the course's notation, before parsing.

In the pattern of a rule, a space matches any number of blanks, and ``<a:SUM>`` is a
group ``a`` that matches the expression SUM of `PATTERN_PARTS`; the template inserts it
as ``{a}``. Rules are applied in order, each until it no longer matches. There is no
rule for text that could be read in two ways.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import NamedTuple

from pseudocode.reading.advice import make_remark
from pseudocode.reading.handout import Handout
from pseudocode.reading.operators import ARITHMETIC_SIGNS, ARITHMETIC_WORDS, SIGNS
from pseudocode.reading.source import UNCHANGED, Columns, Remark, Source
from pseudocode.reading.vocabulary import (
    FUNCTION_WORDS,
    OPERATIONS,
    STRUCTURE_KINDS,
    TYPE_WORDS,
)

# Characters of its line: what is behind them is not rewritten.
MAX_PREFIX_CHARACTERS = 20_000
MAX_REWRITES = 20  # that a rule is applied to what it has made
NAME = r"[^\W\d]\w*"
BRACKETED = r"\[(?:[^\[\]\n]|\[[^\[\]\n]*\])*\]|\((?:[^()\n]|\([^()\n]*\))*\)"
ATOM = rf"(?:(?:{NAME}|\d+(?:\.\d+)?(?:{NAME})?)(?:\.{NAME}|{BRACKETED})*|{BRACKETED}|[⌊⌈][^⌋⌉\n]*[⌋⌉])"
ARTICLES = r"(?:(?:an?|the|new|empty)\b )*"
ARROW = r"(?:←|<-+|<[—–−]|‹[-–—]|:=|[⟵⇐⇦⬅⟸↞🠐🠔🡐🡄🡨\uf0ac\uf0df\uf0e7]|\\gets|=(?!=))"
ARITHMETIC_PATTERN = (
    rf"(?:[{re.escape(ARITHMETIC_SIGNS)}]|(?:{'|'.join(ARITHMETIC_WORDS)})\b)"
)
PATTERN_PARTS = {
    "NAME": NAME,
    "PLACE": rf"{NAME}(?:\[(?:[^\[\]\n]|\[[^\[\]\n]*\])*\])*",
    "SUM": rf"(?:[-−] )?{ATOM}(?: {ARITHMETIC_PATTERN} {ATOM})*",
    "ARROW": ARROW,
    "KIND": rf"\b(?:{'|'.join(STRUCTURE_KINDS)})\b",
    "SIZE": r"(?:\([^()\n]*\)|\[[^\[\]\n]*\])",
    "LESS": r"(?:<=|=<|≤|⩽|≦|<)",
    "MORE": r"(?:>=|=>|≥|⩾|≧|>)",
    "TYPE": rf"\b(?:{'|'.join(TYPE_WORDS)})\b",
    "OPERATION": rf"\b(?:{'|'.join((*OPERATIONS, 'SELECT', 'STORE'))})",
    # Where a statement begins, and where the header of a loop ends.
    "BEGIN": r"(?:^|(?<=[;{:,])|(?<=\bthen\b)|(?<=\bdo\b)|(?<=\belse\b)|(?<=\brepeat\b))[^\S\n]*",
    "DO": r"(?(open)\)) (?:\bdo\b|\bthen\b|:(?!=))?",
    "REST": r"(?:(?!//|\buntil\b)[^\n;:}#])+",
    "ENDS": r"(?=[^\S\n]*(?:$|[;:.,}#]|//|\b(?:end|else|if)\b))",
}
PART_REFERENCE = re.compile("<(?:(?P<group>[a-z]+):)?(?P<part>[A-Z]+)>")
FOR_START = "\\bfor (?P<open>\\()?(?: <TYPE>)? "  # with or without a bracket
# Between the words of a hand-out's name: blanks, or invisible marks that were pasted.
NAME_GAP = r"[-−\x20\t\xa0\u200b-\u200d\u2060\ufeff\u00ad]{0,3}"
COMPOUND_OPERATORS = {f"{sign}=": SIGNS[sign] for sign in ARITHMETIC_SIGNS}
RELATION_REPLACEMENTS = {"<=": "≤", ">=": "≥"}


class RewriteRule(NamedTuple):
    """A rule that replaces text in another notation by the course's notation.

    ``pattern`` is a regular expression, and ``template`` its replacement. The rule is
    tried only on texts that contain one of the words or symbols in ``hint``, which
    ``|`` separates; a hint that begins with ``~`` is a regular expression. The rule
    changes ``example`` into ``result``.
    """

    name: str
    hint: str
    pattern: str
    template: str
    example: str
    result: str


# The steps of C's for, and of BASIC's.
INCREMENT = r"(?:(?P=i) \+\+|\+\+ (?P=i)|(?P=i) \+= 1\b|(?P=i) <ARROW> (?P=i) \+ 1\b)"
DECREMENT = r"(?:(?P=i) [-−]{1,2}(?![-=])|-- (?P=i)|(?P=i) -= 1\b|(?P=i) <ARROW> (?P=i) [-−] 1\b)"
# Hints: something made, a declaration.
STRUCTURE_WORD = "(?:vector|array|stack|queue|dynamicarray)"
CREATION_HINT = rf"~[=←–—−-] *(?:(?:create|an?|the|new|empty) +)*{STRUCTURE_WORD}\b"
SEMICOLONS = FOR_START + r"<i:NAME> (?:<ARROW>|\bfrom\b) <a:SUM> ; "
COUNTING_FOR = FOR_START + r"<i:NAME> (?:<ARROW>|\bfrom\b|\bin\b|∈) (?:range )?"
REWRITE_RULES = [
    RewriteRule("loop-while", "loop", r"<BEGIN>loop while\b ", "while ",
         "loop while k < 4", "while k < 4"),
    RewriteRule("loop-until", "loop", r"<BEGIN>loop until\b <c:REST>", "while ¬({c}) do",
         "loop until k = 4", "while ¬(k = 4) do"),
    RewriteRule("loop-from", "loop", r"<BEGIN>loop (?=<NAME> from\b)", "for ",
         "loop i from 1 to 4", "for 1 ≤ i ≤ 4 do"),
    RewriteRule("end-subroutine", "endsubroutine|endprocedure|endmethod|subroutine|procedure|method",
         r"<BEGIN>end ?(?:subroutine|procedure|method)\b", "end function",
         "ENDSUBROUTINE", "end function"),
    RewriteRule("returns", "returns", r"^(?P<header> (?:function|procedure|subroutine)\b[^\n]*\)) "
         r"returns\b (?:<TYPE>|<KIND>|real\b)[^\n]*", "{header}",
         "FUNCTION Half(n) RETURNS INTEGER", "FUNCTION Half(n)"),
    RewriteRule("declare-type", "declare", r"<BEGIN>declare\b <NAME>(?: , <NAME>)* : (?:<TYPE>|real\b)"
         r"<ENDS>", "", "DECLARE k : INTEGER", ""),
    RewriteRule("for-semicolon-step", ";", SEMICOLONS + r"(?P=i) <s:LESS> <b:SUM> ; "
         r"(?P=i) (?:\+=|<ARROW> (?P=i) \+) (?P<step>[2-9]) <DO>",
         "for {a} ≤ {i} {s} {b} step {step} do",
         "for (r = 1; r <= 3; r += 2) {", "for 1 ≤ r ≤ 3 step 2 do {"),
    RewriteRule("for-semicolon", ";", SEMICOLONS + rf"(?P=i) <s:LESS> <b:SUM> ; {INCREMENT} <DO>",
         "for {a} ≤ {i} {s} {b} do",
         "for (int i = 1; i <= 4; i++) {", "for 1 ≤ i ≤ 4 do {"),
    RewriteRule("for-semicolon-down", ";",
         SEMICOLONS + rf"(?P=i) <s:MORE> <b:SUM> ; {DECREMENT} <DO>",
         "for {a} ≥ {i} {s} {b} do",
         "for i = 4; i >= 1; i--", "for 4 ≥ i ≥ 1 do"),
    RewriteRule("range-down", "range", FOR_START + r"<i:NAME> (?:\bin\b|∈) range \( <a:SUM> , <b:SUM> , "
         r"[-−] 1 \) <DO>", "for {a} ≥ {i} > {b} do",
         "for k in range(4, 0, -1):", "for 4 ≥ k > 0 do"),
    RewriteRule("range-step", "range", FOR_START + r"<i:NAME> (?:\bin\b|∈) range \( <a:SUM> , <b:SUM> , "
         r"(?P<step>\d+) \) <DO>", "for {a} ≤ {i} < {b} step {step} do",
         "for k in range(1, 4, 2):", "for 1 ≤ k < 4 step 2 do"),
    RewriteRule("range", "range", FOR_START + r"<i:NAME> (?:\bin\b|∈) range \( <a:SUM> , <b:SUM> \) <DO>",
         "for {a} ≤ {i} < {b} do", "for k in range(1, 5):", "for 1 ≤ k < 5 do"),
    RewriteRule("range-from-0", "range", FOR_START + r"<i:NAME> (?:\bin\b|∈) range \( <b:SUM> \) <DO>",
         "for 0 ≤ {i} < {b} do", "for k in range(p) do", "for 0 ≤ k < p do"),
    RewriteRule("for-downto", "down|downto", COUNTING_FOR + r"<a:SUM> (?<![^\W\d])(?:downto|down to)\b <b:SUM>"
         r"(?P<step> \b(?:step|by)\b <SUM>)? <DO>", "for {a} ≥ {i} ≥ {b}{step} do", "FOR k := 4 DOWNTO 1 DO", "for 4 ≥ k ≥ 1 do"),
    RewriteRule("for-to-backwards", "step|by", COUNTING_FOR + r"<a:SUM> (?<![^\W\d])(?:to|until)\b <b:SUM> "
         r"\b(?:step|by) [-−] 1\b <DO>", "for {a} ≥ {i} ≥ {b} do",
         "FOR k = 4 TO 1 STEP -1", "for 4 ≥ k ≥ 1 do"),
    RewriteRule("for-to", "to|until|upto", COUNTING_FOR + r"<a:SUM> (?<![^\W\d])(?:to|until|upto)\b <b:SUM>"
         r"(?P<step> \b(?:step|by)\b [-−]?<SUM>)? <DO>", "for {a} ≤ {i} ≤ {b}{step} do",
         "for i = 1 to n + 1", "for 1 ≤ i ≤ n + 1 do"),
    RewriteRule("for-dots", "..|…", COUNTING_FOR + r"[\[{{(]? <a:SUM> ,? (?:\.\.\.?|…) ,? <b:SUM> "
         r"[\]}})]? <DO>", "for {a} ≤ {i} ≤ {b} do",
         "for i in {1, ..., 4} do", "for 1 ≤ i ≤ 4 do"),
    RewriteRule("times-before", "times", r"\brepeat [^\n:;←=]*?\b(?P<n>\w+) times : "
         r"(?=for 1 (?:≤|<=) <NAME> (?:≤|<=) (?P=n)\b)", "",
         "repeat the following p times: for 1 ≤ t ≤ p do", "for 1 ≤ t ≤ p do"),
    RewriteRule("times", "times", r"<BEGIN>(?:for|repeat)\b (?P<open>\()? <n:SUM> times\b <DO>",
         "for 0 ≤ turn_{line} < {n} do",
         "repeat p times", "for 0 ≤ turn_1 < p do"),
    RewriteRule("repeat", "until", r"<BEGIN>repeat\b(?=\s*+[^\W\d])(?P<body>(?:(?://|\#)[^\n]*+"
         r"|(?!\b(?:repeat|until)\b|//|\#)[\s\S])*)until\b <c:REST>",
         "while TRUE do{body} if {c} then break end if end while",
         "repeat PUSH[k, s] until k = 4", "while TRUE do PUSH[k, s]  if k = 4 then break end if end while"),
    RewriteRule("create", "create|make|declare|define|initialise|initialize|set|let|new a|new e", r"<BEGIN>"
         r"(?:(?:create|make|declare|define|initiali[sz]e|new(?= (?:an?|empty)\b))\b "
         rf"{ARTICLES}<k:KIND> (?:(?:called|named)\b )?<s:NAME>(?P<n> <SIZE>)?"
         rf"|(?:set|let)\b <t:NAME> (?:to|be|as|=|←) {ARTICLES}<l:KIND>(?P<m> <SIZE>)?)",
         "new {kind} {name}{size}",
         "create an empty stack called s", "new Stack s"),
    RewriteRule("made", CREATION_HINT, rf"<BEGIN>(?:<KIND> )?<t:NAME> <ARROW> "
         rf"(?:(?:create\b )?{ARTICLES})<l:KIND> (?P<m><SIZE>)", "new {kind} {name}{size}",
         "s <- new Stack()", "new Stack s"),
    RewriteRule("made-without-brackets", CREATION_HINT, rf"<BEGIN>(?:<KIND> )?"
         rf"<t:NAME> <ARROW> (?:an?|the|new|empty)\b {ARTICLES}<l:KIND>(?P<m>)<ENDS>"
         r"", "new {kind} {name}",
         "q = new Queue", "new Queue q"),
    RewriteRule("size-first", rf"~[\s;:{{,]{STRUCTURE_WORD} *[(\[]", r"(?:<BEGIN>|\bnew )<l:KIND> (?P<m><SIZE>) "
         r"<t:NAME><ENDS>", "new {kind} {name}{size}",
         "new Vector(4) w", "new Vector w(4)"),
    RewriteRule("set", "set|let", r"<BEGIN>(?:set|let)\b <x:PLACE> (?:(?:to|be|as)\b|=|←) ",
         "{x} ← ", "SET x TO 3", "x ← 3"),
    RewriteRule("plus-plus", "++", r"(?:<BEGIN>|(?<=[^\S\n]))<x:PLACE> \+\+(?=[^\S\n]*(?:$|[;:.,}#/]|[^\W\d]))", "{x} ← {x} + 1", "k++", "k ← k + 1"),
    RewriteRule("minus-minus", "--|−−", r"<BEGIN><x:PLACE> (?:--|−−)(?![-−])<ENDS>",
         "{x} ← {x} − 1", "k--;", "k ← k − 1;"),
    RewriteRule("operate", "+=|-=|−=|*=|×=|/=|%=", r"<BEGIN><x:PLACE> (?P<o>[-−+*×/%]=)(?!=) <n:SUM><ENDS>",
         "{x} ← {x} {operator} {group}", "k *= n + 1", "k ← k × (n + 1)"),
    RewriteRule("push", "onto|into|on|to|in", r"(?P<w>\bpush|\benqueue)\b (?P<items><SUM>"
         r"(?: (?:, (?:and\b)?|\band\b) <SUM>)*) \b(?:into|onto|on|to|in)\b <s:PLACE><ENDS>",
         "{pushes}",
         "PUSH 4, 3 and x + 1 ONTO s", "PUSH[4, s] PUSH[3, s] PUSH[x + 1, s]"),
    RewriteRule("pop", "pop |dequeue ", r"<BEGIN>(?P<w>pop|dequeue)\b (?:(?:from|of)\b )?"
         r"<s:PLACE><ENDS>", "{W}[{s}]", "pop from s", "POP[s]"),
    RewriteRule("together", r"~,[^\n(),]*(?:←|<-|=)", r"<BEGIN>[\[(]?(?P<places><PLACE>(?: , <PLACE>)+) [\])]? <ARROW> [\[(]?"
         r"(?P<items><SUM>(?: , <SUM>)+)[\])]?<ENDS>", "{together}", "a, b = b, a",
         "value_1_1 ← b value_2_1 ← a a ← value_1_1 b ← value_2_1"),
    RewriteRule("type", "|".join(TYPE_WORDS), r"<BEGIN><TYPE> (?=<NAME> <ARROW>)", "", "int k = 2", "k = 2"),
    RewriteRule("define", "|".join(FUNCTION_WORDS), rf"<BEGIN>(?:{'|'.join(FUNCTION_WORDS)})\b "
         r"(?=<NAME> \()", "function ", "def Turn(row)", "function Turn(row)"),
    RewriteRule("typed-function", "{", r"<BEGIN>(?:<TYPE>|<KIND>) (?=<NAME> \([^()\n]*\) (?:$|\{))",
         "function ", "int Half(int n) {", "function Half(int n) {"),
    RewriteRule("next", "next", r"^ next(?: <NAME>)? $", "end for", "NEXT i", "end for"),
    RewriteRule("other-end", "wend|fi|od|loop", r"^ (?P<w>wend|fi|od|loop) $", "end {opener}",
         "wend", "end while"),
    RewriteRule("empty", "is empty|is not empty", r"\b(?<!the\s)<x:PLACE> is (?P<not>not\b )?empty\b",
         "{not_}EMPTY[{x}]", "while s is not empty do", "while ¬EMPTY[s] do"),
    RewriteRule("exclaim", "!|?", r"(?P<w><OPERATION>)[!?](?= [\[(])", "{w}",
         "enqueue![3, q]", "enqueue[3, q]"),
    RewriteRule("select", "select", r"\bselect \[ <k:SUM> , <v:PLACE> \]", "{v}[{k}]",
         "x ← SELECT[i, v]", "x ← v[i]"),
    RewriteRule("store", "store", r"<BEGIN>store \[ <x:SUM> , <k:SUM> , <v:PLACE> \]",
         "{v}[{k}] ← {x}", "STORE[o, i, v]", "v[i] ← o"),
    RewriteRule("new-missing", rf"~\n *{STRUCTURE_WORD} +\w",
         r"(?<!\bnew\n)(?<!\bnew[^\S\n]\n)<BEGIN><l:KIND> <t:NAME>(?P<m> <SIZE>)?"
         r"<ENDS>", "new {kind} {name}{size}", "Vector w(4)", "new Vector w(4)"),
]  # fmt: skip
STATEMENT_REST = re.compile(r"[^\n;{:]*")
UNEQUAL = ("≠", "!=", "<>")
OPERAND_BRACKETS = re.compile(BRACKETED)
BLOCK_OF_END = {"wend": "while", "loop": "while", "od": "while", "fi": "if"}


@cache
def rewrite_rules(handout: Handout) -> Sequence[RewriteRule]:
    """Return the rules, with that for the names of ``handout`` in two words."""
    if not handout.functions:
        return REWRITE_RULES
    names = [*handout.functions, *handout.short_names]
    firsts = {re.findall("[A-Z][a-z]+", name)[0].lower() for name in names}
    two_words = RewriteRule(
        "two-words",
        "|".join([*sorted(firsts), "\u200b", "\u00ad"]),
        rf"\b(?P<t>{'|'.join(map(NAME_GAP.join, names))})(?= \()",
        "{joined}",
        "p ← Search Stack(s, 3)",
        "p ← SearchStack(s, 3)",
    )
    return [*REWRITE_RULES, two_words]


def rewrite(source: Source) -> Iterator[Remark]:
    """Rewrite the text of ``source`` by all rules, and yield a note on each change."""
    lower = "\n" + source.text.lower().replace("\t", " ").replace("\xa0", " ")
    words = {*re.findall("[a-z]+", lower)}
    hints: dict[str, bool] = {}
    for rule in rewrite_rules(source.handout):
        if (hint := rule.hint) not in hints:
            hints[hint] = _is_hinted(lower, words, hint)
        if not hints[hint]:
            continue
        notes: list[Remark] = []
        pattern = _compile_rule(rule)
        write = partial(replacement, rule, source, notes)
        for _ in range(MAX_REWRITES):
            text = pattern.sub(write, source.text)
            if text == source.text:
                break
            source.replace_text(text)
        yield from notes


def _is_hinted(text: str, words: set[str], hint: str) -> bool:
    if hint[0] == "~":
        return re.search(hint[1:], text) is not None
    return any(word in (words if word.isalpha() else text) for word in hint.split("|"))


@cache
def _compile_rule(rule: RewriteRule) -> re.Pattern[str]:
    """Return the compiled pattern of ``rule``, with ``<a:SUM>`` and spaces expanded."""
    pattern = PART_REFERENCE.sub(_part_pattern, rule.pattern)
    return re.compile(pattern.replace(" ", r"[^\S\n]*"), re.IGNORECASE | re.MULTILINE)


def _part_pattern(match: re.Match[str]) -> str:
    """Return the group for a match of PART_REFERENCE, such as ``(?P<a>...)``."""
    part = PATTERN_PARTS[match["part"]]
    return f"(?P<{match['group']}>{part})" if match["group"] else f"(?:{part})"


def replacement(
    rule: RewriteRule, source: Source, notes: list[Remark], match: re.Match[str]
) -> str:
    """Return the text that ``rule`` puts in place of ``match``, and add a note.

    The columns of ``source`` are updated. A match in a comment or string, or more than
    MAX_PREFIX_CHARACTERS into a line, is returned unchanged.
    """
    text = match[0].strip()
    lead = len(match[0]) - len(match[0].lstrip())
    tail = match[0][lead + len(text) :]
    offset = match.start() + lead
    line, column = source.line_and_column(offset)
    if _is_in_comment_or_string(source, line, offset):
        return match[0]
    rewritten = rule.template.format(**_template_fields(match, line))
    if rewritten == text or not rewritten and rule.template:
        return match[0]
    behind = match.end()
    note_text = rewritten
    if rewritten[-1:] in ("", " "):  # the beginning of a statement
        tail = ""
        if rest := STATEMENT_REST.match(source.text, behind):
            note_text += rest[0]
    elif operands := OPERAND_BRACKETS.match(source.text, behind):
        note_text += operands[0]
    if not match.groupdict().get("step"):  # the parser has a note on that
        note_text = " ".join(note_text.split())
        name = "other-form" if note_text else "type"
        notes.append(make_remark(source, offset, name, right=note_text))
    moved, first = source.columns.get(line, UNCHANGED)
    source.columns[line] = Columns(moved, min(first or column, column - moved))
    if "\n" in text:
        last = line + text.count("\n")
        moved, _ = source.columns.get(last, UNCHANGED)
        source.columns[last] = Columns(moved, 1)
    is_before_letter = source.text[behind : behind + 1].isalpha()
    if not tail and is_before_letter and rewritten[-1:].isalpha():
        tail = " "
    return match[0][:lead] + rewritten + tail


def _is_in_comment_or_string(source: Source, line: int, offset: int) -> bool:
    """Return whether the text at ``offset``, in ``line``, is not to be rewritten.

    It is in a comment or a string, or more than MAX_PREFIX_CHARACTERS into its line.
    """
    start = source.line_start(line - 1)
    if offset - start > MAX_PREFIX_CHARACTERS:
        return True
    before = source.text[start:offset]
    return "//" in before or "#" in before or before.count('"') % 2 == 1


def _template_fields(match: re.Match[str], line: int) -> dict[str, str]:
    """Return the values for the fields of a rule's template, by name.

    They are the groups of ``match`` and texts derived from them. ``line`` is the line
    number of the match, which is used to make new variable names unique.
    """
    groups = {name: text or "" for name, text in match.groupdict().items()}

    def group(*names: str) -> str:
        """Return the first of the groups ``names`` that has text, or ""."""
        for name in names:
            if groups.get(name):
                return groups[name]
        return ""

    groups["s"] = RELATION_REPLACEMENTS.get(group("s"), group("s"))
    word = group("w")
    size = group("n", "m").strip()
    added = group("n") or "1"
    is_negated = group("not") or group("o") in UNEQUAL
    items = re.findall(_compiled_sum(), group("items"))
    places = re.split(r"\s*,\s*(?![^\[]*\])", group("places"))
    pushes = [f"{word.upper()}[{item}, {groups['s']}]" for item in items]
    assignments: list[str] = []
    if len(places) == len(items):
        names = [f"value_{n}_{line}" for n, _ in enumerate(items, 1)]
        pairs = [*zip(names, items), *zip(places, names)]
        assignments = [f"{place} ← {item}" for place, item in pairs]
    return groups | {
        "line": str(line),
        "kind": STRUCTURE_KINDS.get(group("k", "l").lower(), ""),
        "name": group("s", "t"),
        "size": size if size[1:-1].strip() else "",
        "not_": "¬" if is_negated else "",
        "group": added if added.isalnum() else f"({added})",
        "joined": re.sub(r"\W", "", group("t")),
        "operator": COMPOUND_OPERATORS.get(group("o"), ""),
        "pushes": " ".join(pushes),
        "together": " ".join(assignments),
        "W": word.upper(),
        "opener": BLOCK_OF_END.get(word.lower(), ""),
    }


@cache
def _compiled_sum() -> re.Pattern[str]:
    pattern = rf"(?<!\w)(?!and\b)(?:{PATTERN_PARTS['SUM']})".replace(" ", r"[^\S\n]*")
    return re.compile(pattern, re.IGNORECASE)
