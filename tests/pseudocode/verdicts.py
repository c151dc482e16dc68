"""Print the verdict, the marks and the notes on every answer of the tests.

``python3 -m tests.pseudocode.verdicts`` prints one line of JSON for each task. The lines
are in ``tests/golden/verdicts.jsonl``. A change that alters a line there says why. A
task of which the answer has no trace has no line. Some of the files ``wrong_*`` also
have the hint on the nearest right program. Only the standard library is needed, so that
every Python can be asked for its verdicts.
"""

import json
import re
import sys
from collections.abc import Iterator
from typing import NamedTuple

from _courseware.text.decoding import decode_document
from _courseware.text.documents import Document, LeftOut
from pseudocode.judging.hints import EDIT, hint
from pseudocode.judging.judge import FAILED, TaskVerdict
from pseudocode.judging.nearest import nearest
from pseudocode.running.machine import Store
from pseudoku.exercises import judge, task_exercise
from pseudoku.reference import parse
from tests.places import ANSWERS, GOLDEN
from tests.pseudocode.variants import variants

VERDICTS = GOLDEN / "verdicts.jsonl"
HINTED_TASKS = ("1", "2", "3", "4")  # the others take long
VARIANTS = ("cheats.txt", "right_variants.txt")
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
    page = page[page.index("\n## ") + 1 :]
    assert not ANSWER.sub("", page), f"{style}.md: expected headings and fenced answers"
    for name, heading, _, text in ANSWER.findall(page):
        tasks = {task: (one, other) for task, one, other in TASK.findall(heading)}
        assert len(tasks) == heading.count(",") + 1, f"{style}.md: {heading}"
        yield Answer(name, style, tasks, text)


def corpus() -> list[Answer]:
    """Return all answers of the corpus, sorted by name."""
    answers = [
        answer
        for page in (ANSWERS / "corpus").glob("*.md")
        # read_text would replace "\r"
        for answer in answers_in(page.read_bytes().decode(), page.stem)
    ]
    return sorted(answers, key=lambda answer: answer.name)


def said(text: str, word: str) -> str:
    """Return the text after ``// WORD:`` in a comment of the answer ``text``, or ""."""
    found = re.search(rf"^(?://|#) {word}: (.*)$", text, re.MULTILINE)
    return found[1] if found else ""


def answer_in(text: str) -> str:
    """Return ``text`` without the comments that say what is expected."""
    return re.sub(r"^(?://|#) (?:expect|note|base|store):.*$", "", text, flags=re.M)


def judged_as_said(
    text: str, name: str, left_out: tuple[LeftOut, ...] = ()
) -> dict[str, TaskVerdict]:
    """Return the verdicts on the answer in ``text``, by task.

    Comments of ``text`` say whether positions count from 0 and storing a vector shares
    it. ``name`` is the name of the answer in messages, and ``left_out`` what is not in
    ``text``.
    """
    base = int(said(text, "base") or 1)
    store: Store = "share" if said(text, "store") else "copy"
    parsed = parse(answer_in(text), name, left_out=left_out)
    return judge(parsed, base, store)


def answers() -> Iterator[tuple[str, Document]]:
    """Yield the name and the text of every answer except the PDF."""
    for path in sorted(ANSWERS.glob("*.pseudo")):
        yield path.name, Document(path.read_text("utf-8"), "")
    for path in sorted(ANSWERS.glob("papers/*")):
        if path.suffix != ".pdf":
            yield path.name, decode_document(path.read_bytes(), path.name, 2**20)
    for answer in corpus():
        yield f"{answer.style}.md {answer.name}", Document(answer.text, "")
    for file in VARIANTS:
        for name, (_, text) in variants(file).items():
            yield f"{file} {name}", Document(text, "")


def lines(name: str, document: Document) -> Iterator[str]:
    """Yield the verdict on each task of the answer ``document`` as a line of JSON.

    Tasks without any function in the answer are skipped. ``name`` is in each line.
    """
    text, _, left_out, *_ = document
    for task, one in judged_as_said(text, "answer", left_out).items():
        if one["verdict"] != "missing" or one["notes"] != [
            f"no function {one['name']}"
        ]:
            data = {"answer": name, "task": task, "verdict": one["verdict"]}
            shown = data | {
                "marks": one["marks"],
                "notes": one["notes"] + one["commands"],
            }
            if name.startswith("wrong_") and task in HINTED_TASKS:
                parsed = parse(answer_in(text), "answer")
                is_wrong = one["verdict"] in FAILED
                mends = nearest(parsed, task_exercise(task)) if is_wrong else []
                shown["hint"] = hint(mends, EDIT, one["name"])
            yield json.dumps(shown, ensure_ascii=False)


def main() -> None:
    """Print the lines on all answers."""
    for name, document in answers():
        for line in lines(name, document):
            sys.stdout.buffer.write(f"{line}\n".encode())


if __name__ == "__main__":
    main()
