"""The rules that rewrite other notations in the module's."""

import re

import pytest

from pseudocode.reading import rules
from pseudocode.reading.rules import RewriteRule, rewrite, rewrite_rules
from pseudocode.reading.source import Remark, Source
from pseudocode.running.runner import Runner
from pseudoku.reference import HANDOUT, parse
from tests.pseudocode.texts import TABLES
from tests.pseudocode.verdicts import answers

RULES = rewrite_rules(HANDOUT)


def rewritten(text: str) -> tuple[str, list[Remark]]:
    source = Source(text, handout=HANDOUT)
    notes = [*rewrite(source)]
    return source.text, notes


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_gives_the_result_of_its_example(rule: RewriteRule) -> None:
    """Alone, after other spaces, and among other lines."""
    text, notes = rewritten(rule.example)
    is_noted = "{step}" not in rule.template  # the parser notes a step
    assert text == rule.result
    if rule.result and is_noted:
        assert notes[0].message.startswith("this is not the module's notation")
    for space in ("\t", "\u00a0"):
        _, notes = rewritten(space + rule.example.replace(" ", space))
        assert notes or not is_noted
    text, notes = rewritten(f"function F(a)\n    {rule.example}\n  return a\nend")
    assert notes or not is_noted
    _, line, *others = text.split("\n")
    assert line.split() == re.sub(r"\b(turn|value_\d)_1", r"\1_2", rule.result).split()
    assert others == ["  return a", "end"]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_line_that_only_looks_like_a_rule_is_kept(rule: RewriteRule) -> None:
    """Such a line, a comment, and a text in quotes."""
    for text in (
        *(TABLES["kept"][rule.name], f"// {rule.example}", f"x ← 1 # {rule.example}"),
        *('return "s is empty"', 'return "3 is not empty"', 'return "Make Vector (3)"'),
    ):
        assert rewritten(text) == (Source(text, handout=HANDOUT).original, [])


def test_a_mistake_in_a_rewritten_line_has_its_line() -> None:
    found = parse("x ← 1\n  for i = 1 to 4 do x ← @ end for").errors
    assert [(one.line, one.column) for one in found] == [(2, 3)]
    found = parse("x ← @ for i = 1 to 4 do x ← 1 end for").errors
    assert (found[0].line, found[0].column) == (1, 5)


def test_every_rule_has_its_own_name() -> None:
    names = [rule.name for rule in RULES]
    assert len({*names}) == len(names) and {*names} == {*TABLES["kept"]}


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


@pytest.mark.parametrize("name", TABLES["in_no_answer"])
def test_a_rule_that_no_answer_needs_reads_a_function(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = TABLES["in_no_answer"][name]
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


@pytest.mark.slow
def test_every_other_rule_is_needed_by_an_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    used = set()
    for _, document in answers():
        used |= used_rules(document.text, monkeypatch)
    assert {rule.name for rule in RULES} - used == {*TABLES["in_no_answer"]}
