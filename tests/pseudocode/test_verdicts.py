"""No verdict, mark or note on an answer changes unseen, and the verdicts are fair.

The answers of tests/answers/corpus have the verdicts of two readers.
``python -m tests.pseudocode.test_verdicts`` prints the table of docs/decisions.md.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache

import pytest

from tests.pseudocode.variants import variants
from tests.pseudocode.verdicts import VERDICTS, Answer, answers, corpus, lines

GOLDEN: defaultdict[str, list[str]] = defaultdict(list)  # the lines on each answer
for line in VERDICTS.read_text("utf-8").splitlines():
    GOLDEN[json.loads(line)["answer"]].append(line)


def seen_in(name: str) -> set[tuple[str, str]]:
    """Return the verdicts on each task, and the doubts, that an answer shows.

    They are also different for each style of answers.
    """
    style = name.partition(" ")[0] if " " in name else name.rpartition(".")[2]
    seen = set()
    for line in GOLDEN[name]:
        row = json.loads(line)
        word = row["verdict"]
        seen |= {(word, row["task"]), (word, style)}
        if word in ("review", "unread"):
            told = re.sub(r"^answer:\d+:\d+: ", "", row["notes"][0])
            seen.add((word, " ".join(re.findall(r"\b[a-z]+\b", told)[:2])))
    return seen


def cost(name: str) -> int:
    """Return about how long it takes to judge an answer: a hint takes long."""
    return len(GOLDEN[name]) + 9 * sum('"hint"' in line for line in GOLDEN[name])


def chosen() -> list[str]:
    """Return the names of few answers that show all that some answer shows."""
    seen: set[tuple[str, str]] = set()
    names = []
    for name in sorted(GOLDEN, key=lambda name: cost(name) / len(seen_in(name))):
        if seen_in(name) - seen:
            names.append(name)
            seen |= seen_in(name)
    return names


given = cache(lambda: dict(answers()))


@pytest.mark.sampled(18)
@pytest.mark.parametrize("name", chosen())
def test_the_verdicts_on_an_answer_are_those_of_the_golden_file(name: str) -> None:
    assert [*lines(name, given()[name])] == GOLDEN[name]


@pytest.mark.nightly
def test_all_verdicts_are_those_of_the_golden_file() -> None:
    for name, document in given().items():
        assert [*lines(name, document)] == GOLDEN.get(name, [])


NOTATION = ("module", "sloppy", "course", "pasted", "known")  # the module's, with slips
# Not in the table of docs/decisions.md.
KNOWN = ("known", "known_foreign", "known_cheats")
LEFT = ("unread", "review")


def verdicts_on(answer: Answer) -> Iterator[tuple[str, str, str, str]]:
    """Yield each task, the verdicts of the two readers, and the judge's.

    The judge's are those of the golden file, which CI compares with every Python's.
    """
    words = golden_words(f"{answer.style}.md {answer.name}")
    for task, (first, second) in answer.tasks.items():
        yield task, first, second, words.get(task, "missing")


def golden_words(name: str) -> dict[str, str]:
    rows = map(json.loads, GOLDEN.get(name, []))
    return {row["task"]: row["verdict"] for row in rows}


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


def test_no_cheat_passes_and_right_answers_of_every_kind_do() -> None:
    for file, allowed in (
        ("cheats.txt", "fail error review"),
        ("right_variants.txt", "pass"),
    ):
        for name, (task, _) in variants(file).items():
            many = name == "a flag for each sub-grid"  # more than 4,000 paths
            words = ["review"] if many else allowed.split()
            assert golden_words(f"{file} {name}")[task] in words, name


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
