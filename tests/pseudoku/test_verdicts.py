"""No verdict, mark or note on an answer changes unseen."""

import json
from itertools import chain
from random import Random

import pytest

from tests.pseudoku.verdicts import VERDICTS, answers, lines
from tests.seeds import SEED


@pytest.mark.parametrize(
    "every", [pytest.param(True, marks=pytest.mark.slow), False], ids=["all", "some"]
)
def test_the_verdicts_are_those_of_the_golden_file(every: bool) -> None:
    """To see what changes: ``python3 -m tests.pseudoku.verdicts | diff - …``."""
    golden = VERDICTS.read_text("utf-8").splitlines()
    given = dict(answers())
    if not every:
        names = {*Random(SEED).sample([*given], 20)}
        given = {name: text for name, text in given.items() if name in names}
        golden = [line for line in golden if json.loads(line)["answer"] in names]
    assert [*chain.from_iterable(lines(*answer) for answer in given.items())] == golden
