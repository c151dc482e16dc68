"""The judge and an independent marker agree on rewritten answers.

``python -m tests.pseudocode.test_rewrites N`` compares them on N answers.
"""

import sys
from collections import Counter

import pytest

from pseudoku.exercises import judge_task
from pseudoku.reference import parse
from tests.pseudocode.independent_marker import function_of, is_right
from tests.pseudocode.notation import printed
from tests.pseudocode.rewriting import ANSWERS, definition, rewritten
from tests.seeds import todays

# "review" leaves the answer to a person, such as one that is wrong for an empty stack.
VERDICTS = {
    None: ("pass", "fail", "error", "review"),
    True: ("pass", "review"),
    False: ("fail", "error", "review"),
}


def disagreement(seed: int) -> str:
    """The text of a rewritten answer that the judge misjudges, or no text."""
    answer = rewritten(seed)
    verdict = judge_task(parse(answer.text), answer.task)
    if verdict["verdict"] in VERDICTS[answer.right]:
        return ""
    notes = " ".join(verdict["notes"])
    kind = "right" if answer.right else "wrong"
    return f"{kind}, but {verdict['verdict']}: {notes}\n{answer.text}"


@pytest.mark.nightly
def test_the_answers_before_any_rewrite_are_right() -> None:
    for task, text in ANSWERS.items():
        assert is_right(task, function_of(definition(text)))
        assert judge_task(parse(printed(definition(text))), task)["verdict"] == "pass"


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(todays(8), id="today"),
        pytest.param(todays(100), marks=pytest.mark.slow),
    ],
)
def test_a_rewritten_answer_is_judged_as_an_independent_marker_judges_it(
    seeds: range,
) -> None:
    wrong = {seed: disagreement(seed) for seed in seeds}
    assert {seed: what for seed, what in wrong.items() if what} == {}


@pytest.mark.nightly
def test_the_rewrites_make_right_and_wrong_answers_to_every_task() -> None:
    made = Counter((one.task, one.right) for one in map(rewritten, range(300)))
    assert all(made[task, True] > 3 and made[task, False] > 1 for task in ANSWERS)


@pytest.mark.nightly
def test_few_rewritten_answers_are_left_to_a_person() -> None:
    """Two in a hundred: the test above cannot pass because nothing is decided."""
    texts = [rewritten(seed) for seed in range(200)]
    words = [judge_task(parse(one.text), one.task)["verdict"] for one in texts]
    assert words.count("review") < 10


def main() -> None:
    number = int(sys.argv[1])
    made = Counter(rewritten(seed).right for seed in range(number))
    print(f"right {made[True]}, wrong {made[False]}, unclear {made[None]}")
    answers = map(rewritten, range(number))
    given = Counter(
        (one.right, judge_task(parse(one.text), one.task)["verdict"]) for one in answers
    )
    print(*given.items(), sep="\n")
    found = [what for seed in range(number) if (what := disagreement(seed))]
    print(*found[:20], f"{len(found)} misjudged", sep="\n\n")


if __name__ == "__main__":
    main()
