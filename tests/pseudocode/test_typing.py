"""No way of typing an answer makes a wrong one pass or a right one fail.

An answer is one that an independent marker has marked (see `rewriting`), typed in up
to three ways; one that is typed in none must be read.

``python -m tests.pseudocode.test_typing N`` counts the verdicts on N answers.
"""

import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from random import Random

import pytest

from pseudoku.exercises import judge_task
from pseudoku.reference import parse
from tests.pseudocode.independent_marker import function_of, is_right
from tests.pseudocode.notation import printed
from tests.pseudocode.rewriting import ANSWERS, Rewritten, definition, rewritten
from tests.seeds import todays

# A rewrite may make an answer of which Python warns, such as one with 1[2].
pytestmark = pytest.mark.filterwarnings("ignore::SyntaxWarning")

Way = Callable[[str, Random], str]
TYPED = tomllib.loads((Path(__file__).parent / "typing.toml").read_text("utf-8"))
# "review" leaves the answer to a person, such as one that is wrong for an empty stack.
VERDICTS = {
    None: ("pass", "fail", "error", "review"),
    True: ("pass", "review"),
    False: ("fail", "error", "review"),
}
BASES = 500  # answers that are typed in different ways
LEFT = ("unread", "review")  # to a person
MARKED = re.compile(r"^[\W\d]*[\d•▪*│-]", re.M)  # lines have a mark already
OPERATIONS = re.compile(r"\b(?:ENQUEUE|DEQUEUE|PUSH|EMPTY|HEAD)(?=\[)")


def replaced(way: str, text: str, random: Random) -> str:
    pattern, *texts = random.choice(TYPED["ways"][way])
    return re.sub(pattern, random.choice(texts), text)


def changed_lines(text: str, change: Callable[[str], str]) -> str:
    lines = text.split("\n")
    return "\n".join(change(line) if line.strip() else line for line in lines)


def capitals(text: str, random: Random) -> str:
    """Begin each line with a capital, as a word processor does."""
    return re.sub(r"(?m)^\s*[a-z]", upper, text)


def pages(text: str, random: Random) -> str:
    """Break the page between two lines; the next one begins or the old one ends so."""
    lines = text.split("\n")
    footer, number = random.choice(TYPED["footers"]), random.randint(1, 8)
    for more in range(random.randint(1, 2)):
        at = random.randint(1, len(lines) - 1)
        lines[at:at] = [footer.format(number + more), *["\f"] * random.randint(0, 1)]
    return "\n".join(lines)


def signs(text: str, random: Random) -> str:
    for sign, others in TYPED["signs"].items():
        if random.random() < 0.7:
            text = text.replace(sign, random.choice(others))
    return text


def misspelt(text: str, random: Random) -> str:
    """Exchange two letters of some operations: ENQEUE, PSUH, EMTPY."""

    def exchanged(found: re.Match[str]) -> str:
        word = found[0]
        at = random.randint(1, len(word) - 2)
        if random.random() < 0.5:
            return word
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]

    return OPERATIONS.sub(exchanged, text)


def headed(text: str, random: Random) -> str:
    number = random.choice("12345689")  # any: there is only one answer
    return f"{random.choice(TYPED['headings']).format(number)}\n\n{text}"


def prose(text: str, random: Random) -> str:
    before, after = random.choices(TYPED["prose"], k=2)
    return f"{before}\n\n{text}\n\n{after}\n"


def bullets(text: str, random: Random) -> str:
    mark = random.choice(("• ", "▪ ", "- ", "* ", "│ "))
    return text if MARKED.search(text) else changed_lines(text, lambda one: mark + one)


def numbers(text: str, random: Random) -> str:
    if MARKED.search(text):
        return text
    form = random.choice(("{}: ", "{}. ", "({}) ", "{:2d}  "))
    lines = text.strip("\n").split("\n")
    return "\n".join(form.format(k) + line for k, line in enumerate(lines, 1))


def capital_names(text: str, random: Random) -> str:
    return re.sub(r"\b[A-Z][a-z]+[A-Z]\w+", upper, text)


def upper(found: re.Match[str]) -> str:
    return found[0].upper()


def small_letters(text: str, random: Random) -> str:
    return re.sub(r"\b[A-Z]{3,}(?=\[)", lambda found: found[0].lower(), text)


def semicolons(text: str, random: Random) -> str:
    header = re.compile(
        r"[\W\d]*(?:if|else|for|while|repeat|function)\b|.*\b(?:then|do|:)$"
    )
    return changed_lines(text, lambda line: line + ";" * (not header.match(line)))


def commented(text: str, random: Random) -> str:
    end = f" {random.choice(('//', '#'))} then we go on; x = "
    return changed_lines(text, lambda line: f"{line}{end}{len(line)}")


LAST: dict[str, Way] = {  # they add lines, or marks to all
    **{"pages": pages, "headed": headed, "prose": prose},
    **{"bullets": bullets, "numbers": numbers},
}
WAYS: dict[str, Way] = {
    **{name: partial(replaced, name) for name in TYPED["ways"]},
    **{"capitals": capitals, "signs": signs, "misspelt": misspelt},
    **{"capital names": capital_names, "small letters": small_letters},
    **{"semicolons": semicolons},
    **{"commented": commented, **LAST},
}


@cache
def base(seed: int) -> Rewritten:
    return rewritten(seed)


def typed(seed: int) -> tuple[Rewritten, str, list[str]]:
    """An answer, its text as it is typed, and the names of the ways of typing it."""
    random, answer = Random(seed), base(seed % BASES)
    ways = random.sample([*WAYS], random.randint(0, 3))
    ways.sort(key=[*WAYS].index)
    text = answer.text
    for way in ways:
        text = WAYS[way](text, random)
    return answer, text, ways


def verdict_on(seed: int) -> tuple[Rewritten, str, str]:
    """Return an answer, the verdict on it as it is typed, and why it is unfair, if so."""
    answer, text, ways = typed(seed)
    found = judge_task(parse(text), answer.task)
    word = found["verdict"]
    allowed = (*VERDICTS[answer.right], *["unread"][: len(ways)])
    shown = f"{seed} {answer.right} {word} {ways}: {found['notes']}\n{text}"
    return answer, word, "" if word in allowed else shown


@pytest.mark.parametrize(
    "seeds", [todays(16), pytest.param(todays(250), marks=pytest.mark.slow)], ids=len
)
def test_typing_makes_no_wrong_answer_pass_and_no_right_one_fail(seeds: range) -> None:
    assert [shown for _, _, shown in map(verdict_on, seeds) if shown] == []


@pytest.mark.nightly
def test_few_right_answers_are_left_to_a_person_for_their_typing() -> None:
    found = [verdict_on(seed) for seed in range(200)]
    words = [word for answer, word, _ in found if answer.right]
    assert sum(words.count(word) for word in LEFT) <= 0.08 * len(words)
    made = Counter((answer.task, answer.right) for answer, _, _ in found)
    assert all(made[task, right] for task in ANSWERS for right in (True, False))


@pytest.mark.nightly
def test_the_answers_before_any_rewrite_are_right() -> None:
    for task, text in ANSWERS.items():
        assert is_right(task, function_of(definition(text)))
        assert judge_task(parse(printed(definition(text))), task)["verdict"] == "pass"


def main() -> None:
    """Count the verdicts on right and wrong rewritten answers that are typed plainly."""
    answers = map(rewritten, range(int(sys.argv[1])))
    found = Counter(
        (one.right, judge_task(parse(one.text), one.task)["verdict"]) for one in answers
    )
    print(*found.items(), sep="\n")


if __name__ == "__main__":
    main()
