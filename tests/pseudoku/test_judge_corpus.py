"""Answers in many styles, each with the verdicts of two readers; see tests/answers.

``python -m tests.pseudoku.test_judge_corpus`` prints the table of docs/pseudocode.md.
"""

import csv
from collections import Counter, defaultdict
from typing import NamedTuple

import pytest

from pseudoku.pseudocode.judging.judge import judge
from pseudoku.pseudocode.reading.parser import parse
from tests.places import ANSWERS

CORPUS = ANSWERS / "corpus"
NOTATION = ("module", "sloppy", "course", "pasted")  # the module's, with slips
LEFT = ("unread", "review")


class Answer(NamedTuple):
    """A task of an answer: the verdicts of two readers, and in which half it is."""

    file: str
    style: str
    task: str
    first: str
    second: str
    half: str


def answers() -> list[Answer]:
    with (CORPUS / "index.tsv").open(encoding="utf-8", newline="") as lines:
        return [Answer(*row) for row in list(csv.reader(lines, delimiter="\t"))[1:]]


def verdicts(files: list[str]) -> dict[tuple[str, str], str]:
    """The judge's verdict on each task of each file."""
    found: dict[tuple[str, str], str] = {}
    for name in files:
        text = (CORPUS / name).read_text(encoding="utf-8")
        for task, verdict in judge(parse(text, name)).items():
            found[name, task] = verdict["verdict"]
    return found


def unfair(answer: Answer, word: str) -> str:
    """What is unfair about the verdict ``word``, or no text."""
    if answer.first != answer.second:
        return "" if word in LEFT else "the readers differ"
    if answer.first == "wrong" and word == "pass":
        return "a wrong answer passes"
    if answer.first == "right" and word not in ("pass", *LEFT):
        return "a right answer is refused"
    if word == "unread" and answer.style in NOTATION:
        return "the module's notation is not read"
    return ""


@pytest.mark.parametrize(
    "step", [pytest.param(1, marks=pytest.mark.slow), 25], ids=["all", "some"]
)
def test_the_judge_is_fair_to_answers_in_every_style(step: int) -> None:
    files = sorted({answer.file for answer in answers()})[::step]
    words = verdicts(files)
    judged = [answer for answer in answers() if answer.file in files]
    found = {one: unfair(one, words[one.file, one.task]) for one in judged}
    assert {one: why for one, why in found.items() if why} == {}


def test_the_corpus_is_large_and_has_both_kinds_in_every_style() -> None:
    assert len({answer.file for answer in answers()}) >= 200
    assert sum(answer.first == "wrong" for answer in answers()) >= 90
    kinds = {(answer.style, answer.first) for answer in answers()}
    styles = {answer.style for answer in answers()}
    assert len(styles) >= 8
    assert all({(style, "right"), (style, "wrong")} <= kinds for style in styles)


def main() -> None:
    """Print for each style what became of its right and of its wrong answers."""
    words = verdicts(sorted({answer.file for answer in answers()}))
    table: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for one in answers():
        agreed = one.first if one.first == one.second else "person"
        table[one.style, agreed][words[one.file, one.task]] += 1
    print("| style | answers | pass | fail, error | review | unread |")
    print("|---|---|---|---|---|---|")
    for (style, agreed), counts in sorted(table.items()):
        refused = counts["fail"] + counts["error"]
        rest = f"{counts['review']} | {counts['unread']}"
        number = f"{counts.total()} {agreed}"
        print(f"| {style} | {number} | {counts['pass']} | {refused} | {rest} |")


if __name__ == "__main__":
    main()
