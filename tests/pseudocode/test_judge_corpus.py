"""Answers in many styles, each with the verdicts of two readers; see tests/answers.

``python -m tests.pseudocode.test_judge_corpus`` prints the table of docs/decisions.md.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache

from tests.pseudocode.corpus import Answer, corpus
from tests.pseudocode.verdicts import VERDICTS

NOTATION = ("module", "sloppy", "course", "pasted", "known")  # the module's, with slips
KNOWN = (
    "known",
    "known_foreign",
    "known_cheats",
)  # not in the table of docs/decisions.md
LEFT = ("unread", "review")


def verdicts_on(answer: Answer) -> Iterator[tuple[str, str, str, str]]:
    """Yield each task, the verdicts of the two readers, and the judge's.

    The judge's are those of the golden file, which CI compares with every Python's.
    """
    for task, (first, second) in answer.tasks.items():
        name = f"{answer.style}.md {answer.name}"
        yield task, first, second, golden_verdicts().get((name, task), "missing")


@cache
def golden_verdicts() -> dict[tuple[str, str], str]:
    lines = map(json.loads, VERDICTS.read_text("utf-8").splitlines())
    return {(one["answer"], one["task"]): one["verdict"] for one in lines}


def unfair(style: str, first: str, second: str, word: str) -> str:
    """What is unfair about the verdict ``word``, or no text."""
    if first != second:
        return "" if word in LEFT else "the readers differ"
    if first == "wrong" and word == "pass":
        return "a wrong answer passes"
    if first == "right" and word not in ("pass", *LEFT):
        return "a right answer is refused"
    if word == "unread" and style in NOTATION:
        return "the module's notation is not read"
    return ""


def test_the_judge_is_fair_to_answers_in_every_style() -> None:
    found = {
        (answer.name, task): unfair(answer.style, first, second, word)
        for answer in corpus()
        for task, first, second, word in verdicts_on(answer)
    }
    assert {task: why for task, why in found.items() if why} == {}


def test_the_corpus_is_large_and_has_both_kinds_in_every_style() -> None:
    answers = corpus()
    assert len({answer.name for answer in answers}) == len(answers)
    answers = [answer for answer in answers if answer.style not in KNOWN]
    assert len(answers) >= 200
    kinds = Counter(
        (answer.style, first)
        for answer in answers
        for first, _ in answer.tasks.values()
    )
    styles = {style for style, _ in kinds}
    assert len(styles) >= 8
    assert sum(kinds[style, "wrong"] for style in styles) >= 90
    assert all(kinds[style, "right"] and kinds[style, "wrong"] for style in styles)


def main() -> None:
    """Print for each style what became of its right and of its wrong answers."""
    table: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for answer in corpus():
        if answer.style in KNOWN:
            continue
        for _, first, second, word in verdicts_on(answer):
            agreed = first if first == second else "person"
            table[answer.style, agreed][word] += 1
    print("| style | answers | pass | fail, error | review | unread |")
    print("|---|---|---|---|---|---|")
    for (style, agreed), counts in sorted(table.items()):
        refused = counts["fail"] + counts["error"]
        rest = f"{counts['review']} | {counts['unread']}"
        number = f"{counts.total()} {agreed}"
        print(f"| {style} | {number} | {counts['pass']} | {refused} | {rest} |")


if __name__ == "__main__":
    main()
