"""Courses that are data: the examples of the documentation, and wrong rubrics."""

from pathlib import Path

import pytest

from marking import rubric
from marking.data_tests import parse_call
from marking.errors import MarkingError
from marking.sandbox.job import Outcome, Output
from marking.tests import all_tests
from marking.verdict import judge_outcome
from sudoku.cit591 import elimination
from sudoku.hacettepe import singles
from sudoku.hacettepe.reading import read_grid
from tests.marking.classes import RUBRICS, class_of, marking, marks, wrong_rubrics
from tests.places import DOCS

TICKET = """\
import sys
def fee(hours):
    if hours < 0:
        raise ValueError("hours")
    return 0 if hours < 1 else 2.5 * hours
def greet(name):
    print(f"Hello, {name}!")
def sort_days(days):
    days.sort(reverse=True)
def mean(numbers):
    return sum(numbers) / len(numbers)
def main():
    if sys.argv[1:]:
        with open(sys.argv[1]) as file, open(sys.argv[2], "w") as bill:
            for line in file:
                print(f"{fee(float(line)):.2f}", file=bill)
    else:
        print(f"{fee(float(input('Hours? '))):.2f} euros")
if __name__ == "__main__":
    main()
"""
TICKET_FILES = {
    "long.txt": "30\n",
    "long.out": "Hours? 75.00 euros\n",
    "free.txt": "0.5\n",
    "free.out": "Hours? 0.00 euros\n",
    "report.txt": "1\n4\n",
    "report.out": "2.50\n10.00\n",
}
# The marks were computed by hand: each weight is one mark.
TICKETS = {
    "right": (TICKET, "6", "6"),
    "blanks at the ends": (TICKET.replace(" euros", " euros  "), "6", "6"),
    "another price": (TICKET.replace("2.5 *", "2 *"), "2", "6"),
    "no exception": (TICKET.replace('raise ValueError("hours")', "return 0"), "6", "5"),
    "no guard": (TICKET.partition("if __name__")[0] + "main()\n", "6", "0"),
    "endless": ("while True: pass\n", "0", "0"),
    "True is not 1, and a copy": (
        TICKET.replace("return 0 if", "return False if").replace(
            "days.sort(reverse=True)", "return sorted(days)"
        ),
        "6",
        "4",
    ),
}
STATS = """\
def count_words(text):
    return len(text.split())
def most_common(text):
    words = text.split()
    most = max(map(words.count, words))
    return {word for word in words if words.count(word) == most}
def longest_line(path):
    with open(path) as file:
        lines = file.read().splitlines()
    best = max(lines, key=len)
    return lines.index(best) + 1, best
def mean_length(words):
    return round(sum(map(len, words)) / len(words), 3)
"""
STATISTICS = {
    "right": (
        STATS.replace(
            "text):\n    return len", "text):\n    text + ''\n    return len"
        ),
        "4",
        "4",
    ),
    "no exception of that kind": (STATS, "3", "4"),
    "a list": (
        STATS.replace("{word for", "[word for").replace("most}", "most]"),
        "2",
        "4",
    ),
    "lines from 0": (STATS.replace(" + 1,", ","), "3", "0"),
    "too rough": (STATS.replace("words), 3)", "words), 1)"), "3", "0"),
    "a name is missing": (STATS.replace("most_common", "common"), "2", "4"),
    "empty function": ("def count_words(text): pass\n", "0", "0"),
}


def example(page: str) -> str:
    """Return the first rubric on a page of the documentation."""
    text = (DOCS / page).read_text("utf-8")
    return text.partition("```toml\n")[2].partition("```")[0]


@pytest.mark.sandbox
def test_a_program_and_functions_are_marked_as_by_hand(tmp_path: Path) -> None:
    check_homework(tmp_path, "marking-rubric.md", TICKET_FILES, TICKETS)


@pytest.mark.sandbox
def test_functions_on_texts_are_marked_as_by_hand(tmp_path: Path) -> None:
    poem = {"poem.txt": "up betimes\nand so to bed\n"}
    check_homework(tmp_path, "adding.md", poem, STATISTICS)


