"""No verdict, mark or note on an answer changes unseen."""

import json
from itertools import chain
from random import Random

from tests.pseudocode.verdicts import VERDICTS, answers, lines
from tests.seeds import SEED


def test_the_verdicts_on_some_answers_are_those_of_the_golden_file() -> None:
    """`tests.pseudocode.verdicts` prints those of all answers."""
    given = dict(answers())
    names = Random(SEED).sample([*given], 8)
    golden = VERDICTS.read_text("utf-8").splitlines()
    expected = [line for line in golden if json.loads(line)["answer"] in names]
    some = [answer for answer in given.items() if answer[0] in names]
    assert [*chain.from_iterable(lines(*answer) for answer in some)] == expected
