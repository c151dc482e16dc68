"""Tasks 7, 9 and 10: the written answers keep their word limits.

The section "the answer" on a page quotes what is submitted. Words are what white
space separates. The heading, lists, tables and pseudocode count; pictures, drawings
and the signs of Markdown do not. A program of its own counts again.
"""

import re

import pytest

from adt import ArrayVector, Vector, vector_of
from pseudocode.judging.absent import count_words
from pseudoku import blanks, make_solution
from pseudoku.blanks import BLANK
from pseudoku.cli.code import pseudocode_lines
from pseudoku.handin.answer import answer as submission
from pseudoku.handin.answer import section
from pseudoku.reference import MANUAL_TASK_MARKS
from tests.places import DOCS

LIMITS = {"7": None, "9": 200, "10": 400}  # None: no limit
PAGES = {"7": "task7.md", "9": "written-answers.md", "10": "written-answers.md"}
DRAWING = re.compile(r"^```text\n.*?^```$", re.MULTILINE | re.DOTALL)


def page(name: str) -> str:
    return (DOCS / name).read_text("utf-8")


def answer(task: str) -> str:
    """The part of a page that is submitted."""
    heading = "The answer" if task == "7" else f"Task {task}: the answer"
    pattern = rf"^## {heading}\n(.*?)(?=^## )"
    (found,) = re.findall(pattern, page(PAGES[task]), re.DOTALL | re.M)
    return str(found)


@pytest.mark.parametrize("task", LIMITS)
def test_a_written_answer_keeps_its_limit_and_the_page_says_how_long_it_is(
    task: str,
) -> None:
    length = count_words(section(task))
    said = " ".join(page(PAGES[task]).split())
    assert f"answer has {length} words" in said, length
    assert length <= (LIMITS[task] or length)


@pytest.mark.parametrize("task", LIMITS)
def test_a_page_quotes_what_is_submitted(task: str) -> None:
    heading, _, submitted = section(task).partition("\n\n")
    assert heading.startswith("## ")
    assert answer(task).strip() == submitted.strip(), f"pseudoku/handin/task{task}.md"


@pytest.mark.parametrize("task", LIMITS)
def test_a_section_of_the_submission_keeps_its_limit_with_its_heading(
    task: str,
) -> None:
    (found,) = re.findall(
        rf"^(## Task {task}: .*?)(?=^## |\Z)", submission(), re.DOTALL | re.M
    )
    length = count_words(found)
    assert 100 < length <= (LIMITS[task] or length)


def test_pictures_and_the_lines_of_a_table_are_no_words() -> None:
    table = "| a | b |\n|---|---|\n| c | d e |\n"
    assert count_words(f"{table}\none ![a picture](a.svg) two") == 7


# Task 9


def test_the_pseudocode_of_the_answer_is_that_of_the_module() -> None:
    (block,) = re.findall(r"```pseudocode\n(.*?)```", answer("9"), re.S)
    assert block.splitlines() == pseudocode_lines(vars(blanks)["set_blanks"])


def test_the_drawing_of_the_example_shows_what_the_draws_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cells: ArrayVector[int] = ArrayVector(16)
    monkeypatch.setattr(blanks, "ArrayVector", lambda length: cells)
    script, lines = [6, 2, 6], []

    def draw(first: int, last: int) -> int:
        r = script[first - 1]
        lines.append(
            f"{drawn(cells, first)}    k = {first}, r = {r}: element {cells[r]}"
        )
        return r

    puzzle = make_solution(vector_of(2, 4, 1, 3))
    assert puzzle is not False
    before = [[*map(str, row)] for row in puzzle]
    blanks.set_blanks(puzzle, 3, draw)
    after = [
        ["." if number == BLANK else str(number) for number in row] for row in puzzle
    ]

    (drawing,) = DRAWING.findall(page(PAGES["9"]))
    assert "\n".join([*lines, drawn(cells, 4)]) in drawing
    rows = [re.findall(r"[.\d]", line) for line in drawing.split("\n") if "|" in line]
    assert rows == [[*old, *new] for old, new in zip(before, after, strict=True)]


def drawn(cells: Vector[int], k: int) -> str:
    """``cells``, with a bracket before position ``k``."""
    return "".join(f"{' ['[i == k]}{cells[i]:2}" for i in range(1, 17)) + "]"


# The marking guide


GUIDE = page("marking-guide.md")
TASK = re.compile(r"^## Task (\d+): (\d) marks\n(.*?)(?=^###? )", re.DOTALL | re.M)
SAMPLE = re.compile(
    r"^### Task (\d+), sample \w: (\d) marks?\n(.*?)(?=^##|\Z)", re.DOTALL | re.M
)
GIVEN = re.compile(r"^- (½|\d) of (\d) for ", re.MULTILINE)


def test_the_guide_divides_the_marks_that_are_left_to_a_person() -> None:
    tasks = TASK.findall(GUIDE)
    assert {task: int(marks) for task, marks, _ in tasks} == MANUAL_TASK_MARKS
    for task, marks, text in tasks:
        divided = sum(map(int, re.findall(r"^\| (\d) \|", text, re.MULTILINE)))
        assert divided == int(marks) or f"1 for each, at most {marks} |" in text, task


@pytest.mark.parametrize(("task", "marks", "text"), SAMPLE.findall(GUIDE))
def test_a_sample_has_the_sum_of_its_marks_and_keeps_the_limit(
    task: str, marks: str, text: str
) -> None:
    given = GIVEN.findall(text)
    assert int(sum(float(mark.replace("½", "0.5")) for mark, _ in given)) == int(marks)
    assert (
        task == "10" or sum(int(most) for _, most in given) == MANUAL_TASK_MARKS[task]
    )
    sample = "\n".join(line[2:] for line in text.splitlines() if line.startswith(">"))
    assert 20 < count_words(sample) <= (LIMITS[task] or 400)


def test_each_task_has_two_samples_and_the_first_has_full_marks() -> None:
    samples = SAMPLE.findall(GUIDE)
    for task, most in MANUAL_TASK_MARKS.items():
        marks = [int(given) for of, given, _ in samples if of == task]
        assert len({*marks}) == len(marks) == 2 and marks[0] == most


def test_the_answer_to_task_10_has_each_limitation_of_the_guide() -> None:
    table = GUIDE.partition("| limitation |")[2].partition("\n\n")[0]
    limitations = re.findall(r"^\| (\w[^|]*) \|", table, re.MULTILINE)
    told = re.findall(r"^\*\*(.*?)\.\*\*", section("10"), re.MULTILINE)
    assert [heading.lower() for heading in told] == limitations
