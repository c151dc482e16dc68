"""Read the answers in the pages of ``tests/answers/corpus``.

tests/answers/README.md describes the form of the pages.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tests.places import ANSWERS

ANSWER = re.compile(r"## (\w+): (.+)\n+(`{3,})\n((?:.*\n)*?)\3\n+")
TASK = re.compile(r"task (\w+) (right|wrong|person)/(right|wrong|person)")


class Answer(NamedTuple):
    """An answer of the corpus, and the verdicts of two readers on it.

    ``tasks`` maps each task to the two verdicts: "right", "wrong" or "person".
    ``style`` is the name of the page.
    """

    name: str
    style: str
    tasks: dict[str, tuple[str, str]]
    text: str


def answers_in(page: str, style: str) -> Iterator[Answer]:
    """Yield the answers of a page of the corpus; text above the first one is ignored.

    *style* is the name of the page. Raise AssertionError if the form of the page is
    wrong.
    """
    at = page.index("\n## ") + 1
    while at < len(page):
        found = ANSWER.match(page, at)
        line = page[:at].count("\n") + 1
        assert found, f"{style}.md:{line}: expected a heading and a fenced answer"
        name, heading, _, text = found.groups()
        tasks = {}
        for part in heading.split(", "):
            verdicts = TASK.fullmatch(part)
            assert verdicts, f"{style}.md:{line}: '{part}'; expected 'task 1 right/…'"
            task, first, second = verdicts.groups()
            tasks[task] = first, second
        yield Answer(name, style, tasks, text)
        at = found.end()


def corpus() -> list[Answer]:
    """Return all answers of the corpus, sorted by name."""
    answers = [
        answer
        for page in (ANSWERS / "corpus").glob("*.md")
        # read_text would replace "\r"
        for answer in answers_in(page.read_bytes().decode(), page.stem)
    ]
    return sorted(answers, key=lambda answer: answer.name)
