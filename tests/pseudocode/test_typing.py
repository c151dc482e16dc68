"""No way of typing an answer makes a wrong one pass or a right one fail.

An answer is one that an independent marker has marked (see `rewriting`), typed in up
to three ways; one that is typed in none must be read.

``python -m tests.pseudocode.test_typing N`` counts the verdicts on N answers.
"""

import re
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from pseudoku.exercises import judge_task
from pseudoku.reference import parse
from tests.pseudocode.independent_marker import function_of, is_right
from tests.pseudocode.notation import printed
from tests.pseudocode.rewriting import ANSWERS, Rewritten, definition, rewritten
from tests.seeds import todays

Way = Callable[[str, Random], str]
# "review" leaves the answer to a person, such as one that is wrong for an empty stack.
VERDICTS = {
    None: ("pass", "fail", "error", "review"),
    True: ("pass", "review"),
    False: ("fail", "error", "review"),
}
BASES = 500  # answers that are typed in different ways
LEFT = ("unread", "review")  # to a person
ARROWS = ("<-", "<–", "<−", "‹–", ":=", "<--", "⟵", "\uf0ac")
SIGNS = {
    "≤": ("<=", "⩽", "\\leq"),
    "≠": ("!=", "<>", "=/=", "\u0338="),
    "¬": ("not ", "NOT ", "!"),
    "∧": (" and ", " && ", "AND"),
    "∨": (" or ", " || ", "OR"),
    "×": ("*", "·"),
    "−": ("-", "–"),
}
FOOTERS = ("Page {} of 9", "page {}", "{}", "- {} -", "1234567   Pseudoku   {}")
PROSE = (
    "The queue is a list in memory, where head->node1->node2 are linked.",
    "In C this would be int puzzle[4]; here a Vector does the same.",
    "I checked whether a === b, as console.log would show.",
    "A public static array is not needed: we return the row, and end the loop.",
    "Note that for each column the function pops the stack while it is not empty.",
    "If the value is found then the search ends.",
)
HEADINGS = (
    "Task {}",
    "TASK {}:",
    "## Task {}",
    "Question {} (4 marks)",
    "Task {} – answer",
)
MARKED = re.compile(r"^[\W\d]*[\d•▪*│-]", re.M)  # lines have a mark already
OPERATIONS = re.compile(r"\b(?:ENQUEUE|DEQUEUE|PUSH|EMPTY|HEAD)(?=\[)")


def changed_lines(text: str, change: Callable[[str], str]) -> str:
    return "\n".join(
        change(line) if line.strip() else line for line in text.split("\n")
    )


def capitals(text: str, random: Random) -> str:
    """Begin each line with a capital, as a word processor does."""
    return changed_lines(
        text,
        lambda line: (
            re.sub("[a-z]", upper, line, count=1)
            if line.lstrip()[:1].islower()
            else line
        ),
    )


def upper(found: re.Match[str]) -> str:
    return found[0].upper()


def pages(text: str, random: Random) -> str:
    """Break the page between two lines; the next one begins or the old one ends so."""
    lines = text.split("\n")
    footer, number = random.choice(FOOTERS), random.randint(1, 8)
    for more in range(random.randint(1, 2)):
        at = random.randint(1, len(lines) - 1)
        lines[at:at] = [footer.format(number + more), *["\f"] * random.randint(0, 1)]
    return "\n".join(lines)


def arrows(text: str, random: Random) -> str:
    return text.replace("←", random.choice(ARROWS))


def signs(text: str, random: Random) -> str:
    for sign, others in SIGNS.items():
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
    return f"{random.choice(HEADINGS).format(number)}\n\n{text}"


def prose(text: str, random: Random) -> str:
    return f"{random.choice(PROSE)}\n\n{text}\n\n{random.choice(PROSE)}\n"


def bullets(text: str, random: Random) -> str:
    if MARKED.search(text):
        return text
    mark = random.choice(("• ", "▪ ", "- ", "* ", "│ "))
    return changed_lines(text, lambda line: mark + line)


def numbers(text: str, random: Random) -> str:
    if MARKED.search(text):
        return text
    form = random.choice(("{}: ", "{}. ", "({}) ", "{:2d}  "))
    lines = text.strip("\n").split("\n")
    return "\n".join(form.format(k) + line for k, line in enumerate(lines, 1))


def round_brackets(text: str, random: Random) -> str:
    return re.sub(r"\b([A-Z]{3,})\[([^\[\]]*)\]", r"\1(\2)", text)


def small_letters(text: str, random: Random) -> str:
    return re.sub(r"\b[A-Z]{3,}(?=\[)", lambda found: found[0].lower(), text)


def made(text: str, random: Random) -> str:
    """Make structures as other languages do, or in words."""
    form = random.choice(
        (r"\2 <- new \1()", r"\2 ← empty \1", r"create an empty \1 \2", r"\1 \2")
    )
    return re.sub(r"\bnew (Stack|Queue) (\w+)", form, text)


def counted(text: str, random: Random) -> str:
    form = random.choice(
        ("for {1} = {0} to {2} do", "FOR {1} FROM {0} TO {2}", "for ({0} ≤ {1} ≤ {2})")
    )
    pattern = r"for ([\w −+×]+?) ≤ (\w+) ≤ ([\w −+×]+?) do"
    return re.sub(pattern, lambda found: form.format(*found.groups()), text)


def without_words(text: str, random: Random) -> str:
    return re.sub(r" (?:then|do)$", random.choice(("", ":")), text, flags=re.M)


def without_ends(text: str, random: Random) -> str:
    """Leave out the ends of one kind; the indentation stays."""
    kind = random.choice(("if", "for", "while", "function"))
    return re.sub(rf"\n *end {kind}(?=\n|$)", "", text)


def semicolons(text: str, random: Random) -> str:
    header = re.compile(
        r"[\W\d]*(?:if|else|for|while|repeat|function)\b|.*\b(?:then|do|:)$"
    )
    return changed_lines(text, lambda line: line + ";" * (not header.match(line)))


def commented(text: str, random: Random) -> str:
    sign = random.choice(("//", "#"))
    return changed_lines(
        text, lambda line: f"{line} {sign} then we go on; x = {len(line)}"
    )


def pasted(text: str, random: Random) -> str:
    return random.choice(
        (
            text.replace("\n", "\r\n"),
            text.replace("    ", "\t"),
            text.replace(" ", "\u00a0"),
            re.sub(r"\n +", "\n", text),
        )
    )


WAYS: tuple[Way, ...] = (
    *(capitals, pages, arrows, signs, misspelt, headed, prose, bullets, numbers),
    *(round_brackets, small_letters, made, counted, without_words, without_ends),
    *(semicolons, commented, pasted),
)  # fmt: skip
LAST = (pages, headed, prose, bullets, numbers)  # they add lines, or marks to all


@cache
def base(seed: int) -> Rewritten:
    return rewritten(seed)


def typed(seed: int) -> tuple[Rewritten, str, list[str]]:
    """An answer, its text as it is typed, and the names of the ways of typing it."""
    random, answer = Random(seed), base(seed % BASES)
    ways = random.sample(WAYS, random.randint(0, 3))
    ways.sort(key=lambda way: LAST.index(way) + 1 if way in LAST else 0)
    text = answer.text
    for way in ways:
        text = way(text, random)
    return answer, text, [way.__name__ for way in ways]


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
