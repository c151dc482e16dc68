"""No verdict, mark or note on an answer changes unseen."""

import json
import re
from collections import defaultdict

import pytest

from tests.pseudocode.verdicts import VERDICTS, answers, lines

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
    left = {name: seen_in(name) for name in GOLDEN}
    names = []
    while any(left.values()):
        best = max(left, key=lambda name: len(left[name]) / cost(name))
        names.append(best)
        left = {name: seen - left[best] for name, seen in left.items()}
    return names


@pytest.mark.parametrize(
    "names",
    [chosen(), pytest.param([*GOLDEN], marks=pytest.mark.nightly)],
    ids=["chosen", "all"],
)
def test_the_verdicts_on_answers_are_those_of_the_golden_file(names: list[str]) -> None:
    given = dict(answers())
    for name in names:
        assert [*lines(name, given[name])] == GOLDEN[name]
