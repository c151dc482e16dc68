"""The rules that rewrite other notations in the module's."""

import re

import pytest

from pseudocode.reading import rules
from pseudocode.reading.rules import RewriteRule, rewrite, rewrite_rules
from pseudocode.reading.source import Remark, Source
from pseudocode.running.runner import Runner
from pseudoku.reference import HANDOUT, parse
from tests.pseudocode.verdicts import answers

RULES = rewrite_rules(HANDOUT)

# For each rule, a line that looks like what it rewrites.
KEPT = {
    "loop-while": "x ← loop while",
    "loop-from": "loop i to 4",
    "end-subroutine": "ending ← procedure",
    "returns": "function Half(n) returns n",
    "declare-type": "DECLARE s : Stack",
    "for-semicolon-step": "for (i = 0; i < 9; i += n)",
    "loop-until": "x ← loop until",
    "for-semicolon": "for (i = 0; i < 9; i -= 2)",
    "for-semicolon-down": "for (i = 9; i > 0; i -= 2)",
    "range-down": "x ← k in range(9, 0, -2)",
    "range-step": "x ← k in range(1, 9, n)",
    "range": "x ← range(1, 5)",
    "range-from-0": "x ← range(4)",
    "for-downto": "4 downto 1",
    "for-to-backwards": "for k ≥ 1 step -1",
    "for-to": "for 1 ≤ i ≤ 4 do",
    "for-dots": "for ... do",
    "times-before": "repeat the following 3 times: for 1 ≤ t ≤ p do",
    "times": "x ← p times 3",
    "repeat": "repeat ← k + 1 until",
    "create": "create s",
    "made": "s ← Stacked()",
    "made-without-brackets": "x ← new Queue q",
    "size-first": "new Vector w(4)",
    "set": "set the value to 3",
    "plus-plus": "x ← v[i++]",
    "minus-minus": "x ← 3 --1",
    "operate": "if x /= 1 then",
    "push": "push the numbers onto the stack",
    "pop": "pop the stack",
    "together": "a, b ← F(c)",
    "type": "int k",
    "define": "define k",
    "typed-function": "int Half(int n)  // of n",
    "next": "next ← 3",
    "other-end": "loop ← 3",
    "empty": "if the stack is empty then",
    "two-words": "p ← Search Stacks(s, 3)",
    "select": "x ← SELECT[i]",
    "store": "STORE[o, i]",
    "exclaim": "x ← pushed![3]",
    "new-missing": "stack has four elements",
}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_gives_the_result_of_its_example(rule: RewriteRule) -> None:
    source = Source(rule.example, handout=HANDOUT)
    notes = [*rewrite(source)]
    assert source.text == rule.result
    if rule.result and "{step}" not in rule.template:  # the parser notes a step
        assert notes[0].message.startswith("this is not the module's notation")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_line_that_only_looks_like_a_rule_is_kept(rule: RewriteRule) -> None:
    source = Source(KEPT[rule.name], handout=HANDOUT)
    assert not [*rewrite(source)]
    assert source.text == source.original


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_comment_is_not_rewritten(rule: RewriteRule) -> None:
    for sign in ("// ", "x ← 1 # "):
        source = Source(sign + rule.example, handout=HANDOUT)
        assert not [*rewrite(source)]


@pytest.mark.parametrize("text", ["s is empty", "3 is not empty", "Make Vector (3)"])
def test_a_text_in_quotes_is_not_rewritten(text: str) -> None:
    source = Source(f'return "{text}"', handout=HANDOUT)
    assert not [*rewrite(source)]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_fits_in_a_line_among_others(rule: RewriteRule) -> None:
    lines = ["function F(a)", "    " + rule.example, "    return a", "end function"]
    source = Source("\n".join(lines), handout=HANDOUT)
    assert [*rewrite(source)] or "{step}" in rule.template
    result = re.sub(r"\b(turn|value_\d)_1", r"\1_2", rule.result)
    assert source.text.split("\n")[1].split() == result.split()
    assert len(source.text.split("\n")) == 4


def test_a_rule_fits_after_a_tab_and_other_spaces() -> None:
    for rule in RULES:
        for space in ("\t", "\u00a0"):
            source = Source(space + rule.example.replace(" ", space), handout=HANDOUT)
            assert [*rewrite(source)] or "{step}" in rule.template, rule.name


def test_a_mistake_in_a_rewritten_line_has_its_line() -> None:
    found = parse("x ← 1\n  for i = 1 to 4 do x ← @ end for").errors
    assert [(one.line, one.column) for one in found] == [(2, 3)]
    found = parse("x ← @ for i = 1 to 4 do x ← 1 end for").errors
    assert (found[0].line, found[0].column) == (1, 5)


def test_every_rule_has_its_own_name() -> None:
    names = [rule.name for rule in RULES]
    assert len({*names}) == len(names) and {*names} == {*KEPT}


# For each rule that no answer of the tests needs, a function that gives its argument.
IN_NO_ANSWER = {
    "loop-while": "k ← 0\nloop while k < n\nk ← k + 1\nend loop\nreturn k",
    "loop-until": "k ← 0\nloop until k = n\nk ← k + 1\nend loop\nreturn k",
    "loop-from": "k ← 0\nloop i from 1 to n\nk ← k + 1\nend loop\nreturn k",
    "end-subroutine": "return n\nENDSUBROUTINE",
    "returns": "return n",
    "select": "new Vector v(3)\nv[3] ← n\nreturn SELECT[3, v]",
    "store": "new Vector v(3)\nSTORE[n, 3, v]\nreturn v[3]",
    "new-missing": "Vector v(3)\nv[3] ← n\nreturn v[3]",
}


def used_rules(text: str, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the names of the rules that change ``text``."""
    used = set()
    original = rules.replacement

    def replacement(
        rule: RewriteRule, source: Source, notes: list[Remark], match: re.Match[str]
    ) -> str:
        result = original(rule, source, notes, match)
        if result != match[0]:
            used.add(rule.name)
        return result

    with monkeypatch.context() as patch:
        patch.setattr(rules, "replacement", replacement)
        parse(text)
    return used


@pytest.mark.parametrize("name", IN_NO_ANSWER)
def test_a_rule_that_no_answer_needs_reads_a_function(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = IN_NO_ANSWER[name]
    header = "function F(n)"
    if name == "returns":
        header = "function F(n) returns integer"
    if name != "end-subroutine":
        body += "\nend function"
    text = f"{header}\n{body}\n"
    assert name in used_rules(text, monkeypatch)
    parsed = parse(text)
    runner = Runner()
    runner.load(parsed.valid_program(), parsed.source)
    assert runner.call("F", [3]) == 3


def test_every_other_rule_is_needed_by_an_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    used = set()
    for _, document in answers():
        used |= used_rules(document.text, monkeypatch)
    assert {rule.name for rule in RULES} - used == {*IN_NO_ANSWER}