def check_homework(
    folder: Path,
    page: str,
    files: dict[str, str],
    programs: dict[str, tuple[str, str, str]],
) -> None:
    (folder / "work.toml").write_text(example(page))
    read = rubric.read_rubric(str(folder / "work.toml"))
    (folder / read.tests).mkdir()
    for name, text in files.items():
        (folder / read.tests / name).write_text(text)
    names = {f"s{n}": name for n, name in enumerate(programs)}
    sources = {student: programs[name][0] for student, name in names.items()}
    class_of(folder / "class", sources, read.files[0])
    out = folder / "out"
    done = marking("run", folder / "work.toml", folder / "class", "-o", out)
    assert done.returncode == 0, done.stderr
    first, second = (part.id for part in read.criterion)
    found = {names[s]: (row[first], row[second]) for s, row in marks(out).items()}
    assert found == {
        name: given for name, (_, *rest) in programs.items() for given in [tuple(rest)]
    }


@pytest.mark.parametrize(
    ("call", "parsed"),
    [
        ("f(3) == 9", ("f(3)", "value", "9\n")),
        ("f(3) == 9 == 9", None),
        ("f(3) = 9", None),
        ("f(3) == g(3)", None),
        ("not f(3) == 9", None),
        ("f(3) == 9 and g()", None),
        ("f() == {2, 1}", ("f()", "value", "{1, 2}\n")),
        ("f() == 1j", None),
        ("(x := f()) == 1", ("(x := f())", "value", "1\n")),
        ('f() prints "a == b"', ("f()", "prints", "a == b")),
        ("f(' prints ') prints 'x'", ("f(' prints ')", "prints", "x")),
        ("f() prints 3", None),
        ("f(-1) raises ValueError", ("f(-1)", "raises", "ValueError")),
        ("f(-1) raises Value Error", None),
        ("f( raises E", None),
        ("", None),
    ],
)
def test_a_call_is_an_expression_and_what_is_expected(
    call: str, parsed: tuple[str, str, str] | None
) -> None:
    if parsed:
        assert parse_call(call) == parsed
        return
    with pytest.raises(MarkingError, match="expected such as 'f\\(3\\) == 9'"):
        parse_call(call)


def rubric_with_test(test: str) -> str:
    """Return a rubric whose only test has the keys *test*."""
    head = 'schema = 1\ntitle = "X"\nfiles = ["x.py"]\ntotal = 1\n'
    return f'{head}[[criterion]]\nid = "a"\nmarks = 1\ntest = [{{ {test} }}]\n'


@pytest.mark.parametrize(("test", "message"), wrong_rubrics("test"))
def test_a_wrong_test_is_refused_with_its_place(
    test: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / "x.toml").write_text(rubric_with_test(test))
    with pytest.raises(MarkingError) as caught:
        all_tests(rubric.read_rubric(str(tmp_path / "x.toml")))
    assert str(caught.value).startswith(str(tmp_path))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("call", "answer", "printed", "shown"),
    [
        ("f() raises KeyError", "OSError, Exception, object", "", "raised OSError"),
        ("f() raises KeyError", "None", "6", "returned None"),
        ("f() == [1, 8]", "[1.0001, 7]", "", "[1, 7]"),
        ("f() == 6", "None", "6", "printed, not returned"),
        ("f() == 6", "None", "", "None"),
        ("f() == 6", "5", "6", "5"),
    ],
)
def test_a_failed_call_shows_what_was_returned_raised_or_printed(
    call: str, answer: str, printed: str, shown: str, tmp_path: Path
) -> None:
    test = f"do = 'call', calls = ['{call}'], tolerance = 0.01"
    (tmp_path / "x.toml").write_text(rubric_with_test(test))
    (planned,) = all_tests(rubric.read_rubric(str(tmp_path / "x.toml")))
    outputs = {"answer.txt": Output("file", f"{answer}\n".encode())}
    outcome = Outcome("exit", 0, 1, 1, 1, printed.encode(), b"", outputs)
    verdict = judge_outcome(planned, outcome)
    assert verdict.code == "WA" and verdict.difference
    assert shown in (verdict.note, *verdict.difference["actual_lines"])
    assert not verdict.note or verdict.note == shown


def test_what_is_stored_for_hacettepe_and_cit591_is_what_the_reference_answers() -> (
    None
):
    for path in (RUBRICS / "hacettepe").glob("*.txt"):
        steps = singles.all_steps(read_grid(path.read_bytes()))
        assert path.with_suffix(".out").read_text("utf-8") == steps
    calls = [
        call
        for part in rubric.read_rubric("cit591").criterion
        for group in part.test
        for call in group.calls
    ]
    assert len(calls) == 28
    for call in calls:
        assert eval(call, dict(vars(elimination))), call
